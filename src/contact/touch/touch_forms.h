/* What is found at a touching place of a sheet in the plane, and its exact derivatives.
 *
 * A derivative is a "form": four numbers (p0, p1 | p2, p3) from which the derivative by node j's
 * displacement (x, y) is (b_j p0 + d_j p2, b_j p1 + d_j p3). Displacements count cq, velocities cv:
 * the matrix is cq K + cv D. Derivation with the same letters: doc/theory/contact-kernel.md. */
#ifndef QUIRE_CONTACT_TOUCH_TOUCH_FORMS_H
#define QUIRE_CONTACT_TOUCH_TOUCH_FORMS_H

#include "contact/law/constants.h"
#include "contact/law/couplings.h"
#include "contact/law/place_book.h"
#include "contact/touch/station.h"

typedef quire_v4 form;

/* How the normal turns as the station moves. */
enum turning { NORMAL_FIXED, NORMAL_RADIAL, NORMAL_TANGENT };

/* How a share fades: its gradient, a form, which is part of d_share and has the force -U
 * grad(share); of its second derivative the products times (p q' + q p') / 2 of gradients.
 * doc/theory/contact-kernel.md, 7. */
struct fading {
    form by;
    int n;
    struct {
        form p, q;
        double times;
    } product[FADES];
};

/* The target's side of a touching place. */
struct facing {
    enum turning turning;
    double n[2];    /* normal, from the target to the sheet */
    double radial;  /* RADIAL: 1 / distance from the centre, negative inside a hollow circle */
    double overlap; /* [m] */
    double share;   /* of the law that acts here */
    form d_share;   /* its derivative */
    double factor;  /* on the friction coefficient */
    form d_factor;
    double belt; /* speed of an imaginary belt along (-n_y, n_x) [m/s] */
    double load; /* total normal force for the overdrive, NaN: this place's own [N] */
    const struct quire_slot *slot; /* where the law remembers; NULL: nowhere */
    int place;                     /* there */
    struct quire_law_memory *grip; /* what its friction holds on to; NULL: to nothing */
    /* speed of elastic creep for each newton of friction, under a point contact that rolls [m/(N
     * s)] */
    double rolling;
    struct pressing *adds;          /* the place has a normal force alone, and adds it here, or */
    const struct pressing *given;   /* friction alone, under this; NULL: both */
    const struct stiffening *stiff; /* as in struct place_motion */
    struct fading *fading;          /* of `share`; NULL: nothing fades */
};

/* What else moves with the nodes at a place, times cq, by the x and y of each of its three nodes:
 * its parameter and the logarithm of its share, where it belongs to a stretch of the curve whose
 * ends move; and its overlap, beyond what it does along the normal, where two pieces of a guide
 * share it. */
struct place_moves {
    double s[3][2], share[3][2], overlap[3][2];
    double stored; /* of the law's energy the part that is stored here */
};

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
                                 .adds = f->adds,
                                 .given = f->given,
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
    return rate == 0 || t->m.given != NULL ? 0 : stored_by_law(t->c->state, &t->m) * rate;
}

/* ---- derivatives ---- */

/* derivatives of the station's geometry */
struct geometry_forms {
    form x, y, u, v, x1, y1, u1, v1; /* position, velocity and their derivatives along the curve */
    form s;                          /* parameter of the nearest point */
    form turn;                       /* angle of the normal */
};

/* ... where the place's parameter changes by s. */
QUIRE_INLINE void
geometry_along(struct geometry_forms *g, const struct station *p, const struct facing *f, double cq,
               double cv, form s)
{
    const form bx = {1, 0, 0, 0}, by = {0, 1, 0, 0}, dx = {0, 0, 1, 0}, dy = {0, 0, 0, 1};

    g->s = s;
    g->x = cq * bx + p->x1[0] * s;
    g->y = cq * by + p->x1[1] * s;
    g->u = cv * bx + p->v1[0] * s;
    g->v = cv * by + p->v1[1] * s;
    g->x1 = cq * dx + p->x2[0] * s;
    g->y1 = cq * dy + p->x2[1] * s;
    g->u1 = cv * dx + p->v2[0] * s;
    g->v1 = cv * dy + p->v2[1] * s;
    if (f->turning == NORMAL_RADIAL) {
        g->turn = f->radial * (f->n[0] * g->y - f->n[1] * g->x);
    } else if (f->turning == NORMAL_TANGENT) {
        const double q = 1 / (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
        g->turn = q * (p->x1[0] * g->y1 - p->x1[1] * g->x1);
    } else {
        g->turn = (form){0, 0, 0, 0};
    }
}

QUIRE_INLINE void
geometry_forms(struct geometry_forms *g, const struct station *p, const struct facing *f, double cq,
               double cv)
{
    form s = {0, 0, 0, 0};

    if (p->slides) {
        const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1];
        double bend = t2 + p->x[0] * p->x2[0] + p->x[1] * p->x2[1];
        if (p->farthest) {
            bend = fmin(bend, -QUIRE_BEND_LEAST * t2);
        } else if (bend < QUIRE_BEND_LEAST * t2) {
            bend = QUIRE_BEND_LEAST * t2;
        }
        const double q = -cq / bend;
        s = (form){q * p->x1[0], q * p->x1[1], q * p->x[0], q * p->x[1]};
    }
    geometry_along(g, p, f, cq, cv, s);
}

/* Seen from a gate that turns at `spin`, velocities change with places too. doc/theory/gates.md, 3
 */
QUIRE_INLINE void
turn_velocities(struct geometry_forms *g, double spin, double cq)
{
    const double by = cq * spin;

    g->u += (form){0, by, 0, 0};
    g->v += (form){-by, 0, 0, 0};
    g->u1 += (form){0, 0, 0, by};
    g->v1 += (form){0, 0, -by, 0};
}

/* How what acts at a place changes. */
struct touch_forms {
    form gap; /* the rate at which it grows */
    struct action_change by;
    form fx, fy, moment, px, py;
};

/* `more`: of the overlap, beyond what it does along the normal */
QUIRE_INLINE struct touch_forms
touch_forms(const struct touched *t, const struct geometry_forms *g, form more, form d_share,
            form d_factor)
{
    const struct station *p = t->p;
    const double nx = t->f->n[0], ny = t->f->n[1], tx = -ny, ty = nx, q1 = t->q1, half = t->c->half;
    const form along = p->x1[0] * g->x1 + p->x1[1] * g->y1;
    const form d_spin =
        q1 * (p->v1[1] * g->x1 - p->v1[0] * g->y1 + p->x1[0] * g->v1 - p->x1[1] * g->u1) -
        (2 * t->spin * q1) * along;
    struct touch_forms d;

    d.gap = nx * g->u + ny * g->v + t->vt * g->turn;
    const form d_vt = tx * g->u + ty * g->v - t->vn * g->turn;
    d.by = change_of_action(&t->m, t->a, false,
                            &(struct motion_change){.overlap = more - (nx * g->x + ny * g->y),
                                                    .gap = d.gap,
                                                    .past = d_vt - half * d_spin,
                                                    .share = d_share,
                                                    .factor = d_factor});
    /* the force turns with the normal */
    d.fx = nx * d.by.total + tx * d.by.friction - t->fy * g->turn;
    d.fy = ny * d.by.total + ty * d.by.friction + t->fx * g->turn;
    d.moment = -half * d.by.friction;
    d.px = -q1 * g->y1 - (2 * t->px * q1) * along;
    d.py = q1 * g->x1 - (2 * t->py * q1) * along;
    return d;
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

/* Takes the changes of the nodal forces off the sheet's matrix. by_b[j]: of the force on node j by
 * the position of the sheet there, row-major. */
QUIRE_INLINE void
scatter_rows(const struct touched *t, const struct touch_forms *d, form s, quire_v4 by_b[3])
{
    const struct station *p = t->p;

    for (int j = 0; j < 3; j++) {
        form r[2];
        node_forms(t, d, s, t->moment, j, r);
        const quire_v4 by_d = QUIRE_PICK(r[0], r[1], 2, 3, 6, 7);
        by_b[j] = QUIRE_PICK(r[0], r[1], 0, 1, 4, 5);
        for (int l = 0; l < 3; l++) {
            quire_band_add(t->c->band, p->node + j, p->node + l,
                           -(p->b[l] * by_b[j] + p->d[l] * by_d));
        }
    }
}

/* What flows, and how it changes with the sheet's nodes; by[0], by[1] with x and y of the place. */
QUIRE_INLINE struct quire_flow *
flow_forms(const struct touched *t, const struct touch_forms *d, double driven, quire_v4 by[4])
{
    const struct station *p = t->p;
    const form one = d->by.one;
    struct quire_flow *flow = begin_flow(t->c->state, &t->m, t->a, t->c->sheet, p->node, driven);

    quire_transpose4(by, d->by.friction, d->by.slip, -(t->m.share * t->a->no.d_closing) * d->gap,
                     -d->gap);
    if (flow != NULL) {
        flow->given = given_by_share(t);
        record_changes(flow, p->b, p->d, by[0], by[1], by[2], by[3]);
        for (int j = 0; t->m.grip != NULL && j < 3; j++) {
            flow->normal_x[j] = p->b[j] * one[0] + p->d[j] * one[2];
            flow->normal_y[j] = p->b[j] * one[1] + p->d[j] * one[3];
        }
    }
    return flow;
}

/* of what a form says with the place's own changes along the curve */
QUIRE_INLINE double
form_along(form f, const struct station *p)
{
    return (f[0] * p->x1[0] + f[1] * p->x1[1]) + (f[2] * p->x2[0] + f[3] * p->x2[1]);
}

#endif
