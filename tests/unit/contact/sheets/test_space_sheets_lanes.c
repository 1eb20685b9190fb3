/* Contacts of two sheets in space evaluated in lanes equal those evaluated one by one, to the last
 * bit. */
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
#define SHEET(name, from, length, segments, columns, more)                                         \
    "<sheet name=\"" name "\" media=\"m\" length=\"" length                                        \
    "\" width=\"100 mm\" segments=\"" segments "\" columns=\"" columns "\"><start from=\"" from    \
    "\" " more "/></sheet>"

/* in line, askew beyond a side edge, across the end of another, end on, three */
static const char *const layouts[] = {
    SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "")
        SHEET("b", "7 mm, 0.09 mm", "60 mm", "8", "2", "across=\"0.1 mm\""),
    SHEET("a", "0 mm, 0 mm", "60 mm", "8", "5", "")
        SHEET("b", "17 mm, 0.09 mm", "50 mm", "6", "3", "yaw=\"-15 deg\" across=\"33 mm\""),
    SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "yaw=\"2 deg\"")
        SHEET("b", "31.2 mm, 0.09 mm", "40 mm", "6", "3", "heading=\"60 deg\""),
    SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "")
        SHEET("b", "60.06 mm, 0.06 mm", "40 mm", "6", "2", "heading=\"2 deg\""),
    SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "")
        SHEET("b", "-21.3 mm, 0.09 mm", "40 mm", "5", "3", "yaw=\"5 deg\"")
            SHEET("c", "10 mm, -0.088 mm", "40 mm", "5", "2", "across=\"-20 mm\"")};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

Test(space_sheets_lanes, are_what_places_are_one_by_one)
{
    for (size_t k = 0; k < LAYOUTS * LANE_FRICTIONS; k++) {
        for (unsigned seed = 1; seed <= 3; seed++) {
            char text[4000];
            struct machine m;
            snprintf(text, sizeof text, PAPER("%s") "%s", lane_frictions[k / LAYOUTS],
                     layouts[k % LAYOUTS]);
            machine_open_in_space(&m, text);
            machine_shake(&m, seed, 4e-6, 0.05);
            lanes_expect_one_by_one(&m, k >= LAYOUTS, 0);
            machine_close(&m);
        }
    }
}
