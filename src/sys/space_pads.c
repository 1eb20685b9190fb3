/* Where a sheet in space touches the pads of rollers. doc/theory/spatial-contact.md, 2. */
#include "sys/space_pads.h"

#include <math.h>
#include <string.h>

#include "sys/space_touch.h"

#define BLEND 0.125 /* columns' distance: on either side of an inner column a pad passes from one cell to the next */
#define UPRIGHT 0.1 /* least sine of the angle between a cell and a pad's plane */

/* One pad over one sheet. */
struct over {
    const struct quire_pad *pad;
    const struct quire_roller *roller;
    const struct quire_carrier *carrier;
    const struct quire_sheet *sheet;
    const double *q, *v;
    int n, m;
    quire_v4 centre, velocity, axis;
};

QUIRE_INLINE quire_v4
node_of(const struct over *o, const double *block, int i, int j)
{
    const double *p = block + (i * o->m + j) * 3;

    return (quire_v4){p[0], p[1], p[2], 0};
}

/* ---- the nearest point of a cell's surface in the plane of the disc ---- */

/* The middle line of a cell's piece and half of what lies across, as powers of s; seen from the disc's centre. */
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
    return type == 1 ? (struct strip){x0, 2 * t, x2 - x1 - 2 * t} : (struct strip){0.5 * (x0 + x1), t, 2 * (x2 - x1) - t};
}

/* middle and half difference of two columns at the three nodes around i */
QUIRE_INLINE void
middles(const struct over *o, const double *block, quire_v4 origin, int i, int j, quire_v4 middle[3], quire_v4 half[3])
{
    for (int k = 0; k < 3; k++) {
        const quire_v4 a = node_of(o, block, i - 1 + k, j), b = node_of(o, block, i - 1 + k, j + 1);
        middle[k] = 0.5 * ((a - origin) + (b - origin));
        half[k] = 0.5 * (b - a);
    }
}

struct foot {
    int i, cap;     /* inner node of its piece */
    double s, e;    /* along, and across from -1 to 1; e follows from s */
};

/* Where the cell's surface cuts the plane of the disc, its point at s and two derivatives; false where it lies along the plane. */
QUIRE_INLINE bool
cut(const struct strip *middle, const struct strip *half, quire_v4 axis, double least, double s, double *e, quire_v4 *x, quire_v4 *x1, quire_v4 *x2)
{
    const quire_v4 b = half->a + s * (half->t + (0.5 * s) * half->c), b1 = half->t + s * half->c;
    const quire_v4 m = middle->a + s * (middle->t + (0.5 * s) * middle->c), m1 = middle->t + s * middle->c;
    const double across = dot3(axis, b), inverse = 1 / across;

    *e = -dot3(axis, m) * inverse;
    const quire_v4 p1 = m1 + *e * b1;
    const double e1 = -dot3(axis, p1) * inverse;
    const quire_v4 p2 = (middle->c + *e * half->c) + (2 * e1) * b1;
    *x = m + *e * b;
    *x1 = p1 + e1 * b;
    *x2 = p2 - (dot3(axis, p2) * inverse) * b;
    return across > least;
}

/* As nearest_station() in the plane: Halley's iteration, searched from node i; false where there is none. */
QUIRE_INLINE bool
find_foot(const struct over *o, int i, int j, struct foot *f)
{
    const double least = 0.5 * UPRIGHT * o->sheet->ladder->w;
    quire_v4 middle[3], half[3], x, x1, x2;
    struct strip along, across;
    int moves = 0;
    bool load = true;

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
        if (!cut(&along, &across, o->axis, least, f->s, &f->e, &x, &x1, &x2)) {
            return false;
        }
        const double slope = dot3(x, x1), t2 = dot3(x1, x1);
        double bend = t2 + dot3(x, x2), third = 3 * dot3(x1, x2);
        if (bend < 0.2 * t2) {
            bend = 0.2 * t2;
            third = 0;
        }
        double next = f->s - 2 * slope * bend / (2 * bend * bend - slope * third);
        const int over = next > 1 ? 1 : next < 0 ? -1 : 0;
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
        const double change = fabs(next - f->s);
        f->s = next;
        if (change < 1e-4) { /* what is left is below 1e-12 of a segment */
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
    const double as = dot3(axis, p->xs), ae = dot3(axis, p->xe), ase = dot3(axis, p->xse), per = 1 / ae;
    const quire_v4 zero = {0}, along_cut = ae * p->xs - as * p->xe;
    const struct gradient off = {cq * axis, zero, zero}; /* of X.a */

    p->s = (struct gradient){zero, zero, zero};
    if (slides) {
        const double by_s = dot3(p->xs, along_cut) + dot3(p->x, (ae * p->xss + ase * p->xs) - (as * p->xse + dot3(axis, p->xss) * p->xe));
        const double by_e = dot3(p->xe, along_cut) + dot3(p->x, ae * p->xse - ase * p->xe);
        const double least = 0.05 * dot3(along_cut, along_cut) * per;
        double slope = by_s - by_e * as * per;
        slope = slope < least ? least : slope;
        const struct gradient past = {cq * along_cut, cq * (ae * p->x - dot3(p->x, p->xe) * axis), cq * (dot3(p->x, p->xs) * axis - as * p->x)};
        p->s = mix2(-1 / slope, past, by_e * per / slope, off);
    }
    p->t = mix2(-per, off, -as * per, p->s);
}

QUIRE_INLINE quire_v4
weighted(const double w[3], const quire_v4 x[3])
{
    return (w[0] * x[0] + w[1] * x[1]) + w[2] * x[2];
}

QUIRE_INLINE void
place_foot(const struct over *o, struct foot *f, int j, double cq, struct space_place *p)
{
    quire_v4 middle[3], half[3];

    p->station = f->i - 1;
    p->column = j;
    spline_weights(spline_type(f->i, o->n), f->s, p->b, p->d, p->dd);
    middles(o, o->q, o->centre, f->i, j, middle, half);
    p->x = weighted(p->b, middle);
    p->xe = weighted(p->b, half);
    p->xse = weighted(p->d, half);
    f->e = -dot3(o->axis, p->x) / dot3(o->axis, p->xe);
    p->c[0] = 0.5 * (1 - f->e);
    p->c[1] = 0.5 * (1 + f->e);
    p->e[0] = -0.5;
    p->e[1] = 0.5;
    p->at = o->centre;
    p->x += f->e * p->xe;
    p->xs = weighted(p->d, middle) + f->e * p->xse;
    p->xss = weighted(p->dd, middle) + f->e * weighted(p->dd, half);
    middles(o, o->v, o->velocity, f->i, j, middle, half);
    p->ve = weighted(p->b, half);
    p->vse = weighted(p->d, half);
    p->v = weighted(p->b, middle) + f->e * p->ve;
    p->vs = weighted(p->d, middle) + f->e * p->vse;
    p->vss = weighted(p->dd, middle) + f->e * weighted(p->dd, half);
    move_foot(p, o->axis, f->cap == 0, cq);
}

/* ---- shares ---- */

/* What of a pad, of half the width `half` in units of half a cell, lies on this side of a line `beyond` away from its middle. */
QUIRE_INLINE double
part_within(double beyond, double half, double *slope)
{
    const double w = quire_step(beyond, -half, 0, half, 1, slope);

    return w;
}

/* What of a pad acts at e of cell j: it loses what lies beyond the sheet's side edges, and between cells passes from one to the other.
 * Distances are in halves of a cell. */
QUIRE_INLINE double
part_on_cell(const struct over *o, int j, double e, double *slope)
{
    const int last = o->m - 2;
    const double half = 2 * o->pad->half / o->sheet->ladder->w, blend = half < 2 * BLEND ? half : 2 * BLEND;
    double by[4];
    const double left = part_within(2 * j + (1 + e), half, by), right = part_within(2 * (last - j) + (1 - e), half, by + 1);
    double before = 1, behind = 1;

    by[2] = by[3] = 0;
    if (j > 0) {
        before = part_within(1 + e, blend, by + 2);
    }
    if (j < last) {
        behind = part_within(1 - e, blend, by + 3);
    }
    const double edges = left * right, cells = before * behind;
    *slope = (by[0] * right - left * by[1]) * cells + edges * (by[2] * behind - before * by[3]);
    return edges * cells;
}

/* whether it may act there, seen from the row of station i */
QUIRE_INLINE bool
may_act(const struct over *o, int i, int j)
{
    const struct quire_ladder *l = o->sheet->ladder;
    const double a = dot3(o->axis, node_of(o, o->q, i, j) - o->centre), b = dot3(o->axis, node_of(o, o->q, i, j + 1) - o->centre);
    const double drift = (b - a) * (l->h / l->w), limit = 0.5 * (b - a) + drift; /* between two stations it moves less than that */
    const double blend = 0.5 * (b - a) * (2 * BLEND), half = o->pad->half * ((b - a) / l->w), inner = half < blend ? half : blend, out = 0.5 * (a + b);

    return b > a && -out > -limit - (j == 0 ? half : inner) && -out < limit + (j == l->m - 2 ? half : inner);
}

/* ---- one pad ---- */

/* Where what a pad does is added up. */
struct adding {
    struct space_scatter to;
    struct quire_space_side *side; /* NULL: to the sheet itself */
    struct space_mover body;
};

/* what the pads of one roller do to it: left, right, in the middle */
struct roller_sums {
    double force[3][QUIRE_BODY_DOFS], self[3][QUIRE_BODY_DOFS][QUIRE_BODY_DOFS];
};

QUIRE_INLINE const struct quire_contact_law *
law_of_face(const struct quire_system *sys, const struct over *o, int sheet, const struct space_place *p, quire_v4 n)
{
    const int face = dot3(n, cross3(o->axis, p->xs)) < 0 ? 0 : 1, law = o->roller->law[2 * sheet + face];

    return law < 0 ? NULL : sys->law + law;
}

/* a pad and a cell of the sheet, from station i */
static QUIRE_CLONES void
touch_cell(const struct over *o, const struct adding *to, int i, int j)
{
    const struct space_scatter *c = &to->to;
    const struct quire_system *sys = c->state->system;
    struct foot foot;
    struct space_place p;
    double slope;

    if (!find_foot(o, i, j, &foot)) {
        return;
    }
    place_foot(o, &foot, j, c->cq, &p);
    const double part = part_on_cell(o, j, foot.e, &slope);
    if (!(part > 0)) {
        return;
    }
    const double distance = sqrt(dot3(p.x, p.x)), overlap = o->pad->radius + c->half - distance;
    if (!(overlap > -o->roller->reach)) {
        return;
    }
    const double radial = 1 / distance;
    struct space_facing f = {.n = radial * p.x, .a = o->axis, .overlap = overlap, .share = part * o->pad->share, .factor = 1,
                             .surface = to->body.rim * o->carrier->turn * o->carrier->surface, .pad = (int)(o->pad - sys->pad)};
    f.t = cross3(f.a, f.n);
    f.turn = scaled(radial, along(&p, f.t, c->cq, p.xs, p.xe));
    f.d_share = scaled(slope * o->pad->share, p.t);
    const struct quire_contact_law *law = law_of_face(sys, o, c->sheet, &p, f.n);
    if (law == NULL || !(overlap > -law->reach)) {
        return;
    }
    if (to->side != NULL) {
        quire_side_open(to->side, o->sheet, p.station, c->slabs != NULL);
    }
    space_touch(c, &p, &f, law, &to->body, (double)NAN, QUIRE_TARGET_ROLLER, o->pad->roller, 2);
}

/* The side that a pad's work on a cell belongs to: 0 left, 1 right, 2 neither. */
QUIRE_INLINE int
side_of(const struct over *o, int j)
{
    const double z = o->pad->at[2];

    return z < 0 || (!(z > 0) && 2 * j < o->m - 2) ? 0 : z > 0 || 2 * j > o->m - 2 ? 1 : 2;
}

/* the squared distance of each row of nodes, as it cuts the pad's plane, from the pad's centre */
static QUIRE_CLONES void
measure_rows(const struct over *o, const struct quire_reach *reach, double *square)
{
    for (int i = reach->low; i < reach->high; i++) {
        int j = 0;
        quire_v4 a = node_of(o, o->q, i, 0) - o->centre, b = node_of(o, o->q, i, 1) - o->centre;
        double da = dot3(o->axis, a), db = dot3(o->axis, b);
        while (j < o->m - 2 && !(db > 0)) {
            j++;
            a = b;
            da = db;
            b = node_of(o, o->q, i, j + 1) - o->centre;
            db = dot3(o->axis, b);
        }
        const quire_v4 half = 0.5 * (b - a), x = 0.5 * (a + b) - ((da + db) / (db - da)) * half;
        square[i] = db > da ? dot3(x, x) : HUGE_VAL;
    }
}

static struct over
over_sheet(const struct quire_state *st, int sheet, const struct quire_pad *pad, const double *q, const double *v)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    const struct quire_roller *roller = sys->roller + pad->roller;
    const struct quire_carrier *c = st->carrier + roller->small;

    return (struct over){.pad = pad, .roller = roller, .carrier = c, .sheet = s, .q = q, .v = v, .n = s->ladder->n, .m = s->ladder->m,
                         .centre = {c->centre[0] + pad->at[0], c->centre[1] + pad->at[1], pad->at[2], 0},
                         .velocity = {c->velocity[0], c->velocity[1], 0, 0}, .axis = {pad->axis[0], pad->axis[1], pad->axis[2], 0}};
}

/* all places where a pad touches the sheet */
static void
touch_pad(struct quire_state *st, const struct quire_reach *reach, const double *q, const double *v, const struct space_scatter *middle,
          struct roller_sums *sums)
{
    struct quire_space_work *w = st->sheet[middle->sheet].space;
    const struct over over = over_sheet(st, middle->sheet, st->system->pad + reach->target, q, v), *o = &over;
    const double limit = o->pad->radius + o->sheet->half + 0.75 * o->sheet->chain.h + o->roller->reach;
    double *square = w->square;

    measure_rows(o, reach, square);
    for (int i = reach->low; i < reach->high; i++) {
        if (!(square[i] <= limit * limit) || (i > reach->low && square[i - 1] < square[i]) || (i + 1 < reach->high && square[i + 1] <= square[i])) {
            continue;
        }
        for (int k = 0; k < o->m - 1; k++) {
            const int j = o->pad->at[2] < 0 ? k : o->m - 2 - k, side = side_of(o, j);
            struct adding to = {.to = *middle, .body = {o->carrier, o->roller->small, o->pad->radius / o->roller->radius, sums->force[side], sums->self[side]}};
            if (!may_act(o, i, j)) {
                continue;
            }
            if (side < 2) {
                to.side = w->side + side;
                to.to.force = to.side->force;
                to.to.slabs = middle->slabs != NULL ? &to.side->slabs : NULL;
                to.to.power = &to.side->power;
            }
            touch_cell(o, &to, i, j);
        }
    }
}

/* ---- all pads ---- */

static void
add_to_roller(struct quire_state *st, const struct quire_small *s, const struct roller_sums *sums, bool matrix)
{
    const int n = st->system->n_unknown, nv = s->body.nv;

    for (int i = 0; i < nv; i++) {
        st->force[s->v0 + i] += (sums->force[0][i] + sums->force[1][i]) + sums->force[2][i];
        for (int k = 0; matrix && k < nv; k++) {
            st->dense[(s->first + i) * n + s->first + k] += (sums->self[0][i][k] + sums->self[1][i][k]) + sums->self[2][i][k];
        }
    }
}

/* Couplings from `first` on, the other way round. */
static void
reverse_couplings(struct quire_state *st, int first)
{
    for (int i = first, k = st->n_space_coupling - 1; i < k; i++, k--) {
        const struct quire_space_coupling one = st->space_coupling[i];
        st->space_coupling[i] = st->space_coupling[k];
        st->space_coupling[k] = one;
    }
}

/* The pads of one roller that are near, from `first` up to `last`: on either side from outside inwards, then those in the middle, so that sums
 * have the same order. Couplings then stand from left to right. */
static void
touch_roller(struct quire_state *st, int first, int last, const double *q, const double *v, const struct space_scatter *middle)
{
    const struct quire_system *sys = st->system;
    struct quire_space_work *w = st->sheet[middle->sheet].space;
    const struct quire_small *small = sys->small + sys->roller[sys->pad[w->pad[first].target].roller].small;
    struct roller_sums sums;
    int left = first, right = last;

    memset(&sums, 0, sizeof sums);
    for (; left < last && sys->pad[w->pad[left].target].at[2] < 0; left++) {
        touch_pad(st, w->pad + left, q, v, middle, &sums);
    }
    const int done = st->n_space_coupling;
    while (right > left) {
        touch_pad(st, w->pad + --right, q, v, middle, &sums);
    }
    reverse_couplings(st, done);
    add_to_roller(st, small, &sums, middle->slabs != NULL);
}

void
quire_pad_contacts(struct quire_state *st, int sheet, const double *q, const double *v, double cq, double cv, const struct quire_slabs *slabs)
{
    const struct quire_system *sys = st->system;
    const struct quire_space_work *w = st->sheet[sheet].space;
    const struct space_scatter middle = {.state = st, .sheet = sheet, .force = st->force + sys->sheet[sheet].x0, .slabs = slabs, .power = &st->power,
                                         .cq = cq, .cv = cv, .half = sys->sheet[sheet].half};

    for (int k = 0; k < w->n_pad;) {
        const int first = k, roller = sys->pad[w->pad[k].target].roller;
        while (k < w->n_pad && sys->pad[w->pad[k].target].roller == roller) {
            k++;
        }
        if (st->part->has_small[sys->roller[roller].small]) { /* else another part's, and too far away to touch */
            touch_roller(st, first, k, q, v, &middle);
        }
    }
}

/* ---- the strip under a pad ---- */

double
quire_space_strip(const struct quire_sheet *sheet, const struct quire_space_work *w, const struct quire_pad *pad, const double *q, const double *v,
                  const double at[2], int *near)
{
    const struct quire_ladder *l = sheet->ladder;
    double least = HUGE_VAL, part = 0, slope;

    *near = 0;
    for (int i = 0; i <= l->n; i++) {
        const double *a = q + i * l->block, *u = v + i * l->block;
        int j = 0;
        while (j < l->m - 2 && a[3 * (j + 1) + 2] < pad->at[2]) {
            j++;
        }
        const double *b = a + 3 * j, *c = u + 3 * j, width = b[5] - b[2];
        const double e = width > 0 ? (2 * pad->at[2] - (b[5] + b[2])) / width : 0, left = 0.5 * (1 - e), right = 0.5 * (1 + e);
        for (int d = 0; d < 2; d++) {
            w->strip[d][i] = left * b[d] + right * b[3 + d];
            w->strip[2 + d][i] = left * c[d] + right * c[3 + d];
        }
        const double dx = w->strip[0][i] - at[0], dy = w->strip[1][i] - at[1], square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            *near = i;
            part = part_within(2 * j + (1 + e), 2 * pad->half / l->w, &slope) * part_within(2 * (l->m - 2 - j) + (1 - e), 2 * pad->half / l->w, &slope);
        }
    }
    return part;
}
