/* Modes of sheets in space, and what is different there of their states of rest. */
#include "fixtures/rest_stage.h"
#include "fixtures/sanitized.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846
#define SHEET(columns, children)                                                                   \
    "<sheet name=\"page\" media=\"m\" length=\"50 mm\" width=\"210 mm\" segments=\"40\" "          \
    "columns=\"" columns "\"><start from=\"0 mm, 0 mm\"/>" children "</sheet>"
#define STRIP(children)                                                                            \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"5 mm\" segments=\"60\">"           \
    "<start from=\"0 mm, 0 mm\"/>" children "</sheet>"

/* With two columns the state is the planar one to the difference of their hinges, which is of
 * second order; more columns sag across too. */
Test(rest_in_space, a_heavy_cantilever_sags_as_in_the_plane)
{
    static const char *const parts[] = {SHEET("2", "<clamp end=\"trail\"/>"),
                                        SHEET("3", "<clamp end=\"trail\"/>"),
                                        SHEET("9", "<clamp end=\"trail\"/>")};
    struct rest flat;
    rest_find(&flat, "planar", "<run kind=\"equilibrium\"/>", parts[0]);
    for (int k = 0; k < (is_repeated() ? 2 : 3); k++) {
        struct rest r;
        rest_find(&r, "spatial", "<run kind=\"equilibrium\"/>", parts[k]);
        cr_assert_eq(r.status, QUIRE_OK);
        cr_expect_float_eq(quire_run_figure(r.run, "page.lead.x"),
                           quire_run_figure(flat.run, "page.lead.x"), 1e-6);
        cr_expect_float_eq(quire_run_figure(r.run, "page.lead.y"),
                           quire_run_figure(flat.run, "page.lead.y"), 5e-6);
        cr_expect_leq(quire_run_figure(r.run, "equilibrium.iterations"), 12);
        rest_done(&r);
    }
    rest_done(&flat);
}

/* Nothing holds a free sheet: six rigid motions. */
Test(modes_in_space, of_a_free_sheet_begin_with_six_rigid_motions)
{
    struct rest r;
    rest_find(&r, "spatial", NO_GRAVITY "<run kind=\"modes\" count=\"7\"/>", STRIP(""));
    cr_assert_eq(r.status, QUIRE_OK);
    for (int k = 1; k <= 7; k++) {
        char name[40];
        snprintf(name, sizeof name, "modes.%d.frequency", k);
        cr_expect((fabs(quire_run_figure(r.run, name)) <= 0) == (k <= 6), "%s is %g", name,
                  quire_run_figure(r.run, name));
    }
    rest_done(&r);
}

/* the frequency among those of the run that is nearest */
static double
nearest(const struct rest *r, double frequency)
{
    double found = (double)NAN;
    for (int k = 1; k <= 20; k++) {
        char name[40];
        snprintf(name, sizeof name, "modes.%d.frequency", k);
        const double f = quire_run_figure(r->run, name);
        found = isnan(found) || fabs(f - frequency) < fabs(found - frequency) ? f : found;
    }
    return found;
}

/* A narrow strip twists as a rod: waves with the speed sqrt(GJ / rho Ip), between free ends k half
 * waves, of which the edges' bending is the part B (k pi / L)^2 W^3/12 / GJ stiffer; faster as
 * linear elements are. It bends as a beam besides, to a part of the fourth power of kL / N. */
Test(modes_in_space, of_a_narrow_strip_twist_and_bend)
{
    struct rest r;
    const double l = 0.1, w = 0.005, g = 4e9 / 2.6, gj = g * w * 1e-12 / 3,
                 inertia = 0.08 * w * w * w / 12, bending = 4e9 * 1e-12 / 12;
    rest_find(&r, "spatial", NO_GRAVITY "<run kind=\"modes\" count=\"20\"/>", STRIP(""));
    cr_assert_eq(r.status, QUIRE_OK);
    for (int k = 1; k <= 3; k++) {
        const double wave = k * PI / l, x = 0.5 * k * PI / 60,
                     f = sin(x) / x / sqrt(1 - sin(x) * sin(x) / 1.5) * wave / (2 * PI) *
                         sqrt(gj / inertia * (1 + bending * wave * wave * w * w * w / 12 / gj));
        cr_expect_float_eq(nearest(&r, f), f, 5e-4 * f, "twist %d: %g for %g Hz", k, nearest(&r, f),
                           f);
    }
    static const double beam[] = {4.7300407, 7.8532046};
    for (int k = 0; k < 2; k++) {
        const double f = beam[k] * beam[k] / (l * l) * sqrt(bending / 0.08) / (2 * PI),
                     coarse = pow(beam[k] / 60, 4) + 1e-5;
        cr_expect_float_eq(nearest(&r, f), f, coarse * f, "beam %d: %g for %g Hz", k,
                           nearest(&r, f), f);
    }
    rest_done(&r);
}

/* Clamped at one end, odd quarters of a wave; there the warp is held too, which takes sqrt(B W^3/12
 * / GJ) off its length. */
Test(modes_in_space, of_a_narrow_strip_that_is_clamped)
{
    struct rest r;
    const double w = 0.005, gj = 4e9 / 2.6 * w * 1e-12 / 3, inertia = 0.08 * w * w * w / 12,
                 warp = 4e9 * 1e-12 / 12 * w * w * w / 12;
    const double l = 0.1 - sqrt(warp / gj);
    rest_find(&r, "spatial", NO_GRAVITY "<run kind=\"modes\" count=\"20\"/>",
              STRIP("<clamp end=\"trail\"/>"));
    cr_assert_eq(r.status, QUIRE_OK);
    for (int k = 1; k <= 2; k++) {
        const double f = (2 * k - 1) / (4 * l) * sqrt(gj / inertia);
        cr_expect_float_eq(nearest(&r, f), f, 3e-3 * f, "%d: %g for %g Hz", k, nearest(&r, f), f);
    }
    rest_done(&r);
}

/* As many modes as there are degrees of freedom, not one more. */
Test(modes_in_space, are_as_many_as_degrees_of_freedom)
{
    struct rest r;
    rest_find(&r, "spatial", NO_GRAVITY "<run kind=\"modes\" count=\"241\"/>",
              SHEET("2", "<clamp end=\"trail\"/>"));
    cr_expect_eq(r.status, QUIRE_ERROR_INPUT);
    cr_expect(rest_says(&r, "E-RANGE", "count is 241, but the free parts have 240 modes"));
    rest_done(&r);
}
