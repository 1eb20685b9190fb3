/* One disc of a roller over a sheet in space: the curve in which its plane cuts the cells of the
 * sheet, the nearest point of that curve, its stations, and what of the disc acts there.
 * doc/theory/spatial-contact.md, 2. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_DISC_H
#define QUIRE_CONTACT_TOUCH_SPACE_DISC_H

#include <math.h>
#include <string.h>

#include "contact/law/constants.h"
#include "contact/touch/cover.h"
#include "contact/touch/space_place.h"
#include "contact/touch/station.h"

/* One pad over one sheet. */
struct over {
    const struct quire_pad *pad;
    const struct quire_roller *roller;
    const struct quire_carrier *carrier;
    const struct quire_sheet *sheet;
    const double *q, *v;
    int n, m;
    quire_v4 centre, velocity, axis;
    /* of the disc; of a soft one in a place that of its circle of curvature, else all it reaches */
    double radius;
    bool level; /* the axis is z */
    double far; /* nothing is asked for where the sheet is farther away; 0: everything is [m] */
};

/* x along the axis */
QUIRE_INLINE double
along_axis(const struct over *o, quire_v4 x)
{
    return o->level ? x[2] : dot3(o->axis, x);
}

QUIRE_INLINE quire_v4
node_of(const struct over *o, const double *block, int i, int j)
{
    const double *p = block + (i * o->m + j) * 3;

    return (quire_v4){p[0], p[1], p[2], 0};
}

/* The nodes on both sides of cell j; each is loaded with a number of the other. */
QUIRE_INLINE void
nodes_beside(const struct over *o, const double *block, int i, int j, quire_v4 *a, quire_v4 *b)
{
    const double *p = block + (i * o->m + j) * 3;
    const quire_v4 zero = {0};

    *a = QUIRE_PICK(quire_load4(p), zero, 0, 1, 2, 4);
    *b = QUIRE_PICK(quire_load4(p + 2), zero, 1, 2, 3, 4);
}

/* ---- the nearest point of a cell's surface in the plane of the disc ---- */

/* The middle line of a cell's piece and half of what lies across, as powers of s; seen from the
 * disc's centre. */
struct strip {
    quire_v4 a, t, c; /* a + s t + s^2 c / 2 */
};

QUIRE_INLINE struct strip
strip_through(int type, quire_v4 x0, quire_v4 x1, quire_v4 x2)
{
    const quire_v4 t = x1 - x0;

    if (type == 0) {
        return (struct strip){0.5 * (x0 + x1), t, x2 - x1 - t};
    }
    return type == 1 ? (struct strip){x0, 2 * t, x2 - x1 - 2 * t}
                     : (struct strip){0.5 * (x0 + x1), t, 2 * (x2 - x1) - t};
}

/* middle and half difference of two columns at the three nodes around i */
QUIRE_INLINE void
middles(const struct over *o, const double *block, quire_v4 origin, int i, int j,
        quire_v4 middle[3], quire_v4 half[3])
{
    for (int k = 0; k < 3; k++) {
        quire_v4 a, b;
        nodes_beside(o, block, i - 1 + k, j, &a, &b);
        middle[k] = 0.5 * ((a - origin) + (b - origin));
        half[k] = 0.5 * (b - a);
    }
}

struct foot {
    int i, cap;  /* inner node of its piece; -1, +1: at the trail, leading edge */
    double s, e; /* along, and across from -1 to 1; e follows from s */
};

/* Where the cell's surface cuts the plane of the disc, its point at s and two derivatives; false
 * where it lies along the plane. */
QUIRE_INLINE bool
cut(const struct over *o, const struct strip *middle, const struct strip *half, double least,
    double s, double *e, quire_v4 *x, quire_v4 *x1, quire_v4 *x2)
{
    const quire_v4 b = half->a + s * (half->t + (0.5 * s) * half->c), b1 = half->t + s * half->c;
    const quire_v4 m = middle->a + s * (middle->t + (0.5 * s) * middle->c),
                   m1 = middle->t + s * middle->c;
    const double across = along_axis(o, b), inverse = 1 / across;

    *e = -along_axis(o, m) * inverse;
    const quire_v4 p1 = m1 + *e * b1;
    const double e1 = -along_axis(o, p1) * inverse;
    const quire_v4 p2 = (middle->c + *e * half->c) + (2 * e1) * b1;
    *x = m + *e * b;
    *x1 = p1 + e1 * b;
    *x2 = p2 - (along_axis(o, p2) * inverse) * b;
    return across > least;
}

/* Whether the cut is so far away that it stays so up to its nearest point, which is at a step of
 * the parameter from x: by a tangent, and twice what the cut bends off it. */
QUIRE_INLINE bool
is_too_far(const struct over *o, int j, const struct foot *f, double step, double slope, double t2,
           quire_v4 x, quire_v4 x2)
{
    const double bend = fabs(x2[0]) + fabs(x2[1]) + fabs(x2[2]), far = o->far + bend * step * step;

    return (f->e >= -1 || j == 0) && (f->e <= 1 || j == o->m - 2) &&
           dot3(x, x) * t2 - slope * slope > far * far * t2;
}

/* As nearest_station() in the plane: Halley's iteration, searched from node i; false where there is
 * none, or where it is too far away. */
QUIRE_INLINE bool
find_foot(const struct over *o, int i, int j, struct foot *f)
{
    const double least = 0.5 * QUIRE_PAD_UPRIGHT * o->sheet->ladder->w;
    quire_v4 middle[3], half[3], x, x1, x2;
    struct strip along, across;
    int moves = 0;
    bool load = true;
    double last = 0;

    i = i < 1 ? 1 : i > o->n - 1 ? o->n - 1 : i;
    f->s = 0.5;
    f->cap = 0;
    for (int k = 0; k < 60; k++) {
        if (load) {
            middles(o, o->q, o->centre, i, j, middle, half);
            along = strip_through(spline_type(i, o->n), middle[0], middle[1], middle[2]);
            across = strip_through(spline_type(i, o->n), half[0], half[1], half[2]);
            load = false;
        }
        if (!cut(o, &along, &across, least, f->s, &f->e, &x, &x1, &x2)) {
            return false;
        }
        const double slope = dot3(x, x1), t2 = dot3(x1, x1);
        double bend = t2 + dot3(x, x2), third = 3 * dot3(x1, x2);
        if (bend < QUIRE_BEND_SEARCHED * t2) {
            bend = QUIRE_BEND_SEARCHED * t2;
            third = 0;
        }
        double step = step_to_nearest(slope, bend, third);
        if (k >= QUIRE_SEARCH_TURNS && step * last < 0 && fabs(step) > 0.5 * fabs(last)) {
            step = -0.5 * last;
        }
        double next = f->s + step;
        const int over = next > 1 ? 1 : next < 0 ? -1 : 0;
        if (o->far > 0 && over == 0 && is_too_far(o, j, f, step, slope, t2, x, x2)) {
            return false;
        }
        next = over > 0 ? 1 : over < 0 ? 0 : next;
        if ((over > 0 && f->s >= 1) || (over < 0 && f->s <= 0)) { /* it is farther on */
            if (i + over < 1 || i + over > o->n - 1 || moves == 40) {
                f->cap = i + over < 1 || i + over > o->n - 1 ? over : 0;
                break;
            }
            i += over;
            moves++;
            f->s = over > 0 ? 0 : 1;
            load = true;
            continue;
        }
        last = next - f->s;
        f->s = next;
        if (over == 0 &&
            fabs(last) <
                QUIRE_SEARCH_DONE_IN_SPACE) { /* what is left is below 1e-12 of a segment */
            break;
        }
    }
    f->i = i;
    return true;
}

/* ---- the place ---- */

/* how the nearest point moves as nodes do: X.a = 0, and X.T = 0 with T along the cut */
QUIRE_INLINE void
move_foot(struct space_place *p, quire_v4 axis, bool slides, double cq)
{
    const double as = dot3(axis, p->xs), ae = dot3(axis, p->xe), ase = dot3(axis, p->xse),
                 per = 1 / ae;
    const quire_v4 zero = {0}, along_cut = ae * p->xs - as * p->xe;
    const struct gradient off = {cq * axis, zero, zero}; /* of X.a */

    p->s = (struct gradient){zero, zero, zero};
    if (slides) {
        const double by_s =
            dot3(p->xs, along_cut) +
            dot3(p->x, (ae * p->xss + ase * p->xs) - (as * p->xse + dot3(axis, p->xss) * p->xe));
        const double by_e = dot3(p->xe, along_cut) + dot3(p->x, ae * p->xse - ase * p->xe);
        const double least = QUIRE_BEND_LEAST * dot3(along_cut, along_cut) * per;
        double slope = by_s - by_e * as * per;
        slope = slope < least ? least : slope;
        const struct gradient past = {cq * along_cut, cq * (ae * p->x - dot3(p->x, p->xe) * axis),
                                      cq * (dot3(p->x, p->xs) * axis - as * p->x)};
        p->s = mix2(-1 / slope, past, by_e * per / slope, off);
    }
    p->t = mix2(-per, off, -as * per, p->s);
}

QUIRE_INLINE quire_v4
weighted(const double w[3], const quire_v4 x[3])
{
    return (w[0] * x[0] + w[1] * x[1]) + w[2] * x[2];
}

/* Where the station of place p, whose weights are set, is cut on cell j; across it, e. */
QUIRE_INLINE double
place_on_cell(const struct over *o, int j, struct space_place *p)
{
    quire_v4 middle[3], half[3];

    p->column = j;
    p->columns = 2;
    middles(o, o->q, o->centre, p->station + 1, j, middle, half);
    p->x = weighted(p->b, middle);
    p->xe = weighted(p->b, half);
    p->xse = weighted(p->d, half);
    const double e = -along_axis(o, p->x) / along_axis(o, p->xe);
    p->c[0] = 0.5 * (1 - e);
    p->c[1] = 0.5 * (1 + e);
    p->e[0] = -0.5;
    p->e[1] = 0.5;
    p->at = o->centre;
    p->x += e * p->xe;
    p->xs = weighted(p->d, middle) + e * p->xse;
    p->xss = weighted(p->dd, middle) + e * weighted(p->dd, half);
    return e;
}

/* its velocities, and how it moves */
QUIRE_INLINE void
move_place(const struct over *o, double e, bool slides, double cq, struct space_place *p)
{
    quire_v4 middle[3], half[3];

    middles(o, o->v, o->velocity, p->station + 1, p->column, middle, half);
    p->ve = weighted(p->b, half);
    p->vse = weighted(p->d, half);
    p->v = weighted(p->b, middle) + e * p->ve;
    p->vs = weighted(p->d, middle) + e * p->vse;
    p->vss = weighted(p->dd, middle) + e * weighted(p->dd, half);
    move_foot(p, o->axis, slides, cq);
}

/* A place on one cell where a disc may touch. */
struct disc_place {
    struct space_place p;
    double e; /* across, from -1 to 1 over the cell */
    bool slides;
    double cells;       /* of the disc: what acts on this cell, */
    struct second part; /* and within the sheet's side edges, by e */
    double overlap;
};

/* ---- shares ---- */

/* what of a pad lies within the sheet's side edges where it is e across a cell; distances are in
 * halves of a cell */
QUIRE_INLINE struct second
part_on_sheet(const struct over *o, double pad_half, int cell, double e)
{
    return part_between(2 * cell + (1 + e), 2 * (o->m - 2 - cell) + (1 - e),
                        2 * pad_half / o->sheet->ladder->w);
}

/* What of a pad acts at d.e of its cell: it loses what lies beyond the sheet's side edges, and
 * between cells passes from one to the other. */
QUIRE_INLINE void
share_out(const struct over *o, struct disc_place *d)
{
    const int last = o->m - 2, j = d->p.column;
    const double half = 2 * o->pad->half / o->sheet->ladder->w,
                 blend = half < 2 * QUIRE_PAD_BLEND ? half : 2 * QUIRE_PAD_BLEND;
    const struct second cells =
        part_between(j > 0 ? 1 + d->e : HUGE_VAL, j < last ? 1 - d->e : HUGE_VAL, blend);

    d->cells = cells.x;
    d->part = second_mul(part_on_sheet(o, o->pad->half, j, d->e), cells);
}

/* Of a share that changes by by_e as the place moves across its cell: that way changes, too, by the
 * second derivative of X.a = 0. That of X.T = 0, by which the place slides, is left out: it matters
 * as the axis is inclined to the sheet. */
QUIRE_INLINE void
bend_fading(struct space_fading *fading, const struct space_place *p, quire_v4 axis, bool slides,
            double cq, double by_e)
{
    const quire_v4 w = (-by_e / dot3(axis, p->xe)) * axis, none = {0}, own = cq * w;
    const double ss = dot3(w, p->xss), se = dot3(w, p->xse);

    add_space_product(fading, 2, p->t, (struct gradient){none, none, own});
    if (slides) {
        add_space_product(fading, 2, p->s,
                          sum2(mix2(0.5 * ss, p->s, se, p->t), (struct gradient){none, own, none}));
    }
}

/* The share fades as the place moves across its cell. */
QUIRE_INLINE void
fade_on_cell(struct space_facing *f, struct space_fading *fading, struct second part,
             const struct space_place *p, quire_v4 axis, bool slides, double cq)
{
    const quire_v4 none = {0};
    const struct gradient still = {none, none, none};

    if (part.d[0] != 0 || f->fading != NULL) {
        const double share = fade_in_space(f, fading, part, p->t, still);
        bend_fading(fading, p, axis, slides, cq, share * part.d[0]);
    } else {
        f->d_share = scaled(part.x, f->d_share);
        f->share *= part.x;
    }
}

/* whether it may act there, seen from the row of station i */
QUIRE_INLINE bool
may_act(const struct over *o, int i, int j)
{
    const struct quire_ladder *l = o->sheet->ladder;
    const double a = along_axis(o, node_of(o, o->q, i, j) - o->centre),
                 b = along_axis(o, node_of(o, o->q, i, j + 1) - o->centre);
    /* between two stations it moves less than that */
    const double drift = (b - a) * (l->h / l->w), limit = 0.5 * (b - a) + drift;
    const double blend = 0.5 * (b - a) * (2 * QUIRE_PAD_BLEND),
                 half = o->pad->half * ((b - a) / l->w), inner = half < blend ? half : blend,
                 out = 0.5 * (a + b);

    return b > a && -out > -limit - (j == 0 ? half : inner) &&
           -out < limit + (j == l->m - 2 ? half : inner);
}

/* ---- places ---- */

QUIRE_INLINE void
complete_place(const struct over *o, int j, struct disc_place *d)
{
    d->e = place_on_cell(o, j, &d->p);
    share_out(o, d);
    d->overlap = o->radius + o->sheet->half - sqrt(dot3(d->p.x, d->p.x));
}

/* The nearest point on cell j, searched from station i; false if there is none. */
QUIRE_INLINE bool
find_place(const struct over *o, int i, int j, struct disc_place *d)
{
    struct foot foot;

    if (!find_foot(o, i, j, &foot)) {
        return false;
    }
    d->p.station = foot.i - 1;
    d->slides = foot.cap == 0;
    spline_weights(spline_type(foot.i, o->n), foot.s, d->p.b, d->p.d, d->p.dd);
    complete_place(o, j, d);
    return true;
}

/* The same; false if nothing of the disc acts there. */
QUIRE_INLINE bool
foot_on_cell(const struct over *o, int i, int j, struct disc_place *d)
{
    return find_place(o, i, j, d) && d->part.x > 0;
}

/* The same for station i, which does not slide. */
QUIRE_INLINE bool
station_on_cell(const struct over *o, int i, int j, struct disc_place *d)
{
    const struct station_weights *w = weights_of(i, o->n, &d->p.station);

    memcpy(d->p.b, w->b, sizeof d->p.b);
    memcpy(d->p.d, w->d, sizeof d->p.d);
    memcpy(d->p.dd, w->dd, sizeof d->p.dd);
    d->slides = false;
    complete_place(o, j, d);
    return d->part.x > 0 && dot3(o->axis, d->p.xe) > 0.5 * QUIRE_PAD_UPRIGHT * o->sheet->ladder->w;
}

#endif
