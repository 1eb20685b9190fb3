/* Full factorial: every combination of the factors' levels. */
#include "design/common.h"
#include "design/factorial/fraction.h"

#include "model/object.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long levels;
    struct quire_fraction_blocks blocks;
};

struct factorial {
    long levels;                  /* of ranges */
    struct quire_fraction blocks; /* where there are two levels */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, levels, "levels", "2", QUIRE_FROM_TO(2, 10000),
                  "number of evenly spaced levels of factors with 'low' and 'high'; 3 or more show "
                  "curvature"),
    QUIRE_FRACTION_BLOCKS(struct params, blocks),
    QUIRE_FIELD_END,
};

static long
levels_of(const struct quire_design_column *column, const struct factorial *f)
{
    return column->levels > 0 ? column->levels : f->levels;
}

/* a factorial of two levels is a fraction without generators */
static quire_status
part(struct factorial *f, const struct params *p, const struct quire_design_task *task)
{
    bool two = task->n <= QUIRE_FRACTION_FACTORS;
    for (size_t j = 0; j < task->n; j++) {
        two = two && levels_of(&task->column[j], f) == 2;
    }
    if (!two) {
        return quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                  "only designs of two-level factors can have blocks");
    }
    const int k = (int)task->n;
    f->blocks = (struct quire_fraction){
        .k = k, .m = k, .basic = k < 32 ? (UINT32_C(1) << k) - 1 : UINT32_MAX};
    return quire_fraction_part(&f->blocks, &p->blocks, task);
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    struct factorial *f = quire_arena_get(task->arena, 1, sizeof *f);
    if (f == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    f->levels = p->levels;
    out->points = 1;
    out->data = f;
    for (size_t j = 0; j < task->n && status == QUIRE_OK; j++) {
        if (!quire_design_multiply(task, &out->points, (uint64_t)levels_of(&task->column[j], f))) {
            status = QUIRE_ERROR_LIMIT;
        }
    }
    if (status == QUIRE_OK && (p->blocks.blocks > 1 || p->blocks.generators != NULL)) {
        status = part(f, p, task);
    }
    out->blocks = quire_fraction_blocks(&f->blocks);
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

static int
block(const struct quire_design_plan *plan, uint64_t point)
{
    const struct factorial *f = plan->data;
    return f->blocks.n_block_word > 0 ? quire_fraction_block(&f->blocks, point) : 1;
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct factorial *f = plan->data;
    if (f->blocks.n_block_word > 0) {
        quire_fraction_describe(&f->blocks, plan->column, out);
    }
}

static const struct quire_design_ops ops = {
    .make = make, .point = point, .block = block, .describe = describe, .needs_no_factors = true};

const struct quire_kind quire_kind_design_full_factorial = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "full-factorial",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Every combination of the factors' levels, in standard order: the first factor changes "
            "fastest. All interactions can be estimated separately. Without factors the design is "
            "one point, whose replicates differ by noise only.",
    .example = "<design kind=\"full-factorial\" levels=\"3\" replicates=\"20\"/>",
    .ops = &ops,
};
