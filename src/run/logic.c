#include "run/logic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rule/rule.h"

/* Actions less than this apart are simultaneous: sums such as 0.1 s + 0.2 s and 0.3 s differ by
 * rounding alone. */
#define SIMULTANEOUS 1e-12 /* [s] */

struct rule {
    const struct quire_object *object;
    const struct quire_rule_params *params;
    const struct quire_object *sensor; /* NULL for rules by time */
    int signal;
    const char *first; /* the sheet that gave the first signal; NULL before */
    bool acted;
};

struct entry {
    double time;
    size_t rule, action; /* indices of the rule and of its child: the order of the file */
    const char *sheet;
};

struct quire_logic {
    struct rule *rule; /* in file order (n_rule) */
    size_t n_rule;
    struct entry *entry; /* what is due, in order of arrival (n_entry) */
    size_t n_entry, capacity;
};

static quire_status
reserve(struct quire_logic *self, size_t more)
{
    const size_t n = self->n_entry + more;
    if (n <= self->capacity) {
        return QUIRE_OK;
    }
    const size_t capacity = 2 * n;
    struct entry *entry = realloc(self->entry, capacity * sizeof *entry);
    if (entry == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    self->entry = entry;
    self->capacity = capacity;
    return QUIRE_OK;
}

static bool
is_action(const struct quire_object *child)
{
    return strcmp(child->kind->family, "action") == 0;
}

/* Puts all actions of a rule into the queue. */
static quire_status
enqueue(struct quire_logic *self, size_t rule, double time, const char *sheet)
{
    const struct quire_object *object = self->rule[rule].object;
    const quire_status status = reserve(self, object->n_child);
    for (size_t i = 0; status == QUIRE_OK && i < object->n_child; i++) {
        if (is_action(object->child[i])) {
            self->entry[self->n_entry++] = (struct entry){time, rule, i, sheet};
        }
    }
    return status;
}

static quire_status
add_rules(struct quire_logic *self, const struct quire_object *root)
{
    const struct quire_object *object;
    quire_status status = QUIRE_OK;
    for (size_t i = 0;
         status == QUIRE_OK && (object = quire_object_next(root, "rule", &i)) != NULL;) {
        struct rule *rule = &self->rule[self->n_rule];
        *rule = (struct rule){.object = object, .params = object->params};
        if (rule->params->when != NULL &&
            !quire_rule_resolve(rule->params->when, root, &rule->sensor, &rule->signal)) {
            return QUIRE_ERROR_INTERNAL; /* the rule's check lets no such model pass */
        }
        self->n_rule++;
        if (rule->params->when == NULL) {
            status =
                enqueue(self, self->n_rule - 1, rule->params->time + rule->params->delay, NULL);
        }
    }
    return status;
}

quire_status
quire_logic_create(struct quire_logic **out, const struct quire_model *model)
{
    *out = NULL;
    struct quire_logic *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    quire_status status = QUIRE_ERROR_LIMIT;
    self->rule = calloc(model->root->n_child + 1, sizeof *self->rule);
    if (self->rule == NULL || (status = add_rules(self, model->root)) != QUIRE_OK) {
        quire_logic_destroy(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

void
quire_logic_destroy(struct quire_logic *self)
{
    if (self != NULL) {
        free(self->rule);
        free(self->entry);
        free(self);
    }
}

static bool
listens(const struct rule *rule, const struct quire_object *sensor, int signal)
{
    return rule->sensor == sensor && rule->signal == signal && !(rule->params->once && rule->acted);
}

bool
quire_logic_uses(const struct quire_logic *self, const struct quire_object *sensor, int signal)
{
    for (size_t i = 0; i < self->n_rule; i++) {
        if (listens(&self->rule[i], sensor, signal)) {
            return true;
        }
    }
    return false;
}

/* Whether this sheet's signal counts for the rule. */
static bool
counts(const struct rule *rule, const char *sheet)
{
    switch (quire_rule_sheets_of(rule->params)) {
    case QUIRE_RULE_FIRST: return rule->first == NULL || strcmp(rule->first, sheet) == 0;
    case QUIRE_RULE_NAMED: return strcmp(rule->params->sheet, sheet) == 0;
    case QUIRE_RULE_EACH: break;
    }
    return true;
}

quire_status
quire_logic_signal(struct quire_logic *self, double time, const struct quire_object *sensor,
                   int signal, const char *sheet)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; status == QUIRE_OK && i < self->n_rule; i++) {
        struct rule *rule = &self->rule[i];
        if (listens(rule, sensor, signal) && counts(rule, sheet)) {
            status = enqueue(self, i, time + rule->params->delay, sheet);
            rule->acted = true;
            rule->first = rule->first == NULL ? sheet : rule->first;
        }
    }
    return status;
}

double
quire_logic_next(const struct quire_logic *self)
{
    double next = INFINITY;
    for (size_t i = 0; i < self->n_entry; i++) {
        next = fmin(next, self->entry[i].time);
    }
    return next;
}

static bool
stands_before(const struct entry *a, const struct entry *b)
{
    return a->rule != b->rule ? a->rule < b->rule : a->action < b->action;
}

bool
quire_logic_take(struct quire_logic *self, double time, struct quire_due *out)
{
    const double next = quire_logic_next(self);
    if (!(next <= time + SIMULTANEOUS)) {
        return false;
    }
    size_t best = self->n_entry;
    for (size_t i = 0; i < self->n_entry; i++) {
        const struct entry *e = &self->entry[i];
        if (e->time <= next + SIMULTANEOUS &&
            (best == self->n_entry || stands_before(e, &self->entry[best]))) {
            best = i;
        }
    }
    const struct entry taken = self->entry[best];
    const struct quire_object *action = self->rule[taken.rule].object->child[taken.action];
    const struct quire_action_ops *ops = action->kind->ops;
    *out = (struct quire_due){
        .time = taken.time, .rule = self->rule[taken.rule].object, .sheet = taken.sheet};
    ops->describe(action, &out->action);
    self->n_entry--;
    memmove(&self->entry[best], &self->entry[best + 1],
            (self->n_entry - best) * sizeof *self->entry);
    return true;
}
