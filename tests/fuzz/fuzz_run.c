/* Machines that can be read, changed as the bytes say, in a short run of a bounded number of steps. A text is taken as the model itself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <quire/describe.h>
#include <quire/run.h>

#include "catalog/catalog.h"
#include "fuzz.h"

#define MOST_LOOKS 500 /* times that a run reports its progress */
#define MOST_EDITS 12

static const char *const bases[] = {
    "samples/droop/droop.xml",          "samples/roller-set/roller-set.xml",   "samples/hop-and-roll/hop-and-roll.xml", "samples/stopped-nip/stopped-nip.xml",
    "samples/soft-disc/soft-disc.xml",  "samples/dog-ear/dog-ear.xml",         "samples/soft-roller/soft-roller.xml",   "samples/vacuum-belt/vacuum-belt.xml",
    "samples/card-u-turn/card-u-turn.xml", "samples/lip-jam/lip-jam.xml",      "samples/adf-feed/adf-feed.xml",         "samples/branch-flap/branch-flap.xml",
    "samples/sprung-flap/sprung-flap.xml", "samples/two-nips-skew/two-nips-skew.xml", "tests/data/studies/machine.xml",
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

static void
look_at(const quire_run *run)
{
    const char *json = quire_run_summary_json(run);

    fuzz_must(json == NULL || (strstr(json, ": inf") == NULL && strstr(json, ": nan") == NULL), "a summary has finite numbers");
    for (size_t row = 0; row < quire_run_row_count(run); row++) {
        for (size_t column = 0; column < quire_run_column_count(run); column++) {
            fuzz_must(isinf(quire_run_value(run, row, column)) == 0, "no infinite number in a series");
        }
    }
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    struct quire_text text = {0};
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    int looks = MOST_LOOKS;
    quire_run_options options = quire_run_options_default();

    make_model(&text, data, size);
    quire_status status = quire_model_parse(&model, text.data != NULL ? text.data : "", text.size, "model.xml", NULL, 0, diag);
    options.end_time = 0.03;
    options.time_limit = 1;
    options.progress = look;
    options.user = &looks;
    if (status == QUIRE_OK) {
        status = quire_run_create(&run, model, &options, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_run_execute(run, diag);
        look_at(run);
    }
    fuzz_must_explain(status, diag, false);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    quire_text_clear(&text);
}
