#include "sys/contact.h"
#include "sys/memory.h"
#include "sys/stations.h"

/* out of line: there are many places that touch */
static QUIRE_CLONES void
touch_place(const struct scatter *c, const struct station *p, const struct facing *f, const struct quire_contact_law *law,
            const struct quire_carrier *carrier, int small, enum quire_target target, int index)
{
    touch(c, p, f, law, carrier, small, target, index);
}

/* which face of the sheet looks at the target: 0 left, 1 right (seen along the feed) */
QUIRE_INLINE int
touched_face(const struct station *p, const double n[2])
{
    return n[0] * -p->x1[1] + n[1] * p->x1[0] < 0 ? 0 : 1;
}

QUIRE_INLINE const struct quire_contact_law *
law_of(const struct quire_system *sys, const int *law, int sheet, const struct station *p, const double n[2])
{
    int index = law[2 * sheet];

    if (law[2 * sheet + 1] != index && touched_face(p, n) == 1) {
        index = law[2 * sheet + 1];
    }
    return index < 0 ? NULL : sys->law + index;
}

/* what the friction of a law holds on to at a station, on the face that looks at the target; NULL: to nothing */
QUIRE_INLINE struct quire_law_memory *
station_grip(const struct scatter *c, const struct quire_contact_law *law, int node, int face)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    return law->friction != NULL && law->friction->settle != NULL ? c->state->grip + sheet->grip0 + face * (sheet->chain.n + 1) + node : NULL;
}

/* the same for a sheet and a roller that it touches in a point */
QUIRE_INLINE struct quire_law_memory *
roller_grip(const struct scatter *c, const struct quire_contact_law *law, int roller)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    return law->friction != NULL && law->friction->settle != NULL ? c->state->grip + sheet->grip0 + 2 * (sheet->chain.n + 1) + roller : NULL;
}

/* ---- rollers ---- */

/* How far the sheet follows the roller here: 0 a point contact, 1 wrapped. The curve's second derivative is constant on each piece; what
 * counts is the line through its values at their middles, so that no force jumps where the nearest point passes a joint. */
QUIRE_INLINE double
wrapping(const struct station *p, const struct scatter *c, int n)
{
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1], s = p->d[2] / p->dd[2];
    const int next = p->node + (s < 0.5 ? -1 : 1);
    double x2 = p->x2[0], y2 = p->x2[1], slope;

    if (p->node > 0 && p->node + 2 < n && next > 0 && next + 2 < n) { /* pieces at the ends have weights of their own */
        const double share = fabs(s - 0.5), *x = c->x + next, *y = c->y + next;
        x2 += share * (x[0] - 2 * x[1] + x[2] - x2);
        y2 += share * (y[0] - 2 * y[1] + y[2] - y2);
    }
    return quire_step(-(p->x[0] * x2 + p->x[1] * y2) / t2, 0.5, 0, 0.8, 1, &slope);
}

/* The most of it at any station that overlaps and lies along the surface (to 0.2 to 0.3 rad). On a wrapped roller all distances are
 * nearly the same, and the nearest point is often where the sheet leaves and is only half bent: alone it would say now this, now that.
 * A station that begins to touch counts little by little, in full at 0.3 of what the nearest point overlaps. */
QUIRE_INLINE double
wrapping_anywhere(const struct scatter *c, const struct quire_chain *chain, const struct quire_reach *reach, double inside,
                  double deepest, const double *square, const double centre[2])
{
    static const double at_rest[2] = {0, 0};
    const double limit = inside + 0.125 * chain->h; /* no node is farther from its station, unless it bends by 60 degrees */
    double most = 0;

    for (int i = reach->low; i < reach->high && most < 1; i++) {
        if (square[i] <= limit * limit) {
            struct station p;
            fixed_weights(i, chain->n, &p);
            place_station(&p, c, centre, at_rest);
            const double distance2 = p.x[0] * p.x[0] + p.x[1] * p.x[1], along = p.x[0] * p.x1[0] + p.x[1] * p.x1[1];
            if (distance2 < inside * inside) {
                const double sine2 = along * along / (distance2 * (p.x1[0] * p.x1[0] + p.x1[1] * p.x1[1]));
                double slope;
                const double pressed = quire_step(inside - sqrt(distance2), 0, 0, 0.3 * deepest, 1, &slope);
                const double here = pressed * wrapping(&p, c, chain->n) * quire_step(sine2, 0.04, 1, 0.09, 0, &slope);
                most = here > most ? here : most;
            }
        }
    }
    return most;
}

QUIRE_INLINE bool
roller_point(const struct scatter *c, int n, int node, const struct quire_roller *roller, const struct quire_carrier *carrier,
             struct station *p, struct facing *f)
{
    nearest_station(p, c, n, node, carrier->centre);
    place_station(p, c, carrier->centre, carrier->velocity);
    const double distance = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
    f->overlap = roller->radius + c->half - distance;
    if (!(f->overlap > 0)) {
        return false;
    }
    f->turning = NORMAL_RADIAL;
    f->radial = 1 / distance;
    f->n[0] = p->x[0] * f->radial;
    f->n[1] = p->x[1] * f->radial;
    f->factor = 1;
    f->belt = 0;
    f->load = NAN;
    f->d_share = f->d_factor = (form){0, 0, 0, 0};
    return true;
}

/* the stations of a sheet that wraps a roller; `weight` of the law is shared out among them */
QUIRE_INLINE void
roller_wrap(const struct scatter *c, const struct quire_sheet *sheet, const struct quire_reach *reach,
            const struct quire_roller *roller, const struct quire_carrier *carrier, double weight)
{
    const struct quire_system *sys = c->state->system;
    double load = 0;

    for (int pass = 0; pass < 2; pass++) { /* the overdrive counts the whole force, so that comes first */
        for (int i = reach->low; i < reach->high; i++) {
            struct station p;
            struct facing f = {.turning = NORMAL_FIXED};
            fixed_weights(i, sheet->chain.n, &p);
            place_station(&p, c, carrier->centre, carrier->velocity);
            const double distance = sqrt(p.x[0] * p.x[0] + p.x[1] * p.x[1]);
            f.overlap = roller->radius + c->half - distance;
            if (!(f.overlap > 0)) {
                continue;
            }
            f.turning = NORMAL_RADIAL;
            f.radial = 1 / distance;
            f.n[0] = p.x[0] * f.radial;
            f.n[1] = p.x[1] * f.radial;
            f.factor = 1;
            f.belt = 0;
            f.d_share = f.d_factor = (form){0, 0, 0, 0};
            const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, &p, f.n);
            if (law == NULL) {
                continue;
            }
            f.share = weight * sheet->station_length[i] / law->reference_length;
            f.load = load;
            f.slot = quire_slot_of(sys, roller->slot, c->sheet);
            f.grip = station_grip(c, law, i, touched_face(&p, f.n));
            if (pass == 0) {
                struct quire_normal_out no;
                if (law->overdrive == 0) {
                    continue;
                }
                const double closing = -(f.n[0] * p.v[0] + f.n[1] * p.v[1]);
                const struct quire_normal_in in = {f.overlap, closing, 0, NULL, NULL};
                double by_slip;
                if (f.slot != NULL) {
                    quire_memory_normal(c->state, f.slot, i, law, &in, &no, &by_slip);
                } else {
                    law->normal->eval(law->normal_data, &in, &no);
                }
                load += f.share * no.force;
            } else {
                touch_place(c, &p, &f, law, carrier, roller->small, QUIRE_TARGET_ROLLER, (int)(roller - sys->roller));
            }
        }
    }
}

QUIRE_INLINE void
roller_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    struct quire_sheet_work *w = st->sheet + c->sheet;
    const int n = sheet->chain.n;

    for (int k = 0; k < w->n_roller; k++) {
        struct quire_reach *reach = w->roller + k;
        const struct quire_roller *roller = sys->roller + reach->target;
        const struct quire_carrier *carrier = st->carrier + roller->small;
        if (!st->part->has_small[roller->small]) {
            continue; /* another part's, and too far away to touch */
        }
        const double limit = roller->radius + c->half + 0.75 * sheet->chain.h, cx = carrier->centre[0], cy = carrier->centre[1];
        const double *restrict x = c->x, *restrict y = c->y;
        double *restrict square = w->square;
        double wrap = 0;
        bool once = false;
        reach->near = (reach->low + reach->high) / 2;
        const int first = reach->low / QUIRE_LANES * QUIRE_LANES, last = (int)quire_round_up((size_t)reach->high);
        QUIRE_IVDEP
        for (int i = first; i < last; i++) {
            const double dx = x[i] - cx, dy = y[i] - cy;
            square[i] = dx * dx + dy * dy;
        }
        for (int i = reach->low; i < reach->high; i++) { /* each nearest node of a stretch that may touch */
            if (square[i] > limit * limit || (i > reach->low && square[i - 1] < square[i]) ||
                (i + 1 < reach->high && square[i + 1] <= square[i])) {
                continue;
            }
            struct station p;
            struct facing f = {.turning = NORMAL_FIXED};
            if (!roller_point(c, n, i, roller, carrier, &p, &f)) {
                continue;
            }
            reach->near = i;
            f.slot = quire_slot_of(sys, roller->slot, c->sheet);
            const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, &p, f.n);
            if (law == NULL) {
                continue;
            }
            double follows = law->distribution == QUIRE_DISTRIBUTION_LINE ? 1 : 0;
            if (law->distribution == QUIRE_DISTRIBUTION_AUTO) {
                const double anywhere =
                    wrapping_anywhere(c, &sheet->chain, reach, roller->radius + c->half, f.overlap, square, carrier->centre);
                follows = p.slides ? wrapping(&p, c, n) : 0;
                follows = anywhere > follows ? anywhere : follows;
            }
            wrap = follows > wrap ? follows : wrap;
            f.share = 1 - follows;
            /* where it touches twice, the second place is the station's */
            f.grip = once ? station_grip(c, law, owner(&p), touched_face(&p, f.n)) : roller_grip(c, law, reach->target);
            f.rolling = once ? 0 : fabs(carrier->surface) / (2 * sheet->chain.ka * sheet->chain.h);
            if (f.share > 0) {
                once = true;
                touch_place(c, &p, &f, law, carrier, roller->small, QUIRE_TARGET_ROLLER, reach->target);
            }
        }
        if (wrap > 0) {
            roller_wrap(c, sheet, reach, roller, carrier, wrap);
        }
    }
}

/* ---- guides ---- */

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

/* A sheet deep in the solid, where none should be (it came from behind, or was pushed through), is let go little by little. */
QUIRE_INLINE void
let_go(const struct scatter *c, double depth, struct facing *f)
{
    if (f->overlap > 0.5 * depth) {
        double slope;
        const double w = quire_step(f->overlap, 0.5 * depth, 1, depth, 0, &slope), g = -c->cq * slope * f->share;
        c->state->deep = true;
        f->d_share = w * f->d_share + (form){g * f->n[0], g * f->n[1], 0, 0};
        f->share *= w;
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
        touch_place(c, &p, f, law, NULL, -1, QUIRE_TARGET_GUIDE, m->face->guide);
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

QUIRE_INLINE void
face_contacts(const struct scatter *c)
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

/* ---- corners ---- */

/* Whether the sheet's end stands before the end of the wall, or in it and nearer to its end than to its face. */
QUIRE_INLINE bool
before_wall(const struct quire_face *face, const struct quire_corner_contact *corner, const struct station *p, double depth)
{
    const double dx = p->at[0] + p->x[0] - face->at[0], dy = p->at[1] + p->x[1] - face->at[1];
    const double behind = face->radius > 0 ? face->convex * (face->radius - sqrt(dx * dx + dy * dy))
                                           : -(dx * face->normal[0] + dy * face->normal[1]);

    return behind > 0 && behind <= depth && -(p->x[0] * corner->out[0][0] + p->x[1] * corner->out[0][1]) < behind;
}

/* The corner as seen from the nearest point of the sheet; false if it does not touch. */
QUIRE_INLINE bool
corner_facing(const struct quire_corner_contact *corner, const struct quire_guide *guide, const struct scatter *c,
              const struct station *p, struct facing *f)
{
    const double distance = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);

    f->factor = 1;
    f->belt = 0;
    f->load = 0;
    f->share = 1;
    f->d_share = f->d_factor = (form){0, 0, 0, 0};
    if (p->cap == 0) { /* the face of the sheet: its normal, on the side the corner points to */
        const double q = 1 / sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
        double nx = -p->x1[1] * q, ny = p->x1[0] * q;
        if (nx * corner->axis[0] + ny * corner->axis[1] < 0) {
            nx = -nx;
            ny = -ny;
        }
        f->turning = NORMAL_TANGENT;
        f->n[0] = nx;
        f->n[1] = ny;
        f->overlap = c->half - (nx * p->x[0] + ny * p->x[1]);
    } else if (corner->end && before_wall(c->state->system->face + corner->face, corner, p, guide->depth)) { /* the end of the wall */
        f->turning = NORMAL_FIXED;
        f->n[0] = corner->out[0][0];
        f->n[1] = corner->out[0][1];
        f->overlap = c->half - (f->n[0] * p->x[0] + f->n[1] * p->x[1]);
    } else {
        f->turning = NORMAL_RADIAL;
        f->radial = 1 / distance;
        f->n[0] = p->x[0] / distance;
        f->n[1] = p->x[1] / distance;
        f->overlap = c->half - distance;
    }
    return f->overlap > 0 && f->overlap < c->half + guide->depth;
}

/* Between the faces' normals the corner acts in full, at a face's own normal not at all. */
QUIRE_INLINE void
corner_gate(const struct quire_corner_contact *corner, const struct station *p, double cq, struct facing *f)
{
    struct geometry_forms g;
    const int last = corner->end ? 1 : 2;

    geometry_forms(&g, p, f, cq, 0);
    for (int e = 0; e < last; e++) {
        const double *out = corner->out[e];
        double slope;
        const double w = quire_step(f->n[0] * out[0] + f->n[1] * out[1], 0, 0, corner->gate, 1, &slope);
        f->d_share = w * f->d_share + (f->share * slope * (-f->n[1] * out[0] + f->n[0] * out[1])) * g.turn;
        f->share *= w;
    }
}

/* Whether the sheet surely clears a point that is nearest to inner node i: the curve strays from the tangent at the node by less than a
 * quarter of a segment. */
QUIRE_INLINE bool
passes_by(const struct scatter *c, const double at[2], int i, const struct quire_sheet *sheet)
{
    if (i == 0 || i == sheet->chain.n) {
        return false;
    }
    const double tx = c->x[i + 1] - c->x[i - 1], ty = c->y[i + 1] - c->y[i - 1];
    const double across = tx * (c->y[i] - at[1]) - ty * (c->x[i] - at[0]), clear = 0.25 * sheet->chain.h + sheet->half;

    return across * across > clear * clear * (tx * tx + ty * ty);
}

QUIRE_INLINE void
corner_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    struct quire_sheet_work *w = st->sheet + c->sheet;
    const double limit = 0.75 * sheet->chain.h + sheet->thickness, still[2] = {0, 0};

    for (int k = 0; k < w->n_corner; k++) {
        const struct quire_reach *reach = w->corner + k;
        const struct quire_corner_contact *corner = sys->corner + reach->target;
        const struct quire_guide *guide = sys->guide + corner->guide;
        double least = limit * limit;
        int nearest = -1;
        for (int i = reach->low; i < reach->high; i++) {
            const double dx = c->x[i] - corner->at[0], dy = c->y[i] - corner->at[1], square = dx * dx + dy * dy;
            if (square < least) {
                least = square;
                nearest = i;
            }
        }
        if (nearest < 0 || passes_by(c, corner->at, nearest, sheet)) {
            continue;
        }
        struct station p;
        struct facing f = {.turning = NORMAL_FIXED};
        nearest_station(&p, c, sheet->chain.n, nearest, corner->at);
        place_station(&p, c, corner->at, still);
        if (!corner_facing(corner, guide, c, &p, &f)) {
            continue;
        }
        f.slot = quire_slot_of(sys, guide->slot, c->sheet);
        let_go(c, c->half + guide->depth, &f);
        corner_gate(corner, &p, c->cq, &f);
        const struct quire_contact_law *law = law_of(sys, guide->law, c->sheet, &p, f.n);
        if (law == NULL || !(f.share > 0)) {
            continue;
        }
        if (law->vertex != 1 && p.cap != 0) {
            f.factor = law->vertex;
        }
        f.grip = station_grip(c, law, owner(&p), touched_face(&p, f.n));
        touch_place(c, &p, &f, law, NULL, -1, QUIRE_TARGET_GUIDE, corner->guide);
    }
}

/* curve points of the fixed stations */
QUIRE_INLINE void
station_points(const struct scatter *c, const struct quire_chain *chain, struct quire_sheet_work *w)
{
    const double *restrict x = c->x, *restrict y = c->y;
    double *restrict cx = w->cx, *restrict cy = w->cy;
    const double outer = STATION_FIRST_OUTER, inner = 1 - 2 * STATION_FIRST_OUTER; /* weights at the first and last inner node */
    const int n = chain->n;

    QUIRE_IVDEP
    for (int i = 1; i < n; i++) {
        cx[i] = 0.125 * (x[i - 1] + x[i + 1]) + 0.75 * x[i];
        cy[i] = 0.125 * (y[i - 1] + y[i + 1]) + 0.75 * y[i];
    }
    for (int i = 1; i < n; i += n - 2) {
        cx[i] = outer * (x[i - 1] + x[i + 1]) + inner * x[i];
        cy[i] = outer * (y[i - 1] + y[i + 1]) + inner * y[i];
    }
    cx[0] = x[0];
    cy[0] = y[0];
    cx[n] = x[n];
    cy[n] = y[n];
}

QUIRE_INLINE void
all_contacts(const struct scatter *c)
{
    struct quire_sheet_work *w = c->state->sheet + c->sheet;

    if (w->n_face > 0) {
        station_points(c, &c->state->system->sheet[c->sheet].chain, w);
        face_contacts(c);
    }
    if (w->n_corner > 0) {
        corner_contacts(c);
    }
    if (w->n_roller > 0) {
        roller_contacts(c);
    }
}

QUIRE_CLONES void
quire_contact_forces(const struct scatter *c)
{
    struct scatter local = *c;
    local.band = NULL;
    all_contacts(&local);
}

QUIRE_CLONES void
quire_contact_forces_matrix(const struct scatter *c)
{
    all_contacts(c);
}
