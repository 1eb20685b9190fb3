/* What rules switch: lifters of nips, clutches. Theory: doc/theory/machine.md. */
#include <math.h>
#include <string.h>

#include "body/clutch.h"
#include "body/nip.h"
#include "compile/compile.h"
#include "force/switches.h"
#include "law/one_way.h"
#include "motion/roller_motion.h"
#include "rule/rule.h"

/* A lever that lies this far below where the rollers rest on each other does not disturb them [m].
 */
#define CLEARANCE 1e-4

static bool
switches(const struct quire_action *action, const void *target)
{
    return action->kind == QUIRE_ACTION_SWITCH && action->target == target;
}

static void
add_lifter(struct quire_compile *c, struct quire_nip *nip)
{
    struct quire_system *sys = c->sys;
    const struct quire_nip_params *p = nip->object->params;
    const int small = sys->roller[nip->idler].small;
    const struct quire_roller_motion *m = c->motion + small;
    const double lift = isnan(p->lift) ? p->max_gap : p->lift, load = m->load + m->rate * lift;

    nip->lifter = sys->n_lifter++;
    sys->lifter[nip->lifter] =
        (struct quire_lifter){.which = sys->n_switch,
                              .rate = p->lift_rate,
                              .high = lift + load / p->lift_rate,
                              .damping = load > 0 ? 2 * sqrt(p->lift_rate * m->mass) / load : 0};
    sys->change[sys->n_switch++] = (struct quire_switch){
        .object = nip->object, .name = nip->object->name, .small = small, .on = p->open};
}

void
quire_compile_lifter_rest(struct quire_compile *c, const struct quire_nip *nip, double shut)
{
    struct quire_lifter *lifter = nip->lifter >= 0 ? c->sys->lifter + nip->lifter : NULL;
    struct quire_roller_motion *m = c->motion + c->sys->roller[nip->idler].small;

    if (lifter != NULL) {
        lifter->low = fmin(shut, m->least > -HUGE_VAL ? m->least : 0) - CLEARANCE;
        if (c->sys->change[lifter->which].on) {
            m->travel =
                lifter->high - (m->load + m->rate * lifter->high) / (m->rate + lifter->rate);
        }
    }
}

void
quire_compile_lifters(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_nip; k++) {
        struct quire_nip *nip = sys->nip + k;
        nip->lifter = -1;
        if (((const struct quire_nip_params *)nip->object->params)->open ||
            quire_rule_any_action(c->root, switches, nip->object)) {
            add_lifter(c, nip);
        }
    }
}

void
quire_compile_switches(struct quire_compile *c, size_t nips, size_t rollers)
{
    c->sys->lifter = quire_compile_get(c, nips, sizeof *c->sys->lifter);
    c->sys->clutch = quire_compile_get(c, rollers, sizeof *c->sys->clutch);
    c->sys->change = quire_compile_get(c, nips + rollers, sizeof *c->sys->change);
}

void
quire_compile_clutch(struct quire_compile *c, struct quire_roller *roller,
                     struct quire_roller_motion *m)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *object = quire_object_child_of(roller->object, &quire_kind_clutch);
    struct quire_clutch *clutch = sys->clutch + sys->n_clutch;

    if (object == NULL || c->status != QUIRE_OK) {
        return;
    }
    const struct quire_clutch_params *p = object->params;
    const char *name = p->name != NULL ? p->name : roller->name;
    const struct quire_drive *drive = sys->drive + sys->small[roller->small].drive;
    *clutch = (struct quire_clutch){.which = sys->n_switch,
                                    .motion = m,
                                    .carries = p->carries,
                                    .torque = p->torque,
                                    .radius = roller->radius,
                                    .creep = p->creep > 0 ? p->creep / roller->radius : 0,
                                    .law = {.friction = &quire_one_way_law, .name = name},
                                    .grip = -1};
    const struct quire_one_way law =
        quire_one_way_clutch(p->torque / roller->radius, p->windup, p->damping_time,
                             p->carries == QUIRE_CARRIES_FORWARD    ? 1
                             : p->carries == QUIRE_CARRIES_BACKWARD ? -1
                                                                    : 0);
    memcpy(clutch->law.friction_data, &law, sizeof law);
    sys->change[sys->n_switch++] = (struct quire_switch){
        .object = object, .name = name, .small = roller->small, .on = p->engaged};
    roller->clutch = sys->n_clutch++;
    m->spins = true;
    if (p->engaged && !quire_object_has(roller->object, "spin")) {
        m->spin = quire_clutch_commanded(clutch, drive->quantity,
                                         quire_course_at(&drive->course, 0, NULL, NULL));
    }
}
