/* A mixture of normal distributions of unit covariance, about the origin and about regions of
 * failure: where failures are drawn from. */
#ifndef QUIRE_STAT_RELIABILITY_MIXTURE_H
#define QUIRE_STAT_RELIABILITY_MIXTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "stat/reliability/draws.h"

/* of the draws about the origin: bounds all weights by its reciprocal (Owen, Zhou, JASA 95 (2000)
 * 135) */
#define QUIRE_MIXTURE_DEFENSIVE 0.1

struct quire_mixture {
    size_t n, k;   /* inputs, regions */
    double *mean;  /* (k * n) */
    double *share; /* (k), in all 1 */
};

void quire_mixture_draw(const struct quire_mixture *self, struct quire_draws *components,
                        struct quire_draws *draws, size_t count, double *u);

/* The weight of a draw: the standard normal density over that of the mixture. part (k + 1): the
 * shares of the parts in the mixture's density there, the one about the origin first. */
double quire_mixture_weight(const struct quire_mixture *self, const double *u, double *part);

/* Fits means and shares to weighted failures u (count * n), h (count): one step of expectation and
 * maximisation of the cross-entropy (Kurtz, Song, Struct. Saf. 42 (2013) 35). The largest 2 % of
 * the weights are cut off. False if memory ran out. */
bool quire_mixture_fit(struct quire_mixture *self, const double *u, size_t count);

#endif
