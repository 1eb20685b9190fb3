/* What observers see of rollers, nips, guides, drives, free bodies and springs. */
#include <math.h>
#include <string.h>

#include "contact/solid/solid.h"
#include "evaluate/evaluate.h"
#include "force/elements.h"
#include "force/switches.h"
#include "motion/free_motion.h"
#include "motion/soft_stress.h"
#include "observe/observer_parts.h"
#include "state/commands.h"
#include "state/gate_pose.h"

/* ---- what does not change ---- */

static void
set_still_rollers(struct quire_observer *o)
{
    const struct quire_system *sys = o->state->system;

    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *r = sys->roller + k;
        const struct quire_small *s = sys->small + r->small;
        o->still.roller[k] =
            (struct quire_roller_view){.name = r->name,
                                       .object = r->object,
                                       .nip = r->nip,
                                       .is_driver = r->is_driver || (r->nip < 0 && s->drive >= 0),
                                       .radius = r->radius,
                                       .clutch_slip = NAN,
                                       .is_free = r->free >= 0,
                                       .stretch = {{1, 0}, {0, 1}},
                                       .shift = NAN};
    }
}

static void
set_still_nips(struct quire_observer *o)
{
    const struct quire_system *sys = o->state->system;

    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *n = sys->nip + k;
        o->still.nip[k] = (struct quire_nip_view){.name = n->object->name,
                                                  .driver = n->driver,
                                                  .idler = n->idler,
                                                  .path_distance = n->path_distance,
                                                  .sheet = -1,
                                                  .open = NAN};
    }
}

static void
set_still_guides(struct quire_observer *o)
{
    const struct quire_system *sys = o->state->system;

    for (int k = 0; k < sys->n_guide; k++) {
        const struct quire_guide *g = sys->guide + k;
        const double slope = g->tilted ? g->tilt.sine / g->tilt.cosine : 0;
        const double side = k > 0 && sys->guide[k - 1].view == g->view ? 0 : g->side;
        o->still.guide[g->view] = (struct quire_guide_view){
            .name = g->name,
            .object = g->object,
            .outline = &g->outline,
            .other = side == 0 ? &sys->guide[k - 1].outline : NULL,
            .depth = g->depth,
            .side = side,
            .x = NAN,
            .y = NAN,
            .sheet = -1,
            .across = {g->across[0], g->across[1]},
            .rise = {-slope * g->tilt.normal[0], -slope * g->tilt.normal[1]}};
    }
    for (int k = 0; k < sys->n_wall; k++) {
        o->still.guide[sys->guide[sys->wall[k].guide].view].wall = &sys->wall[k].shape;
    }
    for (int k = 0; k < sys->n_bed; k++) {
        o->still.guide[sys->guide[sys->bed[k].guide].view].bed = &sys->bed[k].shape;
    }
}

void
quire_observe_still_machine(struct quire_observer *o)
{
    set_still_rollers(o);
    set_still_nips(o);
    set_still_guides(o);
    for (int k = 0; k < o->state->system->n_guide_view; k++) {
        o->guide[k] = o->still.guide[k];
        o->guide_weight[k] = -1;
    }
}

/* ---- before touches are counted ---- */

static void
begin_rollers(struct quire_observer *o, const double *y)
{
    struct quire_state *st = o->state;
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *r = sys->roller + k;
        const struct quire_small *s = sys->small + r->small;
        const struct quire_carrier *c = st->carrier + r->small;
        const bool slides = c->d_centre[0][0] != 0 || c->d_centre[1][0] != 0;
        struct quire_roller_view *out = o->roller + k;
        *out = o->still.roller[k];
        out->x = c->centre[0];
        out->y = c->centre[1];
        out->travel = slides ? y[s->q0] : 0;
        out->surface_speed = c->surface;
        out->shaft_speed = c->surface / r->radius;
        if (s->carriage >= 0) {
            out->shift = c->shift;
        }
        o->roller_sheet[k] = -1;
        if (r->clutch >= 0) {
            const struct quire_clutch_action action =
                quire_clutch_at(st, sys->clutch + r->clutch, y);
            out->clutch_slip = action.slip * r->radius;
            out->clutch_torque = action.torque;
        }
    }
}

static void
begin_nips(struct quire_observer *o)
{
    const struct quire_state *st = o->state;
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *n = sys->nip + k;
        const struct quire_roller_view *a = o->roller + n->driver, *b = o->roller + n->idler;
        const double dx = b->x - a->x, dy = b->y - a->y, d = sqrt(dx * dx + dy * dy);
        struct quire_nip_view *out = o->nip + k;
        *out = o->still.nip[k];
        out->x = a->x + dx * a->radius / d;
        out->y = a->y + dy * a->radius / d;
        out->gap = d - a->radius - b->radius;
        if (n->lifter >= 0) {
            out->open = st->change[sys->lifter[n->lifter].which].at;
        }
    }
}

/* of a guide that is a gate */
static void
add_gate(struct quire_guide_view *out, const struct quire_state *st, int index)
{
    const struct quire_system *sys = st->system;
    const struct quire_gate_pose *pose = st->gate + index;
    const struct quire_gate *gate = sys->gate + index;

    out->moves = true;
    out->stroke = gate->turns ? (double)NAN : pose->way;
    out->turn = gate->turns ? pose->way : 0;
    quire_gate_out(gate, pose, (const double[]){0, 0}, out->origin);
    if (gate->small >= 0) {
        const int v = sys->small[gate->small].v0;
        out->held = true;
        out->rate = pose->rate;
        out->push = st->force[v] - st->own[v];
    }
}

static void
begin_guides(struct quire_observer *o)
{
    const struct quire_state *st = o->state;
    const struct quire_system *sys = st->system;

    for (int i = 0; i < o->touched.n_guide; i++) {
        const int view = o->touched.guide[i];
        o->guide[view] = o->still.guide[view];
        o->guide_weight[view] = -1;
    }
    o->touched.n_guide = 0;
    for (int k = 0; sys->n_gate > 0 && k < sys->n_guide; k++) {
        if (sys->guide[k].gate >= 0) {
            add_gate(o->guide + sys->guide[k].view, st, sys->guide[k].gate);
        }
    }
}

static void
begin_drives(struct quire_observer *o, double t)
{
    const struct quire_system *sys = o->state->system;

    for (int k = 0; k < sys->n_drive; k++) {
        const struct quire_drive *d = sys->drive + k;
        struct quire_command c;
        quire_drive_command(o->state, k, t, &c);
        const double travel =
            o->state->override[k].active ? c.travel : quire_course_integral(&d->course, t);
        o->drive[k] = (struct quire_drive_view){
            .name = d->object->name,
            .object = d->object,
            .value = c.value,
            .travel = d->quantity == QUIRE_DRIVE_SPEED ? travel : (double)NAN};
    }
}

static void
add_shapes(struct quire_observer *o, const double *y)
{
    const struct quire_state *st = o->state;
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_soft; k++) {
        const struct quire_soft_shape *s = o->state->shape + k;
        const double v[2][2] = {{s->c + s->a, s->b}, {s->b, s->c - s->a}};
        const struct quire_roller *r = sys->roller + sys->soft[k].roller;
        struct quire_roller_view *roller = o->roller + sys->soft[k].roller;
        const struct quire_small *small = sys->small + sys->soft[k].small;
        roller->is_soft = true;
        memcpy(roller->stretch, v, sizeof v);
        roller->mean_stress = quire_soft_mean_stress(
            sys->soft[k].motion, quire_state_command(st, small), y + small->q0,
            y + sys->layout.v0 + small->v0, y + sys->layout.z0 + small->z0, st->squeeze[k],
            &roller->pressure);
        if (r->free >= 0) {
            o->body[r->free].is_soft = true;
            memcpy(o->body[r->free].stretch, v, sizeof v);
            o->body[r->free].pressure = roller->pressure;
            o->body[r->free].mean_stress = roller->mean_stress;
        }
    }
}

static void
begin_bodies(struct quire_observer *o, const double *y)
{
    struct quire_state *st = o->state;
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_free *body = sys->free + k;
        const struct quire_small *s = sys->small + body->small;
        double at[3], rate[3];
        quire_free_place(body->motion, y + s->q0, y + sys->layout.v0 + s->v0, at, rate);
        o->body[k] = (struct quire_body_view){
            .name = body->object->name,
            .radius = body->roller >= 0 ? sys->roller[body->roller].radius : 0,
            .width = body->roller < 0 ? 2 * body->half[0] : 0,
            .height = body->roller < 0 ? 2 * body->half[1] : 0,
            .x = at[0],
            .y = at[1],
            .angle = at[2],
            .vx = rate[0],
            .vy = rate[1],
            .spin = rate[2],
            .stretch = {{1, 0}, {0, 1}}};
    }
    for (int k = 0; k < sys->n_solid; k++) {
        quire_solid_view(sys, sys->solid + k, y, o->solid + k);
    }
    for (int k = 0; k < sys->n_spring; k++) {
        struct quire_spring_action action;
        const bool there = quire_spring_at(st, sys->spring + k, y, &action);
        o->spring[k] = (struct quire_spring_view){.name = sys->spring[k].object->name,
                                                  .x = {action.end[0][0], action.end[1][0]},
                                                  .y = {action.end[0][1], action.end[1][1]},
                                                  .length = action.length,
                                                  .force = action.force,
                                                  .there = there};
    }
}

/* with the sums of an evaluation there */
static void
observe_pressures(struct quire_observer *o)
{
    const struct quire_state *st = o->state;

    for (int k = 0; k < st->system->n_pressure; k++) {
        o->pressure[k] = (struct quire_pressure_view){st->system->pressure[k].object->name,
                                                      st->pressed[2 * k], st->pressed[2 * k + 1]};
    }
}

void
quire_observe_begin_machine(struct quire_observer *o, double t, const double *y)
{
    begin_rollers(o, y);
    begin_nips(o);
    begin_guides(o);
    begin_drives(o, t);
    begin_bodies(o, y);
    observe_pressures(o);
    add_shapes(o, y);
}

static void
add_to_roller(struct quire_observer *o, const struct quire_touch *t)
{
    const int index = t->pair.target.index,
              sheet = quire_partner_index(t->pair.contactor, QUIRE_PARTNER_SHEET);
    struct quire_roller_view *r = o->roller + index;
    const double along = -t->normal[1] * t->tangent[0] + t->normal[0] * t->tangent[1] < 0 ? -1 : 1;
    const double turn = o->state->carrier[o->state->system->roller[index].small].turn;

    r->normal += t->force;
    r->friction += along * t->friction;
    r->limit += t->limit;
    r->slip += t->force * along * (t->slip - t->creep);
    r->creep += t->force * along * t->creep;
    r->torque += turn * t->friction * r->radius;
    r->indentation = t->overlap > r->indentation ? t->overlap : r->indentation;
    if (o->roller_sheet[index] != sheet) {
        o->roller_sheet[index] = sheet;
        r->n_sheet++;
        r->only_sheet = r->n_sheet == 1 ? sheet + 1 : 0;
    }
    if (r->nip >= 0 && o->nip[r->nip].sheet < 0) {
        o->nip[r->nip].sheet = sheet;
    }
}

/* it is to be counted, and cleared again */
void
quire_observe_touch_guide(struct quire_observer *o, const struct quire_touch *touch)
{
    const int view = o->state->system->guide[touch->pair.target.index].view;
    struct quire_guide_view *g = o->guide + view;

    if (o->guide_weight[view] < 0) {
        o->guide_weight[view] = g->x = g->y = 0;
        o->touched.guide[o->touched.n_guide++] = view;
    }
}

/* n touches of one sheet or body with one guide */
static void
add_to_guide(struct quire_observer *o, const struct quire_touch *touch, int n)
{
    const int view = o->state->system->guide[touch->pair.target.index].view;
    struct quire_guide_view *g = o->guide + view;
    const bool is_wall = g->wall != NULL;
    double normal = g->normal, x = g->x, y = g->y, drag = g->drag, slip = g->slip, creep = g->creep,
           slip_power = g->slip_power, indentation = g->indentation, most = o->guide_weight[view],
           holding = g->holding;

    for (const struct quire_touch *t = touch; t < touch + n; t++) {
        /* along walls it is the way's */
        const double along =
            !is_wall && -t->normal[1] * t->tangent[0] + t->normal[0] * t->tangent[1] < 0 ? -1 : 1;
        normal += t->force;
        x += t->force * t->x;
        y += t->force * t->y;
        drag -= along * t->friction;
        holding -= along * t->friction;
        if (!is_wall) { /* faces and ends that the sheet runs against */
            holding -= t->force * (t->normal[0] * t->tangent[0] + t->normal[1] * t->tangent[1]);
        }
        slip += t->force * along * (t->slip - t->creep);
        creep += t->force * along * t->creep;
        slip_power -= t->friction * t->slip;
        indentation = t->overlap > indentation ? t->overlap : indentation;
        most = t->force > most ? t->force : most;
    }
    if (most > o->guide_weight[view]) {
        o->guide_weight[view] = most;
        g->sheet = quire_partner_index(touch->pair.contactor, QUIRE_PARTNER_SHEET);
    }
    g->normal = normal;
    g->x = x;
    g->y = y;
    g->drag = drag;
    g->holding = holding;
    g->slip = slip;
    g->creep = creep;
    g->slip_power = slip_power;
    g->indentation = indentation;
}

static void
add_to_nip(struct quire_observer *o, const struct quire_touch *t)
{
    const struct quire_nip_view *n = o->nip + t->pair.target.index;
    struct quire_state *st = o->state;

    o->roller[n->driver].roller_normal = o->roller[n->idler].roller_normal = t->force;
    const double a = st->carrier[st->system->roller[n->driver].small].turn;
    o->roller[n->driver].torque += a * t->friction * o->roller[n->driver].radius;
}

static void
add_to_body(struct quire_body_view *b, const struct quire_touch *t, double sign)
{
    b->normal += fabs(t->force);
    b->n_touch++;
    if (b->is_solid) {
        b->force_x += sign * t->push[0];
        b->force_y += sign * t->push[1];
        b->force_z += sign * t->push[2];
        return;
    }
    b->force_x += sign * (t->force * t->normal[0] - t->friction * t->normal[1]);
    b->force_y += sign * (t->force * t->normal[1] + t->friction * t->normal[0]);
}

/* the view of a body, or of the disc that a roller is; NULL: it is neither */
static struct quire_body_view *
body_of(struct quire_observer *o, struct quire_partner p)
{
    const struct quire_system *sys = o->state->system;
    const int disc = p.kind == QUIRE_PARTNER_FREE     ? p.index
                     : p.kind == QUIRE_PARTNER_ROLLER ? sys->roller[p.index].free
                                                      : -1;

    return p.kind == QUIRE_PARTNER_SOLID ? o->solid + p.index : disc >= 0 ? o->body + disc : NULL;
}

/* what presses on bodies: as the one that touches, or as what is touched */
static void
add_to_bodies(struct quire_observer *o, const struct quire_touch *t)
{
    struct quire_body_view *contactor = body_of(o, t->pair.contactor),
                           *target = body_of(o, t->pair.target);

    if (contactor != NULL) {
        add_to_body(contactor, t, 1);
    }
    if (target != NULL) {
        add_to_body(target, t, -1);
    }
}

void
quire_observe_add_to_machine(struct quire_observer *o, const struct quire_touch *t, int n)
{
    const enum quire_partner_kind target = t->pair.target.kind;

    for (int k = 0; o->view.n_body > 0 && k < n; k++) {
        add_to_bodies(o, t + k);
    }
    if (target == QUIRE_PARTNER_GUIDE) {
        add_to_guide(o, t, n);
    }
    for (int k = 0; target == QUIRE_PARTNER_ROLLER && k < n; k++) {
        add_to_roller(o, t + k);
    }
    for (int k = 0; target == QUIRE_PARTNER_NIP && k < n; k++) {
        add_to_nip(o, t + k);
    }
}

void
quire_observe_finish_machine(struct quire_observer *o)
{
    const struct quire_system *sys = o->state->system;

    for (int k = 0; k < sys->n_roller; k++) {
        struct quire_roller_view *r = o->roller + k;
        const struct quire_small *s = sys->small + sys->roller[k].small;
        if (r->normal > 0) {
            r->slip /= r->normal;
            r->creep /= r->normal;
        }
        if (s->drive >= 0 && o->state->command[s->drive].quantity == QUIRE_DRIVE_TORQUE) {
            r->torque = o->state->command[s->drive].value;
        } else if (s->drive < 0) {
            r->torque = 0;
        } else if (!isnan(r->clutch_slip)) {
            r->torque = r->clutch_torque;
        }
        r->power = r->torque * r->shaft_speed;
    }
    for (int i = 0; i < o->touched.n_guide; i++) {
        struct quire_guide_view *g = o->guide + o->touched.guide[i];
        g->slip = g->normal > 0 ? g->slip / g->normal : 0;
        g->creep = g->normal > 0 ? g->creep / g->normal : 0;
        g->x = g->normal > 0 ? g->x / g->normal : (double)NAN;
        g->y = g->normal > 0 ? g->y / g->normal : (double)NAN;
    }
}
