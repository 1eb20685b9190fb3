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
struct told {
    const struct quire_object *target, *rule; /* NULL: nothing yet */
    enum quire_deed deed;
    double time; /* [s] */
};

struct quire_commands {
    const struct quire_object *root; /* the model's, NULL: it has no drives */
    struct told *told;               /* (n) in the order in which targets were told first */
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
    self->told = calloc(self->most + 1, sizeof *self->told);
    self->acted = calloc(self->most + 1, sizeof *self->acted);
    self->fastest = calloc(view->n_roller + 1, sizeof *self->fastest);
    if (self->told == NULL || self->acted == NULL || self->fastest == NULL) {
        quire_commands_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_commands_destroy(struct quire_commands *self)
{
    if (self != NULL) {
        free(self->told);
        free(self->acted);
        free(self->fastest);
        free(self);
    }
}

static enum quire_deed
deed_of(const struct quire_action *action, double value)
{
    const bool nip = action->target != NULL && action->target->kind == &quire_kind_nip;

    if (action->kind == QUIRE_ACTION_SWITCH) {
        return nip ? (action->value > 0 ? QUIRE_DEED_OPEN : QUIRE_DEED_CLOSE)
                   : (action->value > 0 ? QUIRE_DEED_ENGAGE : QUIRE_DEED_DISENGAGE);
    }
    if (action->kind != QUIRE_ACTION_SET_DRIVE) {
        return QUIRE_DEED_NONE;
    }
    switch (action->quantity) {
    case QUIRE_DRIVE_ANGLE:
    case QUIRE_DRIVE_STROKE: return QUIRE_DEED_MOVE;
    default: break;
    }
    if (action->change == QUIRE_CHANGE_SET) {
        return fabs(value) > 0 ? QUIRE_DEED_SET : QUIRE_DEED_STOP;
    }
    return action->change == QUIRE_CHANGE_BRAKE ? QUIRE_DEED_STOP : QUIRE_DEED_REVERSE;
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
    const struct told now = {action->target, rule, deed_of(action, value), time};
    size_t i = 0;

    note_acted(self, rule);
    if (now.deed == QUIRE_DEED_NONE || now.target == NULL) {
        return;
    }
    while (i < self->n && self->told[i].target != now.target) {
        i++;
    }
    if (i < self->most) {
        self->told[i] = now;
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

/* ---- what was told ---- */

static const struct told *
find_told(const struct quire_commands *self, const struct quire_object *target)
{
    for (size_t i = 0; target != NULL && i < self->n; i++) {
        if (self->told[i].target == target) {
            return self->told + i;
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
          enum quire_deed deed)
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
            if (deed_of(&action, value) == deed && (target == NULL || action.target == target)) {
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
put_down(struct quire_why *out, const struct quire_object *rule, enum quire_deed deed, double time)
{
    out->ruling = (struct quire_ruling){name_of(rule), deed, time};
    return true;
}

static bool
put_down_idle(const struct quire_commands *self, const struct quire_object *target,
              enum quire_deed deed, struct quire_why *out)
{
    const struct quire_object *rule = find_idle(self, target, deed);

    return rule != NULL && put_down(out, rule, deed, (double)NAN);
}

static bool
put_down_told(const struct told *told, struct quire_why *out)
{
    return told != NULL && put_down(out, told->rule, told->deed, told->time);
}

/* ---- one drive ---- */

/* Of a nip that is open: the rule that opened it, or would have closed it. */
static bool
explain_nip(const struct quire_commands *self, const struct quire_object *nip,
            struct quire_why *out)
{
    const struct told *told = find_told(self, nip);

    return told != NULL ? told->deed == QUIRE_DEED_OPEN && put_down_told(told, out)
                        : ((const struct quire_nip_params *)nip->params)->open &&
                              put_down_idle(self, nip, QUIRE_DEED_CLOSE, out);
}

static bool
explain_clutch(const struct quire_commands *self, const struct quire_roller_view *roller,
               struct quire_why *out)
{
    const struct quire_object *clutch = quire_parts_clutch(roller);
    const struct told *told = find_told(self, clutch);

    if (clutch == NULL) {
        return false;
    }
    return told != NULL ? told->deed == QUIRE_DEED_DISENGAGE && put_down_told(told, out)
                        : !quire_parts_limiter(roller)->engaged &&
                              put_down_idle(self, clutch, QUIRE_DEED_ENGAGE, out);
}

static bool
explain_drive(const struct quire_commands *self, const struct quire_roller_view *roller,
              struct quire_why *out)
{
    const struct quire_object *drive = quire_parts_drive(roller);
    const struct told *told = find_told(self, drive);

    if (told != NULL || drive == NULL) {
        return put_down_told(told, out);
    }
    return fabs(roller->surface_speed) < QUIRE_DIAGNOSIS_DRIVEN &&
           (put_down_idle(self, drive, QUIRE_DEED_SET, out) ||
            put_down_idle(self, drive, QUIRE_DEED_REVERSE, out));
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
    const struct told *told = find_told(self, drive);

    return drive != NULL && (told != NULL ? put_down_told(told, out)
                                          : put_down_idle(self, drive, QUIRE_DEED_MOVE, out));
}

/* ---- all drives ---- */

/* What stopped a roller that has run and stands; NULL: no rule, or it runs. */
static const struct told *
stopped_by(const struct quire_commands *self, const struct quire_view *view, size_t i)
{
    const struct quire_roller_view *roller = view->roller + i;
    const struct told *clutch = find_told(self, quire_parts_clutch(roller)),
                      *drive = find_told(self, quire_parts_drive(roller));

    if (fabs(roller->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN) {
        return NULL;
    }
    if (clutch != NULL && clutch->deed == QUIRE_DEED_DISENGAGE) {
        return clutch;
    }
    return drive != NULL && drive->deed == QUIRE_DEED_STOP ? drive : NULL;
}

/* What slowed a roller; NULL: no rule, or it runs as fast as ever. */
static const struct told *
slowed_by(const struct quire_commands *self, const struct quire_view *view, size_t i)
{
    const struct told *drive = find_told(self, quire_parts_drive(view->roller + i));
    const bool slow =
        fabs(view->roller[i].surface_speed) < (1 - QUIRE_DIAGNOSIS_SPEEDS) * self->fastest[i];

    return slow && drive != NULL && drive->deed == QUIRE_DEED_SET ? drive
                                                                  : stopped_by(self, view, i);
}

/* The last of the commands that have done so to all driven rollers that had run; NULL: not to all.
 */
static const struct told *
told_all(const struct quire_commands *self, const struct quire_view *view,
         const struct told *(*by)(const struct quire_commands *, const struct quire_view *, size_t))
{
    const struct told *last = NULL;

    for (size_t i = 0; i < view->n_roller; i++) {
        if (quire_parts_drive(view->roller + i) == NULL || !has_run(self, i)) {
            continue;
        }
        const struct told *told = by(self, view, i);
        if (told == NULL) {
            return NULL;
        }
        last = last == NULL || told->time > last->time ? told : last;
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
        const struct told *told = has_run(self, i) ? stopped_by(self, view, i) : NULL;
        own += told != NULL && told->rule == rule;
        others += told != NULL && told->rule != rule;
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
        rule = rule == NULL && drive != NULL ? find_idle(self, drive, QUIRE_DEED_SET) : rule;
    }
    return rule;
}

static void
add_sign(struct quire_why *out)
{
    quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_COMMAND, out->ruling.time,
                                                      "rule", out->ruling.rule, (double)NAN});
}

static bool
blame(struct quire_why *out, const struct quire_object *rule, enum quire_deed deed, double time)
{
    put_down(out, rule, deed, time);
    out->n_symptom = 0; /* others have nothing to do with it */
    quire_why_blame(out, QUIRE_MECHANISM_RULE, "rule", out->ruling.rule);
    add_sign(out);
    return true;
}

bool
quire_commands_find(const struct quire_commands *self, const struct quire_view *view,
                    struct quire_why *out)
{
    const struct told *stopped = told_all(self, view, stopped_by),
                      *slowed = told_all(self, view, slowed_by);
    const struct quire_object *idle = never_started(self, view);
    const double first = out->n_symptom > 0 ? out->symptom[0].time : HUGE_VAL;

    if (stopped != NULL) {
        return blame(out, stopped->rule,
                     stopped_most(self, view, stopped->rule) ? QUIRE_DEED_STOP_ALL
                                                             : QUIRE_DEED_STOP_LAST,
                     stopped->time);
    }
    /* a sheet that was late before is not late by that */
    if (slowed != NULL && slowed->time <= first + QUIRE_DIAGNOSIS_BREAK) {
        return blame(out, slowed->rule, QUIRE_DEED_SLOW_ALL, slowed->time);
    }
    return idle != NULL && blame(out, idle, QUIRE_DEED_START_ALL, (double)NAN);
}

/* Whether the sheet has felt it at once: a drive may have been stopped long before a sheet came to
 * it. */
static bool
is_first(const struct quire_why *why)
{
    return why->n_symptom == 0 || why->symptom[0].time <= why->ruling.time + QUIRE_DIAGNOSIS_BREAK;
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
        if (explain_roller(self, view, out) && out->ruling.deed != QUIRE_DEED_SET &&
            is_first(out)) {
            add_sign(out);
        }
        return;
    default: return;
    }
}
