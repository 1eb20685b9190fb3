/* Reading rules: their triggers, conditions and actions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "control/logic_parts.h"
#include "model/problem.h"
#include "model/quantity.h"
#include "rule/rule.h"

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
read_formula(struct reader *r, const struct quire_object *object, const char *field,
             const char *text, bool logic)
{
    const struct quire_formula_names names = {quire_logic_find_name, r->self};
    struct quire_formula *f;
    char error[300];

    if (text == NULL) {
        return NULL;
    }
    if (!quire_formula_read(&f, text, logic, &names, error, sizeof error)) {
        note(r, quire_formula_lacked_memory(error)
                    ? quire_diag_memory_error(r->diag)
                    : quire_object_error(object, r->diag, "E-FORMULA", NULL, "%s='%s': %s", field,
                                         text, error));
    } else if (quire_formula_is_logical(f) != logic) {
        note(r, quire_object_error(object, r->diag, "E-FORMULA", NULL,
                                   "%s='%s': it is neither true nor false", field, text));
    }
    return f;
}

static void
read_trigger(struct reader *r, const struct quire_object *object, const char *field,
             const char *text, struct quire_trigger *out)
{
    if (text != NULL && !quire_rule_resolve(text, r->root, &out->sensor, &out->signal)) {
        out->formula = read_formula(r, object, field, text, true);
    }
}

/* the dimension that an action's value must have */
static struct quire_dimension
wanted(const struct quire_logic *self, const struct quire_action *action)
{
    struct quire_unit unit;
    struct quire_unit_error error;

    if (action->kind == QUIRE_ACTION_SET_DRIVE) {
        return quire_unit_parse(&unit, quire_drive_unit[action->quantity], NULL, NULL, &error)
                   ? unit.dimension
                   : (struct quire_dimension){0};
    }
    for (size_t k = 0; k < self->n_own; k++) {
        if (self->own[k].object == action->target) {
            return self->own[k].dimension;
        }
    }
    return (struct quire_dimension){0};
}

bool
quire_logic_fits(const struct quire_logic *self, const struct quire_action *action,
                 const struct quire_formula *formula, char *error, size_t size)
{
    const struct quire_dimension need = wanted(self, action);
    const char *words = quire_dimension_name(need);

    if (quire_dimension_fits(quire_formula_dimension(formula), need)) {
        return true;
    }
    snprintf(error, size, "'%s' does not come to %s, as '%s' needs", action->formula,
             words != NULL ? words : "what has the right unit", action->target->name);
    return false;
}

struct quire_formula *
quire_logic_read_formula(struct quire_logic *self, const char *text, char *error, size_t size)
{
    const struct quire_formula_names names = {quire_logic_find_name, self};
    struct quire_formula *f;

    return quire_formula_read(&f, text, true, &names, error, size) ? f : NULL;
}

static void
read_action(struct reader *r, const struct quire_object *object, struct quire_rule_action *out)
{
    const struct quire_action_ops *ops = object->kind->ops;
    struct quire_action action = {0};
    char error[300];

    ops->describe(object, &action);
    *out = (struct quire_rule_action){.object = object};
    out->formula = read_formula(r, object, action.kind == QUIRE_ACTION_SET_DRIVE ? "to" : "value",
                                action.formula, false);
    if (out->formula != NULL &&
        !quire_logic_fits(r->self, &action, out->formula, error, sizeof error)) {
        note(r, quire_object_error(object, r->diag, "E-UNIT", NULL, "%s", error));
    }
}

static bool
is_action(const struct quire_object *child)
{
    return child->kind->family == &quire_family_action;
}

static void
read_way(struct reader *r, struct quire_rule *rule)
{
    char name[200], error[200];
    size_t length;
    struct quire_formula_name found;

    snprintf(name, sizeof name, "%s.travel", rule->params->drive->name);
    if (!quire_logic_find_name(r->self, name, &length, &found, error, sizeof error)) {
        note(r, quire_object_error(rule->object, r->diag, "E-MODEL", NULL,
                                   "drive '%s' drives no way", rule->params->drive->name));
        return;
    }
    rule->travel = found.index;
}

static void
read_rule(struct reader *r, const struct quire_object *object, struct quire_rule *rule)
{
    *rule = (struct quire_rule){.object = object, .params = object->params, .travel = -1};
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

/* ---- when to look ---- */

static int
compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The formulas of rules that are to be looked at, one after the other from *k on; NULL: no more.
 * What the control itself knows changes with signals and actions alone. */
static const struct quire_formula *
next_formula(const struct quire_logic *self, size_t *k)
{
    while (*k < 2 * self->n_rule) {
        const struct quire_rule *rule = self->rule + *k / 2;
        const struct quire_formula *f = *k % 2 == 0 ? rule->when.formula : rule->until.formula;
        ++*k;
        if (f != NULL && quire_formula_asks_from(f, 0)) {
            return f;
        }
    }
    return NULL;
}

/* The times that formulas of time alone contain, and the middles between them. */
static quire_status
find_moments(struct quire_logic *self)
{
    char error[200];
    size_t length, n = 0;
    struct quire_formula_name time;
    const struct quire_formula *f;
    size_t first = 0;
    const bool any = next_formula(self, &first) != NULL;

    self->look = any ? self->look : HUGE_VAL;
    if (!any || !quire_logic_find_name(self, "time", &length, &time, error, sizeof error)) {
        return QUIRE_OK;
    }
    for (int pass = 0; pass < 2; pass++) {
        n = 0;
        for (size_t k = 0; (f = next_formula(self, &k)) != NULL;) {
            if (quire_formula_asks_for_alone(f, time.index)) {
                n += quire_formula_numbers(f, pass > 0 ? self->moment + n : NULL);
            }
        }
        if (pass == 0 && (self->moment = calloc(2 * n + 1, sizeof *self->moment)) == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
    }
    qsort(self->moment, n, sizeof *self->moment, compare_times);
    for (size_t k = 0; k + 1 < n; k++) {
        self->moment[n + k] = 0.5 * (self->moment[k] + self->moment[k + 1]);
    }
    self->n_moment = n > 0 ? 2 * n - 1 : 0;
    qsort(self->moment, self->n_moment, sizeof *self->moment, compare_times);
    return QUIRE_OK;
}

quire_status
quire_logic_read_rules(struct quire_logic *self, const struct quire_object *root, quire_diag *diag)
{
    struct reader r = {.self = self, .root = root, .diag = diag};
    const struct quire_object *object;

    self->rule = calloc(root->n_child + 1, sizeof *self->rule);
    note(&r, self->rule != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT);
    for (size_t i = 0; r.status != QUIRE_ERROR_LIMIT &&
                       (object = quire_object_next_of(root, &quire_kind_rule, &i)) != NULL;) {
        read_rule(&r, object, self->rule + self->n_rule++);
    }
    if (r.status == QUIRE_OK) {
        r.status = find_moments(self);
    }
    return r.status;
}
