/* One touching place: forces of the laws on the sheet and on the other body, and their exact
 * derivatives.
 *
 * The sheet enters only as a station: position, velocity and tangents, each linear in three
 * neighbouring nodes with known weights. A derivative is a "form": four numbers (p0, p1 | p2, p3)
 * from which the derivative by node j's displacement (x, y) is (b_j p0 + d_j p2, b_j p1 + d_j p3).
 * Displacements count cq, velocities cv: the matrix is cq K + cv D. Derivation with the same
 * letters: doc/theory/contact-kernel.md. */
#ifndef QUIRE_CONTACT_TOUCH_TOUCH_H
#define QUIRE_CONTACT_TOUCH_TOUCH_H

#include <math.h>
#include <string.h>

#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "math/smoothstep.h"
#include "state/state.h"

struct quire_slot;

/* Where the nodes of a curve are [m], and how fast [m/s] (stride). */
struct quire_node_curve {
    double *x, *y, *vx, *vy;
};

struct quire_nodes { /* the same to look at */
    const double *x, *y, *vx, *vy;
};

/* A sheet as a gate sees it: contact/gate/gates.h. */
struct quire_frame {
    struct quire_sheet_work work; /* lists and curve points; nothing else of it is there */
    /* its nodes past the gate, along the gate's axes; zero padded */
    struct quire_node_curve at;
    struct quire_node_curve ahead; /* scratch */
    double *vx, *vy;               /* scratch (stride) */
    double *fx, *fy;               /* what the gate does to them [N] (stride) */
    const struct quire_gate *gate;
    int v; /* place of its rate in V; -1: a drive moves it */
    /* of a pivot: how those change with its way as velocities turn (stride) */
    double *turned_x, *turned_y;
    struct quire_band band; /* and its part of the sheet's matrix */
    double spin;            /* of the gate [rad/s] */
};

typedef quire_v4 form;

/* A place on the sheet's curve, seen from the target. */
struct station {
    int node;                 /* first of its three nodes */
    double b[3], d[3], dd[3]; /* weights of position, first and second derivative along the curve */
    double x[2], x1[2], x2[2];
    double v[2], v1[2], v2[2];
    double at[2]; /* what x is relative to */
    bool slides;  /* the nearest point: it moves along the curve as the nodes move */
    int cap;      /* -1, +1: on the round end at the trail, lead edge; 0: on a face */
};

/* How the normal turns as the station moves. */
enum turning { NORMAL_FIXED, NORMAL_RADIAL, NORMAL_TANGENT };

/* What the places of a stretch press with together, for friction that holds on to them as one: the
 * sums of their normal forces and shares, how these change with the x, y and z of the span's three
 * nodes, displacements times cq and velocities times cv, and the force with a gate's velocity. */
struct pressing {
    double force, share;
    double force_by[3][3], share_by[3][3];
    double way;
};

/* The target's side of a touching place. */
struct facing {
    enum turning turning;
    double n[2];       /* normal, from the target to the sheet */
    double radial;     /* RADIAL: 1 / distance from the centre, negative inside a hollow circle */
    double overlap;    /* [m] */
    double share;      /* of the law that acts here */
    form d_share;      /* its derivative */
    double share_rate; /* how fast it changes otherwise, where no force is made of that [1/s] */
    double factor;     /* on the friction coefficient */
    form d_factor;
    double belt; /* speed of an imaginary belt along (-n_y, n_x) [m/s] */
    double load; /* total normal force for the overdrive, NaN: this place's own [N] */
    const struct quire_slot *slot; /* where the law remembers; NULL: nowhere */
    int place;                     /* there */
    struct quire_law_memory *grip; /* what its friction holds on to; NULL: to nothing */
    /* speed of elastic creep for each newton of friction, under a point contact that rolls [m/(N
     * s)] */
    double rolling;
    struct pressing *adds;        /* the place has a normal force alone, and adds it here, or */
    const struct pressing *given; /* friction alone, under this; NULL: both */
};

/* What else moves with the nodes at a place, times cq, by the x and y of each of its three nodes:
 * its parameter and the logarithm of its share, where it belongs to a stretch of the curve whose
 * ends move; and its overlap, beyond what it does along the normal, where two pieces of a guide
 * share it. */
struct place_moves {
    double s[3][2], share[3][2], overlap[3][2];
    double stored; /* of the law's energy the part that is stored here */
};

/* What is needed to evaluate and to scatter. */
struct scatter {
    struct quire_state *state;
    int sheet;
    /* the lists and points that belong to x and y: the sheet's, or in space one column's */
    struct quire_sheet_work *work;
    const struct quire_column *column; /* in space: the rest of that column; NULL in the plane */
    /* places and velocities are those that a gate sees; NULL: they are as they are */
    struct quire_frame *frame;
    const double *x, *y, *vx, *vy;
    const double *v; /* all velocities, V */
    double *fx, *fy;
    double cq, cv;
    struct quire_band *band; /* NULL: forces only */
    double half;             /* half the thickness [m] */
};

/* Weights of the clamped quadratic B-spline in the piece around node i (type 0 inside, 1 the first,
 * 2 the last piece). */
QUIRE_INLINE void
spline_weights(int type, double s, double *b, double *d, double *dd)
{
    if (type == 0) {
        b[0] = 0.5 * (1 - s) * (1 - s);
        b[1] = 0.5 + s * (1 - s);
        b[2] = 0.5 * s * s;
        d[0] = -(1 - s);
        d[1] = 1 - 2 * s;
        d[2] = s;
        dd[0] = 1;
        dd[1] = -2;
        dd[2] = 1;
    } else if (type == 1) {
        b[0] = (1 - s) * (1 - s);
        b[1] = s * (2 - 1.5 * s);
        b[2] = 0.5 * s * s;
        d[0] = -2 * (1 - s);
        d[1] = 2 - 3 * s;
        d[2] = s;
        dd[0] = 2;
        dd[1] = -3;
        dd[2] = 1;
    } else {
        const double r = 1 - s;
        b[2] = (1 - r) * (1 - r);
        b[1] = r * (2 - 1.5 * r);
        b[0] = 0.5 * r * r;
        d[2] = 2 * (1 - r);
        d[1] = -(2 - 3 * r);
        d[0] = -r;
        dd[2] = 2;
        dd[1] = -3;
        dd[0] = 1;
    }
}

QUIRE_INLINE int
spline_type(int i, int n)
{
    return i == 1 ? 1 : i == n - 1 ? 2 : 0;
}

/* Parameter at which the first piece passes its inner node when the nodes are evenly spaced: 2 -
 * sqrt(2) */
#define STATION_FIRST 0.5857864376269049512
/* its weight of either neighbour: (1 - s)^2 = s^2 / 2 */
#define STATION_FIRST_OUTER 0.1715728752538099024

/* Weights of the fixed stations: at the trail edge, its neighbour, inside, and mirrored. */
struct station_weights {
    double b[3], d[3], dd[3];
};
#define FIRST_NEAR (STATION_FIRST * (2 - 1.5 * STATION_FIRST))
static const struct station_weights fixed_station[] = {
    {{1, 0, 0}, {-2, 2, 0}, {2, -3, 1}},
    {{STATION_FIRST_OUTER, FIRST_NEAR, STATION_FIRST_OUTER},
     {-2 * (1 - STATION_FIRST), 2 - 3 * STATION_FIRST, STATION_FIRST},
     {2, -3, 1}},
    {{0.125, 0.75, 0.125}, {-0.5, 0, 0.5}, {1, -2, 1}},
    {{STATION_FIRST_OUTER, FIRST_NEAR, STATION_FIRST_OUTER},
     {-STATION_FIRST, 3 * STATION_FIRST - 2, 2 * (1 - STATION_FIRST)},
     {1, -3, 2}},
    {{0, 0, 1}, {0, -2, 2}, {1, -3, 2}},
};

/* which of them node i has, and the first of its three nodes */
QUIRE_INLINE const struct station_weights *
weights_of(int i, int n, int *node)
{
    *node = i < 1 ? 0 : i > n - 1 ? n - 2 : i - 1;
    return fixed_station + (i < 1 ? 0 : i == 1 ? 1 : i < n - 1 ? 2 : i == n - 1 ? 3 : 4);
}

QUIRE_INLINE void
fixed_weights(int i, int n, struct station *p)
{
    const struct station_weights *w = weights_of(i, n, &p->node);

    memcpy(p->b, w->b, sizeof p->b);
    memcpy(p->d, w->d, sizeof p->d);
    memcpy(p->dd, w->dd, sizeof p->dd);
    p->slides = false;
    p->cap = 0;
}

/* Fills positions and velocities relative to a point and its velocity. */
QUIRE_INLINE void
place_station(struct station *p, const struct scatter *c, const double at[2],
              const double velocity[2])
{
    double x = 0, y = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, u = -velocity[0], v = -velocity[1], u1 = 0,
           v1 = 0, u2 = 0, v2 = 0;

    for (int j = 0; j < 3; j++) {
        const int i = p->node + j;
        x += p->b[j] * (c->x[i] - at[0]); /* distances are small: so rounding is, too */
        y += p->b[j] * (c->y[i] - at[1]);
        x1 += p->d[j] * c->x[i];
        y1 += p->d[j] * c->y[i];
        x2 += p->dd[j] * c->x[i];
        y2 += p->dd[j] * c->y[i];
        u += p->b[j] * c->vx[i];
        v += p->b[j] * c->vy[i];
        u1 += p->d[j] * c->vx[i];
        v1 += p->d[j] * c->vy[i];
        u2 += p->dd[j] * c->vx[i];
        v2 += p->dd[j] * c->vy[i];
    }
    p->at[0] = at[0];
    p->at[1] = at[1];
    p->x[0] = x;
    p->x[1] = y;
    p->x1[0] = x1;
    p->x1[1] = y1;
    p->x2[0] = x2;
    p->x2[1] = y2;
    p->v[0] = u;
    p->v[1] = v;
    p->v1[0] = u1;
    p->v1[1] = v1;
    p->v2[0] = u2;
    p->v2[1] = v2;
}

/* One coordinate of the piece around inner node i, seen from `at`: a + s t + s^2 c / 2. */
struct quadratic {
    double a, t, c;
};

QUIRE_INLINE struct quadratic
piece_around(int type, const double *x, double at)
{
    const double x0 = x[-1] - at, x1 = x[0] - at, x2 = x[1] - at, t = x1 - x0;

    if (type == 0) {
        return (struct quadratic){0.5 * (x0 + x1), t, x2 - x1 - t};
    }
    return type == 1 ? (struct quadratic){x0, 2 * t, x2 - x1 - 2 * t}
                     : (struct quadratic){0.5 * (x0 + x1), t, 2 * (x2 - x1) - t};
}

/* Nearest point of the curve to `at`, searched from node i: weights into p. Depends on nothing but
 * the nodes. */
QUIRE_INLINE void
nearest_station(struct station *p, const struct scatter *c, int n, int i, const double at[2])
{
    int moves = 0, end = 0;

    i = i < 1 ? 1 : i > n - 1 ? n - 1 : i;
    struct quadratic x = piece_around(spline_type(i, n), c->x + i, at[0]),
                     y = piece_around(spline_type(i, n), c->y + i, at[1]);
    /* start from the chord of the piece, which is nearly the piece itself */
    const double hx = x.t + 0.5 * x.c, hy = y.t + 0.5 * y.c;
    double s = -(x.a * hx + y.a * hy) / (hx * hx + hy * hy);
    s = s > 1 ? 1 : s > 0 ? s : 0;
    for (int k = 0; k < 60; k++) {
        const double px = x.a + s * (x.t + 0.5 * s * x.c), py = y.a + s * (y.t + 0.5 * s * y.c),
                     x1 = x.t + s * x.c, y1 = y.t + s * y.c;
        const double slope = px * x1 + py * y1, t2 = x1 * x1 + y1 * y1;
        double bend = t2 + px * x.c + py * y.c, third = 3 * (x1 * x.c + y1 * y.c);
        if (bend < 0.2 * t2) {
            bend = 0.2 * t2;
            third = 0;
        }
        /* Halley's step: on a quadratic curve the next derivative is known too, and errors go down
         * with their cubes */
        double next = s - 2 * slope * bend / (2 * bend * bend - slope * third);
        const int over = next > 1 ? 1 : next < 0 ? -1 : 0;
        next = over > 0 ? 1 : over < 0 ? 0 : next;
        if ((over > 0 && s >= 1) || (over < 0 && s <= 0)) { /* it is farther on */
            if (i + over < 1 || i + over > n - 1 || moves == 40) {
                end = i + over < 1 || i + over > n - 1 ? over : 0;
                break;
            }
            i += over;
            moves++;
            s = over > 0 ? 0 : 1;
            x = piece_around(spline_type(i, n), c->x + i, at[0]);
            y = piece_around(spline_type(i, n), c->y + i, at[1]);
            continue;
        }
        const double change = fabs(next - s);
        s = next;
        if (change < 1e-3) { /* the next correction would be below 1e-10 of a segment, 1e-13 m */
            break;
        }
    }
    p->node = i - 1;
    spline_weights(spline_type(i, n), s, p->b, p->d, p->dd);
    p->cap = end;
    p->slides = end == 0;
}

/* Notes how a touch's power flows change with the step about to be taken. */
QUIRE_INLINE struct quire_flow *
new_flow(struct quire_state *st)
{
    return st->n_flow < st->cap_flow ? st->flow + st->n_flow++ : NULL;
}

/* How what flows at a touch changes with its nodes: (bx, by) with the place, to which they count
 * with b, and (dx, dy) with the tangent there. */
QUIRE_INLINE void
record_changes(struct quire_flow *flow, const double b[3], const double d[3], quire_v4 bx,
               quire_v4 by, quire_v4 dx, quire_v4 dy)
{
    for (int j = 0; j < 3; j++) {
        flow->by_x[j] = b[j] * bx + d[j] * dx;
        flow->by_y[j] = b[j] * by + d[j] * dy;
    }
}

/* what friction holds on to at a touch */
QUIRE_INLINE void
record_grip(struct quire_flow *flow, const struct quire_slide *slide)
{
    flow->slide.grip = slide->grip;
    if (slide->grip != NULL) {
        flow->slide = *slide;
    }
}

QUIRE_INLINE void
record_touch(struct quire_state *st, const struct quire_touch *t)
{
    if (st->n_touch < st->cap_touch) {
        st->touch[st->n_touch++] = *t;
    }
}

/* tells that a sheet touches this guide, roller or other sheet */
QUIRE_INLINE void
mark_touched(struct quire_state *st, int sheet, struct quire_partner target)
{
    const int column = quire_touched_column(st->system, target);

    if (column >= 0) {
        st->touched[quire_touched_row(st->system, sheet) + (size_t)column] = 1;
    }
}

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
        if (bend < 0.05 * t2) {
            bend = 0.05 * t2;
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

/* Derivatives by velocities, of the normal force and of friction as they act here. */
struct by_velocity {
    /* normal: of the law's own force, by the rate of the gap */
    double share, normal, normal_by_slip, friction_by_slip, friction_by_normal;
    struct pressing *adds;
    const struct pressing *given;
};

/* adds what a place does by a form, at its three nodes */
QUIRE_INLINE void
add_form(double to[3][3], const double b[3], const double d[3], form f)
{
    for (int j = 0; j < 3; j++) {
        to[j][0] += b[j] * f[0] + d[j] * f[2];
        to[j][1] += b[j] * f[1] + d[j] * f[3];
    }
}

/* how the mean normal force of places changes with a component of a node */
QUIRE_INLINE double
mean_by(const struct pressing *all, int node, int component)
{
    return (all->force_by[node][component] -
            all->force / all->share * all->share_by[node][component]) /
           all->share;
}

/* On a pivot that a spring holds, with the pivot's angle the velocities turn back against the gate,
 * which the sheet moved backwards does not know of. doc/theory/gates.md, 6. Adds what that does to
 * forces; to be completed with the rest in quire_flap_push(). */
QUIRE_INLINE void
record_swing(const struct scatter *c, const struct station *p, const double n[2],
             const struct by_velocity *by, struct quire_flow *flow)
{
    struct quire_state *st = c->state;
    const struct quire_frame *f = c->frame;
    const double dx = p->at[0] + p->x[0] - f->gate->at[0], dy = p->at[1] + p->x[1] - f->gate->at[1],
                 cq = f->gate->turns ? c->cq : 0;
    const double u = cq * (p->v[1] + f->spin * dx), v = -cq * (p->v[0] - f->spin * dy);
    const double u1 = cq * (p->v1[1] + f->spin * p->x1[0]),
                 v1 = -cq * (p->v1[0] - f->spin * p->x1[1]);
    const double q = 1 / (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    const double gap = n[0] * u + n[1] * v,
                 slip = n[0] * v - n[1] * u - c->half * q * (p->x1[0] * v1 - p->x1[1] * u1);
    const double one = by->given != NULL ? by->given->way / by->given->share
                                         : by->normal * gap + by->normal_by_slip * slip,
                 press = by->given != NULL ? 0 : by->share * one,
                 tangential =
                     by->share * (by->friction_by_slip * slip + by->friction_by_normal * one);
    const double fx = press * n[0] - tangential * n[1], fy = press * n[1] + tangential * n[0],
                 m = -c->half * tangential * q;

    if (by->adds != NULL) {
        by->adds->way += press;
    }
    for (int j = 0; j < 3; j++) {
        f->turned_x[p->node + j] += p->b[j] * fx - p->d[j] * m * p->x1[1];
        f->turned_y[p->node + j] += p->b[j] * fy + p->d[j] * m * p->x1[0];
    }
    if (flow != NULL && st->n_flow_pair < st->cap_flow_pair) {
        st->flow_pair[st->n_flow_pair++] =
            (struct quire_flow_pair){.by = {tangential, slip, by->share * by->normal * gap, -gap},
                                     .normal = one,
                                     .at = f->v};
        flow->n_pair++;
    }
}

/* energy that the law stores here, by itself */
QUIRE_INLINE double
facing_stored(const struct scatter *c, const struct facing *f, const struct quire_contact_law *law)
{
    const struct quire_law_memory *memory =
        f->slot != NULL ? c->state->memory + 2 * (f->slot->memory0 + f->place) : NULL;

    return quire_normal_stored(law->normal, law->normal_data,
                               &(struct quire_normal_in){.overlap = f->overlap, .memory = memory});
}

/* Power with which the share, as it changes, makes stored energy of nothing. */
QUIRE_INLINE double
given_by_share(const struct scatter *c, const struct station *p, const struct facing *f,
               const struct quire_contact_law *law)
{
    const form d = f->d_share;

    double rate = f->share_rate;
    if (d[0] != 0 || d[1] != 0 || d[2] != 0 || d[3] != 0) {
        rate += (d[0] * p->v[0] + d[1] * p->v[1] + d[2] * p->v1[0] + d[3] * p->v1[1]) / c->cq;
    }
    return rate == 0 ? 0 : facing_stored(c, f, law) * rate;
}

/* the fixed station that owns what a sliding one remembers */
QUIRE_INLINE int
owner(const struct station *p)
{
    const int best = p->b[0] > p->b[1] ? 0 : 1;

    return p->node + (p->b[2] > p->b[best] ? 2 : best);
}

/* Asks the friction law. Where it holds on, the way slid follows the slip while a step is solved,
 * and the derivative by the slip is the one with the way following. Without the matrix the place is
 * listed in state->slide. */
QUIRE_INLINE void
eval_friction(struct quire_state *st, bool matrix, const struct quire_contact_law *law,
              struct quire_law_memory *grip, double share, double rolling,
              struct quire_contact_pair pair, struct quire_friction_in *in,
              struct quire_friction_out *out)
{
    if (grip == NULL) {
        law->friction->eval(law->friction_data, in, out);
        return;
    }
    const size_t z = st->system->grip_z + (size_t)(grip - st->grip);
    const double gamma = st->implicit.gamma;
    in->memory = grip;
    in->slid = gamma > 0 ? st->implicit.fixed[z] + gamma * in->slip : st->implicit.now[z];
    in->ease = gamma * st->rolling[grip - st->grip];
    law->friction->eval(law->friction_data, in, out);
    /* what slides makes the stiffness unsymmetric; a search without that is slower but sure of its
     * direction */
    if (st->is_static) {
        out->d_normal = out->d_factor = 0;
    }
    out->d_slip += gamma * out->d_slid;
    const struct quire_slide here = {
        .grip = grip, .law = law, .share = share, .pair = pair, .rolling = rolling, .in = *in};
    if (matrix || quire_stick_list(st, &here)) {
        st->rate[z] = in->slip + st->rolling[grip - st->grip] * out->force;
    }
}

/* energy of the spring with which friction holds on */
QUIRE_INLINE double
grip_energy(const struct quire_contact_law *law, const struct quire_law_memory *grip,
            const struct quire_friction_in *in)
{
    return grip != NULL ? law->friction->stored(law->friction_data, in) : 0;
}

/* Adds what a touch does to the body: the force and friction on the sheet, backwards. */
QUIRE_INLINE void
push_body(struct quire_state *st, const struct quire_small *body,
          const struct quire_carrier *carrier, double fx, double fy, double friction)
{
    for (int k = 0; k < body->body.nv; k++) {
        st->force[body->v0 + k] -= fx * carrier->d_centre[0][k] + fy * carrier->d_centre[1][k] +
                                   friction * carrier->turn * carrier->d_surface[k];
    }
}

/* Derivatives of a touch, as the body on its other side needs them. */
struct reaction {
    int small, node; /* the body; first of the sheet's three nodes */
    const struct quire_carrier *carrier;
    const double *b, *d; /* the nodes' weights */
    /* of the force on each node by the position of the sheet there, row-major */
    quire_v4 by_b[3];
    form fx, fy, friction;        /* of the whole force, and of friction */
    quire_v4 flow_x, flow_y;      /* of what flows (enum quire_flowing), by position */
    double normal[2];             /* of the law's own normal force, by position */
    double tangent[2], moment[2]; /* along which friction acts on a node, with b and with d */
    double by_slip;               /* of friction, by slip [N s/m] */
    /* the normal, where the normal force follows the speed of the surfaces past each other, */
    double out[2];
    /* by that, of the whole normal force, and of friction through it [N s/m] */
    double by_past, friction_past;
    double drag; /* slip by the surface's speed: 1 + overdrive factor times load */
};

/* Couples the body to the sheet: its own motion counts against the sheet's, and by the speed of its
 * surface. */
QUIRE_INLINE void
couple_velocities(const struct scatter *c, const struct reaction *t, int nv,
                  struct quire_flow *flow)
{
    struct quire_state *st = c->state;
    const struct quire_carrier *carrier = t->carrier;
    const struct quire_small *body = st->system->small + t->small;
    /* by each velocity of the body through its surface speed */
    double slide[QUIRE_BODY_DOFS], by_slide[QUIRE_BODY_DOFS], push[QUIRE_BODY_DOFS];

    for (int k = 0; k < nv; k++) {
        const double past = -c->cv * carrier->turn * carrier->d_surface[k];
        slide[k] = past * t->drag;
        by_slide[k] = t->by_slip * slide[k] + t->friction_past * past;
        push[k] = t->by_past * past;
    }
    for (int k = 0; flow != NULL && k < nv && st->n_flow_pair < st->cap_flow_pair; k++) {
        const double cx = -carrier->d_centre[0][k], cy = -carrier->d_centre[1][k];
        st->flow_pair[st->n_flow_pair++] = (struct quire_flow_pair){
            .by = t->flow_x * cx + t->flow_y * cy + (quire_v4){by_slide[k], slide[k], 0, 0},
            .normal = t->normal[0] * cx + t->normal[1] * cy,
            .at = body->v0 + k};
        flow->n_pair++;
    }
    if (st->n_coupling == st->cap_coupling) {
        st->failed = true;
        return;
    }
    struct quire_coupling *coupling = st->coupling + st->n_coupling++;
    coupling->small = t->small;
    coupling->sheet = c->sheet;
    coupling->node = t->node;
    for (int k = 0; k < nv; k++) {
        const double cx = carrier->d_centre[0][k], cy = carrier->d_centre[1][k],
                     sk = carrier->turn * carrier->d_surface[k];
        const form d_q = -(cx * t->fx + cy * t->fy + sk * t->friction);
        for (int j = 0; j < 3; j++) {
            coupling->row[2 * j][k] =
                t->by_b[j][0] * cx + t->by_b[j][1] * cy -
                by_slide[k] * (t->b[j] * t->tangent[0] + t->d[j] * t->moment[0]) -
                push[k] * t->b[j] * t->out[0];
            coupling->row[2 * j + 1][k] =
                t->by_b[j][2] * cx + t->by_b[j][3] * cy -
                by_slide[k] * (t->b[j] * t->tangent[1] + t->d[j] * t->moment[1]) -
                push[k] * t->b[j] * t->out[1];
            coupling->column[k][2 * j] = -(t->b[j] * d_q[0] + t->d[j] * d_q[2]);
            coupling->column[k][2 * j + 1] = -(t->b[j] * d_q[1] + t->d[j] * d_q[3]);
        }
        for (int i = 0; i < nv; i++) {
            const double d_self =
                -(d_q[0] * carrier->d_centre[0][i] + d_q[1] * carrier->d_centre[1][i]) -
                by_slide[i] * (t->tangent[0] * cx + t->tangent[1] * cy + sk) -
                push[i] * (t->out[0] * cx + t->out[1] * cy);
            quire_dense_row(st, body->first + k)[body->first + i] -= d_self;
        }
    }
}

QUIRE_INLINE void
couple_body(const struct scatter *c, const struct reaction *t, struct quire_flow *flow)
{
    const int nv = c->state->system->small[t->small].body.nv;

    if (nv == 2) { /* a roller that slides and turns: unrolled */
        couple_velocities(c, t, 2, flow);
    } else if (nv > 0) {
        couple_velocities(c, t, nv, flow);
    }
}

/* What touch() finds at a place. */
struct touch_values {
    double normal, vn, vt, spin; /* the law's own force; of the sheet here */
    double q1, half;
    double
        by_slip;  /* of the law's own normal force, by the speed of the surfaces past each other */
    double creep; /* by how much the slip falls with each newton of the whole normal force */
    double fx, fy, px, py; /* the force; the pair that makes a unit moment */
};

/* ... and how it changes. */
struct touch_forms {
    form one, vn, slip, friction; /* one: the law's own normal force */
    form fx, fy, m, px, py;
};

QUIRE_INLINE struct touch_forms
touch_forms(const struct station *p, const struct facing *f, const struct quire_normal_out *no,
            const struct quire_friction_out *fo, const struct touch_values *now,
            const struct geometry_forms *g, form more, form d_share, form d_factor)
{
    const double nx = f->n[0], ny = f->n[1], tx = -ny, ty = nx, q1 = now->q1, half = now->half;
    struct touch_forms d;

    const form d_overlap = more - (nx * g->x + ny * g->y);
    d.vn = nx * g->u + ny * g->v + now->vt * g->turn;
    const form d_vt = tx * g->u + ty * g->v - now->vn * g->turn;
    const form along = p->x1[0] * g->x1 + p->x1[1] * g->y1;
    const form d_spin =
        q1 * (p->v1[1] * g->x1 - p->v1[0] * g->y1 + p->x1[0] * g->v1 - p->x1[1] * g->u1) -
        (2 * now->spin * q1) * along;
    const form d_past = d_vt - half * d_spin; /* the surfaces past each other */
    d.one = no->d_overlap * d_overlap - no->d_closing * d.vn + now->by_slip * d_past;
    const form d_total = f->share * d.one + now->normal * d_share;
    d.slip = d_past - now->creep * d_total;
    d.friction = f->share * (fo->d_slip * d.slip + fo->d_normal * d.one + fo->d_factor * d_factor +
                             fo->d_overlap * d_overlap) +
                 fo->force * d_share;
    /* the force turns with the normal */
    d.fx = nx * d_total + tx * d.friction - now->fy * g->turn;
    d.fy = ny * d_total + ty * d.friction + now->fx * g->turn;
    d.m = -half * d.friction;
    d.px = -q1 * g->y1 - (2 * now->px * q1) * along;
    d.py = q1 * g->x1 - (2 * now->py * q1) * along;
    return d;
}

/* how the nodal forces of node j change: x and y */
QUIRE_INLINE void
node_forms(const struct station *p, const struct touch_values *now, const struct touch_forms *d,
           form s, double m, int j, form out[2])
{
    const double b = p->b[j], db = p->d[j], ddb = p->dd[j];

    out[0] = b * d->fx + (db * now->px) * d->m + (db * m) * d->px +
             (db * now->fx + ddb * m * now->px) * s;
    out[1] = b * d->fy + (db * now->py) * d->m + (db * m) * d->py +
             (db * now->fy + ddb * m * now->py) * s;
}

/* of what a form says with the place's own changes along the curve */
QUIRE_INLINE double
form_along(form f, const struct station *p)
{
    return (f[0] * p->x1[0] + f[1] * p->x1[1]) + (f[2] * p->x2[0] + f[3] * p->x2[1]);
}

/* What changes as the place moves along the curve, as its share does, and as its overlap does by
 * itself. In the numbers of a form here: the parameter, the logarithm of the share, the overlap. */
QUIRE_INLINE void
add_moves(const struct scatter *c, const struct station *p, const struct facing *f,
          const struct quire_normal_out *no, const struct quire_friction_out *fo,
          const struct touch_values *now, const struct place_moves *moves, struct quire_flow *flow)
{
    const double m = -now->half * f->share * fo->force;
    const form d_share = {form_along(f->d_share, p) / c->cq, f->share, 0, 0},
               d_factor = {form_along(f->d_factor, p) / c->cq, 0, 0, 0};
    struct geometry_forms g;

    geometry_along(&g, p, f, 0, 0, (form){1, 0, 0, 0});
    const struct touch_forms d =
        touch_forms(p, f, no, fo, now, &g, (form){0, 0, 1, 0}, d_share, d_factor);
    for (int l = 0; f->adds != NULL && l < 3; l++) {
        for (int i = 0; i < 2; i++) {
            const double s = moves->s[l][i], w = moves->share[l][i], o = moves->overlap[l][i];
            f->adds->force_by[l][i] += (f->share * d.one[0] + now->normal * d_share[0]) * s +
                                       (f->share * d.one[1] + now->normal * d_share[1]) * w +
                                       f->share * d.one[2] * o;
            f->adds->share_by[l][i] += d_share[0] * s + d_share[1] * w;
        }
    }
    for (int j = 0; j < 3; j++) {
        form by[2];
        node_forms(p, now, &d, g.s, m, j, by);
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
        const quire_v4 by_s = {d.friction[0], d.slip[0], -f->share * no->d_closing * d.vn[0],
                               -d.vn[0]},
                       by_w = {d.friction[1], d.slip[1], f->share * (now->normal - no->elastic), 0},
                       by_o = {d.friction[2], d.slip[2], 0, 0};
        for (int l = 0; l < 3; l++) {
            flow->by_x[l] +=
                moves->s[l][0] * by_s + moves->share[l][0] * by_w + moves->overlap[l][0] * by_o;
            flow->by_y[l] +=
                moves->s[l][1] * by_s + moves->share[l][1] * by_w + moves->overlap[l][1] * by_o;
            if (f->grip != NULL) {
                flow->normal_x[l] += d.one[0] * moves->s[l][0] + d.one[2] * moves->overlap[l][0];
                flow->normal_y[l] += d.one[0] * moves->s[l][1] + d.one[2] * moves->overlap[l][1];
            }
        }
    }
}

/* Friction under the mean normal force of places changes with it. `slope`: of friction by that. */
QUIRE_INLINE void
add_pressing(const struct scatter *c, const struct station *p, const struct pressing *all,
             const double tangent[2], const double moment[2], double slope, struct quire_flow *flow)
{
    for (int l = 0; l < 3; l++) {
        const double x = mean_by(all, l, 0), y = mean_by(all, l, 1);
        for (int j = 0; j < 3; j++) {
            const double fx = slope * (p->b[j] * tangent[0] + p->d[j] * moment[0]),
                         fy = slope * (p->b[j] * tangent[1] + p->d[j] * moment[1]);
            quire_band_add(c->band, p->node + j, p->node + l,
                           -(quire_v4){fx * x, fx * y, fy * x, fy * y});
        }
        if (flow != NULL) {
            flow->by_x[l] += (quire_v4){slope * x, 0, 0, 0};
            flow->by_y[l] += (quire_v4){slope * y, 0, 0, 0};
            flow->normal_x[l] += x;
            flow->normal_y[l] += y;
        }
    }
}

/* Evaluates the laws at a touching place, adds forces to the sheet and to the small body (small <
 * 0: none), and, if there is a band, the derivatives. `carrier` is the moving surface (NULL: at
 * rest), `moves` how the place follows the ends of its stretch (NULL: it does not belong to one).
 * Returns the normal force. */
QUIRE_INLINE double
touch(const struct scatter *c, const struct station *p, const struct facing *f,
      const struct quire_contact_law *law, const struct quire_carrier *carrier, int small,
      const struct place_moves *moves, struct quire_partner target)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_contact_pair pair = quire_sheet_with(c->sheet, target);
    /* the tangent is the normal turned left */
    const double nx = f->n[0], ny = f->n[1], tx = -ny, ty = nx;
    const double vn = nx * p->v[0] + ny * p->v[1], vt = tx * p->v[0] + ty * p->v[1];
    const double q1 = 1 / (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    const double spin = q1 * (p->x1[0] * p->v1[1] - p->x1[1] * p->v1[0]); /* of the sheet here */
    const double surface = carrier != NULL ? carrier->turn * carrier->surface : 0;
    struct quire_normal_out no;
    struct quire_friction_out fo;

    if (f->overlap >= law->deepest) {
        st->too_deep = (struct quire_slide){.law = law, .pair = pair};
    }
    /* the normal force */
    double by_slip = 0;
    no.elastic = 0;
    if (f->given != NULL) {
        no.force = no.d_overlap = no.d_closing = 0;
    } else if (f->slot == NULL) {
        law->normal->eval(law->normal_data,
                          &(struct quire_normal_in){f->overlap, -vn, 0, NULL, NULL}, &no);
    } else {
        quire_memory_normal(
            st, f->slot, f->place, law,
            &(struct quire_normal_in){f->overlap, -vn, vt - c->half * spin - surface, NULL, NULL},
            &no, &by_slip);
        st->motion[f->slot->memory0 + f->place].share += f->share;
    }
    const double normal = no.force, total = f->share * normal;

    /* the slip of the touching surface, without belt and overdrive */
    const double alpha = isnan(f->load) ? law->overdrive : 0;
    const double load = isnan(f->load) ? total : f->load;
    const double belt = f->belt + surface * law->overdrive * load;
    const double slip = vt - c->half * spin - surface - belt;
    struct quire_friction_in friction_in = {
        .slip = slip,
        .normal = f->given != NULL ? f->given->force / f->given->share : normal,
        .factor = f->factor,
        .overlap = f->overlap};
    fo.force = fo.d_slip = fo.d_normal = fo.d_factor = fo.d_overlap = fo.limit = fo.creep = 0;
    if (f->adds != NULL) {
        f->adds->force += total;
        f->adds->share += f->share;
    } else if (law->friction != NULL && (f->slot == NULL || f->grip != NULL)) {
        eval_friction(st, c->band != NULL, law, f->grip, f->share, f->rolling, pair, &friction_in,
                      &fo);
    } else if (law->friction != NULL) {
        quire_memory_friction(st, f->slot, f->place, law, &friction_in, &fo);
    }
    const double friction = f->share * fo.force;

    /* forces: at the surface, half a thickness from the mid-line, so friction has a moment */
    const double fx = total * nx + friction * tx, fy = total * ny + friction * ty,
                 m = -friction * c->half;
    const double px = -p->x1[1] * q1, py = p->x1[0] * q1; /* force pair that makes a unit moment */
    for (int j = 0; j < 3; j++) {
        c->fx[p->node + j] += p->b[j] * fx + p->d[j] * m * px;
        c->fy[p->node + j] += p->b[j] * fy + p->d[j] * m * py;
    }
    const struct quire_small *body = small >= 0 ? sys->small + small : NULL;
    if (body != NULL) {
        push_body(st, body, carrier, fx, fy, friction);
    }
    /* power: what the surface takes, what belts put in, what is lost */
    st->power.friction -= friction * slip;
    st->power.belts += friction * belt;
    st->power.contact += f->share * (normal - no.elastic) * -vn;
    if (carrier != NULL) {
        st->power.drives += friction * carrier->turn * carrier->driven;
    }
    mark_touched(st, c->sheet, target);
    if (st->record) {
        record_touch(
            st, &(struct quire_touch){.pair = pair,
                                      .stored = f->given != NULL
                                                    ? 0
                                                    : (moves != NULL ? moves->stored : f->share) *
                                                          facing_stored(c, f, law),
                                      .normal = {nx, ny},
                                      .force = total,
                                      .friction = friction,
                                      .limit = f->share * fo.limit,
                                      .spring = f->share * grip_energy(law, f->grip, &friction_in),
                                      .creep = fo.creep,
                                      .slip = slip,
                                      .belt = belt,
                                      .overlap = f->overlap,
                                      .x = p->at[0] + p->x[0],
                                      .y = p->at[1] + p->x[1],
                                      .tangent = {p->x1[0] * sqrt(q1), p->x1[1] * sqrt(q1)}});
    }
    if (c->band == NULL) {
        return total;
    }

    /* derivatives */
    struct geometry_forms g;
    geometry_forms(&g, p, f, c->cq, c->cv);
    if (c->frame != NULL) {
        turn_velocities(&g, c->frame->spin, c->cq);
    }
    const struct touch_values now = {.normal = normal,
                                     .vn = vn,
                                     .vt = vt,
                                     .spin = spin,
                                     .q1 = q1,
                                     .half = c->half,
                                     .by_slip = by_slip,
                                     .creep = surface * alpha,
                                     .fx = fx,
                                     .fy = fy,
                                     .px = px,
                                     .py = py};
    const struct touch_forms by_nodes =
        touch_forms(p, f, &no, &fo, &now, &g, (form){0, 0, 0, 0}, f->d_share, f->d_factor);
    const form d_one = by_nodes.one, d_friction = by_nodes.friction, d_slip = by_nodes.slip,
               d_vn = by_nodes.vn, d_fx = by_nodes.fx, d_fy = by_nodes.fy;

    const form d_lost = -(f->share * no.d_closing) * d_vn;
    quire_v4 by[4];
    struct quire_flow *flow = new_flow(st);
    quire_transpose4(by, d_friction, d_slip, d_lost, -d_vn);
    if (flow != NULL) {
        flow->sheet = c->sheet;
        flow->pair = st->n_flow_pair;
        flow->n_pair = 0;
        flow->node = p->node;
        flow->now = (quire_v4){friction, slip, f->share * (normal - no.elastic), -vn};
        flow->belt = belt;
        flow->driven = carrier != NULL ? carrier->turn * carrier->driven : 0;
        flow->given = f->given != NULL ? 0 : given_by_share(c, p, f, law);
        record_changes(flow, p->b, p->d, by[0], by[1], by[2], by[3]);
        record_grip(flow, &(struct quire_slide){.grip = f->grip,
                                                .law = law,
                                                .share = f->share,
                                                .pair = pair,
                                                .rolling = f->rolling,
                                                .in = friction_in});
        for (int j = 0; f->grip != NULL && j < 3; j++) {
            flow->normal_x[j] = p->b[j] * d_one[0] + p->d[j] * d_one[2];
            flow->normal_y[j] = p->b[j] * d_one[1] + p->d[j] * d_one[3];
        }
    }
    struct reaction reaction = {.small = small,
                                .carrier = carrier,
                                .node = p->node,
                                .b = p->b,
                                .d = p->d,
                                .fx = d_fx,
                                .fy = d_fy,
                                .friction = d_friction,
                                .flow_x = by[0],
                                .flow_y = by[1],
                                .normal = {d_one[0], d_one[1]},
                                .tangent = {tx, ty},
                                .moment = {-c->half * px, -c->half * py},
                                .by_slip = f->share * fo.d_slip,
                                .drag = 1 + law->overdrive * load,
                                .out = {nx, ny},
                                .by_past = f->share * by_slip,
                                .friction_past =
                                    f->share * by_slip *
                                    (fo.d_normal - f->share * fo.d_slip * surface * alpha)};
    for (int j = 0; j < 3; j++) {
        form r[2];
        node_forms(p, &now, &by_nodes, g.s, m, j, r);
        const quire_v4 by_b = QUIRE_PICK(r[0], r[1], 0, 1, 4, 5),
                       by_d = QUIRE_PICK(r[0], r[1], 2, 3, 6, 7);
        for (int l = 0; l < 3; l++) {
            quire_band_add(c->band, p->node + j, p->node + l, -(p->b[l] * by_b + p->d[l] * by_d));
        }
        reaction.by_b[j] = by_b;
    }
    if (f->adds != NULL) {
        add_form(f->adds->force_by, p->b, p->d, f->share * d_one + normal * f->d_share);
        add_form(f->adds->share_by, p->b, p->d, f->d_share);
    }
    if (moves != NULL && c->cq != 0) {
        add_moves(c, p, f, &no, &fo, &now, moves, flow);
    }
    if (f->given != NULL) {
        add_pressing(c, p, f->given, reaction.tangent, reaction.moment, f->share * fo.d_normal,
                     flow);
    }
    if (body != NULL) {
        couple_body(c, &reaction, flow);
    }
    if (c->frame != NULL && c->frame->v >= 0) {
        record_swing(c, p, f->n,
                     &(struct by_velocity){f->share, -no.d_closing, by_slip, fo.d_slip, fo.d_normal,
                                           f->adds, f->given},
                     flow);
    }
    return total;
}

#endif
