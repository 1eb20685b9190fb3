/* Power flows of sheets in space at the end of a step. doc/theory/energy.md, 3 */
#include <string.h>

#include "sys/space_sheet.h"

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

static struct quire_space_flow
extrapolated(const struct quire_space_flow *a, const struct quire_space_flow *b)
{
    const double whole = 1 / SHORT;

    return (struct quire_space_flow){a->friction + whole * (b->friction - a->friction), a->lateral + whole * (b->lateral - a->lateral),
                                     a->lost + whole * (b->lost - a->lost), a->slip + whole * (b->slip - a->slip),
                                     a->slip_lateral + whole * (b->slip_lateral - a->slip_lateral), a->closing + whole * (b->closing - a->closing),
                                     a->belt + whole * (b->belt - a->belt), b->driven};
}

static double
rubbing(const struct quire_space_flow *f)
{
    return f->friction * f->slip + f->lateral * f->slip_lateral;
}

struct quire_powers
quire_space_powers_after(struct quire_state *st, double t, const double *y, const double *step, double gamma, double *room)
{
    struct quire_space_flow *const before = st->space_flow;
    const int n = st->n_space_flow;

    step_back(st, y, step, gamma, room);
    st->space_flow = st->space_flow_before;
    st->space_flow_before = before;
    quire_state_forces(st, t, room);
    if (n != st->n_space_flow) { /* a touch begins or ends just here */
        quire_state_forces(st, t, y);
        return st->power;
    }
    struct quire_powers p = st->power;
    for (int k = 0; k < n; k++) {
        const struct quire_space_flow *b = st->space_flow + k, all = extrapolated(before + k, b);
        p.friction -= rubbing(&all) - rubbing(b);
        p.belts += all.friction * all.belt - b->friction * b->belt;
        p.contact += all.lost * all.closing - b->lost * b->closing;
        p.drives += (all.friction - b->friction) * b->driven;
    }
    return p;
}
