/* Fractional factorial: a part of the full two-level design in which effects are mixed with
 * interactions of several factors. */
#include "design/common.h"
#include "design/factorial/fraction.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long resolution;
    const char *generators;
    bool fold_over;
    struct quire_fraction_blocks blocks;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, resolution, "resolution", QUIRE_OPTIONAL, QUIRE_FROM_TO(3, 12),
                  "smallest resolution. 3: factors are aliased with two-factor interactions; 4: "
                  "two-factor interactions with each other; 5: two-factor interactions only with "
                  "those of three factors; above 5 for up to 11 factors only"),
    QUIRE_TEXT(struct params, generators, "generators", QUIRE_OPTIONAL,
               "factors generated as products of others, for example D=ABC, E=-BCD; the letters "
               "are the factors in the order of the file, without I; instead of 'resolution'"),
    QUIRE_BOOLEAN(struct params, fold_over, "fold-over", "no",
                  "yes: all runs are repeated as block 2 with every factor at its opposite level, "
                  "which frees the factors of two-factor interactions"),
    QUIRE_FRACTION_BLOCKS(struct params, blocks),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const either[] = {"resolution", "generators"};
    return quire_object_need_one(self, diag, either, 2);
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    quire_status status = quire_design_need_levels(task, 2, 2);
    struct quire_fraction *fraction = quire_arena_get(task->arena, 1, sizeof *fraction);
    if (fraction == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    if (status == QUIRE_OK && task->n > QUIRE_FRACTION_FACTORS) {
        status =
            quire_object_error(task->self, task->diag, "E-LIMIT",
                               "use a Plackett-Burman design or a Latin hypercube for more factors",
                               "a fraction has at most %d factors", QUIRE_FRACTION_FACTORS);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (p->generators != NULL) {
        status = quire_fraction_read(fraction, p->generators, task);
    } else {
        quire_fraction_choose(fraction, (int)task->n, (int)p->resolution);
    }
    if (status == QUIRE_OK) {
        status = quire_fraction_part(fraction, &p->blocks, task);
    }
    fraction->folded = p->fold_over;
    out->blocks = quire_fraction_blocks(fraction);
    out->data = fraction;
    out->points = 1;
    if (status == QUIRE_OK &&
        !quire_design_multiply(task, &out->points, quire_fraction_points(fraction))) {
        status = QUIRE_ERROR_LIMIT;
    }
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    for (size_t j = 0; j < plan->n; j++) {
        value[j] =
            quire_design_at_sign(&plan->column[j], quire_fraction_sign(plan->data, point, (int)j));
    }
}

static int
block(const struct quire_design_plan *plan, uint64_t point)
{
    return quire_fraction_block(plan->data, point);
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    quire_fraction_describe(plan->data, plan->column, out);
}

static const struct quire_design_ops ops = {
    .make = make, .point = point, .block = block, .describe = describe};

const struct quire_kind quire_kind_design_fractional_factorial = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "fractional-factorial",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A part of the full two-level design: 2^(k-p) runs for k factors. The plan lists the "
            "aliases before any run. Up to 11 factors, it uses the published fractions of least "
            "aberration.",
    .example = "<design kind=\"fractional-factorial\" resolution=\"4\"/>",
    .source = "G. E. P. Box, J. S. Hunter, W. G. Hunter, Statistics for Experimenters, 2nd ed., "
              "Wiley 2005, ch. 6",
    .ops = &ops,
    .check = check,
};
