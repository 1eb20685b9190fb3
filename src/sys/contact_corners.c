/* Where sheets touch the free ends and convex kinks of guides. doc/theory/contact-kernel.md, 7. */
#include <math.h>

#include "sys/places.h"

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
    return f->overlap > -guide->reach && f->overlap < c->half + guide->depth;
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
passes_by(const struct scatter *c, const double at[2], int i, const struct quire_sheet *sheet, double reach)
{
    if (i == 0 || i == sheet->chain.n) {
        return false;
    }
    const double tx = c->x[i + 1] - c->x[i - 1], ty = c->y[i + 1] - c->y[i - 1];
    const double across = tx * (c->y[i] - at[1]) - ty * (c->x[i] - at[0]), clear = 0.25 * sheet->chain.h + sheet->half + reach;

    return across * across > clear * clear * (tx * tx + ty * ty);
}

QUIRE_CLONES void
quire_corner_contacts(const struct scatter *c)
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
        double least = (limit + guide->reach) * (limit + guide->reach);
        int nearest = -1;
        for (int i = reach->low; i < reach->high; i++) {
            const double dx = c->x[i] - corner->at[0], dy = c->y[i] - corner->at[1], square = dx * dx + dy * dy;
            if (square < least) {
                least = square;
                nearest = i;
            }
        }
        if (nearest < 0 || passes_by(c, corner->at, nearest, sheet, guide->reach)) {
            continue;
        }
        struct station p;
        struct facing f = {.turning = NORMAL_FIXED};
        nearest_station(&p, c, sheet->chain.n, nearest, corner->at);
        place_station(&p, c, corner->at, still);
        if (!corner_facing(corner, guide, c, &p, &f)) {
            continue;
        }
        let_go(c, c->half + guide->depth, &f);
        corner_gate(corner, &p, c->cq, &f);
        const struct quire_contact_law *law = law_of(sys, guide->law, c->sheet, &p, f.n);
        if (law == NULL || !(f.share > 0) || !(f.overlap > -law->reach)) {
            continue;
        }
        if (law->vertex != 1 && p.cap != 0) {
            f.factor = law->vertex;
        }
        remember_at_station(c, law, owner(&p), touched_face(&p, f.n), &f);
        quire_touch(c, &p, &f, law, NULL, -1, QUIRE_TARGET_GUIDE, corner->guide);
    }
}
