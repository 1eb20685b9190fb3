/* Distributions that are incomplete beta and gamma functions. */
#include <math.h>

#include "math/detmath.h"
#include "probability/family_parts.h"

static bool
first_is_positive(const double *p)
{
    return p[0] > 0;
}

static bool
both_are_positive(const double *p)
{
    return p[0] > 0 && p[1] > 0;
}

static double
zero(const double *p)
{
    (void)p;
    return 0;
}

static double
one(const double *p)
{
    (void)p;
    return 1;
}

/* ---- chi-square: gamma functions of half the freedom and half of x */

static double
chi_square_density(const double *p, double x)
{
    if (x == 0) {
        return p[0] < 2 ? HUGE_VAL : p[0] == 2 ? 0.5 : 0;
    }
    return quire_poisson_share(p[0] / 2, x / 2) * (p[0] / 2) / x;
}

static struct quire_tails
chi_square_tails(const double *p, double x)
{
    return quire_gamma_tails(p[0] / 2, x / 2);
}

static double
chi_square_quantile(const double *p, double below, double above)
{
    return quire_solve_quantile(&quire_distribution_chi_square, p, below, above, p[0], HUGE_VAL);
}

const struct quire_distribution_family quire_distribution_chi_square = {
    .name = "chi-square",
    .parameter = {"freedom"},
    .refusal = "freedom must be positive",
    .valid = first_is_positive,
    .density = chi_square_density,
    .tails = chi_square_tails,
    .quantile = chi_square_quantile,
    .least = zero,
};

/* ---- beta */

static double
beta_density(const double *p, double x)
{
    const double a = p[0], b = p[1], y = 1 - x;

    if (x == 0 || y == 0) {
        const double power = x == 0 ? a : b, other = x == 0 ? b : a;
        return power < 1 ? HUGE_VAL : power == 1 ? other : 0;
    }
    return quire_binomial_share(a, b, x, y) / (x * y) * (a / (a + b)) * b;
}

static struct quire_tails
beta_tails(const double *p, double x)
{
    return quire_beta_tails(p[0], p[1], x, 1 - x);
}

/* the smaller one of x and 1 - x keeps its digits */
struct parts {
    double x, y;
};

static struct parts
beta_parts(double a, double b, double below, double above)
{
    const double p[] = {a, b}, swapped[] = {b, a};

    if (quire_beta_tails(a, b, 0.5, 0.5).below >= below) {
        const double x = quire_solve_quantile(&quire_distribution_beta, p, below, above,
                                              fmin(0.5, a / (a + b)), 0.5);
        return (struct parts){x, 1 - x};
    }
    const double y = quire_solve_quantile(&quire_distribution_beta, swapped, above, below,
                                          fmin(0.5, b / (a + b)), 0.5);
    return (struct parts){1 - y, y};
}

static double
beta_quantile(const double *p, double below, double above)
{
    return beta_parts(p[0], p[1], below, above).x;
}

const struct quire_distribution_family quire_distribution_beta = {
    .name = "beta",
    .parameter = {"a", "b"},
    .refusal = "a and b must be positive",
    .valid = both_are_positive,
    .density = beta_density,
    .tails = beta_tails,
    .quantile = beta_quantile,
    .least = zero,
    .most = one,
};

/* ---- F: x d1/(x d1 + d2) has a beta distribution of d1/2 and d2/2 */

static struct parts
fisher_parts(const double *p, double x)
{
    const double ratio = x * p[0] / p[1];

    return (struct parts){ratio / (1 + ratio), 1 / (1 + ratio)};
}

static double
fisher_density(const double *p, double x)
{
    const struct parts at = fisher_parts(p, x);
    const double a = p[0] / 2, b = p[1] / 2;

    if (x == 0) {
        return a < 1 ? HUGE_VAL : a == 1 ? 1 : 0;
    }
    return quire_binomial_share(a, b, at.x, at.y) * (a / (a + b)) * b / x;
}

static struct quire_tails
fisher_tails(const double *p, double x)
{
    const struct parts at = fisher_parts(p, x);

    return quire_beta_tails(p[0] / 2, p[1] / 2, at.x, at.y);
}

static double
fisher_quantile(const double *p, double below, double above)
{
    const struct parts at = beta_parts(p[0] / 2, p[1] / 2, below, above);

    return at.x / at.y * (p[1] / p[0]);
}

const struct quire_distribution_family quire_distribution_fisher = {
    .name = "f",
    .parameter = {"freedom-above", "freedom-below"},
    .refusal = "both degrees of freedom must be positive",
    .valid = both_are_positive,
    .density = fisher_density,
    .tails = fisher_tails,
    .quantile = fisher_quantile,
    .least = zero,
};

/* ---- Student's t: t^2 is F of 1 and the freedom */

static double
student_density(const double *p, double x)
{
    const double v = p[0], ratio = x * x / v;

    /* Gamma((v + 1)/2) / (sqrt(pi v) Gamma(v/2)) from the share at the middle, where nothing
     * cancels */
    const double middle =
        quire_binomial_share(0.5, v / 2, 1 / (1 + v), v / (1 + v)) * (v / 2) / ((1 + v) / 2);
    const double fall = ratio < 1 ? quire_log1p(ratio) - quire_log1p(1 / v)
                                  : 2 * quire_log(fabs(x)) - quire_log(v) + quire_log1p(1 / ratio) -
                                        quire_log1p(1 / v);
    return 0.5 * middle * quire_exp(-(v + 1) / 2 * fall);
}

static struct quire_tails
student_tails(const double *p, double x)
{
    const struct quire_tails of_square = fisher_tails((const double[]){1, p[0]}, x * x);
    const double far = of_square.above / 2, near = 0.5 + of_square.below / 2;

    return x > 0 ? (struct quire_tails){near, far} : (struct quire_tails){far, near};
}

static double
student_quantile(const double *p, double below, double above)
{
    const double far = fmin(below, above);

    if (far == 0.5) {
        return 0;
    }
    const double size = sqrt(fisher_quantile((const double[]){1, p[0]}, 1 - 2 * far, 2 * far));
    return below < above ? -size : size;
}

const struct quire_distribution_family quire_distribution_student = {
    .name = "t",
    .parameter = {"freedom"},
    .refusal = "freedom must be positive",
    .valid = first_is_positive,
    .density = student_density,
    .tails = student_tails,
    .quantile = student_quantile,
};

/* ---- binomial */

static bool
binomial_valid(const double *p)
{
    return p[0] >= 0 && p[0] <= 0x1p52 && floor(p[0]) == p[0] && p[1] >= 0 && p[1] <= 1;
}

static double
binomial_density(const double *p, double k)
{
    const double n = p[0], q = p[1];

    if (q == 0 || q == 1) {
        return k == q * n ? 1 : 0;
    }
    if (k == 0 || k == n) {
        return quire_exp(k == 0 ? n * quire_log1p(-q) : n * quire_log(q));
    }
    return quire_binomial_share(k, n - k, q, 1 - q);
}

/* k >= 0 and k < n here */
static struct quire_tails
binomial_tails(const double *p, double k)
{
    const struct quire_tails of_beta = quire_beta_tails(k + 1, p[0] - k, p[1], 1 - p[1]);

    return (struct quire_tails){of_beta.above, of_beta.below};
}

static double
binomial_quantile(const double *p, double below, double above)
{
    double low = -1, high = p[0]; /* the answer lies above low and not above high */

    while (high - low > 1) {
        const double k = floor(low + (high - low) / 2);
        const struct quire_tails t = binomial_tails(p, k);
        const bool enough = below <= above ? t.below >= below : t.above <= above;
        *(enough ? &high : &low) = k;
    }
    return high;
}

static double
binomial_most(const double *p)
{
    return p[0];
}

const struct quire_distribution_family quire_distribution_binomial = {
    .name = "binomial",
    .parameter = {"trials", "probability"},
    .refusal = "trials must be a whole number, probability between 0 and 1",
    .discrete = true,
    .valid = binomial_valid,
    .density = binomial_density,
    .tails = binomial_tails,
    .quantile = binomial_quantile,
    .least = zero,
    .most = binomial_most,
};
