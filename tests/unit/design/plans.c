#include "design/plans.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"

struct quire_arena *plan_arena;
quire_diag *plan_diag;

void
begin_plans(void)
{
    plan_arena = quire_arena_create();
    plan_diag = quire_diag_create();
}

void
end_plans(void)
{
    quire_arena_destroy(plan_arena);
    quire_diag_destroy(plan_diag);
}

static const struct quire_kind *
find_kind(const char *variant)
{
    const struct quire_catalog *all = quire_catalog_all();
    for (size_t i = 0; i < all->n; i++) {
        if (all->kind[i]->family == &quire_family_design &&
            strcmp(all->kind[i]->variant, variant) == 0) {
            return all->kind[i];
        }
    }
    cr_assert_fail("no design %s", variant);
    return NULL;
}

quire_status
try_plan(struct quire_design_plan *plan, const char *variant, size_t n, long levels,
         const quire_setting *settings, size_t n_setting)
{
    const struct plan_values none = {NULL, NULL, NULL};
    return try_plan_of_values(plan, variant, n, levels, settings, n_setting, &none);
}

quire_status
try_plan_of_values(struct quire_design_plan *plan, const char *variant, size_t n, long levels,
                   const quire_setting *settings, size_t n_setting,
                   const struct plan_values *values)
{
    static struct quire_design_column column[COLUMNS_MOST];
    static char names[COLUMNS_MOST][24];
    struct quire_object *self;
    for (size_t j = 0; j < n; j++) {
        snprintf(names[j], sizeof names[j], "x%zu", j);
        column[j] = (struct quire_design_column){
            .name = names[j], .levels = levels, .ordered = true, .nominal = (double)NAN};
    }
    const struct quire_kind *kind = find_kind(variant);
    cr_assert_eq(
        quire_object_from_settings(&self, kind, settings, n_setting, plan_arena, plan_diag),
        QUIRE_OK, "%s", variant);
    const struct quire_design_task task = {.self = self,
                                           .column = column,
                                           .n = n,
                                           .seed = 1,
                                           .names = values->names,
                                           .value = values->value,
                                           .user = values->user,
                                           .folder = "",
                                           .arena = plan_arena,
                                           .diag = plan_diag};
    *plan = (struct quire_design_plan){.ops = kind->ops, .column = column, .n = n, .seed = 1};
    return plan->ops->make(plan, &task);
}

const char *
plan_problem(void)
{
    static char text[600];
    text[0] = '\0';
    if (quire_diag_count(plan_diag) > 0) {
        quire_diag_format(plan_diag, 0, text, sizeof text);
    }
    return text;
}

void
coded(const struct quire_design_plan *plan, uint64_t point, double *x)
{
    struct quire_design_value value[COLUMNS_MOST];
    plan->ops->point(plan, point, value);
    for (size_t j = 0; j < plan->n; j++) {
        x[j] = value[j].sort == QUIRE_DESIGN_LEVEL ? (double)value[j].level : value[j].coded;
    }
}
