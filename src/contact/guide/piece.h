/* A piece of a guide as a sheet meets it: what contact along stretches, at points of the material
 * and at the sheet's ends share. Theory: doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_CONTACT_GUIDE_PIECE_H
#define QUIRE_CONTACT_GUIDE_PIECE_H

#include <math.h>

#include "contact/guide/behind.h"
#include "contact/guide/piece_hull.h"
#include "contact/touch/places.h"

struct quire_piece_meeting {
    const struct quire_face *face;
    const struct quire_guide *guide;
    /* of both faces of the sheet; NULL: they differ, or one touches nothing */
    const struct quire_contact_law *law;
};

/* Gauss' rule on a stretch from 0 to 1, in three lanes; the fourth counts nothing. It is exact for
 * a linear law on a flat piece. */
#define QUIRE_STRETCH_POINTS 3
static const quire_v4 quire_stretch_at = {0.11270166537925831, 0.5, 0.88729833462074169, 0.5},
                      quire_stretch_weight = {5.0 / 18, 4.0 / 9, 5.0 / 18, 0};

/* Two-point Gauss rule on a panel from 0 to 1, of equal weights. Spans are divided into such panels
 * where laws have history variables. */
static const double quire_in_panel[QUIRE_PANEL_POINTS] = {0.21132486540518713, 0.78867513459481287};

QUIRE_INLINE double
quire_fixed_point(const struct quire_sheet *sheet, int k)
{
    const int panels = sheet->n_point / QUIRE_PANEL_POINTS;

    return (k / QUIRE_PANEL_POINTS + quire_in_panel[k % QUIRE_PANEL_POINTS]) / panels;
}

/* Length of the sheet that belongs to each part of a span's parameter, over a segment's, and its
 * slope. */
QUIRE_INLINE double
quire_measure_at(int type, double s, double *slope)
{
    *slope = type == 0 ? 0 : type == 1 ? -1 : 1;
    return type == 0 ? 1 : type == 1 ? 2 - s : 1 + s;
}

/* which spans of a group of four are in the list */
QUIRE_INLINE quire_mask4
quire_listed_spans(int first, int low, int high)
{
    const long long i = first, last = high;
    const quire_mask4 node = {i, i + 1, i + 2, i + 3};

    return (node >= (quire_mask4){low, low, low, low}) &
           (node < (quire_mask4){last, last, last, last});
}

/* The law of the sheet's face there; NULL: none. */
QUIRE_INLINE const struct quire_contact_law *
quire_piece_law(const struct scatter *c, const struct quire_piece_meeting *m,
                const struct station *p, const struct facing *f)
{
    return m->law != NULL ? m->law : law_of(c->state->system, m->guide->law, c->sheet, p, f->n);
}

QUIRE_INLINE double
quire_piece_belt(const struct scatter *c, const struct quire_piece_meeting *m)
{
    return c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
}

/* Whether the span around a node, or the end there, came to the piece from behind. */
QUIRE_INLINE bool
quire_piece_from_behind(const struct scatter *c, const struct quire_piece_meeting *m, int node)
{
    const struct quire_system *sys = c->state->system;

    return quire_came_from_behind(sys, sys->sheet + c->sheet, c->work, (int)(m->face - sys->face),
                                  node);
}

#define QUIRE_AT_STATION 0.5 /* of a span */

/* Leaves of a part of a span what did not come from behind; false: nothing. Where a station is
 * before the face and the next one behind it, the sheet passes an end of the face between them:
 * none of that half of the span is touched. */
QUIRE_INLINE bool
quire_span_in_front(const struct scatter *c, const struct quire_piece_meeting *m, int node,
                    double part[2])
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const int n = sheet->chain.n, piece = (int)(m->face - sys->face);
    const bool surface = piece < sys->n_face;

    if (quire_piece_from_behind(c, m, node)) {
        return false;
    }
    if (surface && node > 1 && quire_sides_is_behind(sheet, c->work, piece, node - 1)) {
        part[0] = fmax(part[0], QUIRE_AT_STATION);
    }
    if (surface && node < n - 1 && quire_sides_is_behind(sheet, c->work, piece, node + 1)) {
        part[1] = fmin(part[1], QUIRE_AT_STATION);
    }
    return part[1] > part[0];
}

/* Which of the two memories of a place a piece has: what the sheet runs against has that of its
 * other face, since in a corner its end lies on one piece and runs against the next. */
QUIRE_INLINE int
quire_held_face(const struct station *p, const double n[2])
{
    const double along = n[0] * p->x1[0] + n[1] * p->x1[1];
    const int face = touched_face(p, n);

    return along * along > 0.5 * (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]) ? 1 - face : face;
}

/* The laws at one place of the span around a node, or of the end there: with their memory where
 * the facing has one. `length`: of the sheet that the place stands for; 0: the law acts as a whole.
 * `moves`: what moves with the nodes besides; NULL: nothing. */
void quire_touch_place(const struct scatter *c, const struct quire_piece_meeting *m, int node,
                       const struct station *p, struct facing *f, double length,
                       struct place_moves *moves);

/* The sheet's trail or leading edge, at which the law acts as a whole. */
void quire_touch_end(const struct scatter *c, const struct quire_piece_meeting *m, int node);

/* What faces the end at a node, touched or not, with the depth that it shares with what begins at
 * an end of the piece: `moves` by that. False: nothing. */
bool quire_meet_end(const struct scatter *c, const struct quire_piece_meeting *m, int node,
                    struct station *p, struct facing *f, struct place_moves *moves);

#endif
