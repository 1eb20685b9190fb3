/* What each run does to a fit by least squares. */
#ifndef QUIRE_STAT_MODEL_DIAGNOSE_H
#define QUIRE_STAT_MODEL_DIAGNOSE_H

#include "stat/fit.h"
#include "stat/model/status.h"

/* With residual e, leverage h, deviation s of the residuals, rank p (Belsley, Kuh and Welsch 1980,
 * chapter 2; Cook 1977, Technometrics 19, 15). All are plain numbers. */
struct quire_run_diagnosis {
    double leverage; /* h, 0 to 1; their sum is p */
    double internal; /* e/(s sqrt(1 - h)): R's rstandard */
    /* e/(s_i sqrt(1 - h)) with s_i the deviation of a fit without the run: R's rstudent; has
     * Student's distribution of m - p - 1 degrees of freedom. Infinite where the other runs leave
     * no residual, as dffits is then. */
    double external;
    double cook;   /* distance: internal^2 h/((1 - h) p) */
    double dffits; /* external sqrt(h/(1 - h)) */
    /* The run alone determines a coefficient (h = 1): it has no residual, and the others are 0. */
    bool alone;
};

/* Of all runs of a fit: out (m). SATURATED: m - p < 2. EXACT: the residuals are rounding errors. */
enum quire_model_status quire_diagnose(struct quire_run_diagnosis *out,
                                       const struct quire_fit *fit);

/* The same one by one: what quire_diagnose() returns, and, of a fit that it accepts, of run i. */
enum quire_model_status quire_diagnosis_status(const struct quire_fit *fit);
struct quire_run_diagnosis quire_diagnose_run(const struct quire_fit *fit, size_t i);

/* Bounds beyond which a run deserves attention: leverage 2 p/m, DFFITS 2 sqrt(p/m) (Belsley, Kuh
 * and Welsch 1980, pages 17 and 28), and the external residual that the largest of m exceeds with
 * the probability given (after Bonferroni: the quantile of Student's t at probability/(2 m)). */
struct quire_diagnosis_bounds {
    double leverage, dffits, external;
};
/* Of a fit that quire_diagnose() accepts; 0 < probability < 1. */
struct quire_diagnosis_bounds quire_diagnosis_bounds_of(const struct quire_fit *fit,
                                                        double probability);

#endif
