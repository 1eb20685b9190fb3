/* Star: two points on each axis, which make a two-level design a central composite one
 * (doc/theory/designs.md, 10). */
#include "design/common.h"
#include "math/detmath.h"
#include "model/problem.h"

#define ROUNDING 1e-9 /* of coded values that a table brings */

enum { FACED, ROTATABLE, ORTHOGONAL };

struct params {
    struct quire_design_common common;
    int distance;
    double alpha;
    long centre;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_CHOICE(struct params, distance, "distance", "faced|rotatable|orthogonal", "faced",
                 "faced: the points are at low and high; rotatable: the variance of a prediction "
                 "depends only on the distance from the centre; orthogonal: the star, as a block, "
                 "does not bias the quadratic terms"),
    QUIRE_REAL(
        struct params, alpha, "alpha", "", QUIRE_OPTIONAL, QUIRE_ABOVE_TO(0, 10),
        "distance of the points from the centre, with low and high at 1; instead of 'distance'",
        NULL),
    QUIRE_INTEGER(struct params, centre, "centre", "0", QUIRE_FROM_TO(0, 1000),
                  "number of points at the centre after those of the star"),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const distance[] = {"distance"};
    return quire_object_exclude(self, diag, "alpha", distance, 1);
}

/* Corners and points at the centre of what is augmented. Returns false after reporting. */
static bool
count_cube(const struct quire_design_task *task, double *corners, double *centre)
{
    size_t n;
    const struct quire_design_value *value = quire_design_list_earlier(task, &n);
    *corners = *centre = 0;
    for (size_t i = 0; value != NULL && i < n; i++) {
        size_t at_one = 0, at_zero = 0;
        for (size_t j = 0; j < task->n; j++) {
            const double x = quire_design_coded(&task->column[j], &value[i * task->n + j]);
            at_one += fabs(fabs(x) - 1.0) < ROUNDING ? 1 : 0;
            at_zero += fabs(x) < ROUNDING ? 1 : 0;
        }
        *corners += at_one == task->n ? 1 : 0;
        *centre += at_zero == task->n ? 1 : 0;
    }
    return value != NULL;
}

static quire_status
find_distance(const struct quire_design_task *task, const struct params *p, double *out)
{
    double corners, centre;
    *out = !isnan(p->alpha) ? p->alpha : 1.0;
    if (!isnan(p->alpha) || p->distance == FACED) {
        return QUIRE_OK;
    }
    if (!count_cube(task, &corners, &centre)) {
        return QUIRE_ERROR_LIMIT;
    }
    if (corners == 0) {
        return quire_object_error(task->self, task->diag, "E-MODEL",
                                  "augment a two-level design, or give alpha",
                                  "the distance follows from the corners of the cube, but no "
                                  "corners come before the star");
    }
    const double axial = 2.0 * (double)task->n;
    *out = p->distance == ROTATABLE
               ? quire_pow(corners, 0.25)
               : sqrt(0.5 * corners * (axial + (double)p->centre) / (corners + centre));
    return QUIRE_OK;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    double *alpha = quire_arena_get(task->arena, 1, sizeof *alpha);
    if (alpha == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    out->points = 2 * task->n + (uint64_t)p->centre;
    out->data = alpha;
    const quire_status status = quire_design_need_levels(task, 1, 0);
    return status == QUIRE_OK ? find_distance(task, p, alpha) : status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const double alpha = *(const double *)plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        const double coded = point / 2 != j ? 0.0 : point % 2 == 0 ? -alpha : alpha;
        value[j] = (struct quire_design_value){.sort = QUIRE_DESIGN_CODED, .coded = coded};
    }
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    quire_text_format(out, "%zu points of the star at %.6g, %llu at the centre (coded units)\n",
                      2 * plan->n, *(const double *)plan->data,
                      (unsigned long long)(plan->points - 2 * plan->n));
}

static const struct quire_design_ops ops = {.make = make, .point = point, .describe = describe};

const struct quire_kind quire_kind_design_star = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "star",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Two points on the axis of each factor, with the others in the middle. It augments a "
            "two-level design to a central composite design, for all quadratic terms.",
    .example = "<design kind=\"star\" distance=\"rotatable\" centre=\"1\" augments=\"yes\"/>",
    .source = "G. E. P. Box, J. S. Hunter, Multi-factor experimental designs for exploring "
              "response surfaces, Ann. Math. Statist. 28 (1957) 195",
    .ops = &ops,
    .check = check,
};
