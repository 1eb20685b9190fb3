/* Exudyn's friction against a table of an independent implementation; the tangential spring against
 * stick-slip. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "fixtures/law_fixture.h"

/* F = -mu [N]+ v / max(|v|, vr) at 108 points */
Test(regularised, forces)
{
    FILE *f = law_table_open("friction_exudyn.csv");
    char line[LAW_LINE];
    const char *cell[5];
    int rows = 0;

    while (law_table_row(f, line, cell, 5) == 5) {
        char settings[128];
        snprintf(settings, sizeof settings,
                 "dynamic-coefficient=%s; regularisation-velocity=%s m/s", cell[0], cell[1]);
        quire_law *law = law_make(&quire_kind_friction_regularised, settings);
        const double normal = atof(cell[2]), slip = atof(cell[3]), reference = atof(cell[4]);
        const struct quire_friction_out out = law_friction(law, slip, normal, 1);
        cr_expect_float_eq(out.force, reference, 1e-12 * fabs(reference), "%g %g: %.17g, not %.17g",
                           normal, slip, out.force, reference);
        cr_expect_float_eq(quire_law_friction_force(law, slip, normal), reference,
                           1e-12 * fabs(reference));
        quire_law_destroy(law);
        rows++;
    }
    fclose(f);
    cr_assert_eq(rows, 108);
}

/* F = -(k x + c v) below the limit, mu N beyond, and the same as stick-slip with one coefficient,
 * c = k tau, and a spring that is as stiff under any load */
Test(tangential_spring, is_stick_slip_with_one_coefficient)
{
    quire_law *spring = law_make(&quire_kind_friction_tangential_spring,
                                 "coefficient=0.3; stiffness=2e5 N/m; damping=6 N*s/m");
    quire_law *sticks = law_make(&quire_kind_friction_stick_slip,
                                 "dynamic-coefficient=0.3; stiffness=2e5 N/m; damping-time=30 us; "
                                 "elastic-slip=0 um");
    struct quire_law_memory one = {0}, other = {0};
    double slid = 0;
    int slides = 0;

    for (int i = 0; i < 2000; i++) {
        const double slip = 0.01 * sin(0.01 * i),
                     normal = 1 + 0.5 * cos(0.03 * i) - (i % 100 == 0 ? 2 : 0);
        slid += 1e-5 * slip;
        struct quire_friction_in in = {
            .slip = slip, .normal = normal, .factor = 1, .slid = slid, .memory = &one};
        struct quire_friction_out a, b;
        spring->friction->eval(spring->compiled, &in, &a);
        in.memory = &other;
        sticks->friction->eval(sticks->compiled, &in, &b);
        cr_expect(a.force == b.force && a.d_slip == b.d_slip && a.d_slid == b.d_slid &&
                  a.d_normal == b.d_normal);
        cr_expect(fabs(a.force) <= 0.3 * fmax(normal, 0) * (1 + 1e-15));
        slides += a.d_slip == 0;
        spring->friction->commit(spring->compiled, &in, &one);
        sticks->friction->commit(sticks->compiled, &in, &other);
    }
    cr_expect(slides > 100 && slides < 1900, "%d", slides);
    const struct quire_friction_in held = {.slip = 1e-3,
                                           .normal = 5,
                                           .factor = 1,
                                           .slid = 2e-6,
                                           .memory = &(struct quire_law_memory){.mode = 1}};
    struct quire_friction_out out;
    spring->friction->eval(spring->compiled, &held, &out);
    cr_expect_float_eq(out.force, -(2e5 * 2e-6 + 6 * 1e-3), 1e-15);
    quire_law_destroy(spring);
    quire_law_destroy(sticks);
}
