/* Power of tests in linear models: how small an effect a design shows. Effects are in deviations of
 * a run's error, so that plain numbers result. */
#ifndef QUIRE_STAT_MODEL_POWER_H
#define QUIRE_STAT_MODEL_POWER_H

#include "stat/model/status.h"
#include "stat/regressors.h"

/* Probability that F with freedom_above and freedom_below degrees of freedom exceeds its quantile
 * at 1 - level, with that noncentrality (Cohen 1988, chapter 8, 9; R's pwr.f2.test has
 * noncentrality f2 (freedom_above + freedom_below + 1)). 0 < level < 1, freedoms > 0. */
double quire_power_f(double level, double freedom_above, double freedom_below,
                     double noncentrality);
/* The noncentrality at which it is `power`, level < power < 1; infinite if none below 1e6 is. */
double quire_power_noncentrality(double level, double freedom_above, double freedom_below,
                                 double power);
/* Of Student's t of two sides: R's power.t.test with strict = TRUE, noncentrality sqrt(n/2)
 * delta/sd. */
double quire_power_t(double level, double freedom, double noncentrality);

/* A term of a design. Its effect is the range of its contribution to y over the runs: twice the
 * coefficient for a number coded from -1 to 1, the largest difference of levels for a factor. Of
 * several columns the case counts that is shown worst: the two runs that are compared least
 * precisely differ by the effect, and nothing else does (for a balanced factor two levels at -+
 * half the effect, all others at 0). */
struct quire_term_power {
    double freedom; /* columns that the design estimates; 0: the term is aliased, and all is 0 */
    /* variance of the effect over that of a run's error, v: the noncentrality of effect d in
     * deviations is d^2/v */
    double variance;
    double effect;      /* smallest with the power asked for, in deviations; may be infinite */
    double coefficient; /* the same of one column: effect over the range of the column; else 0 */
};

/* Of all terms but the constant, whose row is 0: row (n_term). `freedom` of the error; 0: those
 * that the runs leave over. 0 < level < power < 1, otherwise RANGE; SATURATED: no freedom. */
enum quire_model_status quire_design_power(struct quire_term_power *row,
                                           const struct quire_regressors *x, size_t n_term,
                                           double level, double power, double freedom);
/* Power of an effect [deviations] of a row, 0 of an aliased one. */
double quire_term_power_of(const struct quire_term_power *row, double effect, double level,
                           double freedom);

#endif
