#include "contact/guide/contact_line.h"

#include <math.h>
#include <string.h>

#include "contact/guide/behind.h"
#include "contact/guide/face_place.h"
#include "contact/guide/piece_hull.h"
#include "contact/touch/clip.h"
#include "contact/touch/columns.h"
#include "contact/touch/places.h"
#include "contact/touch/span_points.h"

#define AT_STATION 0.5   /* of a span */
#define ROUNDING   1e-12 /* of places, at most [m] */
#define POINTS     LANES /* of Gauss' rule on a stretch: exact for a linear law on a flat piece */

static const quire_v4 gauss_at = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                  0.93056815579702629},
                      gauss_weight = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                      0.17392742256872693};

/* Seen from another point. */
QUIRE_INLINE void
move_spans(struct spans *p, double dx, double dy)
{
    p->ax += dx;
    p->ay += dy;
}

/* The stretches that lie over the piece: not beyond its ends, and nearer to it than to what begins
 * there. Returns whether one of them ends where something begins. */
QUIRE_INLINE bool
clip_to_piece(const struct quire_face *face, const struct spans *spans, struct stretch *out)
{
    bool cut = false;

    for (int e = 0; e < 2 && quire_any(out->on); e++) {
        struct spans p = *spans;
        move_spans(&p, face->at[0] - face->end[e][0], face->at[1] - face->end[e][1]);
        if (!face->taper[e]) {
            clip_half_plane(&p, face->out[e], face->past[e], out);
            continue;
        }
        const struct stretch before = *out;
        clip_half_plane(&p, face->out[e], 0, out);
        clip_half_plane(&p, face->split[e], 0, out);
        cut = cut || quire_any(before.on & ((out->from > before.from) | (out->to < before.to)));
    }
    return cut;
}

QUIRE_INLINE void
clip_to_overlap(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
                struct stretch *out)
{
    const struct quire_face *face = m->face;
    const double level = quire_outer_level(c, m->guide);

    if (face->radius > 0) {
        clip_circle(p, face->convex, face->radius + face->convex * level, out);
    } else {
        const double nx = face->normal[0], ny = face->normal[1];
        clip_quadratic(level - (p->ax * nx + p->ay * ny), -(p->tx * nx + p->ty * ny),
                       -(p->cx * nx + p->cy * ny), out);
        if (face->deepest > 0) {
            clip_quadratic(face->deepest + p->ax * nx + p->ay * ny, p->tx * nx + p->ty * ny,
                           p->cx * nx + p->cy * ny, out);
        }
    }
}

QUIRE_INLINE bool
came_from_behind(const struct scatter *c, const struct quire_piece_meeting *m, int node)
{
    const struct quire_system *sys = c->state->system;

    return quire_came_from_behind(sys, sys->sheet + c->sheet, c->work, (int)(m->face - sys->face),
                                  node);
}

/* ---- one by one ---- */

/* Which of the two places of an end its friction holds on to: what it runs against has that of the
 * sheet's other face, since in a corner the end lies on one piece and runs against the next. */
static int
held_face(const struct station *p, const double n[2])
{
    const double along = n[0] * p->x1[0] + n[1] * p->x1[1];
    const int face = touched_face(p, n);

    return along * along > 0.5 * (p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]) ? 1 - face : face;
}

static void
touch_place(const struct scatter *c, const struct quire_piece_meeting *m, int node,
            const struct station *p, struct facing *f, double length, struct place_moves *moves)
{
    const struct quire_contact_law *law =
        m->law != NULL ? m->law : law_of(c->state->system, m->guide->law, c->sheet, p, f->n);

    if (law == NULL || !(f->overlap > -law->reach)) {
        return;
    }
    f->grip = f->adds == NULL ? station_grip(c, law, node, held_face(p, f->n)) : NULL;
    f->belt = c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
    const double part = f->share;
    f->share *= length > 0 ? length / law->reference_length : 1;
    stiffen(c, m->guide->depth, f);
    if (moves != NULL) {
        moves->stored *= f->share / part;
    }
    if (p->cap != 0 && law->vertex != 1) {
        vertex_factor(p, law->vertex, p->cap, c->cq, f);
    }
    quire_touch_moving(c, p, f, law, moves, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
}

/* One span, where its stretch begins and ends, and how these places change with the nodes, times
 * cq. */
struct one_stretch {
    int node;
    double at[2], moves[2][3][2];
};

/* the direction along which an end of a stretch is bound: by the surface, or by what begins at an
 * end of the piece */
QUIRE_INLINE void
bound_at(const struct scatter *c, const struct quire_piece_meeting *m, const struct station *p,
         double out[2])
{
    const struct quire_face *face = m->face;
    struct facing f;

    face_place(face, c->half, p, &f);
    double least = fabs(f.overlap + m->guide->reach);
    out[0] = f.n[0];
    out[1] = f.n[1];
    for (int e = 0; e < 2; e++) {
        const double dx = p->x[0] + face->at[0] - face->end[e][0],
                     dy = p->x[1] + face->at[1] - face->end[e][1];
        const double *way[2] = {face->out[e], face->split[e]};
        for (int k = 0; k < (face->taper[e] ? 2 : 1); k++) {
            const double past = k == 0 && !face->taper[e] ? face->past[e] : 0,
                         off = fabs(dx * way[k][0] + dy * way[k][1] - past);
            if (off < least) {
                least = off;
                out[0] = way[k][0];
                out[1] = way[k][1];
            }
        }
    }
}

static void
follow_ends(const struct scatter *c, const struct quire_piece_meeting *m, struct one_stretch *t)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;

    memset(t->moves, 0, sizeof t->moves);
    for (int e = 0; e < 2; e++) {
        struct station p = {.node = t->node - 1};
        double out[2];
        if (t->at[e] <= 0 || t->at[e] >= 1 || t->at[e] == AT_STATION) {
            continue;
        }
        spline_weights(spline_type(t->node, n), t->at[e], p.b, p.d, p.dd);
        place_on_curve(&p, c, m->face->at);
        bound_at(c, m, &p, out);
        const double rise = out[0] * p.x1[0] + out[1] * p.x1[1];
        for (int l = 0; rise != 0 && l < 3; l++) {
            t->moves[e][l][0] = -c->cq * p.b[l] * out[0] / rise;
            t->moves[e][l][1] = -c->cq * p.b[l] * out[1] / rise;
        }
    }
}

/* length of the sheet that belongs to each part of the parameter, over a segment's, and its slope
 */
QUIRE_INLINE double
measure_at(int type, double s, double *slope)
{
    *slope = type == 0 ? 0 : type == 1 ? -1 : 1;
    return type == 0 ? 1 : type == 1 ? 2 - s : 1 + s;
}

/* a point of a stretch, at the part k of Gauss' rule */
static void
touch_point(const struct scatter *c, const struct quire_piece_meeting *m,
            const struct one_stretch *t, int k, struct pressing *adds)
{
    const struct quire_chain *chain = &c->state->system->sheet[c->sheet].chain;
    const int type = spline_type(t->node, chain->n);
    const double wide = t->at[1] - t->at[0], s = t->at[0] + gauss_at[k] * wide;
    double slope;
    const double measure = measure_at(type, s, &slope);
    struct station p = {.node = t->node - 1};
    struct place_moves moves = {.stored = 1};
    struct facing f;

    spline_weights(type, s, p.b, p.d, p.dd);
    place_on_curve(&p, c, m->face->at);
    face_place(m->face, c->half, &p, &f);
    f.adds = adds;
    for (int l = 0; l < 3; l++) {
        for (int d = 0; d < 2; d++) {
            const double from = t->moves[0][l][d], to = t->moves[1][l][d];
            moves.s[l][d] = from + gauss_at[k] * (to - from);
            moves.share[l][d] = (to - from) / wide + slope / measure * moves.s[l][d];
        }
    }
    touch_place(c, m, t->node, &p, &f, gauss_weight[k] * chain->h * wide * measure, &moves);
}

/* the middle of a stretch, as it faces the piece */
static void
place_middle(const struct scatter *c, const struct quire_piece_meeting *m,
             const struct one_stretch *t, struct station *p, struct facing *f)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;

    *p = (struct station){.node = t->node - 1};
    spline_weights(spline_type(t->node, n), 0.5 * (t->at[0] + t->at[1]), p->b, p->d, p->dd);
    place_on_curve(p, c, m->face->at);
    face_place(m->face, c->half, p, f);
}

/* The points of a stretch where friction holds on: they press together, and it acts once, in the
 * middle. */
static void
touch_together(const struct scatter *c, const struct quire_piece_meeting *m,
               const struct one_stretch *t, const struct quire_contact_law *law, struct station *p,
               struct facing *f)
{
    struct pressing all = {.force = 0};
    struct place_moves moves = {.stored = 1};

    for (int k = 0; k < POINTS; k++) {
        touch_point(c, m, t, k, &all);
    }
    if (!(all.share > 0)) {
        return;
    }
    for (int l = 0; l < 3; l++) {
        for (int d = 0; d < 2; d++) {
            moves.s[l][d] = 0.5 * (t->moves[0][l][d] + t->moves[1][l][d]);
            moves.share[l][d] = all.share_by[l][d] / all.share;
        }
    }
    f->given = &all;
    f->share = all.share;
    f->grip = station_grip(c, law, t->node, touched_face(p, f->n));
    f->belt = c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
    quire_touch_moving(c, p, f, law, &moves, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
}

/* the points of a stretch, one by one */
static void
touch_each(const struct scatter *c, const struct quire_piece_meeting *m, struct one_stretch *t)
{
    if (c->band != NULL || (c->column != NULL && c->column->slabs != NULL)) {
        follow_ends(c, m, t);
    } else {
        memset(t->moves, 0, sizeof t->moves);
    }
    struct station p;
    struct facing f;
    place_middle(c, m, t, &p, &f);
    const struct quire_contact_law *law =
        m->law != NULL ? m->law : law_of(c->state->system, m->guide->law, c->sheet, &p, f.n);
    if (law != NULL && quire_law_holds(law)) {
        touch_together(c, m, t, law, &p, &f);
        return;
    }
    for (int k = 0; k < POINTS; k++) {
        touch_point(c, m, t, k, NULL);
    }
}

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

/* the sheet's trail or lead edge, at which the law acts as a whole */
static void
touch_end(const struct scatter *c, const struct quire_piece_meeting *m, int node)
{
    const struct quire_face *face = m->face;
    struct place_moves moves = {.stored = 1};
    struct shared_depth depth;
    struct station p;
    struct facing f;

    if (!quire_end_may_touch(c, face, node, quire_outer_level(c, m->guide), ROUNDING)) {
        return;
    }
    fixed_weights(node, c->state->system->sheet[c->sheet].chain.n, &p);
    place_on_curve(&p, c, face->at);
    face_place(face, c->half, &p, &f);
    if (!(f.overlap > -m->guide->reach) ||
        (face->deepest > 0 && f.overlap - c->half > face->deepest) ||
        !depth_at_piece(face, p.x, f.n, f.overlap - c->half, c->half, &depth) ||
        came_from_behind(c, m, node)) {
        return;
    }
    f.overlap = c->half + depth.depth;
    f.share = depth.share;
    moves.stored = depth.stored;
    for (int l = 0; l < 3; l++) {
        for (int d = 0; d < 2; d++) {
            moves.overlap[l][d] = c->cq * p.b[l] * depth.by[d];
            moves.share[l][d] = c->cq * p.b[l] * depth.share_by[d] / depth.share;
        }
    }
    p.cap = node == 0 ? -1 : 1; /* for the friction there alone: the piece is what it meets */
    /* where it is the piece's alone, nothing else moves */
    touch_place(c, m, node, &p, &f, 0, depth.share < 1 ? &moves : NULL);
}

/* ---- side by side ---- */

/* Weights of the three nodes at the parameters s of a span. */
QUIRE_INLINE void
span_weights(int type, quire_v4 s, quire_v4 b[3], quire_v4 d[3])
{
    const quire_v4 r = 1 - s;

    b[0] = 0.5 * r * r;
    b[1] = 0.5 + s * r;
    b[2] = 0.5 * s * s;
    d[0] = -r;
    d[1] = 1 - 2 * s;
    d[2] = s;
    if (type == 1) {
        b[0] = r * r;
        b[1] = s * (2 - 1.5 * s);
        d[0] = -2 * r;
        d[1] = 2 - 3 * s;
    } else if (type == 2) {
        b[1] = r * (2 - 1.5 * r);
        b[2] = s * s;
        d[1] = 3 * r - 2;
        d[2] = 2 * s;
    }
}

/* The points of one of four spans, with the law's weight of each. */
QUIRE_INLINE void
set_points(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
           int lane, const struct one_stretch *t, struct span_points *out)
{
    const struct quire_chain *chain = &c->state->system->sheet[c->sheet].chain;
    const struct quire_face *face = m->face;
    const int type = spline_type(t->node, chain->n);
    const double wide = t->at[1] - t->at[0];
    const quire_v4 zero = {0}, s = t->at[0] + wide * gauss_at,
                   x = p->ax[lane] + s * (p->tx[lane] + 0.5 * s * p->cx[lane]),
                   y = p->ay[lane] + s * (p->ty[lane] + 0.5 * s * p->cy[lane]);
    const quire_v4 measure = type == 0 ? quire_all4(1) : type == 1 ? 2 - s : 1 + s;

    out->node = t->node - 1;
    out->law = m->law;
    out->belt = c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
    span_weights(type, s, out->b, out->d);
    if (face->radius > 0) {
        const quire_v4 distance = quire_sqrt4(x * x + y * y), way = face->convex / distance;
        out->at.overlap = c->half + face->convex * (face->radius - distance);
        out->at.radial = way;
        out->at.nx = way * x;
        out->at.ny = way * y;
    } else {
        out->at.nx = quire_all4(face->normal[0]);
        out->at.ny = quire_all4(face->normal[1]);
        out->at.radial = zero;
        out->at.overlap = c->half - (x * face->normal[0] + y * face->normal[1]);
    }
    out->at.on = out->at.overlap > zero;
    out->at.share = (chain->h * wide / m->law->reference_length) * gauss_weight * measure;
    out->at.factor = quire_all4(1);
}

/* the stretches of four spans */
QUIRE_INLINE void
touch_stretches(const struct scatter *c, const struct quire_piece_meeting *m, bool alone, int first,
                const struct spans *p, const struct stretch *at, struct lane_powers *powers)
{
    const quire_v4 deep = quire_all4(stiff_from(c, m->guide->depth));

    for (int lane = 0; lane < LANES; lane++) {
        struct one_stretch t = {.node = first + lane, .at = {at->from[lane], at->to[lane]}};
        struct span_points points;
        if (at->on[lane] == 0) {
            continue;
        }
        if (!alone) {
            set_points(c, m, p, lane, &t, &points);
        }
        if (alone || quire_any(points.at.overlap > deep)) {
            touch_each(c, m, &t);
        } else if (c->column != NULL) {
            quire_column_points(c, &points, m->face->guide, powers);
        } else {
            mark_touched(c->state, c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
            span_touch(c, &points, m->face->guide, powers);
        }
    }
}

/* which spans of a group of four are in the list */
QUIRE_INLINE quire_mask4
listed_spans(int first, int low, int high)
{
    const long long i = first, last = high;
    const quire_mask4 node = {i, i + 1, i + 2, i + 3};

    return (node >= (quire_mask4){low, low, low, low}) &
           (node < (quire_mask4){last, last, last, last});
}

/* whether one of four stations came to a surface from behind, or one beside them; what is at the
 * back of a surface did */
QUIRE_INLINE bool
any_behind(const struct scatter *c, int piece, int first)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const size_t row = (size_t)piece * (size_t)sheet->chain.stride;
    const int low = first > 0 ? first - 1 : 0,
              high = first + LANES < sheet->chain.n ? first + LANES : sheet->chain.n;

    return memchr(c->work->behind + row + (size_t)low, 1, (size_t)(high - low + 1)) != NULL ||
           memchr(c->work->back + row + (size_t)low, 1, (size_t)(high - low + 1)) != NULL;
}

/* Without those that came from behind. Where a station is before the face and the next one behind
 * it, the sheet passes an end of the face between them: none of that half of the span is touched.
 */
QUIRE_INLINE void
leave_those_behind(const struct scatter *c, const struct quire_piece_meeting *m, int first,
                   struct stretch *at)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const int n = sheet->chain.n, piece = (int)(m->face - sys->face);
    const bool surface = piece < sys->n_face;

    if (c->work->n_behind == 0 || (surface && !any_behind(c, piece, first))) {
        return;
    }
    for (int lane = 0; lane < LANES; lane++) {
        const int node = first + lane;
        if (at->on[lane] == 0) {
            continue;
        }
        if (came_from_behind(c, m, node)) {
            at->on[lane] = 0;
            continue;
        }
        if (surface && node > 1 && quire_sides_is_behind(sheet, c->work, piece, node - 1)) {
            at->from[lane] = fmax(at->from[lane], AT_STATION);
        }
        if (surface && node < n - 1 && quire_sides_is_behind(sheet, c->work, piece, node + 1)) {
            at->to[lane] = fmin(at->to[lane], AT_STATION);
        }
    }
    at->on &= at->to > at->from;
}

QUIRE_CLONES void
quire_line_contact(const struct scatter *c, const struct quire_piece_meeting *m,
                   const struct quire_candidates *nodes, struct lane_powers *powers)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const int n = sheet->chain.n, low = nodes->low > 1 ? nodes->low : 1,
              high = nodes->high < n ? nodes->high : n;

    for (int first = low & ~3; first < high; first += LANES) {
        const quire_mask4 on =
            listed_spans(first, low, high) &
            quire_may_overlap(c, m->face, first, quire_outer_level(c, m->guide), 0);
        struct stretch at = {.on = on, .from = quire_all4(0), .to = quire_all4(1)};
        struct spans p;
        if (!quire_any(on)) {
            continue;
        }
        load_spans(c->x, c->y, first, n, m->face->at, &p);
        clip_to_overlap(c, m, &p, &at);
        const bool cut = quire_any(at.on) && clip_to_piece(m->face, &p, &at);
        leave_those_behind(c, m, first, &at);
        if (quire_any(at.on)) {
            touch_stretches(c, m, m->alone || cut, first, &p, &at, powers);
        }
    }
    if (nodes->low == 0) {
        touch_end(c, m, 0);
    }
    if (nodes->high == n + 1) {
        touch_end(c, m, n);
    }
}
