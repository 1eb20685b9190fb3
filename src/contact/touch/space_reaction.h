/* The body on the other side of a touching place of a sheet in space: what couples it to the sheet.
 */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_REACTION_H
#define QUIRE_CONTACT_TOUCH_SPACE_REACTION_H

#include "contact/law/couplings.h"
#include "contact/law/law_lanes.h"
#include "contact/touch/space_ways.h"

/* How the sheet's rows change with the body's velocity i, and its row i with the sheet: `own`. The
 * force, the pair and the force on P_e (`of`) change, and the place moves by s and e. */
QUIRE_INLINE void
put_coupling(struct quire_space_coupling *coupling, int i, const struct space_touched *t,
             const quire_v4 of[3], quire_v4 shift, const struct gradient *own)
{
    const struct space_place *p = t->p;
    const struct space_action *a = &t->act;
    const double s = dot3(shift, p->s.p), e = dot3(shift, p->t.p);

    for (int k = 0; k < 3; k++) {
        const quire_v4 both = (p->b[k] * of[0] + p->d[k] * of[1]) +
                              s * (p->d[k] * a->force + (p->dd[k] * a->moment) * a->pair);
        const quire_v4 across =
            e * (p->b[k] * a->force + (p->d[k] * a->moment) * a->pair) + p->b[k] * of[2];
        quire_v4 row[2], node[2];
        for (int j = 0; j < 2; j++) {
            row[j] = p->c[j] * both + p->e[j] * across;
            node[j] = (p->b[k] * p->c[j]) * own->p + (p->d[k] * p->c[j]) * own->s +
                      (p->b[k] * p->e[j]) * own->e;
        }
        put_rows(coupling->by_body[i] + 6 * k, row, 2);
        put_rows(coupling->by_node[i] + 6 * k, node, 2);
    }
}

/* How each of a body's velocities moves its surface at the place: the material there, as force and
 * friction see it, the place, and what the surface does past it besides. */
struct body_ways {
    int n;
    quire_v4 x[QUIRE_BODY_DOFS], shift[QUIRE_BODY_DOFS], u[QUIRE_BODY_DOFS];
    double rim[QUIRE_BODY_DOFS];
};

QUIRE_INLINE void
ways_of_body(const struct space_touched *t, struct body_ways *to)
{
    const struct space_mover *b = t->mover;
    const struct space_rim *soft = b->soft;
    const struct quire_carrier *carrier = b->carrier;
    const double cq = t->c->cq, cv = t->c->cv, load = isnan(t->load) ? t->at->p.force[0] : t->load;

    to->n = soft != NULL ? soft->n : t->c->state->system->small[b->small].body.nv;
    for (int i = 0; i < to->n; i++) {
        if (soft != NULL) {
            to->x[i] = soft->x[i];
            to->shift[i] = soft->shift[i];
            to->u[i] = cv * (soft->shift[i] - soft->x[i]) - cq * soft->more[i];
            to->rim[i] = 0;
        } else { /* the overdrive counts on its surface */
            to->x[i] = (quire_v4){carrier->d_centre[0][i], carrier->d_centre[1][i], 0, 0};
            to->shift[i] = to->x[i];
            to->rim[i] = b->rim * carrier->turn * carrier->d_surface[i];
            to->u[i] = (-cv * to->rim[i] * (1 + t->law->overdrive * load)) * t->f->t;
        }
    }
}

/* how the force changes, along x, y and z */
QUIRE_INLINE void
force_gradients(const quire_v4 d[9], struct gradient to[3])
{
    const quire_v4 zero = {0};
    quire_v4 p[4], s[4], e[4];

    quire_transpose4(p, d[0], d[1], d[2], zero);
    quire_transpose4(s, d[3], d[4], d[5], zero);
    quire_transpose4(e, d[6], d[7], d[8], zero);
    for (int i = 0; i < 3; i++) {
        to[i] = (struct gradient){p[i], s[i], e[i]};
    }
}

/* The body's row i by the sheet. */
QUIRE_INLINE struct gradient
row_of_body(const struct space_touched *t, const struct body_ways *w, int i,
            const struct gradient force[3], const struct gradient *friction)
{
    const quire_v4 x = w->x[i];
    const struct gradient in_plane = mix2(x[0], force[0], x[1], force[1]);

    return t->mover->soft == NULL
               ? mix2(1, in_plane, w->rim[i], *friction)
               : sum2(in_plane, mix2(x[2], force[2], dot3(t->act.force, t->mover->soft->swings[i]),
                                     t->f->turn));
}

/* four of its velocities, from the first on: what they change besides moving the place back */
QUIRE_INLINE struct place_change
respond_to_body(const struct space_touched *t, const struct body_ways *w, int first)
{
    struct place_way way = {.share = {0}};

    for (int k = first; k < w->n && k < first + LANES; k++) {
        set_lane(&way.u, k - first, t->f, w->u[k]);
        way.across[k - first] = dot3(t->f->a, w->u[k]);
    }
    return respond_in_space(&t->at->p, &way);
}

QUIRE_INLINE void
couple_velocity(const struct space_touched *t, const struct body_ways *w, int k,
                const struct place_change *c, int lane, const struct gradient *own,
                const struct space_changes *by, struct quire_space_coupling *coupling)
{
    const quire_v4 h = w->shift[k], *d = by->d.force, *pair = by->d.pair, *twist = by->d.twist,
                   more = out_of_plane(t->f, c->f, lane) + c->lateral[lane] * t->f->a;
    const struct space_rim *soft = t->mover->soft;

    const quire_v4 of[3] = {(h[0] * d[0] + h[1] * d[1]) + h[2] * d[2] - more,
                            (h[0] * pair[0] + h[1] * pair[1]) + h[2] * pair[2] -
                                c->moment_a[lane] * t->act.pair,
                            (h[0] * twist[0] + h[1] * twist[1]) + h[2] * twist[2]};
    put_coupling(coupling, k, t, of, h, own + k);
    for (int i = 0; i < w->n; i++) {
        t->mover->self[i][k] -=
            dot3(own[i].p, h) - dot3(w->x[i], more) - w->rim[i] * c->friction[lane] -
            (soft != NULL ? t->c->cq * dot3(t->act.force, soft->bend[i][k]) : 0);
    }
    if (by->kept != NULL) {
        by->kept->told_body[k] =
            -dot3(by->kept->told[0], w->x[k]) - w->rim[k] * t->at->p.friction[0];
        keep_body(by->kept, k, c, lane, 1, &h);
    }
}

/* Couples the body on the other side to the sheet: it moves the place back, and its surface. */
static QUIRE_CLONES void
couple_space_body(const struct space_touched *t, const struct space_changes *by)
{
    const struct space_place *at = t->p;
    struct quire_state *st = t->c->state;
    const int small = t->mover->small;
    struct gradient own[QUIRE_BODY_DOFS], force[3];
    struct place_change c;
    struct body_ways w;

    ways_of_body(t, &w);
    struct quire_space_coupling *coupling =
        w.n > 0 ? new_space_coupling(st, small, t->c->sheet, at->station, at->column) : NULL;
    if (coupling == NULL) {
        return;
    }
    force_gradients(by->d.force, force);
    for (int i = 0; i < w.n; i++) {
        own[i] = row_of_body(t, &w, i, force, &by->friction);
    }
    if (by->kept != NULL) {
        by->kept->body = st->system->small[small].v0;
        by->kept->n_body = w.n;
    }
    for (int k = 0; k < w.n; k++) {
        if (k % LANES == 0) {
            c = respond_to_body(t, &w, k);
        }
        couple_velocity(t, &w, k, &c, k % LANES, own, by, coupling);
    }
}

#endif
