/* Linear models y = X b + e by least squares, with what is said about them. */
#ifndef QUIRE_STAT_FIT_H
#define QUIRE_STAT_FIT_H

#include "stat/qr.h"
#include "stat/regressors.h"

struct quire_coefficient {
    double value, error; /* standard error */
    double variance;     /* of the value, over that of a run's error: the diagonal of (X'X)^-1 */
    double t, p;         /* of the hypothesis that it is zero */
    double low, high;    /* confidence interval */
    /* of its variance by other columns (VIF): 1 where they are orthogonal; NaN of the constant */
    double inflation;
    bool aliased; /* depends on earlier columns: no number is known */
};

/* A mean square against another. */
struct quire_f_test {
    /* sum of squares; NaN where there is nothing to test with */
    double sum, freedom, mean_square, f, p;
};

/* A sum of squares against that of errors, or, without freedom there, alone. */
struct quire_f_test quire_f_test_of(double sum, double freedom, double error_sum,
                                    double error_freedom);

struct quire_fit {
    size_t m, n;                           /* runs, columns */
    struct quire_coefficient *coefficient; /* (n) */
    double *fitted, *residual, *leverage;  /* (m) */
    double freedom;                        /* of the residuals: m - rank */
    double sum, deviation;                 /* of squared residuals; sqrt(sum / freedom) */
    double total;                          /* of squares about the mean */
    /* share of the total that is explained; with regard to the number of columns */
    double r2, adjusted_r2;
    /* sum of squared errors of each run as predicted by the others; infinite where one alone tells
     * a coefficient */
    double press, predicted_r2;
    struct quire_f_test model; /* all but the constant, against residuals */
    /* lack of fit against pure error, from runs of the same point */
    struct quire_f_test lack, pure;
    double confidence; /* of intervals */
    struct quire_qr qr;
    /* where X was factored by blocks of rows: the triangle of [X | y] (n + 1, n + 1), of which qr
     * has the first n columns; NULL where X was factored whole */
    double *triangle;
};

/* Fits y (m) to the columns of X, the first of which is the constant. `point` (m; may be NULL)
 * numbers the settings: runs with equal numbers differ by chance alone. Start with {0}; clear in
 * the end. False if memory ran out. */
bool quire_fit_make(struct quire_fit *out, const struct quire_regressors *x, const double *y,
                    const size_t *point, double confidence);
/* The same by blocks of rows, the first column of which is the constant: for more of them than
 * should be in memory. Equal up to rounding. */
bool quire_fit_rows(struct quire_fit *out, const struct quire_rows *rows, const double *y,
                    const size_t *point, double confidence);
void quire_fit_clear(struct quire_fit *fit);

/* Of such a fit: n + 1 rows with the sums of squares and products of all (to be used as long as the
 * fit is, and not to be cleared), and their response. `term` is that of the columns. */
struct quire_regressors quire_fit_reduced(const struct quire_fit *fit, size_t *term,
                                          const double **y);

/* Of each term: sums of squares as each is added to those before it (I), to all that do not contain
 * it (II), to all others (III). One row for each of n_term terms; that of the constant has no test.
 * The mean square of residuals is that of all terms. False if memory ran out. */
enum quire_anova_type { QUIRE_ANOVA_I = 1, QUIRE_ANOVA_II, QUIRE_ANOVA_III };
bool quire_anova(struct quire_f_test *row, struct quire_f_test *residual,
                 enum quire_anova_type type, const struct quire_regressors *x,
                 const struct quire_term *term, size_t n_term, const double *y);
/* The same where the rows of x stand for so many runs. */
bool quire_anova_of_runs(struct quire_f_test *row, struct quire_f_test *residual,
                         enum quire_anova_type type, const struct quire_regressors *x,
                         const struct quire_term *term, size_t n_term, const double *y,
                         size_t runs);

#endif
