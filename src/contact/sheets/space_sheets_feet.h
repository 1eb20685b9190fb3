/* Feet of places of a sheet in space on another one, four side by side: the same search as
 * find_foot(), on one piece of one cell each, away from the ends. Derivation with the same letters:
 * doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FEET_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_FEET_H

#include "contact/touch/space_disc.h"

enum { FEET = 4 };

/* Places seen from nowhere, and where their search begins: the inner node of a piece, and a cell.
 */
struct feet {
    quire_v4 x[FEET];
    int i[FEET], j[FEET];
    /* found: s and e are as in struct foot; or too far away; or to be searched by itself */
    quire_mask4 found, far;
    quire_v4 s, e;
};

/* The middle lines of four cells' pieces, or half of what lies across. */
struct strips {
    quire_v4 a[4], t[4], c[4]; /* x, y, z in each lane, and what has no meaning */
};

QUIRE_INLINE void
strips_of(const struct strip of[FEET], struct strips *to)
{
    quire_transpose4(to->a, of[0].a, of[1].a, of[2].a, of[3].a);
    quire_transpose4(to->t, of[0].t, of[1].t, of[2].t, of[3].t);
    quire_transpose4(to->c, of[0].c, of[1].c, of[2].c, of[3].c);
}

QUIRE_INLINE void
load_strips(const struct over *o, const struct feet *f, struct strips *middle, struct strips *half)
{
    struct strip middles_of[FEET], halves_of[FEET];

    for (int l = 0; l < FEET; l++) {
        quire_v4 x[3], y[3];
        middles(o, o->q, f->x[l], f->i[l], f->j[l], x, y);
        const int type = spline_type(f->i[l], o->n);
        middles_of[l] = strip_through(type, x[0], x[1], x[2]);
        halves_of[l] = strip_through(type, y[0], y[1], y[2]);
    }
    strips_of(middles_of, middle);
    strips_of(halves_of, half);
}

/* Where the cuts are at s, as in cut(): along x and y, for they do not change along z. */
struct cuts {
    quire_v4 e, x[2], x1[2], x2[2];
    quire_mask4 good;
};

QUIRE_INLINE void
cut_strips(const struct strips *middle, const struct strips *half, double least, quire_v4 s,
           struct cuts *at)
{
    quire_v4 b[3], b1[3], m[3], m1[3], p1[3], p2[3];

    for (int d = 0; d < 3; d++) {
        b[d] = half->a[d] + s * (half->t[d] + (0.5 * s) * half->c[d]);
        b1[d] = half->t[d] + s * half->c[d];
        m[d] = middle->a[d] + s * (middle->t[d] + (0.5 * s) * middle->c[d]);
        m1[d] = middle->t[d] + s * middle->c[d];
    }
    const quire_v4 inverse = 1 / b[2], e = -m[2] * inverse;
    for (int d = 0; d < 3; d++) {
        p1[d] = m1[d] + e * b1[d];
    }
    const quire_v4 e1 = -p1[2] * inverse;
    for (int d = 0; d < 3; d++) {
        p2[d] = (middle->c[d] + e * half->c[d]) + (2 * e1) * b1[d];
    }
    const quire_v4 e2 = -p2[2] * inverse;
    for (int d = 0; d < 2; d++) {
        at->x[d] = m[d] + e * b[d];
        at->x1[d] = p1[d] + e1 * b[d];
        at->x2[d] = p2[d] + e2 * b[d];
    }
    at->e = e;
    at->good = b[2] > quire_all4(least);
}

/* Searches in those that are not done, from s on. Each comes to rest by itself, so that none
 * depends on the others. Returns which lead beyond their pieces. */
QUIRE_INLINE quire_mask4
search_feet(const struct over *o, const struct strips *middle, const struct strips *half,
            struct feet *f, quire_mask4 *done)
{
    const double least = 0.5 * UPRIGHT * o->sheet->ladder->w;
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
        const quire_v4 *x = at.x, *x1 = at.x1, *x2 = at.x2;
        const quire_v4 slope = x[0] * x1[0] + x[1] * x1[1], t2 = x1[0] * x1[0] + x1[1] * x1[1],
                       bend = t2 + (x[0] * x2[0] + x[1] * x2[1]),
                       square = x[0] * x[0] + x[1] * x[1];
        const quire_mask4 low = bend < 0.2 * t2;
        const quire_v4 held = quire_select4(low, 0.2 * t2, bend),
                       third = quire_where4(~low, 3 * (x1[0] * x2[0] + x1[1] * x2[1]));
        const quire_v4 held2 = held * held, by = 2 * held2 - slope * third,
                       step = -2 * slope * held / quire_select4(by < held2, 2 * held2, by),
                       next = s + step,
                       within =
                           quire_select4(next > one, one, quire_select4(next < zero, zero, next)),
                       bent = (quire_abs4(x2[0]) + quire_abs4(x2[1])) * (step * step),
                       far = o->far + bent;
        const quire_mask4 stays = next == within, leaves = ~stays & (within == s) & at.good,
                          on_cell = ((at.e >= -one) | first) & ((at.e <= one) | last),
                          too_far = stays & on_cell & at.good &
                                    (square * t2 - slope * slope > far * far * t2),
                          rests = stays & at.good & (quire_abs4(within - s) < quire_all4(1e-4)),
                          open = ~(*done | beyond);
        f->s = quire_select4(open, within, s);
        f->e = quire_select4(open, at.e, f->e);
        f->far |= open & too_far;
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
