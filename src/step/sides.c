#include "step/sides.h"

#include <math.h>
#include <string.h>

#include "contact/gate/gates.h"
#include "contact/gate/space_gates.h"
#include "contact/guide/behind.h"
#include "contact/guide/column_lists.h"
#include "contact/guide/contact.h"
#include "contact/guide/face_place.h"
#include "contact/touch/columns.h"
#include "contact/touch/places.h"

#define ROUNDING 1e-12 /* of ways [m] */

/* One sheet's curve and one face, at the end of a step. */
struct pass {
    const struct quire_system *sys;
    const struct quire_sheet *sheet;
    const struct quire_sheet_work *w;
    int face;
    const struct quire_column *column; /* in space: whose curve it is; NULL in the plane */
};

static void
place_now(const struct pass *p, int i, double out[2])
{
    out[0] = p->w->cx[i];
    out[1] = p->w->cy[i];
}

static void
place_before(const struct pass *p, int i, double out[2])
{
    out[0] = p->w->was_x[i];
    out[1] = p->w->was_y[i];
}

static unsigned char *
back_of(const struct pass *p, int face)
{
    return p->w->back + (size_t)face * (size_t)p->sheet->chain.stride;
}

static enum quire_face_place
place_of(const struct pass *p, int i)
{
    double at[2];

    place_now(p, i, at);
    return quire_face_place(p->sys, p->sheet, p->sys->face + p->face, at);
}

/* whether a station is deeper behind the surface, gone on with, than the solid: beside the face it
 * may come over it within a step, and is not touched then */
static bool
is_deep(const struct pass *p, int i)
{
    const struct quire_face *face = p->sys->face + p->face;
    double at[2];

    place_now(p, i, at);
    return quire_face_level(face, at) > quire_face_depth(p->sys, p->sheet, face->guide);
}

/* the face that goes on smoothly beyond an end; -1: none does */
static int
smooth_next(const struct quire_system *sys, int face, int end)
{
    const struct quire_face *f = sys->face + face;
    const int next = face + 2 * end - 1;

    return !f->taper[end] && f->past[end] <= 0 && next >= 0 && next < sys->n_face &&
                   sys->face[next].guide == f->guide
               ? next
               : -1;
}

/* whether sides of a station are kept for a face: it is near */
static bool
is_kept(const struct pass *p, int face, int i)
{
    for (int k = 0; k < p->w->n_face; k++) {
        const struct quire_candidates *nodes = p->w->face + k;
        if (nodes->target == face) {
            return i >= quire_first_of(nodes) && i < quire_last_of(nodes, p->sheet->chain.n);
        }
    }
    return false;
}

/* Whether a station is at the back of a face that goes on smoothly from this one: then it moves
 * along inside the solid. */
static bool
came_along(const struct pass *p, int i)
{
    for (int e = 0; e < 2; e++) {
        const int next = smooth_next(p->sys, p->face, e);
        if (next >= 0 && back_of(p, next)[i] != 0) {
            return true;
        }
    }
    return false;
}

/* Whether a station that is hardly behind the surface is beside one that lies on it: then the end
 * that the sheet lies over is pressed into it, and it did not come from below. */
static bool
lies_with_next(const struct pass *p, int i, double level)
{
    const struct quire_face *face = p->sys->face + p->face;
    const double most = p->sheet->half + p->sys->guide[face->guide].depth;

    for (int j = i - 1; level <= most && j <= i + 1; j += 2) {
        double at[2];
        if (j < 0 || j > p->sheet->chain.n || back_of(p, p->face)[j] != 0) {
            continue;
        }
        place_now(p, j, at);
        if (quire_is_over_face(p->sheet, face, at) &&
            quire_face_level(face, at) <= p->sheet->half) {
            return true;
        }
    }
    return false;
}

/* Whether a station that is now deep behind the face, over it, came there round an end and not
 * through the surface: by its way since the last look. */
static bool
came_round(const struct pass *p, int i)
{
    const struct quire_face *face = p->sys->face + p->face;
    double from[2], to[2], later = -1, level = 1;
    int by = -1;

    if (!p->w->was_seen) {
        return true;
    }
    place_before(p, i, from);
    place_now(p, i, to);
    for (int e = 0; e < 2; e++) {
        const double before = quire_face_out(p->sheet, face, e, from),
                     after = quire_face_out(p->sheet, face, e, to);
        if (before > 0 && after <= 0 && before / (before - after) > later) {
            later = before / (before - after);
            by = e;
        }
    }
    if (by < 0) {
        return false; /* it was over the face, and has been pushed in */
    }
    const int next = smooth_next(p->sys, p->face, by);
    if (next >= 0 && quire_is_over_face(p->sheet, p->sys->face + next, from) &&
        is_kept(p, next, i)) {
        return back_of(p, next)[i] != 0;
    }
    const double enters[2] = {from[0] + later * (to[0] - from[0]),
                              from[1] + later * (to[1] - from[1])};
    level = quire_face_level(face, enters);
    return level > 0 && !lies_with_next(p, i, level);
}

/* Past an end a station is as deep where its sheet hangs down over that end as where it comes from
 * below; there the next station is at the back of the face. */
static bool
next_is_behind(const struct pass *p, int i)
{
    for (int j = i - 1; j <= i + 1; j += 2) {
        if (j >= 0 && j <= p->sheet->chain.n && place_of(p, j) == QUIRE_FACE_BEHIND &&
            (back_of(p, p->face)[j] != 0 || came_round(p, j))) {
            return true;
        }
    }
    return false;
}

/* Whether another face of the same guide or wall holds the station that is pressed into it: then
 * what is before this one has been pressed through the solid from the other side. */
static bool
is_held_elsewhere(const struct pass *p, int i)
{
    const struct quire_system *sys = p->sys;
    const int view = sys->guide[sys->face[p->face].guide].view;
    double at[2];

    place_now(p, i, at);
    for (int k = 0; k < p->w->n_face; k++) {
        const struct quire_candidates *nodes = p->w->face + k;
        const struct quire_face *face = sys->face + nodes->target;
        if (nodes->target != p->face && sys->guide[face->guide].view == view &&
            i >= quire_first_of(nodes) && i < quire_last_of(nodes, p->sheet->chain.n) &&
            back_of(p, nodes->target)[i] == 0 && quire_is_over_face(p->sheet, face, at) &&
            quire_face_level(face, at) > 0) {
            return true;
        }
    }
    return false;
}

/* Whether all of a column's strip is beside the guide across, where there is no surface to come
 * through. */
static bool
is_beside_across(const struct pass *p, int i)
{
    const struct quire_guide *guide = p->sys->guide + p->sys->face[p->face].guide;

    if (p->column == NULL || p->column->rib != NULL) {
        return false;
    }
    const struct quire_strip *strip = quire_strip_on(p->column, p->sys->face[p->face].guide);
    const double middle = p->column->z[i] + strip->middle;
    return middle + strip->half <= guide->across[0] || middle - strip->half >= guide->across[1];
}

/* whether a station that is not beside the face is at its back now */
static bool
is_at_back(const struct pass *p, int i, enum quire_face_place at)
{
    const bool was = back_of(p, p->face)[i] != 0;

    if (is_beside_across(p, i)) { /* it is where it is, whatever its way */
        return at == QUIRE_FACE_BEHIND || (was && at != QUIRE_FACE_BEFORE);
    }
    switch (at) {
    case QUIRE_FACE_BEFORE: return was && is_held_elsewhere(p, i);
    case QUIRE_FACE_INSIDE: return was || came_along(p, i);
    case QUIRE_FACE_BEYOND: return was || next_is_behind(p, i);
    case QUIRE_FACE_BEHIND: return was || came_along(p, i) || came_round(p, i);
    case QUIRE_FACE_BESIDE: break;
    }
    return false;
}

/* whether the mid-line is anywhere in the range deeper behind the surface than the solid goes;
 * beside the face or not */
static QUIRE_CLONES bool
any_beneath(const struct quire_face *face, double depth, int first, int last,
            const double *restrict x, const double *restrict y)
{
    const double limit = face->radius - face->convex * depth, convex = face->convex;
    const double px = face->at[0], py = face->at[1], nx = face->normal[0], ny = face->normal[1];
    int any = 0;

    if (face->radius > 0) {
        const double most = limit > 0 ? convex * limit * limit : 0;
        QUIRE_IVDEP
        for (int i = first; i < last; i++) {
            const double dx = x[i] - px, dy = y[i] - py;
            any |= convex * (dx * dx + dy * dy) < most;
        }
    } else {
        QUIRE_IVDEP
        for (int i = first; i < last; i++) {
            any |= (x[i] - px) * nx + (y[i] - py) * ny < -depth;
        }
    }
    return any != 0;
}

/* Whether a station beside the face has one next to it that is over the face and at its back: the
 * sheet leaves the solid past the end, or comes into it, between the two. */
static bool
passes_end(const struct pass *p, int i)
{
    for (int j = i - 1; j <= i + 1; j += 2) {
        if (j >= 0 && j <= p->sheet->chain.n && back_of(p, p->face)[j] != 0 &&
            place_of(p, j) != QUIRE_FACE_BESIDE) {
            return true;
        }
    }
    return false;
}

/* whether a station came from behind or may be about to */
static void
settle_behind(const struct pass *p, struct quire_sheet_work *w, int i, enum quire_face_place at)
{
    unsigned char *behind = w->behind + (size_t)p->face * (size_t)p->sheet->chain.stride + i;
    const bool was = *behind != 0, is = at == QUIRE_FACE_BESIDE ? is_deep(p, i) || passes_end(p, i)
                                                                : at == QUIRE_FACE_BEYOND ||
                                                                      back_of(p, p->face)[i] != 0;

    *behind = is;
    w->n_behind += is - was;
}

/* Sides of the stations of one face. What is beside it keeps its mark for now: the next face, which
 * it has come to, asks for that. */
static void
settle_face(const struct pass *p, struct quire_sheet_work *w, int first, int last)
{
    enum quire_face_place before = QUIRE_FACE_BESIDE;

    for (int i = first; i < last; i++) {
        const enum quire_face_place at = place_of(p, i);
        if (at != QUIRE_FACE_BESIDE) {
            back_of(p, p->face)[i] = is_at_back(p, i, at);
        }
        if (i > first) { /* which asks for those next to it */
            settle_behind(p, w, i - 1, before);
        }
        before = at;
    }
    if (last > first) {
        settle_behind(p, w, last - 1, before);
    }
}

static void
clear_beside(const struct pass *p, int first, int last)
{
    unsigned char *back = back_of(p, p->face);

    for (int i = first; i < last; i++) {
        if (back[i] != 0 && place_of(p, i) == QUIRE_FACE_BESIDE) {
            back[i] = 0;
        }
    }
}

/* whether any station of a list is marked */
static bool
any_marked(const struct quire_sheet *sheet, const unsigned char *mark,
           const struct quire_candidates *nodes)
{
    const int first = quire_first_of(nodes), last = quire_last_of(nodes, sheet->chain.n);

    return memchr(mark + (size_t)nodes->target * (size_t)sheet->chain.stride + (size_t)first, 1,
                  (size_t)(last - first)) != NULL;
}

/* Whether a station of a list is at the back of the face or of one that goes on smoothly from it:
 * where none is, and none is deep, stations have no other side than before. */
static bool
is_asked_for(const struct pass *p, const struct quire_candidates *nodes)
{
    struct quire_candidates next = *nodes;
    bool any = any_marked(p->sheet, p->w->back, nodes);

    for (int e = 0; e < 2 && !any; e++) {
        next.target = smooth_next(p->sys, p->face, e);
        any = next.target >= 0 && any_marked(p->sheet, p->w->back, &next);
    }
    return any;
}

/* How far four stations are beyond one of a face's ends, as quire_face_beyond() has it. */
QUIRE_INLINE quire_v4
beyond_end(const struct quire_face *face, int end, quire_v4 x, quire_v4 y)
{
    return (x - face->end[end][0]) * face->out[end][0] +
           (y - face->end[end][1]) * face->out[end][1];
}

QUIRE_INLINE double
rim_of(const struct pass *p, int end)
{
    const struct quire_face *face = p->sys->face + p->face;

    return face->taper[end] ? quire_face_rim(p->sheet) : face->past[end];
}

/* How far the stations in the range may go before one of them is marked otherwise than it stands,
 * where none is at the back of the face [m]; negative: one is. Marked as one that may come from
 * behind are those that are deep and beside the face; none may be deep over it. Four at a time. */
static QUIRE_CLONES double
way_as_marked(const struct pass *p, int first, int last)
{
    const struct quire_face *face = p->sys->face + p->face;
    const unsigned char *behind = p->w->behind + (size_t)p->face * (size_t)p->sheet->chain.stride;
    const quire_v4 depth = quire_all4(quire_face_depth(p->sys, p->sheet, face->guide)),
                   rim[2] = {quire_all4(rim_of(p, 0)), quire_all4(rim_of(p, 1))};
    quire_v4 least = quire_all4(HUGE_VAL);
    quire_mask4 wrong = {0};

    for (int i = first; i < last; i += 4) {
        const quire_v4 x = quire_load4(p->w->cx + i), y = quire_load4(p->w->cy + i),
                       dx = x - face->at[0], dy = y - face->at[1];
        const quire_v4 level = face->radius > 0
                                   ? face->convex * (face->radius - quire_sqrt4(dx * dx + dy * dy))
                                   : -(dx * face->normal[0] + dy * face->normal[1]);
        const quire_v4 out[2] = {beyond_end(face, 0, x, y) - rim[0],
                                 beyond_end(face, 1, x, y) - rim[1]},
                       past = quire_select4(out[0] > out[1], out[0], out[1]), in = level - depth,
                       within = quire_select4(past < in, past, in);
        const quire_mask4 deep = level > depth,
                          was = {-behind[i], -behind[i + 1], -behind[i + 2], -behind[i + 3]},
                          node = {i, i + 1, i + 2, i + 3}, end = {last, last, last, last};
        const quire_v4 way = quire_select4(deep, within, -in);
        least = quire_select4((node < end) & (way < least), way, least);
        wrong |= ((deep & (past <= quire_all4(0))) | (deep ^ was)) & (node < end);
    }
    const double low = fmin(least[0], least[1]), high = fmin(least[2], least[3]);
    return quire_any(wrong) ? -1 : fmin(low, high);
}

/* The same of a list; negative also where stations may have other sides than before. */
static double
way_as_before(const struct pass *p, const struct quire_candidates *nodes, int first, int last)
{
    const unsigned char *back = back_of(p, p->face);

    return !is_asked_for(p, nodes) && (first == 0 || back[first - 1] == 0) &&
                   (last > p->sheet->chain.n || back[last] == 0)
               ? way_as_marked(p, first, last)
               : -1;
}

static void
settle_faces(const struct quire_system *sys, const struct quire_sheet *sheet,
             const struct quire_column *column, struct quire_sheet_work *w)
{
    bool any = false; /* at the back of a face: others ask for that */

    for (int k = 0; w->n_behind > 0 && !any && k < w->n_face; k++) {
        any = any_marked(sheet, w->back, w->face + k);
    }
    for (int k = 0; k < w->n_face; k++) {
        const struct quire_candidates *nodes = w->face + k;
        const struct pass p = {sys, sheet, w, nodes->target, column};
        const struct quire_face *face = sys->face + nodes->target;
        const int first = quire_first_of(nodes), last = quire_last_of(nodes, sheet->chain.n);
        if (((any && is_asked_for(&p, nodes)) ||
             (w->n_behind > 0 && any_marked(sheet, w->behind, nodes)) ||
             (nodes->deep && any_beneath(face, quire_face_depth(sys, sheet, face->guide), first,
                                         last, w->cx, w->cy))) &&
            way_as_before(&p, nodes, first, last) < 0) {
            settle_face(&p, w, first, last);
        }
    }
    for (int k = 0; any && k < w->n_face; k++) {
        const struct quire_candidates *nodes = w->face + k;
        const struct pass p = {sys, sheet, w, nodes->target, column};
        if (any_marked(sheet, w->back, nodes)) {
            clear_beside(&p, quire_first_of(nodes), quire_last_of(nodes, sheet->chain.n));
        }
    }
}

/* ---- where they may have changed ---- */

/* Looks at those faces to which stations have gone as far as they could without another side.
 * False: one may have another. */
static bool
all_stay(const struct quire_system *sys, const struct quire_sheet *sheet,
         const struct quire_column *column, struct quire_sheet_work *w)
{
    w->least_way = HUGE_VAL;
    for (int k = 0; k < w->n_face; k++) {
        struct quire_candidates *nodes = w->face + k;
        const struct pass p = {sys, sheet, w, nodes->target, column};
        if (nodes->way <= 0) {
            nodes->way = way_as_before(&p, nodes, quire_first_of(nodes),
                                       quire_last_of(nodes, sheet->chain.n)) -
                         ROUNDING;
            if (nodes->way < -ROUNDING) {
                return false;
            }
        }
        w->least_way = fmin(w->least_way, nodes->way);
    }
    return true;
}

/* how far n stations have gone at most since the last look [m] */
static QUIRE_CLONES double
largest_way(const struct quire_sheet_work *w, int n)
{
    quire_v4 most = {0};
    int i = 0;

    for (; i + 4 <= n; i += 4) {
        const quire_v4 dx = quire_load4(w->cx + i) - quire_load4(w->was_x + i),
                       dy = quire_load4(w->cy + i) - quire_load4(w->was_y + i),
                       square = dx * dx + dy * dy;
        most = quire_select4(square > most, square, most);
    }
    for (; i < n; i++) {
        const double dx = w->cx[i] - w->was_x[i], dy = w->cy[i] - w->was_y[i];
        most[0] = quire_larger(dx * dx + dy * dy, most[0]);
    }
    return sqrt(quire_larger(quire_larger(most[0], most[1]), quire_larger(most[2], most[3])));
}

/* Stations have gone so far. */
static void
use_up(struct quire_sheet_work *w, double way)
{
    w->least_way -= way;
    for (int k = 0; k < w->n_face; k++) {
        w->face[k].way -= way;
    }
}

static void
look_at_all(struct quire_sheet_work *w)
{
    w->least_way = 0;
    for (int k = 0; k < w->n_face; k++) {
        w->face[k].way = 0;
    }
}

static void
settle_curve(const struct quire_system *sys, const struct quire_sheet *sheet,
             const struct quire_column *column, struct quire_sheet_work *w, const double *x,
             const double *y)
{
    const size_t size = sizeof(double) * (size_t)(sheet->chain.n + 1);

    if (sys->n_face == 0) {
        return;
    }
    quire_station_points(&sheet->chain, x, y, w);
    if (w->was_seen) {
        use_up(w, largest_way(w, sheet->chain.n + 1));
    } else {
        look_at_all(w);
    }
    if ((w->may_be_behind || w->n_behind > 0) && w->least_way <= 0 &&
        !all_stay(sys, sheet, column, w)) {
        settle_faces(sys, sheet, column, w);
        look_at_all(w);
    }
    memcpy(w->was_x, w->cx, size);
    memcpy(w->was_y, w->cy, size);
    w->was_seen = true;
}

static void
settle_columns(const struct quire_system *sys, const struct quire_sheet *sheet,
               struct quire_space_work *w)
{
    for (int j = 0; j < sheet->ladder->m; j++) {
        struct quire_column *c = w->column + j;
        settle_curve(sys, sheet, c, &c->work, c->x, c->y);
    }
    for (int j = 0; j < w->n_apart; j++) {
        struct quire_column *c = w->apart + j;
        settle_curve(sys, sheet, c, &c->work, c->x, c->y);
    }
}

/* gates that are far away have nothing of the sheet behind them */
static void
settle_gates(struct quire_state *st, int sheet, const double *q, const double *v)
{
    quire_space_gates_bound(st, sheet);
    for (int g = 0; g < st->system->n_gate; g++) {
        struct quire_space_work *seen =
            quire_gate_is_there(st, g) ? quire_space_gate_follow(st, sheet, g, q, v) : NULL;
        if (seen != NULL) {
            settle_columns(st->system, st->system->sheet + sheet, seen);
        }
    }
}

void
quire_sides_commit(struct quire_state *st, const struct quire_part *part, double t, const double *y)
{
    quire_gates_place(st, t, y);
    QUIRE_EACH(k, part, sheet)
    {
        struct quire_sheet_work *w = st->sheet + k;
        const struct quire_sheet *s = st->system->sheet + k;
        if (w->entered && w->space != NULL) {
            const double *q = y + s->x0, *v = q + st->system->layout.v0;
            quire_columns_fill(s, w->space, q, v);
            quire_space_reach(st, k);
            settle_columns(st->system, s, w->space);
            if (w->space->gates != NULL) {
                settle_gates(st, k, q, v);
            }
        } else if (w->entered) {
            quire_candidates_update(st, k, y);
            settle_curve(st->system, s, NULL, w, y + s->x0, y + s->x0 + s->chain.stride);
            for (int g = 0; g < w->n_frame; g++) {
                const double *x = y + s->x0, *v = x + st->system->layout.v0;
                if (!quire_gate_is_there(st, g)) {
                    continue;
                }
                quire_frame_follow(
                    st, k, g,
                    &(struct quire_nodes){x, x + s->chain.stride, v, v + s->chain.stride});
                settle_curve(st->system, s, NULL, &w->frame[g].work, w->frame[g].at.x,
                             w->frame[g].at.y);
            }
        }
    }
}

static bool
curve_came_from_behind(const struct quire_system *sys, const struct quire_sheet *sheet,
                       const struct quire_sheet_work *w, int guide, int node)
{
    for (int k = 0; w->n_behind > 0 && k < sys->n_face; k++) {
        if (sys->face[k].guide == guide && quire_sides_is_behind(sheet, w, k, node)) {
            return true;
        }
    }
    return false;
}

static bool
columns_came_from_behind(const struct quire_system *sys, const struct quire_sheet *sheet,
                         const struct quire_space_work *w, int guide, int node)
{
    bool any = false;

    for (int j = 0; !any && j < sheet->ladder->m; j++) {
        any = curve_came_from_behind(sys, sheet, &w->column[j].work, guide, node);
    }
    for (int j = 0; !any && j < w->n_apart; j++) {
        any = curve_came_from_behind(sys, sheet, &w->apart[j].work, guide, node);
    }
    return any;
}

bool
quire_sides_came_from_behind(const struct quire_state *st, int sheet, int guide, int node)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const struct quire_sheet_work *w = st->sheet + sheet;
    bool any = curve_came_from_behind(st->system, s, w, guide, node);

    for (int j = 0; !any && j < w->n_frame; j++) {
        any = curve_came_from_behind(st->system, s, &w->frame[j].work, guide, node);
    }
    if (!any && w->space != NULL) {
        any = columns_came_from_behind(st->system, s, w->space, guide, node);
        for (int g = 0; w->space->gates != NULL && !any && g < st->system->n_gate; g++) {
            any = columns_came_from_behind(st->system, s, w->space->gates->seen + g, guide, node);
        }
    }
    return any;
}
