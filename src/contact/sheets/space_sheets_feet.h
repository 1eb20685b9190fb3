/* Feet of places of a sheet in space on another one, four side by side: the same search as
 * find_foot(), on one piece of one cell each, away from the ends. Derivation with the same letters:
 * doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FEET_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FEET_H

#include "contact/law/constants.h"
#include "contact/sheets/space_vectors.h"
#include "contact/touch/space_disc.h"

enum { FEET = LANES };

/* As middles(), of four places. */
struct cells {
    struct vectors middle[3], half[3];
};

/* From the first to before the last. */
struct rows {
    int first, last;
};

/* Places seen from nowhere, and where their search begins: the inner node of a piece, and a cell.
 */
struct feet {
    quire_v4 x[FEET];
    struct rows rows[FEET]; /* of b's nodes that are near */
    int i[FEET], j[FEET];
    quire_mask4 none; /* none of these rows is cut */
    /* found: s and e are as in struct foot; or too far away; or to be searched by itself */
    quire_mask4 found, far;
    quire_v4 s, e;
    quire_v4 clear;  /* where it is too far away: at least so much too far [m] */
    struct cells at; /* of the last pieces that were searched */
};

/* ---- nodes of cells ---- */

QUIRE_INLINE struct vectors
seen_from(const quire_v4 x[FEET])
{
    return vectors_of(x[0], x[1], x[2], x[3]);
}

/* where node (i, j) is in a block */
QUIRE_INLINE ptrdiff_t
node_begins(const struct over *o, int i, int j)
{
    return 3 * ((ptrdiff_t)i * o->m + j);
}

/* the nodes of a row on both sides of each place's cell; each is loaded with a number of the other
 */
QUIRE_INLINE void
load_row(const double *block, const ptrdiff_t at[FEET], struct vectors *a, struct vectors *b)
{
    const double *p[FEET] = {block + at[0], block + at[1], block + at[2], block + at[3]};
    quire_v4 v[4];

    *a = vectors_of(quire_load4(p[0]), quire_load4(p[1]), quire_load4(p[2]), quire_load4(p[3]));
    quire_transpose4(v, quire_load4(p[0] + 2), quire_load4(p[1] + 2), quire_load4(p[2] + 2),
                     quire_load4(p[3] + 2));
    *b = (struct vectors){v[1], v[2], v[3]};
}

QUIRE_INLINE void
load_cells(const struct over *o, const double *block, struct vectors origin,
           const ptrdiff_t first[FEET], struct cells *to)
{
    for (int k = 0; k < 3; k++) {
        struct vectors a, b;
        load_row(block + 3 * (ptrdiff_t)o->m * k, first, &a, &b);
        to->middle[k] = times3(quire_all4(0.5), plus3(minus3(a, origin), minus3(b, origin)));
        to->half[k] = times3(quire_all4(0.5), minus3(b, a));
    }
}

/* ---- where the search begins ---- */

/* where the plane of the place cuts a row of b's nodes: how far away, searched from cell *j; beyond
 * the side edges as far as anything may touch there */
QUIRE_INLINE double
square_of_row(const struct over *o, int i, int *j)
{
    quire_v4 a, b;

    nodes_beside(o, o->q, i, *j, &a, &b);
    a -= o->centre;
    b -= o->centre;
    while (*j < o->m - 2 && b[2] < 0) {
        ++*j;
        a = b;
        b = node_of(o, o->q, i, *j + 1) - o->centre;
    }
    while (*j > 0 && a[2] > 0) {
        --*j;
        b = a;
        a = node_of(o, o->q, i, *j) - o->centre;
    }
    const double r = -a[2] / (b[2] - a[2]);
    const quire_v4 x = a + r * (b - a);
    return b[2] > a[2] ? x[0] * x[0] + x[1] * x[1] : HUGE_VAL;
}

/* As square_of_row() of each, on cells j. */
QUIRE_INLINE quire_v4
squares_of_row(struct over *o, const struct feet *f, struct vectors origin, int i, quire_mask4 *j)
{
    const quire_v4 zero = {0};
    const ptrdiff_t row = node_begins(o, i, 0);
    const quire_mask4 last = *j >= o->m - 2, first = *j <= 0, on = row + 3 * *j;
    const ptrdiff_t at[FEET] = {on[0], on[1], on[2], on[3]};
    struct vectors a, b;

    load_row(o->q, at, &a, &b);
    a = minus3(a, origin);
    b = minus3(b, origin);
    const struct vectors d = minus3(b, a);
    const quire_v4 r = -a.z / d.z, x = a.x + r * d.x, y = a.y + r * d.y;
    quire_v4 square = quire_select4(b.z > a.z, x * x + y * y, quire_all4(HUGE_VAL));
    const quire_mask4 moves = ((b.z < zero) & ~last) | ((a.z > zero) & ~first);
    for (int l = 0; quire_any(moves) && l < FEET; l++) { /* to the cell beside */
        if (moves[l] != 0) {
            int cell = (int)(*j)[l];
            o->centre = f->x[l];
            square[l] = square_of_row(o, i, &cell);
            (*j)[l] = cell;
        }
    }
    return square;
}

/* The row that each place is nearest to, and its cell there, from the first on. */
QUIRE_INLINE void
nearest_rows(struct over *o, struct feet *f)
{
    const struct vectors origin = seen_from(f->x);
    const struct rows *r = f->rows;
    const quire_mask4 first = {r[0].first, r[1].first, r[2].first, r[3].first},
                      last = {r[0].last, r[1].last, r[2].last, r[3].last};
    struct rows all = f->rows[0];
    quire_v4 least = quire_all4(HUGE_VAL);
    quire_mask4 j = {0}, row = {0}, cell = {0};

    for (int l = 1; l < FEET; l++) {
        all.first = r[l].first < all.first ? r[l].first : all.first;
        all.last = r[l].last > all.last ? r[l].last : all.last;
    }
    for (int i = all.first; i < all.last; i++) {
        const quire_v4 square = squares_of_row(o, f, origin, i, &j);
        const quire_mask4 nearer = (square < least) & (first <= i) & (last > i);
        least = quire_select4(nearer, square, least);
        row = (nearer & i) | (~nearer & row);
        cell = (nearer & j) | (~nearer & cell);
    }
    f->none = least == quire_all4(HUGE_VAL);
    for (int l = 0; l < FEET; l++) {
        const int most = o->n - 1, at = (int)row[l];
        f->i[l] = at < 1 ? 1 : at > most ? most : at;
        f->j[l] = (int)cell[l];
    }
}

/* ---- the search ---- */

/* The middle lines of four cells' pieces, or half of what lies across. */
struct strips {
    struct vectors a, t, c;
};

/* as strip_through(), on first and last pieces in a way of their own */
QUIRE_INLINE struct strips
strips_through(const struct vectors x[3], quire_mask4 first, quire_mask4 last)
{
    const struct vectors along = minus3(x[1], x[0]),
                         mean = times3(quire_all4(0.5), plus3(x[0], x[1])),
                         next = minus3(x[2], x[1]),
                         t = select_vectors(first, times3(quire_all4(2), along), along);

    return (struct strips){select_vectors(first, x[0], mean), t,
                           minus3(select_vectors(last, times3(quire_all4(2), next), next), t)};
}

QUIRE_INLINE void
load_strips(const struct over *o, struct feet *f, struct strips *middle, struct strips *half)
{
    quire_mask4 first, last;
    ptrdiff_t at[FEET];

    for (int l = 0; l < FEET; l++) {
        const int type = spline_type(f->i[l], o->n);
        first[l] = type == 1 ? -1 : 0;
        last[l] = type == 2 ? -1 : 0;
        at[l] = node_begins(o, f->i[l] - 1, f->j[l]);
    }
    load_cells(o, o->q, seen_from(f->x), at, &f->at);
    *middle = strips_through(f->at.middle, first, last);
    *half = strips_through(f->at.half, first, last);
}

/* Where the cuts are at s, as in cut(): along x and y, for they do not change along z. */
struct cuts {
    quire_v4 e;
    struct flat_vectors x, x1, x2;
    quire_mask4 good;
};

QUIRE_INLINE struct flat_vectors
cut_at(struct vectors m, quire_v4 e, struct vectors b)
{
    return (struct flat_vectors){m.x + e * b.x, m.y + e * b.y};
}

QUIRE_INLINE void
cut_strips(const struct strips *middle, const struct strips *half, double least, quire_v4 s,
           struct cuts *at)
{
    const struct vectors b = plus3(half->a, times3(s, plus3(half->t, times3(0.5 * s, half->c)))),
                         b1 = plus3(half->t, times3(s, half->c)),
                         m = plus3(middle->a,
                                   times3(s, plus3(middle->t, times3(0.5 * s, middle->c)))),
                         m1 = plus3(middle->t, times3(s, middle->c));
    const quire_v4 inverse = 1 / b.z, e = -m.z * inverse;
    const struct vectors p1 = plus3(m1, times3(e, b1));
    const quire_v4 e1 = -p1.z * inverse;
    const struct vectors p2 = plus3(plus3(middle->c, times3(e, half->c)), times3(2 * e1, b1));
    const quire_v4 e2 = -p2.z * inverse;

    at->x = cut_at(m, e, b);
    at->x1 = cut_at(p1, e1, b);
    at->x2 = cut_at(p2, e2, b);
    at->e = e;
    at->good = b.z > quire_all4(least);
}

/* Searches in those that are not done, from s on. Each comes to rest by itself, so that none
 * depends on the others. Returns which lead beyond their pieces. */
QUIRE_INLINE quire_mask4
search_feet(const struct over *o, const struct strips *middle, const struct strips *half,
            struct feet *f, quire_mask4 *done)
{
    const double least = 0.5 * QUIRE_PAD_UPRIGHT * o->sheet->ladder->w;
    const quire_v4 zero = {0}, one = quire_all4(1);
    quire_mask4 first, last, beyond = {0};
    struct cuts at;

    for (int l = 0; l < FEET; l++) { /* at side edges it goes on straight */
        first[l] = f->j[l] == 0 ? -1 : 0;
        last[l] = f->j[l] == o->m - 2 ? -1 : 0;
    }
    for (int k = 0; k < 8 && quire_any(~(*done | beyond)); k++) {
        const quire_v4 s = f->s;
        cut_strips(middle, half, least, s, &at);
        const struct flat_vectors x = at.x, x1 = at.x1, x2 = at.x2;
        const quire_v4 slope = x.x * x1.x + x.y * x1.y, t2 = x1.x * x1.x + x1.y * x1.y,
                       bend = t2 + (x.x * x2.x + x.y * x2.y), square = x.x * x.x + x.y * x.y;
        const quire_mask4 low = bend < QUIRE_BEND_SEARCHED * t2;
        const quire_v4 held = quire_select4(low, QUIRE_BEND_SEARCHED * t2, bend),
                       third = quire_where4(~low, 3 * (x1.x * x2.x + x1.y * x2.y));
        const quire_v4 held2 = held * held, by = 2 * held2 - slope * third,
                       step = -2 * slope * held / quire_select4(by < held2, 2 * held2, by),
                       next = s + step,
                       within =
                           quire_select4(next > one, one, quire_select4(next < zero, zero, next)),
                       bent = (quire_abs4(x2.x) + quire_abs4(x2.y)) * (step * step),
                       far = o->far + bent;
        const quire_mask4 stays = next == within, leaves = ~stays & (within == s) & at.good,
                          on_cell = ((at.e >= -one) | first) & ((at.e <= one) | last),
                          too_far = stays & on_cell & at.good &
                                    (square * t2 - slope * slope > far * far * t2),
                          rests = stays & at.good &
                                  (quire_abs4(within - s) < quire_all4(QUIRE_SEARCH_DONE_IN_SPACE)),
                          open = ~(*done | beyond);
        f->s = quire_select4(open, within, s);
        f->e = quire_select4(open, at.e, f->e);
        f->far |= open & too_far;
        f->clear =
            quire_select4(open & too_far, quire_sqrt4(square - slope * slope / t2) - far, f->clear);
        f->found |= open & ~too_far & rests & on_cell;
        *done |= open & (too_far | rests | ~at.good);
        beyond |= open & leaves;
    }
    return beyond;
}

/* A search that leads beyond its piece goes on in the next, once or twice. */
#define FEET_AWAY 2

QUIRE_INLINE void
find_feet(const struct over *o, struct feet *f)
{
    quire_mask4 done = {0};
    struct strips middle, half;

    f->found = f->far = done;
    f->clear = quire_all4(0);
    f->s = quire_all4(0.5);
    f->e = quire_all4(0);
    for (int k = 0; k <= FEET_AWAY; k++) {
        load_strips(o, f, &middle, &half);
        const quire_mask4 beyond = search_feet(o, &middle, &half, f, &done);
        if (!quire_any(beyond)) {
            break;
        }
        for (int l = 0; l < FEET; l++) {
            const int over = beyond[l] == 0 ? 0 : f->s[l] > 0.5 ? 1 : -1, to = f->i[l] + over;
            if (to < 1 || to > o->n - 1) {
                done[l] = -1;
            } else if (over != 0) {
                f->i[l] = to;
                f->s[l] = over > 0 ? 0 : 1;
            }
        }
    }
}

#endif
