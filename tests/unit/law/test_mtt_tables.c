/* The MTT laws against tables of an independent implementation (tests/data/physics). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/law_fixture.h"

/* N = [k d^m + c(d) d']+ and N = [k d^m1 + c sgn(d') |d'|^m2 d^m3]+ at 2574 points */
Test(mtt_tables, normal_forces)
{
    FILE *f = law_table_open("force_mtt3d.csv");
    char line[LAW_LINE], set[64] = "";
    const char *cell[4];
    quire_law *law = NULL;
    int rows = 0;
    while (law_table_row(f, line, cell, 4) == 4) {
        if (strcmp(set, cell[0]) != 0) {
            quire_law_destroy(law);
            law = law_from_set(cell[0]);
            snprintf(set, sizeof set, "%s", cell[0]);
        }
        const double delta = atof(cell[1]), rate = atof(cell[2]), force = atof(cell[3]);
        const double largest = law_normal(law, fmax(delta, 0.0), fabs(rate)).force;
        const double got = quire_law_normal_force(law, delta, rate);
        cr_expect(law_agrees(got, force, largest), "%s %g %g: %.17g, not %.17g", set, delta, rate,
                  got, force);
        rows++;
    }
    quire_law_destroy(law);
    fclose(f);
    cr_assert_eq(rows, 2574);
}

#define TWO                                                                                        \
    "static-coefficient=0.4; dynamic-coefficient=0.3; static-velocity=1 mm/s; "                    \
    "dynamic-velocity=1.5 mm/s"

/* the table's parameters: mu_s 0.4, mu_d 0.3, v_s 1 mm/s, v_d 1.5 mm/s, one threshold with 0.3 at
 * 1 mm/s; N = 2 N; guide velocity 1 mm/s; overdrive 1e-3/N at 0.5 m/s; vertex factor 1.5 */
Test(mtt_tables, friction_forces)
{
    static const char *const settings[6] = {
        TWO,
        "dynamic-coefficient=0.3; threshold-velocity=1 mm/s",
        TWO,
        TWO "; guide-velocity=1 mm/s",
        TWO "; overdrive-factor=1e-3 N^-1; roller-speed=0.5 m/s",
        TWO "; vertex-friction-factor=1.5",
    };
    /* the first two columns are mu(v): the force on the sheet at N = 1 with the other sign */
    static const double normal[6] = {-1.0, -1.0, 2.0, 2.0, 2.0, 2.0};
    quire_law *law[2][6];
    FILE *f = law_table_open("friction_mtt3d.csv");
    char line[LAW_LINE];
    const char *cell[8];
    int rows = 0;
    for (int i = 0; i < 6; i++) {
        law[0][i] = law_make(&quire_kind_friction_mtt_step, settings[i]);
        law[1][i] = law_make(&quire_kind_friction_mtt_linear, settings[i]);
    }
    while (law_table_row(f, line, cell, 8) == 8) {
        const int kind = strcmp(cell[0], "LINEAR") == 0;
        const double v = atof(cell[1]);
        for (int i = 0; i < 6; i++) {
            const double n = normal[i], reference = atof(cell[2 + i]);
            const double got = n < 0.0 ? -quire_law_friction_force(law[kind][i], v, 1.0)
                                       : quire_law_friction_force(law[kind][i], v, n);
            cr_expect(law_agrees(got, reference, fabs(n)), "%s column %d v %g: %.17g, not %.17g",
                      cell[0], i, v, got, reference);
        }
        rows++;
    }
    for (int i = 0; i < 6; i++) {
        quire_law_destroy(law[0][i]);
        quire_law_destroy(law[1][i]);
    }
    fclose(f);
    cr_assert_eq(rows, 52);
}

static bool
near(double value, double reference)
{
    return fabs(value - reference) <= 1e-9 * fabs(reference);
}

/* Release where the force is cut at zero. Two columns of the table are less sharp than the others:
 * its peak force is the largest of samples, so a little low, and a cut very near to zero overlap it
 * takes for release at zero, after the flight through the rest. */
static void
check_impact(const char *set, double speed, const quire_impact *hit, const char *const cell[10])
{
    const double restitution = atof(cell[4]), depth = atof(cell[5]), time = atof(cell[7]),
                 force = atof(cell[8]), release = atof(cell[9]);
    cr_expect(near(hit->restitution, restitution), "%s %g: e %.12g, not %.12g", set, speed,
              hit->restitution, restitution);
    cr_expect(near(hit->peak_penetration, depth), "%s %g: depth %.12g, not %.12g", set, speed,
              hit->peak_penetration, depth);
    cr_expect(hit->peak_force >= force * (1.0 - 1e-10) && hit->peak_force < force * (1.0 + 3e-5),
              "%s %g: force %.12g, not %.12g", set, speed, hit->peak_force, force);
    double flight = 0.0;
    if (release > 0.0 || hit->release_penetration > 1e-4 * depth) {
        cr_expect(near(hit->release_penetration, release), "%s %g: release %.12g, not %.12g", set,
                  speed, hit->release_penetration, release);
    } else {
        flight = hit->release_penetration / (hit->restitution * speed);
    }
    cr_expect(near(hit->duration + flight, time), "%s %g: time %.12g, not %.12g", set, speed,
              hit->duration + flight, time);
}

Test(mtt_tables, impacts)
{
    FILE *f = law_table_open("impact_mtt3d.csv");
    char line[LAW_LINE];
    const char *cell[10];
    int rows = 0;
    while (law_table_row(f, line, cell, 10) == 10) {
        quire_law *law = law_from_set(cell[0]);
        quire_impact hit;
        cr_assert_eq(quire_law_impact(law, atof(cell[2]), atof(cell[1]), &hit), QUIRE_OK);
        check_impact(cell[0], atof(cell[1]), &hit, cell);
        quire_law_destroy(law);
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 78);
}
