/* Guides that move: derivatives, and what a sheet feels of one. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/law/law_state.h"
#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
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
#define VERTEX     GLIDE("", "<vertex friction-factor=\"1.7\" normal-factor=\"4\"/>")
#define PIVOT      "<pivot at=\"30 mm, -19.985 mm\" drive=\"turn\"/>"
#define SLIDE      "<slide direction=\"3, 4\" drive=\"pushes\"/>"

/* at 10 ms the gates on a pivot have turned by 0.4 rad, those on a slide are at 2 mm; both go on */
static const struct gate_case {
    const char *name, *parts;
    double rate; /* of one that a spring holds [rad/s] or [m/s] */
    double rest; /* the most that is left out, of the largest entry, where a share fades */
} gates[] = {
    {"a line on a pivot",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "", "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, -10.185589 mm\"/>" PIVOT),
     0, 0},
    {"with a belt",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "velocity=\"0.1 m/s\"",
         "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, -10.185589 mm\"/>" PIVOT),
     0, 0},
    {"the edge of one",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "", "<line from=\"32.830898 mm, -8.168431 mm\" to=\"35.927942 mm, -0.843233 mm\"/>" PIVOT),
     0, 0},
    {"a wheel",
     HEAD PLAIN_GLIDE SHEET TURNS GUIDE(
         "side=\"right\"", "<circle centre=\"32.83 mm, -8.2 mm\" radius=\"8.18 mm\"/>" PIVOT),
     0, 0},
    {"a line on a slide",
     HEAD PLAIN_GLIDE SHEET PUSHES GUIDE(
         "", "<line from=\"-11.2 mm, -1.632 mm\" to=\"68.8 mm, -1.628 mm\"/>" SLIDE),
     0, 0},
    {"a line on a pivot that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE("", "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, "
                                      "-10.185589 mm\"/>" HELD_PIVOT),
     10, 0},
    {"one in its stop",
     HEAD PLAIN_GLIDE SHEET GUIDE("", "<line from=\"16.586440 mm, 7.336394 mm\" to=\"58.034964 mm, "
                                      "-10.185589 mm\"/>" STOPPED_PIVOT),
     -0.06, 0},
    {"the edge of one that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE("velocity=\"0.1 m/s\"",
                                  "<line from=\"32.830898 mm, -8.168431 mm\" to=\"35.927942 mm, "
                                  "-0.843233 mm\"/>" HELD_PIVOT),
     10, 0},
    {"a wheel that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE(
         "side=\"right\"", "<circle centre=\"32.83 mm, -8.2 mm\" radius=\"8.18 mm\"/>" HELD_PIVOT),
     10, 0},
    {"a line on a slide that a spring holds",
     HEAD PLAIN_GLIDE SHEET GUIDE(
         "", "<line from=\"-11.2 mm, -1.632 mm\" to=\"68.8 mm, -1.628 mm\"/>" HELD_SLIDE),
     0.1, 0},
    {"the edge of one on such a slide",
     HEAD PLAIN_GLIDE SHEET GUIDE(
         "", "<line from=\"27.3 mm, -41 mm\" to=\"27.3 mm, -1.632 mm\"/>" HELD_SLIDE),
     0.1, 0},
    {"the edge of one on a slide",
     HEAD PLAIN_GLIDE SHEET PUSHES GUIDE(
         "", "<line from=\"27.3 mm, -41 mm\" to=\"27.3 mm, -1.632 mm\"/>" SLIDE),
     0, 0},
    {"a corner as near to the sheet's end as to its face",
     HEAD VERTEX SHEET GUIDE("velocity=\"0.1 m/s\"",
                             "<line from=\"65.308026861 mm, -12.998050437 mm\" "
                             "to=\"90.574244882 mm, -56.468709817 mm\"/>" HELD_PIVOT),
     10, 0.05},
    {"the same where a drive turns it",
     HEAD VERTEX SHEET TURNS GUIDE("", "<line from=\"65.308026861 mm, -12.998050437 mm\" "
                                       "to=\"90.574244882 mm, -56.468709817 mm\"/>" PIVOT),
     0, 0.05},
    {"a corner ahead of the round end and behind the mid-line",
     HEAD VERTEX SHEET GUIDE("", "<line from=\"65.446406253 mm, -13.235697536 mm\" "
                                 "to=\"103.425050178 mm, -26.073697014 mm\"/>" HELD_PIVOT),
     10, 0.05},
    {"a corner that is let go",
     HEAD VERTEX SHEET GUIDE("", "<line from=\"65.400132960 mm, -13.036992271 mm\" "
                                 "to=\"103.425050178 mm, -26.073697014 mm\"/>" HELD_PIVOT),
     10, 0.05},
    {"one that the sheet's end meets nearly head-on",
     HEAD VERTEX SHEET_AT("s", "0 mm, 30 mm", "-30 deg")
         GUIDE("", "<line from=\"-8.278312496 mm, 17.874899861 mm\" to=\"93.038396844 mm, "
                   "-24.961117793 mm\"/>" HELD_PIVOT),
     10, 4e-3},
    {"one whose end shares the sheet's end with it",
     HEAD PLAIN_GLIDE SHEET GUIDE("velocity=\"0.1 m/s\"",
                                  "<line from=\"65.388145822 mm, -13.270779157 mm\" "
                                  "to=\"66.953607559 mm, -9.568113961 mm\"/>" HELD_PIVOT),
     10, 0.05},
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
            const double error = gates[k].rest > 0 ? machine_jacobian_error_of_all(&m, 0.01)
                                                   : machine_jacobian_error(&m, 0.01),
                         most = gates[k].rest > 0 ? gates[k].rest : 1e-6;
            cr_expect_lt(error, most, "%s, %u: %g", gates[k].name, seed, error);
            machine_close(&m);
        }
    }
}

/* ---- against guides that stand where they are ---- */

/* A guide's line, and the sheet's start, so that its corners, or an end of the sheet, touch. */
static const struct {
    const char *name, *sheet;
    double from[2], to[2]; /* [mm] */
} stands[] = {
    {"a wall's top in the face", SHEET, {28, -40}, {28.5, -0.02}},
    {"a corner as near to the sheet's end as to its face", SHEET, {59.8, 0.2}, {100, -30}},
    {"a corner ahead of the round end and behind the mid-line", SHEET, {60.02, 0.035}, {100, 3}},
    {"a corner that is let go", SHEET, {59.9, 0.2}, {100, 3}},
    {"one that the sheet's end meets nearly head-on",
     SHEET_AT("s", "0 mm, 30 mm", "-30 deg"),
     {-20, -0.02},
     {90, -0.02}},
    {"one whose end shares the sheet's end with it", SHEET, {59.98, -0.02}, {59.98, 4}},
};

/* the k-th of them, where it is said, or turned there on a pivot that a spring holds */
static void
open_stand(struct machine *m, size_t k, bool on_gate)
{
    const double turn = on_gate ? 0.4 : 0;
    double at[2][2];
    char parts[4000];

    for (int e = 0; e < 2; e++) {
        const double *p = e == 0 ? stands[k].from : stands[k].to, dx = p[0] - 30,
                     dy = p[1] + 19.985;
        at[e][0] = 30 + cos(turn) * dx + sin(turn) * dy;
        at[e][1] = -19.985 + cos(turn) * dy - sin(turn) * dx;
    }
    snprintf(parts, sizeof parts,
             HEAD VERTEX "%s<guide name=\"g\" surface=\"steel\" velocity=\"0.1 m/s\"><line "
                         "from=\"%.17g mm, %.17g mm\" to=\"%.17g mm, %.17g mm\"/>%s</guide>",
             stands[k].sheet, at[0][0], at[0][1], at[1][0], at[1][1], on_gate ? HELD_PIVOT : "");
    machine_open(m, parts);
}

/* the sheet's part of a matrix */
static void
part_of_sheet(const struct machine *m, const double *matrix, double *out)
{
    const size_t n = m->system->layout.sheet_length;

    for (size_t i = 0; i < n; i++) {
        memcpy(out + i * n, matrix + i * m->n, sizeof *out * n);
    }
}

/* powers of friction and of what is lost, as the sheet alone has moved since the matrix */
static void
power_of_step(const struct machine *m, double out[2])
{
    double step[80] = {0};

    cr_assert_leq(m->system->layout.nv, sizeof step / sizeof *step);
    for (size_t i = 0; i < m->system->layout.sheet_length; i++) {
        step[i] = 1e-4 * sin(1 + (double)i);
    }
    const struct quire_powers p = quire_state_powers_after(m->state, step, 0.5);
    out[0] = p.friction;
    out[1] = p.contact;
}

Test(gates, act_as_guides_that_stand_where_they_are)
{
    for (size_t k = 0; k < sizeof stands / sizeof stands[0]; k++) {
        for (unsigned seed = 1; seed <= 4; seed++) {
            static double matrix[2][64 * 64];
            struct machine_evaluated e[2];
            struct machine m[2];
            double power[2][2];
            for (int g = 0; g < 2; g++) {
                open_stand(m + g, k, g == 1);
                machine_shake(m + g, seed, 4e-6, 0.2);
                set_off(m + g, 0);
                m[g].state->record = true; /* then ends of stretches follow, as on gates */
                e[g] = machine_evaluate(m + g);
                cr_assert_leq(m[g].system->layout.sheet_length, 64);
                part_of_sheet(m + g, e[g].matrix, matrix[g]);
                power_of_step(m + g, power[g]);
                cr_expect_gt(machine_touches(m + g, QUIRE_PARTNER_GUIDE, 0, 0), 0, "%s",
                             stands[k].name);
            }
            const size_t n = m[0].system->layout.sheet_length;
            machine_expect_close(stands[k].name, e[0].force, e[1].force, n, 1e-10);
            machine_expect_close(stands[k].name, matrix[0], matrix[1], n * n, 1e-10);
            machine_expect_close(stands[k].name, e[0].touch_force, e[1].touch_force, n, 1e-10);
            machine_expect_close(stands[k].name, power[0], power[1], 2, 1e-10);
            for (int i = 0; i < m[0].state->n_touch; i++) {
                const struct quire_touch *a = m[0].state->touch + i, *b = m[1].state->touch + i;
                const double one[] = {a->x, a->y}, other[] = {b->x, b->y};
                machine_expect_close("place", one, other, 2, 1e-12);
                machine_expect_close("normal", a->normal, b->normal, 2, 1e-10);
                machine_expect_close("tangent", a->tangent, b->tangent, 2, 1e-10);
                cr_expect_float_eq(a->stored, b->stored, 1e-10 * a->stored);
            }
            for (int g = 0; g < 2; g++) {
                machine_evaluated_clear(e + g);
                machine_close(m + g);
            }
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
