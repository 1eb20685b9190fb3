#include "report/failure.h"

#include <math.h>
#include <string.h>

#include "base/json_read.h"
#include "summary/verdict_text.h"
#include "summary/why_read.h"

void
quire_failure_write(struct quire_json *json, const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks"), *best = NULL;
    size_t at = 0;

    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        const char *verdict = quire_json_text_of(check, "verdict");
        const double time = quire_json_number_of(check, "time"),
                     least = quire_json_number_of(best, "time");
        const int jam = json_is_true(json_object_get(check, "jam")),
                  worst = json_is_true(json_object_get(best, "jam"));
        if (verdict != NULL && strcmp(verdict, "failed") == 0 && isfinite(time) &&
            (best == NULL || jam > worst || (jam == worst && time < least))) {
            best = check;
            at = i;
        }
    }
    if (best == NULL) {
        return;
    }
    const struct quire_why why = quire_why_read(best);
    struct quire_text text = {0};
    quire_story_add_why(&text, &why, "");
    quire_json_open(json, "failure", '{', true);
    quire_json_integer(json, "check", (long)at);
    quire_json_string(json, "why", text.data);
    quire_json_close(json, '{');
    json->text->failed = json->text->failed || text.failed;
    quire_text_clear(&text);
}
