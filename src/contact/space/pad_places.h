/* The places of a sheet in space under one pad of a roller: on each cell of the sheet the nearest
 * point and the stations. doc/theory/spatial-contact.md, 2. */
#ifndef QUIRE_CONTACT_SPACE_PAD_PLACES_H
#define QUIRE_CONTACT_SPACE_PAD_PLACES_H

#include "contact/law/constants.h"
#include "contact/space/soft_pads.h"
#include "contact/touch/space_disc.h"

struct roller_sums;

QUIRE_INLINE const struct quire_contact_law *
law_of_face(const struct quire_system *sys, const struct over *o, int sheet,
            const struct space_place *p)
{
    const int face = dot3(p->x, cross3(o->axis, p->xs)) < 0 ? 0 : 1,
              law = o->roller->law[2 * sheet + face];

    return law < 0 ? NULL : sys->law + law;
}

/* The law of a place that is near enough for it; NULL: none. */
QUIRE_INLINE const struct quire_contact_law *
law_at(const struct quire_system *sys, const struct over *o, int sheet, const struct disc_place *d)
{
    const struct quire_contact_law *law =
        d->overlap > -o->roller->reach ? law_of_face(sys, o, sheet, &d->p) : NULL;

    return law != NULL && d->overlap > -law->reach ? law : NULL;
}

/* the nearest point on a cell, searched from row i, if something of the pad acts there */
QUIRE_INLINE bool
foot_of_pad(const struct quire_state *st, const struct over *o, int i, int j, struct disc_place *d)
{
    return may_act(o, i, j) && (o->roller->soft < 0 ? foot_on_cell(o, i, j, d)
                                                    : quire_soft_foot_on_cell(st, o, i, j, d));
}

/* the same of the station */
QUIRE_INLINE bool
station_of_pad(const struct quire_state *st, const struct over *o, int i, int j,
               struct disc_place *d)
{
    return may_act(o, i, j) && (o->roller->soft < 0 ? station_on_cell(o, i, j, d)
                                                    : quire_soft_station_on_cell(st, o, i, j, d));
}

/* One pad that is near a sheet. */
struct near_pad {
    const struct over *over;
    const struct quire_candidates *nodes;
    struct quire_space_work *work; /* its `square` says how far rows are away */
    double longer;                 /* than a segment is the cut from row to row [1] */
    const struct space_scatter *middle;
    struct roller_sums *sums;
};

/* the nearest points on all cells of which something of the pad acts, searched from row i */
QUIRE_INLINE int
find_feet(const struct quire_state *st, const struct over *o, int i, struct disc_place *foot)
{
    int n = 0;

    for (int k = 0; k < o->m - 1; k++) {
        n += foot_of_pad(st, o, i, k, foot + n) ? 1 : 0;
    }
    return n;
}

/* the law of the first of them that is near enough */
QUIRE_INLINE const struct quire_contact_law *
law_of_feet(const struct near_pad *n, const struct disc_place *foot, int n_foot)
{
    const struct quire_contact_law *law = NULL;

    for (int k = 0; k < n_foot && law == NULL; k++) {
        law = law_at(n->middle->state->system, n->over, n->middle->sheet, foot + k);
    }
    return law;
}

/* Whether station i may be nearer than `inside`: it lies between its rows, and farther in than
 * their mean by what their distances tell. */
QUIRE_INLINE bool
may_overlap(const struct near_pad *n, int i, double inside)
{
    const struct over *o = n->over;
    const double *square = n->work->square, chord = QUIRE_PAD_CHORD * n->longer * o->sheet->chain.h;

    /* stations at the ends have weights of their own */
    if (i < 2 || i > o->n - 2 || i <= n->nodes->low || i + 1 >= n->nodes->high) {
        return true;
    }
    return 0.125 * (square[i - 1] + square[i + 1]) + 0.75 * square[i] <
           inside * inside + 0.25 * chord * chord;
}

/* whether row i is nearer than its neighbours, and near enough */
QUIRE_INLINE bool
is_nearest_row(const double *square, const struct quire_candidates *nodes, double limit, int i)
{
    return square[i] <= limit * limit && !(i > nodes->low && square[i - 1] < square[i]) &&
           !(i + 1 < nodes->high && square[i + 1] <= square[i]);
}

/* A pad over a sheet with places q and velocities v (blocks as in Q and V). */
struct over quire_pad_over(const struct quire_state *state, int sheet, const struct quire_pad *pad,
                           const double *q, const double *v);

/* The squared distance of each row of nodes, as it cuts the pad's plane, from the pad's centre.
 * Returns how long the cut is from row to row at most, in segments. */
double quire_pad_rows(const struct over *over, const struct quire_candidates *nodes,
                      double *square);

#endif
