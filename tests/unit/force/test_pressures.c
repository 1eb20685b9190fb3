/* Suction, electrostatic holds and brushes: derivatives, and what they do to a sheet whose place is
 * known. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"

#define LINE  GUIDE("", "<line from=\"-5 mm, -0.31 mm\" to=\"70 mm, -0.29 mm\"/>")
#define WHEEL GUIDE("", "<circle centre=\"27 mm, -30.4 mm\" radius=\"30 mm\"/>")
#define ABOVE                                                                                      \
    GUIDE("side=\"right\"", "<polyline points=\"-5 mm, 0.8 mm; 30 mm, 0.9 mm; 80 mm, 1.4 mm\"/>")
#define SUCTION "<suction name=\"p\" guide=\"g\" pressure=\"20 kPa\" half-gap=\"0.2 mm\" "
#define STATIC  "<electrostatic name=\"p\" guide=\"g\" dielectric-thickness=\"1 mm\" "
#define BRUSH                                                                                      \
    "<brush name=\"p\" guide=\"g\" height=\"2 mm\" stiffness=\"1e7 Pa/m\" friction=\"0.4\" "       \
    "threshold-velocity=\"0.6 m/s\" "
#define EXTENT "from=\"12 mm\" to=\"43.3 mm\" "

static const struct {
    const char *name, *parts;
} cases[] = {
    {"suction on a line", HEAD PLAIN_GLIDE SHEET LINE SUCTION EXTENT "/>"},
    {"suction on a wheel", HEAD PLAIN_GLIDE SHEET WHEEL SUCTION "/>"},
    {"suction that fades", HEAD PLAIN_GLIDE SHEET WHEEL SUCTION "reach=\"0.9 mm\"/>"},
    {"a voltage", HEAD PLAIN_GLIDE SHEET LINE STATIC EXTENT "voltage=\"60 kV\"/>"},
    {"a charge above",
     HEAD PLAIN_GLIDE SHEET ABOVE STATIC "charge=\"0.5 C/m^2\" reach=\"2 mm\" to=\"30 mm\"/>"},
    {"a brush", HEAD PLAIN_GLIDE SHEET LINE BRUSH EXTENT "/>"},
    {"a brush above", HEAD PLAIN_GLIDE SHEET ABOVE BRUSH "/>"},
    {"a round brush", HEAD PLAIN_GLIDE SHEET WHEEL BRUSH "/>"},
};

static void
check_derivatives(bool space)
{
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            struct machine m;
            (space ? machine_open_in_space : machine_open)(&m, cases[k].parts);
            machine_shake(&m, seed, 4e-6, 0.2);
            cr_expect(quire_state_forces(m.state, 0.01, m.y));
            cr_expect(fabs(m.state->pressed[0]) > 1e-3, "%s: nothing is pressed", cases[k].name);
            const double error = machine_jacobian_error(&m, 0.01);
            cr_expect(error < 1e-6, "%s, %u: %g", cases[k].name, seed, error);
            machine_close(&m);
        }
    }
}

Test(pressures, have_exact_derivatives)
{
    check_derivatives(false);
}

Test(pressures, have_exact_derivatives_in_space)
{
    check_derivatives(true);
}

/* Two belts 8 mm wide, 20 mm and 40 mm off the middle, on one side of it: force and moment are
 * theirs however many columns there are. */
Test(pressures, narrow_belts_act_where_they_are)
{
    for (int columns = 2; columns <= 9; columns += columns < 3 ? 1 : columns < 5 ? 2 : 4) {
        char parts[2000];
        struct machine m;
        double force = 0, moment = 0;
        snprintf(parts, sizeof parts,
                 "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
                 "<media name=\"soft\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 "
                 "GPa\"/>" PLAIN_GLIDE
                 "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" "
                 "segments=\"12\" columns=\"%d\"><start from=\"0 mm, 0 mm\"/></sheet>"
                 "<guide name=\"g\" surface=\"steel\" across-from=\"16 mm\" across-to=\"24 mm\"> "
                 "<line from=\"-5 mm, -0.25 mm\" to=\"70 mm, -0.25 mm\"/> </guide>"
                 "<guide name=\"h\" surface=\"steel\" across-from=\"36 mm\" across-to=\"44 mm\"> "
                 "<line from=\"-5 mm, -0.25 mm\" to=\"70 mm, -0.25 mm\"/> </guide>"
                 "<suction name=\"p\" guide=\"g\" pressure=\"1 kPa\" half-gap=\"0.2 mm\" from=\"12 "
                 "mm\" to=\"43.3 mm\"/>"
                 "<suction name=\"q\" guide=\"h\" pressure=\"1 kPa\" half-gap=\"0.2 mm\" from=\"12 "
                 "mm\" to=\"43.3 mm\"/>",
                 columns);
        machine_open_in_space(&m, parts);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        const struct quire_ladder *l = m.system->sheet[0].ladder;
        for (int i = 0; i <= l->n; i++) {
            for (int j = 0; j < l->m; j++) {
                const size_t at = m.system->sheet[0].x0 + (size_t)(i * l->block + 3 * j);
                force += m.state->force[at + 1];
                moment += m.state->force[at + 1] * m.y[at + 2];
            }
        }
        const double expected = -0.5 * 1e3 * 8e-3 * 31.3e-3; /* at the gap at which half is left */
        cr_expect(fabs(force / (2 * expected) - 1) < 1e-9, "%d columns: %.12g N, not %.12g N",
                  columns, force, 2 * expected);
        cr_expect(fabs(moment / (60e-3 * expected) - 1) < 1e-9,
                  "%d columns: %.12g N m, not %.12g N m", columns, moment, 60e-3 * expected);
        machine_close(&m);
    }
}
