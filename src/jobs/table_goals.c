/* What is desired of the responses of a table. */
#include <math.h>
#include <string.h>

#include <quire/describe.h>

#include "base/diag.h"
#include "jobs/table_parts.h"

static quire_status
refuse(const struct doe_table_reading *r, const struct doe_table_goal *goal, const char *hint,
       const char *why)
{
    static const char *const option[] = {[DOE_GOAL_BETTER] = "better",
                                         [DOE_GOAL_TARGET] = "target",
                                         [DOE_GOAL_MINIMUM] = "minimum",
                                         [DOE_GOAL_MAXIMUM] = "maximum",
                                         [DOE_GOAL_IMPORTANCE] = "importance"};

    return quire_diag_error(r->diag, "E-MODEL", (struct quire_place){.file = r->path}, NULL, hint,
                            "--%s=%s%s%s: %s", option[goal->kind],
                            goal->name != NULL ? goal->name : "", goal->name != NULL ? "=" : "",
                            goal->value, why);
}

static quire_status
take_better(const struct doe_table_reading *r, struct quire_measured *m,
            const struct doe_table_goal *goal)
{
    static const char *const words[] = {[QUIRE_BETTER_LESS] = "smaller",
                                        [QUIRE_BETTER_MORE] = "larger",
                                        [QUIRE_BETTER_TARGET] = "target"};

    for (size_t i = QUIRE_BETTER_LESS; i <= QUIRE_BETTER_TARGET; i++) {
        if (strcmp(goal->value, words[i]) == 0) {
            m->goal.better = (enum quire_better)i;
            return QUIRE_OK;
        }
    }
    return refuse(r, goal, NULL, "a response is better if it is smaller, larger or near a target");
}

static quire_status
take_goal(const struct doe_table_reading *r, struct quire_measured *m, const char *unit,
          const struct doe_table_goal *goal)
{
    double value = 0;
    double *place = goal->kind == DOE_GOAL_TARGET    ? &m->goal.target
                    : goal->kind == DOE_GOAL_MINIMUM ? &m->limits.minimum
                    : goal->kind == DOE_GOAL_MAXIMUM ? &m->limits.maximum
                                                     : &m->goal.importance;
    if (goal->kind == DOE_GOAL_BETTER) {
        return take_better(r, m, goal);
    }
    const quire_status status = quire_quantity_parse(
        &value, goal->value, goal->kind == DOE_GOAL_IMPORTANCE ? "" : unit, m->name, r->diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (goal->kind == DOE_GOAL_IMPORTANCE && !(value > 0)) {
        return refuse(r, goal, NULL, "an importance is above 0");
    }
    *place = value;
    m->goal.better = goal->kind == DOE_GOAL_TARGET ? QUIRE_BETTER_TARGET : m->goal.better;
    return QUIRE_OK;
}

static quire_status
check_goal(const struct doe_table_reading *r, const struct quire_measured *m)
{
    const struct doe_table_goal any = {DOE_GOAL_TARGET, m->name, ""};
    const bool target = m->goal.better == QUIRE_BETTER_TARGET;

    if (target && isnan(m->goal.target)) {
        return refuse(r, &any, NULL, "the target is missing");
    }
    if (target && (isnan(m->limits.minimum) || isnan(m->limits.maximum))) {
        return refuse(r, &any, "give --minimum and --maximum", "a target lies between two limits");
    }
    return QUIRE_OK;
}

quire_status
doe_table_take_goals(const struct doe_table_reading *r, struct quire_measured *measured)
{
    const struct doe_table_roles *roles = r->roles;
    quire_status status = QUIRE_OK;

    for (size_t g = 0; status == QUIRE_OK && g < roles->n_goal; g++) {
        const struct doe_table_goal *goal = &roles->goal[g];
        const struct doe_table_column *found = NULL;
        for (size_t i = 0; i < r->n; i++) {
            const struct doe_table_column *c = &r->column[i];
            if (c->role == DOE_COLUMN_MEASURED &&
                (goal->name != NULL ? strcmp(c->name, goal->name) == 0 : r->n_measured == 1)) {
                found = c;
            }
        }
        status = found != NULL ? take_goal(r, &measured[found->at], found->unit, goal)
                 : goal->name == NULL
                     ? refuse(r, goal, "NAME=VALUE", "there are several responses; name one")
                     : refuse(r, goal, NULL, "the table has no response of that name");
    }
    for (size_t k = 0; status == QUIRE_OK && roles->n_goal > 0 && k < r->n_measured; k++) {
        status = check_goal(r, &measured[k]);
    }
    return status;
}
