/* Comparing results: straight feed is the same in the plane and in space, skewed feed is not, and
 * the table says in what. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/compare.h>

#include "base/diag.h"
#include "fixtures/simulate.h"

#define MODEL "tests/validate/models/two-nips-skew.xml"

static quire_run *
simulate(quire_model **model, const char *file, const char *motion, const char *yaw, double end)
{
    const quire_setting setting[] = {{"yaw", yaw}, {"segments", "120"}};
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    quire_diag *diag = quire_diag_create();
    quire_run_options options = quire_run_options_default();
    quire_run *run;

    options.motion = motion;
    options.end_time = end;
    options.position_tolerance = 1e-7;
    snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", file);
    cr_assert_eq(quire_model_load(model, path, setting, yaw != NULL ? 2 : 0, diag), QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, *model, &options, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

/* the comparison of a model in both motions */
static quire_comparison *
both(const char *file, const char *yaw, double end, const quire_compare_options *options)
{
    quire_model *model[2];
    quire_run *run[2] = {simulate(&model[0], file, "planar", yaw, end),
                         simulate(&model[1], file, "spatial", yaw, end)};
    quire_comparison *out;

    cr_assert_eq(quire_compare_runs(&out, run[0], run[1], options, NULL), QUIRE_OK);
    for (int i = 0; i < 2; i++) {
        quire_run_destroy(run[i]);
        quire_model_destroy(model[i]);
    }
    return out;
}

static bool
says(const char *text, const char *what)
{
    return strstr(text, what) != NULL;
}

/* what remains is the error of segments, which falls with their square: 2.3 um at the free trail
 * edge for 60 of them */
Test(comparison, straight_feed_is_the_same_within_a_micrometre)
{
    quire_compare_options options = quire_compare_options_default();

    options.length = 1e-6;
    quire_comparison *c = both(MODEL, "0 deg", 0.1, &options);
    cr_expect(quire_comparison_same_verdicts(c));
    cr_expect(quire_comparison_same_numbers(c), "%s", quire_comparison_text(c));
    cr_expect(says(quire_comparison_text(c), "page.lead.path"));
    cr_expect(says(quire_comparison_text(c), "(101 samples)"));
    quire_comparison_destroy(c);
}

Test(comparison, a_tolerance_is_a_demand_only_where_it_is_given)
{
    quire_compare_options options = quire_compare_options_default();
    quire_comparison *c = both(MODEL, "1 deg", 0.1, &options);

    cr_expect(quire_comparison_same_numbers(c));
    cr_expect(says(quire_comparison_text(c), "differs"),
              "friction does more work on a sheet that is turned");
    cr_expect(says(quire_comparison_text(c),
                   "not evaluated in planar motion: yaw (nip 'second-left' and 1 more)"));
    quire_comparison_destroy(c);
    options.ratio = 1e-3;
    c = both(MODEL, "1 deg", 0.1, &options);
    cr_expect_not(quire_comparison_same_numbers(c));
    quire_comparison_destroy(c);
}

Test(comparison, another_verdict_of_a_check_is_told)
{
    quire_comparison *c = both("samples/two-nips-skew/two-nips-skew.xml", NULL, (double)NAN, NULL);

    /* the sheet comes askew, which planar motion cannot see */
    cr_expect_not(quire_comparison_same_verdicts(c));
    cr_expect(says(quire_comparison_text(c), "two-nips-skew: VERDICTS DIFFER\n"));
    cr_expect(says(quire_comparison_json(c), "\"same-verdicts\": false"));
    cr_expect(says(quire_comparison_json(c), "\"name\": \"left.lead page\""));
    cr_expect(says(quire_comparison_json(c), "\"motion\": \"spatial\""));
    quire_comparison_destroy(c);
}

/* A sheet that flies through a light barrier, late or not. */
static quire_comparison *
flights(const char *first, const char *second, const quire_compare_options *options)
{
    static const char text[] =
        "<model version=\"1\" name=\"flight\"><parameters><parameter name=\"speed\" value=\"0.5 "
        "m/s\"/></parameters>"
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"0.3 s\" sample=\"10 "
        "ms\"/></settings>"
        "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
        "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"400 mm\"/></path><drive name=\"d\" "
        "speed=\"0 m/s\"/>"
        "<sensor name=\"s\" kind=\"edge\" path=\"p\" at=\"150 mm\"/>"
        "<check name=\"on-time\" kind=\"arrival\" sensor=\"s\" latest=\"0.23 s\"/>"
        "<sheet name=\"page\" media=\"m\" length=\"40 mm\" width=\"100 mm\" segments=\"4\"><start "
        "path=\"p\" lead=\"50 mm\" speed=\"{speed}\"/></sheet></model>";
    const quire_setting speed[2] = {{"speed", first}, {"speed", second}};
    quire_model *model[2];
    quire_run *run[2];
    quire_comparison *out;

    for (int i = 0; i < 2; i++) {
        run[i] = simulate_text(&model[i], text, speed + i, 1, NULL);
    }
    cr_assert_eq(quire_compare_runs(&out, run[0], run[1], options, NULL), QUIRE_OK);
    for (int i = 0; i < 2; i++) {
        quire_run_destroy(run[i]);
        quire_model_destroy(model[i]);
    }
    return out;
}

static void
expect_row(const quire_comparison *c, const char *name, const char *first, const char *second,
           const char *rest)
{
    char row[200], found[200] = "";
    snprintf(row, sizeof row, "\n  %s", name);
    const char *at = strstr(quire_comparison_text(c), row);
    snprintf(found, sizeof found, "%.*s", at != NULL ? (int)strcspn(at + 1, "\n") : 0,
             at != NULL ? at + 1 : "");
    snprintf(row, sizeof row, "  %-16s  %14s  %14s  %s", name, first, second, rest);
    cr_expect_str_eq(found, row);
}

/* The edge comes after 0.2 s at 0.5 m/s, after 0.25 s, which is too late, at 0.4 m/s, 4.08 ms later
 * at 0.49 m/s. */
Test(comparison, checks_that_both_evaluated_are_compared)
{
    quire_compare_options options = quire_compare_options_default();
    quire_comparison *c = flights("0.5 m/s", "0.4 m/s", NULL);
    cr_expect_not(quire_comparison_same_verdicts(c));
    expect_row(c, "on-time", "passed", "failed", "        0.05 s  OTHER VERDICT");
    expect_row(c, "stall", "not evaluated", "not evaluated", "             -");
    quire_comparison_destroy(c);
    for (int i = 0; i < 2; i++) {
        options.time = i == 0 ? 0.0040 : 0.0042;
        c = flights("0.5 m/s", "0.49 m/s", &options);
        cr_expect(quire_comparison_same_verdicts(c));
        expect_row(c, "on-time", "passed", "passed",
                   i == 0 ? "     0.00408 s  differs" : "     0.00408 s");
        quire_comparison_destroy(c);
    }
}

Test(comparison, a_run_equals_itself_to_the_last_digit)
{
    const quire_compare_options none = {0, 0, 0};
    quire_model *model;
    quire_run *run = simulate(&model, MODEL, "spatial", "1 deg", 0.05);
    quire_comparison *c;

    cr_assert_eq(quire_compare_runs(&c, run, run, &none, NULL), QUIRE_OK);
    cr_expect(quire_comparison_same_verdicts(c) && quire_comparison_same_numbers(c));
    cr_expect_not(says(quire_comparison_text(c), "differs"));
    cr_expect_not(says(quire_comparison_text(c), "alone"));
    quire_comparison_destroy(c);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(comparison, a_run_that_was_not_executed_is_refused)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    quire_model *model;
    quire_run *run;
    quire_comparison *c;

    snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", MODEL);
    cr_assert_eq(quire_model_load(&model, path, NULL, 0, NULL), QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, model, NULL, NULL), QUIRE_OK);
    cr_expect_eq(quire_compare_runs(&c, run, run, NULL, NULL), QUIRE_ERROR_USAGE);
    cr_expect_null(c);
    quire_run_destroy(run);
    quire_model_destroy(model);
}
