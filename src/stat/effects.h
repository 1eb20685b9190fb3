/* Which of many effects are more than chance. */
#ifndef QUIRE_STAT_EFFECTS_H
#define QUIRE_STAT_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "stat/fit.h"

/* The mean of y at a level, or of a pair of levels. */
struct quire_cell {
    size_t n;
    double mean, deviation; /* NaN of none, and of one */
    /* standard error of the mean by draws of noise; NaN where nothing is drawn */
    double error;
};

/* Means at each of n_level levels; and of pairs, at cell[a n_level_b + b]. y, level: (m). Errors
 * are NaN. */
void quire_level_means(struct quire_cell *cell, size_t n_level, const size_t *level,
                       const double *y, size_t m);
bool quire_pair_means(struct quire_cell *cell, size_t n_a, const size_t *a, size_t n_b,
                      const size_t *b, const double *y, size_t m);

/* The effect of each column but the constant's, as the difference from -1 to 1 that an orthogonal
 * column with as many runs would have: 2 / sqrt(m) times coefficient over sqrt of its variance's
 * factor. All have the same variance, 4 sigma^2 / m, if nothing has an effect. NaN where aliased;
 * effect[0] is NaN. effect: (fit->n). */
void quire_standard_effects(double *effect, const struct quire_fit *fit);

/* Lenth's (1989) test for experiments without replicates: most effects are chance, so the small
 * ones tell how large chance is. */
struct quire_lenth {
    size_t n;            /* effects that are known */
    double pseudo_error; /* PSE */
    /* ME: one effect that is chance alone stays below it, with the confidence given */
    double margin;
    double all_margin; /* SME: all of them do */
};
/* False if memory ran out. Effects that are NaN do not count. */
bool quire_lenth(struct quire_lenth *out, const double *effect, size_t n, double confidence);

/* Where the i-th smallest (from 0) of n sizes of effects lies on the axis of a half-normal plot. */
double quire_half_normal_place(size_t i, size_t n);

#endif
