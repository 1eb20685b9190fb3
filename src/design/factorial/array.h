/* Orthogonal arrays of strength 2: any two columns have every pair of levels equally often. */
#ifndef QUIRE_DESIGN_FACTORIAL_ARRAY_H
#define QUIRE_DESIGN_FACTORIAL_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#define QUIRE_ARRAYS 14

struct quire_array {
    const char *name;
    int runs, columns;
    int n_first, first_levels, levels; /* so many columns of first_levels; all others */
    /* the level of a column in a run, from 0 */
    int (*level)(const struct quire_array *a, int run, int column);
};

/* in order of their runs */
extern const struct quire_array quire_arrays[QUIRE_ARRAYS];

int quire_array_levels(const struct quire_array *a, int column);
int quire_array_level(const struct quire_array *a, int run, int column);
/* All columns are sums of multiples of some: an interaction has columns of its own. */
bool quire_array_is_linear(const struct quire_array *a);
/* The columns, as bits, in which the interaction of two columns of a linear array is. */
uint32_t quire_array_interaction(const struct quire_array *a, int one, int other);

#endif
