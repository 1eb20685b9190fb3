/* What can never act within the run: rules, steps of drives and checks whose time comes after its
 * end, rules for sheets that do not exist, rules that undo each other. */
#include <math.h>
#include <string.h>

#include "check/window.h"
#include "drive/drive.h"
#include "drive/to.h"
#include "kind/action.h"
#include "kind/check.h"
#include "lint/lint_rules.h"
#include "model/kinds_settings.h"
#include "model/problem.h"
#include "path/places.h"
#include "rule/rule.h"
#include "text/amount.h"

/* Whether the element's tag has formulas. A time beyond the end that a parameter gives is meant: it
 * switches a step or rule off. */
static bool
has_formula(const struct quire_system *sys, const struct quire_object *object)
{
    const struct quire_model *model = sys->model;
    const char *at = NULL;

    for (size_t i = 0; i < model->n_source && at == NULL; i++) {
        const bool this = model->source[i]->name == object->place.file;
        at = this ? model->source[i]->text : NULL;
    }
    for (int line = 1; at != NULL && line < object->place.line; line++) {
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    for (int column = 1; at != NULL && column < object->place.column && *at != '\0'; column++) {
        at++; /* characters of several bytes: a little before the tag, where no formula is */
    }
    const char *brace = at != NULL ? strchr(at, '{') : NULL,
               *end = brace != NULL ? strchr(at, '>') : NULL;
    return brace != NULL && end != NULL && brace < end;
}

static void
say_too_late(const struct quire_object *object, const char *what, double time, double end,
             quire_diag *diag)
{
    quire_object_warning(object, diag, "W-UNUSED", NULL, "%s %s s, but the run ends at %s s", what,
                         QUIRE_AMOUNT(time), QUIRE_AMOUNT(end));
}

/* ---- drives ---- */

static void
find_late_steps(const struct quire_system *sys, double end, quire_diag *diag)
{
    const struct quire_object *drive;

    for (size_t i = 0;
         (drive = quire_object_next_of(sys->model->root, &quire_kind_drive, &i)) != NULL;) {
        double before = 0;
        bool formula = false;
        for (size_t k = 0; k < drive->n_child; k++) {
            const struct quire_object *step = drive->child[k];
            const struct quire_to_params *to = step->params;
            if ((step->kind->roles & QUIRE_ROLE_CORNER) == 0) {
                continue;
            }
            const double begins = to->shape == QUIRE_RAMP_STEP ? to->time : before;
            if (begins >= end) {
                if (!formula && !has_formula(sys, step)) {
                    say_too_late(step, "the step begins at", begins, end, diag);
                }
                break;
            }
            formula = has_formula(sys, step);
            before = to->time;
        }
    }
}

/* ---- rules ---- */

static void
find_late_rules(const struct quire_system *sys, double end, quire_diag *diag)
{
    const struct quire_object *rule;

    for (size_t i = 0;
         (rule = quire_object_next_of(sys->model->root, &quire_kind_rule, &i)) != NULL;) {
        const struct quire_rule_params *p = rule->params;
        const double time = (isnan(p->time) ? 0 : p->time) + p->delay;
        long number;
        if (time >= end && !has_formula(sys, rule)) {
            say_too_late(rule, isnan(p->time) ? "it acts no earlier than at" : "it acts at", time,
                         end, diag);
        }
        if (quire_rule_sheets_of(p, &number) == QUIRE_RULE_NUMBER && number > sys->n_sheet) {
            quire_object_warning(rule, diag, "W-UNUSED", NULL,
                                 "it waits for sheet %ld, but the model has %d %s", number,
                                 sys->n_sheet, sys->n_sheet == 1 ? "sheet" : "sheets");
        }
    }
}

static bool
same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* NaN is no time, distance or value */
static bool
same_number(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a <= b && a >= b);
}

static bool
same_event(const struct quire_rule_params *a, const struct quire_rule_params *b)
{
    return same_text(a->when, b->when) && same_number(a->time, b->time) &&
           same_text(a->sheet, b->sheet) && same_text(a->condition, b->condition) &&
           same_number(a->delay, b->delay) && same_number(a->distance, b->distance) &&
           a->drive == b->drive;
}

/* the k-th child as an action that gives a drive another value than `than` does, where that is not
 * NULL */
static bool
sets_drive(const struct quire_object *rule, size_t k, const struct quire_action *than,
           struct quire_action *out)
{
    const struct quire_object *child = rule->child[k];

    if (child->kind->family != &quire_family_action) {
        return false;
    }
    ((const struct quire_action_ops *)child->kind->ops)->describe(child, out);
    return out->kind == QUIRE_ACTION_SET_DRIVE && out->target != NULL &&
           (than == NULL ||
            (out->target == than->target &&
             !(out->change == than->change && same_number(out->value, than->value) &&
               same_number(out->ramp, than->ramp) && same_text(out->formula, than->formula))));
}

static const struct quire_object *
drive_of_both(const struct quire_object *first, const struct quire_object *later)
{
    struct quire_action one, other;

    for (size_t a = 0; a < first->n_child; a++) {
        for (size_t b = 0; sets_drive(first, a, NULL, &one) && b < later->n_child; b++) {
            if (sets_drive(later, b, &one, &other)) {
                return one.target;
            }
        }
    }
    return NULL;
}

static void
find_rules_at_odds(const struct quire_object *root, quire_diag *diag)
{
    const struct quire_object *later, *first;

    for (size_t i = 0; (later = quire_object_next_of(root, &quire_kind_rule, &i)) != NULL;) {
        for (size_t k = 0; (first = quire_object_next_of(root, &quire_kind_rule, &k)) != NULL &&
                           first != later;) {
            const struct quire_object *drive =
                same_event(first->params, later->params) ? drive_of_both(first, later) : NULL;
            if (drive != NULL) {
                quire_object_warning(later, diag, "W-MODEL", "remove one of them",
                                     "it sets drive '%s' at the same event as the rule of line %d "
                                     "does, and so that rule has no effect on it",
                                     drive->name, first->place.line);
                break;
            }
        }
    }
}

/* ---- checks ---- */

static void
find_late_checks(const struct quire_system *sys, double end, quire_diag *diag)
{
    const struct quire_object *root = sys->model->root;
    const struct quire_object *check;

    for (size_t i = 0; (check = quire_object_next_in(root, &quire_family_check, &i)) != NULL;) {
        const struct quire_check_common *common = check->params;
        const struct quire_check_ops *ops = check->kind->ops;
        if (!common->enabled) {
            continue;
        }
        if (common->from >= end) {
            say_too_late(check, "it begins at", common->from, end, diag);
        }
        if (ops->begin != quire_window_begin) {
            continue;
        }
        const struct quire_window *window =
            &((const struct quire_window_params *)check->params)->window;
        if (window->earliest >= end) {
            say_too_late(check, "its window opens no earlier than at", window->earliest, end, diag);
        }
        if (window->after != NULL && window->after == window->sensor &&
            same_text(window->after_signal, window->signal)) {
            quire_object_warning(check, diag, "W-MODEL", "name another sensor or signal",
                                 "it measures the time from a signal to the same signal");
        }
    }
}

/* ---- sheets ---- */

/* Rollers alone may be a model of something else; what looks at sheets is not. */
static void
find_no_sheet(const struct quire_system *sys, quire_diag *diag)
{
    const struct quire_object *root = sys->model->root;
    size_t i = 0, k = 0;

    if (sys->n_sheet == 0 && (quire_object_next_of(root, &quire_kind_channel, &k) != NULL ||
                              quire_object_next_in(root, &quire_family_sensor, &i) != NULL)) {
        quire_object_warning(root, diag, "W-MODEL", "add a <sheet>",
                             "the machine has no sheet, so that nothing can be judged");
    }
}

void
quire_lint_find_never(const struct quire_system *sys, quire_diag *diag)
{
    const struct quire_object *root = sys->model->root;

    find_no_sheet(sys, diag);
    if (sys->run->kind != QUIRE_RUN_TRANSIENT) {
        return;
    }
    find_late_steps(sys, sys->run->end, diag);
    find_late_rules(sys, sys->run->end, diag);
    find_rules_at_odds(root, diag);
    find_late_checks(sys, sys->run->end, diag);
}
