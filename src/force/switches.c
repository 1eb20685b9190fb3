#include "force/switches.h"

#include <math.h>

#include "body/clutch.h"
#include "contact/body/meet_book.h"
#include "contact/law/stick.h"
#include "force/terms.h"
#include "math/smoothstep.h"
#include "motion/roller_motion.h"
#include "state/commands.h"

/* ---- clutches ---- */

#define LOCKED 1e-3 /* slip at the roller's surface up to which it is called locked [m/s] */

/* Fraction of its torque that a clutch with `creep` transmits at this slip, and its slope. */
static double
carried(const struct quire_clutch *clutch, double slip, double *slope)
{
    switch (clutch->carries) {
    case QUIRE_CARRIES_FORWARD: return quire_step(slip, 0, 0, clutch->creep, 1, slope);
    case QUIRE_CARRIES_BACKWARD: return quire_step(slip, -clutch->creep, -1, 0, 0, slope);
    default: return quire_step(slip, -clutch->creep, -1, clutch->creep, 1, slope);
    }
}

static size_t
spin_at(const struct quire_system *sys, const struct quire_clutch *clutch)
{
    return (size_t)(sys->small[quire_switched_body(sys, clutch->which)].v0 + clutch->spin);
}

/* the speed that its drive commands, and how much faster that is than the roller */
static struct quire_clutch_action
motion_of(const struct quire_state *st, const struct quire_clutch *clutch, const double *y)
{
    const struct quire_system *sys = st->system;
    const struct quire_command *command =
        st->command + sys->small[quire_switched_body(sys, clutch->which)].drive;
    struct quire_clutch_action action = {
        .driven = quire_clutch_commanded(clutch, command->quantity, command->value)};

    action.slip = action.driven - y[sys->layout.v0 + spin_at(sys, clutch)];
    return action;
}

/* The friction of a clutch that locks, and its input: forces and speeds at the roller's surface. */
static struct quire_slide
slide_of(const struct quire_state *st, const struct quire_clutch *clutch, double slip)
{
    const double most = st->change[clutch->which].at * clutch->torque / clutch->radius;

    return (struct quire_slide){
        .grip = st->grip + clutch->grip,
        .law = &clutch->law,
        .share = 1,
        .in = {.slip = -slip * clutch->radius, .normal = most, .factor = 1}};
}

static void
carry(const struct quire_state *st, const struct quire_clutch *clutch,
      struct quire_clutch_action *action)
{
    const double most = st->change[clutch->which].at * clutch->torque;

    action->torque = most * carried(clutch, action->slip, &action->slope);
    action->slope *= most;
}

struct quire_clutch_action
quire_clutch_at(const struct quire_state *st, const struct quire_clutch *clutch, const double *y)
{
    struct quire_clutch_action action = motion_of(st, clutch, y);

    if (clutch->grip < 0) {
        carry(st, clutch, &action);
        return action;
    }
    struct quire_slide slide = slide_of(st, clutch, action.slip);
    struct quire_friction_out out;
    slide.in.memory = slide.grip;
    slide.in.slid = y[st->system->layout.z0 + st->system->grip_z + (size_t)clutch->grip];
    clutch->law.friction->eval(clutch->law.friction_data, &slide.in, &out);
    action.torque = clutch->radius * out.force;
    action.stored = clutch->law.friction->stored(clutch->law.friction_data, &slide.in);
    return action;
}

int
quire_clutch_side(const struct quire_state *st, const struct quire_clutch *clutch, double t,
                  const double *y)
{
    const struct quire_system *sys = st->system;
    struct quire_command command;

    quire_drive_command(st, sys->small[quire_switched_body(sys, clutch->which)].drive, t, &command);
    const double slip = quire_clutch_commanded(clutch, command.quantity, command.value) -
                        y[sys->layout.v0 + spin_at(sys, clutch)];
    const double locked = clutch->creep > 0 ? clutch->creep : LOCKED / clutch->radius;
    return !(quire_switch_at(st, clutch->which, t).at > 0) || fabs(slip) < locked ? 0
           : slip > 0                                                             ? 1
                                                                                  : -1;
}

/* Keeps its powers, and how they change with the roller's speed: as a contact of bodies, by forces
 * and speeds at the roller's surface. */
static void
keep_clutch(struct quire_state *st, const struct quire_clutch *clutch,
            const struct quire_clutch_action *action, double cv, const struct quire_slide *slide)
{
    const int at = (int)spin_at(st->system, clutch);
    struct kept_meet *kept = keep_meet(st, 1, &at, slide);
    const double r = clutch->radius;

    if (kept == NULL) {
        return;
    }
    for (int k = 0; k < KEPT_ALL; k++) {
        kept->by[k][0] = 0;
    }
    kept->now[KEPT_FRICTION] = action->torque / r;
    kept->now[KEPT_SLIP] = -action->slip * r;
    kept->by[KEPT_FRICTION][0] = -cv * action->slope / r;
    kept->by[KEPT_SLIP][0] = cv * r;
    kept->by[KEPT_DRIVES][0] = -cv * action->slope * action->driven;
    kept->belt = 0;
}

static void
turn(struct quire_state *st, const struct quire_clutch *clutch, const double *y, double cv,
     bool matrix)
{
    const struct quire_system *sys = st->system;
    const size_t at = spin_at(sys, clutch);
    const int unknown = sys->small[quire_switched_body(sys, clutch->which)].first + clutch->spin;
    struct quire_clutch_action action = motion_of(st, clutch, y);
    struct quire_slide slide = {.grip = NULL};

    if (clutch->grip < 0) {
        carry(st, clutch, &action);
    } else {
        struct quire_friction_out out;
        slide = slide_of(st, clutch, action.slip);
        quire_stick_hold_along(st, matrix, &slide, &out);
        action.torque = clutch->radius * out.force;
        action.slope = -clutch->radius * clutch->radius * out.d_slip;
    }
    st->force[at] += action.torque;
    st->power.drives += action.torque * action.driven;
    st->power.friction += action.torque * action.slip;
    if (matrix) {
        quire_dense_row(st, unknown)[unknown] += cv * action.slope;
        keep_clutch(st, clutch, &action, cv, &slide);
    }
}

static void
clutch_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    (void)cq;
    for (int k = 0; k < st->system->n_clutch; k++) {
        if (st->part->has_small[quire_switched_body(st->system, st->system->clutch[k].which)]) {
            turn(st, st->system->clutch + k, y, cv, matrix);
        }
    }
}

const struct quire_force_term quire_term_clutches = {.on_rollers = clutch_forces};

/* ---- at work ---- */

struct quire_switched
quire_switch_at(const struct quire_state *st, int which, double t)
{
    const struct quire_override *o = st->override + st->system->n_drive + which;
    struct quire_switched s = {.at = o->active ? o->value : st->system->change[which].on ? 1 : 0};

    if (o->active && t < o->since + o->ramp) {
        s.at = quire_step(t, o->since, o->from, o->since + o->ramp, o->value, &s.rate);
    }
    return s;
}

void
quire_switches_place(struct quire_state *st, double t)
{
    for (int k = 0; k < st->system->n_switch; k++) {
        st->change[k] = quire_switch_at(st, k, t);
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
    const double past = l->low + s->at * (l->high - l->low) - q,
                 rate = s->rate * (l->high - l->low) - v, with_damping = 1 + l->damping * rate;

    return (struct lifting){past, rate,
                            past > 0 && with_damping > 0 ? l->rate * past * with_damping : 0};
}

static void
lift(struct quire_state *st, const struct quire_lifter *lifter, const double *y, double cq,
     double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_small *small = sys->small + quire_switched_body(sys, lifter->which);
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
        quire_dense_row(st, small->first)[small->first] +=
            cq * l.force / l.past + cv * lifter->rate * l.past * lifter->damping;
    }
}

static void
lifter_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    for (int k = 0; k < st->system->n_lifter; k++) {
        if (st->part->has_small[quire_switched_body(st->system, st->system->lifter[k].which)]) {
            lift(st, st->system->lifter + k, y, cq, cv, matrix);
        }
    }
}

static double
lifter_stored(const struct quire_state *st, int small, double q)
{
    double sum = 0;

    for (int k = 0; k < st->system->n_lifter; k++) {
        const struct quire_lifter *lifter = st->system->lifter + k;
        const double past = quire_switched_body(st->system, lifter->which) == small
                                ? lifting(st, lifter, q, 0).past
                                : 0;
        sum += past > 0 ? 0.5 * lifter->rate * past * past : 0;
    }
    return sum;
}

const struct quire_force_term quire_term_lifters = {.on_rollers = lifter_forces,
                                                    .stored_of_body = lifter_stored};
