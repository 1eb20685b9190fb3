/* The energy that the integrator's formula takes out by itself: as much as free motions lose that
 * nothing damps, and no part of what dampers take. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define WEIGHTLESS "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
#define OSCILLATOR(damping)                                                                        \
    WEIGHTLESS "<roller name=\"r\" centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\" "     \
               "mass=\"1 kg\" slide=\"90 deg\" rate=\"400 N/m\" load=\"0 N\" damping=\"" damping   \
               "\" travel=\"3 mm\"/>"
#define STRIP(damping, children)                                                                   \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"" damping "\" damping-frequency=\"20 Hz\" axial-damping-time=\"1 ms\"/>"      \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"             \
    "<start from=\"0 mm, 0 mm\"/>" children "</sheet>"

struct outcome {
    double lost, formula, dampers; /* of stored energy; booked [J] */
};

static double
stored(struct machine *m, double t)
{
    const struct quire_layout *l = &m->system->layout;
    double sum = 0;

    cr_assert(quire_state_forces(m->state, t, m->y));
    for (int k = 0; k < m->system->n_sheet; k++) {
        const int sheet = machine_sheet(m, k);
        const struct quire_sheet *s = m->system->sheet + sheet;
        const struct nodes n = machine_nodes(m, k, m->y);
        sum += quire_chain_elastic(&s->chain, &m->state->sheet[sheet].chain) +
               quire_chain_kinetic(&s->chain, n.vx, n.vy);
        for (int i = 0; i <= n.n; i++) {
            sum -= s->weight[i] * (m->system->gravity[0] * n.x[i] + m->system->gravity[1] * n.y[i]);
        }
    }
    for (int k = 0; k < m->system->n_small; k++) {
        const struct quire_small *s = m->system->small + k;
        const double v = m->y[l->v0 + (size_t)s->v0];
        double mass[4] = {0};
        s->body.ops->mass(s->body.self, m->y + s->q0, mass);
        sum += s->body.ops->stored(s->body.self, m->y + s->q0) + 0.5 * mass[0] * v * v;
    }
    return sum;
}

static struct outcome
run(const char *parts, int order, double tolerance, double begin, double end)
{
    const struct quire_integrator_options options = {
        .position_tolerance = tolerance, .velocity_rate = 20, .order = order};
    struct outcome out = {0, 0, 0};
    struct quire_integrator *it;
    struct machine m;
    struct quire_powers from = {0};
    double before = 0;

    machine_open(&m, parts);
    cr_assert_eq(quire_engine_start(&it, m.state, &options, NULL, 0, m.y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < end) {
        const double t = quire_integrator_time(it);
        if (t >= begin && before <= 0) {
            quire_integrator_at(it, t, m.y);
            before = stored(&m, t);
            from = quire_engine_work(it, t);
        }
        cr_assert_eq(quire_integrator_step(it, t < begin ? begin : end), QUIRE_OK);
    }
    const struct quire_powers work = quire_engine_work(it, end);
    out.formula = work.integrator - from.integrator;
    out.dampers = work.sheet - from.sheet + work.bearings - from.bearings;
    quire_integrator_at(it, end, m.y);
    out.lost = before - stored(&m, end);
    quire_integrator_destroy(it);
    machine_close(&m);
    return out;
}

static void
check(const char *what, const struct outcome *o, double least, double slack)
{
    const double left = o->lost - o->dampers;

    cr_expect_gt(fabs(left), least, "%s: %g left", what, left);
    cr_expect_float_eq(o->formula, left, slack * fabs(left), "%s: %g, but %g less %g are lost",
                       what, o->formula, o->lost, o->dampers);
}

/* order 3 gives energy to what nothing damps (it is not stable near the imaginary axis), the others
 * take it */
Test(formula_loss, is_what_a_free_oscillator_loses)
{
    static const char *const name[] = {"order 1", "order 2", "order 3", "order 4", "order 5"};

    for (int order = 1; order <= 5; order++) {
        const struct outcome o = run(OSCILLATOR("0 N*s/m"), order, order == 1 ? 1e-8 : 1e-7, 0, 3);
        check(name[order - 1], &o, 1e-3 * 0.5 * 400 * 9e-6, 0.1);
        cr_expect_eq(o.dampers, 0);
    }
}

/* a push on the tip, then a free vibration */
#define PUSH                                                                                       \
    "<clamp end=\"trail\"/><load force=\"0 N, 1 mN\" factor=\"0\"><to time=\"50 ms\" "             \
    "factor=\"1\"/><to time=\"51 ms\" factor=\"0\"/></load>"

Test(formula_loss, is_what_a_free_sheet_loses)
{
    const struct outcome o = run(WEIGHTLESS STRIP("0", PUSH), 2, 1e-7, 0.06, 1);

    check("free", &o, 5 * fabs(o.dampers), 0.1);
}

Test(formula_loss, leaves_to_dampers_what_they_take)
{
    /* coarse enough that what the formula takes, 1e-3 of what the damper does, stands out of the
     * error in reckoning the latter */
    const struct outcome o = run(OSCILLATOR("0.5 N*s/m"), 2, 8e-7, 0, 3),
                         s = run(WEIGHTLESS STRIP("0.02", PUSH), 2, 1e-7, 0.06, 0.5);

    check("oscillator", &o, 0, 0.1);
    cr_expect_gt(o.dampers, 20 * fabs(o.formula));
    check("sheet", &s, 0, 0.1);
    cr_expect_gt(s.dampers, 5 * fabs(s.formula));
}
