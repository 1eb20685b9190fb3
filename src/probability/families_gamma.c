/* The gamma distribution. */
#include <math.h>

#include "math/detmath.h"
#include "probability/family_parts.h"

static bool
gamma_valid(const double *p)
{
    return p[0] > 0 && p[1] > 0;
}

/* The share of a - 1 events is x^(a - 1) exp(-x)/Gamma(a); a share of a is that times x/a. */
static double
gamma_density(const double *p, double x)
{
    const double z = x / p[0];

    return z > 0       ? quire_poisson_share(p[1], z) * p[1] / z / p[0]
           : p[1] == 1 ? 1 / p[0]
           : p[1] < 1  ? HUGE_VAL
                       : 0;
}

static struct quire_tails
gamma_tails(const double *p, double x)
{
    return quire_gamma_tails(p[1], x / p[0]);
}

static double
gamma_quantile(const double *p, double below, double above)
{
    return quire_solve_quantile(&quire_distribution_gamma, p, below, above, p[0] * p[1], HUGE_VAL);
}

static double
zero(const double *p)
{
    (void)p;
    return 0;
}

const struct quire_distribution_family quire_distribution_gamma = {
    .name = "gamma",
    .parameter = {"scale", "shape"},
    .measured = 1,
    .refusal = "scale and shape must be positive",
    .valid = gamma_valid,
    .density = gamma_density,
    .tails = gamma_tails,
    .quantile = gamma_quantile,
    .least = zero,
};
