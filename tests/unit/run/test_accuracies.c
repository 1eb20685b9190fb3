/* What accuracies allow, and sheets that are cut finer than the model says. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <quire/run.h>

#include "model/kinds_settings.h"

#define MODEL(solver, motion)                                                                      \
    "<model version='1' name='m' motion='" motion                                                  \
    "'><settings><gravity vector='0 m/s^2, 0 m/s^2'/>"                                             \
    "<run end='1 ms' sample='1 ms'/>" solver "</settings>"                                         \
    "<media name='p' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/>"                  \
    "<sheet name='page' media='p' length='50 mm' width='20 mm' segments='10'>"                     \
    "<start from='0 mm, 0 mm'/></sheet></model>"

static quire_run *
run_of(quire_model **model, const char *text, const quire_run_options *options, quire_diag *diag)
{
    quire_run *run = NULL;
    cr_assert(
        eq(int, quire_model_parse(model, text, strlen(text), "m.xml", NULL, 0, diag), QUIRE_OK));
    cr_assert(eq(int, quire_run_create(&run, *model, options, diag), QUIRE_OK));
    cr_assert(eq(int, quire_run_execute(run, diag), QUIRE_OK));
    return run;
}

static double
number_in(const char *summary, const char *key)
{
    const char *at = strstr(summary, key);
    double number = (double)NAN;
    cr_assert(at != NULL && sscanf(at + strlen(key), "\": %lf", &number) == 1, "%s", key);
    return number;
}

/* runs it; what steps were allowed */
static void
allowed(const char *text, const char *accuracy, double tolerance, double *position,
        double *velocity)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run_options options = quire_run_options_default();
    options.accuracy = accuracy;
    options.position_tolerance = tolerance;
    quire_run *run = run_of(&model, text, &options, diag);
    *position = number_in(quire_run_summary_json(run), "position-tolerance");
    *velocity = number_in(quire_run_summary_json(run), "velocity-tolerance");
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

Test(accuracies, are_ten_times_apart)
{
    for (int i = 0; i + 1 < QUIRE_ACCURACIES; i++) {
        const struct quire_accuracy *a = quire_accuracy + i;
        cr_expect(ge(dbl, a[0].position / a[1].position, 10 * (1 - 1e-12)));
        cr_expect(gt(dbl, a[0].position * a[0].velocity_rate, a[1].position * a[1].velocity_rate));
    }
    cr_expect(eq(dbl, quire_accuracy[QUIRE_ACCURACY_STANDARD].position, 5e-7));
    cr_expect(eq(dbl, quire_accuracy[QUIRE_ACCURACY_STANDARD].velocity_rate, 1000));
}

Test(accuracies, options_go_before_the_model_and_tolerances_before_words)
{
    static const struct {
        const char *solver, *accuracy;
        double tolerance, position, velocity;
    } list[] = {
        {MODEL("", "planar"), NULL, (double)NAN, 5e-7, 5e-4},
        {MODEL("", "planar"), "fast", (double)NAN, 5e-6, 1e-3},
        {MODEL("", "planar"), "fine", (double)NAN, 5e-8, 5e-5},
        {MODEL("<solver accuracy='fast'/>", "planar"), NULL, (double)NAN, 5e-6, 1e-3},
        {MODEL("<solver accuracy='fast'/>", "planar"), "fine", (double)NAN, 5e-8, 5e-5},
        {MODEL("<solver accuracy='fast'/>", "planar"), NULL, 2e-6, 2e-6, 2e-3},
        {MODEL("<solver accuracy='fast' position-tolerance='3 um'/>", "planar"), NULL, (double)NAN,
         3e-6, 3e-3},
        {MODEL("<solver position-tolerance='3 um'/>", "planar"), "fast", (double)NAN, 5e-6, 1e-3},
        {MODEL("<solver accuracy='fast' velocity-rate='10 s^-1'/>", "planar"), NULL, (double)NAN,
         5e-6, 5e-5},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        double position, velocity;
        allowed(list[i].solver, list[i].accuracy, list[i].tolerance, &position, &velocity);
        cr_expect(epsilon_eq(dbl, position, list[i].position, 1e-12 * position), "%zu", i);
        cr_expect(epsilon_eq(dbl, velocity, list[i].velocity, 1e-12 * velocity), "%zu", i);
    }
}

Test(accuracies, sheets_are_cut_finer_on_demand)
{
    static const char *const models[] = {MODEL("", "planar"), MODEL("", "spatial")};
    for (int refinement = 0; refinement <= 4; refinement++) {
        for (int k = 0; k < 2; k++) {
            quire_diag *diag = quire_diag_create();
            quire_model *model = NULL;
            quire_run_options options = quire_run_options_default();
            options.refinement = refinement;
            quire_run *run = run_of(&model, models[k], &options, diag);
            const size_t nodes = quire_run_nodes(run, "page", NULL, NULL, 0);
            cr_expect(eq(sz, nodes, (size_t)(10 * (refinement > 0 ? refinement : 1) + 1)),
                      "%d times, %s", refinement, k > 0 ? "in space" : "in the plane");
            quire_run_destroy(run);
            quire_model_destroy(model);
            quire_diag_destroy(diag);
        }
    }
}

Test(accuracies, no_sheet_is_cut_a_negative_number_of_times)
{
    static const int refused[] = {-1, 101, 1 << 30};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        quire_diag *diag = quire_diag_create();
        quire_model *model = NULL;
        quire_run *run = NULL;
        quire_run_options options = quire_run_options_default();
        options.refinement = refused[i];
        cr_assert(eq(int,
                     quire_model_parse(&model, MODEL("", "planar"), strlen(MODEL("", "planar")),
                                       "m.xml", NULL, 0, diag),
                     QUIRE_OK));
        cr_expect(eq(int, quire_run_create(&run, model, &options, diag), QUIRE_ERROR_USAGE));
        cr_expect(run == NULL);
        quire_model_destroy(model);
        quire_diag_destroy(diag);
    }
}
