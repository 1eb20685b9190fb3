/* What memories of fixed points of the sheet's curve see of guides whose laws remember.
 * doc/theory/contact-kernel.md, 11. */
#include <math.h>

#include "contact/guide/contact.h"
#include "contact/guide/contact_line.h"
#include "contact/law/constants.h"

/* Whether a place of the mid-line, seen from the piece's own point, is the piece's: not beyond its
 * ends, and nearer to it than to what begins there. `deep`: behind its surface. */
QUIRE_INLINE bool
is_at_piece(const struct quire_face *face, const double x[2], double deep)
{
    for (int e = 0; e < 2; e++) {
        const double dx = x[0] + face->at[0] - face->end[e][0],
                     dy = x[1] + face->at[1] - face->end[e][1];
        if (dx * face->out[e][0] + dy * face->out[e][1] > (face->taper[e] ? 0 : face->past[e]) ||
            (face->taper[e] && dx * face->split[e][0] + dy * face->split[e][1] > 0)) {
            return false;
        }
    }
    return !(face->deepest > 0 && deep > face->deepest);
}

/* What faces a point of the span around a node, touched or not; false: nothing. */
QUIRE_INLINE bool
meet_point(const struct scatter *c, const struct quire_piece_meeting *m, int node, double s,
           struct station *p, struct facing *f)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;

    *p = (struct station){.node = node - 1};
    spline_weights(spline_type(node, n), s, p->b, p->d, p->dd);
    place_on_curve(p, c, m->face->at);
    face_place(m->face, c->half, p, f);
    return is_at_piece(m->face, p->x, f->overlap - c->half);
}

/* what faces a point, or the end, on one face of the sheet */
static bool
meet_place(const struct scatter *c, const struct quire_piece_meeting *m, int node, int point,
           int face, struct station *p, struct facing *f)
{
    struct place_moves moves;
    double part[2] = {0, 1};
    bool met;

    if (point < 0) {
        met = quire_meet_end(c, m, node, p, f, &moves);
    } else {
        const double s = quire_fixed_point(c->state->system->sheet + c->sheet, point);
        met = quire_span_in_front(c, m, node, part) && s >= part[0] && s <= part[1] &&
              meet_point(c, m, node, s, p, f);
    }
    return met && quire_held_face(p, f->n) == face;
}

/* Whether the span around a node, which lies within 1.5 segments of it, is sure not to touch. */
QUIRE_INLINE bool
is_apart(const struct scatter *c, const struct quire_face *face, int node, double level)
{
    const double far = QUIRE_APART_FROM * c->state->system->sheet[c->sheet].chain.h,
                 dx = c->x[node] - face->at[0], dy = c->y[node] - face->at[1];

    if (face->radius == 0) {
        return dx * face->normal[0] + dy * face->normal[1] > level + far;
    }
    const double bound = face->radius + face->convex * (level + far), square = dx * dx + dy * dy;
    return face->convex > 0 ? square > bound * bound : bound > 0 && square < bound * bound;
}

void
quire_point_gap_at(const struct scatter *c, const struct quire_contact_law *law, int node,
                   int point, int face, struct quire_normal_in *in)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet_work *w = c->work;

    for (int k = 0; k < w->n_piece; k++) {
        const struct quire_face *piece = sys->face + w->face[k].target;
        const struct quire_piece_meeting m = {piece, sys->guide + piece->guide, NULL};
        struct station p;
        struct facing f;
        if (node < w->face[k].low || node >= w->face[k].high ||
            (point >= 0 && is_apart(c, piece, node, quire_outer_level(c, m.guide))) ||
            !quire_guide_remembers(sys, m.guide, c->sheet) ||
            !meet_place(c, &m, node, point, face, &p, &f) ||
            quire_piece_law(c, &m, &p, &f) != law || !(f.overlap > in->overlap)) {
            continue;
        }
        *in = (struct quire_normal_in){.overlap = f.overlap,
                                       .closing = -(f.n[0] * p.v[0] + f.n[1] * p.v[1])};
    }
}
