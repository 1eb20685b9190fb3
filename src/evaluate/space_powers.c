/* Power flows of sheets in space on each other at the end of a step. doc/theory/energy.md, 3 */
#include "contact/gate/space_gates.h"
#include "contact/touch/space_place.h"
#include "evaluate/powers.h"
#include "force/space_sheet.h"

/* how a place and its derivatives along and across move in a step [V]: the sheet's nodes, less what
 * moves on the other side */
struct place_step {
    quire_v4 p, s, e;
    /* of another sheet that touches there, as s and e; its place is taken off p */
    quire_v4 other_s, other_e;
};

/* the other sheet's part */
static void
step_other(const struct quire_state *st, const struct quire_space_foot *f, const double *step,
           struct place_step *d)
{
    const struct quire_sheet *sheet = st->system->sheet + f->sheet;
    const int block = sheet->ladder->block;
    const double *at = step + sheet->x0 + f->station * block + 3 * f->column;

    if (!st->part->has_sheet[f->sheet]) { /* it stands still */
        return;
    }
    for (int k = 0; k < 3; k++, at += block) {
        const quire_v4 left = quire_load4(at), right = quire_load4(at + 3),
                       here = f->c[0] * left + f->c[1] * right;
        d->p -= f->b[k] * here;
        d->other_s += f->d[k] * here;
        d->other_e += f->b[k] * (f->e[0] * left + f->e[1] * right);
    }
}

QUIRE_INLINE struct place_step
step_of(const struct quire_state *st, const struct quire_space_change *c, const double *step)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const int block = sheet->ladder->block;
    const double *at = step + sheet->x0 + c->station * block + 3 * c->column;
    struct place_step d = {.p = {0}};

    /* none of a sheet that stands still */
    for (int k = 0; st->part->has_sheet[c->sheet] && k < 3; k++, at += block) {
        const quire_v4 left = quire_load4(at);
        quire_v4 here = c->c[0] * left;
        if (c->columns == 2) {
            const quire_v4 right = quire_load4(at + 3);
            here = here + c->c[1] * right;
            d.e += c->b[k] * (c->e[0] * left + c->e[1] * right);
        }
        d.p += c->b[k] * here;
        d.s += c->d[k] * here;
    }
    if (c->foot >= 0) {
        step_other(st, st->space_foot + c->foot, step, &d);
    }
    return d;
}

QUIRE_INLINE double
along_step(const struct quire_state *st, const struct quire_space_change *c,
           enum quire_space_flowing k, const struct place_step *d)
{
    quire_v4 sum = (c->by[k][0] * d->p + c->by[k][1] * d->s) + c->by[k][2] * d->e;

    if (c->foot >= 0) {
        const struct quire_space_foot *f = st->space_foot + c->foot;
        sum += f->by[k][0] * d->other_s + f->by[k][1] * d->other_e;
    }
    return (sum[0] + sum[1]) + sum[2];
}

struct quire_slide
quire_space_slide_after(const struct quire_state *st, const struct quire_space_hold *hold,
                        const double *since, double gamma)
{
    const struct quire_space_change *c = st->space_change + hold->change;
    const struct place_step d = step_of(st, c, since);
    const double inverse = 1 / gamma;
    struct quire_slide s = hold->slide;

    s.in.slip += inverse * along_step(st, c, QUIRE_SPACE_SLIP, &d);
    s.slip_across += inverse * along_step(st, c, QUIRE_SPACE_SLIP_LATERAL, &d);
    s.in.normal += inverse * ((dot3(hold->normal[0], d.p) + dot3(hold->normal[1], d.s)) +
                              dot3(hold->normal[2], d.e));
    s.in.normal +=
        c->foot >= 0 ? inverse * (dot3(hold->other[0], d.other_s) + dot3(hold->other[1], d.other_e))
                     : 0;
    return s;
}

/* a flow as it is after the step */
QUIRE_INLINE struct quire_space_flow
flow_after(const struct quire_state *st, const struct quire_space_flow *f,
           const struct quire_space_change *c, const double *step, double inverse)
{
    const struct place_step d = step_of(st, c, step);
    const double closing = along_step(st, c, QUIRE_SPACE_CLOSING, &d);
    struct quire_space_flow all = *f;

    all.friction += inverse * along_step(st, c, QUIRE_SPACE_FRICTION, &d);
    all.lateral += inverse * along_step(st, c, QUIRE_SPACE_LATERAL, &d);
    all.slip += inverse * along_step(st, c, QUIRE_SPACE_SLIP, &d);
    all.slip_lateral += inverse * along_step(st, c, QUIRE_SPACE_SLIP_LATERAL, &d);
    all.closing += inverse * closing;
    all.lost += inverse * c->lost * closing;
    return all;
}

static bool
is_same_place(const struct quire_space_flow *f, const struct quire_space_change *c)
{
    return f->sheet == c->sheet && quire_partner_is(f->target, c->target) &&
           f->station == c->station && f->column == c->column;
}

/* The change of a flow: both lists have the same order, but for places that touch in one evaluation
 * and not in the other. */
static const struct quire_space_change *
change_of(const struct quire_state *st, const struct quire_space_flow *f, int *from)
{
    for (int k = *from; k < st->n_space_change; k++) {
        if (is_same_place(f, st->space_change + k)) {
            *from = k + 1;
            return st->space_change + k;
        }
    }
    return NULL;
}

static double
friction_power(const struct quire_space_flow *f)
{
    return f->friction * f->slip + f->lateral * f->slip_lateral;
}

/* ---- all of them ---- */

QUIRE_CLONES void
quire_space_powers_add(const struct quire_state *st, const double *step, double gamma,
                       struct quire_powers *power)
{
    struct quire_powers changed = {0}, *p = &changed;

    for (int k = 0, next = 0; k < st->n_space_flow; k++) {
        const struct quire_space_flow *f = st->space_flow + k;
        const struct quire_space_change *c = change_of(st, f, &next);
        /* Newton's matrix did not know of it: its friction stays as it was evaluated */
        if (c == NULL) {
            continue;
        }
        const struct quire_space_flow all = flow_after(st, f, c, step, 1 / gamma);
        p->friction -= friction_power(&all) - friction_power(f);
        p->belts += (all.friction - f->friction) * f->belt;
        p->contact += all.lost * all.closing - f->lost * f->closing;
    }
    p->drives += quire_space_gate_powers(st, step) / gamma;
    quire_powers_add(power, p);
}
