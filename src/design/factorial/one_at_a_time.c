/* One at a time: the model as it is, then each factor moved alone. */
#include "design/common.h"

#include "model/object.h"

struct params {
    struct quire_design_common common;
    long levels;
};

/* the values of one factor other than the model's own */
struct walk {
    uint64_t first; /* its first point */
    long n;         /* levels */
    long skipped;   /* the level that is the model's own value; -1 if none is */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, levels, "levels", "2", QUIRE_FROM_TO(2, 10000),
                  "number of evenly spaced levels of factors with 'low' and 'high'"),
    QUIRE_FIELD_END,
};

static long
find_nominal(const struct quire_design_column *column, long n)
{
    for (long i = 0; i < n; i++) {
        const struct quire_design_value v = quire_design_at_level(column, i, n);
        if (column->nominal == (v.sort == QUIRE_DESIGN_CODED ? v.coded : (double)v.level)) {
            return i;
        }
    }
    return -1;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    struct walk *walk = quire_arena_get(task->arena, task->n, sizeof *walk);
    if (walk == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    out->points = 1;
    for (size_t j = 0; j < task->n && status == QUIRE_OK; j++) {
        const struct quire_design_column *c = &task->column[j];
        const long n = c->levels > 0 ? c->levels : p->levels, skipped = find_nominal(c, n);
        walk[j] = (struct walk){out->points, n, skipped};
        out->points += (uint64_t)(n - (skipped >= 0 ? 1 : 0));
    }
    out->data = walk;
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct walk *walk = plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        const uint64_t end = j + 1 < plan->n ? walk[j + 1].first : plan->points;
        value[j] = (struct quire_design_value){.sort = QUIRE_DESIGN_NOMINAL};
        if (point >= walk[j].first && point < end) {
            const long i = (long)(point - walk[j].first);
            value[j] = quire_design_at_level(
                &plan->column[j], i + (walk[j].skipped >= 0 && i >= walk[j].skipped ? 1 : 0),
                walk[j].n);
        }
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point};

const struct quire_kind quire_kind_design_one_at_a_time = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "one-at-a-time",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "The model's own values, then each factor moved through its levels while all others "
            "keep the model's values. Easy to read; it shows no interactions.",
    .example = "<design kind=\"one-at-a-time\" levels=\"5\"/>",
    .ops = &ops,
};
