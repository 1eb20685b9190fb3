#include "law/holding.h"

#include <math.h>

#include "law/bounded.h"

/* Steps for which the integrator's formula still knows the sliding before: so long a contact that
 * sticks again gives way at the limit that it had. */
#define YOUNG 4
/* Damping times for which it does so, too: two of a pile that give way in turn would do so tens of
 * thousands of times a second. */
#define DWELL 5.0
/* Of the slope with which friction falls as a contact slides: the spring is stiffer by this, or the
 * way is longer. */
#define STIFFER 2.0
/* Of the limit: a step in which the spring goes no farther beyond it is short enough to follow how
 * the contact comes to rest. doc/adr/0251-damping-within-the-limit.md. */
#define RESOLVED 0.2
/* Of the damper's own time c/k: in steps no longer than this the spring follows the damper. The
 * same. */
#define SHORT 2.0

/* history; STRENGTH is the part of the way between both coefficients, 1 the static one, in the mode
 * stick alone; AGE counts the steps that it sticks, of short ones a part, SOFTER is 1 - r where r^8
 * of the stiffness is left, RATE is how many times its limit the spring would go beyond it in a
 * second while the contact slides [1/s] */
enum { ANCHOR = QUIRE_LAW_ANCHOR, STRENGTH, AGE, SOFTER, RATE };
_Static_assert(RATE < QUIRE_LAW_ANCHOR_ACROSS, "the anchor across is the caller's");
/* of what it should be, between which the stiffness is left as it is */
#define TOO_SOFT  2.0
#define TOO_STIFF 0.8
/* of its own stiffness: so much is left where there is no load */
#define SOFTEST 1e-6

/* What is left of a spring: r^8 of its stiffness, r^5 of its damping. With the stiffness itself for
 * the damping it would ring, with the root of it a sheet under its own weight would creep to rest.
 */
struct left {
    double stiffness, damping;
};

static struct left
left_of(double softer)
{
    const double r = 1 - softer, r2 = r * r, r4 = r2 * r2;

    return (struct left){r4 * r4, r4 * r};
}

/* the law as it is at one place */
static struct quire_holding
at_place(const void *compiled, const struct quire_law_memory *memory)
{
    struct quire_holding c = *(const struct quire_holding *)compiled;
    const struct left left = left_of(memory->history[SOFTER]);

    c.stiffness *= left.stiffness;
    c.damping *= left.damping;
    return c;
}

/* what the spring and its damping would pull with if nothing slid */
static double
pull(const struct quire_holding *c, const struct quire_friction_in *in)
{
    return (c->stiffness * quire_law_bounded(in->slid - in->memory->history[ANCHOR]) +
            c->damping * quire_law_bounded(in->slip)) /
           (1 + c->stiffness * in->ease);
}

static double
times(double mu, const struct quire_friction_in *in)
{
    /* what pulls does not rub */
    return in->normal < 0 ? 0 : mu * quire_law_bounded(in->factor) * quire_law_bounded(in->normal);
}

static bool
weakens(const struct quire_holding *c)
{
    return c->mu[QUIRE_STICKS] > c->mu[QUIRE_SLIPS];
}

static double
strength(const struct quire_law_memory *memory)
{
    return memory->mode == QUIRE_STICKS ? memory->history[STRENGTH] : 0;
}

static double
coefficient(const struct quire_holding *c, double strength)
{
    return c->mu[QUIRE_SLIPS] + strength * (c->mu[QUIRE_STICKS] - c->mu[QUIRE_SLIPS]);
}

/* How a contact gives way. */
struct giving {
    double e;        /* what spring and damper would pull with if nothing slid [N] */
    double strength; /* that is left, and */
    double most;     /* what it holds with that [N] */
    double by_pull;  /* how that follows |e|, and */
    double by_limit; /* the limit at the strength it has when it has slid */
};

/* Friction falls with the way w by which the anchor is drawn: f = m - s w, w = (|e| - m)/(K - s),
 * with m the limit before, K the stiffness, ease included, and s the slope; K is larger than s. The
 * limit follows w, so that the force has no jump. */
static struct giving
give_way(const struct quire_holding *c, const struct quire_friction_in *in)
{
    const double before = strength(in->memory), most = times(coefficient(c, before), in);
    struct giving g = {pull(c, in), before, most, 0, 1};
    const double beyond = fabs(g.e) - most;

    if (before > 0 && beyond >= 0 && most > 0) {
        const double stiffness = c->stiffness / (1 + c->stiffness * in->ease),
                     drop = times(c->mu[QUIRE_STICKS] - c->mu[QUIRE_SLIPS], in);
        const bool is_long = drop * STIFFER <= stiffness * c->weakening;
        const double slope = is_long ? drop / c->weakening : stiffness / STIFFER,
                     way = beyond / (stiffness - slope);
        g.strength = fmax(before - slope * way / drop, 0);
        g.most = times(coefficient(c, g.strength), in);
        if (g.strength > 0) {
            const double by = stiffness / (stiffness - slope);
            g.by_pull = 1 - by;
            g.by_limit = is_long ? by : by * most / g.most;
        }
    }
    return g;
}

void
quire_holding_eval(const void *compiled, const struct quire_friction_in *in,
                   struct quire_friction_out *out)
{
    const struct quire_holding here = at_place(compiled, in->memory), *c = &here;
    const struct giving g = give_way(c, in);
    double by_pull = 1;

    out->limit = times(c->mu[QUIRE_STICKS], in);
    out->creep = 0;
    out->force = -g.e;
    out->d_normal = out->d_factor = 0;
    if (fabs(g.e) >= g.most) { /* it slides */
        out->force = copysign(g.most, -g.e);
        by_pull = g.by_pull;
        if (!(in->normal < 0)) {
            const double by = g.by_limit * coefficient(c, g.strength);
            out->d_normal = copysign(by * quire_law_bounded(in->factor), -g.e);
            out->d_factor = copysign(by * quire_law_bounded(in->normal), -g.e);
        }
    }
    out->d_slip = -by_pull * c->damping / (1 + c->stiffness * in->ease);
    out->d_slid = -by_pull * c->stiffness / (1 + c->stiffness * in->ease);
}

/* With a spring so stiff that it gives way by less than a step can resolve, the force at the end of
 * a step would be anything up to its limit. So the stiffness goes with the load, in steps; the
 * force stays. */
static void
soften(const struct quire_holding *law, const struct quire_friction_in *in,
       struct quire_law_memory *memory)
{
    const double now = left_of(memory->history[SOFTER]).stiffness;
    double part = times(law->mu[QUIRE_STICKS], in) / (law->least_slip * law->stiffness);

    part = part < 1 ? fmax(part, SOFTEST) : 1;
    if (part < TOO_STIFF * now || part > TOO_SOFT * now || (part >= 1 && now < 1)) {
        const double softer = part < 1 ? 1 - sqrt(sqrt(sqrt(part))) : 0;
        const struct left before = left_of(memory->history[SOFTER]), left = left_of(softer);
        const double pulled =
            now * (in->slid - memory->history[ANCHOR]) +
            law->damping / law->stiffness * in->slip * (before.damping - left.damping);
        memory->history[ANCHOR] = in->slid - pulled / left.stiffness;
        memory->history[SOFTER] = softer;
    }
}

/* How far the spring of a sliding contact is stretched when the law has settled: spring and damper
 * together pull with just the limit of the present normal force (return mapping, Cundall and Strack
 * 1979). Where the damper alone would pull with more and steps are longer than its time, a step
 * would begin with a force that is turned round: there the spring keeps the limit alone, once the
 * limit falls no more. How long the step was tells the way by which the spring went beyond the
 * limit in it. */
static double
drawn(const struct quire_holding *c, const struct quire_friction_in *in, const struct giving *g)
{
    const double e = g->e, most = g->most;
    const double stretch = in->slid - in->memory->history[ANCHOR], damped = c->damping * in->slip,
                 size = fabs(damped);

    if (g->strength > 0 ||
        (!c->stays_wound && (size <= most || damped * e < 0 || fabs(e) - most < SHORT * size))) {
        return (copysign(most, e) * (1 + c->stiffness * in->ease) - damped) / c->stiffness;
    }
    return c->stiffness * fabs(stretch) > most && stretch * e > 0 ? copysign(most / c->stiffness, e)
                                                                  : stretch;
}

/* By how many steps a contact that sticks grows older in one: short ones count in part, so that it
 * does not break away again before its spring has come to rest. */
static double
older(const struct quire_holding *law, const struct quire_friction_in *in)
{
    const double rest = DWELL * law->damping / law->stiffness;

    return in->elapsed > 0 && YOUNG * in->elapsed < rest ? YOUNG * in->elapsed / rest : 1;
}

void
quire_holding_commit(const void *compiled, const struct quire_friction_in *in,
                     struct quire_law_memory *memory)
{
    const struct quire_holding here = at_place(compiled, memory), *c = &here;
    const struct giving g = give_way(c, in);

    if (fabs(g.e) < g.most) {
        memory->history[AGE] =
            memory->mode == QUIRE_STICKS ? memory->history[AGE] + older(compiled, in) : 0;
        memory->history[STRENGTH] = g.strength;
        memory->mode = QUIRE_STICKS;
        if (weakens(c) && memory->history[AGE] > YOUNG) {
            memory->history[STRENGTH] = 1;
        }
    } else {
        memory->history[ANCHOR] = in->slid - drawn(c, in, &g);
        memory->history[AGE] = 0;
        memory->history[STRENGTH] = g.strength;
        memory->mode = g.strength > 0 && g.most > 0 ? QUIRE_STICKS : QUIRE_SLIPS;
    }
    memory->history[RATE] =
        memory->mode == QUIRE_SLIPS && g.most > 0 ? c->stiffness * fabs(in->slip) / g.most : 0;
    if (c->least_slip > 0) {
        soften(compiled, in, memory);
    }
}

bool
quire_holding_follows(const struct quire_law_memory *memory, double gamma)
{
    return memory->mode == QUIRE_STICKS ||
           (memory->history[RATE] > 0 && memory->history[RATE] * gamma < RESOLVED);
}

double
quire_holding_stored(const void *compiled, const struct quire_friction_in *in)
{
    const struct quire_holding here = at_place(compiled, in->memory), *c = &here;
    const double stretch = fabs(in->slid - in->memory->history[ANCHOR]),
                 most = give_way(c, in).most / c->stiffness;
    const double held = stretch < most ? stretch : most;

    return 0.5 * c->stiffness * held * held;
}
