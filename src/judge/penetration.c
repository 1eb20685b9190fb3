#include "judge/penetration.h"

#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "contact/space/space_walls.h"
#include "judge/depth.h"
#include "judge/walls.h"
#include "model/problem.h"
#include "state/gate_pose.h"
#include "step/law_history.h"
#include "step/sides.h"
#include "text/amount.h"

/* With the mid-line this far inside a thin solid [m], or in this part of its thickness, a sheet is
 * not in contact any more, but in it. */
#define DEEP 0.3e-3
#define PART 0.5

struct quire_penetration {
    const struct quire_system *system;
    struct quire_tunnelling *found;    /* (n) */
    const struct quire_object **solid; /* (n) of each */
    size_t n, capacity;
    bool starved;   /* memory ran out: some are not among them */
    bool *reported; /* (n_guide + n_roller + n_sheet, n_sheet) */
    struct quire_walls *walls;
    const struct quire_view *view; /* while walls are looked at */
};

static double
deepest_in(const struct quire_guide *guide)
{
    return fmax(DEEP, PART * guide->depth);
}

struct quire_penetration *
quire_penetration_create(const struct quire_system *sys)
{
    struct quire_penetration *a = calloc(1, sizeof *a);
    const size_t targets = (size_t)sys->n_guide + (size_t)sys->n_roller + (size_t)sys->n_sheet,
                 pairs = targets * (size_t)sys->n_sheet + 1;

    if (a != NULL) {
        a->system = sys;
        a->reported = calloc(pairs, sizeof *a->reported);
        a->walls = quire_walls_create(sys);
        if (a->reported == NULL || a->walls == NULL) {
            quire_penetration_destroy(a);
            return NULL;
        }
    }
    return a;
}

static bool *
reported_of(const struct quire_penetration *a, int target, int sheet)
{
    return a->reported + (size_t)target * (size_t)a->system->n_sheet + (size_t)sheet;
}

void
quire_penetration_destroy(struct quire_penetration *a)
{
    if (a != NULL) {
        quire_walls_destroy(a->walls);
        free(a->reported);
        free(a->found);
        free(a->solid);
        free(a);
    }
}

const struct quire_tunnelling *
quire_penetration_found(const struct quire_penetration *a, size_t *n)
{
    *n = a->n;
    return a->found;
}

/* room for one more */
static bool
make_room(struct quire_penetration *a)
{
    const size_t capacity = a->n < a->capacity ? a->capacity : 2 * a->capacity + 16;
    struct quire_tunnelling *found =
        capacity > a->capacity ? realloc(a->found, capacity * sizeof *found) : a->found;
    const struct quire_object **solid = found != NULL && capacity > a->capacity
                                            ? realloc(a->solid, capacity * sizeof *solid)
                                            : a->solid;

    a->found = found != NULL ? found : a->found;
    a->solid = solid != NULL ? solid : a->solid;
    if (found == NULL || solid == NULL) {
        a->starved = true;
        return false;
    }
    a->capacity = capacity;
    return true;
}

static void
report(struct quire_penetration *a, int target, int sheet, const struct quire_object *solid,
       const struct quire_tunnelling *found)
{
    bool *reported = reported_of(a, target, sheet);

    if (!*reported && make_room(a)) {
        *reported = true;
        a->solid[a->n] = solid;
        a->found[a->n++] = *found;
    }
}

static bool
is_sheet(const struct quire_system *sys, const struct quire_object *object)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        if (sys->sheet[k].object == object) {
            return true;
        }
    }
    return false;
}

void
quire_penetration_warn(const struct quire_penetration *a, quire_diag *diag)
{
    for (size_t i = 0; i < a->n; i++) {
        const struct quire_tunnelling *found = a->found + i;
        const bool sheet = is_sheet(a->system, a->solid[i]);
        if (sheet && found->depth < QUIRE_CROSSED_DEPTH) {
            quire_object_warning(a->solid[i], diag, "W-TUNNELLING",
                                 "use more segments, a stiffer contact or a smaller force",
                                 "sheet '%s' has crossed sheet '%s' at %s s", found->sheet,
                                 found->target, QUIRE_AMOUNT_TIME(found->time));
            continue;
        }
        quire_object_warning(
            a->solid[i], diag, "W-TUNNELLING",
            sheet ? "use more segments, a stiffer contact or a smaller force"
                  : "reverse the side of the solid, make it thicker, or use a smaller force",
            "sheet '%s' was %s mm %s '%s' at %s s", found->sheet, QUIRE_AMOUNT(1e3 * found->depth),
            sheet            ? "through sheet"
            : found->through ? "through"
                             : "inside",
            found->target, QUIRE_AMOUNT_TIME(found->time));
    }
    if (a->starved) {
        quire_diag_memory_error(diag);
    }
}

static void
report_crossing(void *user, const struct quire_wall_crossing *c)
{
    struct quire_penetration *a = user;
    const struct quire_guide *g = a->system->guide + c->guide;
    int first = c->guide;

    /* both surfaces of a wall are one */
    while (first > 0 && a->system->guide[first - 1].view == g->view) {
        first--;
    }
    report(a, first, c->sheet, g->object,
           &(struct quire_tunnelling){a->view->time, a->view->sheet[c->sheet].name, g->name,
                                      c->at[0], c->at[1], c->depth, .through = true});
}

bool
quire_penetration_check_walls(struct quire_penetration *a, const struct quire_state *state,
                              const struct quire_view *view, const double *y, bool last)
{
    a->view = view;
    return quire_walls_check(a->walls, state, view, y, last, report_crossing, a);
}

/* How deep a station of a sheet lies in a guide's solid. */
static double
station_depth(const struct quire_state *st, const struct quire_guide *g,
              const struct quire_sheet_view *s, size_t i, double where[2])
{
    const double middle[3] = {s->x[i], s->y[i], 0};

    where[0] = s->x[i];
    where[1] = s->y[i];
    return s->node != NULL
               ? quire_depth_of_row(st, g, s->node + 3 * i * s->n_column, s->n_column, where)
               : quire_depth_in_guide(st, g, middle);
}

/* the edge of a sheet beside a wall */
static void
check_beside(struct quire_penetration *a, const struct quire_wall *wall, int sheet,
             const struct quire_view *view)
{
    const struct quire_system *sys = a->system;
    const struct quire_sheet_view *s = view->sheet + sheet;
    const struct quire_guide *g = sys->guide + wall->guide;
    const struct quire_ladder *ladder = sys->sheet[sheet].ladder;

    for (size_t i = 0; i < s->n_node; i++) {
        const double *nodes = s->node + i * (size_t)ladder->block,
                     *at = nodes + 3 * quire_wall_column(&wall->shape, ladder);
        const double depth = quire_depth_in_wall(&wall->shape, g->depth, ladder, nodes);
        if (depth > deepest_in(g)) {
            report(a, wall->guide, sheet, g->object,
                   &(struct quire_tunnelling){view->time, s->name, g->name, at[0], at[1], depth,
                                              false});
        }
    }
}

/* whether the stretches of the x axis that two sheets take up overlap, and those of the y axis */
static bool
are_near(const struct quire_sheet_view *a, const struct quire_sheet_view *b)
{
    double low[2][2], high[2][2];

    for (int k = 0; k < 4; k++) {
        const struct quire_sheet_view *s = k < 2 ? a : b;
        const double *x = (k & 1) == 0 ? s->x : s->y;
        double *l = &low[k / 2][k & 1], *h = &high[k / 2][k & 1];
        *l = *h = x[0];
        for (size_t i = 1; i < s->n_node; i++) {
            *l = x[i] < *l ? x[i] : *l;
            *h = x[i] > *h ? x[i] : *h;
        }
    }
    return low[0][0] <= high[1][0] && low[1][0] <= high[0][0] && low[0][1] <= high[1][1] &&
           low[1][1] <= high[0][1];
}

/* whether the mid-lines, or in space the mid-surfaces, of two sheets cross */
static bool
have_crossed(const struct quire_sheet_view *a, const struct quire_sheet_view *b, double where[2],
             double *depth)
{
    if (a->node != NULL) {
        const struct quire_rows mine = {a->node, (int)a->n_node, (int)a->n_column},
                                its = {b->node, (int)b->n_node, (int)b->n_column};
        return quire_surfaces_cross(&mine, &its, where, depth, NULL);
    }
    const struct quire_line mine = {a->x, a->y, (int)a->n_node - 1},
                            its = {b->x, b->y, (int)b->n_node - 1};
    return quire_curves_cross(&mine, &its, where, depth);
}

/* sheets that have gone into others */
static void
check_others(struct quire_penetration *a, const struct quire_state *state,
             const struct quire_view *view, int k)
{
    const struct quire_system *sys = a->system;
    const struct quire_sheet_view *one = view->sheet + k;

    QUIRE_EACH(j, state->part, sheet)
    {
        const struct quire_sheet_view *other = view->sheet + j;
        const int target = sys->n_guide + sys->n_roller + j;
        double p[2], depth;
        if (j > k && one->entered && other->entered && sys->sheet_law[k * sys->n_sheet + j] >= 0 &&
            !*reported_of(a, target, k) && are_near(one, other) &&
            have_crossed(one, other, p, &depth)) {
            report(a, target, k, sys->sheet[j].object,
                   &(struct quire_tunnelling){view->time, one->name, other->name, p[0], p[1], depth,
                                              false});
        }
    }
}

/* how deep a sheet's mid-line lies in a roller */
static double
depth_of_sheet(const struct quire_sheet_view *s, const struct quire_roller_view *roller)
{
    const double centre[2] = {roller->x, roller->y};
    double deepest = -roller->radius;

    for (size_t i = 0; i + 1 < s->n_node; i++) {
        const double dx = s->x[i + 1] - s->x[i], dy = s->y[i + 1] - s->y[i],
                     length2 = dx * dx + dy * dy;
        double share =
            length2 > 0 ? ((centre[0] - s->x[i]) * dx + (centre[1] - s->y[i]) * dy) / length2 : 0;
        share = fmin(fmax(share, 0), 1);
        deepest =
            fmax(deepest,
                 quire_depth_in_roller(centre, roller->radius,
                                       (double[2]){s->x[i] + share * dx, s->y[i] + share * dy}));
    }
    return deepest;
}

/* of the sheets that touch a roller, one may be pushed deep into it while another only lies on it
 */
static void
check_rollers(struct quire_penetration *a, int sheet, const struct quire_view *view)
{
    const struct quire_system *sys = a->system;
    const struct quire_sheet_view *s = view->sheet + sheet;

    for (int r = 0; r < sys->n_roller; r++) {
        const struct quire_roller_view *v = view->roller + r;
        const double limit = 0.2 * v->radius;
        if (v->indentation > limit && !*reported_of(a, sys->n_guide + r, sheet)) {
            const double depth = depth_of_sheet(s, v) + 0.5 * s->thickness;
            if (depth > limit) {
                report(a, sys->n_guide + r, sheet, sys->roller[r].object,
                       &(struct quire_tunnelling){view->time, s->name, v->name, v->x, v->y, depth,
                                                  false});
            }
        }
    }
}

void
quire_penetration_check(struct quire_penetration *a, const struct quire_state *state,
                        const struct quire_view *view, enum quire_penetration_extent extent)
{
    const struct quire_system *sys = a->system;

    QUIRE_EACH(k, state->part, sheet)
    {
        const struct quire_sheet_view *s = view->sheet + k;
        for (int g = 0; s->entered && g < sys->n_guide; g++) {
            if (extent == QUIRE_PENETRATION_TOUCHED &&
                view->guide[sys->guide[g].view].indentation <=
                    deepest_in(sys->guide + g) + 0.5 * s->thickness) {
                continue;
            }
            for (size_t i = 0; i < s->n_node && !*reported_of(a, g, k); i++) {
                double p[2];
                const double depth = station_depth(state, sys->guide + g, s, i, p);
                if (depth > deepest_in(sys->guide + g) &&
                    !quire_sides_came_from_behind(state, k, g, (int)i)) {
                    report(a, g, k, sys->guide[g].object,
                           &(struct quire_tunnelling){view->time, s->name, sys->guide[g].name, p[0],
                                                      p[1], depth, false});
                }
            }
        }
        if (sys->sheets_meet) {
            check_others(a, state, view, k);
        }
        for (int w = 0; s->entered && w < sys->n_wall; w++) {
            if (extent != QUIRE_PENETRATION_TOUCHED ||
                view->guide[sys->guide[sys->wall[w].guide].view].indentation >
                    deepest_in(sys->guide + sys->wall[w].guide)) {
                check_beside(a, sys->wall + w, k, view);
            }
        }
        if (s->entered && extent != QUIRE_PENETRATION_PLACES) {
            check_rollers(a, k, view);
        }
    }
}
