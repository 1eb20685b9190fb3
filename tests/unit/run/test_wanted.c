/* Runs that are asked for some figures alone. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/run.h>

#include "run/run.h"

#define END 0.3 /* [s]: the sheet has come to the sensor */

/* the figure, and in *rows how many samples were taken; with `alone` the run knows that no other is
 * wanted */
static double
figure_of_run(const char *name, bool alone, size_t *rows)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();

    snprintf(path, sizeof path, "%s/samples/a4-turn/a4-turn.xml", root != NULL ? root : ".");
    options.end_time = END;
    options.figures = alone ? &name : NULL;
    options.n_figure = alone ? 1 : 0;
    cr_assert(eq(int, quire_model_load(&model, path, NULL, 0, diag), QUIRE_OK));
    cr_assert(eq(int, quire_run_create(&run, model, &options, diag), QUIRE_OK));
    cr_assert(eq(int, quire_run_execute(run, diag), QUIRE_OK));
    const double value = quire_run_figure(run, name);
    *rows = quire_run_row_count(run);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return value;
}

/* no tolerance: the same bits */
Test(wanted, figures_are_the_same_whoever_asks_and_samples_are_taken_where_they_matter)
{
    static const struct {
        const char *name;
        bool sampled;
    } list[] = {
        {"s1.lead.time", false},
        {"jam.failed", false},
        {"energy.largest", false},
        {"solver.steps", false},
        {"run.end", false},
        {"page.lead.path", true},
        {"page.lead.speed.min", true},
        {"n1.friction.max", true},
        {"n1.normal.mean", true},
        {"n1.work", true},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        size_t all, some;
        const double full = figure_of_run(list[i].name, false, &all),
                     spared = figure_of_run(list[i].name, true, &some);
        cr_assert(memcmp(&full, &spared, sizeof full) == 0 && isfinite(full), "%s: %.17g, %.17g",
                  list[i].name, full, spared);
        cr_assert(eq(sz, some, list[i].sampled ? all : 2), "%s: %zu of %zu samples", list[i].name,
                  some, all);
    }
}

/* a run of a study, of which figures alone are wanted */
Test(wanted, texts_of_the_summary_can_be_spared)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    double energy[2];
    snprintf(path, sizeof path, "%s/samples/a4-turn/a4-turn.xml", root != NULL ? root : ".");
    for (int spared = 0; spared < 2; spared++) {
        quire_model *model = NULL;
        quire_run *run = NULL;
        quire_run_options options = quire_run_options_default();
        options.end_time = 0.01;
        cr_assert(eq(int, quire_model_load(&model, path, NULL, 0, NULL), QUIRE_OK));
        cr_assert(eq(int, quire_run_create(&run, model, &options, NULL), QUIRE_OK));
        if (spared) {
            quire_record_spare_texts(quire_run_record(run));
        }
        cr_assert(eq(int, quire_run_execute(run, NULL), QUIRE_OK));
        energy[spared] = quire_run_figure(run, "energy.largest");
        cr_expect(eq(int, quire_run_summary_text(run)[0] == '\0', spared));
        cr_expect(eq(int, quire_run_summary_json(run)[0] == '\0', spared));
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect(energy[0] > 0 && memcmp(&energy[0], &energy[1], sizeof energy[0]) == 0);
}

/* a run is executed once; what it came to stays */
Test(wanted, a_second_execution_is_refused)
{
    static const char text[] =
        "<model version=\"1\" name=\"m\"><settings><run end=\"10 ms\"/></settings></model>";
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;

    cr_assert(eq(int, quire_model_parse(&model, text, sizeof text - 1, "m.xml", NULL, 0, diag),
                 QUIRE_OK));
    cr_assert(eq(int, quire_run_create(&run, model, NULL, diag), QUIRE_OK));
    cr_assert(eq(int, (int)quire_run_verdict(run), QUIRE_VERDICT_NONE));
    cr_assert_not(quire_run_passed(run));
    cr_assert(eq(int, quire_run_execute(run, diag), QUIRE_OK));
    const size_t rows = quire_run_row_count(run);
    cr_assert(eq(int, (int)quire_run_verdict(run), QUIRE_VERDICT_NOT_EVALUATED));
    cr_assert(eq(int, quire_run_execute(run, diag), QUIRE_ERROR_USAGE));
    cr_assert(eq(str, (char *)(uintptr_t)quire_diag_get(diag, quire_diag_count(diag) - 1)->code,
                 "E-USAGE"));
    cr_assert(eq(sz, quire_run_row_count(run), rows));
    cr_assert(eq(int, (int)quire_run_verdict(run), QUIRE_VERDICT_NOT_EVALUATED));
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}
