/* S5: the overhang at which a strip hangs 41.5 degrees down measures its bending stiffness. */
#include "validate.h"

#include <math.h>
#include <stdio.h>

#define ANGLE    41.5 /* [deg] */
#define SEGMENTS 40

static double
chord_angle(const char *name, const struct material *m, double length)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    struct tip tip;
    set_material(&s, m);
    set_number(&s, "length", length, "m");
    set_number(&s, "segments", SEGMENTS, "");
    if (!simulation_start(&sim, name, "heavy-cantilever.xml", &s)) {
        return (double)NAN;
    }
    const double angle =
        simulation_tip(&sim, name, &tip) ? atan2(-tip.y, tip.x) * 180 / PI : (double)NAN;
    simulation_end(&sim);
    return angle;
}

static void
cantilever_test(void)
{
    static const char *const materials[] = {"paper80", "film25", "card300"};
    struct table refs;
    table_load(&refs, "s5_cantilever_test.csv");
    for (size_t i = 0; i < sizeof materials / sizeof *materials; i++) {
        const struct material *m = material_find(materials[i]);
        const double unit = cbrt(material_bending(m) / (m->grammage * GRAVITY)),
                     exact = table_number(&refs, 1, "value") * unit;
        double low = 0.9 * exact, high = 1.1 * exact, angle = 0;
        char name[80];
        snprintf(name, sizeof name, "S5 %s", m->name);
        while (high - low > 1e-6 * exact && !isnan(angle)) {
            const double middle = 0.5 * (low + high);
            angle = chord_angle(name, m, middle);
            if (angle < ANGLE) {
                low = middle;
            } else {
                high = middle;
            }
        }
        if (!isnan(angle)) {
            report(name, "overhang [m], relative error", exact, 0.5 * (low + high), exact, 0.003);
        }
    }
    table_clear(&refs);
}

const struct validation_case case_cantilever_test = {
    .id = "S5",
    .title = "Cantilever test of bending stiffness",
    .tests = "The length at which a strip that sticks out of a clamp hangs down at a given angle.",
    .setup = "Strips of paper, film and card sag under their own weight, from the clamp on; the "
             "length at which the line from the clamp to the tip points 41.5° down, by bisection "
             "over states of rest; 40 segments.",
    .reference = "The elastica under its own weight: 2.00035 (B/q)^(1/3), against 2 in the rule of "
                 "F. T. Peirce, J. Text. Inst. 21 (1930) T377 (ASTM D1388, ISO 9073-7).",
    .run = cantilever_test,
    .in_space = true,
};
