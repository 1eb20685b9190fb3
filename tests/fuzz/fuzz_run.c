/* Machines that can be read, changed as the bytes say, in a short run of a bounded number of steps.
 * A text is taken as the model itself. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <quire/describe.h>
#include <quire/run.h>

#include "body/sheet.h"
#include "catalog/catalog.h"
#include "fuzz.h"
#include "model/kinds_settings.h"
#include "model/object.h"

#define MOST_LOOKS 500 /* times that a run reports its progress */
#define MOST_EDITS 12
/* of sheets that run: a step of more takes seconds of what watches it */
#define MOST_SEGMENTS 1000

static const char *const bases[] = {
    "samples/droop/droop.xml",
    "samples/roller-set/roller-set.xml",
    "samples/hop-and-roll/hop-and-roll.xml",
    "samples/stopped-nip/stopped-nip.xml",
    "samples/soft-disc/soft-disc.xml",
    "samples/dog-ear/dog-ear.xml",
    "samples/soft-roller/soft-roller.xml",
    "samples/vacuum-belt/vacuum-belt.xml",
    "samples/card-u-turn/card-u-turn.xml",
    "samples/lip-jam/lip-jam.xml",
    "samples/adf-feed/adf-feed.xml",
    "samples/branch-flap/branch-flap.xml",
    "samples/sprung-flap/sprung-flap.xml",
    "samples/two-nips-skew/two-nips-skew.xml",
    "tests/data/studies/machine.xml",
};
#define N_BASES (sizeof bases / sizeof *bases)

/* puts an element of any kind that may stand there before the last line */
static void
insert_element(struct quire_text *model, struct fuzz_choices *how)
{
    const struct quire_catalog *all = quire_catalog_all();
    const struct quire_kind *kind = all->kind[fuzz_choose(how, all->n)];
    char *end = model->size > 0 ? strstr(model->data, "</model>") : NULL;
    struct quire_text out = {0};

    if (end == NULL) {
        return;
    }
    quire_text_add_bytes(&out, model->data, (size_t)(end - model->data));
    fuzz_add_element(&out, kind, model->data, how);
    quire_text_add(&out, end);
    quire_text_clear(model);
    *model = out;
}

static void
make_model(struct quire_text *out, const uint8_t *data, size_t size)
{
    static char *text[N_BASES];
    static size_t length[N_BASES];
    struct fuzz_choices how = {data, size};

    if (size > 0 && data[0] == '<') {
        quire_text_add_bytes(out, (const char *)data, size);
        return;
    }
    const size_t base = fuzz_choose(&how, N_BASES);
    if (text[base] == NULL) {
        text[base] = fuzz_source_file(bases[base], &length[base]);
    }
    quire_text_add_bytes(out, text[base], length[base]);
    for (int i = 0; i < MOST_EDITS && how.left > 0; i++) {
        if (fuzz_byte(&how) % 4 == 0) {
            insert_element(out, &how);
        } else {
            fuzz_edit(out, &how);
        }
    }
}

static bool
look(void *user, double time, double end_time)
{
    int *left = user;

    (void)time, (void)end_time;
    return --*left > 0;
}

static bool
is_at_rest(const quire_model *model)
{
    const struct quire_object *settings = quire_object_child_of(model->root, &quire_kind_settings),
                              *run = settings != NULL
                                         ? quire_object_child_of(settings, &quire_kind_run)
                                         : NULL;

    return run != NULL && ((const struct quire_run_params *)run->params)->kind != 0;
}

static bool
is_small(const quire_model *model)
{
    const struct quire_object *sheet;
    long segments = 0;

    for (size_t i = 0;
         (sheet = quire_object_next_of(model->root, &quire_kind_sheet, &i)) != NULL;) {
        segments += ((const struct quire_sheet_params *)sheet->params)->segments;
    }
    return segments <= MOST_SEGMENTS;
}

static bool
is_number_or_none(double value)
{
    return isinf(value) == 0;
}

static bool
has_verdict(const char *json, const char *verdict)
{
    char member[64];

    snprintf(member, sizeof member, "\"verdict\": \"%s\"", verdict);
    return json != NULL && strstr(json, member) != NULL;
}

static bool
has_word(const char *text, const char *word)
{
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        if ((at == text || isalpha((unsigned char)at[-1]) == 0) &&
            isalpha((unsigned char)at[strlen(word)]) == 0) {
            return true;
        }
    }
    return false;
}

/* a number that there is not is an empty cell, or null */
static void
check_numbers(const quire_run *run)
{
    const char *json = quire_run_summary_json(run), *text = quire_run_summary_text(run);

    fuzz_must(json == NULL || (strstr(json, ": inf") == NULL && strstr(json, ": -inf") == NULL &&
                               strstr(json, ": nan") == NULL && strstr(json, ": -nan") == NULL),
              "a summary has finite numbers");
    fuzz_must(text == NULL || (!has_word(text, "nan") && !has_word(text, "inf")),
              "so have its lines");
    for (size_t row = 0; row < quire_run_row_count(run); row++) {
        for (size_t column = 0; column < quire_run_column_count(run); column++) {
            fuzz_must(is_number_or_none(quire_run_value(run, row, column)),
                      "no infinite number in a series");
        }
    }
    for (size_t i = 0; i < quire_run_event_count(run); i++) {
        const quire_run_event event = quire_run_event_at(run, i);
        fuzz_must(isfinite(event.time) && is_number_or_none(event.value) && event.kind != NULL,
                  "events have a time and a kind");
        fuzz_must(i == 0 || event.time >= quire_run_event_at(run, i - 1).time,
                  "events are in the order of time");
    }
}

static void
check_verdict(const quire_run *run, quire_status status)
{
    const char *json = quire_run_summary_json(run);

    if (status == QUIRE_OK) {
        fuzz_must(quire_run_verdict(run) != QUIRE_VERDICT_NONE &&
                      has_verdict(json, quire_verdict_text(quire_run_verdict(run))),
                  "a run that came to its end has a verdict");
        fuzz_must(quire_run_row_count(run) > 0 || quire_run_column_count(run) == 0,
                  "and has been looked at");
    } else {
        fuzz_must(!quire_run_passed(run) &&
                      (json == NULL || *json == '\0' || has_verdict(json, "not available")),
                  "one that did not has none");
    }
}

/* a short run; of a search for rest, which takes no end, all of it */
static quire_status
execute(quire_run **run, const quire_model *model, quire_diag *diag)
{
    int looks = MOST_LOOKS;
    quire_run_options options = quire_run_options_default();

    options.end_time = is_at_rest(model) ? (double)NAN : 0.03;
    options.time_limit = 1;
    options.progress = look;
    options.user = &looks;
    quire_status status = quire_run_create(run, model, &options, diag);
    if (status == QUIRE_OK && is_small(model)) {
        status = quire_run_execute(*run, diag);
        check_numbers(*run);
        check_verdict(*run, status);
    }
    return status;
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    struct quire_text text = {0};
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;

    make_model(&text, data, size);
    quire_status status = quire_model_parse(&model, text.data != NULL ? text.data : "", text.size,
                                            "model.xml", NULL, 0, diag);
    if (status == QUIRE_OK) {
        status = execute(&run, model, diag);
    }
    fuzz_must_explain(status, diag, false);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    quire_text_clear(&text);
}
