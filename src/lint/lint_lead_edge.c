#include "lint/lint_lead_edge.h"

#include <math.h>
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

/* Where the way from one place to the next leads into a surface: however thin what is behind. */
static bool
cross(const struct quire_guide *guide, const double from[2], const double to[2],
      struct quire_gap *out)
{
    const struct quire_outline *o = &guide->outline;
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
            const double normal[2] = {-guide->side * t[1], guide->side * t[0]};
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
is_far(const struct quire_guide *guide, const double was[2], const double at[2])
{
    bool far = false;

    for (int d = 0; d < 2; d++) {
        const double low = guide->low[d] - guide->depth, high = guide->high[d] + guide->depth;
        far = far || (was[d] < low && at[d] < low) || (was[d] > high && at[d] > high);
    }
    return far;
}

/* Of a guide that a gate's pose has moved; NULL: it stands still. The lead edge comes through the
 * surface, or into the solid behind it by the wall at its end. */
static bool
meet_guide(const struct quire_guide *guide, const struct quire_gate *gate,
           const struct quire_gate_pose *pose, const double before[2], const double tip[2],
           struct quire_gap *now)
{
    double at[2] = {tip[0], tip[1]}, was[2] = {before[0], before[1]};

    if (gate != NULL) {
        quire_gate_into(gate, pose, tip, at);
        quire_gate_into(gate, pose, before, was);
    }
    if (is_far(guide, was, at)) {
        return false;
    }
    if (!cross(guide, was, at, now)) {
        *now = quire_outline_gap(&guide->outline, guide->side, at);
        if (!(now->distance < 0 && now->distance > -guide->depth) ||
            !(quire_outline_gap(&guide->outline, guide->side, was).distance >= 0)) {
            return false;
        }
    }
    if (gate != NULL) {
        quire_gate_out(gate, pose, now->foot, at);
        memcpy(now->foot, at, sizeof at);
        turn(pose, now->normal);
    }
    return true;
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

/* whether a guide is one of the two surfaces of a wall */
static bool
is_wall(const struct quire_system *sys, int g)
{
    return (g > 0 && sys->guide[g - 1].view == sys->guide[g].view) ||
           (g + 1 < sys->n_guide && sys->guide[g + 1].view == sys->guide[g].view);
}

static void
measure(struct quire_lead_meeting *out, const struct quire_gap *gap, const double heading[2],
        double deep)
{
    const double ahead = -(heading[0] * gap->normal[0] + heading[1] * gap->normal[1]);
    const double aside = fabs(heading[0] * gap->normal[1] - heading[1] * gap->normal[0]);

    out->end = -gap->distance > deep;
    out->angle = out->end ? quire_atan2(aside, fabs(ahead)) : quire_atan2(ahead, aside);
    memcpy(out->foot, gap->foot, sizeof out->foot);
    memcpy(out->normal, gap->normal, sizeof out->normal);
}

bool
quire_lint_meet(const struct quire_system *sys, int sheet, const struct quire_gate_pose *pose,
                const double before[2], const double tip[2], const double heading[2], double deep,
                struct quire_lead_meeting *out)
{
    struct quire_gap gap;

    for (int g = 0; g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g;
        const int gate = guide->gate;
        if (touches(guide->law, sheet) && guide->outline.n > 0 && guide_stands(sys, sheet, guide) &&
            meet_guide(guide, gate >= 0 ? sys->gate + gate : NULL, gate >= 0 ? pose + gate : NULL,
                       before, tip, &gap)) {
            *out = (struct quire_lead_meeting){
                .object = guide->object, .name = guide->name, .law = guide->law, .gate = gate};
            /* the end of a wall is as high as that is thick */
            measure(out, &gap, heading,
                    is_wall(sys, g) ? fmin(deep, sys->sheet[sheet].half) : deep);
            return true;
        }
    }
    for (int r = 0; r < sys->n_roller; r++) {
        const struct quire_roller *roller = sys->roller + r;
        if (roller->free < 0 && touches(roller->law, sheet) && roller_stands(sys, sheet, r) &&
            meet_roller(sys, roller, before, tip, &gap)) {
            *out = (struct quire_lead_meeting){.object = roller->object,
                                               .name = roller->name,
                                               .law = roller->law,
                                               .gate = -1,
                                               .roller = true,
                                               .gives_way = turns_along(sys, roller)};
            measure(out, &gap, heading, HUGE_VAL);
            return true;
        }
    }
    return false;
}
