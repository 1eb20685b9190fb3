#include "contact/guide/contact_line.h"

#include <math.h>
#include <string.h>

#include "contact/guide/contact.h"
#include "contact/touch/clip.h"
#include "contact/touch/columns.h"
#include "contact/touch/lift.h"

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

/* of round pieces, which few are: tips of bristles */
static QUIRE_CLONES void
clip_to_round_depth(const struct quire_face *face, const struct spans *p, struct stretch *out)
{
    clip_circle(p, -face->convex, face->radius - face->convex * face->deepest, out);
}

/* Leaves of stretches what is no deeper behind the end of a wall than the piece is there, or behind
 * the tips of bristles than their roots. */
QUIRE_INLINE void
clip_to_depth(const struct quire_face *face, const struct spans *p, struct stretch *out)
{
    const double nx = face->normal[0], ny = face->normal[1];

    if (face->deepest > 0 && face->radius > 0) {
        clip_to_round_depth(face, p, out);
    } else if (face->deepest > 0) {
        clip_quadratic(face->deepest + p->ax * nx + p->ay * ny, p->tx * nx + p->ty * ny,
                       p->cx * nx + p->cy * ny, out);
    }
}

QUIRE_INLINE void
clip_to_overlap(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
                struct stretch *out)
{
    const struct quire_face *face = m->face;
    const double level = quire_outer_level(c, m->guide);

    if (face->radius > 0) {
        clip_circle(p, face->convex, face->radius + face->convex * level, out);
        clip_to_depth(face, p, out);
    } else {
        const double nx = face->normal[0], ny = face->normal[1];
        clip_quadratic(level - (p->ax * nx + p->ay * ny), -(p->tx * nx + p->ty * ny),
                       -(p->cx * nx + p->cy * ny), out);
        clip_to_depth(face, p, out);
    }
}

/* ---- ends that move ---- */

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

/* How the ends of a stretch change with the nodes. */
static void
follow_ends(const struct scatter *c, const struct quire_piece_meeting *m, int node,
            const double at[2], double moves[2][3][2])
{
    const int n = c->state->system->sheet[c->sheet].chain.n;

    memset(moves, 0, 2 * sizeof *moves);
    for (int e = 0; e < 2; e++) {
        struct station p = {.node = node - 1};
        double out[2];
        if (at[e] <= 0 || at[e] >= 1 || at[e] == QUIRE_AT_STATION) {
            continue;
        }
        spline_weights(spline_type(node, n), at[e], p.b, p.d, p.dd);
        place_on_curve(&p, c, m->face->at);
        bound_at(c, m, &p, out);
        const double rise = out[0] * p.x1[0] + out[1] * p.x1[1];
        for (int l = 0; rise != 0 && l < 3; l++) {
            moves[e][l][0] = -p.b[l] * out[0] / rise;
            moves[e][l][1] = -p.b[l] * out[1] / rise;
        }
    }
}

/* Whether an end of a stretch moves along the sheet with the nodes. */
QUIRE_INLINE bool
ends_within(double from, double to)
{
    return (from > 0 && from != QUIRE_AT_STATION) || (to < 1 && to != QUIRE_AT_STATION);
}

/* Whether a sheet in space is on a gate that a spring holds, which is to know of such ends. */
QUIRE_INLINE bool
is_held_in_space(const struct scatter *c)
{
    return c->column != NULL && c->work->gate >= 0 &&
           c->state->system->gate[c->work->gate].small >= 0;
}

/* ---- gathered ---- */

/* Stretches that wait: of fixed points that lie there; else their ends follow the nodes where
 * something may press there (`cut`, or a law that acts from afar), on gates, where friction holds
 * on to them, and for records. */
struct gathered {
    struct quire_stretches *waits;
    bool fixed, cut;
};

/* One more stretch that waits, for a law of one face of the sheet or (side -1) of both. */
QUIRE_INLINE void
wait_for(const struct scatter *c, const struct quire_piece_meeting *m, const struct gathered *g,
         int node, double from, double to, const struct quire_contact_law *law, int side)
{
    quire_stretches_add(g->waits, law, g->fixed, side, m->face, node, from, to);
    if (scatter_has_matrix(c) && !g->fixed && ends_within(from, to) &&
        (g->cut || law->reach > 0 || c->frame != NULL || is_held_in_space(c) || c->state->record ||
         quire_law_holds(law))) {
        double moves[2][3][2];
        follow_ends(c, m, node, (const double[]){from, to}, moves);
        quire_stretches_follow(g->waits, moves);
    }
}

QUIRE_INLINE void
gather_stretches(const struct scatter *c, const struct quire_piece_meeting *m, int first,
                 const struct stretch *at, const struct gathered *g)
{
    const int *law = m->guide->law + 2 * c->sheet;

    for (int lane = 0; lane < LANES; lane++) {
        const double from = at->from[lane], to = at->to[lane];
        if (at->on[lane] == 0) {
            continue;
        }
        if (m->law != NULL) {
            wait_for(c, m, g, first + lane, from, to, m->law, -1);
            continue;
        }
        for (int side = 0; side < 2; side++) {
            if (law[side] >= 0) {
                wait_for(c, m, g, first + lane, from, to, c->state->system->law + law[side], side);
            }
        }
    }
}

/* The stretches of four spans of a rib's line, one by one: their places are elsewhere, and cannot
 * wait. */
static void
touch_rib(const struct scatter *c, const struct quire_piece_meeting *m, int first,
          const struct stretch *at)
{
    const struct quire_chain *chain = &c->state->system->sheet[c->sheet].chain;

    for (int i = 0; i < LANES * QUIRE_STRETCH_POINTS; i++) {
        const int lane = i / QUIRE_STRETCH_POINTS, k = i % QUIRE_STRETCH_POINTS,
                  type = spline_type(first + lane, chain->n);
        const double wide = at->to[lane] - at->from[lane],
                     s = at->from[lane] + quire_stretch_at[k] * wide;
        struct station p = {.node = first + lane - 1};
        struct facing f;
        double slope;
        if (at->on[lane] == 0) {
            continue;
        }
        spline_weights(type, s, p.b, p.d, p.dd);
        place_on_curve(&p, c, m->face->at);
        face_place(m->face, c->half, &p, &f);
        quire_touch_place(
            c, m, first + lane, &p, &f,
            quire_stretch_weight[k] * chain->h * wide * quire_measure_at(type, s, &slope), NULL);
    }
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

    const unsigned char *behind = c->work->behind + row, *back = c->work->back + row;
    unsigned any = 0;

    for (int i = low; i <= high; i++) {
        any |= (unsigned)behind[i] | back[i];
    }
    return any != 0;
}

/* Without what came from behind. */
QUIRE_INLINE void
leave_those_behind(const struct scatter *c, const struct quire_piece_meeting *m, int first,
                   struct stretch *at)
{
    const int piece = (int)(m->face - c->state->system->face);

    if (c->work->n_behind == 0 ||
        (piece < c->state->system->n_face && !any_behind(c, piece, first))) {
        return;
    }
    for (int lane = 0; lane < LANES; lane++) {
        double part[2] = {at->from[lane], at->to[lane]};
        if (at->on[lane] != 0) {
            at->on[lane] = quire_span_in_front(c, m, first + lane, part) ? -1 : 0;
            at->from[lane] = part[0];
            at->to[lane] = part[1];
        }
    }
}

/* Cuts spans where they lift off a round piece: parts of which each overlaps it in one stretch.
 * How many there are at most. */
QUIRE_INLINE int
cut_where_lifted(double convex, double square, const struct spans *p,
                 struct stretch part[1 + QUIRE_LIFTS])
{
    const struct radial r = radial_of(p);
    struct lifts lifts;
    int most = 0;

    if (!quire_any(part->on & find_lifts(&r, convex, &lifts))) {
        return 1;
    }
    for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0, n = 0; part->on[lane] != 0 && i < QUIRE_LIFTS; i++) {
            const double s =
                lifts.on[i][lane] != 0
                    ? radial_root(&r, lane, lifts.sign, lifts.from[i][lane], lifts.to[i][lane])
                    : 1;
            if (s < 1 && depth_squared(p, convex, square, quire_all4(s)).value[lane] < 0) {
                if (n == most) {
                    part[++most] = (struct stretch){.to = quire_all4(1)};
                }
                part[n].to[lane] = s;
                part[++n].on[lane] = -1;
                part[n].from[lane] = s;
            }
        }
    }
    return 1 + most;
}

/* The stretches that overlap the piece, of spans or parts of such. */
QUIRE_INLINE void
touch_overlap(const struct scatter *c, const struct quire_piece_meeting *m, int first,
              const struct spans *p, struct stretch *at, struct quire_stretches *waits)
{
    clip_to_overlap(c, m, p, at);
    const bool cut = quire_any(at->on) && clip_to_piece(m->face, p, at);
    leave_those_behind(c, m, first, at);
    if (!quire_any(at->on)) {
        return;
    }
    if (c->column != NULL && c->column->rib != NULL) {
        touch_rib(c, m, first, at);
    } else {
        gather_stretches(c, m, first, at, &(struct gathered){waits, false, cut});
    }
}

/* The parts of spans that lie over the piece, where laws remember. */
QUIRE_INLINE void
touch_fixed(const struct scatter *c, const struct quire_piece_meeting *m, int first,
            const struct spans *p, struct stretch *at, struct quire_stretches *waits)
{
    clip_to_depth(m->face, p, at);
    if (quire_any(at->on)) {
        clip_to_piece(m->face, p, at);
        leave_those_behind(c, m, first, at);
        gather_stretches(c, m, first, at, &(struct gathered){waits, true, false});
    }
}

/* The same where some of the spans may lift off a round piece. */
static QUIRE_CLONES void
touch_in_parts(const struct scatter *c, const struct quire_piece_meeting *m, double square,
               int first, const struct spans *p, const struct stretch *at,
               struct quire_stretches *waits)
{
    struct stretch part[1 + QUIRE_LIFTS] = {*at};
    const int parts = cut_where_lifted(m->face->convex, square, p, part);

    for (int k = 0; k < parts; k++) {
        touch_overlap(c, m, first, p, part + k, waits);
    }
}

QUIRE_CLONES void
quire_line_contact(const struct scatter *c, const struct quire_piece_meeting *m,
                   const struct quire_candidates *nodes, struct quire_stretches *waits)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const int n = sheet->chain.n, low = nodes->low > 1 ? nodes->low : 1,
              high = nodes->high < n ? nodes->high : n;
    const bool fixed = quire_guide_remembers(c->state->system, m->guide, c->sheet);
    const double level = quire_outer_level(c, m->guide),
                 rho = fmax(m->face->radius + m->face->convex * level, 0), square = rho * rho;

    for (int first = low & ~3; first < high; first += LANES) {
        const quire_mask4 on =
            quire_listed_spans(first, low, high) & quire_may_overlap(c, m->face, first, level, 0);
        struct stretch at = {.on = on, .from = quire_all4(0), .to = quire_all4(1)};
        struct spans p;
        if (!quire_any(on)) {
            continue;
        }
        load_spans(c->x, c->y, first, n, m->face->at, &p);
        if (fixed) {
            touch_fixed(c, m, first, &p, &at, waits);
        } else if (m->face->radius > 0 &&
                   quire_any(on & may_lift_off(&p, m->face->convex, square))) {
            touch_in_parts(c, m, square, first, &p, &at, waits);
        } else {
            touch_overlap(c, m, first, &p, &at, waits);
        }
    }
    if (nodes->low == 0) {
        quire_touch_end(c, m, 0);
    }
    if (nodes->high == n + 1) {
        quire_touch_end(c, m, n);
    }
}
