#include "design/surface/optimal_terms.h"

#include <math.h>

#include "design/common.h"

long
quire_optimal_levels(const struct quire_design_column *c, int terms)
{
    return c->levels > 0 ? c->levels : terms == QUIRE_OPTIMAL_QUADRATIC ? 3 : 2;
}

size_t
quire_optimal_count_main(const struct quire_design_column *c, long levels)
{
    return c->ordered ? 1 : (size_t)(levels - 1);
}

static double
main_term(const struct quire_design_column *c, const struct quire_design_value *value, size_t i)
{
    if (c->ordered) {
        return quire_design_coded(c, value);
    }
    return value->level == c->levels - 1 ? -1.0 : value->level == (long)i ? 1.0 : 0.0;
}

size_t
quire_optimal_terms(const struct quire_design_task *task, const long *levels, int terms,
                    const struct quire_design_value *value, double *out)
{
    double first[QUIRE_OPTIMAL_TERMS_MOST + 1]; /* main terms */
    size_t owner[QUIRE_OPTIMAL_TERMS_MOST + 1], n = 0, m = 0;
    for (size_t j = 0; j < task->n; j++) {
        for (size_t i = 0; i < quire_optimal_count_main(&task->column[j], levels[j]) &&
                           m < QUIRE_OPTIMAL_TERMS_MOST;
             i++, m++) {
            first[m] = value != NULL ? main_term(&task->column[j], &value[j], i) : 0.0;
            owner[m] = j;
        }
    }
#define ADD(value_)                                                                                \
    do {                                                                                           \
        if (value != NULL) {                                                                       \
            out[n] = value_;                                                                       \
        }                                                                                          \
        n++;                                                                                       \
    } while (0)
    ADD(1.0);
    for (size_t i = 0; i < m; i++) {
        ADD(first[i]);
    }
    for (size_t i = 0; i < m && terms >= QUIRE_OPTIMAL_INTERACTIONS; i++) {
        for (size_t k = i + 1; k < m; k++) {
            if (owner[i] != owner[k]) {
                ADD(first[i] * first[k]);
            }
        }
    }
    for (size_t i = 0; i < m && terms == QUIRE_OPTIMAL_QUADRATIC; i++) {
        if (task->column[owner[i]].ordered && levels[owner[i]] > 2) {
            ADD(first[i] * first[i]);
        }
    }
#undef ADD
    return n;
}

void
quire_optimal_point(const struct quire_design_column *column, const long *levels, size_t n,
                    uint32_t number, struct quire_design_value *value)
{
    for (size_t j = 0; j < n; j++) {
        value[j] =
            quire_design_at_level(&column[j], (long)(number % (uint32_t)levels[j]), levels[j]);
        number /= (uint32_t)levels[j];
    }
}

double
quire_optimal_node(const struct quire_design_column *column, long i, long n,
                   struct quire_design_value *value)
{
    *value = quire_design_at_level(column, i, n);
    if (value->sort != QUIRE_DESIGN_CODED) {
        return 1.0;
    }
    value->coded *= n == 2 ? sqrt(1.0 / 3.0) : sqrt(0.6);
    return n == 2 ? 1.0 : i == 1 ? 8.0 : 5.0;
}
