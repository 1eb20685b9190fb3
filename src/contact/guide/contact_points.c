/* Guides whose laws remember, in space, and what memories of points see: they touch fixed points of
 * the sheet's curve, which carry the memory. doc/theory/contact-kernel.md, 11. */
#include <math.h>

#include "contact/guide/contact.h"
#include "contact/guide/contact_line.h"
#include "contact/guide/line_points.h"
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

/* A point of the span around a node: its parameter, and the length of sheet that it stands for. */
QUIRE_INLINE double
point_at(const struct quire_sheet *sheet, int node, int point, double *length)
{
    const double s = quire_fixed_point(sheet, point);
    double slope;

    *length = sheet->chain.h / sheet->n_point *
              quire_measure_at(spline_type(node, sheet->chain.n), s, &slope);
    return s;
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

/* Friction that holds on to a span: the points press, and it acts once, in the middle of what they
 * press with. */
struct holding {
    struct pressing all;
    double along, weight; /* the sum of the points' parameters, and of their weights in it */
    const struct quire_contact_law *law;
};

static void
press_with(struct holding *h, double s, double before)
{
    const double weight = fmax(h->all.force - before, 0);

    h->along += weight * s;
    h->weight += weight;
}

static void
hold_span(const struct scatter *c, const struct quire_piece_meeting *m, int node,
          const struct holding *h)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    struct place_moves moves = {.stored = 1};
    struct station p = {.node = node - 1};
    struct facing f;

    spline_weights(spline_type(node, n), h->weight > 0 ? h->along / h->weight : QUIRE_AT_STATION,
                   p.b, p.d, p.dd);
    place_on_curve(&p, c, m->face->at);
    face_place(m->face, c->half, &p, &f);
    for (int l = 0; l < 3; l++) {
        for (int d = 0; d < 2; d++) {
            moves.share[l][d] = h->all.share_by[l][d] / h->all.share;
        }
    }
    quire_touch_pressed(c, m, h->law, node, &p, &f, &h->all, &moves);
}

QUIRE_INLINE void
touch_point(const struct scatter *c, const struct quire_piece_meeting *m, int node, int point,
            const double part[2], struct holding *h)
{
    const struct quire_system *sys = c->state->system;
    struct station p;
    struct facing f;
    double length;
    const double s = point_at(sys->sheet + c->sheet, node, point, &length);

    if (s < part[0] || s > part[1] || !meet_point(c, m, node, s, &p, &f)) {
        return;
    }
    const struct quire_contact_law *law = quire_piece_law(c, m, &p, &f);
    if (law == NULL || !(f.overlap > -law->reach)) {
        return;
    }
    const bool holds = quire_law_holds(law);
    const double before = h->all.force;
    f.slot = quire_slot_of(sys, c->sheet, law);
    f.place = quire_point_place(sys, c->sheet, line_of(c), quire_held_face(&p, f.n), node, point);
    f.adds = holds ? &h->all : NULL;
    quire_touch_place(c, m, node, &p, &f, length, NULL);
    if (holds) {
        h->law = law;
        press_with(h, s, before);
    }
}

/* Which of the points of two panels, the first of them `panel`, may touch: of one of four spans,
 * seen from the piece's own point. */
QUIRE_INLINE quire_mask4
near_points(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
            int lane, int panel, int panels)
{
    const struct quire_face *face = m->face;
    const double level = quire_outer_level(c, m->guide);
    const quire_v4 at = {quire_in_panel[0], quire_in_panel[1], 1 + quire_in_panel[0],
                         1 + quire_in_panel[1]},
                   s = (panel + at) / quire_all4(panels), one = quire_all4(1),
                   x = p->ax[lane] + s * (p->tx[lane] + 0.5 * s * p->cx[lane]),
                   y = p->ay[lane] + s * (p->ty[lane] + 0.5 * s * p->cy[lane]);

    quire_mask4 near = s < one;

    if (c->column != NULL && c->column->rib != NULL) { /* the curve is another one */
        return near;
    }
    if (face->radius == 0) {
        near &= x * face->normal[0] + y * face->normal[1] < quire_all4(level);
    } else {
        const double rho = face->radius + face->convex * level;
        const quire_v4 square = x * x + y * y;
        near &= face->convex > 0 ? square < quire_all4(rho * rho)
                                 : square > quire_all4(rho > 0 ? rho * rho : -1);
    }
    for (int e = 0; e < 2 && quire_any(near); e++) {
        const double dx = face->at[0] - face->end[e][0], dy = face->at[1] - face->end[e][1];
        near &= (x + dx) * face->out[e][0] + (y + dy) * face->out[e][1] <=
                quire_all4(face->taper[e] ? 0 : face->past[e]);
        if (face->taper[e]) {
            near &= (x + dx) * face->split[e][0] + (y + dy) * face->split[e][1] <= quire_all4(0);
        }
    }
    return near;
}

/* the points of one of four spans */
QUIRE_INLINE void
touch_span(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
           int lane, int node)
{
    const int panels = c->state->system->sheet[c->sheet].n_point / QUIRE_PANEL_POINTS;
    struct holding h = {.all.force = 0};
    double part[2] = {0, 1};

    if (!quire_span_in_front(c, m, node, part)) {
        return;
    }
    for (int k = 0; k < panels; k += 2) {
        const quire_mask4 near = near_points(c, m, p, lane, k, panels);
        for (int i = 0; i < LANES; i++) {
            if (near[i] != 0) {
                touch_point(c, m, node, QUIRE_PANEL_POINTS * k + i, part, &h);
            }
        }
    }
    if (h.all.share > 0) {
        hold_span(c, m, node, &h);
    }
}

QUIRE_CLONES void
quire_point_contact(const struct scatter *c, const struct quire_piece_meeting *m,
                    const struct quire_candidates *nodes)
{
    const int n = c->state->system->sheet[c->sheet].chain.n, low = nodes->low > 1 ? nodes->low : 1,
              high = nodes->high < n ? nodes->high : n;

    for (int first = low & ~3; first < high; first += LANES) {
        const quire_mask4 on =
            quire_listed_spans(first, low, high) &
            quire_may_overlap(c, m->face, first, quire_outer_level(c, m->guide), 0);
        struct spans p;
        if (!quire_any(on)) {
            continue;
        }
        load_spans(c->x, c->y, first, n, m->face->at, &p);
        for (int lane = 0; lane < LANES; lane++) {
            if (on[lane] != 0) {
                touch_span(c, m, &p, lane, first + lane);
            }
        }
    }
    if (nodes->low == 0) {
        quire_touch_end(c, m, 0);
    }
    if (nodes->high == n + 1) {
        quire_touch_end(c, m, n);
    }
}

/* ---- for memories ---- */

/* what faces a point, or the end, on one face of the sheet */
static bool
meet_place(const struct scatter *c, const struct quire_piece_meeting *m, int node, int point,
           int face, struct station *p, struct facing *f)
{
    struct place_moves moves;
    double part[2] = {0, 1}, length;
    bool met;

    if (point < 0) {
        met = quire_meet_end(c, m, node, p, f, &moves);
    } else {
        const double s = point_at(c->state->system->sheet + c->sheet, node, point, &length);
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
        const struct quire_piece_meeting m = {piece, sys->guide + piece->guide, NULL, true};
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
