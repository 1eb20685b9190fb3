/* Sheets on laws that act before touch: exact derivatives, a film that carries, energy, and no
 * coming nearer than the minimum. */
#include <criterion/criterion.h>
#include <math.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define FILM                                                                                       \
    "<contact name=\"c\"><normal law=\"distance-power\" area=\"5 cm^2\" reference-distance=\"0.1 " \
    "mm\" cut-off=\"1 mm\" minimum-distance=\"5 um\" "                                             \
    "repulsion=\"10 Pa\" repulsion-exponent=\"3\" damping=\"2 Pa*s/m\" damping-exponent=\"2\" "    \
    "adhesion=\"3 Pa\"/><friction "                                                                \
    "law=\"distance-viscous\" area=\"5 cm^2\" reference-distance=\"0.1 mm\" cut-off=\"1 mm\" "     \
    "minimum-distance=\"5 um\" viscosity=\"3 Pa*s/m\" "                                            \
    "exponent=\"1\"/></contact><pair contact=\"c\"/>"
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"

Test(distance_contact, derivatives_equal_differences)
{
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct machine m;
        machine_open(&m,
                     FILM MEDIA "<drive name=\"d\" speed=\"0.3 m/s\"/><roller name=\"r\" "
                                "centre=\"31 mm, 10.15 mm\" radius=\"10 mm\" surface=\"rubber\" "
                                "drive=\"d\" slide=\"80 deg\" load=\"1 N\" mass=\"15 g\"/>"
                                "<guide name=\"g\" surface=\"steel\" velocity=\"0.1 m/s\"><line "
                                "from=\"-20 mm, -0.3 mm\" to=\"42 mm, -0.3 mm\"/>"
                                "<line from=\"42 mm, -0.3 mm\" to=\"70 mm, -0.1 mm\"/></guide>"
                                "<guide name=\"h\" surface=\"steel\" side=\"right\"><line "
                                "from=\"10 mm, 0.4 mm\" to=\"20 mm, 0.25 mm\"/></guide>"
                                "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                                "segments=\"11\"><start from=\"0 mm, 0 mm\"/></sheet>");
        machine_shake(&m, seed, 4e-6, 0.05);
        machine_drift(&m, 0, 0.4, 0);
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 0, 0), 5);
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 1, 0), 0);
        const double error = machine_jacobian_error(&m, 0);
        cr_expect_lt(error, 2e-6, "%g", error);
        machine_close(&m);
    }
}

/* A place that is too near makes the evaluation fail, one that is not does not. */
Test(distance_contact, none_comes_nearer_than_the_minimum)
{
    for (int near = 0; near < 2; near++) {
        struct machine m;
        machine_open(&m, near ? FILM MEDIA "<guide name=\"g\" surface=\"steel\"><line from=\"-20 "
                                           "mm, -0.054 mm\" to=\"80 mm, -0.054 mm\"/></guide>"
                                           "<sheet name=\"s\" media=\"m\" length=\"60 mm\" "
                                           "width=\"100 mm\"><start from=\"0 mm, 0 mm\"/></sheet>"
                              : FILM MEDIA "<guide name=\"g\" surface=\"steel\"><line from=\"-20 "
                                           "mm, -0.056 mm\" to=\"80 mm, -0.056 mm\"/></guide>"
                                           "<sheet name=\"s\" media=\"m\" length=\"60 mm\" "
                                           "width=\"100 mm\"><start from=\"0 mm, 0 mm\"/></sheet>");
        cr_expect_eq(quire_state_forces(m.state, 0, m.y), !near);
        cr_expect_eq(m.state->too_deep.law != NULL, near);
        machine_close(&m);
    }
}
