/* Box-Behnken: three levels, no corners. */
#include <string.h>

#include "design/fraction.h"
#include "model/problem.h"

#define BLOCKS_MOST 10

struct params {
    struct quire_design_common common;
    long centre;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, centre, "centre", "1", QUIRE_FROM_TO(0, 1000), "points at the centre; more than one only helps where there is noise"),
    QUIRE_FIELD_END,
};

/* which factors take all combinations of low and high while the others stay in the middle */
static const struct blocks {
    size_t n_factor;
    const char *block[BLOCKS_MOST + 1];
} tables[] = {
    {3, {"AB", "AC", "BC"}},
    {4, {"AB", "CD", "AD", "BC", "AC", "BD"}},
    {5, {"AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "CE", "DE"}},
    {6, {"ABD", "BCE", "CDF", "ADE", "BEF", "ACF"}},
    {7, {"DEF", "AFG", "BEG", "ABD", "CDG", "ACE", "BCF"}},
};

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_design_need_levels(task, 3, 3);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (tables[i].n_factor == task->n) {
            out->data = &tables[i];
            for (const char *const *block = tables[i].block; *block != NULL; block++) {
                out->points += UINT64_C(1) << strlen(*block);
            }
            out->points += (uint64_t)p->centre;
            return status;
        }
    }
    return quire_object_error(task->self, task->diag, "E-MODEL", "a central composite design can have any number",
                              "there are Box-Behnken designs for 3 to 7 factors, not for %zu", task->n);
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct blocks *table = plan->data;
    const char *const *block = table->block;
    for (; *block != NULL && point >= UINT64_C(1) << strlen(*block); block++) {
        point -= UINT64_C(1) << strlen(*block);
    }
    for (size_t j = 0; j < plan->n; j++) {
        const char *found = *block != NULL ? strchr(*block, quire_fraction_letter((int)j)) : NULL;
        value[j] = quire_design_at_level(&plan->column[j], found == NULL ? 1 : (point >> (found - *block) & 1) != 0 ? 2 : 0, 3);
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point};

const struct quire_kind quire_kind_design_box_behnken = {
    .family = "design",
    .element = "design",
    .selector = "kind",
    .variant = "box-behnken",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "For response surfaces with all quadratic terms of 3 to 7 factors at three levels, without the corners, where all factors are extreme at once.",
    .example = "<design kind=\"box-behnken\"/>",
    .source = "G. E. P. Box, D. W. Behnken, Some new three level designs for the study of quantitative variables, Technometrics 2 (1960) 455",
    .ops = &ops,
};
