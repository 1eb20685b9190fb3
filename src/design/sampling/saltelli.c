/* Saltelli: the points from which Sobol' indices are estimated. */
#include "design/common.h"
#include "design/sampling/sobol_points.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long points;
    bool scramble, second_order;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, points, "points", QUIRE_REQUIRED, QUIRE_FROM_TO(2, 1e8),
                  "number of points N of each of the two samples A and B, preferably a power of "
                  "two; the design has N (k + 2) points for k factors"),
    QUIRE_BOOLEAN(struct params, scramble, "scramble", "yes",
                  "yes: nested uniform scrambling by the seed of the study"),
    QUIRE_BOOLEAN(struct params, second_order, "second-order", "no",
                  "yes: includes B with one factor at a time from A, N (2 k + 2) points in total, "
                  "for the indices of two-factor interactions"),
    QUIRE_FIELD_END,
};

static const struct quire_design_ops ops_second;

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    struct quire_sobol *sobol = quire_arena_get(task->arena, 1, sizeof *sobol);
    if (2 * task->n > QUIRE_SOBOL_DIMENSIONS) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "this design has at most %d factors", QUIRE_SOBOL_DIMENSIONS / 2);
    }
    if (sobol == NULL ||
        !quire_sobol_init(sobol, 2 * task->n, p->scramble, task->seed, task->arena)) {
        return quire_diag_memory_error(task->diag);
    }
    out->points = (uint64_t)p->points;
    out->samples = true;
    out->data = sobol;
    out->ops = p->second_order ? &ops_second : out->ops;
    return quire_design_multiply(task, &out->points,
                                 p->second_order ? 2 * task->n + 2 : task->n + 2)
               ? status
               : QUIRE_ERROR_LIMIT;
}

/* for each row of A and B: A, then A with factor 1, 2, ... k taken from B, then B */
static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const uint64_t row = point / (plan->n + 2), which = point % (plan->n + 2);
    for (size_t j = 0; j < plan->n; j++) {
        const bool from_b = which == plan->n + 1 || which == j + 1;
        value[j] = quire_design_at_share(
            &plan->column[j], quire_sobol_share(plan->data, row, from_b ? plan->n + j : j));
    }
}

/* likewise, but before B: B with factor 1, 2, ... k taken from A */
static void
point_second(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const uint64_t k = plan->n, row = point / (2 * k + 2), which = point % (2 * k + 2);
    for (size_t j = 0; j < k; j++) {
        const bool from_b = which > k ? which != k + 1 + j : which == j + 1;
        value[j] = quire_design_at_share(&plan->column[j],
                                         quire_sobol_share(plan->data, row, from_b ? k + j : j));
    }
}

static const struct quire_design_ops ops_second = {
    .make = make, .point = point_second, .layout = QUIRE_LAYOUT_SALTELLI_SECOND};

static const struct quire_design_ops ops = {
    .make = make, .point = point, .layout = QUIRE_LAYOUT_SALTELLI};

const struct quire_kind quire_kind_design_saltelli = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "saltelli",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "For Sobol' indices: the fraction of a response's variance that each factor explains, "
        "alone and with all its interactions. The samples A and B come from a Sobol' sequence in 2 "
        "k dimensions. The points of each row are A, A with one factor at a time from B, and B; "
        "with second-order also B with one factor at a time from A, before B. Drawn noise belongs "
        "to the sample: A and the points made from A have the same noise, B has its own. With "
        "of=\"noise\" the indices give the fraction of the scatter due to each noise.",
    .example = "<design kind=\"saltelli\" points=\"512\"/>",
    .source = "A. Saltelli et al., Variance based sensitivity analysis of model output, Comput. "
              "Phys. Commun. 181 (2010) 259",
    .ops = &ops,
};
