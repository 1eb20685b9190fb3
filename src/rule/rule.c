/* <rule>: when what happens, which actions follow. */
#include "rule/rule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "kind/sensor.h"
#include "model/problem.h"

#define NAME_SIZE 128 /* of a signal's whole name in messages and comparisons */

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_rule_params, name, QUIRE_OPTIONAL,
               "name of the rule, for the log of events"),
    QUIRE_TEXT(struct quire_rule_params, when, "when", QUIRE_OPTIONAL,
               "sensor signal that sets the rule off, such as s1.lead; or give time"),
    QUIRE_REAL(struct quire_rule_params, time, "time", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "time that sets the rule off; or give when", NULL),
    QUIRE_TEXT(struct quire_rule_params, sheet, "sheet", "each",
               "whose signals count: each sheet's, only those of the first sheet that gives one "
               "(first), or those of the sheet with this name"),
    QUIRE_REAL(struct quire_rule_params, delay, "delay", "s", "0 s", QUIRE_NON_NEGATIVE,
               "time from the signal to the actions", NULL),
    QUIRE_BOOLEAN(struct quire_rule_params, once, "once", "no",
                  "yes: the rule acts one time only, whatever comes later"),
    QUIRE_FIELD_END,
};

static const struct quire_child children[] = {
    {"action", NULL, 1, -1},
    QUIRE_CHILD_END,
};

enum quire_rule_sheets
quire_rule_sheets_of(const struct quire_rule_params *p)
{
    if (strcmp(p->sheet, "each") == 0) {
        return QUIRE_RULE_EACH;
    }
    return strcmp(p->sheet, "first") == 0 ? QUIRE_RULE_FIRST : QUIRE_RULE_NAMED;
}

/* names of sensors may hold points, so the whole names are compared */
static const char *
signal_name(char *buf, const struct quire_object *sensor, int signal)
{
    const struct quire_sensor_ops *ops = sensor->kind->ops;
    snprintf(buf, NAME_SIZE, "%s.%s", sensor->name, ops->signal[signal]);
    return buf;
}

bool
quire_rule_resolve(const char *when, const struct quire_object *root,
                   const struct quire_object **sensor, int *signal)
{
    char buf[NAME_SIZE];
    const struct quire_object *candidate;
    for (size_t i = 0; (candidate = quire_object_next(root, "sensor", &i)) != NULL;) {
        const struct quire_sensor_ops *ops = candidate->kind->ops;
        for (int k = 0; candidate->name != NULL && k < ops->n_signal; k++) {
            if (strcmp(when, signal_name(buf, candidate, k)) == 0) {
                *sensor = candidate;
                *signal = k;
                return true;
            }
        }
    }
    return false;
}

/* A hint for a signal that does not exist; NULL if nothing is near. */
static const char *
suggest_signal(const char *when, const struct quire_object *root, char *hint, size_t size)
{
    char name[NAME_SIZE], best[NAME_SIZE];
    struct quire_suggest near = quire_suggest_begin(when);
    const struct quire_object *sensor;
    for (size_t i = 0; (sensor = quire_object_next(root, "sensor", &i)) != NULL;) {
        const struct quire_sensor_ops *ops = sensor->kind->ops;
        for (int k = 0; sensor->name != NULL && k < ops->n_signal; k++) {
            quire_suggest_offer(&near, signal_name(name, sensor, k));
            if (strcmp(when, sensor->name) == 0) {
                quire_number_format(hint, size, "say which of its signals, such as '%s'", name);
                return hint;
            }
            if (near.best == name) { /* a pointer to a buffer that is used again */
                memcpy(best, name, sizeof best);
                near.best = best;
            }
        }
    }
    return quire_suggest_hint(&near, hint, size);
}

static quire_status
report_unknown_signal(const struct quire_object *self, const char *when, quire_diag *diag)
{
    char hint[2 * NAME_SIZE];
    return quire_object_error(self, diag, "E-REFERENCE",
                              suggest_signal(when, self->parent, hint, sizeof hint),
                              "when='%s': there is no such sensor signal", when);
}

static quire_status
check_when(const struct quire_object *self, const struct quire_rule_params *p, quire_diag *diag)
{
    const struct quire_object *sensor = NULL;
    int signal = 0;
    if (!quire_rule_resolve(p->when, self->parent, &sensor, &signal)) {
        return report_unknown_signal(self, p->when, diag);
    }
    const struct quire_sensor_ops *ops = sensor->kind->ops;
    if (ops->needs != NULL && !quire_object_has(sensor, ops->needs)) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "when='%s': sensor '%s' gives no signals, it has no '%s'",
                                  p->when, sensor->name, ops->needs);
    }
    return QUIRE_OK;
}

static quire_status
check_sheet(const struct quire_object *self, const struct quire_rule_params *p, quire_diag *diag)
{
    if (quire_rule_sheets_of(p) != QUIRE_RULE_NAMED) {
        return QUIRE_OK;
    }
    const struct quire_object *sheet;
    struct quire_suggest near = quire_suggest_begin(p->sheet);
    quire_suggest_offer(&near, "each");
    quire_suggest_offer(&near, "first");
    for (size_t i = 0; (sheet = quire_object_next(self->parent, "sheet", &i)) != NULL;) {
        if (sheet->name != NULL && strcmp(sheet->name, p->sheet) == 0) {
            return QUIRE_OK;
        }
        if (sheet->name != NULL) {
            quire_suggest_offer(&near, sheet->name);
        }
    }
    char hint[NAME_SIZE];
    return quire_object_error(
        self, diag, "E-REFERENCE", quire_suggest_hint(&near, hint, sizeof hint),
        "sheet='%s': there is no such sheet; allowed are each, first and names of sheets",
        p->sheet);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const causes[] = {"when", "time"};
    static const char *const of_signals[] = {"sheet"};
    const struct quire_rule_params *p = self->params;
    quire_status status = quire_object_need_one(self, diag, causes, 2);
    status = quire_status_first(status, quire_object_exclude(self, diag, "time", of_signals, 1));
    if (self->parent == NULL) {
        return status; /* no model in which names could be looked up */
    }
    if (p->when != NULL) {
        status = quire_status_first(status, check_when(self, p, diag));
    }
    return quire_status_first(status, check_sheet(self, p, diag));
}

const struct quire_kind quire_kind_rule = {
    .family = "rule",
    .element = "rule",
    .size = sizeof(struct quire_rule_params),
    .fields = fields,
    .children = children,
    .help = "What the machine's control does: the actions in it follow when a sensor gives a "
            "signal, or at a time, after a delay. Actions take place in the order of the file, "
            "also those of different rules at the same time. While a delay runs the same rule may "
            "be set off again; each signal has its own actions.",
    .check = check,
};
