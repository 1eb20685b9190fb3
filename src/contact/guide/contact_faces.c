/* Where sheets touch the pieces of guides: along the curve, or, where laws remember, at fixed
 * stations of it. doc/theory/contact-kernel.md, 6. */
#include <math.h>

#include "contact/guide/close_pieces.h"
#include "contact/guide/contact.h"
#include "contact/guide/contact_line.h"
#include "contact/touch/columns.h"
#include "contact/touch/lanes.h"
#include "contact/touch/places.h"

/* ---- stations, for laws that remember ---- */

/* Whether any station of groups of four is above a level of a piece gone on with beyond its ends.
 */
QUIRE_INLINE bool
overlaps_any(const struct quire_face *face, double level, const quire_v4 *x, const quire_v4 *y,
             int first, int last)
{
    quire_mask4 any = {0};

    if (face->radius > 0) { /* by squares: roots are for those that touch */
        const double ax = face->at[0], ay = face->at[1], radius = face->convex * level;
        /* a hollow one that reaches past its centre */
        const quire_v4 square = quire_all4(radius > 0 ? radius * radius : -1);
        for (int g = first; g < last; g++) {
            const quire_v4 dx = x[g] - ax, dy = y[g] - ay, distance2 = dx * dx + dy * dy;
            any |= face->convex > 0 ? distance2 < square : distance2 > square;
        }
    } else {
        const double nx = face->normal[0], ny = face->normal[1];
        const quire_v4 limit = quire_all4(level);
        for (int g = first; g < last; g++) {
            any |= x[g] * nx + y[g] * ny < limit;
        }
    }
    return quire_any(any);
}

QUIRE_INLINE quire_v4
overlap_with(const struct quire_face *face, double level, quire_v4 x, quire_v4 y)
{
    if (face->radius > 0) {
        const quire_v4 dx = x - face->at[0], dy = y - face->at[1];
        return level - face->convex * quire_sqrt4(dx * dx + dy * dy);
    }
    return level - (x * face->normal[0] + y * face->normal[1]);
}

/* Which of four stations stand over the piece, or beyond an end of it by less than they fade over.
 */
QUIRE_INLINE quire_mask4
on_face(const struct quire_face *face, double widest, quire_v4 x, quire_v4 y, quire_v4 overlap)
{
    const quire_v4 zero = {0};
    quire_mask4 on = overlap > zero;

    for (int e = 0; e < 2; e++) {
        const quire_v4 u =
            (x - face->end[e][0]) * face->out[e][0] + (y - face->end[e][1]) * face->out[e][1];
        on &= u <= quire_all4(face->taper[e] ? widest : face->past[e]);
    }
    return on;
}

/* The share of a station fades as it leaves the piece over a free end or a convex kink, over half a
 * station's length to either side while the sheet lies along the piece. A sheet that crosses the
 * end touches the corner instead: its stations beyond the end are deep behind the piece's line
 * without touching the solid, or nearer to its end than to this piece. So the fade shrinks to half
 * the thickness where the sheet is inclined by TILT or more, and a mid-line behind the surface
 * counts as that much further out. */
#define TILT 0.1 /* [rad], where corners are gated fully in */

QUIRE_INLINE void
fade_out(const struct quire_face *face, const struct station *p, const double at[2], double widest,
         double half, double cq, struct facing *f)
{
    const double q = 1 / (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    const form turn = {0, 0, -cq * q * p->x1[1], cq * q * p->x1[0]}; /* of the sheet here */
    const double behind = f->overlap > half ? f->overlap - half : 0,
                 d_behind = f->overlap > half ? -cq : 0;

    for (int e = 0; e < 2; e++) {
        if (face->taper[e]) {
            const double *out = face->out[e];
            const double u =
                (at[0] - face->end[e][0]) * out[0] + (at[1] - face->end[e][1]) * out[1] + behind;
            const double across = p->x1[0] * out[1] - p->x1[1] * out[0],
                         along = p->x1[0] * out[0] + p->x1[1] * out[1];
            double slope, narrows;
            const double taper =
                quire_step(q * across * across, 0, widest, TILT * TILT, half, &narrows);
            const double w = quire_step(-u, -taper, 0, taper, 1, &slope);
            const form d_u = {cq * out[0] + d_behind * f->n[0], cq * out[1] + d_behind * f->n[1], 0,
                              0};
            const form d_taper = (-2 * narrows * q * across * along) * turn;
            f->d_share = w * f->d_share + (slope * f->share) * (u / taper * d_taper - d_u);
            f->share *= w;
        }
    }
}

/* how far beyond an end of a piece a station may be that still touches it */
QUIRE_INLINE double
widest_fade(const struct scatter *c)
{
    return fmax(0.5 * c->state->system->sheet[c->sheet].chain.h, c->half);
}

/* the share of a station and its friction factor, where there may be more to say of them than its
 * length */
QUIRE_INLINE void
vary(const struct scatter *c, const struct quire_piece_meeting *m,
     const struct quire_contact_law *law, int i, const struct station *p, struct facing *f)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const double at[2] = {c->work->cx[i], c->work->cy[i]};

    f->share = sheet->station_length[i] / law->reference_length;
    if ((m->face->taper[0] && quire_face_beyond(m->face, 0, at) > 0) ||
        (m->face->taper[1] && quire_face_beyond(m->face, 1, at) > 0)) {
        let_go(c, m->guide->depth, f); /* past the end there is no solid */
    } else {
        stiffen(c, m->guide->depth, f);
    }
    if (m->face->taper[0] || m->face->taper[1]) {
        fade_out(m->face, p, at, widest_fade(c), c->half, c->cq, f);
    }
    if (law->vertex != 1 && (i == 0 || i == sheet->chain.n)) {
        vertex_factor(p, law->vertex, i == 0 ? -1 : 1, c->cq, f);
    }
}

static void
touch_station(const struct scatter *c, const struct quire_piece_meeting *m, int i)
{
    struct station p;
    struct facing f;

    fixed_weights(i, c->state->system->sheet[c->sheet].chain.n, &p);
    place_on_curve(&p, c, m->face->at);
    face_place(m->face, c->half, &p, &f);
    f.belt = c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
    const struct quire_contact_law *law =
        m->law != NULL ? m->law : law_of(c->state->system, m->guide->law, c->sheet, &p, f.n);
    if (law == NULL || !(f.overlap > -law->reach)) {
        return;
    }
    remember_at_station(c, law, i, touched_face(&p, f.n), &f);
    vary(c, m, law, i, &p, &f);
    if (f.share > 0) {
        quire_touch(c, &p, &f, law, NULL, -1, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
    }
}

/* which of four stations did not come from behind */
QUIRE_INLINE quire_mask4
from_before(const unsigned char *behind)
{
    return (quire_mask4){behind[0] == 0 ? -1 : 0, behind[1] == 0 ? -1 : 0, behind[2] == 0 ? -1 : 0,
                         behind[3] == 0 ? -1 : 0};
}

/* The stations of a piece, some of which may overlap it. */
QUIRE_INLINE void
station_contacts(const struct scatter *c, const struct quire_piece_meeting *m,
                 const struct quire_candidates *nodes)
{
    const struct quire_sheet_work *w = c->work;
    const size_t own =
        (size_t)nodes->target * (size_t)c->state->system->sheet[c->sheet].chain.stride;
    const double level = c->half + m->guide->reach + m->face->level;
    const quire_v4 *x = (const quire_v4 *)(const void *)w->cx,
                   *y = (const quire_v4 *)(const void *)w->cy;
    const int first = nodes->low >> 2, last = (nodes->high + 3) >> 2;

    if (!overlaps_any(m->face, level, x, y, first, last)) {
        return;
    }
    for (int g = first; g < last; g++) {
        quire_mask4 on =
            on_face(m->face, widest_fade(c), x[g], y[g], overlap_with(m->face, level, x[g], y[g]));
        if (w->n_behind > 0) {
            on &= from_before(w->behind + own + 4 * g);
        }
        for (int lane = 0; lane < LANES; lane++) {
            if (on[lane] != 0) {
                touch_station(c, m, 4 * g + lane);
            }
        }
    }
}

/* ---- all pieces ---- */

/* The law of both faces of the sheet, NULL: they differ, or one touches nothing; and whether places
 * are evaluated one by one for other reasons. */
QUIRE_INLINE const struct quire_contact_law *
common_law(const struct scatter *c, const struct quire_guide *guide)
{
    const int *index = guide->law + 2 * c->sheet;

    return index[0] == index[1] && index[0] >= 0 ? c->state->system->law + index[0] : NULL;
}

/* whether the guides are a gate's that a spring holds */
QUIRE_INLINE bool
is_on_held_gate(const struct scatter *c)
{
    return c->work->gate >= 0 && c->state->system->gate[c->work->gate].small >= 0;
}

QUIRE_INLINE bool
has_matrix(const struct scatter *c)
{
    return c->column != NULL ? c->column->slabs != NULL : c->band != NULL;
}

QUIRE_INLINE bool
is_evaluated_alone(const struct scatter *c, const struct quire_guide *guide,
                   const struct quire_contact_law *law)
{
    return law == NULL || quire_law_holds(law) || guide->reach > 0 || c->frame != NULL ||
           (c->state->record && has_matrix(c)) ||
           (c->column != NULL &&
            (law->deepest < HUGE_VAL || c->column->tilted != NULL || c->column->rib != NULL ||
             c->column->spin != 0 || is_on_held_gate(c)));
}

QUIRE_INLINE struct quire_piece_meeting
meet(const struct scatter *c, const struct quire_face *face)
{
    const struct quire_guide *guide = c->state->system->guide + face->guide;
    const struct quire_contact_law *law = common_law(c, guide);

    return (struct quire_piece_meeting){face, guide, law, is_evaluated_alone(c, guide, law)};
}

QUIRE_CLONES void
quire_face_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    struct quire_sheet_work *w = c->work;
    const quire_v4 zero = {0};
    struct lane_powers powers = {zero, zero, zero, zero, zero};

    quire_close_pieces(c);
    for (int k = 0; k < w->n_close; k++) {
        const struct quire_candidates *nodes = w->close + k;
        const struct quire_face *face = sys->face + nodes->target;
        const struct quire_piece_meeting m = meet(c, face);
        if (!quire_remembers_at_stations(sys, m.guide, c->sheet)) {
            quire_line_contact(c, &m, nodes, &powers);
        } else if (nodes->target < sys->n_face) {
            station_contacts(c, &m, nodes);
        }
    }
    add_powers(c->column != NULL ? c->column->power : &st->power, &powers);
}
