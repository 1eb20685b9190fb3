/* Contact laws that remember: what their places see, and whose memory is whose. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/machine.h"
#include "config.h"
#include "contact/law/law_state.h"
#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "evaluate/law_probe.h"
#include "fixtures/machine.h"
#include "integ/integrator.h"

#define NO_GRAVITY "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
/* So stiff that it stays flat; 0.48 g, half a thickness is 50 um. A law acts on each reference
 * length of it, and once more at each end: here 1002 times. */
#define PLANK                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "bending-stiffness-md=\"10 N*m\" damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"
#define SHEET(from, velocity)                                                                      \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"6\"><start "       \
    "from=\"" from "\" velocity=\"" velocity "\"/></sheet>"
#define TABLE                                                                                      \
    "<guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 "             \
    "mm\"/></guide>"
enum { STATIONS = 7 };

static struct quire_integrator_stats
run(struct machine *m, double end, double tolerance, bool generic)
{
    const struct quire_integrator_options options = {
        .position_tolerance = tolerance, .velocity_rate = 1000, .order = 2, .generic = generic};
    struct quire_integrator *it;
    struct quire_integrator_stats stats;

    cr_assert_eq(quire_engine_start(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < end) {
        cr_assert_eq(quire_integrator_step(it, end), QUIRE_OK, "%s",
                     quire_integrator_why(it)->text);
    }
    quire_integrator_at(it, end, m->y);
    quire_integrator_get_stats(it, &stats);
    quire_integrator_destroy(it);
    return stats;
}

/* Where the sheet remembers beside a node, on its right face, which looks at the table: at an end,
 * or at the first point of the span. */
static int
place_at(const struct machine *m, int node)
{
    return node == 0 || node == STATIONS - 1 ? quire_station_place(m->system, 0, 0, 1, node)
                                             : quire_point_place(m->system, 0, 0, 1, node, 0);
}

/* ---- what is seen at another place ---- */

#define LYING                                                                                      \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"11\"><start "      \
    "from=\"0 mm, 0 mm\"/></sheet>"
#define SEEN_BY(gate)                                                                              \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/><drive name=\"lift\" stroke=\"0 mm\"/>"                    \
    "<contact name=\"c\"><normal law=\"hunt-crossley\" stiffness=\"2e5 N/m\" exponent=\"1\" "      \
    "restitution=\"0.5\"/></contact><pair contact=\"c\"/>"                                         \
    "<guide name=\"g\" surface=\"steel\"><line from=\"-20 mm, -0.04 mm\" to=\"70 mm, -0.04 "       \
    "mm\"/>" gate "</guide>" LYING

/* y after `shift` of the sheet, and of what the guide hangs on */
static void
shift_all(struct machine *m, double shift)
{
    const struct nodes s = machine_nodes(m, 0, m->y);

    for (int i = 0; i <= s.n; i++) {
        s.y[i] += shift;
    }
    if (m->system->n_gate > 0 && m->system->gate[0].small >= 0) {
        m->y[m->system->small[m->system->gate[0].small].q0] -= shift;
    }
}

/* how deep each place is now */
static void
see_all(struct machine *m, double *gap)
{
    quire_state_place(m->state, 0, m->y);
    quire_probe_update(m->state, 0, m->y);
    for (int i = 0; i < m->system->slot[0].n_station; i++) {
        gap[i] = quire_probe(m->state, m->system->slot, m->y, i).overlap;
    }
}

Test(law_memory, sees_where_things_are_and_not_where_they_were)
{
    static const char *const parts[] = {
        SEEN_BY(""), SEEN_BY("<slide direction=\"0, 1\" drive=\"lift\"/>"),
        SEEN_BY("<slide direction=\"0, 1\" mass=\"1 g\" stiffness=\"100 N/m\"/>"),
        SEEN_BY("<pivot at=\"-20 mm, -8 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"0.1 N*m/rad\"/>")};

    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        double gap[3][400] = {{0}};
        struct machine moved, fresh;
        machine_open(&moved, parts[k]);
        machine_open(&fresh, parts[k]);
        const int n = quire_sheet_places(moved.system, 0);
        cr_assert(n > 0 && n <= 400);
        cr_assert(quire_state_forces(moved.state, 0, moved.y));
        see_all(&moved, gap[0]);
        shift_all(&moved, 30e-6);
        see_all(&moved, gap[1]);
        shift_all(&fresh, 30e-6);
        cr_assert(quire_state_forces(fresh.state, 0, fresh.y));
        see_all(&fresh, gap[2]);
        int other = 0;
        for (int i = 0; i < n; i++) {
            cr_expect_eq(gap[1][i], gap[2][i], "%zu, place %d: %g, not %g", k, i, gap[1][i],
                         gap[2][i]);
            other += gap[0][i] != gap[1][i] ? 1 : 0;
        }
        cr_expect_gt(other, 5, "%zu: nothing has moved: %d of %d", k, other, n);
        machine_close(&moved);
        machine_close(&fresh);
    }
}

#define GRAVITY "<settings><gravity vector=\"0 m/s^2, -10 m/s^2\"/></settings>"
/* ---- whose memory ---- */

#define TWO_GUIDES                                                                                 \
    "<guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, 0 mm\" to=\"80.3 mm, 0 "            \
    "mm\"/></guide><guide name=\"h\" surface=\"steel\"><line from=\"80.3 mm, 0 mm\" to=\"200 mm, " \
    "0 "                                                                                           \
    "mm\"/></guide>"

#define STICKY                                                                                     \
    "<contact name=\"c\"><normal law=\"eepa\" stiffness=\"{2e8 N/m^2 / 1002}\" exponent=\"2\" "    \
    "plasticity-ratio=\"0.6\" adhesion-stiffness=\"{5e7 N/m^2 / 1002}\" adhesion-exponent=\"2\" "  \
    "reference-length=\"0.06 mm\"/><friction law=\"tangential-spring\" coefficient=\"0.3\" "       \
    "stiffness=\"{2e4 N/m / 1002}\" damping=\"{0.05 N*s/m / 1002}\"/></contact><pair "             \
    "contact=\"c\"/>"

/* plastic overlap and tangential spring: thrown at the table, the plank stays on it and slides over
 * the joint as over one guide */
Test(law_memory, plastic_overlap_and_spring_pass_a_joint)
{
    struct machine m[2];
    double largest[2][STATIONS];

    for (int k = 0; k < 2; k++) {
        machine_open(m + k, k == 0 ? GRAVITY PLANK STICKY TABLE SHEET("20 mm, 0.055 mm",
                                                                      "0.5 m/s, -0.05 m/s")
                                   : GRAVITY PLANK STICKY TWO_GUIDES SHEET("20 mm, 0.055 mm",
                                                                           "0.5 m/s, -0.05 m/s"));
        run(m + k, 20e-3, 1e-8, false);
        for (int i = 0; i < STATIONS; i++) {
            largest[k][i] =
                m[k].state->memory[m[k].system->slot[0].memory0 + place_at(m + k, i)].history[0];
        }
    }
    const struct nodes a = machine_nodes(m, 0, m[0].y), b = machine_nodes(m + 1, 0, m[1].y);
    cr_expect_gt(b.x[b.n], 88e-3);
    for (int i = 0; i < STATIONS; i++) {
        const double overlap = 50e-6 - a.y[i];
        cr_expect(largest[0][i] > 2e-6 && overlap > 0 && overlap < 0.99 * largest[0][i], "%g %g",
                  largest[0][i], overlap);
        cr_expect_float_eq(largest[1][i], largest[0][i], 1e-3 * largest[0][i], "%g %g",
                           largest[1][i], largest[0][i]);
        /* another length of the steps moves it by half of that */
        cr_expect_float_eq(b.x[i], a.x[i], 8e-7, "%g %g", b.x[i], a.x[i]);
        cr_expect_float_eq(b.y[i], a.y[i], 8e-7, "%g %g", b.y[i], a.y[i]);
    }
    machine_close(m);
    machine_close(m + 1);
}

/* ---- what does not know the mesh ---- */

/* the force on the sheet from what is touched, or between two rollers */
static double
squeeze(struct machine *m, enum quire_partner_kind target, int index)
{
    double force = 0;

    machine_touches(m, target, index, 0);
    for (int k = 0; k < m->state->n_touch; k++) {
        const struct quire_touch *t = m->state->touch + k;
        force += quire_partner_is(t->pair.target, quire_partner(target, index)) ? t->force : 0;
    }
    return force;
}

/* The law acts as a whole at an edge, and between the nodes as at them. */
Test(law_memory, an_edge_is_as_stiff_with_any_segments)
{
    static const int segments[] = {3, 12, 48, 192};

    for (size_t k = 0; k < sizeof segments / sizeof *segments; k++) {
        struct machine m;
        char text[1024];
        snprintf(text, sizeof text,
                 PLANK
                 "<contact name=\"c\"><normal law=\"eepa\" stiffness=\"1e5 N/m\" "
                 "exponent=\"1\" plasticity-ratio=\"0.3\" reference-length=\"5 mm\"/>"
                 "</contact><pair contact=\"c\"/>" TABLE
                 "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                 "segments=\"%d\"><start from=\"3 mm, 60.04 mm\" heading=\"-90 deg\"/></sheet>",
                 segments[k]);
        machine_open(&m, text);
        cr_expect_float_eq(squeeze(&m, QUIRE_PARTNER_GUIDE, 0), 1, 0.02, "%d: %g N", segments[k],
                           squeeze(&m, QUIRE_PARTNER_GUIDE, 0));
        machine_close(&m);
    }
}

/* A bar is felt between two nodes as under one. */
Test(law_memory, a_bar_is_as_stiff_under_any_node)
{
    double least = HUGE_VAL, most = 0;

    for (int k = 0; k < 20; k++) {
        struct machine m;
        char text[1024];
        snprintf(text, sizeof text,
                 PLANK "<contact name=\"c\"><normal law=\"eepa\" stiffness=\"1e5 N/m\" "
                       "exponent=\"1\" plasticity-ratio=\"0.3\" reference-length=\"5 mm\"/>"
                       "</contact><pair contact=\"c\"/><guide name=\"g\" surface=\"steel\" "
                       "thickness=\"1 mm\"><circle centre=\"%.9g mm, -2 mm\" radius=\"2 mm\"/>"
                       "</guide>" SHEET("-30 mm, -0.05 mm", "0 m/s, 0 m/s"),
                 -1 + 0.537 * k);
        machine_open(&m, text);
        const double force = squeeze(&m, QUIRE_PARTNER_GUIDE, 0);
        least = fmin(least, force);
        most = fmax(most, force);
        machine_close(&m);
    }
    cr_expect_lt(most, 1.3 * least, "%g N to %g N", least, most);
}
