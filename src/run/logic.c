#include "run/logic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "model/params.h"
#include "model/problem.h"
#include "rule/rule.h"

/* Actions less than this apart are simultaneous: sums such as 0.1 s + 0.2 s and 0.3 s differ by
 * rounding alone. */
#define SIMULTANEOUS 1e-12 /* [s] */

/* What sets a rule off or calls it off. */
struct trigger {
    const struct quire_object *sensor; /* by its signal; NULL: by the formula */
    int signal;
    struct quire_formula *formula; /* NULL: by neither */
    bool was;                      /* it was true when it was looked at last */
};

struct action {
    const struct quire_object *object;
    struct quire_formula *formula; /* of its value; NULL: it is known */
};

struct rule {
    const struct quire_object *object;
    const struct quire_rule_params *params;
    struct trigger when, until;
    struct quire_formula *condition;
    struct action *action; /* (n_action) */
    size_t n_action;
    int travel; /* index of the way of its drive; -1: it waits for a time */
    const char **seen; /* sheets that gave signals, in the order of the first (n_seen) */
    size_t n_seen, room;
    bool acted;
};

enum entry_kind { SIGNAL, ACTION };
struct entry {
    enum entry_kind kind;
    double time;         /* infinite while it waits for a way to be driven */
    double travel;       /* that way's end [m] */
    size_t rule, action; /* ACTION: the order of the file */
    const char *sheet;
    const struct quire_object *sensor; /* SIGNAL */
    int signal;
};

/* What the control itself knows by name. */
struct own {
    char *name;
    const struct quire_object *object; /* the variable or state; NULL: of a signal */
    const struct quire_object *sensor;
    int signal;
    double value;
    struct quire_dimension dimension;
    const char *words;
    bool asked; /* by a formula */
};

struct quire_logic {
    struct quire_logic_world world; /* find is NULL: nothing can be measured */
    struct rule *rule; /* in file order (n_rule) */
    size_t n_rule;
    struct entry *entry; /* what is due, in order of arrival (n_entry) */
    size_t n_entry, capacity;
    struct own *own; /* (n_own) */
    size_t n_own;
    double period, offset; /* of the controller; period 0: none [s] */
    const char *sheet;     /* whose signal is looked at */
    bool of_sheet;         /* names may begin with "sheet." */
};

/* ---- names ---- */

/* own quantities have negative indices */
static int
own_index(size_t k)
{
    return -1 - (int)k;
}

/* the name that is nearest to an unknown one */
struct nearest {
    struct quire_suggest near;
    char best[200], now[200];
};

static void
offer_name(void *listener, const char *name)
{
    struct nearest *n = listener;

    snprintf(n->now, sizeof n->now, "%s", name);
    quire_suggest_offer(&n->near, n->now);
    if (n->near.best == n->now) {
        memcpy(n->best, n->now, sizeof n->best);
        n->near.best = n->best;
    }
}

static void
suggest_name(struct quire_logic *self, const char *text, char *error, size_t size)
{
    struct nearest n;
    char unknown[100], hint[250];

    snprintf(unknown, sizeof unknown, "%.*s", (int)strcspn(text, " ()<>=!,*/+"), text);
    n.near = quire_suggest_begin(unknown);
    for (size_t k = 0; k < self->n_own; k++) {
        offer_name(&n, self->own[k].name);
    }
    if (self->world.list != NULL) {
        self->world.list(self->world.user, self->of_sheet, offer_name, &n);
    }
    const char *nearest = quire_suggest_hint(&n.near, hint, sizeof hint);
    snprintf(error, size, "there is nothing called '%s'%s%s", unknown, nearest != NULL ? "; " : "", nearest != NULL ? nearest : "");
}

static bool
find_name(void *user, const char *text, size_t *length, struct quire_formula_name *out, char *error, size_t size)
{
    struct quire_logic *self = user;
    size_t best = 0, asked = self->n_own;
    bool found = self->world.find != NULL && self->world.find(self->world.user, text, length, self->of_sheet, out, error, size);

    best = found ? *length : 0;
    for (size_t k = 0; k < self->n_own; k++) {
        const struct own *own = self->own + k;
        const size_t n = strlen(own->name);
        if (n > best && strncmp(text, own->name, n) == 0) {
            best = n;
            asked = k;
            *out = (struct quire_formula_name){.index = own_index(k), .dimension = own->dimension, .words = own->words};
        }
    }
    *length = best;
    if (asked < self->n_own) {
        self->own[asked].asked = true;
    }
    if (best == 0) {
        suggest_name(self, text, error, size);
    } else {
        error[0] = '\0';
    }
    return best > 0;
}

static double
get_value(void *user, int index)
{
    struct quire_logic *self = user;

    return index < 0 ? self->own[-1 - index].value : self->world.get(self->world.user, index, self->sheet);
}

static double
value_of(struct quire_logic *self, const struct quire_formula *formula, const char *sheet)
{
    self->sheet = sheet;
    return quire_formula_value(formula, get_value, self);
}

/* takes over `name`; false if that is NULL */
static bool
add_own(struct quire_logic *self, const struct own *own, char *name)
{
    self->own[self->n_own] = *own;
    self->own[self->n_own].name = name;
    self->n_own += name != NULL ? 1 : 0;
    return name != NULL;
}

/* "SENSOR.SIGNAL.WHAT"; NULL when memory ran out */
static char *
signal_name(const struct quire_object *sensor, int signal, const char *what)
{
    const char *word = ((const struct quire_sensor_ops *)sensor->kind->ops)->signal[signal];
    const size_t size = strlen(sensor->name) + strlen(word) + strlen(what) + 3;
    char *name = malloc(size);

    if (name != NULL) {
        snprintf(name, size, "%s.%s.%s", sensor->name, word, what);
    }
    return name;
}

static bool
add_signals(struct quire_logic *self, const struct quire_object *sensor)
{
    const struct quire_sensor_ops *ops = sensor->kind->ops;
    bool good = true;

    for (int k = 0; good && sensor->name != NULL && k < ops->n_signal; k++) {
        good = add_own(self, &(struct own){.sensor = sensor, .signal = k}, signal_name(sensor, k, "count")) &&
               add_own(self, &(struct own){.sensor = sensor, .signal = k, .value = NAN, .dimension = {.s = 1}}, signal_name(sensor, k, "time"));
    }
    return good;
}

static quire_status
gather_names(struct quire_logic *self, const struct quire_object *root)
{
    bool good = true;

    self->own = calloc((1 + 2 * QUIRE_SENSOR_SIGNALS) * (root->n_child + 1), sizeof *self->own);
    for (size_t i = 0; self->own != NULL && good && i < root->n_child; i++) {
        const struct quire_object *o = root->child[i];
        if (strcmp(o->kind->family, "sensor") == 0) {
            good = add_signals(self, o);
        } else if (strcmp(o->kind->element, "variable") == 0) {
            const struct quire_variable_params *p = o->params;
            struct quire_quantity q = {0};
            char error[200];
            quire_quantity_read(&q, p->value, error, sizeof error);
            good = add_own(self, &(struct own){.object = o, .value = q.value, .dimension = q.dimension}, strdup(o->name));
        } else if (strcmp(o->kind->element, "state") == 0) {
            const struct quire_state_params *p = o->params;
            const int start = p->start != NULL ? quire_formula_word_number(p->values, p->start, strlen(p->start)) : 0;
            good = add_own(self, &(struct own){.object = o, .value = start, .words = p->values}, strdup(o->name));
        }
    }
    return self->own != NULL && good ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

/* ---- reading the rules ---- */

struct reader {
    struct quire_logic *self;
    const struct quire_object *root;
    quire_diag *diag;
    quire_status status;
};

static void
note(struct reader *r, quire_status status)
{
    r->status = quire_status_first(r->status, status);
}

/* a formula of an object's field; NULL where there is none, or none that can be understood */
static struct quire_formula *
read_formula(struct reader *r, const struct quire_object *object, const char *field, const char *text, bool logic)
{
    const struct quire_formula_names names = {find_name, r->self};
    struct quire_formula *f;
    char error[300];

    if (text == NULL) {
        return NULL;
    }
    if (!quire_formula_read(&f, text, logic, &names, error, sizeof error)) {
        note(r, quire_object_error(object, r->diag, "E-FORMULA", NULL, "%s='%s': %s", field, text, error));
    } else if (quire_formula_is_logical(f) != logic) {
        note(r, quire_object_error(object, r->diag, "E-FORMULA", NULL, "%s='%s': it is neither true nor false", field, text));
    }
    return f;
}

static void
read_trigger(struct reader *r, const struct quire_object *object, const char *field, const char *text, struct trigger *out)
{
    if (text != NULL && !quire_rule_resolve(text, r->root, &out->sensor, &out->signal)) {
        out->formula = read_formula(r, object, field, text, true);
    }
}

/* the dimension that an action's value must have */
static struct quire_dimension
wanted(const struct quire_logic *self, const struct quire_action *action)
{
    static const struct quire_dimension of_drive[] = {{.m = 1, .s = -1}, {.rad = 1, .s = -1}, {.kg = 1, .m = 2, .s = -2}, {.rad = 1}, {.m = 1},
                                                        {.kg = 1, .m = -1, .s = -2}, {.kg = 1, .m = 2, .s = -3, .A = -1}};

    if (action->kind == QUIRE_ACTION_SET_DRIVE) {
        return of_drive[action->quantity];
    }
    for (size_t k = 0; k < self->n_own; k++) {
        if (self->own[k].object == action->target) {
            return self->own[k].dimension;
        }
    }
    return (struct quire_dimension){0};
}

static void
read_action(struct reader *r, const struct quire_object *object, struct action *out)
{
    const struct quire_action_ops *ops = object->kind->ops;
    struct quire_action action = {0};

    ops->describe(object, &action);
    *out = (struct action){.object = object};
    out->formula = read_formula(r, object, action.kind == QUIRE_ACTION_SET_DRIVE ? "to" : "value", action.formula, false);
    if (out->formula != NULL && !quire_dimension_fits(quire_formula_dimension(out->formula), wanted(r->self, &action))) {
        const char *words = quire_dimension_name(wanted(r->self, &action));
        note(r, quire_object_error(object, r->diag, "E-UNIT", NULL, "'%s' does not come to %s, as '%s' needs", action.formula,
                                   words != NULL ? words : "what has the right unit", action.target->name));
    }
}

static bool
is_action(const struct quire_object *child)
{
    return strcmp(child->kind->family, "action") == 0;
}

static void
read_way(struct reader *r, struct rule *rule)
{
    char name[200], error[200];
    size_t length;
    struct quire_formula_name found;

    snprintf(name, sizeof name, "%s.travel", rule->params->drive->name);
    if (!find_name(r->self, name, &length, &found, error, sizeof error)) {
        note(r, quire_object_error(rule->object, r->diag, "E-MODEL", NULL, "drive '%s' drives no way", rule->params->drive->name));
        return;
    }
    rule->travel = found.index;
}

static void
read_rule(struct reader *r, const struct quire_object *object, struct rule *rule)
{
    *rule = (struct rule){.object = object, .params = object->params, .travel = -1};
    rule->action = calloc(object->n_child + 1, sizeof *rule->action);
    if (rule->action == NULL) {
        note(r, QUIRE_ERROR_LIMIT);
        return;
    }
    read_trigger(r, object, "when", rule->params->when, &rule->when);
    read_trigger(r, object, "until", rule->params->until, &rule->until);
    r->self->of_sheet = rule->when.sensor != NULL;
    rule->condition = read_formula(r, object, "if", rule->params->condition, true);
    for (size_t i = 0; i < object->n_child; i++) {
        if (is_action(object->child[i])) {
            read_action(r, object->child[i], rule->action + rule->n_action++);
        }
    }
    r->self->of_sheet = false;
    if (!isnan(rule->params->distance)) {
        read_way(r, rule);
    }
}

/* ---- what waits ---- */

static quire_status
push(struct quire_logic *self, const struct entry *entry)
{
    if (self->n_entry == self->capacity) {
        const size_t capacity = 2 * self->capacity + 8;
        struct entry *grown = realloc(self->entry, capacity * sizeof *grown);
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
    const struct rule *rule = self->rule + k;
    struct entry e = {.kind = ACTION, .time = time + rule->params->delay, .rule = k, .sheet = sheet};
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
        const struct entry *e = self->entry + k;
        if (e->kind == ACTION && e->rule == rule && (sheet == NULL || e->sheet == NULL || strcmp(e->sheet, sheet) == 0)) {
            drop(self, k);
        }
    }
}

/* ---- create ---- */

static void
read_control(struct quire_logic *self, const struct quire_object *root)
{
    const struct quire_object *settings = quire_object_child(root, "settings");
    const struct quire_object *control = settings != NULL ? quire_object_child(settings, "control") : NULL;

    if (control != NULL) {
        const struct quire_control_params *p = control->params;
        self->period = p->period;
        self->offset = p->offset;
    }
}

/* Rules by time; those that have something to look at then learn of it. */
static quire_status
schedule(struct quire_logic *self)
{
    quire_status status = QUIRE_OK;

    for (size_t k = 0; status == QUIRE_OK && k < self->n_rule; k++) {
        const struct rule *rule = self->rule + k;
        const double time = quire_logic_tick(self, rule->params->time);
        if (!isnan(rule->params->time)) {
            status = rule->condition == NULL && rule->travel == -1 ? enqueue(self, k, time, NULL)
                                                                   : push(self, &(struct entry){.kind = SIGNAL, .time = time, .rule = k});
        }
    }
    return status;
}

quire_status
quire_logic_create(struct quire_logic **out, const struct quire_model *model, const struct quire_logic_world *world, quire_diag *diag)
{
    *out = NULL;
    struct quire_logic *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    struct reader r = {.self = self, .root = model->root, .diag = diag};
    const struct quire_object *object;
    if (world != NULL) {
        self->world = *world;
    }
    read_control(self, model->root);
    r.status = gather_names(self, model->root);
    self->rule = calloc(model->root->n_child + 1, sizeof *self->rule);
    note(&r, self->rule != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT);
    for (size_t i = 0; r.status != QUIRE_ERROR_LIMIT && (object = quire_object_next(model->root, "rule", &i)) != NULL;) {
        read_rule(&r, object, self->rule + self->n_rule++);
    }
    if (r.status == QUIRE_OK) {
        r.status = schedule(self);
    }
    if (r.status != QUIRE_OK) {
        quire_logic_destroy(self);
        return r.status;
    }
    *out = self;
    return QUIRE_OK;
}

static void
clear_rule(struct rule *rule)
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
    free(self->rule);
    free(self->entry);
    free(self);
}

/* ---- signals ---- */

static bool
hears(const struct trigger *t, const struct quire_object *sensor, int signal)
{
    return t->sensor == sensor && t->signal == signal;
}

static bool
is_over(const struct rule *rule)
{
    return rule->params->once && rule->acted;
}

bool
quire_logic_uses(const struct quire_logic *self, const struct quire_object *sensor, int signal)
{
    for (size_t i = 0; i < self->n_rule; i++) {
        const struct rule *rule = self->rule + i;
        if ((hears(&rule->when, sensor, signal) && !is_over(rule)) || hears(&rule->until, sensor, signal)) {
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
order_of(struct rule *rule, const char *sheet)
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
counts(struct rule *rule, const char *sheet, quire_status *status)
{
    long number;
    const enum quire_rule_sheets sheets = quire_rule_sheets_of(rule->params, &number);

    if (sheets == QUIRE_RULE_EACH || sheets == QUIRE_RULE_NAMED) {
        return sheets == QUIRE_RULE_EACH || strcmp(rule->params->sheet, sheet) == 0;
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
    struct rule *rule = self->rule + k;

    if (rule->condition != NULL || rule->travel != -1) {
        see(self, time);
    }
    if (is_over(rule) || (rule->condition != NULL && !(value_of(self, rule->condition, sheet) > 0))) {
        return QUIRE_OK;
    }
    rule->acted = true;
    return enqueue(self, k, time, sheet);
}

/* The control learns of a signal, or that the time of a rule has come. */
static quire_status
learn(struct quire_logic *self, double time, const struct entry *e)
{
    quire_status status = QUIRE_OK;

    if (e->sensor == NULL) {
        return set_off(self, e->rule, time, NULL);
    }
    for (size_t k = 0; k < self->n_own; k++) {
        struct own *own = self->own + k;
        if (own->sensor == e->sensor && own->signal == e->signal) {
            own->value = own->dimension.s > 0 ? time : own->value + 1;
        }
    }
    for (size_t i = 0; status == QUIRE_OK && i < self->n_rule; i++) {
        struct rule *rule = self->rule + i;
        if (hears(&rule->until, e->sensor, e->signal)) {
            call_off(self, i, e->sheet);
        }
        if (hears(&rule->when, e->sensor, e->signal) && counts(rule, e->sheet, &status) && status == QUIRE_OK) {
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
    const double tick = self->offset + self->period * ceil((time - self->offset - SIMULTANEOUS) / self->period);
    return fmax(tick, self->offset);
}

bool
quire_logic_has_cycle(const struct quire_logic *self)
{
    return self->period > 0;
}

/* Whether a signal of a sensor that bounces comes while its last one, for the same sheet, still has to stand: that one is dropped, and another signal
 * with it; the same one again has to stand from now on. */
static bool
takes_back(struct quire_logic *self, const struct entry *e)
{
    for (size_t k = 0; k < self->n_entry; k++) {
        const struct entry *last = self->entry + k;
        if (last->kind == SIGNAL && last->sensor == e->sensor && strcmp(last->sheet, e->sheet) == 0) {
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
    const struct entry e = {.kind = SIGNAL, .time = quire_logic_tick(self, time + debounce), .sheet = sheet, .sensor = sensor, .signal = signal};

    if (debounce > 0 && takes_back(self, &e)) {
        return QUIRE_OK;
    }
    if (!quire_logic_uses(self, sensor, signal)) { /* sensors that nobody uses change nothing, not even a step */
        return QUIRE_OK;
    }
    return e.time > time ? push(self, &e) : learn(self, time, &e);
}

/* ---- looking ---- */

bool
quire_logic_looks(const struct quire_logic *self)
{
    for (size_t k = 0; k < self->n_rule; k++) {
        const struct rule *rule = self->rule + k;
        if (rule->when.formula != NULL || rule->until.formula != NULL || rule->travel != -1) {
            return true;
        }
    }
    return false;
}

static bool
is_true(struct quire_logic *self, const struct trigger *t)
{
    return value_of(self, t->formula, NULL) > 0;
}

static bool
turns(struct quire_logic *self, const struct trigger *t)
{
    return t->formula != NULL && !t->was && is_true(self, t);
}

/* whether the way that an entry waits for has been driven */
static bool
has_driven(const struct quire_logic *self, const struct entry *e)
{
    return e->kind == ACTION && isinf(e->time) && self->world.get(self->world.user, self->rule[e->rule].travel, NULL) >= e->travel;
}

bool
quire_logic_would_act(struct quire_logic *self, double time)
{
    see(self, time);
    for (size_t k = 0; k < self->n_rule; k++) {
        struct rule *rule = self->rule + k;
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
quire_logic_look(struct quire_logic *self, double time, bool quiet)
{
    quire_status status = QUIRE_OK;

    see(self, time);
    for (size_t k = 0; k < self->n_entry; k++) {
        struct entry *e = self->entry + k;
        e->time = has_driven(self, e) ? time : e->time;
    }
    for (size_t k = 0; status == QUIRE_OK && k < self->n_rule; k++) {
        struct trigger *when = &self->rule[k].when, *until = &self->rule[k].until;
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

/* ---- what is due ---- */

double
quire_logic_next(const struct quire_logic *self)
{
    double next = INFINITY;
    for (size_t i = 0; i < self->n_entry; i++) {
        next = fmin(next, self->entry[i].time);
    }
    return next;
}

/* what the control learns stands before what it does */
static bool
stands_before(const struct entry *a, const struct entry *b)
{
    if (a->kind != b->kind) {
        return a->kind == SIGNAL;
    }
    return a->kind == ACTION && (a->rule != b->rule ? a->rule < b->rule : a->action < b->action);
}

/* the first entry due at or before `time`; n_entry if there is none */
static size_t
first_due(const struct quire_logic *self, double time)
{
    const double next = quire_logic_next(self);
    size_t best = self->n_entry;

    for (size_t i = 0; next <= time + SIMULTANEOUS && i < self->n_entry; i++) {
        const struct entry *e = &self->entry[i];
        if (e->time <= next + SIMULTANEOUS && (best == self->n_entry || stands_before(e, &self->entry[best]))) {
            best = i;
        }
    }
    return best;
}

/* what an action does to the control itself */
static void
do_own(struct quire_logic *self, const struct quire_action *action)
{
    for (size_t k = 0; k < self->n_own; k++) {
        if (action->target != NULL && self->own[k].object == action->target && isfinite(action->value)) {
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
        const struct entry taken = self->entry[k];
        drop(self, k);
        if (taken.kind == SIGNAL) {
            *status = learn(self, taken.time, &taken);
            continue;
        }
        const struct rule *rule = self->rule + taken.rule;
        const struct action *action = rule->action + taken.action;
        const struct quire_action_ops *ops = action->object->kind->ops;
        *out = (struct quire_due){.time = taken.time, .rule = rule->object, .sheet = taken.sheet};
        ops->describe(action->object, &out->action);
        if (action->formula != NULL) {
            see(self, taken.time);
            out->action.value = value_of(self, action->formula, taken.sheet);
        }
        do_own(self, &out->action);
        return true;
    }
    return false;
}
