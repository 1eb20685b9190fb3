/* What one more number is expected to gain over the best one known, of a number that is normally
 * distributed (D. R. Jones, M. Schonlau, W. J. Welch, J. Global Optim. 13 (1998) 455). */
#ifndef QUIRE_STAT_SURROGATE_IMPROVEMENT_H
#define QUIRE_STAT_SURROGATE_IMPROVEMENT_H

/* The logarithm, which stays finite where the improvement itself is 0 to rounding, and its
 * derivatives. */
struct quire_improvement {
    double log, by_mean, by_deviation;
};

/* How far it lies below `best`. deviation > 0. */
struct quire_improvement quire_improvement(double mean, double deviation, double best);
/* How much nearer it lies to `target` than `best` >= 0 does. */
struct quire_improvement quire_improvement_towards(double mean, double deviation, double target,
                                                   double best);
/* That it lies below `limit`: a probability. */
struct quire_improvement quire_improvement_below(double mean, double deviation, double limit);

#endif
