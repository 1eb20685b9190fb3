#include "contact/guide/contact_line.h"

#include "contact/guide/behind.h"
#include "contact/touch/clip.h"
#include "contact/touch/columns.h"
#include "contact/touch/places.h"

#define POINTS 3 /* of Gauss' rule on a stretch: exact for a linear law on a flat piece */

static const double gauss_at[POINTS] = {0.1127016653792583, 0.5, 0.8872983346207417},
                    gauss_weight[POINTS] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

/* The level of the mid-line at which contact begins: along the normal, or of the radius. */
QUIRE_INLINE double
outer_level(const struct scatter *c, const struct quire_piece_meeting *m)
{
    return c->half + m->guide->reach;
}

/* whether the curve may overlap the piece anywhere at the nodes around a group of four */
QUIRE_INLINE bool
may_overlap(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
            double h)
{
    const struct quire_face *face = m->face;
    const double level = outer_level(c, m);
    /* the joints on either side, and the middle of the spans' hulls */
    const quire_v4 bx = p->ax + p->tx + 0.5 * p->cx, by = p->ay + p->ty + 0.5 * p->cy,
                   mx = p->ax + 0.5 * p->tx, my = p->ay + 0.5 * p->ty;

    if (face->radius > 0) {
        const double wide = quire_any(p->first | p->last) ? 0.8 * h : 0.55 * h;
        const quire_v4 x = p->ax + 0.5 * (p->tx + 0.25 * p->cx),
                       y = p->ay + 0.5 * (p->ty + 0.25 * p->cy), square = x * x + y * y;
        const double rho = face->radius + face->convex * level, limit = rho + face->convex * wide;
        return face->convex > 0 ? quire_any(square < quire_all4(limit * limit))
                                : quire_any(square > quire_all4(limit > 0 ? limit * limit : -1));
    }
    const double nx = face->normal[0], ny = face->normal[1];
    const quire_v4 limit = quire_all4(level);
    return quire_any((p->ax * nx + p->ay * ny < limit) | (bx * nx + by * ny < limit) |
                     (mx * nx + my * ny < limit));
}

/* Seen from another point. */
QUIRE_INLINE void
move_spans(struct spans *p, double dx, double dy)
{
    p->ax += dx;
    p->ay += dy;
}

/* the stretches that lie over the piece: not beyond its ends, and nearer to it than to what begins
 * there */
QUIRE_INLINE void
clip_to_piece(const struct quire_face *face, const struct spans *spans, struct stretch *out)
{
    for (int e = 0; e < 2 && quire_any(out->on); e++) {
        struct spans p = *spans;
        move_spans(&p, face->at[0] - face->end[e][0], face->at[1] - face->end[e][1]);
        clip_half_plane(&p, face->out[e], face->past[e], out);
    }
}

QUIRE_INLINE void
clip_to_overlap(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
                struct stretch *out)
{
    const struct quire_face *face = m->face;
    const double level = outer_level(c, m);

    if (face->radius > 0) {
        clip_circle(p, face->convex, face->radius + face->convex * level, out);
    } else {
        const double nx = face->normal[0], ny = face->normal[1];
        clip_quadratic(level - (p->ax * nx + p->ay * ny), -(p->tx * nx + p->ty * ny),
                       -(p->cx * nx + p->cy * ny), out);
    }
}

QUIRE_INLINE bool
came_from_behind(const struct scatter *c, const struct quire_piece_meeting *m, int node)
{
    const struct quire_system *sys = c->state->system;

    return quire_sides_is_behind(sys->sheet + c->sheet, c->work, (int)(m->face - sys->face), node);
}

/* ---- one by one ---- */

static void
touch_place(const struct scatter *c, const struct quire_piece_meeting *m, const struct station *p,
            struct facing *f, double length)
{
    const struct quire_contact_law *law =
        m->law != NULL ? m->law : law_of(c->state->system, m->guide->law, c->sheet, p, f->n);

    if (law == NULL || !(f->overlap > -law->reach)) {
        return;
    }
    f->belt = c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
    f->share = length > 0 ? length / law->reference_length : 1;
    stiffen(c, m->guide->depth, f);
    if (p->cap != 0 && law->vertex != 1) {
        vertex_factor(p, law->vertex, p->cap, c->cq, f);
    }
    quire_touch(c, p, f, law, NULL, -1, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
}

/* A point of a span at which the law acts with the part `length` of the sheet. */
static void
touch_point(const struct scatter *c, const struct quire_piece_meeting *m, int node, double s,
            double length)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    struct station p = {.node = node - 1};
    struct facing f;

    spline_weights(spline_type(node, n), s, p.b, p.d, p.dd);
    place_on_curve(&p, c, m->face->at);
    face_place(m->face, c->half, &p, &f);
    touch_place(c, m, &p, &f, length);
}

/* whether a point seen from the piece's own one lies over it */
QUIRE_INLINE bool
is_over(const struct quire_face *face, const double x[2])
{
    for (int e = 0; e < 2; e++) {
        const double dx = x[0] + face->at[0] - face->end[e][0],
                     dy = x[1] + face->at[1] - face->end[e][1];
        if (!(dx * face->out[e][0] + dy * face->out[e][1] <= face->past[e])) {
            return false;
        }
    }
    return true;
}

/* the sheet's trail or lead edge, at which the law acts as a whole */
static void
touch_end(const struct scatter *c, const struct quire_piece_meeting *m, int node)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    struct station p;
    struct facing f;

    fixed_weights(node, n, &p);
    place_on_curve(&p, c, m->face->at);
    if (!is_over(m->face, p.x)) {
        return;
    }
    face_place(m->face, c->half, &p, &f);
    if (f.overlap > -m->guide->reach && !came_from_behind(c, m, node)) {
        p.cap = node == 0 ? -1 : 1; /* for the friction there alone: the piece is what it meets */
        touch_place(c, m, &p, &f, 0);
    }
}

/* ---- side by side ---- */

/* Puts points of the stretches at s into `out`, with the law's weight of each. */
QUIRE_INLINE void
set_points(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
           quire_v4 s, quire_v4 length, struct span_places *places, struct stations *out)
{
    const struct quire_face *face = m->face;
    const quire_v4 zero = {0}, x = p->ax + s * (p->tx + 0.5 * s * p->cx),
                   y = p->ay + s * (p->ty + 0.5 * s * p->cy);

    span_weights(p, s, places->b, places->d);
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
    out->at.on = out->at.on & (out->at.overlap > zero);
    out->at.share = length / m->law->reference_length;
    out->at.factor = quire_all4(1);
}

QUIRE_INLINE void
touch_points(const struct scatter *c, const struct quire_piece_meeting *m, struct stations *s,
             struct lane_powers *powers)
{
    if (c->column != NULL) {
        quire_column_stations(c, s, m->face->guide, false, powers);
    } else {
        mark_touched(c->state, c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, m->face->guide));
        stations_touch(c, s, false, powers);
    }
}

/* points of four stretches, one by one */
QUIRE_INLINE void
touch_each(const struct scatter *c, const struct quire_piece_meeting *m, int first, quire_mask4 on,
           quire_v4 s, quire_v4 length)
{
    for (int lane = 0; lane < LANES; lane++) {
        if (on[lane] != 0) {
            touch_point(c, m, first + lane, s[lane], length[lane]);
        }
    }
}

/* the stretches of four spans */
QUIRE_INLINE void
touch_stretches(const struct scatter *c, const struct quire_piece_meeting *m, int first,
                const struct spans *p, const struct stretch *at, struct lane_powers *powers)
{
    const double h = c->state->system->sheet[c->sheet].chain.h;
    const quire_v4 wide = at->to - at->from, deep = quire_all4(stiff_from(c, m->guide->depth));

    for (int k = 0; k < POINTS; k++) {
        const quire_v4 s = at->from + gauss_at[k] * wide,
                       length = (gauss_weight[k] * h) * wide * span_measure(p, s);
        if (m->alone) {
            touch_each(c, m, first, at->on, s, length);
            continue;
        }
        struct span_places places;
        struct stations points = {.first = first, .elsewhere = &places, .law = m->law};
        points.belt = c->state->is_static ? 0 : -m->guide->side * m->guide->velocity;
        points.at.on = at->on;
        set_points(c, m, p, s, length, &places, &points);
        if (quire_any(points.at.on & (points.at.overlap > deep))) {
            touch_each(c, m, first, points.at.on, s, length);
        } else if (quire_any(points.at.on)) {
            touch_points(c, m, &points, powers);
        }
    }
}

/* the spans of a group of four that are in the list and did not come from behind */
QUIRE_INLINE quire_mask4
listed_spans(const struct scatter *c, const struct quire_piece_meeting *m, int first, int low,
             int high)
{
    quire_mask4 on;

    for (int lane = 0; lane < LANES; lane++) {
        const int i = first + lane;
        on[lane] =
            i >= low && i < high && !(c->work->n_behind > 0 && came_from_behind(c, m, i)) ? -1 : 0;
    }
    return on;
}

QUIRE_CLONES void
quire_line_contact(const struct scatter *c, const struct quire_piece_meeting *m,
                   const struct quire_candidates *nodes, struct lane_powers *powers)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const int n = sheet->chain.n, low = nodes->low > 1 ? nodes->low : 1,
              high = nodes->high < n ? nodes->high : n;

    for (int first = low & ~3; first < high; first += LANES) {
        struct spans p;
        load_spans(c->x, c->y, first, n, m->face->at, &p);
        if (!may_overlap(c, m, &p, sheet->chain.h)) {
            continue;
        }
        struct stretch at = {
            .on = listed_spans(c, m, first, low, high), .from = quire_all4(0), .to = quire_all4(1)};
        clip_to_piece(m->face, &p, &at);
        if (quire_any(at.on)) {
            clip_to_overlap(c, m, &p, &at);
        }
        at.on &= at.to > at.from;
        if (quire_any(at.on)) {
            touch_stretches(c, m, first, &p, &at, powers);
        }
    }
    if (nodes->low == 0) {
        touch_end(c, m, 0);
    }
    if (nodes->high == n + 1) {
        touch_end(c, m, n);
    }
}
