/* Power flows of sheets in space at the end of a step. doc/theory/energy.md, 3 */
#include <math.h>
#include <string.h>

#include "sys/space_sheet.h"

#define HOLDS 0.95 /* of the limit: more friction than that is sliding */
#define NEAR 0.1   /* of the limit */
#define SHORT 1e-3 /* of a step: what it changes there tells the derivative along it */

/* most of a step back from y, into room */
static void
step_back(const struct quire_state *st, const double *y, const double *step, double gamma, double *room)
{
    const struct quire_system *sys = st->system;
    const size_t v0 = sys->layout.v0;
    const double back = 1 - SHORT;

    for (int k = 0; k < st->part->n_all; k++) {
        const struct quire_range at = st->part->all[k];
        memcpy(room + at.first, y + at.first, sizeof *y * (at.last - at.first));
    }
    QUIRE_EACH(k, st->part, sheet) {
        const struct quire_sheet *s = sys->sheet + k;
        for (size_t i = s->x0; i < s->x0 + s->size; i++) {
            room[i] -= back * gamma * step[i];
            room[v0 + i] -= back * step[i];
        }
    }
    QUIRE_EACH(k, st->part, mover) {
        const struct quire_small *s = sys->small + k;
        for (int i = 0; i < s->body.nv; i++) {
            room[s->q0 + i] -= s->body.ops->kinematics == NULL ? back * gamma * step[s->v0 + i] : 0;
            room[v0 + (size_t)(s->v0 + i)] -= back * step[s->v0 + i];
        }
    }
}

/* Whether friction holds, well below its limit: there it turns over within the tolerance of slip. */
static bool
holds(const struct quire_space_flow *f)
{
    return f->friction * f->friction + f->lateral * f->lateral < HOLDS * HOLDS * f->limit * f->limit;
}

/* what friction and slip are where the last step of Newton's leads, along a straight line */
static struct quire_space_flow
extrapolated(const struct quire_space_flow *a, const struct quire_space_flow *b)
{
    const double whole = 1 / SHORT;

    return (struct quire_space_flow){.friction = a->friction + whole * (b->friction - a->friction),
                                     .lateral = a->lateral + whole * (b->lateral - a->lateral),
                                     .slip = a->slip + whole * (b->slip - a->slip),
                                     .slip_lateral = a->slip_lateral + whole * (b->slip_lateral - a->slip_lateral),
                                     .belt = a->belt + whole * (b->belt - a->belt), .driven = b->driven, .limit = b->limit};
}

static double
rubbing(const struct quire_space_flow *f)
{
    return f->friction * f->slip + f->lateral * f->slip_lateral;
}

/* Two reckonings of friction at the end of a step that differ by more than tolerances explain tell of a bend on the way. */
static bool
near(const struct quire_space_flow *a, const struct quire_space_flow *b)
{
    return fabs(a->friction - b->friction) + fabs(a->lateral - b->lateral) < NEAR * b->limit;
}

/* evaluates the forces, with their flows to `flow`; how many there are */
static int
flows_at(struct quire_state *st, double t, const double *y, struct quire_space_flow *flow)
{
    struct quire_space_flow *const own = st->space_flow;

    st->space_flow = flow;
    quire_state_forces(st, t, y);
    st->space_flow = own;
    return st->n_space_flow;
}

struct quire_powers
quire_space_powers_after(struct quire_state *st, double t, const double *y, const double *step, double gamma, double *room)
{
    const struct quire_space_flow *before = st->space_flow, *small = st->space_flow_short, *end = st->space_flow_end;
    const int n = st->n_space_flow;

    step_back(st, y, step, gamma, room);
    const int n_small = flows_at(st, t, room, st->space_flow_short), n_end = flows_at(st, t, y, st->space_flow_end);
    struct quire_powers p = st->power;
    for (int k = 0; n == n_small && n == n_end && k < n; k++) { /* otherwise a touch begins or ends just here */
        const struct quire_space_flow all = extrapolated(before + k, small + k);
        if (holds(before + k) && holds(end + k) && near(&all, end + k)) {
            p.friction -= rubbing(&all) - rubbing(end + k);
            p.belts += all.friction * all.belt - end[k].friction * end[k].belt;
            p.drives += (all.friction - end[k].friction) * end[k].driven;
        }
    }
    return p;
}
