/* Sobol' sequence: points that fill the space evenly, however many there are. */
#include <limits.h>

#include "design/common.h"
#include "design/sampling/sobol_points.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long points, first;
    bool scramble;
};

struct sequence {
    struct quire_sobol sobol;
    uint64_t first;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, points, "points", QUIRE_REQUIRED, QUIRE_FROM_TO(1, 1e9),
                  "number of points; powers of two are the most even. Adding points later keeps "
                  "the earlier ones"),
    QUIRE_INTEGER(
        struct params, first, "first", QUIRE_OPTIONAL, QUIRE_FROM_TO(0, 1e9),
        "number of the first point in the sequence; default: 0, or, for a design that augments "
        "others, the number of points before it, which continues a Sobol' design"),
    QUIRE_BOOLEAN(struct params, scramble, "scramble", "yes",
                  "yes: nested uniform scrambling by the seed of the study; no: the first point is "
                  "the corner of all low ends"),
    QUIRE_FIELD_END,
};

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    struct sequence *s = quire_arena_get(task->arena, 1, sizeof *s);
    if (task->n > QUIRE_SOBOL_DIMENSIONS) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "a Sobol' sequence has at most %d factors",
                                  QUIRE_SOBOL_DIMENSIONS);
    }
    if (s == NULL || !quire_sobol_init(&s->sobol, task->n, p->scramble, task->seed, task->arena)) {
        return quire_diag_memory_error(task->diag);
    }
    s->first = p->first == LONG_MIN ? quire_design_earlier_points(task) : (uint64_t)p->first;
    out->points = (uint64_t)p->points;
    out->samples = true;
    out->data = s;
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct sequence *s = plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        value[j] = quire_design_at_share(&plan->column[j],
                                         quire_sobol_share(&s->sobol, s->first + point, j));
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point};

const struct quire_kind quire_kind_design_sobol = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "sobol",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Points that fill the ranges of up to 1024 factors evenly. They are more even than "
            "random points, and in pairs of factors more even than a Latin hypercube. Increase "
            "'points' to extend a study.",
    .example = "<design kind=\"sobol\" points=\"256\"/>",
    .source = "direction numbers: S. Joe, F. Y. Kuo, SIAM J. Sci. Comput. 30 (2008) 2635; "
              "scrambling: A. B. Owen, J. Complexity 14 (1998) 466",
    .ops = &ops,
};
