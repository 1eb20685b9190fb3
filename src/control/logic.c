#include "control/logic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/sheet.h"
#include "control/logic_parts.h"
#include "kind/action.h"
#include "kind/sensor.h"
#include "model/kinds_settings.h"
#include "model/settings.h"

/* Actions less than this apart are simultaneous: sums such as 0.1 s + 0.2 s and 0.3 s differ by
 * rounding alone. */
#define SIMULTANEOUS 1e-12 /* [s] */

/* ---- what waits ---- */

static quire_status
push(struct quire_logic *self, const struct quire_logic_entry *entry)
{
    if (self->n_entry == self->capacity) {
        const size_t capacity = 2 * self->capacity + 8;
        struct quire_logic_entry *grown = realloc(self->entry, capacity * sizeof *grown);
        if (grown == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        self->entry = grown;
        self->capacity = capacity;
    }
    self->entry[self->n_entry++] = *entry;
    return QUIRE_OK;
}

static void
drop(struct quire_logic *self, size_t k)
{
    self->n_entry--;
    memmove(&self->entry[k], &self->entry[k + 1], (self->n_entry - k) * sizeof *self->entry);
}

/* Puts all actions of a rule into the queue. */
static quire_status
enqueue(struct quire_logic *self, size_t k, double time, const char *sheet)
{
    const struct quire_rule *rule = self->rule + k;
    struct quire_logic_entry e = {
        .kind = QUIRE_ENTRY_ACTION, .time = time + rule->params->delay, .rule = k, .sheet = sheet};
    quire_status status = QUIRE_OK;

    if (rule->travel != -1) {
        e.time = INFINITY;
        e.travel = self->world.get(self->world.user, rule->travel, NULL) + rule->params->distance;
    }
    for (e.action = 0; status == QUIRE_OK && e.action < rule->n_action; e.action++) {
        status = push(self, &e);
    }
    return status;
}

/* calls off what a rule has waiting; for one sheet, or for all of them (NULL) */
static void
call_off(struct quire_logic *self, size_t rule, const char *sheet)
{
    for (size_t k = self->n_entry; k-- > 0;) {
        const struct quire_logic_entry *e = self->entry + k;
        if (e->kind == QUIRE_ENTRY_ACTION && e->rule == rule &&
            (sheet == NULL || e->sheet == NULL || strcmp(e->sheet, sheet) == 0)) {
            drop(self, k);
        }
    }
}

/* ---- create ---- */

static quire_status
read_control(struct quire_logic *self, const struct quire_model *model, quire_diag *diag)
{
    const struct quire_object *settings = quire_object_child_of(model->root, &quire_kind_settings);
    const struct quire_object *given =
        settings != NULL ? quire_object_child_of(settings, &quire_kind_control) : NULL;
    struct quire_object *usual = NULL;

    if (given == NULL) {
        const quire_status status =
            quire_object_from_settings(&usual, &quire_kind_control, NULL, 0, model->arena, diag);
        if (status != QUIRE_OK) {
            return status;
        }
        given = usual;
    }
    const struct quire_control_params *p = given->params;
    self->period = p->period > 0 ? p->period : 0;
    self->offset = p->offset;
    self->look = p->look;
    return QUIRE_OK;
}

/* Rules by time; those that have something to look at then learn of it. */
static quire_status
schedule(struct quire_logic *self)
{
    quire_status status = QUIRE_OK;

    for (size_t k = 0; status == QUIRE_OK && k < self->n_rule; k++) {
        const struct quire_rule *rule = self->rule + k;
        const double time = quire_logic_tick(self, rule->params->time);
        if (!isnan(rule->params->time)) {
            status = rule->condition == NULL && rule->travel == -1
                         ? enqueue(self, k, time, NULL)
                         : push(self, &(struct quire_logic_entry){
                                          .kind = QUIRE_ENTRY_SIGNAL, .time = time, .rule = k});
        }
    }
    return status;
}

quire_status
quire_logic_create(struct quire_logic **out, const struct quire_model *model,
                   const struct quire_logic_world *world, quire_diag *diag)
{
    *out = NULL;
    struct quire_logic *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    if (world != NULL) {
        self->world = *world;
    }
    quire_status status = read_control(self, model, diag);
    if (status == QUIRE_OK) {
        status = quire_logic_gather_names(self, model->root);
    }
    if (status == QUIRE_OK) {
        status = quire_logic_read_rules(self, model->root, diag);
    }
    if (status == QUIRE_OK) {
        status = schedule(self);
    }
    if (status != QUIRE_OK) {
        quire_logic_destroy(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

static void
clear_rule(struct quire_rule *rule)
{
    quire_formula_destroy(rule->when.formula);
    quire_formula_destroy(rule->until.formula);
    quire_formula_destroy(rule->condition);
    for (size_t i = 0; i < rule->n_action; i++) {
        quire_formula_destroy(rule->action[i].formula);
    }
    free(rule->action);
    free(rule->seen);
}

void
quire_logic_destroy(struct quire_logic *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t k = 0; k < self->n_rule; k++) {
        clear_rule(self->rule + k);
    }
    for (size_t k = 0; k < self->n_own; k++) {
        free(self->own[k].name);
    }
    free(self->own);
    free(self->moment);
    free(self->rule);
    free(self->entry);
    free(self);
}

/* ---- signals ---- */

static bool
hears(const struct quire_trigger *t, const struct quire_object *sensor, int signal)
{
    return t->sensor == sensor && t->signal == signal;
}

static bool
is_over(const struct quire_rule *rule)
{
    return rule->off || (rule->params->once && rule->acted);
}

bool
quire_logic_uses(const struct quire_logic *self, const struct quire_object *sensor, int signal)
{
    for (size_t i = 0; i < self->n_rule; i++) {
        const struct quire_rule *rule = self->rule + i;
        if ((hears(&rule->when, sensor, signal) && !is_over(rule)) ||
            hears(&rule->until, sensor, signal)) {
            return true;
        }
    }
    for (size_t k = 0; k < self->n_own; k++) {
        if (self->own[k].asked && self->own[k].sensor == sensor && self->own[k].signal == signal) {
            return true;
        }
    }
    return false;
}

/* the place of a sheet among those that gave this rule a signal, from 1; 0 when memory ran out */
static size_t
order_of(struct quire_rule *rule, const char *sheet)
{
    for (size_t k = 0; k < rule->n_seen; k++) {
        if (strcmp(rule->seen[k], sheet) == 0) {
            return k + 1;
        }
    }
    if (rule->n_seen == rule->room) {
        const size_t room = 2 * rule->room + 4;
        const char **grown = realloc(rule->seen, room * sizeof *grown);
        if (grown == NULL) {
            return 0;
        }
        rule->seen = grown;
        rule->room = room;
    }
    rule->seen[rule->n_seen++] = sheet;
    return rule->n_seen;
}

/* Whether this sheet's signal counts for the rule; to be asked once for each signal. */
static bool
counts(struct quire_rule *rule, const char *sheet, quire_status *status)
{
    long number;
    const enum quire_rule_sheets sheets = quire_rule_sheets_of(rule->params, &number);

    if (sheets == QUIRE_RULE_EACH || sheets == QUIRE_RULE_NAMED) {
        return sheets == QUIRE_RULE_EACH || quire_sheet_is_meant(rule->params->sheet, sheet);
    }
    const size_t order = order_of(rule, sheet);
    *status = order > 0 ? *status : QUIRE_ERROR_LIMIT;
    return order == (sheets == QUIRE_RULE_FIRST ? 1 : (size_t)number);
}

static void
see(struct quire_logic *self, double time)
{
    if (self->world.at != NULL) {
        self->world.at(self->world.user, time);
    }
}

/* A rule is set off, if its condition is true. */
static quire_status
set_off(struct quire_logic *self, size_t k, double time, const char *sheet)
{
    struct quire_rule *rule = self->rule + k;

    if (rule->condition != NULL || rule->travel != -1) {
        see(self, time);
    }
    if (is_over(rule) ||
        (rule->condition != NULL && !(quire_logic_value_of(self, rule->condition, sheet) > 0))) {
        return QUIRE_OK;
    }
    rule->acted = true;
    return enqueue(self, k, time, sheet);
}

/* The control learns of a signal, or that the time of a rule has come. */
static quire_status
learn(struct quire_logic *self, double time, const struct quire_logic_entry *e)
{
    quire_status status = QUIRE_OK;

    if (e->sensor == NULL) {
        return set_off(self, e->rule, time, NULL);
    }
    for (size_t k = 0; k < self->n_own; k++) {
        struct quire_own *own = self->own + k;
        if (own->sensor == e->sensor && own->signal == e->signal) {
            own->value = own->dimension.s > 0 ? time : own->value + 1;
        }
    }
    for (size_t i = 0; status == QUIRE_OK && i < self->n_rule; i++) {
        struct quire_rule *rule = self->rule + i;
        if (hears(&rule->until, e->sensor, e->signal)) {
            call_off(self, i, e->sheet);
        }
        if (hears(&rule->when, e->sensor, e->signal) && counts(rule, e->sheet, &status) &&
            status == QUIRE_OK) {
            status = set_off(self, i, time, e->sheet);
        }
    }
    return status;
}

double
quire_logic_tick(const struct quire_logic *self, double time)
{
    if (!(self->period > 0)) {
        return time;
    }
    const double tick =
        self->offset + self->period * ceil((time - self->offset - SIMULTANEOUS) / self->period);
    return fmax(tick, self->offset);
}

bool
quire_logic_has_cycle(const struct quire_logic *self)
{
    return self->period > 0;
}

/* Whether a signal of a sensor that bounces comes while its last one, for the same sheet, still has
 * to stand: that one is dropped, and another signal with it; the same one again has to stand from
 * now on. */
static bool
takes_back(struct quire_logic *self, const struct quire_logic_entry *e)
{
    for (size_t k = 0; k < self->n_entry; k++) {
        const struct quire_logic_entry *last = self->entry + k;
        if (last->kind == QUIRE_ENTRY_SIGNAL && last->sensor == e->sensor &&
            strcmp(last->sheet, e->sheet) == 0) {
            const bool other = last->signal != e->signal;
            drop(self, k);
            return other;
        }
    }
    return false;
}

quire_status
quire_logic_signal(struct quire_logic *self, double time, const struct quire_object *sensor,
                   int signal, const char *sheet)
{
    const double debounce = ((const struct quire_sensor_common *)sensor->params)->debounce;
    const struct quire_logic_entry e = {.kind = QUIRE_ENTRY_SIGNAL,
                                        .time = quire_logic_tick(self, time + debounce),
                                        .sheet = sheet,
                                        .sensor = sensor,
                                        .signal = signal};

    if (debounce > 0 && takes_back(self, &e)) {
        return QUIRE_OK;
    }
    /* sensors that nobody uses change nothing, not even a step */
    if (!quire_logic_uses(self, sensor, signal)) {
        return QUIRE_OK;
    }
    return e.time > time ? push(self, &e) : learn(self, time, &e);
}

/* ---- looking ---- */

bool
quire_logic_has_formulas(const struct quire_logic *self)
{
    for (size_t k = 0; k < self->n_rule; k++) {
        const struct quire_rule *rule = self->rule + k;
        if (rule->when.formula != NULL || rule->until.formula != NULL || rule->travel != -1) {
            return true;
        }
    }
    return false;
}

double
quire_logic_next_look(const struct quire_logic *self, double time)
{
    size_t k = 0;

    while (k < self->n_moment && self->moment[k] <= time) {
        k++;
    }
    return fmin(time + self->look, k < self->n_moment ? self->moment[k] : HUGE_VAL);
}

static bool
is_true(struct quire_logic *self, const struct quire_trigger *t)
{
    return quire_logic_value_of(self, t->formula, NULL) > 0;
}

static bool
turns(struct quire_logic *self, const struct quire_trigger *t)
{
    return t->formula != NULL && !t->was && is_true(self, t);
}

/* whether the way that an entry waits for has been driven */
static bool
has_driven(const struct quire_logic *self, const struct quire_logic_entry *e)
{
    return e->kind == QUIRE_ENTRY_ACTION && isinf(e->time) &&
           self->world.get(self->world.user, self->rule[e->rule].travel, NULL) >= e->travel;
}

bool
quire_logic_would_act(struct quire_logic *self, double time)
{
    see(self, time);
    for (size_t k = 0; k < self->n_rule; k++) {
        struct quire_rule *rule = self->rule + k;
        if (turns(self, &rule->when) || turns(self, &rule->until)) {
            return true;
        }
    }
    for (size_t k = 0; k < self->n_entry; k++) {
        if (has_driven(self, self->entry + k)) {
            return true;
        }
    }
    return false;
}

quire_status
quire_logic_evaluate(struct quire_logic *self, double time, bool quiet)
{
    quire_status status = QUIRE_OK;

    see(self, time);
    for (size_t k = 0; k < self->n_entry; k++) {
        struct quire_logic_entry *e = self->entry + k;
        e->time = has_driven(self, e) ? time : e->time;
    }
    for (size_t k = 0; status == QUIRE_OK && k < self->n_rule; k++) {
        struct quire_trigger *when = &self->rule[k].when, *until = &self->rule[k].until;
        if (until->formula != NULL) {
            const bool now = is_true(self, until);
            if (now && !until->was) {
                call_off(self, k, NULL);
            }
            until->was = now;
        }
        if (when->formula != NULL) {
            const bool now = is_true(self, when);
            if (now && !when->was && !quiet) {
                status = set_off(self, k, time, NULL);
            }
            when->was = now;
        }
    }
    return status;
}

double
quire_logic_ask(struct quire_logic *self, const struct quire_formula *formula, double time)
{
    see(self, time);
    return quire_logic_value_of(self, formula, NULL);
}

void
quire_logic_switch_rule(struct quire_logic *self, const struct quire_object *object, bool on)
{
    for (size_t k = 0; k < self->n_rule; k++) {
        struct quire_rule *rule = self->rule + k;
        if (rule->object == object) {
            rule->off = !on;
            if (!on) {
                call_off(self, k, NULL);
            }
        }
    }
}

/* ---- what is due ---- */

double
quire_logic_next(const struct quire_logic *self)
{
    double next = INFINITY;
    for (size_t i = 0; i < self->n_entry; i++) {
        next = self->entry[i].time < next ? self->entry[i].time : next;
    }
    return next;
}

/* what the control learns stands before what it does */
static bool
stands_before(const struct quire_logic_entry *a, const struct quire_logic_entry *b)
{
    if (a->kind != b->kind) {
        return a->kind == QUIRE_ENTRY_SIGNAL;
    }
    return a->kind == QUIRE_ENTRY_ACTION &&
           (a->rule != b->rule ? a->rule < b->rule : a->action < b->action);
}

/* the first entry due at or before `time`; n_entry if there is none */
static size_t
first_due(const struct quire_logic *self, double time)
{
    const double next = quire_logic_next(self);
    size_t best = self->n_entry;

    for (size_t i = 0; next <= time + SIMULTANEOUS && i < self->n_entry; i++) {
        const struct quire_logic_entry *e = &self->entry[i];
        if (e->time <= next + SIMULTANEOUS &&
            (best == self->n_entry || stands_before(e, &self->entry[best]))) {
            best = i;
        }
    }
    return best;
}

void
quire_logic_command(struct quire_logic *self, const struct quire_action *action)
{
    for (size_t k = 0; k < self->n_own; k++) {
        if (action->target != NULL && self->own[k].object == action->target &&
            isfinite(action->value)) {
            self->own[k].value = action->value;
        }
    }
    for (size_t k = 0; action->kind == QUIRE_ACTION_CANCEL && k < self->n_rule; k++) {
        if (self->rule[k].object == action->target) {
            call_off(self, k, NULL);
        }
    }
}

bool
quire_logic_take(struct quire_logic *self, double time, struct quire_due *out, quire_status *status)
{
    size_t k;

    while (*status == QUIRE_OK && (k = first_due(self, time)) < self->n_entry) {
        const struct quire_logic_entry taken = self->entry[k];
        drop(self, k);
        if (taken.kind == QUIRE_ENTRY_SIGNAL) {
            *status = learn(self, taken.time, &taken);
            continue;
        }
        const struct quire_rule *rule = self->rule + taken.rule;
        const struct quire_rule_action *action = rule->action + taken.action;
        const struct quire_action_ops *ops = action->object->kind->ops;
        *out = (struct quire_due){.time = taken.time, .rule = rule->object, .sheet = taken.sheet};
        ops->describe(action->object, &out->action);
        if (action->formula != NULL) {
            see(self, taken.time);
            out->action.value = quire_logic_value_of(self, action->formula, taken.sheet);
        }
        quire_logic_command(self, &out->action);
        return true;
    }
    return false;
}
