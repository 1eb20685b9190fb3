/* A design and those that augment it as one plan: the points of each part stand behind those of the
 * parts before it. */
#include "study/parts.h"

struct joined {
    const struct quire_study_part *part;
    size_t n;
};

static const struct quire_study_part *
part_of(const struct quire_design_plan *plan, uint64_t point)
{
    const struct joined *joined = plan->data;
    size_t i = joined->n - 1;
    while (point < joined->part[i].first) {
        i--;
    }
    return &joined->part[i];
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct quire_study_part *part = part_of(plan, point);
    part->plan.ops->point(&part->plan, point - part->first, value);
}

static struct quire_place
place(const struct quire_design_plan *plan, uint64_t point, size_t column)
{
    const struct quire_study_part *part = part_of(plan, point);
    return part->plan.ops->place != NULL
               ? part->plan.ops->place(&part->plan, point - part->first, column)
               : part->object->place;
}

static int
block(const struct quire_design_plan *plan, uint64_t point)
{
    const struct quire_study_part *part = part_of(plan, point);
    return part->block + (part->plan.ops->block != NULL
                              ? part->plan.ops->block(&part->plan, point - part->first)
                              : 1);
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct joined *joined = plan->data;
    for (size_t i = 0; i < joined->n; i++) {
        const struct quire_study_part *part = &joined->part[i];
        quire_text_format(out, "%s%s: points %llu to %llu", i > 0 ? "\n" : "",
                          part->object->kind->variant, (unsigned long long)part->first,
                          (unsigned long long)(part->first + part->plan.points - 1));
        if (plan->blocks > 1) {
            quire_text_format(out, part->plan.blocks > 1 ? ", blocks %d to %d" : ", block %d",
                              part->block + 1, part->block + part->plan.blocks);
        }
        quire_text_add(out, "\n");
        if (part->plan.ops->describe != NULL) {
            part->plan.ops->describe(&part->plan, out);
        }
    }
}

static const struct quire_design_ops ops = {
    .point = point, .place = place, .block = block, .describe = describe};

quire_status
quire_study_join(struct quire_design_plan *out, struct quire_study_part *part, size_t n,
                 struct quire_arena *arena, quire_diag *diag)
{
    struct joined *joined = quire_arena_get(arena, 1, sizeof *joined);
    if (joined == NULL) {
        return quire_diag_memory_error(diag);
    }
    *joined = (struct joined){part, n};
    *out = (struct quire_design_plan){.ops = &ops,
                                      .column = part->plan.column,
                                      .n = part->plan.n,
                                      .seed = part->plan.seed,
                                      .random_blocks = part->plan.random_blocks,
                                      .data = joined};
    for (size_t i = 0; i < n; i++) {
        const int blocks = part[i].plan.blocks > 0 ? part[i].plan.blocks : 1;
        /* what is no block of its own belongs to the last one before */
        const bool own = i == 0 ||
                         ((const struct quire_design_common *)part[i].object->params)->augments ==
                             QUIRE_AUGMENTS_NEW_BLOCK ||
                         blocks > 1;
        part[i].first = out->points;
        part[i].block = own ? out->blocks : out->blocks - 1;
        out->points += part[i].plan.points;
        out->blocks = part[i].block + blocks;
    }
    return QUIRE_OK;
}
