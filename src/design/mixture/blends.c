#include "design/mixture/blends.h"

#include <math.h>

#include "design/common.h"
#include "kind/value.h"
#include "model/problem.h"

#define ROUNDING 1e-9 /* of a total */
#define DIGITS   1e12 /* of coded values */

static double
end_of(const struct quire_design_task *task, size_t column, double coded)
{
    const struct quire_design_value value = {.sort = QUIRE_DESIGN_CODED, .coded = coded};
    return task->value(task->user, column, &value);
}

/* the total is of the dimension of every component */
static quire_status
read_total(struct quire_blends *b, const struct quire_design_task *task, const char *total)
{
    struct quire_quantity q;
    char error[200];
    if (!quire_quantity_read(&q, total, error, sizeof error)) {
        return quire_object_error(task->self, task->diag, "E-NUMBER", NULL, "total: %s", error);
    }
    for (size_t j = 0; j < b->n; j++) {
        struct quire_formula_name name = {0};
        size_t length;
        const char *own = task->column[j].name;
        if (task->names->find(task->names->user, own, &length, &name, error, sizeof error) &&
            !quire_dimension_fits(q.dimension, name.dimension)) {
            return quire_object_error(task->self, task->diag, "E-UNIT", NULL,
                                      "total = '%s' has another unit than factor '%s'", total, own);
        }
    }
    b->total = q.value;
    return QUIRE_OK;
}

static quire_status
check_bounds(const struct quire_blends *b, const struct quire_design_task *task)
{
    double least = 0.0, most = 0.0;
    for (size_t j = 0; j < b->n; j++) {
        least += b->low[j];
        most += b->high[j];
    }
    if (least < b->total && b->total < most) {
        return QUIRE_OK;
    }
    const bool above = least >= b->total;
    return quire_object_error(
        task->self, task->diag, "E-MODEL", NULL,
        "the %s ends of the factors come to %g, %s than the total of %g (SI): there is no mixture",
        above ? "low" : "high", above ? least : most, above ? "not less" : "not more", b->total);
}

quire_status
quire_blends_begin(struct quire_blends *out, const struct quire_design_task *task,
                   const char *total)
{
    const quire_status status = quire_design_need_levels(task, 0, 0);
    *out = (struct quire_blends){.n = task->n};
    if (status != QUIRE_OK) {
        return status;
    }
    if (task->names == NULL || task->n < 2) {
        return quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                  task->names == NULL ? "mixtures need factors"
                                                      : "a mixture has at least two components");
    }
    out->low = quire_arena_get(task->arena, task->n, sizeof *out->low);
    out->high = quire_arena_get(task->arena, task->n, sizeof *out->high);
    if (out->low == NULL || out->high == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (size_t j = 0; j < task->n; j++) {
        out->low[j] = end_of(task, j, -1.0);
        out->high[j] = end_of(task, j, 1.0);
    }
    const quire_status read = read_total(out, task, total);
    return read == QUIRE_OK ? check_bounds(out, task) : read;
}

quire_status
quire_blends_make_room(struct quire_blends *b, const struct quire_design_task *task, size_t most)
{
    if (most > QUIRE_BLENDS_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "the plan has more than %d points", QUIRE_BLENDS_MOST);
    }
    b->x = quire_arena_get(task->arena, most * b->n, sizeof *b->x);
    return b->x != NULL ? QUIRE_OK : quire_diag_memory_error(task->diag);
}

quire_status
quire_blends_end(const struct quire_blends *b, struct quire_design_plan *out,
                 const struct quire_design_task *task)
{
    struct quire_blends *kept = quire_arena_get(task->arena, 1, sizeof *kept);
    struct quire_design_value *value = quire_arena_get(task->arena, b->n, sizeof *value);
    if (kept == NULL || value == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    *kept = *b;
    out->points = b->points;
    out->data = kept;
    for (size_t i = 0; i < b->points; i++) {
        double sum = 0.0;
        quire_blends_point(out, i, value);
        for (size_t j = 0; j < b->n; j++) {
            sum += task->value(task->user, j, &value[j]);
        }
        if (fabs(sum - b->total) > ROUNDING * fabs(b->total)) {
            return quire_object_error(
                task->self, task->diag, "E-MODEL",
                "factors of a mixture must have a linear scale and no steps",
                "the values of point %zu add up to %g, not to the total of %g (SI)", i, sum,
                b->total);
        }
    }
    return QUIRE_OK;
}

void
quire_blends_point(const struct quire_design_plan *plan, uint64_t point,
                   struct quire_design_value *value)
{
    const struct quire_blends *b = plan->data;
    for (size_t j = 0; j < b->n; j++) {
        const double low = b->low[j], high = b->high[j],
                     coded = (2.0 * b->x[point * b->n + j] - (low + high)) / (high - low);
        /* free of rounding, which would show in the values' texts */
        value[j] = (struct quire_design_value){.sort = QUIRE_DESIGN_CODED,
                                               .coded = round(coded * DIGITS) / DIGITS};
    }
}
