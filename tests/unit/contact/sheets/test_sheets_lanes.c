/* Contacts of two sheets evaluated in lanes equal those evaluated one by one. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "fixtures/lanes.h"
#include "fixtures/machine.h"

#define PAPER(friction)                                                                            \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\" "                     \
    "rebound-damping-factor=\"0.001\"/>" friction "</contact>"                                     \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"                                          \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define SHEET(name, from, heading, segments)                                                       \
    "<sheet name=\"" name "\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"" segments  \
    "\"><start from=\"" from "\" heading=\"" heading "\"/></sheet>"
/* Inclined by less than the overlap. With equal segments places are at ends of the curve's pieces,
 * with others they are not. */
#define SAME  SHEET("a", "0 mm, 0 mm", "0 deg", "16") SHEET("b", "0 mm, 0.09 mm", "0.02 deg", "16")
#define OTHER SHEET("a", "0 mm, 0 mm", "0 deg", "16") SHEET("b", "61 mm, 0.08 mm", "180 deg", "13")

Test(sheets_lanes, are_what_places_are_one_by_one)
{
    static const char *const layouts[] = {SAME, OTHER};

    for (size_t k = 0; k < 2 * LANE_FRICTIONS; k++) {
        for (unsigned seed = 1; seed <= 3; seed++) {
            char text[4000];
            struct machine m;
            snprintf(text, sizeof text, PAPER("%s") "%s", lane_frictions[k / 2], layouts[k % 2]);
            machine_open(&m, text);
            machine_shake(&m, seed, 2e-6, 0.05);
            machine_drift(&m, 1, k % 3 == 0 ? 0.01 : 0.3, 0);
            lanes_expect_one_by_one(&m, k >= 2, 1e-11);
            machine_close(&m);
        }
    }
}
