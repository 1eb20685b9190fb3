#include "cause/commands.h"

#include <math.h>
#include <stdlib.h>

#include "body/clutch.h"
#include "body/nip.h"
#include "cause/limits.h"
#include "cause/parts.h"
#include "cause/symptoms.h"
#include "rule/rule.h"

/* What a rule did last to a drive, a clutch or a nip. */
struct command {
    const struct quire_object *target, *rule; /* NULL: nothing yet */
    enum quire_rule_effect effect;
    double time; /* [s] */
};

struct quire_commands {
    const struct quire_object *root; /* the model's, NULL: it has no drives */
    struct command *last;            /* (n) to each target, in the order of their first ones */
    size_t n, most;
    const struct quire_object **acted; /* (n_acted) rules that have */
    size_t n_acted;
    double *fastest; /* (n_roller) greatest surface speed since the start [m/s] */
    size_t n_roller;
};

/* ---- what happens ---- */

/* Rules and their actions, at most. */
static size_t
count_actions(const struct quire_object *root)
{
    const struct quire_object *rule;
    size_t n = 0;

    for (size_t i = 0;
         root != NULL && (rule = quire_object_next_of(root, &quire_kind_rule, &i)) != NULL;) {
        n += rule->n_child + 1;
    }
    return n;
}

struct quire_commands *
quire_commands_create(const struct quire_view *view)
{
    struct quire_commands *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->root = view->n_drive > 0 ? view->drive[0].object->parent : NULL;
    self->most = count_actions(self->root);
    self->n_roller = view->n_roller;
    self->last = calloc(self->most + 1, sizeof *self->last);
    self->acted = calloc(self->most + 1, sizeof *self->acted);
    self->fastest = calloc(view->n_roller + 1, sizeof *self->fastest);
    if (self->last == NULL || self->acted == NULL || self->fastest == NULL) {
        quire_commands_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_commands_destroy(struct quire_commands *self)
{
    if (self != NULL) {
        free(self->last);
        free(self->acted);
        free(self->fastest);
        free(self);
    }
}

static enum quire_rule_effect
effect_of(const struct quire_action *action, double value)
{
    const bool nip = action->target != NULL && action->target->kind == &quire_kind_nip;

    if (action->kind == QUIRE_ACTION_SWITCH) {
        return nip ? (action->value > 0 ? QUIRE_RULE_EFFECT_OPEN : QUIRE_RULE_EFFECT_CLOSE)
                   : (action->value > 0 ? QUIRE_RULE_EFFECT_ENGAGE : QUIRE_RULE_EFFECT_DISENGAGE);
    }
    if (action->kind != QUIRE_ACTION_SET_DRIVE) {
        return QUIRE_RULE_EFFECT_NONE;
    }
    switch (action->quantity) {
    case QUIRE_DRIVE_ANGLE:
    case QUIRE_DRIVE_STROKE: return QUIRE_RULE_EFFECT_MOVE;
    default: break;
    }
    if (action->change == QUIRE_CHANGE_SET) {
        return fabs(value) > 0 ? QUIRE_RULE_EFFECT_SET : QUIRE_RULE_EFFECT_STOP;
    }
    return action->change == QUIRE_CHANGE_BRAKE ? QUIRE_RULE_EFFECT_STOP
                                                : QUIRE_RULE_EFFECT_REVERSE;
}

static void
note_acted(struct quire_commands *self, const struct quire_object *rule)
{
    for (size_t i = 0; i < self->n_acted; i++) {
        if (self->acted[i] == rule) {
            return;
        }
    }
    if (self->n_acted < self->most) {
        self->acted[self->n_acted++] = rule;
    }
}

void
quire_commands_act(struct quire_commands *self, const struct quire_object *rule,
                   const struct quire_action *action, double value, double time)
{
    const struct command now = {action->target, rule, effect_of(action, value), time};
    size_t i = 0;

    note_acted(self, rule);
    if (now.effect == QUIRE_RULE_EFFECT_NONE || now.target == NULL) {
        return;
    }
    while (i < self->n && self->last[i].target != now.target) {
        i++;
    }
    if (i < self->most) {
        self->last[i] = now;
        self->n += i == self->n;
    }
}

void
quire_commands_observe(struct quire_commands *self, const struct quire_view *view)
{
    for (size_t i = 0; i < self->n_roller; i++) {
        self->fastest[i] = fmax(self->fastest[i], fabs(view->roller[i].surface_speed));
    }
}

static bool
has_run(const struct quire_commands *self, size_t roller)
{
    return self->fastest[roller] >= QUIRE_DIAGNOSIS_DRIVEN;
}

/* ---- what was commanded ---- */

static const struct command *
last_command(const struct quire_commands *self, const struct quire_object *target)
{
    for (size_t i = 0; target != NULL && i < self->n; i++) {
        if (self->last[i].target == target) {
            return self->last + i;
        }
    }
    return NULL;
}

static bool
has_acted(const struct quire_commands *self, const struct quire_object *rule)
{
    for (size_t i = 0; i < self->n_acted; i++) {
        if (self->acted[i] == rule) {
            return true;
        }
    }
    return false;
}

/* The first rule that has never acted and would do this to a target, any target where that is NULL;
 * NULL: there is none. */
static const struct quire_object *
find_idle(const struct quire_commands *self, const struct quire_object *target,
          enum quire_rule_effect effect)
{
    const struct quire_object *rule;

    for (size_t i = 0; self->root != NULL &&
                       (rule = quire_object_next_of(self->root, &quire_kind_rule, &i)) != NULL;) {
        for (size_t k = 0; k < rule->n_child && !has_acted(self, rule); k++) {
            const struct quire_object *child = rule->child[k];
            struct quire_action action;
            if (child->kind->family != &quire_family_action) {
                continue;
            }
            ((const struct quire_action_ops *)child->kind->ops)->describe(child, &action);
            /* what a formula gives is not known, and no reason to stop */
            const double value = isnan(action.value) ? 1 : action.value;
            if (effect_of(&action, value) == effect &&
                (target == NULL || action.target == target)) {
                return rule;
            }
        }
    }
    return NULL;
}

/* By its name; one without is known by what sets it off. */
static const char *
name_of(const struct quire_object *rule)
{
    const struct quire_rule_params *params = rule->params;

    return rule->name != NULL ? rule->name : params->when != NULL ? params->when : "time";
}

static bool
put_down(struct quire_why *out, const struct quire_object *rule, enum quire_rule_effect effect,
         double time)
{
    out->by_rule = (struct quire_rule_cause){name_of(rule), effect, time};
    return true;
}

static bool
put_down_idle(const struct quire_commands *self, const struct quire_object *target,
              enum quire_rule_effect effect, struct quire_why *out)
{
    const struct quire_object *rule = find_idle(self, target, effect);

    return rule != NULL && put_down(out, rule, effect, (double)NAN);
}

static bool
put_down_command(const struct command *command, struct quire_why *out)
{
    return command != NULL && put_down(out, command->rule, command->effect, command->time);
}

/* ---- one drive ---- */

/* Of a nip that is open: the rule that opened it, or would have closed it. */
static bool
explain_nip(const struct quire_commands *self, const struct quire_object *nip,
            struct quire_why *out)
{
    const struct command *command = last_command(self, nip);

    return command != NULL
               ? command->effect == QUIRE_RULE_EFFECT_OPEN && put_down_command(command, out)
               : ((const struct quire_nip_params *)nip->params)->open &&
                     put_down_idle(self, nip, QUIRE_RULE_EFFECT_CLOSE, out);
}

static bool
explain_clutch(const struct quire_commands *self, const struct quire_roller_view *roller,
               struct quire_why *out)
{
    const struct quire_object *clutch = quire_parts_clutch(roller);
    const struct command *command = last_command(self, clutch);

    if (clutch == NULL) {
        return false;
    }
    return command != NULL
               ? command->effect == QUIRE_RULE_EFFECT_DISENGAGE && put_down_command(command, out)
               : !quire_parts_limiter(roller)->engaged &&
                     put_down_idle(self, clutch, QUIRE_RULE_EFFECT_ENGAGE, out);
}

static bool
explain_drive(const struct quire_commands *self, const struct quire_roller_view *roller,
              struct quire_why *out)
{
    const struct quire_object *drive = quire_parts_drive(roller);
    const struct command *command = last_command(self, drive);

    if (command != NULL || drive == NULL) {
        return put_down_command(command, out);
    }
    return fabs(roller->surface_speed) < QUIRE_DIAGNOSIS_DRIVEN &&
           (put_down_idle(self, drive, QUIRE_RULE_EFFECT_SET, out) ||
            put_down_idle(self, drive, QUIRE_RULE_EFFECT_REVERSE, out));
}

static bool
explain_roller(const struct quire_commands *self, const struct quire_view *view,
               struct quire_why *out)
{
    const struct quire_roller_view *roller = quire_parts_roller(view, out->name);
    const struct quire_object *nip = roller != NULL && roller->nip >= 0 && roller->object != NULL
                                         ? roller->object->parent
                                         : NULL;

    return roller != NULL &&
           ((nip != NULL && explain_nip(self, nip, out)) || explain_clutch(self, roller, out) ||
            explain_drive(self, roller, out));
}

static bool
explain_gate(const struct quire_commands *self, const struct quire_view *view,
             struct quire_why *out)
{
    const struct quire_guide_view *guide = quire_parts_guide(view, out->name);
    const struct quire_object *drive = guide != NULL ? quire_parts_gate_drive(guide) : NULL;
    const struct command *command = last_command(self, drive);

    return drive != NULL &&
           (command != NULL ? put_down_command(command, out)
                            : put_down_idle(self, drive, QUIRE_RULE_EFFECT_MOVE, out));
}

/* ---- all drives ---- */

/* What stopped a roller that has run and stands; NULL: no rule, or it runs. */
static const struct command *
stopped_by(const struct quire_commands *self, const struct quire_view *view, size_t i)
{
    const struct quire_roller_view *roller = view->roller + i;
    const struct command *clutch = last_command(self, quire_parts_clutch(roller)),
                         *drive = last_command(self, quire_parts_drive(roller));

    if (fabs(roller->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN) {
        return NULL;
    }
    if (clutch != NULL && clutch->effect == QUIRE_RULE_EFFECT_DISENGAGE) {
        return clutch;
    }
    return drive != NULL && drive->effect == QUIRE_RULE_EFFECT_STOP ? drive : NULL;
}

/* What slowed a roller; NULL: no rule, or it runs as fast as ever. */
static const struct command *
slowed_by(const struct quire_commands *self, const struct quire_view *view, size_t i)
{
    const struct command *drive = last_command(self, quire_parts_drive(view->roller + i));
    const bool slow =
        fabs(view->roller[i].surface_speed) < (1 - QUIRE_DIAGNOSIS_SPEEDS) * self->fastest[i];

    return slow && drive != NULL && drive->effect == QUIRE_RULE_EFFECT_SET
               ? drive
               : stopped_by(self, view, i);
}

/* The last of the commands that have done so to all driven rollers that had run; NULL: not to all.
 */
static const struct command *
command_to_all(const struct quire_commands *self, const struct quire_view *view,
               const struct command *(*by)(const struct quire_commands *, const struct quire_view *,
                                           size_t))
{
    const struct command *last = NULL;

    for (size_t i = 0; i < view->n_roller; i++) {
        if (quire_parts_drive(view->roller + i) == NULL || !has_run(self, i)) {
            continue;
        }
        const struct command *command = by(self, view, i);
        if (command == NULL) {
            return NULL;
        }
        last = last == NULL || command->time > last->time ? command : last;
    }
    return last;
}

/* Whether a rule has stopped as many rollers as all others have, or more. */
static bool
stopped_most(const struct quire_commands *self, const struct quire_view *view,
             const struct quire_object *rule)
{
    size_t own = 0, others = 0;

    for (size_t i = 0; i < view->n_roller; i++) {
        const struct command *command = has_run(self, i) ? stopped_by(self, view, i) : NULL;
        own += command != NULL && command->rule == rule;
        others += command != NULL && command->rule != rule;
    }
    return own >= others;
}

/* The rule that would have started a drive, where no driven roller has ever run; NULL: one has. */
static const struct quire_object *
never_started(const struct quire_commands *self, const struct quire_view *view)
{
    const struct quire_object *rule = NULL;

    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_object *drive = quire_parts_drive(view->roller + i);
        if (drive != NULL && has_run(self, i)) {
            return NULL;
        }
        rule = rule == NULL && drive != NULL ? find_idle(self, drive, QUIRE_RULE_EFFECT_SET) : rule;
    }
    return rule;
}

static void
add_sign(struct quire_why *out)
{
    quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_COMMAND, out->by_rule.time,
                                                      "rule", out->by_rule.rule, (double)NAN});
}

static bool
blame(struct quire_why *out, const struct quire_object *rule, enum quire_rule_effect effect,
      double time)
{
    put_down(out, rule, effect, time);
    out->n_symptom = 0; /* others have nothing to do with it */
    quire_why_blame(out, QUIRE_MECHANISM_RULE, "rule", out->by_rule.rule);
    add_sign(out);
    return true;
}

bool
quire_commands_find(const struct quire_commands *self, const struct quire_view *view,
                    struct quire_why *out)
{
    const struct command *stopped = command_to_all(self, view, stopped_by),
                         *slowed = command_to_all(self, view, slowed_by);
    const struct quire_object *idle = never_started(self, view);
    const double first = out->n_symptom > 0 ? out->symptom[0].time : HUGE_VAL;

    if (stopped != NULL) {
        return blame(out, stopped->rule,
                     stopped_most(self, view, stopped->rule) ? QUIRE_RULE_EFFECT_STOP_ALL
                                                             : QUIRE_RULE_EFFECT_STOP_LAST,
                     stopped->time);
    }
    /* a sheet that was late before is not late by that */
    if (slowed != NULL && slowed->time <= first + QUIRE_DIAGNOSIS_BREAK) {
        return blame(out, slowed->rule, QUIRE_RULE_EFFECT_SLOW_ALL, slowed->time);
    }
    return idle != NULL && blame(out, idle, QUIRE_RULE_EFFECT_START_ALL, (double)NAN);
}

/* Whether the sheet has felt it at once: a drive may have been stopped long before a sheet came to
 * it. */
static bool
is_first(const struct quire_why *why)
{
    return why->n_symptom == 0 || why->symptom[0].time <= why->by_rule.time + QUIRE_DIAGNOSIS_BREAK;
}

void
quire_commands_explain(const struct quire_commands *self, const struct quire_view *view,
                       struct quire_why *out)
{
    switch (out->mechanism) {
    case QUIRE_MECHANISM_STUB:
    case QUIRE_MECHANISM_ASTRAY:
    case QUIRE_MECHANISM_DRAG: explain_gate(self, view, out); return;
    case QUIRE_MECHANISM_DRIVE:
    case QUIRE_MECHANISM_SPEEDS:
    case QUIRE_MECHANISM_LOOSE:
        if (explain_roller(self, view, out) && out->by_rule.effect != QUIRE_RULE_EFFECT_SET &&
            is_first(out)) {
            add_sign(out);
        }
        return;
    default: return;
    }
}
