/* Full factorial: every combination of the factors' levels. */
#include "kind/design.h"

#include "model/object.h"

struct params {
    struct quire_design_common common;
    long levels;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, levels, "levels", "2", QUIRE_FROM_TO(2, 10000),
                  "at how many values, evenly spaced, factors are tried that have low and high; 3 and more show curvature"),
    QUIRE_FIELD_END,
};

static long
levels_of(const struct quire_design_column *column, const struct params *p)
{
    return column->levels > 0 ? column->levels : p->levels;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    out->points = 1;
    out->data = p;
    for (size_t j = 0; j < task->n && status == QUIRE_OK; j++) {
        if (!quire_design_multiply(task, &out->points, (uint64_t)levels_of(&task->column[j], p))) {
            status = QUIRE_ERROR_LIMIT;
        }
    }
    return status;
}

/* standard order: the first factor changes fastest */
static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    for (size_t j = 0; j < plan->n; j++) {
        const long n = levels_of(&plan->column[j], plan->data);
        value[j] = quire_design_at_level(&plan->column[j], (long)(point % (uint64_t)n), n);
        point /= (uint64_t)n;
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point};

const struct quire_kind quire_kind_design_full_factorial = {
    .family = "design",
    .element = "design",
    .selector = "kind",
    .variant = "full-factorial",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Every combination of the factors' levels, in standard order: the first factor changes fastest. All interactions can be told apart. "
            "Without factors it is one point, whose replicates differ by noise alone.",
    .example = "<design kind=\"full-factorial\" levels=\"3\" replicates=\"20\"/>",
    .ops = &ops,
};
