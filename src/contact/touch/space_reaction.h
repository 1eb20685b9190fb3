/* The body on the other side of a touching place of a sheet in space: what couples it to the sheet;
 * and what the ledger of energy needs of the place. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_REACTION_H
#define QUIRE_CONTACT_TOUCH_SPACE_REACTION_H

#include "contact/touch/space_forms.h"

/* What the body on the other side sees of the changes. */
struct space_reaction {
    struct gradient fx, fy, friction; /* of the force on the sheet, of friction along t */
    quire_v4 by_slip;                 /* force on the sheet by slip along t [N s/m] */
    double moment_by_slip, friction_by_slip, drag; /* slip by the surface's speed */
};

/* room for what couples a body to the sheet; NULL: there is none */
QUIRE_INLINE struct quire_space_coupling *
begin_coupling(const struct space_scatter *c, const struct space_place *p, int small)
{
    struct quire_state *st = c->state;

    if (st->n_space_coupling == st->cap_space_coupling) {
        st->failed = true;
        return NULL;
    }
    struct quire_space_coupling *coupling = st->space_coupling + st->n_space_coupling++;
    coupling->small = small;
    coupling->side = c->side;
    coupling->sheet = c->sheet;
    coupling->station = p->station;
    coupling->column = p->column;
    return coupling;
}

/* How the sheet's rows change with the body's velocity i, and its row i with the sheet: `own`. The
 * force and the pair at the place change, and that moves by s and e. */
QUIRE_INLINE void
put_coupling(struct quire_space_coupling *coupling, int i, const struct space_place *p,
             const struct space_action *a, quire_v4 force, quire_v4 pair, const double move[2],
             const struct gradient *own, int columns)
{
    for (int k = 0; k < 3; k++) {
        const quire_v4 both = (p->b[k] * force + p->d[k] * pair) +
                              move[0] * (p->d[k] * a->force + (p->dd[k] * a->moment) * a->pair);
        const quire_v4 across = move[1] * (p->b[k] * a->force + (p->d[k] * a->moment) * a->pair);
        quire_v4 row[2], node[2];
        for (int j = 0; j < columns; j++) {
            row[j] = p->c[j] * both + p->e[j] * across;
            node[j] = (p->b[k] * p->c[j]) * own->p + (p->d[k] * p->c[j]) * own->s +
                      (p->b[k] * p->e[j]) * own->e;
        }
        put_rows(coupling->by_body[i] + 6 * k, row, columns);
        put_rows(coupling->by_node[i] + 6 * k, node, columns);
    }
}

/* Couples the body to the sheet: its own motion counts against the sheet's, and by the speed of its
 * surface. */
QUIRE_INLINE void
couple_mover(const struct space_scatter *c, const struct space_place *p,
             const struct space_mover *b, const struct space_action *a,
             const struct action_changes *d, const struct space_reaction *t, int columns)
{
    struct quire_state *st = c->state;
    const struct quire_carrier *carrier = b->carrier;
    const int nv = st->system->small[b->small].body.nv;
    double slide[QUIRE_BODY_DOFS], shaft[QUIRE_BODY_DOFS];

    struct quire_space_coupling *coupling = begin_coupling(c, p, b->small);
    if (coupling == NULL) {
        return;
    }
    for (int i = 0; columns == 1 && i < QUIRE_SPACE_ROWS; i++) {
        for (int k = 0; k < nv; k++) {
            coupling->by_body[k][i] = coupling->by_node[k][i] = 0;
        }
    }
    for (int i = 0; i < nv; i++) {
        shaft[i] = b->rim * carrier->turn * carrier->d_surface[i];
        slide[i] = -c->cv * shaft[i] * t->drag;
    }
    for (int i = 0; i < nv; i++) {
        const double cx = carrier->d_centre[0][i], cy = carrier->d_centre[1][i];
        const quire_v4 force = (cx * d->force[0] + cy * d->force[1]) - slide[i] * t->by_slip;
        const quire_v4 pair =
            (cx * d->pair[0] + cy * d->pair[1]) - (slide[i] * t->moment_by_slip) * a->pair;
        const double move[2] = {cx * p->s.p[0] + cy * p->s.p[1], cx * p->t.p[0] + cy * p->t.p[1]};
        const struct gradient own = {cx * t->fx.p + cy * t->fy.p + shaft[i] * t->friction.p,
                                     cx * t->fx.s + cy * t->fy.s + shaft[i] * t->friction.s,
                                     cx * t->fx.e + cy * t->fy.e + shaft[i] * t->friction.e};
        put_coupling(coupling, i, p, a, force, pair, move, &own, columns);
        /* by the body's other velocity o; the place moves against it */
        for (int o = 0; o < nv; o++) {
            const double x = carrier->d_centre[0][o], y = carrier->d_centre[1][o];
            const double slips = -c->cv * b->rim * carrier->turn * carrier->d_surface[o] * t->drag;
            b->self[i][o] -=
                (own.p[0] * x + own.p[1] * y) - slips * ((cx * t->by_slip[0] + cy * t->by_slip[1]) +
                                                         shaft[i] * t->friction_by_slip);
        }
    }
}

/* ---- powers ---- */

/* What the ledger needs of the derivatives; to be filled with those of the flows. NULL: there is no
 * room. */
QUIRE_INLINE struct quire_space_change *
begin_change(const struct space_scatter *c, const struct space_place *p,
             struct quire_partner target, int columns)
{
    struct quire_state *st = c->state;

    if (st->n_space_change == st->cap_space_flow) {
        return NULL;
    }
    struct quire_space_change *change = st->space_change + st->n_space_change++;
    for (int k = 0; k < 3; k++) {
        change->b[k] = p->b[k];
        change->d[k] = p->d[k];
    }
    for (int j = 0; j < columns; j++) {
        change->c[j] = p->c[j];
        change->e[j] = p->e[j];
    }
    change->sheet = c->sheet;
    change->station = p->station;
    change->column = p->column;
    change->target = target;
    change->columns = columns;
    change->small = change->rim = change->gate = change->tie = -1;
    change->pressed = false;
    return change;
}

QUIRE_INLINE void
keep_gradient(struct quire_space_change *change, enum quire_space_flowing k, double times,
              struct gradient by)
{
    change->by[k][0] = times * by.p;
    change->by[k][1] = times * by.s;
    change->by[k][2] = times * by.e;
}

/* the last change is of a place where friction holds on */
QUIRE_INLINE void
keep_hold(struct quire_state *st, const struct quire_slide *slide, struct gradient normal)
{
    if (slide->grip != NULL) {
        st->space_hold[st->n_space_hold++] =
            (struct quire_space_hold){.change = st->n_space_change - 1,
                                      .normal = {normal.p, normal.s, normal.e},
                                      .slide = *slide};
    }
}

/* the body on the other side: tt, ta is what slip along changes of friction, drag what the
 * surface's speed does to slip */
QUIRE_INLINE void
keep_mover(struct quire_space_change *change, const struct space_scatter *c,
           const struct space_mover *b, double drag, double tt, double ta)
{
    const struct quire_carrier *carrier = b->carrier;

    change->small = b->small;
    change->centre = carrier->d_centre;
    change->by_slip[0] = tt;
    change->by_slip[1] = ta;
    for (int i = 0; i < c->state->system->small[b->small].body.nv; i++) {
        change->surface[i] = -c->cv * b->rim * carrier->turn * carrier->d_surface[i] * drag;
    }
}

/* Couples a body to the sheet that moves its surface as a rigid roller does not. `forces`: how the
 * force on the sheet changes along x, y, z. */
void quire_space_couple_rim(const struct space_touched *t, const struct action_changes *changes,
                            const struct gradient forces[3], struct quire_space_change *change);

/* Couples the body on the other side to the sheet. */
QUIRE_INLINE void
couple_space_body(const struct space_touched *t, const struct space_forms *by, int columns,
                  struct quire_space_change *change)
{
    const struct space_facing *f = t->f;
    const struct friction_vector *r = &t->a.r;
    struct gradient forces[3];

    for (int i = 0; i < 3; i++) {
        forces[i] =
            sum2(mix2(f->n[i], by->by_n, f->t[i], by->by_t), scaled(f->a[i], by->by.lateral));
    }
    if (t->mover->soft != NULL) {
        quire_space_couple_rim(t, &by->d, forces, change);
    } else if (t->c->state->system->small[t->mover->small].body.nv > 0) {
        const double tt = f->share * (r->ratio + r->more * r->u[0] * r->u[0]),
                     ta = f->share * r->more * r->u[0] * r->u[1];
        const struct space_reaction reaction = {.fx = forces[0],
                                                .fy = forces[1],
                                                .friction = by->by.friction,
                                                .by_slip = tt * f->t + ta * f->a,
                                                .moment_by_slip = -t->c->half * tt,
                                                .friction_by_slip = tt,
                                                .drag = 1 + t->m.law->overdrive * t->a.load};
        couple_mover(t->c, t->p, t->mover, &t->act, &by->d, &reaction, columns);
        if (change != NULL) {
            keep_mover(change, t->c, t->mover, reaction.drag, tt, ta);
        }
    }
}

#endif
