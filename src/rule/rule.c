/* <rule>: when what happens, which actions follow. */
#include "rule/rule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "body/sheet.h"
#include "formula/formula.h"
#include "kind/action.h"
#include "kind/sensor.h"
#include "model/problem.h"
#include "text/number.h"
#include "text/suggest.h"

#define NAME_SIZE 128 /* of a signal's whole name in messages and comparisons */

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_rule_params, name, QUIRE_OPTIONAL,
               "name of the rule, used by the log of events"),
    QUIRE_TEXT_AS(QUIRE_FORMULA, struct quire_rule_params, when, "when", QUIRE_OPTIONAL,
                  "trigger: a sensor signal, for example s1.lead, or a formula that becomes true, "
                  "for example page.lead.path > 300 mm; or give 'time'"),
    QUIRE_REAL(struct quire_rule_params, time, "time", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "time of the trigger; or give 'when'", NULL),
    QUIRE_TEXT(struct quire_rule_params, sheet, "sheet", "each",
               "sheets whose signals trigger the rule: each; first (the first sheet that signals); "
               "a number (3: the third sheet); the name of a sheet; or the name of a <sheet> with "
               "a count, for all its copies"),
    QUIRE_TEXT_AS(QUIRE_FORMULA, struct quire_rule_params, condition, "if", QUIRE_OPTIONAL,
                  "condition: a formula that must be true at the trigger, for example "
                  "s1.lead.count >= 2 and mode = feeding"),
    QUIRE_REAL(struct quire_rule_params, delay, "delay", "s", "0 s", QUIRE_NON_NEGATIVE,
               "time from the trigger to the actions", NULL),
    QUIRE_REAL(
        struct quire_rule_params, distance, "distance", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
        "distance that 'drive' travels from the trigger to the actions; instead of 'delay'", NULL),
    QUIRE_REFERENCE(struct quire_rule_params, drive, "drive", "drive", QUIRE_OPTIONAL,
                    "drive that measures 'distance'"),
    QUIRE_TEXT_AS(QUIRE_FORMULA, struct quire_rule_params, until, "until", QUIRE_OPTIONAL,
                  "a sensor signal of the same sheet, or a formula, that cancels pending actions"),
    QUIRE_BOOLEAN(struct quire_rule_params, once, "once", "no", "yes: the rule acts only once"),
    QUIRE_FIELD_END,
};

static const struct quire_child children[] = {
    {&quire_family_action, NULL, 1, -1},
    QUIRE_CHILD_END,
};

enum quire_rule_sheets
quire_rule_sheets_of(const struct quire_rule_params *p, long *number)
{
    *number = 0;
    switch (quire_sheets_meant(p->sheet)) {
    case QUIRE_SHEETS_EACH: return QUIRE_RULE_EACH;
    case QUIRE_SHEETS_FIRST: return QUIRE_RULE_FIRST;
    case QUIRE_SHEETS_NAMED: break;
    }
    for (const char *c = p->sheet; *c >= '0' && *c <= '9' && c - p->sheet < 6; c++) {
        *number = 10 * *number + (*c - '0');
        if (c[1] == '\0' && *number > 0) {
            return QUIRE_RULE_NUMBER;
        }
    }
    return QUIRE_RULE_NAMED;
}

/* whether `when` or `until` is a formula, not the name of a signal */
static bool
is_formula(const char *text)
{
    return strpbrk(text, "<>=!( ") != NULL;
}

bool
quire_rule_any_action(const struct quire_object *root,
                      bool (*is)(const struct quire_action *action, const void *user),
                      const void *user)
{
    const struct quire_object *rule;

    for (size_t i = 0; (rule = quire_object_next_of(root, &quire_kind_rule, &i)) != NULL;) {
        for (size_t k = 0; k < rule->n_child; k++) {
            const struct quire_object *child = rule->child[k];
            struct quire_action action;
            if (child->kind->family != &quire_family_action) {
                continue;
            }
            ((const struct quire_action_ops *)child->kind->ops)->describe(child, &action);
            if (is(&action, user)) {
                return true;
            }
        }
    }
    return false;
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
    for (size_t i = 0;
         (candidate = quire_object_next_in(root, &quire_family_sensor, &i)) != NULL;) {
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
    char name[NAME_SIZE];
    struct quire_suggest near = quire_suggest_begin(when);
    const struct quire_object *sensor;
    for (size_t i = 0; (sensor = quire_object_next_in(root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_ops *ops = sensor->kind->ops;
        for (int k = 0; sensor->name != NULL && k < ops->n_signal; k++) {
            quire_suggest_offer(&near, signal_name(name, sensor, k));
            if (strcmp(when, sensor->name) == 0) {
                quire_number_format(hint, size, "name one of its signals, for example '%s'", name);
                return hint;
            }
        }
    }
    return quire_suggest_hint(&near, hint, size);
}

static quire_status
report_unknown_signal(const struct quire_object *self, const char *field, const char *when,
                      quire_diag *diag)
{
    char hint[2 * NAME_SIZE];
    return quire_object_error(self, diag, "E-REFERENCE",
                              suggest_signal(when, self->parent, hint, sizeof hint),
                              "%s='%s' is neither a sensor signal nor a comparison", field, when);
}

static quire_status
check_signal(const struct quire_object *self, const char *field, const char *text, quire_diag *diag)
{
    const struct quire_object *sensor = NULL;
    int signal = 0;
    if (text == NULL) {
        return QUIRE_OK;
    }
    if (!quire_rule_resolve(text, self->parent, &sensor, &signal)) {
        /* names in formulas are looked up when the run is set up (control/logic.c) */
        return is_formula(text) ? QUIRE_OK : report_unknown_signal(self, field, text, diag);
    }
    const struct quire_sensor_ops *ops = sensor->kind->ops;
    if (ops->needs != NULL && !quire_object_has(sensor, ops->needs)) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "%s='%s': sensor '%s' has no signal '%s'", field, text,
                                  sensor->name, ops->needs);
    }
    return QUIRE_OK;
}

static quire_status
check_sheet(const struct quire_object *self, const struct quire_rule_params *p, quire_diag *diag)
{
    long number;
    if (quire_rule_sheets_of(p, &number) != QUIRE_RULE_NAMED) {
        return QUIRE_OK;
    }
    const struct quire_object *sheet;
    struct quire_suggest near = quire_suggest_begin(p->sheet);
    quire_suggest_offer(&near, "each");
    quire_suggest_offer(&near, "first");
    for (size_t i = 0;
         (sheet = quire_object_next_of(self->parent, &quire_kind_sheet, &i)) != NULL;) {
        if (sheet->name != NULL && quire_sheet_is_meant(p->sheet, sheet->name)) {
            return QUIRE_OK;
        }
        if (sheet->name != NULL) {
            quire_suggest_offer(&near, sheet->name);
        }
    }
    char hint[NAME_SIZE];
    return quire_object_error(
        self, diag, "E-REFERENCE", quire_suggest_hint(&near, hint, sizeof hint),
        "sheet='%s': no such sheet; use each, first, a number or the name of a sheet", p->sheet);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const causes[] = {"when", "time"};
    static const char *const of_signals[] = {"sheet"}, *const of_delays[] = {"delay"};
    const struct quire_rule_params *p = self->params;
    quire_status status = quire_object_need_one(self, diag, causes, 2);
    status = quire_status_first(status, quire_object_exclude(self, diag, "time", of_signals, 1));
    status = quire_status_first(status, quire_object_exclude(self, diag, "distance", of_delays, 1));
    if (isnan(p->distance) == quire_object_has(self, "drive")) {
        status = quire_object_error(self, diag, "E-MODEL", NULL,
                                    "'distance' needs a 'drive', and 'drive' a 'distance'");
    }
    if (self->parent == NULL) {
        return status; /* no model in which names could be looked up */
    }
    status = quire_status_first(status, check_signal(self, "when", p->when, diag));
    status = quire_status_first(status, check_signal(self, "until", p->until, diag));
    return quire_status_first(status, check_sheet(self, p, diag));
}

const struct quire_kind quire_kind_rule = {
    .family = &quire_family_rule,
    .element = "rule",
    .size = sizeof(struct quire_rule_params),
    .fields = fields,
    .children = children,
    .help =
        "An instruction of the machine's control. Its actions follow, after a delay, when a sensor "
        "gives a signal, when a formula becomes true, or at a given time. Actions are executed in "
        "the order of the file, including those of different rules at the same time. The same rule "
        "can be triggered again while a delay runs; each signal has its own actions. Formulas can "
        "use the names in series.csv (page.lead.path, n1.gap, time), DRIVE.travel, DRIVE.command, "
        "SENSOR.SIGNAL.count, SENSOR.SIGNAL.time, variables and states. Formulas in 'if' can also "
        "use values such as sheet.lead.path of the sheet that gave the signal.",
    .check = check,
};

/* ---- <variable>, <state> ---- */

static const struct quire_field variable_fields[] = {
    QUIRE_NAME(struct quire_variable_params, name, QUIRE_REQUIRED,
               "name of the variable, used by formulas"),
    QUIRE_TEXT(struct quire_variable_params, value, "value", "0",
               "initial value, with its unit: 0, 20 ms, 0 mm"),
    QUIRE_FIELD_END,
};

static quire_status
check_variable(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_variable_params *p = self->params;
    struct quire_quantity q;
    char error[200];
    return quire_quantity_read(&q, p->value, error, sizeof error)
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-NUMBER", "for example value='0 mm'",
                                    "value='%s': %s", p->value, error);
}

const struct quire_kind quire_kind_variable = {
    .family = &quire_family_control,
    .element = "variable",
    .size = sizeof(struct quire_variable_params),
    .fields = variable_fields,
    .help = "A number stored by the machine's control: a count, a time or a distance. Rules read "
            "it in formulas and change it by <assign>.",
    .check = check_variable,
};

static const struct quire_field state_fields[] = {
    QUIRE_NAME(struct quire_state_params, name, QUIRE_REQUIRED,
               "name of the state, used by formulas"),
    QUIRE_TEXT(struct quire_state_params, values, "values", QUIRE_REQUIRED,
               "possible values, for example idle, feeding, waiting"),
    QUIRE_TEXT(struct quire_state_params, start, "start", QUIRE_OPTIONAL,
               "initial value; default: the first of its values"),
    QUIRE_FIELD_END,
};

static quire_status
check_state(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_state_params *p = self->params;
    if (p->values[strspn(p->values, " ,")] == '\0') {
        return quire_object_error(self, diag, "E-MODEL", "for example values='idle, feeding'",
                                  "the state has no values");
    }
    return p->start == NULL || quire_formula_word_number(p->values, p->start, strlen(p->start)) >= 0
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-REFERENCE", NULL,
                                    "start='%s' is not one of its values: %s", p->start, p->values);
}

const struct quire_kind quire_kind_state = {
    .family = &quire_family_control,
    .element = "state",
    .size = sizeof(struct quire_state_params),
    .fields = state_fields,
    .help = "A state of the machine's control, with one of several named values. Rules compare it "
            "in formulas (mode = feeding) and change it by <go>. With states, a few rules form a "
            "state machine.",
    .check = check_state,
};
