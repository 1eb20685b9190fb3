#include "observe/observe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/sheet.h"
#include "contact/gate/gates.h"
#include "contact/solid/solid.h"
#include "evaluate/evaluate.h"
#include "force/elements.h"
#include "force/space_sheet.h"
#include "force/switches.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "motion/free_motion.h"
#include "motion/soft_stress.h"
#include "observe/observe_energy.h"
#include "observe/observer_parts.h"
#include "observe/space_shape.h"
#include "state/commands.h"
#include "state/gate_pose.h"

/* room for what is kept of each sheet, and where its ends start; false when memory runs out */
static bool
begin_sheets(struct quire_observer *o)
{
    const struct quire_system *sys = o->state->system;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        o->tension[k] = calloc((size_t)s->chain.n + 1, sizeof **o->tension);
        if (o->tension[k] == NULL) {
            return false;
        }
        if (s->path != NULL) {
            const struct quire_start_params *p =
                quire_object_child_of(s->object, &quire_kind_start)->params;
            o->hint[k][0] = p->lead - s->length;
            o->hint[k][1] = p->lead;
        }
    }
    return true;
}

quire_status
quire_observer_create(struct quire_observer **out, struct quire_state *state)
{
    const struct quire_system *sys = state->system;
    struct quire_observer *o = calloc(1, sizeof *o);
    bool good = o != NULL;

    *out = NULL;
    if (o == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    o->state = state;
    o->sheet = calloc((size_t)sys->n_sheet + 1, sizeof *o->sheet);
    o->roller = calloc((size_t)sys->n_roller + 1, sizeof *o->roller);
    o->nip = calloc((size_t)sys->n_nip + 1, sizeof *o->nip);
    o->guide = calloc((size_t)sys->n_guide_view + 1, sizeof *o->guide);
    o->body = calloc((size_t)(sys->n_free + sys->n_solid) + 1, sizeof *o->body);
    o->solid = o->body != NULL ? o->body + sys->n_free : NULL;
    o->spring = calloc((size_t)sys->n_spring + 1, sizeof *o->spring);
    o->pressure = calloc((size_t)sys->n_pressure + 1, sizeof *o->pressure);
    o->drive = calloc((size_t)sys->n_drive + 1, sizeof *o->drive);
    o->front = calloc((size_t)sys->n_sheet * (size_t)sys->n_guide_view * QUIRE_FRONT_EDGES + 1,
                      sizeof *o->front);
    o->touched.guide = calloc((size_t)sys->n_guide_view + 1, sizeof *o->touched.guide);
    o->touched.front =
        calloc((size_t)sys->n_sheet * (size_t)sys->n_guide_view + 1, sizeof *o->touched.front);
    o->still.roller = calloc((size_t)sys->n_roller + 1, sizeof *o->roller);
    o->still.nip = calloc((size_t)sys->n_nip + 1, sizeof *o->nip);
    o->still.guide = calloc((size_t)sys->n_guide_view + 1, sizeof *o->guide);
    o->tension = calloc((size_t)sys->n_sheet + 1, sizeof *o->tension);
    o->hint = calloc((size_t)sys->n_sheet + 1, sizeof *o->hint);
    o->guide_weight = calloc((size_t)sys->n_guide_view + 1, sizeof *o->guide_weight);
    o->roller_sheet = calloc((size_t)sys->n_roller + 1, sizeof *o->roller_sheet);
    o->space = sys->spatial ? quire_space_observer_create(sys) : NULL;
    o->slips = quire_slips_create(sys);
    good = o->slips != NULL && (o->space != NULL || !sys->spatial) && o->sheet != NULL &&
           o->roller != NULL && o->nip != NULL && o->guide != NULL && o->body != NULL &&
           o->spring != NULL && o->pressure != NULL && o->drive != NULL && o->front != NULL &&
           o->touched.guide != NULL && o->touched.front != NULL && o->tension != NULL &&
           o->still.roller != NULL && o->still.nip != NULL && o->still.guide != NULL &&
           o->hint != NULL && o->guide_weight != NULL && o->roller_sheet != NULL;
    if (!good || !begin_sheets(o)) {
        quire_observer_destroy(o);
        return QUIRE_ERROR_LIMIT;
    }
    quire_observe_still_machine(o);
    o->view = (struct quire_view){.in_file = sys->in_file,
                                  .spatial = sys->spatial,
                                  .n_sheet = (size_t)sys->n_sheet,
                                  .n_roller = (size_t)sys->n_roller,
                                  .n_nip = (size_t)sys->n_nip,
                                  .n_guide = (size_t)sys->n_guide_view,
                                  .sheet = o->sheet,
                                  .roller = o->roller,
                                  .nip = o->nip,
                                  .guide = o->guide,
                                  .n_body = (size_t)(sys->n_free + sys->n_solid),
                                  .body = o->body,
                                  .n_spring = (size_t)sys->n_spring,
                                  .spring = o->spring,
                                  .n_pressure = (size_t)sys->n_pressure,
                                  .pressure = o->pressure,
                                  .n_drive = (size_t)sys->n_drive,
                                  .drive = o->drive,
                                  .n_path = (size_t)sys->n_path,
                                  .path = sys->path,
                                  .path_object = sys->path_object,
                                  .gravity = {sys->gravity[0], sys->gravity[1]}};
    *out = o;
    return QUIRE_OK;
}

void
quire_observer_destroy(struct quire_observer *o)
{
    if (o == NULL) {
        return;
    }
    for (int k = 0; o->tension != NULL && k < o->state->system->n_sheet; k++) {
        free(o->tension[k]);
    }
    free(o->sheet);
    free(o->roller);
    free(o->nip);
    free(o->guide);
    free(o->body);
    free(o->spring);
    free(o->pressure);
    free(o->drive);
    free(o->front);
    free(o->touched.guide);
    free(o->touched.front);
    free(o->still.roller);
    free(o->still.nip);
    free(o->still.guide);
    free(o->tension);
    free(o->hint);
    free(o->guide_weight);
    free(o->roller_sheet);
    quire_space_observer_destroy(o->space);
    quire_slips_destroy(o->slips);
    free(o);
}

/* ---- sheets ---- */

/* how far along the path an edge is looked for from where it was last seen [m] */
#define WINDOW 0.03

static void
point_view(const struct quire_outline *path, double *hint, const struct quire_sheet_view *s,
           size_t node, struct quire_point_view *p)
{
    *p = (struct quire_point_view){.x = s->x[node],
                                   .y = s->y[node],
                                   .vx = s->vx[node],
                                   .vy = s->vy[node],
                                   .path_distance = NAN,
                                   .path_height = NAN,
                                   .path_speed = NAN};
    if (path != NULL) {
        double at[2], t[2];
        const double here[2] = {p->x, p->y};
        if (!quire_outline_follow(path, here, *hint, WINDOW, &p->path_distance, &p->path_height)) {
            quire_outline_project(path, here, *hint, &p->path_distance, &p->path_height);
        }
        quire_outline_at(path, p->path_distance, at, t);
        *hint = p->path_distance;
        /* on the inside of a curve a point runs ahead of its foot */
        p->path_speed = t[0] * p->vx + t[1] * p->vy;
    }
}

const struct quire_view *
quire_observe_motion(struct quire_observer *o, double t, const double *y)
{
    const struct quire_system *sys = o->state->system;

    o->view.time = t;
    QUIRE_EACH(k, o->state->part, sheet)
    {
        const struct quire_sheet *s = sys->sheet + k;
        struct quire_sheet_view *v = o->sheet + k;
        const size_t stride = (size_t)s->chain.stride, n = (size_t)s->chain.n;
        v->name = s->object->name;
        v->object = s->object;
        v->path = s->path;
        v->entered = o->state->sheet[k].entered;
        v->enter_time = o->state->sheet[k].enter_time;
        v->n_node = n + 1;
        if (o->space != NULL) {
            quire_space_observe_motion(o->space, k, y, v);
        } else {
            v->x = y + s->x0;
            v->y = v->x + stride;
            v->vx = v->x + sys->layout.v0;
            v->vy = v->vx + stride;
        }
        v->length = s->length;
        v->width = s->width;
        v->thickness = s->thickness;
        v->mass = s->mass;
        v->tension = o->tension[k];
        if (v->entered || isnan(v->lead.x) || v->lead.x == 0) {
            point_view(s->path, &o->hint[k][1], v, n, &v->lead);
            point_view(s->path, &o->hint[k][0], v, 0, &v->trail);
            if (o->space != NULL) {
                quire_space_edges(s->ladder, v);
            }
        }
    }
    return &o->view;
}

bool
quire_observer_deliver(struct quire_observer *o, int sheet, const char *bin,
                       const struct quire_delivery_view *delivery)
{
    struct quire_sheet_view *v = o->sheet + sheet;

    if (v->delivered) {
        return false;
    }
    v->delivered = true;
    v->bin = bin;
    v->delivery = *delivery;
    return true;
}

/* Distance of a point from a piece gone on with beyond its ends, and whether its foot lies before
 * (-1), on (0) or behind (1) it. */
static double
beside(const struct quire_piece *p, double x, double y, int *where)
{
    const double ahead = (x - p->from[0]) * p->direction[0] + (y - p->from[1]) * p->direction[1];
    const double past = (x - p->to[0]) * p->end_direction[0] + (y - p->to[1]) * p->end_direction[1];

    *where = ahead < 0 ? -1 : past > 0 ? 1 : 0;
    if (p->radius > 0 && *where == 0) {
        const double dx = x - p->centre[0], dy = y - p->centre[1];
        return p->turn * (p->radius - sqrt(dx * dx + dy * dy));
    }
    const double *at = *where > 0 ? p->to : p->from,
                 *t = *where > 0 ? p->end_direction : p->direction;
    return (y - at[1]) * t[0] - (x - at[0]) * t[1];
}

/* the node furthest from the path; nodes are followed along the path's pieces, as neighbours on the
 * sheet are there */
static void
buckle(const struct quire_outline *path, double start, struct quire_sheet_view *v)
{
    size_t piece = 0, worst = 0;
    double most = 0;

    v->buckle_height = v->buckle_distance = NAN;
    if (path == NULL || path->n == 0) {
        return;
    }
    while (piece + 1 < path->n && path->piece[piece + 1].start <= start) {
        piece++;
    }
    for (size_t i = 0; i < v->n_node; i++) {
        int where;
        double left = beside(path->piece + piece, v->x[i], v->y[i], &where);
        for (int k = 0; k < 3 && where != 0; k++) {
            int next;
            if ((where > 0 && piece + 1 >= path->n) || (where < 0 && piece == 0)) {
                break;
            }
            const size_t other = where > 0 ? piece + 1 : piece - 1;
            const double there = beside(path->piece + other, v->x[i], v->y[i], &next);
            if (next != 0 && fabs(there) >= fabs(left)) {
                break;
            }
            piece = other;
            left = there;
            where = next;
        }
        if (fabs(left) > fabs(most)) {
            most = left;
            worst = i;
        }
    }
    double height;
    v->buckle_height = fabs(most);
    quire_outline_project(path, (double[2]){v->x[worst], v->y[worst]},
                          start + v->length * (double)worst / (double)(v->n_node - 1),
                          &v->buckle_distance, &height);
}

static void
sheet_shape(const struct quire_sheet *s, const struct quire_sheet_work *w,
            struct quire_sheet_view *v, double *tension)
{
    const size_t n = v->n_node - 1;
    int joint;

    if (s->ladder != NULL) {
        quire_space_shape(s->ladder, v, tension);
        buckle(s->path, v->trail.path_distance, v);
        return;
    }
    quire_chain_tension(&s->chain, &w->chain, tension);
    v->tension_middle = tension[n / 2];
    v->peak_curvature = quire_chain_peak_turn(&s->chain, &w->chain, &joint) / s->chain.h;
    v->peak_curvature_at = s->chain.h * joint;
    buckle(s->path, v->trail.path_distance, v);
}

/* how many touches from this one on are of the same two things */
static int
count_alike(const struct quire_touch *touch, int most)
{
    int n = 1;

    while (n < most && quire_partner_is(touch[n].pair.contactor, touch->pair.contactor) &&
           quire_partner_is(touch[n].pair.target, touch->pair.target)) {
        n++;
    }
    return n;
}

static void
clear_fronts(struct quire_observer *o)
{
    for (int i = 0; i < o->touched.n_front; i++) {
        memset(o->front + o->touched.front[i], 0, QUIRE_FRONT_EDGES * sizeof *o->front);
    }
    o->touched.n_front = 0;
}

static void
add_to_front(struct quire_observer *o, const struct quire_touch *touch, int n)
{
    const int first = quire_front_of(o->state->system, touch);

    if (!o->front[first].counted) {
        o->front[first].counted = true;
        o->touched.front[o->touched.n_front++] = first;
    }
    quire_front_add(o->front, o->state->system, &o->view, touch, n);
}

static void
add_touches(struct quire_observer *o, const struct quire_touch *touch, int n)
{
    const enum quire_partner_kind target = touch->pair.target.kind;
    const bool sheet = touch->pair.contactor.kind == QUIRE_PARTNER_SHEET;

    if (target == QUIRE_PARTNER_GUIDE) {
        quire_observe_touch_guide(o, touch);
    }
    for (int k = 0; o->space != NULL && sheet && k < n &&
                    (target == QUIRE_PARTNER_ROLLER || target == QUIRE_PARTNER_GUIDE);
         k++) {
        quire_space_observe_touch(o->space, touch + k, o->sheet, o->roller, o->guide);
    }
    quire_observe_add_to_machine(o, touch, n);
    if (target == QUIRE_PARTNER_GUIDE && sheet) {
        add_to_front(o, touch, n);
    }
}

const struct quire_view *
quire_observe(struct quire_observer *o, double t, const double *y,
              const struct quire_ledger *ledger)
{
    struct quire_state *st = o->state;
    const struct quire_system *sys = st->system;
    const long counted = st->n_forces;

    quire_observe_motion(o, t, y);
    st->record = true;
    quire_state_forces(st, t, y);
    st->record = false;
    st->n_forces = counted;
    clear_fronts(o);
    for (int k = 0; k < sys->n_sheet; k++) {
        o->sheet[k].front = o->sheet[k].rear =
            (struct quire_front_view){.angle = (double)NAN, .x = (double)NAN, .y = (double)NAN};
        if (o->sheet[k].entered) {
            sheet_shape(sys->sheet + k, st->sheet + k, o->sheet + k, o->tension[k]);
        }
    }
    quire_observe_begin_machine(o, t, y);
    if (o->space != NULL) {
        quire_space_observe_begin(o->space, o->roller, o->sheet);
    }
    for (int k = 0, n; k < st->n_touch; k += n) {
        n = count_alike(st->touch + k, st->n_touch - k);
        add_touches(o, st->touch + k, n);
    }
    quire_observe_finish_machine(o);
    for (int k = 0; k < sys->n_sheet; k++) {
        if (o->sheet[k].entered) {
            quire_front_finish(o->front, &o->view, k, o->sheet + k);
        }
    }
    if (o->space != NULL) {
        quire_space_observe_end(o->space, o->sheet, o->roller, o->nip, o->guide);
    }
    quire_energy_observe(st, &o->view, y, ledger, &o->view.energy);
    return &o->view;
}

quire_status
quire_observer_add_slips(struct quire_observer *o)
{
    return quire_slips_add(o->slips, o->state, &o->view, o->sheet);
}
