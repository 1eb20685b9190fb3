/* The body on the other side of a touching place of a sheet in space: what couples it to the sheet;
 * and what the ledger of energy needs of the place. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_REACTION_H
#define QUIRE_CONTACT_TOUCH_SPACE_REACTION_H

#include "contact/touch/space_forms.h"

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
    change->line = p->line;
    change->target = target;
    change->columns = columns;
    change->small = change->rim = change->gate = change->foot = -1;
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

/* Couples a body to the sheet that moves its surface as a rigid roller does not. `forces`: how the
 * force on the sheet changes along x, y, z. */
void quire_space_couple_rim(const struct space_touched *t, const struct action_changes *changes,
                            const struct gradient forces[3], struct quire_space_change *change);

/* Couples a rigid roller to the sheet: its own motion counts against the sheet's, and by the speed
 * of its surface. */
QUIRE_INLINE void
couple_roller(const struct space_touched *t, const struct space_forms *by,
              const struct gradient forces[3], int columns, struct quire_space_change *change)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct friction_vector *r = &t->a->r;
    const struct quire_carrier *carrier = t->mover->carrier;
    const struct gradient *fx = forces, *fy = forces + 1, *friction = &by->by.friction;
    const quire_v4 *force = by->d.force, *pair = by->d.pair;
    const int small = t->mover->small, nv = c->state->system->small[small].body.nv;
    /* of friction along and across, by slip along [N s/m]; of slip, by the surface's speed */
    const double tt = t->m.share * (r->ratio + r->more * r->u[0] * r->u[0]),
                 ta = t->m.share * r->more * r->u[0] * r->u[1],
                 drag = 1 + t->m.law->overdrive * t->a->load, rim = t->mover->rim;
    const quire_v4 by_slip = tt * t->f->t + ta * t->f->a;
    double shaft[QUIRE_BODY_DOFS], slips[QUIRE_BODY_DOFS];
    struct quire_space_coupling *coupling =
        new_space_coupling(c->state, small, c->sheet, p->station, p->column);

    if (coupling == NULL) {
        return;
    }
    for (int i = 0; columns == 1 && i < QUIRE_SPACE_ROWS; i++) {
        for (int k = 0; k < nv; k++) {
            coupling->by_body[k][i] = coupling->by_node[k][i] = 0;
        }
    }
    for (int i = 0; i < nv; i++) {
        shaft[i] = rim * carrier->turn * carrier->d_surface[i];
        slips[i] = -c->cv * rim * carrier->turn * carrier->d_surface[i] * drag;
    }
    for (int i = 0; i < nv; i++) {
        const double cx = carrier->d_centre[0][i], cy = carrier->d_centre[1][i],
                     slide = -c->cv * shaft[i] * drag;
        const double move[2] = {cx * p->s.p[0] + cy * p->s.p[1], cx * p->t.p[0] + cy * p->t.p[1]};
        const struct gradient own = {cx * fx->p + cy * fy->p + shaft[i] * friction->p,
                                     cx * fx->s + cy * fy->s + shaft[i] * friction->s,
                                     cx * fx->e + cy * fy->e + shaft[i] * friction->e};
        put_coupling(coupling, i, p, &t->act, (cx * force[0] + cy * force[1]) - slide * by_slip,
                     (cx * pair[0] + cy * pair[1]) - (slide * (-c->half * tt)) * t->act.pair, move,
                     &own, columns);
        /* by the body's other velocity o; the place moves against it */
        for (int o = 0; o < nv; o++) {
            const double x = carrier->d_centre[0][o], y = carrier->d_centre[1][o];
            t->mover->self[i][o] -=
                (own.p[0] * x + own.p[1] * y) -
                slips[o] * ((cx * by_slip[0] + cy * by_slip[1]) + shaft[i] * tt);
        }
    }
    if (change != NULL) {
        change->small = small;
        change->centre = carrier->d_centre;
        change->by_slip[0] = tt;
        change->by_slip[1] = ta;
        memcpy(change->surface, slips, sizeof *slips * (size_t)nv);
    }
}

/* Couples the body on the other side to the sheet. */
QUIRE_INLINE void
couple_space_body(const struct space_touched *t, const struct space_forms *by, int columns,
                  struct quire_space_change *change)
{
    const struct space_facing *f = t->f;
    struct gradient forces[3];

    for (int i = 0; i < 3; i++) {
        forces[i] =
            sum2(mix2(f->n[i], by->by_n, f->t[i], by->by_t), scaled(f->a[i], by->by.lateral));
    }
    if (t->mover->soft != NULL) {
        quire_space_couple_rim(t, &by->d, forces, change);
    } else if (t->c->state->system->small[t->mover->small].body.nv > 0) {
        couple_roller(t, by, forces, columns, change);
    }
}

#endif
