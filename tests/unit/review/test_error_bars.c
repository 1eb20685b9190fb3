/* Error bars: how they follow from the numbers of repetitions, and what becomes of a verdict. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/error_bars.h>

/* two tolerances by two numbers of segments */
static const double tolerance[] = {5e-7, 5e-8, 5e-7, 5e-8}; /* [m] */
static const int refinement[] = {1, 1, 2, 2};

/* a number with an error of these orders, in the tolerance and in the length of segments */
static void
number(double value[4], double exact, double of_time, double power, double of_segments,
       double order)
{
    for (int k = 0; k < 4; k++) {
        value[k] = exact + of_time * pow(tolerance[k] / tolerance[0], power) +
                   of_segments * pow(refinement[k], -order);
    }
}

Test(error_bars, hold_where_errors_have_an_order)
{
    static const double size[] = {-1, 0, 0.2, 1};
    for (int order = 1; order <= 4; order++) {
        for (int k = 0; k < 16; k++) {
            double value[4];
            const double of_time = size[k % 4], of_segments = size[k / 4];
            number(value, 10, of_time, 2.0 / 3, of_segments, order);
            const double bar = quire_error_bar(value, "N", tolerance, refinement, 4);
            cr_expect(ge(dbl, bar, fabs(value[0] - 10)), "order %d, case %d", order, k);
            cr_expect(le(dbl, bar, 0.02 + 3 * (fabs(of_time) + fabs(of_segments))),
                      "order %d, case %d", order, k);
        }
    }
}

Test(error_bars, are_never_shorter_than_what_is_known)
{
    const double same[] = {2, 2, 2, 2}, small[] = {1e-3, 1e-3, 1e-3, 1e-3}, none[] = {0, 0, 0, 0};
    cr_expect(epsilon_eq(dbl, quire_error_bar(same, "N", tolerance, refinement, 4), 2e-3, 1e-12));
    cr_expect(epsilon_eq(dbl, quire_error_bar(same, NULL, tolerance, refinement, 4), 2e-3, 1e-12));
    cr_expect(epsilon_eq(dbl, quire_error_bar(same, "m", tolerance, refinement, 4), 5e-5, 1e-12));
    cr_expect(epsilon_eq(dbl, quire_error_bar(small, "m", tolerance, refinement, 4), 1e-6, 1e-12));
    cr_expect(epsilon_eq(dbl, quire_error_bar(none, "m", tolerance, refinement, 4), 5e-7, 1e-12));
    cr_expect(epsilon_eq(dbl, quire_error_bar(same, "s", tolerance, refinement, 4), 1e-4, 1e-12));
    cr_expect(epsilon_eq(dbl, quire_error_bar(none, "s", tolerance, refinement, 4), 1e-9, 1e-15));
}

Test(error_bars, take_the_largest_difference_of_a_kind)
{
    const double value[] = {1, 1, 1, 1.5}; /* by chance alike, but for the finest */
    cr_expect(epsilon_eq(dbl, quire_error_bar(value, "", tolerance, refinement, 4),
                         2 * 0.5 + 2.5 * 0.5, 1e-12));
}

Test(error_bars, are_without_end_where_a_run_has_no_such_number)
{
    const double value[] = {1, 1, (double)NAN, 1}, none[] = {(double)NAN, 1, 1, 1};
    cr_expect(isinf(quire_error_bar(value, "", tolerance, refinement, 4)));
    cr_expect(isnan(quire_error_bar(none, "", tolerance, refinement, 4)));
    cr_expect(isnan(quire_error_bar(value, "", tolerance, refinement, 0)));
    cr_expect(isnan(quire_error_bar(NULL, "", tolerance, refinement, 4)));
}

/* ---- of runs ---- */

/* an edge comes to a sensor after 0.1 s, if it flies on */
#define FLIGHT(latest)                                                                             \
    "<model version='1' name='m' motion='planar'>"                                                 \
    "<settings><gravity vector='0 m/s^2, 0 m/s^2'/><run end='0.15 s' sample='10 ms'/></settings>"  \
    "<media name='p' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/>"                  \
    "<path name='main' from='0 mm, 0 mm'><line length='1 m'/></path>"                              \
    "<sensor name='s' kind='edge' path='main' at='60 mm'/>"                                        \
    "<check name='in-time' kind='arrival' sensor='s' latest='" latest "'/>"                        \
    "<sheet name='page' media='p' length='50 mm' width='20 mm' segments='4'>"                      \
    "<start path='main' lead='10 mm' speed='500 mm/s'/></sheet></model>"

struct flight {
    quire_diag *diag;
    quire_model *model;
    quire_run *run;
    quire_error_bars *bars;
};

static void
begin(struct flight *f, const char *text)
{
    *f = (struct flight){.diag = quire_diag_create()};
    cr_assert(eq(int, quire_model_parse(&f->model, text, strlen(text), "m.xml", NULL, 0, f->diag),
                 QUIRE_OK));
    cr_assert(eq(int, quire_run_create(&f->run, f->model, NULL, f->diag), QUIRE_OK));
}

static void
end(struct flight *f)
{
    quire_error_bars_destroy(f->bars);
    quire_run_destroy(f->run);
    quire_model_destroy(f->model);
    quire_diag_destroy(f->diag);
}

Test(error_bars, decide_what_a_verdict_is_worth)
{
    static const struct {
        const char *text;
        quire_verdict own, verdict;
    } list[] = {{FLIGHT("0.12 s"), QUIRE_VERDICT_PASSED, QUIRE_VERDICT_PASSED},
                {FLIGHT("0.10001 s"), QUIRE_VERDICT_PASSED, QUIRE_VERDICT_DOUBTFUL},
                {FLIGHT("0.09999 s"), QUIRE_VERDICT_FAILED, QUIRE_VERDICT_DOUBTFUL},
                {FLIGHT("0.08 s"), QUIRE_VERDICT_FAILED, QUIRE_VERDICT_FAILED}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct flight f;
        begin(&f, list[i].text);
        cr_assert(eq(int, quire_run_execute(f.run, f.diag), QUIRE_OK));
        cr_expect(eq(int, quire_run_verdict(f.run), list[i].own), "%zu", i);
        cr_assert(
            eq(int, quire_error_bars_create(&f.bars, f.model, f.run, NULL, f.diag), QUIRE_OK));
        cr_expect(eq(int, quire_error_bars_verdict(f.bars), list[i].verdict), "%zu", i);
        cr_expect(eq(sz, quire_error_bars_run_count(f.bars), 4));
        const double bar = quire_error_bars_figure(f.bars, "s.lead.time");
        cr_expect(ge(dbl, bar, fabs(quire_run_figure(f.run, "s.lead.time") - 0.1)));
        cr_expect(lt(dbl, bar, 2e-4));
        cr_expect(isnan(quire_error_bars_figure(f.bars, "solver.steps")));
        cr_expect(isnan(quire_error_bars_figure(f.bars, "in-time.failed")));
        end(&f);
    }
}

static bool
no_more(void *user, double time, double end_time)
{
    (void)user;
    (void)time;
    (void)end_time;
    return false;
}

Test(error_bars, are_refused_to_a_run_that_was_not_executed)
{
    struct flight f;
    begin(&f, FLIGHT("0.12 s"));
    cr_expect(
        eq(int, quire_error_bars_create(&f.bars, f.model, f.run, NULL, f.diag), QUIRE_ERROR_USAGE));
    cr_expect(f.bars == NULL);
    end(&f);
}

Test(error_bars, end_when_the_caller_wants_no_more)
{
    struct flight f;
    quire_run_options options = quire_run_options_default();
    begin(&f, FLIGHT("0.12 s"));
    cr_assert(eq(int, quire_run_execute(f.run, f.diag), QUIRE_OK));
    options.progress = no_more;
    cr_expect(eq(int, quire_error_bars_create(&f.bars, f.model, f.run, &options, f.diag),
                 QUIRE_ERROR_LIMIT));
    cr_expect(f.bars == NULL);
    end(&f);
}
