/* Where stations of sheets touch the faces of guides. doc/theory/contact-kernel.md, 6. */
#include <math.h>

#include "sys/places.h"
#include "sys/stations.h"

/* Overlaps of the stations of groups of four with a piece gone on with beyond its ends; whether any is above zero. */
QUIRE_INLINE bool
face_overlaps(const struct quire_face *face, double half, const quire_v4 *x, const quire_v4 *y, int first, int last, quire_v4 *overlap)
{
    const double ax = face->at[0], ay = face->at[1], nx = face->normal[0], ny = face->normal[1], convex = face->convex;
    const double level = half + (face->radius > 0 ? convex * face->radius : ax * nx + ay * ny);
    const quire_v4 zero = {0, 0, 0, 0};
    quire_mask4 any = {0};

    if (face->radius > 0) {
        for (int g = first; g < last; g++) {
            const quire_v4 dx = x[g] - ax, dy = y[g] - ay;
            overlap[g] = level - convex * quire_sqrt4(dx * dx + dy * dy);
            any |= overlap[g] > zero;
        }
    } else {
        for (int g = first; g < last; g++) {
            overlap[g] = level - (x[g] * nx + y[g] * ny);
            any |= overlap[g] > zero;
        }
    }
    return quire_any(any);
}

/* whether stations stand over the piece and not behind its solid */
QUIRE_INLINE quire_mask4
on_face(const struct quire_face *face, quire_v4 x, quire_v4 y, quire_v4 overlap, double depth, double taper)
{
    const quire_v4 u0 = (x - face->end[0][0]) * face->out[0][0] + (y - face->end[0][1]) * face->out[0][1];
    const quire_v4 u1 = (x - face->end[1][0]) * face->out[1][0] + (y - face->end[1][1]) * face->out[1][1];
    const double most0 = face->taper[0] ? taper : face->past[0], most1 = face->taper[1] ? taper : face->past[1];
    const quire_v4 deepest = {depth, depth, depth, depth}, end0 = {most0, most0, most0, most0}, end1 = {most1, most1, most1, most1};

    return (overlap > (quire_v4){0, 0, 0, 0}) & (overlap <= deepest) & (u0 <= end0) & (u1 <= end1);
}

/* The share of a station fades as it leaves the piece over a free end or a convex kink, over half a station's length to either side
 * while the sheet lies along the piece. A sheet that crosses the end touches the corner instead: its stations beyond the end are
 * deep behind the piece's line without touching the solid, or nearer to its end than to this piece. So the fade shrinks to half
 * the thickness where the sheet is inclined by TILT or more, and a mid-line behind the surface counts as that much further out. */
#define TILT 0.1 /* [rad], where corners are gated fully in */

QUIRE_INLINE void
fade(const struct quire_face *face, const struct station *p, const double at[2], double widest, double half, double cq,
     struct facing *f)
{
    const double q = 1 / (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    const form turn = {0, 0, -cq * q * p->x1[1], cq * q * p->x1[0]}; /* of the sheet here */
    const double behind = f->overlap > half ? f->overlap - half : 0, d_behind = f->overlap > half ? -cq : 0;

    for (int e = 0; e < 2; e++) {
        if (face->taper[e]) {
            const double *out = face->out[e];
            const double u = (at[0] - face->end[e][0]) * out[0] + (at[1] - face->end[e][1]) * out[1] + behind;
            const double across = p->x1[0] * out[1] - p->x1[1] * out[0], along = p->x1[0] * out[0] + p->x1[1] * out[1];
            double slope, narrows;
            const double taper = quire_step(q * across * across, 0, widest, TILT * TILT, half, &narrows);
            const double w = quire_step(-u, -taper, 0, taper, 1, &slope);
            const form d_u = {cq * out[0] + d_behind * f->n[0], cq * out[1] + d_behind * f->n[1], 0, 0};
            const form d_taper = (-2 * narrows * q * across * along) * turn;
            f->d_share = w * f->d_share + (slope * f->share) * (u / taper * d_taper - d_u);
            f->share *= w;
        }
    }
}

/* friction at the sheet's very end: the factor grows as the edge, not the face, touches */
QUIRE_INLINE void
vertex_factor(const struct station *p, double vertex, int cap, double cq, struct facing *f)
{
    const double length = sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]), sign = cap;
    const double tx = sign * p->x1[0] / length, ty = sign * p->x1[1] / length; /* out of the sheet */
    double slope;
    const double w = quire_step(-(f->n[0] * tx + f->n[1] * ty), 0, 0, 0.02, 1, &slope);
    const double q = cq / (length * length);
    const form turn = {0, 0, -q * p->x1[1], q * p->x1[0]}; /* of the end segment */
    const form d_n = f->turning == NORMAL_RADIAL ?
                         (form){-cq * f->radial * f->n[1], cq * f->radial * f->n[0], 0, 0} : (form){0, 0, 0, 0};

    f->factor = 1 + (vertex - 1) * w;
    f->d_factor = ((vertex - 1) * slope * (f->n[1] * tx - f->n[0] * ty)) * (d_n - turn);
}

/* the normal of a face at a point, and how it turns */
QUIRE_INLINE void
face_normal(const struct quire_face *face, const double at[2], struct facing *f)
{
    f->turning = NORMAL_FIXED;
    f->n[0] = face->normal[0];
    f->n[1] = face->normal[1];
    if (face->radius > 0) {
        const double dx = at[0] - face->at[0], dy = at[1] - face->at[1], way = face->convex / sqrt(dx * dx + dy * dy);
        f->turning = NORMAL_RADIAL;
        f->n[0] = way * dx;
        f->n[1] = way * dy;
        f->radial = way;
    }
}

/* A guide as one of the sheet's stations meets it. */
struct meeting {
    const struct quire_face *face;
    const struct quire_guide *guide;
    const struct quire_contact_law *law; /* of both faces of the sheet; NULL: they differ, or one touches nothing */
    const struct quire_slot *slot;
    double widest;                       /* of the fade [m] */
    bool tapers, holds;                  /* an end of the face fades; friction holds on */
};

/* One station over a face where its share or its law have to be found out, or where something is remembered or recorded. */
QUIRE_INLINE void
special_contact(const struct scatter *c, const struct meeting *m, int i, struct facing *f, struct stations *many)
{
    const struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    const struct quire_sheet_work *w = st->sheet + c->sheet;
    const double at[2] = {w->cx[i], w->cy[i]}, still[2] = {0, 0};
    struct station p;

    fixed_weights(i, sheet->chain.n, &p);
    place_station(&p, c, m->face->at, still);
    const struct quire_contact_law *law = m->law != NULL ? m->law : law_of(st->system, m->guide->law, c->sheet, &p, f->n);
    if (law == NULL) {
        return;
    }
    f->slot = m->slot;
    f->grip = station_grip(c, law, i, touched_face(&p, f->n));
    f->load = f->rolling = 0;
    f->d_share = f->d_factor = (form){0, 0, 0, 0};
    f->share = sheet->station_length[i] / law->reference_length;
    let_go(c, m->guide->depth, f);
    if (m->tapers) {
        fade(m->face, &p, at, m->widest, c->half, c->cq, f);
        if (!(f->share > 0)) {
            return;
        }
    }
    if (law->vertex != 1 && (i == 0 || i == sheet->chain.n)) {
        vertex_factor(&p, law->vertex, i == 0 ? -1 : 1, c->cq, f);
    }
    if (f->slot != NULL || f->grip != NULL || st->record) {
        quire_touch(c, &p, f, law, NULL, -1, QUIRE_TARGET_GUIDE, m->face->guide);
    } else {
        stations_add(c, many, i, f, law, m->face->guide, true, c->band != NULL ? given_by_share(&p, f, law, c->cq) : 0);
    }
}

/* Stations that only touch wait for others, to be evaluated with them. */
QUIRE_INLINE void
face_contact(const struct scatter *c, const struct meeting *m, int i, double overlap, struct stations *many)
{
    const struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    const struct quire_sheet_work *w = st->sheet + c->sheet;
    struct facing f;

    f.overlap = overlap;
    f.factor = 1;
    f.belt = st->still ? 0 : -m->guide->side * m->guide->velocity;
    face_normal(m->face, (double[2]){w->cx[i], w->cy[i]}, &f);
    if (m->law == NULL || m->slot != NULL || m->holds || m->tapers || st->record || i == 0 || i == sheet->chain.n || overlap > 0.5 * m->guide->depth) {
        special_contact(c, m, i, &f, many);
    } else {
        f.share = sheet->station_length[i] / m->law->reference_length;
        stations_add(c, many, i, &f, m->law, m->face->guide, false, 0);
    }
}

QUIRE_INLINE struct meeting
meet(const struct scatter *c, int index, double widest)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_face *face = sys->face + index;
    const struct quire_guide *guide = sys->guide + face->guide;
    const int *law = guide->law + 2 * c->sheet;

    const struct quire_contact_law *both = law[0] == law[1] && law[0] >= 0 ? sys->law + law[0] : NULL;

    return (struct meeting){.face = face, .guide = guide, .law = both, .slot = quire_slot_of(sys, guide->slot, c->sheet), .widest = widest,
                            .tapers = face->taper[0] || face->taper[1],
                            .holds = both != NULL && both->friction != NULL && both->friction->settle != NULL};
}

QUIRE_CLONES void
quire_face_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    struct quire_sheet_work *w = st->sheet + c->sheet;
    const double widest = 0.5 * sheet->chain.h > c->half ? 0.5 * sheet->chain.h : c->half;
    const quire_v4 *x = (const quire_v4 *)(const void *)w->cx, *y = (const quire_v4 *)(const void *)w->cy, zero = {0};
    quire_v4 *overlap = (quire_v4 *)(void *)w->overlap;
    struct stations many;

    stations_begin(&many);
    for (int k = 0; k < w->n_face; k++) {
        const struct quire_reach *reach = w->face + k;
        const struct quire_face *face = st->system->face + reach->target;
        const int first = reach->low >> 2, last = (reach->high + 3) >> 2;
        if (!face_overlaps(face, c->half, x, y, first, last, overlap)) {
            continue;
        }
        const struct meeting m = meet(c, reach->target, widest);
        for (int g = first; g < last; g++) { /* beyond the sheet's ends stations are nowhere: NaN */
            if (!quire_any(overlap[g] > zero)) {
                continue;
            }
            const quire_mask4 on = on_face(face, x[g], y[g], overlap[g], m.guide->depth, widest);
            for (int j = 0; j < 4; j++) {
                if (on[j] != 0) {
                    face_contact(c, &m, 4 * g + j, w->overlap[4 * g + j], &many);
                }
            }
        }
    }
    if (many.n > 0) {
        stations_touch(c, &many);
    }
}
