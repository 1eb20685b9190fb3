/* Contacts of two sheets in space evaluated in lanes equal those evaluated one by one, to the last
 * bit, and sheets that are left out because they stay apart do not touch. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/sheets/space_sheets.h"
#include "evaluate/evaluate.h"

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

/* moves a sheet's nodes as one, and bends it by `bend` */
static void
move(const struct machine *m, int sheet, double dx, double dy, double dz, double bend)
{
    const struct quire_sheet *s = m->system->sheet + machine_sheet(m, sheet);
    double *q = m->y + s->x0;

    for (int i = 0; i <= s->chain.n; i++) {
        for (int j = 0; j < s->ladder->m; j++) {
            double *at = q + 3 * (i * s->ladder->m + j);
            at[0] += dx;
            at[1] += dy + bend * sin(1.0 + i + 2.0 * j);
            at[2] += dz;
        }
    }
}

/* pairs of sheets that may touch, of which it is known that they stay apart */
static int
stay_apart(const struct machine *m)
{
    int n = 0;

    for (int a = 0; a < m->system->n_sheet; a++) {
        for (int b = 0; b < m->system->n_sheet; b++) {
            n += a != b && quire_near_count(m->state->near, a, b) > 0 &&
                 quire_space_sheets_stay_apart(m->state, a, b);
        }
    }
    return n;
}

/* Three of a pile that goes along, bends, and comes together and apart: as if it had never been
 * looked at before. */
Test(space_sheets_lanes, sheets_that_stay_apart_are_left_out)
{
    static const char pile[] = PAPER("") SHEET("a", "0 mm, 0 mm", "60 mm", "8", "2", "")
        SHEET("b", "1 mm, 0.095 mm", "60 mm", "8", "2", "across=\"2 mm\"")
            SHEET("c", "3 mm, 0.19 mm", "60 mm", "8", "3", "across=\"-1 mm\"");
    struct machine m;
    unsigned seed = 5;
    int left_out = 0, met = 0;

    machine_open_in_space(&m, pile);
    const size_t size = sizeof(double) * m.system->layout.nv;
    double *force = malloc(size);
    cr_assert_not_null(force);
    for (int k = 0; k < 300; k++) {
        const double along = 1e-4 * machine_random(&seed), up = 1e-5 * machine_random(&seed),
                     way = k % 100 < 50 ? 1 : -1; /* of c to a, and back */
        struct machine fresh;
        for (int s = 0; s < 3; s++) {
            const double fall = k / 100 != 1 ? 1.2e-6 * s * way : 0,
                         bend = k / 100 == 1 && s == 2 ? 3e-6 * way
                                : k / 100 == 2         ? 1e-6 * machine_random(&seed)
                                                       : 0;
            move(&m, s, along, up - fall, 1e-6 * machine_random(&seed), bend);
        }
        cr_assert(quire_state_forces(m.state, 0, m.y));
        left_out += stay_apart(&m);
        memcpy(force, m.state->force, size);
        met += machine_touches(&m, QUIRE_PARTNER_SHEET, 0, 2) > 0 ||
               machine_touches(&m, QUIRE_PARTNER_SHEET, 2, 0) > 0;
        machine_open_in_space(&fresh, pile);
        cr_assert(quire_state_forces(fresh.state, 0, m.y));
        cr_assert_arr_eq(force, fresh.state->force, size, "%d", k);
        machine_close(&fresh);
    }
    cr_assert(left_out > 100 && met > 50, "%d, %d", left_out, met);
    free(force);
    machine_close(&m);
}
