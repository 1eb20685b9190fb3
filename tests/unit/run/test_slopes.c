/* Sheets that lie on slopes which are not steep enough for them to slide: they stay where they are,
 * and friction is their weight along the slope, at every sample. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/machine.h"

#define GRAVITY 9.80665
#define AREA    (300e-3 * 0.21) /* grammage times width [kg/m] */

struct slope {
    double angle;  /* [deg]; the coefficient of 0.4 holds up to 21.8 */
    double height; /* of the mid-line at the start; 0.15 mm: it touches [mm] */
    double length; /* [mm] */
    int segments;
    const char *motion, *law;
};

static quire_run *
lie(quire_model **model, const struct slope *s)
{
    const double angle = s->angle * acos(-1) / 180;
    quire_diag *diag = quire_diag_create();
    quire_run *run;
    char text[1600];

    snprintf(text, sizeof text,
             "<settings><gravity vector=\"%.17g m/s^2, %.17g m/s^2\"/>"
             "<run end=\"1 s\" sample=\"1 ms\"/></settings>"
             "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" "
             "exponent=\"1.3\" damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\" "
             "rebound-damping-factor=\"1\"/><friction law=\"stick-slip\" %s/></contact>"
             "<pair contact=\"c\"/>"
             "<media name=\"m\" grammage=\"300 g/m^2\" thickness=\"0.3 mm\" modulus-md=\"5 GPa\"/>"
             "<guide name=\"g\" surface=\"f\"><line from=\"-400 mm, 0 mm\" to=\"500 mm, 0 mm\"/>"
             "</guide><sheet name=\"s\" media=\"m\" length=\"%g mm\" width=\"210 mm\" "
             "segments=\"%d\"><start from=\"0 mm, %g mm\"/></sheet>",
             GRAVITY * sin(angle), -GRAVITY * cos(angle), s->law, s->length, s->segments,
             s->height);
    *model = machine_model(text);
    quire_run_options options = quire_run_options_default();
    options.motion = s->motion;
    cr_assert_eq(quire_run_create(&run, *model, &options, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

static size_t
column(const quire_run *run, const char *name)
{
    size_t i = 0;

    while (i < quire_run_column_count(run) && strcmp(quire_run_column_name(run, i), name) != 0) {
        i++;
    }
    cr_assert_lt(i, quire_run_column_count(run), "%s", name);
    return i;
}

static void
expect_rest(const struct slope *s)
{
    quire_model *model;
    quire_run *run = lie(&model, s);
    const size_t x = column(run, "s.lead.x [m]"), drag = column(run, "g.drag [N]"),
                 n = quire_run_row_count(run), half = n / 2;
    const double weight = AREA * s->length * 1e-3 * GRAVITY * sin(s->angle * acos(-1) / 180);
    double farthest = 0, up = 0, worst = 0;

    for (size_t i = half; i < n; i++) {
        farthest = fmax(farthest, quire_run_value(run, i, x));
        up = fmax(up, farthest - quire_run_value(run, i, x));
        worst = fmax(worst, fabs(fabs(quire_run_value(run, i, drag)) - weight));
    }
    const double creep = fabs(quire_run_value(run, n - 1, x) - quire_run_value(run, half, x)) / 0.5;
    cr_expect_lt(creep, 1e-6, "%g deg, %g mm high, %d segments of %g mm, %s: %g m/s", s->angle,
                 s->height, s->segments, s->length, s->law, creep);
    cr_expect_lt(up, 0.05e-6, "%g deg, %g mm high, %d segments of %g mm, %s: %g m uphill", s->angle,
                 s->height, s->segments, s->length, s->law, up);
    cr_expect_lt(worst, 0.01 * weight, "%g deg, %g mm high, %d segments of %g mm, %s: %g N of %g",
                 s->angle, s->height, s->segments, s->length, s->law, worst, weight);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(slopes, hold_sheets_where_they_are)
{
    static const double angle[] = {1, 5, 10, 15, 18, 20, 21},
                        height[] = {0.146, 0.147, 0.148, 0.15};

    for (size_t a = 0; a < sizeof angle / sizeof *angle; a++) {
        for (size_t h = 0; h < sizeof height / sizeof *height; h++) {
            expect_rest(&(struct slope){angle[a], height[h], 100, 20, "planar",
                                        "dynamic-coefficient=\"0.4\""});
        }
    }
}

Test(slopes, hold_sheets_of_any_length_in_any_number_of_segments)
{
    static const struct slope slopes[] = {
        {15, 0.147, 20, 5, "planar", "dynamic-coefficient=\"0.4\""},
        {21, 0.147, 20, 5, "planar", "dynamic-coefficient=\"0.4\""},
        {21, 0.147, 50, 10, "planar", "dynamic-coefficient=\"0.4\""},
        {21, 0.147, 100, 60, "planar", "dynamic-coefficient=\"0.4\""},
        {21, 0.147, 297, 60, "planar", "dynamic-coefficient=\"0.4\""},
        {10, 0.147, 297, 120, "planar", "dynamic-coefficient=\"0.4\""},
    };

    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
        expect_rest(slopes + k);
    }
}

Test(slopes, hold_sheets_that_would_slide_once_they_moved)
{
    static const struct slope slopes[] = {
        {15, 0.147, 100, 20, "planar", "dynamic-coefficient=\"0.3\" static-coefficient=\"0.4\""},
        {10, 0.15, 100, 20, "planar", "dynamic-coefficient=\"0.2\" static-coefficient=\"0.4\""},
    };

    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
        expect_rest(slopes + k);
    }
}

Test(slopes, hold_sheets_in_space)
{
    static const struct slope slopes[] = {
        {5, 0.148, 100, 20, "spatial", "dynamic-coefficient=\"0.4\""},
        {20, 0.147, 100, 20, "spatial", "dynamic-coefficient=\"0.4\""},
        {21, 0.15, 100, 20, "spatial", "dynamic-coefficient=\"0.4\""},
    };

    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
        expect_rest(slopes + k);
    }
}
