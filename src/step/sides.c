#include "step/sides.h"

#include <math.h>

#include "contact/gate/gates.h"
#include "contact/gate/space_gates.h"
#include "contact/guide/behind.h"
#include "contact/guide/column_lists.h"
#include "contact/guide/contact.h"
#include "contact/touch/columns.h"

/* where a station is, seen from one face; BEYOND: as deep as BEHIND, but past a free end or a
 * convex kink */
enum place { BEFORE, BESIDE, INSIDE, BEHIND, BEYOND };

static enum place
place_of(const struct quire_sheet *sheet, const struct quire_guide *guide,
         const struct quire_face *face, double x, double y)
{
    const double dx = x - face->at[0], dy = y - face->at[1], half = sheet->half,
                 widest = fmax(0.5 * sheet->chain.h, half);
    const double level = face->radius > 0 ? face->convex * (face->radius - sqrt(dx * dx + dy * dy))
                                          : -(dx * face->normal[0] + dy * face->normal[1]);
    bool past = false;

    for (int e = 0; e < 2; e++) {
        const double u =
            (x - face->end[e][0]) * face->out[e][0] + (y - face->end[e][1]) * face->out[e][1];
        if (u > (face->taper[e] ? widest : face->past[e])) {
            return BESIDE;
        }
        past = past || (face->taper[e] && u > 0);
    }
    return level + half + guide->reach <= 0 ? BEFORE
           : level + half <= guide->depth   ? INSIDE
           : past                           ? BEYOND
                                            : BEHIND;
}

/* Past an end a station is as deep where its sheet hangs down over that end as where it comes from
 * below; there the next station is behind the face. */
static bool
next_is_behind(const struct quire_sheet *sheet, const struct quire_guide *guide,
               const struct quire_face *face, const struct quire_sheet_work *w, int node)
{
    return (node > 0 && place_of(sheet, guide, face, w->cx[node - 1], w->cy[node - 1]) == BEHIND) ||
           (node < sheet->chain.n &&
            place_of(sheet, guide, face, w->cx[node + 1], w->cy[node + 1]) == BEHIND);
}

/* whether the same station is behind a face that goes on smoothly from this one: then it moves
 * along inside the solid */
static bool
came_along(const struct quire_system *sys, const struct quire_sheet *sheet,
           const struct quire_sheet_work *w, int face, int node)
{
    const struct quire_face *f = sys->face + face;

    for (int e = 0; e < 2; e++) {
        const int next = face + 2 * e - 1;
        if (!f->taper[e] && f->past[e] <= 0 && next >= 0 && next < sys->n_face &&
            sys->face[next].guide == f->guide && quire_sides_is_behind(sheet, w, next, node)) {
            return true;
        }
    }
    return false;
}

/* whether a station of the range is deeper in the solid than its depth; beside it or not */
static QUIRE_CLONES bool
any_beneath(const struct quire_sheet *sheet, const struct quire_guide *guide,
            const struct quire_face *face, const struct quire_candidates *nodes,
            const double *restrict x, const double *restrict y)
{
    const double depth = guide->depth - sheet->half, limit = face->radius - face->convex * depth,
                 convex = face->convex;
    const double px = face->at[0], py = face->at[1], nx = face->normal[0], ny = face->normal[1];
    int any = 0;

    if (face->radius > 0) {
        const double most = limit > 0 ? convex * limit * limit : 0;
        QUIRE_IVDEP
        for (int i = nodes->low; i < nodes->high; i++) {
            const double dx = x[i] - px, dy = y[i] - py;
            any |= convex * (dx * dx + dy * dy) < most;
        }
    } else {
        QUIRE_IVDEP
        for (int i = nodes->low; i < nodes->high; i++) {
            any |= (x[i] - px) * nx + (y[i] - py) * ny < -depth;
        }
    }
    return any != 0;
}

static void
settle_curve(const struct quire_system *sys, const struct quire_sheet *sheet,
             struct quire_sheet_work *w, const double *x, const double *y)
{
    if ((!w->may_be_behind && w->n_behind == 0) || w->n_face == 0) {
        return;
    }
    quire_station_points(&sheet->chain, x, y, w);
    for (int k = 0; k < w->n_face; k++) {
        const struct quire_candidates *nodes = w->face + k;
        const struct quire_face *face = sys->face + nodes->target;
        const struct quire_guide *guide = sys->guide + face->guide;
        unsigned char *behind = w->behind + (size_t)nodes->target * (size_t)sheet->chain.stride;
        if (w->n_behind == 0 &&
            !(nodes->deep && any_beneath(sheet, guide, face, nodes, w->cx, w->cy))) {
            continue;
        }
        for (int i = nodes->low; i < nodes->high; i++) {
            const enum place at = place_of(sheet, guide, face, w->cx[i], w->cy[i]);
            const bool was = behind[i] != 0,
                       is = at == BEHIND ||
                            (at == BEYOND && (was || next_is_behind(sheet, guide, face, w, i))) ||
                            (at == INSIDE && (was || came_along(sys, sheet, w, nodes->target, i)));
            behind[i] = is ? 1 : 0;
            w->n_behind += is - was;
        }
    }
}

static void
settle_columns(const struct quire_system *sys, const struct quire_sheet *sheet,
               struct quire_space_work *w)
{
    for (int j = 0; j < sheet->ladder->m; j++) {
        struct quire_column *c = w->column + j;
        settle_curve(sys, sheet, &c->work, c->x, c->y);
    }
    for (int j = 0; j < w->n_apart; j++) {
        struct quire_column *c = w->apart + j;
        settle_curve(sys, sheet, &c->work, c->x, c->y);
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
            settle_curve(st->system, s, w, y + s->x0, y + s->x0 + s->chain.stride);
            for (int g = 0; g < w->n_frame; g++) {
                const double *x = y + s->x0, *v = x + st->system->layout.v0;
                if (!quire_gate_is_there(st, g)) {
                    continue;
                }
                quire_frame_follow(
                    st, k, g,
                    &(struct quire_nodes){x, x + s->chain.stride, v, v + s->chain.stride});
                settle_curve(st->system, s, &w->frame[g].work, w->frame[g].at.x, w->frame[g].at.y);
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
