/* Terms of the models that optimal designs are made for, and the points of their regions. */
#ifndef QUIRE_DESIGN_SURFACE_OPTIMAL_TERMS_H
#define QUIRE_DESIGN_SURFACE_OPTIMAL_TERMS_H

#include "kind/design.h"
#include "stat/regressors.h"

#define QUIRE_OPTIMAL_TERMS_MOST 100
#define QUIRE_OPTIMAL_ORDER      4 /* of products: averages over the region are exact */

/* A column of X: a product of factors. A number is its coded value; words have one column less than
 * levels, by sums to zero. */
struct quire_optimal_column {
    size_t order, factor[QUIRE_OPTIMAL_ORDER];
    long contrast[QUIRE_OPTIMAL_ORDER]; /* of words */
};

struct quire_optimal_model {
    struct quire_optimal_column column[QUIRE_OPTIMAL_TERMS_MOST];
    size_t n;
    /* of each factor: levels that a design chooses among, and nodes for averages over the region */
    long *levels, *nodes;
};

/* The model of `terms`: "linear", "interactions", "quadratic" or terms by name. `grid`: levels of
 * ranges, 0: as few as the terms need. Reports what is wrong. */
quire_status quire_optimal_model_make(struct quire_optimal_model *out,
                                      const struct quire_design_task *task, const char *terms,
                                      long grid);
/* The columns of a point. */
void quire_optimal_row(const struct quire_optimal_model *model,
                       const struct quire_design_column *column,
                       const struct quire_design_value *value, double *out);
/* "radius x load", "radius^2" */
void quire_optimal_name(struct quire_text *out, const struct quire_optimal_model *model,
                        const struct quire_design_column *column, size_t j);
/* The combination of that number among all of the levels of n columns. */
void quire_optimal_point(const struct quire_design_column *column, const long *levels, size_t n,
                         uint32_t number, struct quire_design_value *value);
/* Node i of n of a column for averages over the region, and its weight: of a list its levels, of a
 * range Gauss' nodes, which are exact for products of two terms; with `even` the middles of n equal
 * parts, for regions of any shape. */
double quire_optimal_node(const struct quire_design_column *column, long i, long n, bool even,
                          struct quire_design_value *value);

#endif
