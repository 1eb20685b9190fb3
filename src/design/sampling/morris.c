/* Morris: trajectories on which one factor after the other is moved. */
#include "design/common.h"
#include "math/random.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long trajectories, levels;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, trajectories, "trajectories", "10", QUIRE_FROM_TO(2, 1e7),
                  "number of trajectories r; the design has r (k + 1) points for k factors"),
    QUIRE_INTEGER(struct params, levels, "levels", "4", QUIRE_FROM_TO(2, 100),
                  "number of levels of the grid, even; each move covers half of them"),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    return p->levels % 2 == 0
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-RANGE", NULL,
                                    "levels = '%ld' must be an even number", p->levels);
}

/* weighted levels have as many places of the grid as their shares say, so that a rare one may have
 * none */
static quire_status
check_shares(const struct quire_design_task *task, long levels)
{
    for (size_t j = 0; j < task->n; j++) {
        const struct quire_design_column *c = &task->column[j];
        long next = 0; /* places of the grid go through the levels in their order */
        for (long i = 0; i < levels && c->share != NULL; i++) {
            const long at = quire_design_at_share(c, ((double)i + 0.5) / (double)levels).level;
            next += at == next ? 1 : 0;
        }
        if (c->share != NULL && next < c->levels) {
            return quire_object_error(task->self, task->diag, "E-MODEL",
                                      "use more levels, for example levels=\"20\"",
                                      "a grid of %ld levels is too coarse for the weights of '%s': "
                                      "its level number %ld would never occur",
                                      levels, c->name, next + 1);
        }
    }
    return QUIRE_OK;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_status_first(
        quire_design_need_levels(task, 2, QUIRE_DESIGN_POINT_LIMIT), check_shares(task, p->levels));
    out->points = (uint64_t)p->trajectories;
    out->data = p;
    return quire_design_multiply(task, &out->points, task->n + 1) ? status : QUIRE_ERROR_LIMIT;
}

static void
draw(const struct quire_design_plan *plan, uint64_t trajectory, size_t j, uint32_t words[4])
{
    const uint32_t place[4] = {(uint32_t)trajectory, QUIRE_RANDOM_DESIGN, (uint32_t)j, 0};
    quire_random_words(words, plan->seed, place);
}

/* how many factors are moved before factor j: they are moved in the order of a random number */
static size_t
turn_of(const struct quire_design_plan *plan, const struct quire_design_value *value, size_t j)
{
    size_t before = 0;
    for (size_t i = 0; i < plan->n; i++) {
        before +=
            value[i].coded < value[j].coded || (value[i].coded == value[j].coded && i < j) ? 1 : 0;
    }
    return before;
}

static struct quire_design_value
value_at(const struct quire_design_column *column, long i, long levels)
{
    return column->levels == 0 ? quire_design_at_level(column, i, levels)
                               : quire_design_at_share(column, ((double)i + 0.5) / (double)levels);
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct params *p = plan->data;
    const uint64_t trajectory = point / (plan->n + 1), step = point % (plan->n + 1);
    const long half = p->levels / 2;
    uint32_t words[4];
    for (size_t j = 0; j < plan->n; j++) { /* the numbers that decide on the order, for a moment */
        draw(plan, trajectory, j, words);
        value[j].coded = words[0];
    }
    for (size_t j = 0; j < plan->n; j++) {
        value[j].level = turn_of(plan, value, j) < step ? 1 : 0; /* it has been moved */
    }
    for (size_t j = 0; j < plan->n; j++) {
        draw(plan, trajectory, j, words);
        const bool from_above = (words[1] & 1) != 0, above = from_above != (value[j].level != 0);
        const long low = (long)((uint64_t)words[2] * (uint64_t)half >> 32);
        value[j] = value_at(&plan->column[j], low + (above ? half : 0), p->levels);
    }
}

static const struct quire_design_ops ops = {
    .make = make, .point = point, .layout = QUIRE_LAYOUT_MORRIS};

const struct quire_kind quire_kind_design_morris = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "morris",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Screening of many factors for a model of any shape. Each trajectory has k + 1 points; "
            "every factor moves once along it, in random order. The changes give mean and scatter "
            "of each factor's effect. Drawn noise stays the same along a trajectory. With "
            "of=\"noise\" the effects are those of the noise, from one standard deviation below "
            "the mean to one above.",
    .example = "<design kind=\"morris\" trajectories=\"20\"/>",
    .source = "M. D. Morris, Factorial sampling plans for preliminary computational experiments, "
              "Technometrics 33 (1991) 161",
    .ops = &ops,
    .check = check,
};
