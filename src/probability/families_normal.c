/* Normal, lognormal and truncated normal distributions. */
#include <math.h>

#include "math/detmath.h"
#include "probability/family_parts.h"

static double
polynomial(const double *c, size_t n, double x)
{
    double sum = c[n - 1];

    for (size_t i = n - 1; i > 0; i--) {
        sum = sum * x + c[i - 1];
    }
    return sum;
}

/* a start within 4.5e-4 (Abramowitz and Stegun 26.2.23) and Newton's method on the logarithm of the
 * smaller tail */
static double
standard_quantile(double below, double above)
{
    static const double up[] = {2.515517, 0.802853, 0.010328},
                        down[] = {1, 1.432788, 0.189269, 0.001308};
    const double p = fmin(below, above), t = sqrt(-2 * quire_log(p));
    double z = t - polynomial(up, 3, t) / polynomial(down, 4, t);

    for (int i = 0; i < 4; i++) {
        const double tail = quire_normal_tails(z).above;
        z += quire_log(tail / p) * tail / quire_normal_density(z);
    }
    return below < above ? -z : z;
}

static bool
second_is_positive(const double *p)
{
    return p[1] > 0;
}

static double
normal_density(const double *p, double x)
{
    return quire_normal_density((x - p[0]) / p[1]) / p[1];
}

static struct quire_tails
normal_tails(const double *p, double x)
{
    return quire_normal_tails((x - p[0]) / p[1]);
}

static double
normal_quantile(const double *p, double below, double above)
{
    return p[0] + p[1] * standard_quantile(below, above);
}

const struct quire_distribution_family quire_distribution_normal = {
    .name = "normal",
    .parameter = {"mean", "deviation"},
    .measured = 3,
    .refusal = "deviation must be positive",
    .valid = second_is_positive,
    .density = normal_density,
    .tails = normal_tails,
    .quantile = normal_quantile,
};

static bool
lognormal_valid(const double *p)
{
    return p[0] > 0 && p[1] > 0;
}

static double
lognormal_density(const double *p, double x)
{
    return x > 0 ? quire_normal_density(quire_log(x / p[0]) / p[1]) / (p[1] * x) : 0;
}

static struct quire_tails
lognormal_tails(const double *p, double x)
{
    return x > 0 ? quire_normal_tails(quire_log(x / p[0]) / p[1]) : (struct quire_tails){0, 1};
}

static double
lognormal_quantile(const double *p, double below, double above)
{
    return p[0] * quire_exp(p[1] * standard_quantile(below, above));
}

static double
zero(const double *p)
{
    (void)p;
    return 0;
}

const struct quire_distribution_family quire_distribution_lognormal = {
    .name = "lognormal",
    .parameter = {"median", "deviation"},
    .measured = 1,
    .refusal = "median and deviation must be positive",
    .valid = lognormal_valid,
    .density = lognormal_density,
    .tails = lognormal_tails,
    .quantile = lognormal_quantile,
    .least = zero,
};

/* P(a < Z < b). Narrow pieces by Gauss' rule with 5 points, as the difference of two tails would be
 * left with few digits. */
static double
mass(double a, double b)
{
    static const double at[] = {0, 0.53846931010568309104, 0.90617984593866399280};
    static const double weight[] = {0.56888888888888888889, 0.47862867049936646804,
                                    0.23692688505618908751};
    const double middle = 0.5 * (a + b), half = 0.5 * (b - a);

    if (half * fmax(1, fabs(middle)) > 0.1) {
        const struct quire_tails from = quire_normal_tails(a), to = quire_normal_tails(b);
        return b < 0   ? to.below - from.below
               : a > 0 ? from.above - to.above
                       : 1 - from.below - to.above;
    }
    double sum = weight[0] * quire_normal_density(middle);
    for (int i = 1; i < 3; i++) {
        sum += weight[i] * (quire_normal_density(middle - half * at[i]) +
                            quire_normal_density(middle + half * at[i]));
    }
    return half * sum;
}

struct ends {
    double a, b, mass; /* in deviations from the mean; what lies between */
};

static struct ends
ends_of(const double *p)
{
    const double a = (p[2] - p[0]) / p[1], b = (p[3] - p[0]) / p[1];

    return (struct ends){a, b, mass(a, b)};
}

static bool
truncated_valid(const double *p)
{
    return p[1] > 0 && p[2] < p[3] && ends_of(p).mass > 1e-290;
}

static double
truncated_density(const double *p, double x)
{
    return quire_normal_density((x - p[0]) / p[1]) / (p[1] * ends_of(p).mass);
}

static struct quire_tails
truncated_tails(const double *p, double x)
{
    const struct ends e = ends_of(p);
    const double z = (x - p[0]) / p[1];

    return (struct quire_tails){mass(e.a, z) / e.mass, mass(z, e.b) / e.mass};
}

/* ---- the distance from the low end, of a standard normal variable between p[0] and p[1] */

static double
distance_density(const double *p, double x)
{
    return quire_normal_density(p[0] + x) / mass(p[0], p[1]);
}

static struct quire_tails
distance_tails(const double *p, double x)
{
    const double whole = mass(p[0], p[1]), z = p[0] + x;

    return (struct quire_tails){mass(p[0], z) / whole, mass(z, p[1]) / whole};
}

static const struct quire_distribution_family distance = {.density = distance_density,
                                                          .tails = distance_tails};

/* from the end on the side of the smaller tail */
static double
truncated_quantile(const double *p, double below, double above)
{
    const struct ends e = ends_of(p);
    const bool lower = below <= above;
    const double ends[] = {lower ? e.a : -e.b, lower ? e.b : -e.a}, width = e.b - e.a,
                 tail = fmin(below, above);
    const double x =
        quire_solve_quantile(&distance, ends, tail, fmax(below, above), tail * width, width);

    return lower ? fmin(p[3], p[2] + p[1] * x) : fmax(p[2], p[3] - p[1] * x);
}

static double
truncated_least(const double *p)
{
    return p[2];
}

static double
truncated_most(const double *p)
{
    return p[3];
}

const struct quire_distribution_family quire_distribution_truncated_normal = {
    .name = "truncated-normal",
    .parameter = {"mean", "deviation", "low", "high"},
    .measured = 15,
    .ends = 12,
    .refusal = "deviation must be positive, low below high, and not so far from the mean that "
               "nothing is left",
    .valid = truncated_valid,
    .density = truncated_density,
    .tails = truncated_tails,
    .quantile = truncated_quantile,
    .least = truncated_least,
    .most = truncated_most,
};
