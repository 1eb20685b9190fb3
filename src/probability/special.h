/* Functions that distributions are made of, the same bits on every processor. Relative errors are
 * some 1e-14 where nothing else is said. */
#ifndef QUIRE_PROBABILITY_SPECIAL_H
#define QUIRE_PROBABILITY_SPECIAL_H

#define QUIRE_LN_SQRT_2_PI 0.91893853320467274178

/* What lies below and above a place, each with its own precision, however small. */
struct quire_tails {
    double below, above;
};

double quire_log1p(double x);     /* log(1 + x), x > -1 */
double quire_log_gamma(double x); /* x > 0; absolute error some 1e-15 max(1, x log x) */

double quire_normal_density(double z);
struct quire_tails quire_normal_tails(double z);

/* x^a exp(-x) / Gamma(a + 1), a > 0, x >= 0: the probability of a events where x are expected. */
double quire_poisson_share(double a, double x);
/* Gamma(a + b + 1) / (Gamma(a + 1) Gamma(b + 1)) x^a y^b with y = 1 - x, a and b > 0. */
double quire_binomial_share(double a, double b, double x, double y);

/* Regularised incomplete gamma functions P(a, x) and Q(a, x), a > 0, x >= 0. */
struct quire_tails quire_gamma_tails(double a, double x);
/* Regularised incomplete beta functions I_x(a, b) and I_y(b, a), a and b > 0, y = 1 - x. Either of
 * x and y may be tiny. */
struct quire_tails quire_beta_tails(double a, double b, double x, double y);

#endif
