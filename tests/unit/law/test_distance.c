/* Laws that act before touch, by powers of the distance, against tables of an independent
 * implementation. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "fixtures/law_fixture.h"

/* tractions on 1 m^2, d0 = 0.1 mm, without cut-off */
#define TRACTION "area=1 m^2; reference-distance=0.1 mm; minimum-distance=1 um; "

static bool
agrees(double value, double reference, double largest)
{
    return fabs(value - reference) <= fmax(1e-12 * fabs(reference), 1e-14 * largest);
}

/* a = 1 kPa, nr = 8; b = 5 Pa s/m per traction unit, h = 5 kPa with 3 and 6; friction 3 Pa s/m: 36
 * points */
Test(distance, tractions)
{
    FILE *f = law_table_open("force_tatone.csv");
    char line[LAW_LINE];
    const char *cell[6];
    quire_law *repels = law_make(&quire_kind_normal_distance_power, TRACTION "repulsion=1 kPa");
    quire_law *damped =
        law_make(&quire_kind_normal_distance_power, TRACTION "repulsion=1 kPa; damping=50 Pa*s/m");
    quire_law *adheres =
        law_make(&quire_kind_normal_distance_power, TRACTION "repulsion=1 kPa; adhesion=4 kPa");
    int rows = 0;

    while (law_table_row(f, line, cell, 6) == 6) {
        char settings[256];
        const double x = atof(cell[0]), rate = atof(cell[1]), overlap = -x * 1e-4;
        snprintf(settings, sizeof settings, TRACTION "viscosity=30 Pa*s/m; penetration=%.17g m",
                 overlap);
        quire_law *rubs = law_make(&quire_kind_friction_distance_viscous, settings);
        cr_expect(agrees(quire_law_normal_force(repels, overlap, 0), atof(cell[2]), 0), "%g: %.17g",
                  x, quire_law_normal_force(repels, overlap, 0));
        cr_expect(agrees(quire_law_normal_force(damped, overlap, -rate), atof(cell[3]), 0),
                  "%g %g: %.17g, not %s", x, rate, quire_law_normal_force(damped, overlap, -rate),
                  cell[3]);
        cr_expect(
            agrees(quire_law_normal_force(adheres, overlap, 0), atof(cell[4]), 1e3 * pow(x, -3)),
            "%g: %.17g, not %s", x, quire_law_normal_force(adheres, overlap, 0), cell[4]);
        cr_expect(agrees(quire_law_friction_force(rubs, rate, 1), atof(cell[5]), 0),
                  "%g %g: %.17g, not %s", x, rate, quire_law_friction_force(rubs, rate, 1),
                  cell[5]);
        quire_law_destroy(rubs);
        rows++;
    }
    fclose(f);
    quire_law_destroy(repels);
    quire_law_destroy(damped);
    quire_law_destroy(adheres);
    cr_assert_eq(rows, 36);
}

/* A free mass comes in from afar: D = b v/a, and (a A d0/(n-1)) (d/d0)^(1-n) = m v^2 (D -
 * ln(1+D))/D^2 at the least distance. */
Test(distance, impacts)
{
    FILE *f = law_table_open("impact_tatone.csv");
    char line[LAW_LINE];
    const char *cell[11];
    int rows = 0;

    while (law_table_row(f, line, cell, 11) == 11) {
        char settings[512];
        quire_impact impact;
        snprintf(settings, sizeof settings,
                 "area=%s m^2; reference-distance=%s m; repulsion=%s Pa; repulsion-exponent=%s; "
                 "damping=%s Pa*s/m; "
                 "damping-exponent=%s; minimum-distance=0.1 um; cut-off=%s",
                 cell[5], cell[4], cell[3], cell[0], cell[1], cell[0],
                 /* so far that what lies beyond does not count */
                 atof(cell[0]) < 5 ? "30 mm" : "3 mm");
        quire_law *law = law_make(&quire_kind_normal_distance_power, settings);
        cr_assert_eq(quire_law_impact(law, atof(cell[6]), atof(cell[2]), &impact), QUIRE_OK);
        cr_expect_float_eq(impact.restitution, atof(cell[7]), 1e-5, "%d: %.12g, not %s", rows,
                           impact.restitution, cell[7]);
        cr_expect_float_eq(impact.peak_penetration, -atof(cell[9]), 1e-5 * atof(cell[9]),
                           "%d: %.12g, not %s", rows, impact.peak_penetration, cell[9]);
        quire_law_destroy(law);
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 18);
}

/* Up to the cut-off force and slope go to zero; viscous friction follows distance, slip and factor.
 */
Test(distance, fades_out_at_the_cut_off)
{
    quire_law *law = law_make(
        &quire_kind_normal_distance_power,
        "area=1 cm^2; reference-distance=0.1 mm; cut-off=1 mm; repulsion=1 kPa; adhesion=2 kPa");
    cr_expect_eq(quire_law_normal_force(law, -1e-3, 0), 0);
    cr_expect_lt(fabs(quire_law_normal_force(law, -0.999e-3, 0)), 1e-9);
    cr_expect_lt(fabs(law_normal(law, -0.999e-3, 0).d_overlap),
                 0.03 * fabs(law_normal(law, -0.9e-3, 0).d_overlap));
    cr_expect_neq(quire_law_normal_force(law, -0.9e-3, 0), 0);
    quire_law_destroy(law);

    law = law_make(
        &quire_kind_friction_distance_viscous,
        "area=1 cm^2; reference-distance=0.1 mm; cut-off=1 mm; viscosity=30 Pa*s/m; exponent=2.3");
    for (double overlap = -1.05e-3; overlap < -2e-5; overlap += 7e-5) {
        struct quire_friction_in in = {.slip = 0.2, .normal = 1, .factor = 1.3, .overlap = overlap};
        struct quire_friction_out out, more, less;
        law->friction->eval(law->compiled, &in, &out);
        in.overlap = overlap + 1e-9;
        law->friction->eval(law->compiled, &in, &more);
        in.overlap = overlap - 1e-9;
        law->friction->eval(law->compiled, &in, &less);
        cr_expect_float_eq(out.d_overlap, (more.force - less.force) / 2e-9,
                           1e-4 * fabs(out.d_overlap) + 1e-9);
        cr_expect_float_eq(out.d_slip * 0.2, out.force, 1e-15);
        cr_expect_float_eq(out.d_factor * 1.3, out.force, 1e-15);
    }
    quire_law_destroy(law);
}
