#include "summary/summary_compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "text/number.h"
#include "text/text.h"

#define LINES 20 /* differences shown */

struct comparison {
    struct quire_text report;
    size_t found;
};

static void
add_value(struct quire_text *out, const json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    quire_text_format(out, "%.60s", text != NULL ? text : "nothing");
    free(text);
}

static void
report(struct comparison *c, const char *where, const json_t *before, const json_t *now)
{
    if (c->found++ < LINES) {
        quire_text_visible(&c->report, where);
        quire_text_add(&c->report, ": ");
        add_value(&c->report, now);
        quire_text_add(&c->report, " was ");
        add_value(&c->report, before);
        quire_text_add(&c->report, "\n");
    }
}

static void compare(struct comparison *c, const char *where, json_t *before, json_t *now);

/* the name of a member, below `where` */
static char *
below(const char *where, const char *key)
{
    struct quire_text text = {0};
    quire_text_add(&text, where);
    quire_text_add(&text, where[0] != '\0' ? "." : "");
    quire_text_add(&text, key);
    return quire_text_take(&text);
}

static void
compare_member(struct comparison *c, const char *where, const char *key, json_t *before,
               json_t *now)
{
    char *name = below(where, key);
    if (name == NULL) {
        c->report.failed = true;
        return;
    }
    compare(c, name, before, now);
    free(name);
}

/* members of the summary that are none of the run's own */
static bool
is_beside(const char *key)
{
    return strcmp(key, "provenance") == 0 || strcmp(key, "error-bars") == 0;
}

static void
compare_objects(struct comparison *c, const char *where, json_t *before, json_t *now)
{
    const char *key;
    json_t *value;
    json_object_foreach(before, key, value)
    {
        if (where[0] != '\0' || !is_beside(key)) {
            compare_member(c, where, key, value, json_object_get(now, key));
        }
    }
    json_object_foreach(now, key, value)
    {
        if (json_object_get(before, key) == NULL) {
            compare_member(c, where, key, NULL, value);
        }
    }
}

static void
compare_arrays(struct comparison *c, const char *where, json_t *before, json_t *now)
{
    const size_t a = json_array_size(before), b = json_array_size(now);
    for (size_t i = 0; i < (a > b ? a : b); i++) {
        char key[32];
        quire_number_format(key, sizeof key, "%zu", i + 1);
        compare_member(c, where, key, json_array_get(before, i), json_array_get(now, i));
    }
}

static void
compare(struct comparison *c, const char *where, json_t *before, json_t *now)
{
    if (json_is_object(before) && json_is_object(now)) {
        compare_objects(c, where, before, now);
    } else if (json_is_array(before) && json_is_array(now)) {
        compare_arrays(c, where, before, now);
    } else if (json_is_number(before) && json_is_number(now)) {
        /* 1 and 1.0 are the same number; the text of each gives exactly one double */
        const double a = json_number_value(before), b = json_number_value(now);
        if (a < b || a > b) {
            report(c, where, before, now);
        }
    } else if (!json_equal(before, now)) {
        report(c, where, before, now);
    }
}

bool
quire_summary_compare(const char *before, const char *now, char **out)
{
    struct comparison c = {0};
    json_t *a = quire_json_read(before, strlen(before), 0, NULL),
           *b = quire_json_read(now, strlen(now), 0, NULL);
    /* both are summaries that have been read or written before */
    const bool starved = a == NULL || b == NULL;
    if (!starved) {
        compare(&c, "", a, b);
    }
    if (c.found > LINES) {
        quire_text_format(&c.report, "and %zu more\n", c.found - LINES);
    }
    json_decref(a);
    json_decref(b);
    *out = starved ? NULL : quire_text_take(&c.report);
    quire_text_clear(&c.report);
    return c.found == 0 && *out != NULL;
}
