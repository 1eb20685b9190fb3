/* Distributions fitted to numbers, by largest likelihood. */
#ifndef QUIRE_STAT_RELIABILITY_FITS_H
#define QUIRE_STAT_RELIABILITY_FITS_H

#include <stdbool.h>
#include <stddef.h>

#include "probability/distribution.h"

enum quire_fit_family {
    QUIRE_FIT_NORMAL,
    QUIRE_FIT_LOGNORMAL,
    QUIRE_FIT_WEIBULL,
    QUIRE_FIT_GAMMA,
    QUIRE_FIT_FAMILIES
};

struct quire_fitted {
    bool
        known; /* the numbers allow it: at least two different ones, but for normal ones positive */
    struct quire_distribution of;
    double log_likelihood;
    double criterion; /* Akaike's, corrected for few numbers (Hurvich, Tsai 1989); NaN: n < 4 */
};

/* Of n finite numbers. Iterations end at rounding, so that the likelihood is the largest to some
 * 1e-14 of it. */
struct quire_fitted quire_fit_distribution(enum quire_fit_family family, const double *x, size_t n);

/* All of them; returns the one of the least criterion, the normal one where none has it. */
enum quire_fit_family quire_fit_distributions(struct quire_fitted out[QUIRE_FIT_FAMILIES],
                                              const double *x, size_t n);

#endif
