/* One place of a sheet on a piece of a guide, and the sheet's ends.
 * doc/theory/contact-kernel.md, 6.
 */
#include <math.h>

#include "contact/guide/face_place.h"
#include "contact/guide/piece.h"
#include "contact/law/constants.h"
#include "contact/touch/fading.h"

/* Where the end of a sheet meets a surface head-on, the whole law is that of its edge. Within
 * these cosines between the way out of the sheet and the way into the surface it goes over from
 * that of its face. */
QUIRE_INLINE void
meet_head_on(const struct station *p, double factor, double cq, struct facing *f,
             struct fading *fading)
{
    const double length = sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]), sign = p->cap,
                 tx = sign * p->x1[0] / length, ty = sign * p->x1[1] / length,
                 into = -(f->n[0] * tx + f->n[1] * ty);

    if (into <= QUIRE_EDGE_FROM) {
        return;
    }
    const struct second w = second_ramp(into, QUIRE_EDGE_FROM, 1, QUIRE_EDGE_TO, factor);
    struct geometry_forms g;
    geometry_forms(&g, p, f, cq, 0);
    const double q = 1 / (length * length), across = f->n[1] * tx - f->n[0] * ty;
    const form turn = g.turn - q * (p->x1[0] * g.y1 - p->x1[1] * g.x1), none = {0, 0, 0, 0};
    const double by = fade_by(f, fading, w, across * turn, none) * w.d[0];
    add_product(fading, -by * into, turn, turn);
    if (f->turning == NORMAL_RADIAL) { /* the farther from the centre, the less the normal turns */
        add_product(fading, -2 * by * across * f->radial, f->n[0] * g.x + f->n[1] * g.y, g.turn);
    }
}

void
quire_touch_place(const struct scatter *c, const struct quire_piece_meeting *m, int node,
                  const struct station *p, struct facing *f, double length,
                  struct place_moves *moves)
{
    const struct quire_contact_law *law = quire_piece_law(c, m, p, f);

    if (law == NULL || !(f->overlap > -law->reach)) {
        return;
    }
    const int face = quire_held_face(p, f->n);
    if (p->cap != 0) {
        remember_at_station(c, law, node, face, f);
    } else {
        f->grip = station_grip(c, law, node, face);
    }
    f->belt = quire_piece_belt(c, m);
    const double part = f->share;
    struct stiffening stiff;
    struct fading fading = {.n = 0};
    f->share *= length > 0 ? length / law->reference_length : 1;
    stiffen(c, m->guide, &stiff, f);
    if (p->cap != 0 && law->edge != 1) {
        meet_head_on(p, law->edge, c->cq, f, &fading);
    }
    if (moves != NULL) {
        moves->stored *= f->share / part;
    }
    if (p->cap != 0 && law->vertex != 1) {
        vertex_factor(p, law->vertex, p->cap, c->cq, f);
    }
    quire_touch(c, p, f, law, moves, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
}

/* ---- ends ---- */

/* How deep a place is behind a piece and what begins at one of its ends, which share it near their
 * bisector. */
struct shared_depth {
    double depth, share;       /* of both; of this piece */
    double by[2], share_by[2]; /* of the depth, beyond that along the normal; of the share */
    double stored;
};

/* The depths a behind this piece and b behind the other one go over into each other smoothly,
 * within w of a = b: D = min(a, b) - w q^2 / 4, q = 1 - |a - b| / w. w is a + b next to the corner,
 * so that D is the one that is left at the edges of the solid, and half a thickness from there on
 * where a + b is twice that. `turn`: from this piece's normal to the other one's. False: the place
 * is the other one's alone. */
QUIRE_INLINE bool
share_depth(double a, double b, const double n[2], const double turn[2], double half,
            struct shared_depth *out)
{
    const double all = a + b < 2 * half ? a + b : 2 * half, by_all = 1 - all / (2 * half),
                 w = all * (1 - all / (4 * half)), t = (a - b) / w, q = 1 - fabs(t);

    if (!(b > 0) || t >= 1) {
        return false;
    }
    *out = (struct shared_depth){.depth = a, .share = 1, .stored = 1};
    if (t <= -1) {
        return true;
    }
    const double lost = q * (2 - q) / 4, less = by_all * lost, other = (1 + t) / 2 - less,
                 sign = t < 0 ? -1 : 1;
    out->depth = (a < b ? a : b) - w * q * q / 4;
    out->share = (1 - t) / 2 - less;
    out->stored = out->share / (out->share + other);
    for (int d = 0; d < 2; d++) {
        const double da = -n[d], db = -n[d] - turn[d], dw = by_all * (da + db),
                     dt = (da - db - t * dw) / w;
        out->by[d] = out->share * da + other * db - da;
        out->share_by[d] = -dt / 2 + by_all * (1 - q) / 2 * sign * dt +
                           (by_all > 0 ? lost * (da + db) / (2 * half) : 0);
    }
    return true;
}

/* Whether a place of the mid-line, seen from the piece's own point and with the piece's normal, is
 * the piece's, and its depth there. */
QUIRE_INLINE bool
depth_at_piece(const struct quire_face *face, const double x[2], const double n[2], double level,
               double half, struct shared_depth *out)
{
    *out = (struct shared_depth){.depth = level, .share = 1, .stored = 1};
    for (int e = 0; e < 2; e++) {
        const double *along = face->out[e], *split = face->split[e];
        const double dx = x[0] + face->at[0] - face->end[e][0],
                     dy = x[1] + face->at[1] - face->end[e][1],
                     beyond = dx * along[0] + dy * along[1];
        if (!face->taper[e] || level <= 0) {
            if (beyond > (face->taper[e] ? 0 : face->past[e])) {
                return false;
            }
            continue;
        }
        /* split = out - tan(angle / 2) n */
        const double tan2 = split[0] * split[0] + split[1] * split[1] - 1,
                     sine = 2 * sqrt(tan2 > 0 ? tan2 : 0) / (1 + tan2);
        const double turn[2] = {sine * split[0], sine * split[1]},
                     other = level - (dx * turn[0] + dy * turn[1]);
        struct shared_depth here;
        if (!share_depth(level, other, n, turn, half, &here)) {
            return false;
        }
        *out = here.depth <= out->depth ? here : *out;
    }
    return true;
}

bool
quire_meet_end(const struct scatter *c, const struct quire_piece_meeting *m, int node,
               struct station *p, struct facing *f, struct place_moves *moves)
{
    const struct quire_face *face = m->face;
    struct shared_depth depth;

    fixed_weights(node, c->state->system->sheet[c->sheet].chain.n, p);
    place_on_curve(p, c, face->at);
    face_place(face, c->half, p, f);
    if ((face->deepest > 0 && f->overlap - c->half > face->deepest) ||
        !depth_at_piece(face, p->x, f->n, f->overlap - c->half, c->half, &depth) ||
        quire_piece_from_behind(c, m, node)) {
        return false;
    }
    f->overlap = c->half + depth.depth;
    f->share = depth.share;
    *moves = (struct place_moves){.stored = depth.stored};
    for (int l = 0; l < 3; l++) {
        for (int d = 0; d < 2; d++) {
            moves->overlap[l][d] = c->cq * p->b[l] * depth.by[d];
            moves->share[l][d] = c->cq * p->b[l] * depth.share_by[d] / depth.share;
        }
    }
    p->cap = node == 0 ? -1 : 1; /* for the friction there alone: the piece is what it meets */
    return true;
}

void
quire_touch_end(const struct scatter *c, const struct quire_piece_meeting *m, int node)
{
    struct place_moves moves;
    struct station p;
    struct facing f;

    if (!quire_end_may_touch(c, m->face, node, quire_outer_level(c, m->guide),
                             QUIRE_ENDS_ROUNDING)) {
        return;
    }
    if (quire_meet_end(c, m, node, &p, &f, &moves)) {
        /* where it is the piece's alone, nothing else moves */
        quire_touch_place(c, m, node, &p, &f, 0, f.share < 1 ? &moves : NULL);
    }
}
