#include <math.h>
#include <string.h>

#include "contact/body/soft.h"
#include "contact/guide/behind.h"
#include "contact/guide/contact.h"
#include "contact/guide/face_place.h"
#include "contact/law/constants.h"
#include "contact/touch/columns.h"
#include "contact/touch/gone.h"
#include "contact/touch/places.h"

/* Making the lists costs as much as some ten evaluations of the forces, longer lists cost little in
 * each. */
#define MARGIN      QUIRE_CANDIDATES_MARGIN
#define MOST_GROUPS 64

static QUIRE_CLONES void
follow(struct quire_gone *gone, const double *x, const double *y, int stride)
{
    quire_gone_follow(gone, x, y, stride);
}

static bool
still_good(const struct quire_state *st, const struct quire_sheet_work *w)
{
    if (!w->listed || quire_gone(&w->gone) > w->near_until) {
        return false;
    }
    QUIRE_EACH(k, st->part, roller)
    {
        if (w->gate >= 0) {
            break; /* rollers are not seen from gates */
        }
        const double *c = st->carrier[st->system->roller[k].small].centre;
        const double dx = c[0] - w->near_centre[k][0], dy = c[1] - w->near_centre[k][1];
        if (dx * dx + dy * dy > MARGIN * MARGIN) {
            return false;
        }
    }
    return true;
}

/* nodes, and the boxes around groups of them, side by side for the vector unit */
struct groups {
    const double *x, *y;
    double low_x[MOST_GROUPS], high_x[MOST_GROUPS], low_y[MOST_GROUPS], high_y[MOST_GROUPS];
    double low[2], high[2]; /* around all of them */
    int size, n;            /* nodes in a group, groups rounded up to QUIRE_LANES */
};

static void
box_groups(const struct quire_sheet *sheet, const double *x, const double *y, struct groups *b)
{
    const int n = sheet->chain.n + 1, even = (n + MOST_GROUPS - 1) / MOST_GROUPS;
    int g = 0;

    b->x = x;
    b->y = y;
    b->size = even > QUIRE_LANES ? even : QUIRE_LANES;
    for (; g * b->size < n; g++) {
        const int first = g * b->size, last = first + b->size < n ? first + b->size : n;
        double x0 = x[first], x1 = x0, y0 = y[first], y1 = y0;
        for (int i = first + 1; i < last; i++) {
            x0 = x[i] < x0 ? x[i] : x0;
            x1 = x[i] > x1 ? x[i] : x1;
            y0 = y[i] < y0 ? y[i] : y0;
            y1 = y[i] > y1 ? y[i] : y1;
        }
        b->low_x[g] = x0;
        b->high_x[g] = x1;
        b->low_y[g] = y0;
        b->high_y[g] = y1;
    }
    b->low[0] = b->low[1] = HUGE_VAL;
    b->high[0] = b->high[1] = -HUGE_VAL;
    for (int k = 0; k < g; k++) {
        b->low[0] = b->low_x[k] < b->low[0] ? b->low_x[k] : b->low[0];
        b->low[1] = b->low_y[k] < b->low[1] ? b->low_y[k] : b->low[1];
        b->high[0] = b->high_x[k] > b->high[0] ? b->high_x[k] : b->high[0];
        b->high[1] = b->high_y[k] > b->high[1] ? b->high_y[k] : b->high[1];
    }
    for (; g % QUIRE_LANES != 0; g++) { /* boxes that nothing meets */
        b->low_x[g] = b->low_y[g] = HUGE_VAL;
        b->high_x[g] = b->high_y[g] = -HUGE_VAL;
    }
    b->n = g;
}

/* which groups meet a box: 1 for those that do */
static QUIRE_CLONES bool
meeting_groups(const struct groups *b, double x0, double x1, double y0, double y1,
               double *restrict hit)
{
    double any = 0;

    for (int g = 0; g < b->n; g += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int j = g; j < g + QUIRE_LANES; j++) {
            hit[j] = b->high_x[j] < x0 || b->low_x[j] > x1 || b->high_y[j] < y0 || b->low_y[j] > y1
                         ? 0
                         : 1;
        }
        any += quire_tree8(hit + g);
    }
    return any > 0;
}

/* whether a node is closer to a face than `reach` on the sheet's side, or behind it */
static bool
near_face(const struct quire_face *face, double x, double y, double reach)
{
    const double dx = x - face->at[0], dy = y - face->at[1];

    if (face->radius > 0) {
        const double limit = face->radius + face->convex * reach;
        return limit <= 0 || face->convex * (dx * dx + dy * dy) < face->convex * limit * limit;
    }
    return dx * face->normal[0] + dy * face->normal[1] < reach;
}

/* whether the box around all nodes comes within `reach` of another */
static bool
meets(const struct groups *b, const double low[2], const double high[2], double reach)
{
    return b->high[0] >= low[0] - reach && b->low[0] <= high[0] + reach &&
           b->high[1] >= low[1] - reach && b->low[1] <= high[1] + reach;
}

/* how far that box may go before it comes within `reach` of another; negative: it has */
static double
way_to(const struct groups *b, const double low[2], const double high[2], double reach)
{
    const double x = fmax(low[0] - b->high[0], b->low[0] - high[0]),
                 y = fmax(low[1] - b->high[1], b->low[1] - high[1]);

    return fmax(x, y) - reach;
}

/* the first and last node within `reach` of a box, and of a face if there is one */
static struct quire_candidates
nodes_near(const struct quire_sheet *sheet, const struct groups *groups, const double low[2],
           const double high[2], double reach, const struct quire_face *face, double face_reach)
{
    const double *x = groups->x, *y = groups->y;
    const int n = sheet->chain.n + 1;
    const double x0 = low[0] - reach, x1 = high[0] + reach, y0 = low[1] - reach,
                 y1 = high[1] + reach;
    struct quire_candidates r = {.low = n};
    double hit[MOST_GROUPS];

    if (!meets(groups, low, high, reach) || !meeting_groups(groups, x0, x1, y0, y1, hit)) {
        return r;
    }
    for (int g = 0; g < groups->n; g++) {
        const int first = g * groups->size,
                  last = first + groups->size < n ? first + groups->size : n;
        for (int i = first; hit[g] > 0 && i < last; i++) {
            if (x[i] > x0 && x[i] < x1 && y[i] > y0 && y[i] < y1 &&
                (face == NULL || near_face(face, x[i], y[i], face_reach))) {
                r.low = i < r.low ? i : r.low;
                r.high = i + 1;
            }
        }
    }
    return r;
}

/* whether a node is closer to a face than `reach`, or behind it */
static bool
any_near(const struct quire_face *face, const struct groups *groups, struct quire_candidates r,
         double reach)
{
    for (int i = r.low; i < r.high; i++) {
        if (near_face(face, groups->x[i], groups->y[i], reach)) {
            return true;
        }
    }
    return false;
}

/* The curve's first and last span reach to the ends: half of either is nearer to the end than to
 * the node that it belongs to. */
static struct quire_candidates
with_end_spans(struct quire_candidates r, int n)
{
    if (r.low < r.high && r.low == 0 && r.high < 2) {
        r.high = 2;
    }
    if (r.low < r.high && r.high == n + 1 && r.low > n - 1) {
        r.low = n - 1;
    }
    return r;
}

static void
list(struct quire_candidates *out, int *n, struct quire_candidates r, int target)
{
    if (r.low < r.high) {
        r.target = target;
        r.near = (r.low + r.high) / 2;
        out[(*n)++] = r;
    }
}

static void
list_piece(const struct quire_system *sys, int index, struct quire_sheet_work *w,
           const struct groups *groups, int piece)
{
    const struct quire_sheet *sheet = sys->sheet + index;
    const struct quire_face *face = sys->face + piece;
    const struct quire_guide *guide = sys->guide + face->guide;
    /* what a node's span of the curve touches lies within half a segment of it, or of an end */
    const double h = sheet->chain.h, near_by = MARGIN + QUIRE_CANDIDATES_SPAN * h + sheet->half;

    if (w->near_guide[face->guide] &&
        (guide->law[2 * index] >= 0 || guide->law[2 * index + 1] >= 0)) {
        struct quire_candidates near =
            with_end_spans(nodes_near(sheet, groups, face->low, face->high,
                                      near_by + fmax(guide->depth - 0.55 * h, 0) + guide->reach,
                                      face, near_by + guide->reach),
                           sheet->chain.n);
        near.deep = piece < sys->n_face && any_near(face, groups, near, near_by - guide->depth);
        w->may_be_behind = w->may_be_behind || near.deep;
        list(w->face, &w->n_piece, near, piece);
    }
}

static void
list_pieces(const struct quire_system *sys, int index, struct quire_sheet_work *w,
            const struct groups *groups)
{
    for (int k = 0; k < sys->n_face; k++) {
        list_piece(sys, index, w, groups, k);
    }
    w->n_face = w->n_piece;
    for (int k = 0; k < sys->n_edge; k++) {
        list_piece(sys, index, w, groups, sys->n_face + k);
    }
}

/* Sides of stations that were not in the last list of a face, from where they were before the step,
 * so that what is tried in it does not matter. */
static void
place_stations(const struct quire_system *sys, int index, struct quire_sheet_work *w,
               const struct quire_candidates *now, const struct quire_candidates *last)
{
    const struct quire_sheet *sheet = sys->sheet + index;
    const struct quire_face *face = sys->face + now->target;
    const size_t own = (size_t)now->target * (size_t)sheet->chain.stride;
    const double *x = w->was_seen ? w->was_x : w->cx, *y = w->was_seen ? w->was_y : w->cy;
    const int n = sheet->chain.n;

    for (int i = quire_first_of(now); i < quire_last_of(now, n); i++) {
        if (last != NULL && i >= quire_first_of(last) && i < quire_last_of(last, n)) {
            continue;
        }
        const enum quire_face_place at =
            quire_face_place(sys, sheet, face, (const double[]){x[i], y[i]});
        const bool back = at == QUIRE_FACE_BEHIND ||
                          (at == QUIRE_FACE_BEYOND &&
                           quire_is_between_ends(face, (const double[]){x[i], y[i]})),
                   was = w->behind[own + (size_t)i] != 0,
                   deep = quire_face_level(face, (const double[]){x[i], y[i]}) >
                          quire_face_depth(sys, sheet, face->guide),
                   is = back || at == QUIRE_FACE_BEYOND || (at == QUIRE_FACE_BESIDE && deep);
        w->back[own + (size_t)i] = back;
        w->behind[own + (size_t)i] = is;
        w->n_behind += is - was;
    }
}

/* those of all faces that are listed; there were so many in the last lists */
static void
place_all(const struct quire_system *sys, int index, struct quire_sheet_work *w, int n_last)
{
    const struct quire_candidates *last = w->listed_face, *end = last + n_last;

    for (int k = 0; k < w->n_face; k++) {
        while (last < end && last->target < w->face[k].target) {
            last++;
        }
        place_stations(sys, index, w, w->face + k,
                       last < end && last->target == w->face[k].target ? last : NULL);
    }
}

static double
guide_reach(const struct quire_sheet *sheet, const struct quire_guide *guide)
{
    return MARGIN + sheet->chain.h + sheet->thickness + guide->depth + guide->reach;
}

/* rollers may move by MARGIN themselves */
static double
roller_reach(const struct quire_state *st, const struct quire_sheet *sheet,
             const struct quire_roller *roller)
{
    return 2 * MARGIN + sheet->chain.h + sheet->half +
           (roller->soft >= 0 ? quire_soft_reach(st, roller) : roller->radius) + roller->reach;
}

static void
list_corners(const struct quire_system *sys, int index, struct quire_sheet_work *w,
             const struct groups *groups)
{
    const struct quire_sheet *sheet = sys->sheet + index;

    for (int k = 0; k < sys->n_corner; k++) {
        const struct quire_corner_contact *corner = sys->corner + k;
        const struct quire_guide *guide = sys->guide + corner->guide;
        if (w->near_guide[corner->guide] &&
            (guide->law[2 * index] >= 0 || guide->law[2 * index + 1] >= 0)) {
            list(w->corner, &w->n_corner,
                 nodes_near(sheet, groups, corner->at, corner->at, guide_reach(sheet, guide), NULL,
                            0),
                 k);
        }
    }
}

/* How far a sheet that is near nothing, as guides and rollers are, may go until it may be. */
static double
way_to_any(const struct quire_state *st, int index, const struct groups *groups)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    double least = HUGE_VAL;

    for (int g = 0; g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g;
        least = fmin(least, way_to(groups, guide->low, guide->high, guide_reach(sheet, guide)));
    }
    for (int k = 0; k < sys->n_roller; k++) {
        const double *c = st->carrier[sys->roller[k].small].centre;
        least = fmin(least, way_to(groups, c, c, roller_reach(st, sheet, sys->roller + k)));
    }
    return least;
}

/* those of the state, where they are */
static void
list_rollers(const struct quire_state *st, int index, struct quire_sheet_work *w,
             const struct groups *groups)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;

    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *roller = sys->roller + k;
        const double *c = st->carrier[roller->small].centre;
        w->near_centre[k][0] = c[0];
        w->near_centre[k][1] = c[1];
        if (roller->law[2 * index] >= 0 || roller->law[2 * index + 1] >= 0) {
            list(w->roller, &w->n_roller,
                 nodes_near(sheet, groups, c, c, roller_reach(st, sheet, roller), NULL, 0), k);
        }
    }
}

bool
quire_candidates_follow(struct quire_state *st, int index, struct quire_sheet_work *w,
                        const double *px, const double *py)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct groups groups;

    follow(&w->gone, px, py, sheet->chain.stride);
    if (still_good(st, w)) {
        return false;
    }
    const int n_last = w->listed ? w->n_face : 0;
    memcpy(w->listed_face, w->face, sizeof *w->face * (size_t)n_last);
    box_groups(sheet, px, py, &groups);
    w->listed = true;
    w->n_close = -1;
    w->n_face = w->n_piece = w->n_corner = w->n_roller = 0;
    w->may_be_behind = false;
    w->least_way = 0;
    quire_gone_begin(&w->gone, px, py, sheet->chain.stride);
    w->near_until = quire_gone(&w->gone) + MARGIN;
    for (int g = 0; g < sys->n_guide; g++) {
        w->near_guide[g] = w->only == (quire_is_apart(sys, index, g) ? g : -1) &&
                           w->gate == sys->guide[g].gate &&
                           quire_guide_rule(sys, index, g) >= w->rule &&
                           meets(&groups, sys->guide[g].low, sys->guide[g].high,
                                 guide_reach(sheet, sys->guide + g));
    }
    list_pieces(sys, index, w, &groups);
    if (!w->was_seen && w->n_face > 0) {
        quire_station_points(&sheet->chain, px, py, w);
    }
    place_all(sys, index, w, n_last);
    list_corners(sys, index, w, &groups);
    if (w->gate < 0) {
        list_rollers(st, index, w, &groups);
    }
    if (w->n_piece + w->n_corner + w->n_roller == 0 && sys->n_gate == 0) {
        w->near_until += fmax(way_to_any(st, index, &groups), 0);
    }
    return true;
}

void
quire_candidates_update(struct quire_state *st, int index, const double *y)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const double *x = y + sheet->x0;

    quire_candidates_follow(st, index, st->sheet + index, x, x + sheet->chain.stride);
}
