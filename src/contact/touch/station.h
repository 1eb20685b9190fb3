/* The sheet's curve as contact sees it: fixed stations, nearest points, and where they are.
 *
 * The sheet enters only as a station: position, velocity and tangents, each linear in three
 * neighbouring nodes with known weights. Derivation with the same letters:
 * doc/theory/contact-kernel.md. */
#ifndef QUIRE_CONTACT_TOUCH_STATION_H
#define QUIRE_CONTACT_TOUCH_STATION_H

#include <math.h>
#include <string.h>

#include "contact/law/constants.h"
#include "math/smoothstep.h"
#include "state/state.h"

/* Where the nodes of a curve are [m], and how fast [m/s] (stride). */
struct quire_node_curve {
    double *x, *y, *vx, *vy;
};

struct quire_nodes { /* the same to look at */
    const double *x, *y, *vx, *vy;
};

struct scatter;

/* A sheet as a gate sees it: contact/gate/gates.h. */
struct quire_frame {
    struct quire_sheet_work work; /* lists and curve points; nothing else of it is there */
    /* its nodes past the gate, along the gate's axes; zero padded */
    struct quire_node_curve at;
    struct quire_node_curve ahead; /* scratch */
    double *vx, *vy;               /* scratch (stride) */
    const struct quire_gate *gate;
    const struct quire_gate_pose *pose;
    const struct scatter *there; /* the sheet as it is, while it is evaluated */
    int v;                       /* place of its rate in V; -1: a drive moves it */
};

/* A place on the sheet's curve, seen from the target. */
struct station {
    int node;                 /* first of its three nodes */
    double b[3], d[3], dd[3]; /* weights of position, first and second derivative along the curve */
    double x[2], x1[2], x2[2];
    double v[2], v1[2], v2[2];
    double at[2];  /* what x is relative to */
    bool slides;   /* the nearest point: it moves along the curve as the nodes move */
    bool farthest; /* ... or the farthest: contact/touch/extrema.h */
    int cap;       /* -1, +1: on the round end at the trail, leading edge; 0: on a face */
};

/* What is needed to evaluate and to scatter. */
struct scatter {
    struct quire_state *state;
    int sheet;
    /* the lists and points that belong to x and y: the sheet's, or in space one column's */
    struct quire_sheet_work *work;
    const struct quire_column *column; /* in space: the rest of that column; NULL in the plane */
    /* places and velocities are those that a gate sees, what acts goes to the sheet as it is;
     * NULL: all is as it is */
    const struct quire_frame *frame;
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

/* Weights of the fixed stations: at the trailing edge, its neighbour, inside, and mirrored. */
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
    p->slides = p->farthest = false;
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

/* Halley's step down the distance: on a quadratic curve the next derivative is known too, and
 * errors go down with their cubes. Where that would more than double Newton's step, as far from the
 * nearest point in a fold, it may lead uphill, and Newton's is taken. bend > 0. */
QUIRE_INLINE double
step_to_nearest(double slope, double bend, double third)
{
    const double square = bend * bend, by = 2 * square - slope * third;

    return -2 * slope * bend / (by < square ? 2 * square : by);
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
    double last = 0;
    s = s > 1 ? 1 : s > 0 ? s : 0;
    for (int k = 0; k < 60; k++) {
        const double px = x.a + s * (x.t + 0.5 * s * x.c), py = y.a + s * (y.t + 0.5 * s * y.c),
                     x1 = x.t + s * x.c, y1 = y.t + s * y.c;
        const double slope = px * x1 + py * y1, t2 = x1 * x1 + y1 * y1;
        double bend = t2 + px * x.c + py * y.c, third = 3 * (x1 * x.c + y1 * y.c);
        if (bend < QUIRE_BEND_SEARCHED * t2) {
            bend = QUIRE_BEND_SEARCHED * t2;
            third = 0;
        }
        double step = step_to_nearest(slope, bend, third);
        if (k >= QUIRE_SEARCH_TURNS && step * last < 0 && fabs(step) > 0.5 * fabs(last)) {
            step = -0.5 * last;
        }
        double next = s + step;
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
        last = next - s;
        s = next;
        if (over == 0 &&
            fabs(last) <
                QUIRE_SEARCH_DONE) { /* the next one is below 1e-10 of a segment, 1e-13 m */
            break;
        }
    }
    p->node = i - 1;
    spline_weights(spline_type(i, n), s, p->b, p->d, p->dd);
    p->cap = end;
    p->slides = end == 0;
    p->farthest = false;
}

/* the fixed station that owns what a sliding one remembers */
QUIRE_INLINE int
owner(const struct station *p)
{
    const int best = p->b[0] > p->b[1] ? 0 : 1;

    return p->node + (p->b[2] > p->b[best] ? 2 : best);
}

#endif
