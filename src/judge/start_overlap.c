#include "judge/start_overlap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "body/sheet.h"
#include "contact/gate/gates.h"
#include "contact/law/law_state.h"
#include "contact/sheets/boxes.h"
#include "contact/sheets/sheets.h"
#include "contact/space/space_walls.h"
#include "evaluate/evaluate.h"
#include "geometry/box_index.h"
#include "judge/depth.h"
#include "judge/start_across.h"
#include "model/problem.h"
#include "step/law_history.h"
#include "text/amount.h"

/* Of its thickness: a sheet that rests on a guide overlaps it by less, except with laws that are
 * soft at such loads. */
#define SUNK 0.05
/* Of the weight on the guide: at the overlap of a pile at rest the force of the law is smaller. */
#define BORNE 1.5

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
    const int sheet = quire_partner_index(s->pair.contactor, QUIRE_PARTNER_SHEET);
    const struct quire_object *object =
        sheet >= 0 ? quire_object_child_of(sys->sheet[sheet].object, &quire_kind_start) : other;
    return quire_object_error(object != NULL ? object : sys->model->root, diag, "E-OVERLAP",
                              "move them apart, or give a smaller minimum-distance",
                              "%s starts closer than its minimum-distance", who);
}

static quire_status
start_beside(const struct quire_wall *wall, const struct quire_system *sys,
             const struct quire_sheet *s, const struct quire_object *start, quire_diag *diag)
{
    const struct quire_guide *g = sys->guide + wall->guide;
    double deepest = -1, where = 0;

    for (int i = 0; g->law[2 * (s - sys->sheet)] >= 0 && i <= s->chain.n; i++) {
        const double *nodes = s->start + i * s->ladder->block,
                     depth = quire_depth_in_wall(&wall->shape, g->depth, s->ladder, nodes);
        if (depth > deepest) {
            deepest = depth;
            where = nodes[3 * quire_wall_column(&wall->shape, s->ladder) + 2];
        }
    }
    if (deepest > s->half) {
        return quire_object_error(
            start, diag, "E-OVERLAP",
            "start the sheet at another position across, or move the side guide",
            "the edge of sheet '%s' starts %s mm inside side guide '%s': it "
            "is at %.3f mm across, and the guide at %.3f mm",
            s->object->name, QUIRE_AMOUNT(1e3 * deepest), g->name, 1e3 * where,
            1e3 * wall->shape.z);
    }
    if (deepest > 1e-9) {
        quire_object_warning(
            start, diag, "W-OVERLAP", NULL,
            "the edge of sheet '%s' starts %s mm deep in the surface of side guide '%s'",
            s->object->name, QUIRE_AMOUNT(1e3 * deepest), g->name);
    }
    return QUIRE_OK;
}

bool
quire_sheet_is_inside(const struct quire_system *sys, int a, int b, const double *y,
                      struct quire_inside *in)
{
    const struct quire_sheet *one = sys->sheet + a, *other = sys->sheet + b;

    if (sys->spatial) {
        const struct quire_rows theirs = {other->start, other->chain.n + 1, other->ladder->m},
                                own = {y + one->x0, one->chain.n + 1, one->ladder->m};
        in->cross = quire_surfaces_cross(&own, &theirs, in->where, NULL, &in->distance);
        return in->cross || in->distance < fmax(one->half, other->half);
    }
    const struct quire_line its = {other->start_x, other->start_y, other->chain.n},
                            mine = {y + one->x0, y + one->x0 + one->chain.stride, one->chain.n};

    in->cross = quire_curves_cross(&mine, &its, in->where, NULL);
    in->distance = in->cross ? 0 : quire_lines_distance(&mine, &its);
    return in->cross || in->distance < fmax(one->half, other->half);
}

/* neighbours that were laid on each other with what the weight above makes of it */
static bool
lie_in_a_pile(const struct quire_system *sys, const struct quire_sheet *a,
              const struct quire_sheet *b)
{
    const struct quire_sheet_params *one = a->object->params, *other = b->object->params;

    return sys->run->settle && one->pile != QUIRE_PILE_NONE && other->pile == one->pile &&
           other->number == one->number + 1;
}

/* two sheets that are there from the start: one must not lie in the other */
static quire_status
start_on(const struct quire_system *sys, const double *y, int a, int b, quire_diag *diag)
{
    /* the later one of the file is reported */
    const bool first =
        quire_place_compare(sys->sheet[a].object->place, sys->sheet[b].object->place) <= 0;
    const struct quire_sheet *one = sys->sheet + (first ? a : b),
                             *other = sys->sheet + (first ? b : a);
    const struct quire_object *start = quire_object_child_of(other->object, &quire_kind_start);
    struct quire_inside in;

    if (one->enter_time > 0 || other->enter_time > 0 || sys->sheet_law[a * sys->n_sheet + b] < 0) {
        return QUIRE_OK;
    }
    const bool inside = quire_sheet_is_inside(sys, a, b, y, &in);
    if (inside && in.cross) {
        return quire_object_error(
            start, diag, "E-OVERLAP",
            "start one of them elsewhere, or remove their pair to switch off their contact",
            "sheet '%s' starts across sheet '%s': their mid-lines cross at %.3f mm, %.3f mm",
            other->object->name, one->object->name, 1e3 * in.where[0], 1e3 * in.where[1]);
    }
    if (inside) {
        return quire_object_error(
            start, diag, "E-OVERLAP",
            "start one of them elsewhere, or remove their pair to switch off their contact",
            "sheet '%s' starts inside sheet '%s': the distance of their mid-lines is %s mm, but "
            "half their total thickness is %s mm",
            other->object->name, one->object->name, QUIRE_AMOUNT(1e3 * in.distance),
            QUIRE_AMOUNT(1e3 * (one->half + other->half)));
    }
    const double deep = one->half + other->half - in.distance;
    if (deep > 1e-9 && !lie_in_a_pile(sys, one, other)) {
        quire_object_warning(start, diag, "W-OVERLAP", NULL,
                             "sheet '%s' starts %s mm deep in sheet '%s'", other->object->name,
                             QUIRE_AMOUNT(1e3 * deep), one->object->name);
    }
    return QUIRE_OK;
}

/* around a sheet's nodes, at its start and as y has them */
static struct quire_node_box
box_of_start(const struct quire_sheet *s, const double *y)
{
    const double *x = y + s->x0;

    if (s->ladder != NULL) {
        struct quire_node_box b = {{x[0], x[1]}, {x[0], x[1]}};
        for (int i = 0; i < (s->chain.n + 1) * s->ladder->m; i++) {
            for (int d = 0; d < 2; d++) {
                quire_widen(x[3 * i + d], b.low + d, b.high + d);
                quire_widen(s->start[3 * i + d], b.low + d, b.high + d);
            }
        }
        return b;
    }
    const struct quire_node_box now = quire_box_of(x, x + s->chain.stride, 0, s->chain.n + 1),
                                start = quire_box_of(s->start_x, s->start_y, 0, s->chain.n + 1);
    struct quire_node_box both;

    for (int d = 0; d < 2; d++) {
        both.low[d] = fmin(now.low[d], start.low[d]);
        both.high[d] = fmax(now.high[d], start.high[d]);
    }
    return both;
}

/* Of sheets that are there from the start: a box that is wider by more than its thickness, so that
 * two that may touch overlap. What comes later has an empty one. */
static struct quire_extent
extent_of_start(const struct quire_sheet *s, const double *y)
{
    if (s->enter_time > 0) {
        return (struct quire_extent){{1, 1}, {-1, -1}};
    }
    const struct quire_node_box box = box_of_start(s, y);
    const double more = 1.001 * s->thickness;
    return (struct quire_extent){{box.low[0] - more, box.low[1] - more},
                                 {box.high[0] + more, box.high[1] + more}};
}

static quire_status
start_on_each_other(const struct quire_system *sys, const double *y, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    struct quire_nearby sheets;

    if (quire_nearby_create(&sheets, sys->n_sheet) != 0) {
        return quire_diag_memory_error(diag);
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        sheets.extent[k] = extent_of_start(sys->sheet + k, y);
    }
    quire_nearby_sort(&sheets);
    for (int a = 0; a < sys->n_sheet; a++) {
        quire_nearby_find(&sheets, sheets.extent + a);
        for (int i = 0; i < sheets.n_found; i++) {
            if (sheets.found[i] > a) {
                status = quire_status_first(status, start_on(sys, y, a, sheets.found[i], diag));
            }
        }
    }
    quire_nearby_destroy(&sheets);
    return status;
}

static double
start_depth(const struct quire_state *st, const struct quire_sheet *s, const struct quire_guide *g,
            double where[2])
{
    double deepest = -1, at[2];

    for (int i = 0; i <= s->chain.n; i++) {
        const double middle[3] = {s->start_x[i], s->start_y[i], 0};
        const double depth = s->ladder != NULL
                                 ? quire_depth_of_row(st, g, s->start + i * s->ladder->block,
                                                      (size_t)s->ladder->m, at)
                                 : quire_depth_of_row(st, g, middle, 1, at);
        if (depth > deepest) {
            deepest = depth;
            memcpy(where, at, sizeof at);
        }
    }
    return deepest;
}

static bool
feels(const struct quire_system *sys, const struct quire_sheet *s, const struct quire_guide *g)
{
    const int *law = g->law + 2 * (s - sys->sheet);

    /* a gate may have gone elsewhere when a later sheet comes */
    return (law[0] >= 0 || law[1] >= 0) && (g->gate < 0 || !(s->enter_time > 0));
}

/* Whether the sheet rests on a guide at this overlap, with the other sheets of its pile on it. */
static bool
is_borne(const struct quire_system *sys, const struct quire_sheet *s, const struct quire_guide *g,
         double overlap)
{
    const struct quire_sheet_params *p = s->object->params;
    const double pages = p->pile != QUIRE_PILE_NONE ? (double)p->count : 1,
                 weight = pages * s->mass * hypot(sys->gravity[0], sys->gravity[1]);
    bool borne = false;

    for (int side = 0; side < 2; side++) {
        const int law = g->law[2 * (s - sys->sheet) + side];
        if (law >= 0) {
            const struct quire_contact_law *l = sys->law + law;
            struct quire_normal_in in = {.overlap = overlap, .memory = &no_memory};
            struct quire_normal_out out;
            l->normal->eval(l->normal_data, &in, &out);
            borne = borne || out.force * s->length / l->reference_length < BORNE * weight;
        }
    }
    return borne;
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
            "the mid-%s of sheet '%s' starts %s mm inside guide '%s', at %.3f mm, %.3f mm",
            s->ladder != NULL ? "surface" : "line", s->object->name, QUIRE_AMOUNT(1e3 * deepest),
            g->name, 1e3 * where[0], 1e3 * where[1]);
    }
    if (feels(st->system, s, g) && quire_starts_enclosed(st, s, g, where)) {
        return quire_object_error(
            start, diag, "E-OVERLAP",
            "start the sheet outside; if sheets run inside, reverse the side of the guide",
            "sheet '%s' starts inside the closed guide '%s', at %.3f mm, %.3f mm", s->object->name,
            g->name, 1e3 * where[0], 1e3 * where[1]);
    }
    if (feels(st->system, s, g) && quire_starts_across(st, s, g, where)) {
        return quire_object_error(
            start, diag, "E-OVERLAP", "start the sheet on one side of it, or move the guide",
            "the mid-%s of sheet '%s' starts across guide '%s', at %.3f mm, %.3f mm",
            s->ladder != NULL ? "surface" : "line", s->object->name, g->name, 1e3 * where[0],
            1e3 * where[1]);
    }
    if (deepest > -s->half + SUNK * s->thickness &&
        !is_borne(st->system, s, g, deepest + s->half)) {
        quire_object_warning(start, diag, "W-OVERLAP", NULL,
                             "sheet '%s' starts %s mm deep in the surface of guide '%s'",
                             s->object->name, QUIRE_AMOUNT(1e3 * (deepest + s->half)), g->name);
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
    const double deepest = quire_start_in_circle(s, carrier.centre, roller->radius);

    if (deepest > 1e-9 && deepest > s->half && deepest > s->pressed - s->half + 1e-9) {
        return quire_object_error(start, diag, "E-OVERLAP",
                                  "start the sheet elsewhere, or move the roller",
                                  "the mid-line of sheet '%s' starts %s mm inside roller '%s'",
                                  s->object->name, QUIRE_AMOUNT(1e3 * deepest), roller->name);
    }
    return QUIRE_OK;
}

quire_status
quire_start_overlap_check(const struct quire_system *sys, struct quire_state *st, const double *y,
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
        const struct quire_object *start = quire_object_child_of(s->object, &quire_kind_start);
        const struct quire_node_box box = quire_box_of(s->start_x, s->start_y, 0, s->chain.n + 1);
        int told = -1; /* both surfaces of a wall are one */
        for (int g = 0; g < sys->n_guide; g++) {
            if (sys->guide[g].view != told) {
                const quire_status in = start_in_guide(st, s, sys->guide + g, start, diag);
                told = in != QUIRE_OK ? sys->guide[g].view : told;
                status = quire_status_first(status, in);
            }
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
