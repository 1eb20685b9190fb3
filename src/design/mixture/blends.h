/* Points of mixtures: the components' values come to a total. */
#ifndef QUIRE_DESIGN_MIXTURE_BLENDS_H
#define QUIRE_DESIGN_MIXTURE_BLENDS_H

#include "kind/design.h"

#define QUIRE_BLENDS_MOST 100000 /* points */

#define QUIRE_BLEND_FIELDS(type_)                                                                  \
    QUIRE_DESIGN_COMMON(type_),                                                                    \
        QUIRE_TEXT(type_, total, "total", "1",                                                     \
                   "sum of the components, with the unit of the factors; all factors are "         \
                   "components of the mixture")

struct quire_blends {
    size_t n;           /* components */
    double total;       /* SI */
    double *low, *high; /* of each component, SI (n) */
    size_t points;
    double *x; /* SI (points x n) */
};

/* Reads the total and the bounds; reports where no mixture has such components. */
quire_status quire_blends_begin(struct quire_blends *out, const struct quire_design_task *task,
                                const char *total);
/* Room for so many points. */
quire_status quire_blends_make_room(struct quire_blends *b, const struct quire_design_task *task,
                                    size_t most);
/* Makes them the plan's; reports a scale or steps that would change the total. */
quire_status quire_blends_end(const struct quire_blends *b, struct quire_design_plan *out,
                              const struct quire_design_task *task);
void quire_blends_point(const struct quire_design_plan *plan, uint64_t point,
                        struct quire_design_value *value);

#endif
