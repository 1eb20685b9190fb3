/* What faces a place of a sheet in the plane, and the ways in which the place moves.
 *
 * A derivative is a "form": four numbers (p0, p1 | p2, p3) from which the derivative by node j's
 * displacement (x, y) is (b_j p0 + d_j p2, b_j p1 + d_j p3). Displacements count cq, velocities cv:
 * the matrix is cq K + cv D. Derivation with the same letters: doc/theory/contact-kernel.md. */
#ifndef QUIRE_CONTACT_TOUCH_FACING_H
#define QUIRE_CONTACT_TOUCH_FACING_H

#include "contact/law/constants.h"
#include "contact/law/couplings.h"
#include "contact/law/place_book.h"
#include "contact/law/stiffening.h"
#include "contact/place/second.h"
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
    const struct stiffening *stiff; /* NULL: the law is as it is */
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

/* ---- ways ---- */

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
    const form bx = {1, 0, 0, 0}, by = {0, 1, 0, 0}, dx = {0, 0, 1, 0}, dy = {0, 0, 0, 1};
    const double turn = cq * spin;

    g->u += turn * by;
    g->v -= turn * bx;
    g->u1 += turn * dy;
    g->v1 -= turn * dx;
}

/* of what a form says with the place's own changes along the curve */
QUIRE_INLINE double
form_along(form f, const struct station *p)
{
    return (f[0] * p->x1[0] + f[1] * p->x1[1]) + (f[2] * p->x2[0] + f[3] * p->x2[1]);
}

#endif
