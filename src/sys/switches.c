#include "sys/switches.h"

#include <math.h>

#include "body/roller_motion.h"
#include "num/step.h"
#include "rule/rule.h"

/* ---- compile ---- */

static bool
switches(const struct quire_action *action, const void *target)
{
    return action->kind == QUIRE_ACTION_SWITCH && action->target == target;
}

/* A lever that lies this far below where the rollers rest on each other does not disturb them [m]. */
#define CLEARANCE 1e-4

static void
add_lifter(struct quire_compile *c, struct quire_nip *nip)
{
    struct quire_system *sys = c->sys;
    const struct quire_nip_params *p = nip->object->params;
    const int small = sys->roller[nip->idler].small;
    const struct quire_roller_motion *m = c->motion + small;
    const double lift = isnan(p->lift) ? p->max_gap : p->lift, load = m->load + m->rate * lift;

    nip->lifter = sys->n_lifter++;
    sys->lifter[nip->lifter] = (struct quire_lifter){.small = small, .which = sys->n_switch, .rate = p->lift_rate, .high = lift + load / p->lift_rate,
                                                     .damping = load > 0 ? 2 * sqrt(p->lift_rate * m->mass) / load : 0};
    sys->change[sys->n_switch++] = (struct quire_switch){.object = nip->object, .name = nip->name, .small = small, .on = p->open};
}

void
quire_compile_lifter_rest(struct quire_compile *c, const struct quire_nip *nip, double shut)
{
    struct quire_lifter *lifter = nip->lifter >= 0 ? c->sys->lifter + nip->lifter : NULL;
    struct quire_roller_motion *m = c->motion + c->sys->roller[nip->idler].small;

    if (lifter != NULL) {
        lifter->low = fmin(shut, m->least > -HUGE_VAL ? m->least : 0) - CLEARANCE;
        if (c->sys->change[lifter->which].on) {
            m->travel = lifter->high - (m->load + m->rate * lifter->high) / (m->rate + lifter->rate);
        }
    }
}

void
quire_compile_lifters(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    sys->lifter = quire_compile_get(c, (size_t)sys->n_nip, sizeof *sys->lifter);
    sys->change = quire_compile_get(c, (size_t)sys->n_nip, sizeof *sys->change);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_nip; k++) {
        struct quire_nip *nip = sys->nip + k;
        nip->lifter = -1;
        if (((const struct quire_nip_params *)nip->object->params)->open || quire_rule_any_action(c->root, switches, nip->object)) {
            add_lifter(c, nip);
        }
    }
}

/* ---- at work ---- */

void
quire_switches_place(struct quire_state *st, double t)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_switch; k++) {
        const struct quire_override *o = st->override + sys->n_drive + k;
        struct quire_switched *s = st->change + k;
        s->at = o->active ? o->value : sys->change[k].on ? 1 : 0;
        s->rate = 0;
        if (o->active && t < o->since + o->ramp) {
            s->at = quire_step(t, o->since, o->from, o->since + o->ramp, o->value, &s->rate);
        }
    }
}

/* What a lever does that reaches d past the idler: F = k d (1 + a d'), as it never pulls. */
struct lifting {
    double past, rate, force;
};

static struct lifting
lifting(const struct quire_state *st, const struct quire_lifter *l, double q, double v)
{
    const struct quire_switched *s = st->change + l->which;
    const double past = l->low + s->at * (l->high - l->low) - q, rate = s->rate * (l->high - l->low) - v, with_damping = 1 + l->damping * rate;

    return (struct lifting){past, rate, past > 0 && with_damping > 0 ? l->rate * past * with_damping : 0};
}

static void
lift(struct quire_state *st, const struct quire_lifter *lifter, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_small *small = sys->small + lifter->small;
    const double v = y[sys->layout.v0 + (size_t)small->v0];
    const struct lifting l = lifting(st, lifter, y[small->q0], v);

    if (!(l.past > 0)) {
        return;
    }
    st->force[small->v0] += l.force;
    st->own[small->v0] += l.force;
    st->power.drives += l.force * (l.rate + v);
    st->power.bearings += (l.force - lifter->rate * l.past) * l.rate;
    if (matrix && l.force > 0) {
        st->dense[(size_t)small->first * (size_t)(sys->n_unknown + 1)] += cq * l.force / l.past + cv * lifter->rate * l.past * lifter->damping;
    }
}

void
quire_lifter_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    for (int k = 0; k < st->system->n_lifter; k++) {
        if (st->part->has_small[st->system->lifter[k].small]) {
            lift(st, st->system->lifter + k, y, cq, cv, matrix);
        }
    }
}

double
quire_lifter_stored(const struct quire_state *st, int small, double q)
{
    double sum = 0;

    for (int k = 0; k < st->system->n_lifter; k++) {
        const struct quire_lifter *lifter = st->system->lifter + k;
        const double past = lifter->small == small ? lifting(st, lifter, q, 0).past : 0;
        sum += past > 0 ? 0.5 * lifter->rate * past * past : 0;
    }
    return sum;
}
