/* One touching place of a sheet in the plane: forces of the laws on the sheet, and their
 * exact derivatives. Derivation with the same letters:
 * doc/theory/contact-kernel.md. */
#ifndef QUIRE_CONTACT_TOUCH_TOUCH_H
#define QUIRE_CONTACT_TOUCH_TOUCH_H

#include "contact/touch/touch_forms.h"

/* ---- gates ---- */

/* On a pivot that a spring holds, with the pivot's angle the velocities turn back against the gate,
 * which the sheet moved backwards does not know of. doc/theory/gates.md, 6. Adds what that does to
 * forces; to be completed with the rest in quire_flap_push(). */
QUIRE_INLINE void
record_swing(const struct touched *t, struct quire_flow *flow)
{
    const struct station *p = t->p;
    const struct place_action *a = t->a;
    const struct quire_frame *f = t->c->frame;
    const double dx = p->at[0] + p->x[0] - f->gate->at[0], dy = p->at[1] + p->x[1] - f->gate->at[1],
                 cq = f->gate->turns ? t->c->cq : 0, spin = f->spin;
    const struct place place = place_of_touch(t);
    const struct place_way way = {
        .u = {quire_all4(cq * (p->v[1] + spin * dx)), quire_all4(-cq * (p->v[0] - spin * dy))},
        .rate = {{quire_all4(cq * (p->v1[1] + spin * p->x1[0])),
                  quire_all4(-cq * (p->v1[0] - spin * p->x1[1]))}}};
    const struct place_change c = place_respond(&place, &way, false);
    const double moment = c.moment_a[0];

    for (int j = 0; j < 3; j++) {
        f->turned_x[p->node + j] += p->b[j] * c.f.x[0] + p->d[j] * moment * t->px;
        f->turned_y[p->node + j] += p->b[j] * c.f.y[0] + p->d[j] * moment * t->py;
    }
    if (flow != NULL) {
        flow->at = f->v;
        flow->by_one = (quire_v4){c.friction[0], c.slip[0],
                                  -t->m.share * a->no.d_closing * c.gap[0], -c.gap[0]};
        flow->normal_one = c.one[0];
    }
}

/* ---- stretches ---- */

/* What changes as the place moves along the curve, as its share does, and as its overlap does by
 * itself. In the numbers of a form here: the parameter, the logarithm of the share, the overlap. */
QUIRE_INLINE void
add_moves(const struct touched *t, const struct place_moves *moves, struct quire_flow *flow)
{
    const struct scatter *c = t->c;
    const struct station *p = t->p;
    const struct facing *f = t->f;
    const double m = -c->half * f->share * t->a->fo.force;
    const form d_share = {form_along(f->d_share, p) / c->cq, f->share, 0, 0},
               d_factor = {form_along(f->d_factor, p) / c->cq, 0, 0, 0};
    struct geometry_forms g;

    geometry_along(&g, p, f, 0, 0, (form){1, 0, 0, 0});
    const struct touch_forms d = touch_forms(t, &g, (form){0, 0, 1, 0}, d_share, d_factor);
    const form one = d.by.one;
    for (int j = 0; j < 3; j++) {
        form by[2];
        node_forms(t, &d, g.s, m, j, by);
        for (int l = 0; l < 3; l++) {
            const double *s = moves->s[l], *w = moves->share[l], *o = moves->overlap[l];
            quire_band_add(c->band, p->node + j, p->node + l,
                           -(quire_v4){by[0][0] * s[0] + by[0][1] * w[0] + by[0][2] * o[0],
                                       by[0][0] * s[1] + by[0][1] * w[1] + by[0][2] * o[1],
                                       by[1][0] * s[0] + by[1][1] * w[0] + by[1][2] * o[0],
                                       by[1][0] * s[1] + by[1][1] * w[1] + by[1][2] * o[1]});
        }
    }
    if (flow != NULL) {
        const form friction = d.by.friction, slip = d.by.slip;
        const quire_v4 by_s = {friction[0], slip[0], -f->share * t->a->no.d_closing * d.gap[0],
                               -d.gap[0]},
                       by_w = {friction[1], slip[1], t->a->lost, 0},
                       by_o = {friction[2], slip[2], 0, 0};
        for (int l = 0; l < 3; l++) {
            flow->by_x[l] +=
                moves->s[l][0] * by_s + moves->share[l][0] * by_w + moves->overlap[l][0] * by_o;
            flow->by_y[l] +=
                moves->s[l][1] * by_s + moves->share[l][1] * by_w + moves->overlap[l][1] * by_o;
            if (flow->holds) {
                flow->normal_x[l] += one[0] * moves->s[l][0] + one[2] * moves->overlap[l][0];
                flow->normal_y[l] += one[0] * moves->s[l][1] + one[2] * moves->overlap[l][1];
            }
        }
    }
}

/* ---- shares that fade ---- */

/* On a sheet's three nodes the force -U grad(share), without which stored energy would appear or be
 * lost as the share changes. */
QUIRE_INLINE void
push_fading(const struct touched *t)
{
    const struct scatter *c = t->c;
    const struct station *p = t->p;
    const form by = (t->stored / c->cq) * t->f->fading->by;

    for (int j = 0; j < 3; j++) {
        c->fx[p->node + j] -= p->b[j] * by[0] + p->d[j] * by[2];
        c->fy[p->node + j] -= p->b[j] * by[1] + p->d[j] * by[3];
    }
}

/* takes off the matrix what the force on node j, along x and y, changes by: two forms */
QUIRE_INLINE void
take_forms(const struct touched *t, int j, form x, form y)
{
    const struct station *p = t->p;
    const quire_v4 by_b = QUIRE_PICK(x, y, 0, 1, 4, 5), by_d = QUIRE_PICK(x, y, 2, 3, 6, 7);

    for (int l = 0; l < 3; l++) {
        quire_band_add(t->c->band, p->node + j, p->node + l, -(p->b[l] * by_b + p->d[l] * by_d));
    }
}

/* How that force changes. Its gradient is taken to turn with the sheet's tangent, which is all but
 * what the curve itself bends by. */
QUIRE_INLINE void
derive_fading(const struct touched *t, const struct geometry_forms *g)
{
    const struct station *p = t->p;
    const struct fading *fading = t->f->fading;
    const double *n = t->f->n, u = t->stored, per = 1 / t->c->cq;
    const form by = per * fading->by, stored = -t->a->no.elastic * (n[0] * g->x + n[1] * g->y),
               turn = (u * t->q1) * (p->x1[0] * g->y1 - p->x1[1] * g->x1);

    for (int j = 0; j < 3; j++) {
        const double b = p->b[j], d = p->d[j], dd = p->dd[j];
        const double to_x = b * by[0] + d * by[2], to_y = b * by[1] + d * by[3];
        form x = to_x * stored + (u * (d * by[0] + dd * by[2])) * g->s - to_y * turn,
             y = to_y * stored + (u * (d * by[1] + dd * by[3])) * g->s + to_x * turn;
        for (int k = 0; k < fading->n; k++) {
            const form m = fading->product[k].p, q = fading->product[k].q;
            const double times = 0.5 * u * fading->product[k].times * per;
            x += times * ((b * m[0] + d * m[2]) * q + (b * q[0] + d * q[2]) * m);
            y += times * ((b * m[1] + d * m[3]) * q + (b * q[1] + d * q[3]) * m);
        }
        take_forms(t, j, -x, -y);
    }
}

/* ---- one touching place ---- */

QUIRE_INLINE void
derive_touch(const struct touched *t, const struct place_moves *moves)
{
    const struct scatter *c = t->c;
    const struct station *p = t->p;
    const struct facing *f = t->f;
    struct geometry_forms g;

    geometry_forms(&g, p, f, c->cq, c->cv);
    if (c->frame != NULL) {
        turn_velocities(&g, c->frame->spin, c->cq);
    }
    const struct touch_forms d = touch_forms(t, &g, (form){0, 0, 0, 0}, f->d_share, f->d_factor);
    struct quire_flow *flow = flow_forms(t, &d);
    c->state->power.given += given_by_share(t);
    scatter_rows(t, &d, g.s);
    if (moves != NULL && c->cq != 0) {
        add_moves(t, moves, flow);
    }
    if (f->fading != NULL && c->cq != 0) {
        derive_fading(t, &g);
    }
    if (c->frame != NULL && c->frame->v >= 0) {
        record_swing(t, flow);
    }
}

/* Evaluates the laws at a touching place, adds forces to the sheet and, if there is a band, the
 * derivatives. `moves`: how the place follows the ends of its stretch (NULL: it does not belong to
 * one). */
QUIRE_INLINE void
touch(const struct scatter *c, const struct station *p, const struct facing *f,
      const struct quire_contact_law *law, const struct place_moves *moves,
      struct quire_partner target)
{
    struct quire_state *st = c->state;
    struct place_action a;
    struct touched t;

    t.a = &a;
    see_place(&t, c, p, f, law, 0, target);
    ask_laws(st, &t.m, false, &a);
    push_sheet(&t);
    if (f->fading != NULL && c->cq != 0) {
        t.stored = stored_by_law(st, &t.m);
        push_fading(&t);
    }
    book_power(&st->power, &t.m, &a, 0, 0, 0);
    mark_touched(st, c->sheet, target);
    if (st->record) {
        record_place(&t, moves != NULL ? moves->stored : f->share);
    }
    if (c->band != NULL) {
        derive_touch(&t, moves);
    }
}

#endif
