/* Terms of the models that optimal designs are made for, and the points of their regions. */
#ifndef QUIRE_DESIGN_SURFACE_OPTIMAL_TERMS_H
#define QUIRE_DESIGN_SURFACE_OPTIMAL_TERMS_H

#include "kind/design.h"

#define QUIRE_OPTIMAL_TERMS_MOST 100

enum { QUIRE_OPTIMAL_LINEAR, QUIRE_OPTIMAL_INTERACTIONS, QUIRE_OPTIMAL_QUADRATIC };

/* How many levels of a column a design chooses among. */
long quire_optimal_levels(const struct quire_design_column *c, int terms);
/* A number has one column, its coded value; words have one less than levels, by sums to zero. */
size_t quire_optimal_count_main(const struct quire_design_column *c, long levels);
/* The terms of a point; returns how many, and only counts them if `value` is NULL. */
size_t quire_optimal_terms(const struct quire_design_task *task, const long *levels, int terms,
                           const struct quire_design_value *value, double *out);
/* The combination of that number among all of the levels of n columns. */
void quire_optimal_point(const struct quire_design_column *column, const long *levels, size_t n,
                         uint32_t number, struct quire_design_value *value);
/* Node i of n of a column for averages over the region, and its weight: of a range Gauss' two or
 * three, which are exact for products of two terms; of a list its levels. */
double quire_optimal_node(const struct quire_design_column *column, long i, long n,
                          struct quire_design_value *value);

#endif
