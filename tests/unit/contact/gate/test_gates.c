/* Guides that move: derivatives, and what a sheet feels of one. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "contact/law/law_state.h"
#include "evaluate/evaluate.h"
#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"
#include "observe/observe.h"
#include "step/law_history.h"

#define TURNS                                                                                      \
    "<drive name=\"turn\" angle=\"0.4 rad\"><to time=\"5 ms\" angle=\"0.35 rad\"/><to time=\"15 "  \
    "ms\" angle=\"0.45 rad\"/></drive>"
#define PUSHES                                                                                     \
    "<drive name=\"pushes\" stroke=\"2 mm\"><to time=\"5 ms\" stroke=\"1 mm\"/><to time=\"15 "     \
    "ms\" stroke=\"3 mm\"/></drive>"
#define HELD_PIVOT                                                                                 \
    "<pivot at=\"30 mm, -19.985 mm\" inertia=\"1e-7 kg*m^2\" mass=\"2 g\" centre=\"40 mm, -10 "    \
    "mm\" stiffness=\"0.02 N*m/rad\" damping=\"1e-5 N*m*s/rad\" angle=\"0.4 rad\"/>"
#define STOPPED_PIVOT                                                                              \
    "<pivot at=\"30 mm, -19.985 mm\" inertia=\"1e-7 kg*m^2\" stiffness=\"0.02 N*m/rad\" "          \
    "to=\"0.3997 rad\"/>"
#define HELD_SLIDE "<slide direction=\"3, 4\" mass=\"1 g\" stiffness=\"100 N/m\" stroke=\"2 mm\"/>"
#define PIVOT      "<pivot at=\"30 mm, -19.985 mm\" drive=\"turn\"/>"
#define SLIDE      "<slide direction=\"3, 4\" drive=\"pushes\"/>"

/* at 10 ms the gates on a pivot have turned by 0.4 rad, those on a slide are at 2 mm; both go on */
static const struct gate_case {
    const char *name, *parts;
    double rate; /* of one that a spring holds [rad/s] or [m/s] */
} gates[] = {
    {"a line on a pivot",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "", "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, -10.185589 mm\"/>" PIVOT),
     0},
    {"with a belt",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "velocity=\"0.1 m/s\"",
         "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, -10.185589 mm\"/>" PIVOT),
     0},
    {"the edge of one",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "", "<line from=\"32.830898 mm, -8.168431 mm\" to=\"35.927942 mm, -0.843233 mm\"/>" PIVOT),
     0},
    {"a wheel",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "side=\"right\"", "<circle centre=\"32.83 mm, -8.2 mm\" radius=\"8.18 mm\"/>" PIVOT),
     0},
    {"a line on a slide",
     HEAD PLAIN_GLIDE SHEET PUSHES GUIDE(
         "", "<line from=\"-11.2 mm, -1.632 mm\" to=\"68.8 mm, -1.628 mm\"/>" SLIDE),
     0},
    {"a line on a pivot that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE("", "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, "
                                      "-10.185589 mm\"/>" HELD_PIVOT),
     10},
    {"one in its stop",
     HEAD PLAIN_GLIDE SHEET GUIDE("", "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, "
                                      "-10.185589 mm\"/>" STOPPED_PIVOT),
     -0.06},
    {"the edge of one that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE("velocity=\"0.1 m/s\"",
                                  "<line from=\"32.830898 mm, -8.168431 mm\" to=\"35.927942 mm, "
                                  "-0.843233 mm\"/>" HELD_PIVOT),
     10},
    {"a wheel that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE(
         "side=\"right\"", "<circle centre=\"32.83 mm, -8.2 mm\" radius=\"8.18 mm\"/>" HELD_PIVOT),
     10},
    {"a line on a slide that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE(
         "", "<line from=\"-11.2 mm, -1.632 mm\" to=\"68.8 mm, -1.628 mm\"/>" HELD_SLIDE),
     0.1},
    {"the edge of one on such a slide",
     HEAD PLAIN_GLIDE SHEET GUIDE(
         "", "<line from=\"27.3 mm, -41 mm\" to=\"27.3 mm, -1.632 mm\"/>" HELD_SLIDE),
     0.1},
    {"the edge of one on a slide",
     HEAD PLAIN_GLIDE SHEET PUSHES GUIDE(
         "", "<line from=\"27.3 mm, -41 mm\" to=\"27.3 mm, -1.632 mm\"/>" SLIDE),
     0},
};

/* those that springs hold are where drives would have moved them, and go at this rate */
static void
set_off(const struct machine *m, double rate)
{
    for (int k = 0; k < m->system->n_gate; k++) {
        const int small = m->system->gate[k].small;
        if (small >= 0) {
            m->y[m->system->layout.v0 + (size_t)m->system->small[small].v0] = rate;
            m->y[m->system->small[small].q0] = m->system->gate[k].turns ? 0.4 : 2e-3;
        }
    }
}

Test(gates, have_exact_derivatives)
{
    for (size_t k = 0; k < sizeof gates / sizeof gates[0]; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            struct machine m;
            machine_open(&m, gates[k].parts);
            machine_shake(&m, seed, 4e-6, 0.2);
            set_off(&m, gates[k].rate);
            cr_expect(quire_state_forces(m.state, 0.01, m.y));
            m.state->record = true;
            cr_expect(quire_state_forces(m.state, 0.01, m.y));
            cr_expect_gt(m.state->n_touch, 0, "%s: nothing touches", gates[k].name);
            m.state->record = false;
            const double error = machine_jacobian_error(&m, 0.01);
            cr_expect_lt(error, 1e-6, "%s, %u: %g", gates[k].name, seed, error);
            machine_close(&m);
        }
    }
}

#define PLASTIC                                                                                    \
    "<contact name=\"p\"><normal law=\"eepa\" stiffness=\"1e4 N/m\" exponent=\"1\" "               \
    "plasticity-ratio=\"0.5\"/></contact><pair surface=\"steel\" contact=\"p\"/>"

/* Laws that remember look at places of a sheet by themselves: they see there what the kernel saw of
 * the gate. */
Test(gates, are_seen_by_laws_that_remember)
{
    static const char *const parts[] = {
        HEAD PLASTIC SHEET TURNS GUIDE(
            "",
            "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, -10.185589 mm\"/>" PIVOT),
        HEAD PLASTIC SHEET TURNS GUIDE(
            "",
            "<line from=\"32.830898 mm, -8.168431 mm\" to=\"35.927942 mm, -0.843233 mm\"/>" PIVOT),
        HEAD PLASTIC SHEET PUSHES GUIDE(
            "", "<line from=\"-11.2 mm, -1.632 mm\" to=\"68.8 mm, -1.628 mm\"/>" SLIDE),
        HEAD PLASTIC SHEET GUIDE(
            "", "<line from=\"27.3 mm, -41 mm\" to=\"27.3 mm, -1.632 mm\"/>" HELD_SLIDE),
    };

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct quire_motion kernel[256];
        struct machine m;
        int n = 0;
        machine_open(&m, parts[k]);
        machine_shake(&m, 5, 4e-6, 0.2);
        set_off(&m, 0.1);
        cr_assert(quire_state_forces(m.state, 0.01, m.y));
        cr_assert_leq(m.system->n_memory, 256);
        memcpy(kernel, m.state->motion, sizeof kernel[0] * (size_t)m.system->n_memory);
        memset(m.state->motion, 0, sizeof kernel[0] * (size_t)m.system->n_memory);
        quire_memory_observe(m.state, &m.state->whole, 0.01, m.y);
        for (int i = 0; i < m.system->n_memory; i++) {
            if (m.state->seen[i]) {
                cr_expect_float_eq(m.state->motion[i].overlap, kernel[i].overlap, 1e-15,
                                   "%zu: %g %g", k, m.state->motion[i].overlap, kernel[i].overlap);
                cr_expect_float_eq(m.state->motion[i].closing, kernel[i].closing, 1e-12,
                                   "%zu: %g %g", k, m.state->motion[i].closing, kernel[i].closing);
                n++;
            }
        }
        cr_expect_gt(n, 0, "%zu", k);
        machine_close(&m);
    }
}

/* What is shown of guides: one that stands does nothing of what the others do, whether gates are
 * before or behind it. */
Test(gates, are_told_from_guides_that_stand)
{
    static const char parts[] = HEAD PLAIN_GLIDE SHEET TURNS PUSHES
        "<guide name=\"first\" surface=\"steel\"><line from=\"200 mm, 0 mm\" to=\"210 mm, 0 "
        "mm\"/></guide>"
        "<guide name=\"turned\" surface=\"steel\"><line from=\"220 mm, 0 mm\" to=\"230 mm, 0 "
        "mm\"/><pivot at=\"220 mm, 0 mm\" drive=\"turn\"/></guide>"
        "<guide name=\"pushed\" surface=\"steel\"><line from=\"240 mm, 0 mm\" to=\"250 mm, 0 "
        "mm\"/>" SLIDE "</guide>"
        "<guide name=\"held\" surface=\"steel\"><line from=\"260 mm, 0 mm\" to=\"270 mm, 0 "
        "mm\"/>" HELD_SLIDE "</guide>"
        "<guide name=\"last\" surface=\"steel\"><line from=\"280 mm, 0 mm\" to=\"290 mm, 0 "
        "mm\"/></guide>";
    static const struct {
        bool moves, held;
        double stroke, turn, x, y;
    } expected[] = {
        {false, false, 0, 0, 0, 0},
        {true, false, NAN, 0.4, 0.22 - 0.22 * 0.92106099400288509, -0.22 * 0.38941834230865049},
        {true, false, 2e-3, 0, 1.2e-3, 1.6e-3},
        {true, true, 2e-3, 0, 1.2e-3, 1.6e-3},
        {false, false, 0, 0, 0, 0}};
    struct machine m;
    struct quire_observer *o;

    machine_open(&m, parts);
    set_off(&m, 0.1);
    cr_assert_eq(quire_observer_create(&o, m.state), QUIRE_OK);
    const struct quire_view *view = quire_observe(o, 0.01, m.y, NULL);
    cr_assert_eq(view->n_guide, 5);
    for (size_t k = 0; k < 5; k++) {
        const struct quire_guide_view *g = view->guide + k;
        cr_expect(g->moves == expected[k].moves && g->held == expected[k].held, "%s", g->name);
        cr_expect(isnan(expected[k].stroke) ? isnan(g->stroke)
                                            : fabs(g->stroke - expected[k].stroke) < 1e-15,
                  "%s at %g m", g->name, g->stroke);
        cr_expect_float_eq(g->turn, expected[k].turn, 1e-15, "%s", g->name);
        cr_expect(fabs(g->origin[0] - expected[k].x) < 1e-15 &&
                      fabs(g->origin[1] - expected[k].y) < 1e-15,
                  "%s: %g, %g", g->name, g->origin[0], g->origin[1]);
        cr_expect_float_eq(g->rate, expected[k].held ? 0.1 : 0, 1e-15, "%s", g->name);
        cr_expect_eq(g->push, 0, "%s", g->name);
    }
    quire_observer_destroy(o);
    machine_close(&m);
}
