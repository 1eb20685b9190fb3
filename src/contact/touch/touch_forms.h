/* What is found at a touching place of a sheet in the plane, and its exact derivatives, by the
 * kernel (contact/place/place.h). */
#ifndef QUIRE_CONTACT_TOUCH_TOUCH_FORMS_H
#define QUIRE_CONTACT_TOUCH_TOUCH_FORMS_H

#include "contact/place/place.h"
#include "contact/touch/facing.h"

/* A place as it was evaluated. */
struct touched {
    const struct scatter *c;
    const struct station *p;
    const struct facing *f;
    struct place_motion m;
    struct place_action *a;  /* apart: laws are handed it, and all else here is known to stay */
    double stored;           /* by the law, where its share fades [J] */
    double vn, vt, spin, q1; /* spin: of the sheet here; q1: 1 / (length of the tangent)^2 */
    double fx, fy, moment;   /* on the sheet's mid-line */
    double px, py;           /* force pair that makes a unit moment */
};

/* What the laws are to see; `surface`: speed of the target's [m/s]. */
QUIRE_INLINE void
see_place(struct touched *t, const struct scatter *c, const struct station *p,
          const struct facing *f, const struct quire_contact_law *law, double surface,
          struct quire_partner target)
{
    const double nx = f->n[0], ny = f->n[1];

    t->c = c;
    t->p = p;
    t->f = f;
    t->stored = 0;
    t->vn = nx * p->v[0] + ny * p->v[1];
    t->vt = nx * p->v[1] - ny * p->v[0]; /* the tangent is the normal turned left */
    t->q1 = 1 / (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    t->spin = t->q1 * (p->x1[0] * p->v1[1] - p->x1[1] * p->v1[0]);
    t->m = (struct place_motion){.law = law,
                                 .pair = quire_sheet_with(c->sheet, target),
                                 .overlap = f->overlap,
                                 .closing = -t->vn,
                                 .past = t->vt - c->half * t->spin - surface,
                                 .belt = f->belt,
                                 .surface = surface,
                                 .load = f->load,
                                 .own = f->share,
                                 .share = f->share,
                                 .factor = f->factor,
                                 .by_factor = true,
                                 .rolling = f->rolling,
                                 .slot = f->slot,
                                 .place = f->place,
                                 .grip = f->grip,
                                 .stiff = f->stiff,
                                 .matrix = c->band != NULL};
}

/* Adds what acts to the sheet. Friction is at the surface, half a thickness from the mid-line, and
 * so has a moment. */
QUIRE_INLINE void
push_sheet(struct touched *t)
{
    const struct scatter *c = t->c;
    const struct station *p = t->p;
    const double nx = t->f->n[0], ny = t->f->n[1];

    t->fx = t->a->total * nx - t->a->friction * ny;
    t->fy = t->a->total * ny + t->a->friction * nx;
    t->moment = -t->a->friction * c->half;
    t->px = -p->x1[1] * t->q1;
    t->py = p->x1[0] * t->q1;
    for (int j = 0; j < 3; j++) {
        c->fx[p->node + j] += p->b[j] * t->fx + p->d[j] * t->moment * t->px;
        c->fy[p->node + j] += p->b[j] * t->fy + p->d[j] * t->moment * t->py;
    }
}

/* `part`: of the law, whose stored energy is there */
QUIRE_INLINE void
record_place(const struct touched *t, double part)
{
    const struct station *p = t->p;
    const double unit = sqrt(t->q1);

    record_touch(t->c->state, &t->m, t->a, part,
                 &(struct quire_touch){.normal = {t->f->n[0], t->f->n[1]},
                                       .x = p->at[0] + p->x[0],
                                       .y = p->at[1] + p->x[1],
                                       .tangent = {p->x1[0] * unit, p->x1[1] * unit}});
}

/* Power with which the share makes stored energy of nothing as it changes with the overlap alone.
 */
QUIRE_INLINE double
given_by_share(const struct touched *t)
{
    const struct station *p = t->p;
    const form none = {0, 0, 0, 0},
               d = t->f->d_share - (t->f->fading != NULL ? t->f->fading->by : none);
    double rate = 0;

    if (d[0] != 0 || d[1] != 0 || d[2] != 0 || d[3] != 0) {
        rate += (d[0] * p->v[0] + d[1] * p->v[1] + d[2] * p->v1[0] + d[3] * p->v1[1]) / t->c->cq;
    }
    return rate == 0 ? 0 : stored_by_law(t->c->state, &t->m) * rate;
}

/* ---- derivatives ---- */

/* The place as the kernel knows it: all of its four are this one, so that they move in four ways at
 * once. */
QUIRE_INLINE struct place
place_of_touch(const struct touched *t)
{
    const struct station *p = t->p;
    const struct place_action *a = t->a;
    const double slope = overdrive_slope(&t->m);

    return (struct place){.on = {-1, -1, -1, -1},
                          .n = {quire_all4(t->f->n[0]), quire_all4(t->f->n[1])},
                          .share = quire_all4(t->m.share),
                          .a = {.t = {quire_all4(p->x1[0]), quire_all4(p->x1[1])},
                                .rate = {quire_all4(p->v1[0]), quire_all4(p->v1[1])},
                                .arm = quire_all4(t->c->half),
                                .q = quire_all4(t->q1),
                                .spin = quire_all4(t->spin),
                                .pair = {quire_all4(t->px), quire_all4(t->py)}},
                          .drags = slope != 0,
                          .drag = quire_all4(slope),
                          .rubs_deeper = a->fo.d_overlap != 0,
                          .fades = true,
                          .vn = quire_all4(t->vn),
                          .vt = quire_all4(t->vt),
                          .total = quire_all4(a->total),
                          .friction = quire_all4(a->friction),
                          .f = {quire_all4(t->fx), quire_all4(t->fy)},
                          .moment_a = quire_all4(t->moment),
                          .d_overlap = quire_all4(a->no.d_overlap),
                          .d_closing = quire_all4(a->no.d_closing),
                          .d_slip = quire_all4(a->fo.d_slip),
                          .d_normal = quire_all4(a->fo.d_normal),
                          .d_rub = quire_all4(a->fo.d_overlap),
                          .force = quire_all4(a->no.force),
                          .rub = quire_all4(a->fo.force),
                          .d_factor = quire_all4(a->fo.d_factor)};
}

/* How what acts at a place changes. */
struct touch_forms {
    form gap; /* the rate at which it grows */
    struct place_change by;
    form fx, fy, moment, px, py;
};

/* `more`: of the overlap, beyond what it does along the normal */
QUIRE_INLINE struct touch_forms
touch_forms(const struct touched *t, const struct geometry_forms *g, form more, form d_share,
            form d_factor)
{
    const struct place place = place_of_touch(t);
    const struct place_way way = {.w = {g->x, g->y},
                                  .u = {g->u, g->v},
                                  .t = {{g->x1, g->y1}},
                                  .rate = {{g->u1, g->v1}},
                                  .turn = g->turn,
                                  .share = d_share,
                                  .factor = d_factor,
                                  .overlap = more};
    const struct place_change c = place_respond(&place, &way, false);
    const struct flat pair = pair_by(&place.a, way.t[0]);

    return (struct touch_forms){.gap = c.gap,
                                .by = c,
                                .fx = c.f.x,
                                .fy = c.f.y,
                                .moment = c.moment_a,
                                .px = pair.x,
                                .py = pair.y};
}

/* how the nodal forces of node j change, under the moment m: x and y */
QUIRE_INLINE void
node_forms(const struct touched *t, const struct touch_forms *d, form s, double m, int j,
           form out[2])
{
    const double b = t->p->b[j], db = t->p->d[j], ddb = t->p->dd[j];

    out[0] = b * d->fx + (db * t->px) * d->moment + (db * m) * d->px +
             (db * t->fx + ddb * m * t->px) * s;
    out[1] = b * d->fy + (db * t->py) * d->moment + (db * m) * d->py +
             (db * t->fy + ddb * m * t->py) * s;
}

/* Takes the changes of the nodal forces off the sheet's matrix. */
QUIRE_INLINE void
scatter_rows(const struct touched *t, const struct touch_forms *d, form s)
{
    const struct station *p = t->p;

    for (int j = 0; j < 3; j++) {
        form r[2];
        node_forms(t, d, s, t->moment, j, r);
        const quire_v4 by_b = QUIRE_PICK(r[0], r[1], 0, 1, 4, 5),
                       by_d = QUIRE_PICK(r[0], r[1], 2, 3, 6, 7);
        for (int l = 0; l < 3; l++) {
            quire_band_add(t->c->band, p->node + j, p->node + l,
                           -(p->b[l] * by_b + p->d[l] * by_d));
        }
    }
}

/* What flows, and how it changes with the sheet's nodes. */
QUIRE_INLINE struct quire_flow *
flow_forms(const struct touched *t, const struct touch_forms *d)
{
    const struct station *p = t->p;
    const form one = d->by.one;
    struct quire_flow *flow = begin_flow(t->c->state, &t->m, t->a, t->c->sheet, p->node, 0);
    quire_v4 by[4];

    quire_transpose4(by, d->by.friction, d->by.slip, -(t->m.share * t->a->no.d_closing) * d->gap,
                     -d->gap);
    if (flow != NULL) {
        record_changes(flow, p->b, p->d, by[0], by[1], by[2], by[3]);
        for (int j = 0; t->m.grip != NULL && j < 3; j++) {
            flow->normal_x[j] = p->b[j] * one[0] + p->d[j] * one[2];
            flow->normal_y[j] = p->b[j] * one[1] + p->d[j] * one[3];
        }
    }
    return flow;
}

#endif
