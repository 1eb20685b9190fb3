#include "lint/lint_lead_edge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/sheet.h"
#include "geometry/loops.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"
#include "rule/rule.h"
#include "state/gate_pose.h"

#define HAIR 1e-9 /* pieces go on by so much, so that nothing slips through between two [m] */

/* ---- where gates can stand ---- */

struct collecting {
    const struct quire_drive *drive;
    struct quire_positions *to;
    bool known;
};

static void
add_position(struct collecting *c, double way)
{
    for (int k = 0; k < c->to->n; k++) {
        if (c->to->way[k] == way) {
            return;
        }
    }
    c->known = c->known && c->to->n < QUIRE_POSITIONS;
    if (c->known) {
        c->to->way[c->to->n++] = way;
    }
}

static bool
add_action(const struct quire_action *action, const void *user)
{
    struct collecting *c = *(struct collecting *const *)user;

    if (action->kind == QUIRE_ACTION_SET_DRIVE && action->target == c->drive->object) {
        c->known = c->known && action->formula == NULL && action->change == QUIRE_CHANGE_SET;
        add_position(c, action->value);
    }
    return false;
}

struct quire_positions
quire_lint_positions(const struct quire_system *sys, int gate)
{
    const int k = sys->gate[gate].drive;
    struct quire_positions out = {.n = 0};
    struct collecting c = {.drive = k >= 0 ? sys->drive + k : NULL, .to = &out, .known = true},
                      *all = &c;

    if (k < 0 ||
        (c.drive->quantity != QUIRE_DRIVE_ANGLE && c.drive->quantity != QUIRE_DRIVE_STROKE)) {
        return out; /* a spring holds it, or it turns on and on */
    }
    add_position(&c, c.drive->course.start);
    for (int i = 0; i < c.drive->course.n; i++) {
        add_position(&c, c.drive->course.corner[i].value);
    }
    quire_rule_any_action(sys->model->root, add_action, &all);
    out.n = c.known ? out.n : 0;
    return out;
}

/* ---- what is met ---- */

static void
turn(const struct quire_gate_pose *pose, double v[2])
{
    if (pose != NULL) {
        quire_gate_turn(pose, v);
    }
}

/* Where the way from one place to the next leads into a solid, however thin that is. */
static bool
cross(const struct quire_lead_solid *solid, const double from[2], const double to[2],
      struct quire_gap *out)
{
    const struct quire_outline *o = &solid->outline;
    struct quire_piece way;
    double nearest = HUGE_VAL;

    for (size_t i = 0; quire_piece_line(&way, from, to) && i < o->n; i++) {
        double at[2][2];
        const int n = quire_pieces_cross(&way, o->piece + i, -HAIR, at);
        for (int k = 0; k < n; k++) {
            const double along = quire_piece_foot(&way, at[k]).along,
                         s = quire_piece_foot(o->piece + i, at[k]).along;
            double t[2], foot[2];
            quire_piece_at(o->piece + i, s, foot, t);
            const double normal[2] = {-solid->side * t[1], solid->side * t[0]};
            if (along < nearest &&
                way.direction[0] * normal[0] + way.direction[1] * normal[1] < 0) {
                nearest = along;
                *out = (struct quire_gap){.piece = i,
                                          .distance = -HAIR,
                                          .s = o->piece[i].start + s,
                                          .foot = {at[k][0], at[k][1]},
                                          .normal = {normal[0], normal[1]}};
            }
        }
    }
    return isfinite(nearest);
}

static bool
is_far(const struct quire_lead_solid *solid, const double was[2], const double at[2], double near)
{
    bool far = false;

    for (int d = 0; d < 2; d++) {
        const double low = solid->low[d] - near, high = solid->high[d] + near;
        far = far || (was[d] < low && at[d] < low) || (was[d] > high && at[d] > high);
    }
    return far;
}

static const struct quire_gate_pose *
pose_of(const struct quire_lead_way *way, const struct quire_lead_solid *solid)
{
    const int gate = way->sys->guide[solid->guide].gate;
    return gate >= 0 ? way->pose + gate : NULL;
}

/* Into the frame of a gate that has not moved, or out of it. */
static void
into(const struct quire_lead_way *way, const struct quire_lead_solid *solid, const double at[2],
     double out[2])
{
    const int gate = way->sys->guide[solid->guide].gate;
    memcpy(out, at, 2 * sizeof *out);
    if (gate >= 0) {
        quire_gate_into(way->sys->gate + gate, way->pose + gate, at, out);
    }
}

static void
out_of(const struct quire_lead_way *way, const struct quire_lead_solid *solid, double at[2])
{
    const int gate = way->sys->guide[solid->guide].gate;
    const double was[2] = {at[0], at[1]};
    if (gate >= 0) {
        quire_gate_out(way->sys->gate + gate, way->pose + gate, was, at);
    }
}

/* Whether anything moves the roller's surface the way that a sheet is fed, or it turns by itself.
 */
static bool
turns_along(const struct quire_system *sys, const struct quire_roller *roller)
{
    const int k = sys->small[roller->small].drive;
    const struct quire_drive *drive = k >= 0 ? sys->drive + k : NULL;
    bool along = drive == NULL || drive->course.start > 0;

    for (int i = 0; !along && i < drive->course.n; i++) {
        along = drive->course.corner[i].value > 0;
    }
    return along || drive->course.n == 0; /* rules may start it */
}

static bool
meet_roller(const struct quire_system *sys, const struct quire_roller *roller,
            const double before[2], const double tip[2], struct quire_gap *now)
{
    static const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};
    const struct quire_body *body = &sys->small[roller->small].body;
    double q[QUIRE_BODY_POSITIONS] = {0}, v[QUIRE_BODY_DOFS] = {0}, z[QUIRE_BODY_STATES] = {0};
    struct quire_carrier carrier;

    body->ops->start(body->self, q, v, z);
    body->ops->carrier(body->self, &none, q, v, &carrier);
    const double dx = tip[0] - carrier.centre[0], dy = tip[1] - carrier.centre[1],
                 d = sqrt(dx * dx + dy * dy);
    const double ex = before[0] - carrier.centre[0], ey = before[1] - carrier.centre[1];
    if (!(d < roller->radius && d > 0) || ex * ex + ey * ey < roller->radius * roller->radius) {
        return false;
    }
    *now = (struct quire_gap){.distance = d - roller->radius, .normal = {dx / d, dy / d}};
    for (int k = 0; k < 2; k++) {
        now->foot[k] = carrier.centre[k] + roller->radius * now->normal[k];
    }
    return true;
}

static bool
touches(const int *law, int sheet)
{
    return law[2 * sheet] >= 0 || law[2 * sheet + 1] >= 0;
}

/* ---- across ---- */

/* Whether what reaches so far across stands in the way of a part of the sheet, as it starts. */
static bool
stands_across(const struct quire_sheet *s, double from, double to)
{
    const double middle =
        ((const struct quire_start_params *)quire_object_child_of(s->object, &quire_kind_start)
             ->params)
            ->across;

    return from < middle + 0.5 * s->width && to > middle - 0.5 * s->width;
}

static bool
guide_stands(const struct quire_system *sys, int sheet, const struct quire_guide *g)
{
    return !sys->spatial || stands_across(sys->sheet + sheet, g->across[0], g->across[1]);
}

static bool
roller_stands(const struct quire_system *sys, int sheet, int roller)
{
    bool stands = !sys->spatial;

    for (int k = 0; k < sys->n_pad && !stands; k++) {
        const struct quire_pad *p = sys->pad + k;
        stands = p->roller == roller &&
                 stands_across(sys->sheet + sheet, p->at[2] - p->half, p->at[2] + p->half);
    }
    return stands;
}

/* ---- solids ---- */

struct quire_lead_solid *
quire_lint_solids(const struct quire_system *sys, int *n)
{
    struct quire_lead_solid *all = calloc((size_t)sys->n_guide + 1, sizeof *all);

    *n = 0;
    for (int g = 0; all != NULL && g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g, *next = guide + 1;
        const bool wall = g + 1 < sys->n_guide && next->view == guide->view &&
                          guide->outline.n > 0 && next->outline.n > 0;
        struct quire_lead_solid *solid = all + *n;
        const struct quire_guide *right = wall && guide->side > 0 ? next : guide,
                                 *left = right == guide ? next : guide;
        const quire_status status =
            quire_outline_solid(&solid->outline, &right->outline, wall ? &left->outline : NULL,
                                wall ? 0 : guide->side, guide->depth);
        if (status == QUIRE_ERROR_LIMIT) { /* of memory */
            quire_lint_solids_done(all, *n);
            return NULL;
        }
        if (guide->outline.n == 0 || status != QUIRE_OK) {
            continue;
        }
        solid->side = wall ? 1 : guide->side;
        solid->guide = g;
        quire_outline_bounds(&solid->outline, solid->low, solid->high);
        ++*n;
        g += wall;
    }
    return all;
}

void
quire_lint_solids_done(struct quire_lead_solid *solids, int n)
{
    for (int k = 0; k < n && solids != NULL; k++) {
        quire_outline_clear(&solids[k].outline);
    }
    free(solids);
}

static void
measure(struct quire_lead_meeting *out, const struct quire_gap *gap, const double heading[2])
{
    const double ahead = -(heading[0] * gap->normal[0] + heading[1] * gap->normal[1]);
    const double aside = fabs(heading[0] * gap->normal[1] - heading[1] * gap->normal[0]);

    out->angle = quire_atan2(ahead, aside);
    memcpy(out->foot, gap->foot, sizeof out->foot);
    memcpy(out->normal, gap->normal, sizeof out->normal);
    out->s = gap->s;
}

static bool
is_touched(const struct quire_lead_way *way, const struct quire_lead_solid *solid)
{
    const struct quire_guide *guide = way->sys->guide + solid->guide;
    return touches(guide->law, way->sheet) && guide_stands(way->sys, way->sheet, guide);
}

static void
say_solid(const struct quire_lead_way *way, int k, struct quire_gap *gap, const double heading[2],
          struct quire_lead_meeting *out)
{
    const struct quire_lead_solid *solid = way->solid + k;
    const struct quire_guide *guide = way->sys->guide + solid->guide;

    out_of(way, solid, gap->foot);
    turn(pose_of(way, solid), gap->normal);
    *out = (struct quire_lead_meeting){.object = guide->object,
                                       .name = guide->name,
                                       .law = guide->law,
                                       .gate = guide->gate,
                                       .round = solid->outline.piece[gap->piece].turn != 0,
                                       .solid = k};
    measure(out, gap, heading);
    /* end walls are no part of the surface */
    out->end = quire_outline_gap(&guide->outline, 0, gap->foot).distance > HAIR &&
               guide->gate < 0 && solid->side * guide->side > 0;
}

bool
quire_lint_meet(const struct quire_lead_way *way, const double before[2], const double tip[2],
                const double heading[2], struct quire_lead_meeting *out)
{
    const struct quire_system *sys = way->sys;
    struct quire_gap gap;

    for (int k = 0; k < way->n; k++) {
        double was[2], at[2];
        into(way, way->solid + k, before, was);
        into(way, way->solid + k, tip, at);
        if (!is_far(way->solid + k, was, at, 0) && is_touched(way, way->solid + k) &&
            cross(way->solid + k, was, at, &gap)) {
            say_solid(way, k, &gap, heading, out);
            return true;
        }
    }
    for (int r = 0; r < sys->n_roller; r++) {
        const struct quire_roller *roller = sys->roller + r;
        if (roller->free < 0 && touches(roller->law, way->sheet) &&
            roller_stands(sys, way->sheet, r) && meet_roller(sys, roller, before, tip, &gap)) {
            *out = (struct quire_lead_meeting){.object = roller->object,
                                               .name = roller->name,
                                               .law = roller->law,
                                               .gate = -1,
                                               .roller = true,
                                               .round = true,
                                               .radius = roller->radius,
                                               .turns = turns_along(sys, roller),
                                               .draws = roller->nip >= 0 ||
                                                        sys->small[roller->small].drive >= 0};
            measure(out, &gap, heading);
            return true;
        }
    }
    return false;
}

bool
quire_lint_graze(const struct quire_lead_way *way, const double tip[2], const double heading[2],
                 double steep, struct quire_lead_meeting *out)
{
    const double half = way->sys->sheet[way->sheet].half;

    for (int k = 0; k < way->n; k++) {
        const struct quire_lead_solid *solid = way->solid + k;
        double at[2];
        into(way, solid, tip, at);
        if (is_far(solid, at, at, half) || !is_touched(way, solid)) {
            continue;
        }
        struct quire_gap gap = quire_outline_gap(&solid->outline, solid->side, at);
        if (gap.distance >= 0 && gap.distance < half * (1 - 1e-6)) {
            say_solid(way, k, &gap, heading, out);
            if (out->angle > 0 && out->angle < steep) {
                return true;
            }
        }
    }
    return false;
}

/* ---- how high, and how much room ---- */

#define PART       0.05 /* of an arc whose slope is looked at [rad] */
#define MOST_PARTS 4096

double
quire_lint_rise(const struct quire_lead_way *way, const struct quire_lead_meeting *m,
                const double heading[2], double steep, double side)
{
    const struct quire_lead_solid *solid = way->solid + m->solid;
    const struct quire_outline *o = &solid->outline;
    const double left[2] = {-heading[1] * side, heading[0] * side};
    /* the outline is gone along so that it leads to that side */
    const double along[2] = {solid->side * m->normal[1], -solid->side * m->normal[0]};
    const double sign = along[0] * left[0] + along[1] * left[1] < 0 ? -1 : 1;
    double rise = 0, s = m->s, before[2] = {sign * along[0], sign * along[1]};

    for (int k = 0; k < MOST_PARTS; k++) {
        double at[2], t[2];
        size_t i = 0;
        while (i + 1 < o->n && (sign > 0 ? o->piece[i].start + o->piece[i].length <= s + HAIR
                                         : o->piece[i].start + o->piece[i].length < s - HAIR)) {
            i++;
        }
        const struct quire_piece *p = o->piece + i;
        const double part = p->turn != 0 ? PART * p->radius : p->length;
        const double to =
            sign > 0 ? fmin(s + part, p->start + p->length) : fmax(s - part, p->start);
        quire_piece_at(p, 0.5 * (s + to) - p->start, at, t);
        turn(pose_of(way, solid), t);
        /* towards the leading edge and up */
        const double normal[2] = {-solid->side * t[1], solid->side * t[0]};
        const double ahead = -(heading[0] * normal[0] + heading[1] * normal[1]),
                     up = sign * (t[0] * left[0] + t[1] * left[1]),
                     on = sign * (t[0] * heading[0] + t[1] * heading[1]);
        if (up <= 0 || ahead <= 0 || (on > 0 && quire_atan2(ahead, on) < steep)) {
            /* in a hollow kink it is held from both sides */
            const double turns = sign * (before[0] * t[1] - before[1] * t[0]);
            return turns * sign * solid->side > 1e-6 ? HUGE_VAL : rise;
        }
        rise += fabs(to - s) * up;
        if (sign > 0 ? to >= o->length - HAIR : to <= HAIR) {
            return o->closed ? rise : HUGE_VAL; /* behind a guide no sheet should come */
        }
        before[0] = sign * t[0];
        before[1] = sign * t[1];
        s = to;
    }
    return rise;
}

double
quire_lint_room(const struct quire_lead_way *way, const double from[2], const double along[2],
                double most)
{
    const double to[2] = {from[0] + most * along[0], from[1] + most * along[1]};
    double room = HUGE_VAL;

    for (int k = 0; k < way->n; k++) {
        double was[2], at[2];
        struct quire_gap gap;
        into(way, way->solid + k, from, was);
        into(way, way->solid + k, to, at);
        if (!is_far(way->solid + k, was, at, 0) && is_touched(way, way->solid + k) &&
            cross(way->solid + k, was, at, &gap)) {
            const double dx = gap.foot[0] - was[0], dy = gap.foot[1] - was[1];
            room = fmin(room, sqrt(dx * dx + dy * dy));
        }
    }
    return room;
}
