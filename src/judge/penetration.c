#include "judge/penetration.h"
#include "judge/walls.h"

#include "contact/law/law_state.h"
#include "contact/sheets/sheets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "contact/gate/gates.h"
#include "contact/guide/sides.h"
#include "contact/sheets/boxes.h"
#include "contact/space/space_walls.h"
#include "contact/touch/tilt.h"
#include "geometry/box_index.h"
#include "geometry/outline.h"
#include "model/params.h"
#include "model/problem.h"

#define DEEP 0.3e-3 /* the mid-line this far inside a solid is no contact any more [m] */

struct quire_audit {
    const struct quire_system *system;
    struct quire_tunnelling *found;    /* (n) */
    const struct quire_object **solid; /* (n) of each */
    size_t n, capacity;
    bool starved;   /* memory ran out: some are not among them */
    bool *reported; /* (n_guide + n_roller + n_sheet, n_sheet) */
    struct quire_walls *walls;
    const struct quire_view *view; /* while walls are looked at */
};

struct quire_audit *
quire_audit_create(const struct quire_system *sys)
{
    struct quire_audit *a = calloc(1, sizeof *a);
    const size_t targets = (size_t)sys->n_guide + (size_t)sys->n_roller + (size_t)sys->n_sheet,
                 pairs = targets * (size_t)sys->n_sheet + 1;

    if (a != NULL) {
        a->system = sys;
        a->reported = calloc(pairs, sizeof *a->reported);
        a->walls = quire_walls_create(sys);
        if (a->reported == NULL || a->walls == NULL) {
            quire_audit_destroy(a);
            return NULL;
        }
    }
    return a;
}

static bool *
reported_of(const struct quire_audit *a, int target, int sheet)
{
    return a->reported + (size_t)target * (size_t)a->system->n_sheet + (size_t)sheet;
}

void
quire_audit_destroy(struct quire_audit *a)
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
quire_audit_found(const struct quire_audit *a, size_t *n)
{
    *n = a->n;
    return a->found;
}

/* How deep a point lies in a guide's solid; negative outside, and where the guide does not reach
 * across. */
static double
depth_in(const struct quire_state *st, const struct quire_guide *g, const double at[3])
{
    double p[2] = {at[0], at[1]}, z = at[2];

    if (st->system->spatial && (z < g->across[0] || z > g->across[1])) {
        return -1;
    }
    if (g->gate > 0) {
        quire_gate_into(st->system->gate + g->gate - 1, st->gate + g->gate - 1, at, p);
    }
    if (g->tilted) {
        const double by = quire_tilt_back(&g->tilt, quire_tilt_height(&g->tilt, p[0], p[1]), &z);
        p[0] += by * g->tilt.normal[0];
        p[1] += by * g->tilt.normal[1];
    }
    if (p[0] < g->low[0] - g->depth || p[0] > g->high[0] + g->depth ||
        p[1] < g->low[1] - g->depth || p[1] > g->high[1] + g->depth) {
        return -1;
    }
    const struct quire_gap gap = quire_outline_gap(&g->outline, g->side, p);
    return -gap.distance <= g->depth ? -gap.distance : -1;
}

/* where a row of nodes passes the middle of a guide that ends on both sides; false where it does
 * not */
static bool
at_middle(const struct quire_guide *g, const double *row, size_t columns, double out[3])
{
    const double z = 0.5 * (g->across[0] + g->across[1]);

    for (size_t j = 0; isfinite(z) && j + 1 < columns; j++) {
        const double *a = row + 3 * j, *b = a + 3;
        if (a[2] <= z && z <= b[2] && a[2] < b[2]) {
            for (int d = 0; d < 3; d++) {
                out[d] = a[d] + (z - a[2]) / (b[2] - a[2]) * (b[d] - a[d]);
            }
            return true;
        }
    }
    return false;
}

/* How deep a row of nodes across a sheet lies in a guide's solid, and where; also one that is
 * narrower than the columns are apart. */
static double
depth_of_row(const struct quire_state *st, const struct quire_guide *g, const double *row,
             size_t columns, double where[2])
{
    double middle[3], deepest = -1;
    const size_t n = at_middle(g, row, columns, middle) ? columns + 1 : columns;

    for (size_t j = 0; j < n; j++) {
        const double *p = j < columns ? row + 3 * j : middle, depth = depth_in(st, g, p);
        if (depth > deepest) {
            deepest = depth;
            where[0] = p[0];
            where[1] = p[1];
        }
    }
    return deepest;
}

static double
depth_in_roller(const double centre[2], double radius, const double p[2])
{
    const double dx = p[0] - centre[0], dy = p[1] - centre[1];

    return radius - sqrt(dx * dx + dy * dy);
}

/* Laws whose force grows without end must not start where it has none. */
static quire_status
start_apart(const struct quire_system *sys, struct quire_state *st, const double *y,
            quire_diag *diag)
{
    const struct quire_slide *s = &st->too_deep;
    char who[200];
    bool any = false;

    for (int k = 0; k < sys->n_law; k++) {
        any = any || sys->law[k].deepest < HUGE_VAL;
    }
    if (!any || quire_state_forces(st, 0, y) || s->law == NULL) {
        return QUIRE_OK;
    }
    const struct quire_object *other = quire_slide_text(sys, s, who, sizeof who);
    const struct quire_object *object =
        s->sheet >= 0 ? quire_object_child(sys->sheet[s->sheet].object, "start") : other;
    return quire_object_error(object != NULL ? object : sys->model->root, diag, "E-OVERLAP",
                              "start farther apart, or give a smaller minimum-distance",
                              "%s starts nearer than its minimum-distance", who);
}

/* How deep a node at the edge of a sheet is in a wall; negative outside, and where the whole sheet
 * is behind it. `nodes`: of its station. */
static double
depth_in_wall(const struct quire_wall_view *wall, double depth, const struct quire_ladder *ladder,
              const double *nodes)
{
    const int column = quire_wall_column(wall, ladder);
    const double *at = nodes + 3 * column, *other = nodes + 3 * (ladder->m - 1 - column);
    struct quire_beside b;

    quire_wall_beside(wall, at, &b);
    const bool astride = wall->side * (other[2] - wall->z) > 0;
    return quire_wall_is_beside(wall, &b) && (b.overlap < depth || astride) ? b.overlap : -1;
}

static quire_status
start_beside(const struct quire_wall *wall, const struct quire_system *sys,
             const struct quire_sheet *s, const struct quire_object *start, quire_diag *diag)
{
    const struct quire_guide *g = sys->guide + wall->guide;
    double deepest = -1, where = 0;

    for (int i = 0; g->law[2 * (s - sys->sheet)] >= 0 && i <= s->chain.n; i++) {
        const double *nodes = s->start + i * s->ladder->block,
                     depth = depth_in_wall(&wall->shape, g->depth, s->ladder, nodes);
        if (depth > deepest) {
            deepest = depth;
            where = nodes[3 * quire_wall_column(&wall->shape, s->ladder) + 2];
        }
    }
    if (deepest > s->half) {
        return quire_object_error(
            start, diag, "E-OVERLAP", "start the sheet elsewhere across, or move the side guide",
            "the edge of sheet '%s' starts %.3g mm inside side guide '%s': it is at %.3f mm "
            "across, and the guide at %.3f mm",
            s->name, 1e3 * deepest, g->name, 1e3 * where, 1e3 * wall->shape.z);
    }
    if (deepest > 1e-9) {
        quire_object_warning(
            start, diag, "W-OVERLAP", NULL,
            "the edge of sheet '%s' starts %.3g mm deep in the surface of side guide '%s'", s->name,
            1e3 * deepest, g->name);
    }
    return QUIRE_OK;
}

#define MOST_POINTS(n) (2 * (n))

/* Points of the curve that contact sees, between them nearly straight: the chain's own bends are
 * twice as sharp. */
static int
curve_points(const double *x, int n, double *out)
{
    int k = 0;

    out[k++] = x[0];
    for (int i = 1; i < n; i++) {
        if (i > 1 && i < n - 1) {
            out[k++] = 0.125 * (x[i - 1] + x[i + 1]) + 0.75 * x[i];
        }
        if (i < n - 1) {
            out[k++] = 0.5 * (x[i] + x[i + 1]);
        }
    }
    out[k++] = x[n];
    return k - 1;
}

/* Whether the curves of two sheets cross, and how deep they then are in each other, unless `depth`
 * is NULL; false also where memory runs out. */
static bool
curves_cross(const double *ax, const double *ay, int na, const double *bx, const double *by, int nb,
             double where[2], double *depth)
{
    double *room = malloc(sizeof *room * (size_t)(2 * MOST_POINTS(na) + 2 * MOST_POINTS(nb) + 8));
    bool cross = false;

    if (room != NULL) {
        double *other = room + 2 * MOST_POINTS(na) + 4;
        const int n = curve_points(ax, na, room), m = curve_points(bx, nb, other);
        curve_points(ay, na, room + n + 1);
        curve_points(by, nb, other + m + 1);
        const struct quire_line a = {room, room + n + 1, n}, b = {other, other + m + 1, m};
        cross = quire_lines_cross(&a, &b, where);
        if (cross && depth != NULL) {
            *depth = quire_lines_depth(&a, &b);
        }
    }
    free(room);
    return cross;
}

bool
quire_audit_inside(const struct quire_system *sys, int a, int b, const double *y,
                   struct quire_inside *in)
{
    const struct quire_sheet *one = sys->sheet + a, *other = sys->sheet + b;
    const struct quire_line its = {other->start_x, other->start_y, other->chain.n},
                            mine = {y + one->x0, y + one->x0 + one->chain.stride, one->chain.n};

    in->cross = curves_cross(mine.x, mine.y, mine.n, its.x, its.y, its.n, in->where, NULL);
    in->distance = in->cross ? 0 : quire_lines_distance(&mine, &its);
    return in->cross || in->distance < fmax(one->half, other->half);
}

/* neighbours that were laid on each other with what the weight above makes of it */
static bool
lie_in_a_pile(const struct quire_system *sys, const struct quire_sheet *a,
              const struct quire_sheet *b)
{
    const struct quire_sheet_params *one = a->object->params, *other = b->object->params;

    return sys->settle && one->pile != QUIRE_PILE_NONE && other->pile == one->pile &&
           other->number == one->number + 1;
}

/* two sheets that are there from the start: one must not lie in the other */
static quire_status
start_on(const struct quire_system *sys, const double *y, int a, int b, quire_diag *diag)
{
    /* the later one of the file is told of */
    const bool first =
        quire_place_compare(sys->sheet[a].object->place, sys->sheet[b].object->place) <= 0;
    const struct quire_sheet *one = sys->sheet + (first ? a : b),
                             *other = sys->sheet + (first ? b : a);
    const struct quire_object *start = quire_object_child(other->object, "start");
    struct quire_inside in;

    if (one->enter_time > 0 || other->enter_time > 0 || sys->sheet_law[a * sys->n_sheet + b] < 0) {
        return QUIRE_OK;
    }
    const bool inside = quire_audit_inside(sys, a, b, y, &in);
    if (inside && in.cross) {
        return quire_object_error(
            start, diag, "E-OVERLAP",
            "start one of them elsewhere, or let them pass through each other: leave out their "
            "pair",
            "sheet '%s' starts across sheet '%s': their mid-lines cross at %.3f mm, %.3f mm",
            other->name, one->name, 1e3 * in.where[0], 1e3 * in.where[1]);
    }
    if (inside) {
        return quire_object_error(start, diag, "E-OVERLAP",
                                  "start one of them elsewhere, or let them pass through each "
                                  "other: leave out their pair",
                                  "sheet '%s' starts inside sheet '%s': their mid-lines are %.3g "
                                  "mm apart, and half their thickness together is %.3g mm",
                                  other->name, one->name, 1e3 * in.distance,
                                  1e3 * (one->half + other->half));
    }
    const double deep = one->half + other->half - in.distance;
    if (deep > 1e-9 && !lie_in_a_pile(sys, one, other)) {
        quire_object_warning(start, diag, "W-OVERLAP", NULL,
                             "sheet '%s' starts %.3g mm deep in sheet '%s'", other->name,
                             1e3 * deep, one->name);
    }
    return QUIRE_OK;
}

/* around a sheet's nodes, at its start and as y has them */
static struct quire_box
box_of_start(const struct quire_sheet *s, const double *y)
{
    const double *x = y + s->x0;
    const struct quire_box now = quire_box_of(x, x + s->chain.stride, 0, s->chain.n + 1),
                           start = quire_box_of(s->start_x, s->start_y, 0, s->chain.n + 1);
    struct quire_box both;

    for (int d = 0; d < 2; d++) {
        both.low[d] = fmin(now.low[d], start.low[d]);
        both.high[d] = fmax(now.high[d], start.high[d]);
    }
    return both;
}

static quire_status
start_on_each_other(const struct quire_system *sys, const double *y, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    struct quire_box *box = malloc(sizeof *box * (size_t)sys->n_sheet);

    if (box == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        box[k] = box_of_start(sys->sheet + k, y);
    }
    for (int a = 0; a < sys->n_sheet; a++) {
        for (int b = a + 1; b < sys->n_sheet; b++) {
            if (!(quire_boxes_apart(box + a, box + b) >
                  sys->sheet[a].thickness + sys->sheet[b].thickness)) {
                status = quire_status_first(status, start_on(sys, y, a, b, diag));
            }
        }
    }
    free(box);
    return status;
}

static double
start_depth(const struct quire_state *st, const struct quire_sheet *s, const struct quire_guide *g,
            double where[2])
{
    double deepest = -1, at[2];

    for (int i = 0; i <= s->chain.n; i++) {
        const double middle[3] = {s->start_x[i], s->start_y[i], 0};
        const double depth =
            s->ladder != NULL
                ? depth_of_row(st, g, s->start + i * s->ladder->block, (size_t)s->ladder->m, at)
                : depth_of_row(st, g, middle, 1, at);
        if (depth > deepest) {
            deepest = depth;
            memcpy(where, at, sizeof at);
        }
    }
    return deepest;
}

static quire_status
start_in_guide(const struct quire_state *st, const struct quire_sheet *s,
               const struct quire_guide *g, const struct quire_object *start, quire_diag *diag)
{
    double where[2] = {0, 0};
    const double deepest = start_depth(st, s, g, where);

    if (deepest > 1e-9) {
        return quire_object_error(
            start, diag, "E-OVERLAP", "start the sheet elsewhere, or move the guide",
            "the mid-%s of sheet '%s' starts %.3g mm inside guide '%s', at %.3f mm, %.3f mm",
            s->ladder != NULL ? "surface" : "line", s->name, 1e3 * deepest, g->name, 1e3 * where[0],
            1e3 * where[1]);
    }
    if (deepest > -s->half + 1e-9) {
        quire_object_warning(start, diag, "W-OVERLAP", NULL,
                             "sheet '%s' starts %.3g mm deep in the surface of guide '%s'", s->name,
                             1e3 * (deepest + s->half), g->name);
    }
    return QUIRE_OK;
}

static struct quire_carrier
carrier_of(const struct quire_system *sys, const double *y, const struct quire_roller *roller)
{
    const struct quire_small *small = sys->small + roller->small;
    const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};
    struct quire_carrier carrier;

    small->body.ops->carrier(small->body.self, &none, y + small->q0, y + sys->layout.v0 + small->v0,
                             &carrier);
    return carrier;
}

static bool
find_rollers(const struct quire_system *sys, const double *y, struct quire_nearby *out)
{
    if (quire_nearby_create(out, sys->n_roller) != 0) {
        return false;
    }
    for (int r = 0; r < sys->n_roller; r++) {
        out->extent[r] =
            quire_extent_around(carrier_of(sys, y, sys->roller + r).centre, sys->roller[r].radius);
    }
    quire_nearby_sort(out);
    return true;
}

static quire_status
start_in_roller(const struct quire_system *sys, const double *y, const struct quire_sheet *s,
                const struct quire_roller *roller, const struct quire_object *start,
                quire_diag *diag)
{
    const struct quire_carrier carrier = carrier_of(sys, y, roller);
    double deepest = -1;

    for (int i = 0; i <= s->chain.n; i++) {
        deepest = fmax(deepest, depth_in_roller(carrier.centre, roller->radius,
                                                (double[2]){s->start_x[i], s->start_y[i]}));
    }
    if (deepest > 1e-9 && deepest > s->half && deepest > s->pressed - s->half + 1e-9) {
        return quire_object_error(start, diag, "E-OVERLAP",
                                  "start the sheet elsewhere, or move the roller",
                                  "the mid-line of sheet '%s' starts %.3g mm inside roller '%s'",
                                  s->name, 1e3 * deepest, roller->name);
    }
    return QUIRE_OK;
}

quire_status
quire_audit_start(const struct quire_system *sys, struct quire_state *st, const double *y,
                  quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    struct quire_nearby rollers;

    quire_gates_place(st, 0, y);
    if (sys->sheets_meet) {
        status = start_on_each_other(sys, y, diag);
    }
    if (!find_rollers(sys, y, &rollers)) {
        return quire_diag_memory_error(diag);
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_object *start = quire_object_child(s->object, "start");
        const struct quire_box box = quire_box_of(s->start_x, s->start_y, 0, s->chain.n + 1);
        for (int g = 0; g < sys->n_guide; g++) {
            status = quire_status_first(status, start_in_guide(st, s, sys->guide + g, start, diag));
        }
        for (int w = 0; w < sys->n_wall; w++) {
            status = quire_status_first(status, start_beside(sys->wall + w, sys, s, start, diag));
        }
        quire_nearby_find(
            &rollers, &(struct quire_extent){{box.low[0], box.low[1]}, {box.high[0], box.high[1]}});
        for (int i = 0; i < rollers.n_found; i++) {
            status = quire_status_first(
                status, start_in_roller(sys, y, s, sys->roller + rollers.found[i], start, diag));
        }
    }
    quire_nearby_destroy(&rollers);
    return status == QUIRE_OK ? start_apart(sys, st, y, diag) : status;
}

/* room for one more */
static bool
make_room(struct quire_audit *a)
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
report(struct quire_audit *a, int target, int sheet, const struct quire_object *solid,
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
quire_audit_warn(const struct quire_audit *a, quire_diag *diag)
{
    for (size_t i = 0; i < a->n; i++) {
        const struct quire_tunnelling *found = a->found + i;
        const bool sheet = is_sheet(a->system, a->solid[i]);
        quire_object_warning(
            a->solid[i], diag, "W-TUNNELLING",
            sheet ? "give them more segments, make their contact stiffer, or push less"
                  : "turn the solid's side to the sheet, make it thicker, or push less",
            "sheet '%s' was %.3g mm %s '%s' at %.5g s", found->sheet, 1e3 * found->depth,
            sheet            ? "through sheet"
            : found->through ? "through"
                             : "inside",
            found->target, found->time);
    }
    if (a->starved) {
        quire_diag_memory_error(diag);
    }
}

static void
report_crossing(void *user, const struct quire_wall_crossing *c)
{
    struct quire_audit *a = user;
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
quire_audit_walls(struct quire_audit *a, const struct quire_state *state,
                  const struct quire_view *view, const double *y, bool last)
{
    a->view = view;
    return quire_walls_look(a->walls, state, view, y, last, report_crossing, a);
}

/* How deep a station of a sheet lies in a guide's solid. */
static double
station_depth(const struct quire_state *st, const struct quire_guide *g,
              const struct quire_sheet_view *s, size_t i, double where[2])
{
    const double middle[3] = {s->x[i], s->y[i], 0};

    where[0] = s->x[i];
    where[1] = s->y[i];
    return s->node != NULL ? depth_of_row(st, g, s->node + 3 * i * s->n_column, s->n_column, where)
                           : depth_in(st, g, middle);
}

/* the edge of a sheet beside a wall */
static void
look_beside(struct quire_audit *a, const struct quire_wall *wall, int sheet,
            const struct quire_view *view)
{
    const struct quire_system *sys = a->system;
    const struct quire_sheet_view *s = view->sheet + sheet;
    const struct quire_guide *g = sys->guide + wall->guide;
    const struct quire_ladder *ladder = sys->sheet[sheet].ladder;

    for (size_t i = 0; i < s->n_node; i++) {
        const double *nodes = s->node + i * (size_t)ladder->block,
                     *at = nodes + 3 * quire_wall_column(&wall->shape, ladder);
        const double depth = depth_in_wall(&wall->shape, g->depth, ladder, nodes);
        if (depth > DEEP) {
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

/* sheets that have gone into others: their mid-lines cross */
static void
look_at_others(struct quire_audit *a, const struct quire_state *state,
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
            curves_cross(one->x, one->y, (int)one->n_node - 1, other->x, other->y,
                         (int)other->n_node - 1, p, &depth)) {
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
            fmax(deepest, depth_in_roller(centre, roller->radius,
                                          (double[2]){s->x[i] + share * dx, s->y[i] + share * dy}));
    }
    return deepest;
}

/* of the sheets that touch a roller, one may be pushed deep into it while another only lies on it
 */
static void
look_at_rollers(struct quire_audit *a, int sheet, const struct quire_view *view)
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
quire_audit_look(struct quire_audit *a, const struct quire_state *state,
                 const struct quire_view *view, enum quire_audit_extent extent)
{
    const struct quire_system *sys = a->system;

    QUIRE_EACH(k, state->part, sheet)
    {
        const struct quire_sheet_view *s = view->sheet + k;
        for (int g = 0; s->entered && g < sys->n_guide; g++) {
            if (extent == QUIRE_AUDIT_TOUCHED &&
                view->guide[sys->guide[g].view].indentation <= DEEP + 0.5 * s->thickness) {
                continue;
            }
            for (size_t i = 0; i < s->n_node && !*reported_of(a, g, k); i++) {
                double p[2];
                const double depth = station_depth(state, sys->guide + g, s, i, p);
                if (depth > DEEP && !quire_sides_came_from_behind(state, k, g, (int)i)) {
                    report(a, g, k, sys->guide[g].object,
                           &(struct quire_tunnelling){view->time, s->name, sys->guide[g].name, p[0],
                                                      p[1], depth, false});
                }
            }
        }
        if (sys->sheets_meet) {
            look_at_others(a, state, view, k);
        }
        for (int w = 0; s->entered && w < sys->n_wall; w++) {
            if (extent != QUIRE_AUDIT_TOUCHED ||
                view->guide[sys->guide[sys->wall[w].guide].view].indentation > DEEP) {
                look_beside(a, sys->wall + w, k, view);
            }
        }
        if (s->entered && extent != QUIRE_AUDIT_PLACES) {
            look_at_rollers(a, k, view);
        }
    }
}
