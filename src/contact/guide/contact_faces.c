/* Where stations of sheets touch the faces of guides. doc/theory/contact-kernel.md, 6. */
#include <math.h>

#include "contact/guide/contact.h"
#include "contact/guide/contact_line.h"
#include "contact/touch/columns.h"
#include "contact/touch/places.h"
#include "contact/touch/stations.h"

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

/* A guide as one of the sheet's stations meets it. */
struct meeting {
    const struct quire_face *face;
    const struct quire_guide *guide;
    /* of both faces of the sheet; NULL: they differ, or one touches nothing */
    const struct quire_contact_law *law;
    double widest; /* of the fade [m] */
    /* each station is a case of its own: laws differ, something is remembered or recorded */
    bool alone;
};

/* Which of four stations stand over the piece and not behind its solid; and which of them so near
 * to an end that they fade. */
QUIRE_INLINE quire_mask4
on_face(const struct meeting *m, quire_v4 x, quire_v4 y, quire_v4 overlap, double half,
        quire_mask4 *fade)
{
    const struct quire_face *face = m->face;
    const quire_v4 zero = {0}, behind = quire_where4(overlap > quire_all4(half), overlap - half);
    quire_mask4 on = overlap > zero, ends = {0};

    for (int e = 0; e < 2; e++) {
        const quire_v4 u =
            (x - face->end[e][0]) * face->out[e][0] + (y - face->end[e][1]) * face->out[e][1];
        on &= u <= quire_all4(face->taper[e] ? m->widest : face->past[e]);
        if (face->taper[e]) {
            ends |= u + behind > quire_all4(-m->widest);
        }
    }
    *fade = on & ends;
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

/* the normals of a face at four points, and how they turn */
QUIRE_INLINE void
face_normals(const struct quire_face *face, quire_v4 x, quire_v4 y, struct stations *s)
{
    s->at.nx = quire_all4(face->normal[0]);
    s->at.ny = quire_all4(face->normal[1]);
    s->at.radial = quire_all4(0);
    if (face->radius > 0) {
        const quire_v4 dx = x - face->at[0], dy = y - face->at[1],
                       way = face->convex / quire_sqrt4(dx * dx + dy * dy);
        /* beyond the sheet's ends stations are nowhere: NaN */
        s->at.nx = quire_where4(s->at.on, way * dx);
        s->at.ny = quire_where4(s->at.on, way * dy);
        s->at.radial = way;
    }
}

/* One of the stations, for what is done one by one. */
QUIRE_INLINE void
one_of_stations(const struct scatter *c, const struct meeting *m, const struct stations *s,
                int lane, struct station *p, struct facing *f)
{
    fixed_weights(s->first + lane, c->state->system->sheet[c->sheet].chain.n, p);
    place_on_curve(p, c, m->face->at);
    f->turning = m->face->radius > 0 ? NORMAL_RADIAL : NORMAL_FIXED;
    f->n[0] = s->at.nx[lane];
    f->n[1] = s->at.ny[lane];
    f->radial = s->at.radial[lane];
    f->overlap = s->at.overlap[lane] - m->guide->reach;
    f->belt = s->belt;
    f->factor = 1;
    f->load = f->rolling = 0;
    f->slot = NULL;
    f->grip = NULL;
    f->d_share = f->d_factor = (form){0, 0, 0, 0};
    f->share_rate = 0;
}

/* the share of a station and its friction factor, where there may be more to say of them than its
 * length */
QUIRE_INLINE void
vary(const struct scatter *c, const struct meeting *m, const struct quire_contact_law *law, int i,
     const struct station *p, struct facing *f)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const struct quire_sheet_work *w = c->work;

    f->share = sheet->station_length[i] / law->reference_length;
    const double at[2] = {w->cx[i], w->cy[i]};
    if ((m->face->taper[0] && quire_face_beyond(m->face, 0, at) > 0) ||
        (m->face->taper[1] && quire_face_beyond(m->face, 1, at) > 0)) {
        let_go(c, m->guide->depth, f); /* past the end there is no solid */
    } else {
        stiffen(c, m->guide->depth, f);
    }
    if (m->face->taper[0] || m->face->taper[1]) {
        fade_out(m->face, p, at, m->widest, c->half, c->cq, f);
    }
    if (law->vertex != 1 && (i == 0 || i == sheet->chain.n)) {
        vertex_factor(p, law->vertex, i == 0 ? -1 : 1, c->cq, f);
    }
}

/* Stations whose laws have to be found out, or where something is remembered or recorded. */
static void
touch_alone(const struct scatter *c, const struct meeting *m, const struct stations *s)
{
    for (int lane = 0; lane < LANES; lane++) {
        struct station p;
        struct facing f;
        if (s->at.on[lane] == 0) {
            continue;
        }
        one_of_stations(c, m, s, lane, &p, &f);
        const struct quire_contact_law *law =
            m->law != NULL ? m->law : law_of(c->state->system, m->guide->law, c->sheet, &p, f.n);
        if (law == NULL || !(f.overlap > -law->reach)) {
            continue;
        }
        remember_at_station(c, law, s->first + lane, touched_face(&p, f.n), &f);
        vary(c, m, law, s->first + lane, &p, &f);
        if (f.share > 0) {
            quire_touch(c, &p, &f, law, NULL, -1,
                        quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
        }
    }
}

/* Stations side by side. */
QUIRE_INLINE void
touch_together(const struct scatter *c, const struct meeting *m, struct stations *s, bool varies,
               struct lane_powers *powers)
{
    if (c->column != NULL) {
        quire_column_stations(c, s, m->face->guide, varies, powers);
    } else {
        mark_touched(c->state, c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
        stations_touch(c, s, varies, powers);
    }
}

/* Stations some of which fade, are deep in the solid, or dig in at the sheet's end. */
static QUIRE_CLONES void
touch_varied(const struct scatter *c, const struct meeting *m, struct stations *s,
             struct lane_powers *powers)
{
    for (int lane = 0; lane < LANES; lane++) {
        struct station p;
        struct facing f = {.turning = NORMAL_FIXED};
        if (s->at.on[lane] != 0) {
            one_of_stations(c, m, s, lane, &p, &f);
            vary(c, m, s->law, s->first + lane, &p, &f);
            s->at.on[lane] = f.share > 0 ? -1 : 0;
            s->given[lane] = (c->band != NULL || c->column != NULL) && f.share > 0
                                 ? given_by_share(c, &p, &f, s->law)
                                 : 0;
        }
        s->at.share[lane] = f.share;
        s->at.factor[lane] = f.factor;
        for (int k = 0; k < 4; k++) {
            s->at.d_share[k][lane] = f.d_share[k];
            s->at.d_factor[k][lane] = f.d_factor[k];
        }
    }
    if (quire_any(s->at.on)) {
        touch_together(c, m, s, true, powers);
    }
}

/* Four stations, some of which touch. */
QUIRE_INLINE void
group_contact(const struct scatter *c, const struct meeting *m, struct stations *s, quire_v4 x,
              quire_v4 y, quire_mask4 fade, struct lane_powers *powers)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const int n = sheet->chain.n;

    face_normals(m->face, x, y, s);
    s->belt = c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
    s->law = m->law;
    if (m->alone) {
        touch_alone(c, m, s);
    } else if (quire_any(fade | (s->at.on &
                                 (s->at.overlap > quire_all4(stiff_from(c, m->guide->depth))))) ||
               (m->law->vertex != 1 && (s->first == 0 || s->first + LANES > n))) {
        touch_varied(c, m, s, powers);
    } else {
        s->at.share = quire_load4(sheet->station_length + s->first) / m->law->reference_length;
        s->at.factor = quire_all4(1);
        touch_together(c, m, s, false, powers);
    }
}

/* The law of both faces of the sheet, NULL: they differ, or one touches nothing; and whether places
 * are evaluated one by one for other reasons. */
QUIRE_INLINE const struct quire_contact_law *
common_law(const struct scatter *c, const struct quire_guide *guide)
{
    const int *index = guide->law + 2 * c->sheet;

    return index[0] == index[1] && index[0] >= 0 ? c->state->system->law + index[0] : NULL;
}

QUIRE_INLINE bool
is_evaluated_alone(const struct scatter *c, const struct quire_guide *guide,
                   const struct quire_contact_law *law)
{
    return law == NULL || guide->reach > 0 || c->frame != NULL || c->state->record ||
           (c->column != NULL &&
            (law->deepest < HUGE_VAL || c->column->tilted != NULL || c->column->rib != NULL ||
             c->column->spin != 0 || c->column->swings != NULL));
}

QUIRE_INLINE struct meeting
meet(const struct scatter *c, const struct quire_face *face, double widest)
{
    const struct quire_guide *guide = c->state->system->guide + face->guide;
    const struct quire_contact_law *law = common_law(c, guide);

    return (struct meeting){face, guide, law, widest,
                            is_evaluated_alone(c, guide, law) ||
                                quire_keeps_at_sheet(c->state->system, c->sheet, law)};
}

QUIRE_INLINE struct quire_piece_meeting
meet_piece(const struct scatter *c, const struct quire_face *face)
{
    const struct quire_guide *guide = c->state->system->guide + face->guide;
    const struct quire_contact_law *law = common_law(c, guide);

    return (struct quire_piece_meeting){face, guide, law, is_evaluated_alone(c, guide, law)};
}

/* which of four stations did not come from behind */
QUIRE_INLINE quire_mask4
from_before(const unsigned char *behind)
{
    return (quire_mask4){behind[0] == 0 ? -1 : 0, behind[1] == 0 ? -1 : 0, behind[2] == 0 ? -1 : 0,
                         behind[3] == 0 ? -1 : 0};
}

/* The stations of a face, some of which overlap. */
QUIRE_INLINE void
face_contact(const struct scatter *c, const struct meeting *m, double level, const quire_v4 *x,
             const quire_v4 *y, int first, int last, struct lane_powers *powers)
{
    const struct quire_sheet_work *w = c->work;
    const size_t own = (size_t)(m->face - c->state->system->face) *
                       (size_t)c->state->system->sheet[c->sheet].chain.stride;
    const quire_v4 zero = {0};

    for (int g = first; g < last; g++) {
        struct stations s;
        quire_mask4 fade;
        s.at.overlap = overlap_with(m->face, level, x[g], y[g]);
        if (!quire_any(s.at.overlap > zero)) {
            continue;
        }
        s.at.on = on_face(m, x[g], y[g], s.at.overlap, c->half, &fade);
        if (w->n_behind > 0) {
            s.at.on &= from_before(w->behind + own + 4 * g);
            fade &= s.at.on;
        }
        if (quire_any(s.at.on)) {
            s.first = 4 * g;
            s.elsewhere = NULL;
            group_contact(c, m, &s, x[g], y[g], fade, powers);
        }
    }
}

/* whether any of a guide's laws remembers what it did at a sheet's stations */
QUIRE_INLINE bool
remembers_at_stations(const struct scatter *c, int guide)
{
    const struct quire_system *sys = c->state->system;
    bool any = false;

    for (int k = 0; k < 2; k++) {
        const int law = sys->guide[guide].law[2 * c->sheet + k];
        any = any || (law >= 0 && quire_keeps_at_sheet(sys, c->sheet, sys->law + law));
    }
    return any;
}

QUIRE_CLONES void
quire_face_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    struct quire_sheet_work *w = c->work;
    const double widest = 0.5 * sheet->chain.h > c->half ? 0.5 * sheet->chain.h : c->half;
    const quire_v4 *x = (const quire_v4 *)(const void *)w->cx,
                   *y = (const quire_v4 *)(const void *)w->cy, zero = {0};
    struct lane_powers powers = {zero, zero, zero, zero, zero};

    for (int k = 0; k < w->n_face; k++) {
        const struct quire_candidates *nodes = w->face + k;
        const struct quire_face *face = st->system->face + nodes->target;
        if (st->system->guide[face->guide].round && !remembers_at_stations(c, face->guide)) {
            const struct quire_piece_meeting m = meet_piece(c, face);
            quire_line_contact(c, &m, nodes, &powers);
            continue;
        }
        const int first = nodes->low >> 2, last = (nodes->high + 3) >> 2;
        const double level = c->half + st->system->guide[face->guide].reach + face->level;
        if (overlaps_any(face, level, x, y, first, last)) {
            const struct meeting m = meet(c, face, widest);
            face_contact(c, &m, level, x, y, first, last, &powers);
        }
    }
    add_powers(c->column != NULL ? c->column->power : &st->power, &powers);
}
