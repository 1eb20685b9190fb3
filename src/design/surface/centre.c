/* Centre: the middle of all ranges, which shows curvature beside a two-level design. */
#include "design/common.h"

#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long points;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, points, "points", "1", QUIRE_FROM_TO(1, 1000),
                  "number of points; more than one helps only with noise"),
    QUIRE_FIELD_END,
};

/* a list has a middle if its values are numbers and their number is odd */
static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    for (size_t j = 0; j < task->n; j++) {
        const struct quire_design_column *c = &task->column[j];
        if (c->levels > 0 && (!c->ordered || c->levels % 2 == 0)) {
            status = quire_object_error(task->self, task->diag, "E-MODEL",
                                        "give it 'low' and 'high', or an odd number of levels",
                                        "factor '%s' has no middle level", c->name);
        }
    }
    out->points = (uint64_t)p->points;
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    (void)point;
    for (size_t j = 0; j < plan->n; j++) {
        const long levels = plan->column[j].levels;
        value[j] = quire_design_at_level(&plan->column[j], levels / 2, levels > 0 ? levels : 1);
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point};

const struct quire_kind quire_kind_design_centre = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "centre",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "The middle of all ranges. After a two-level design it shows whether the response has "
            "curvature.",
    .example = "<design kind=\"centre\" points=\"3\" augments=\"yes\"/>",
    .ops = &ops,
};
