/* Distributions whose quantiles are formulas. */
#include <math.h>

#include "math/detmath.h"
#include "probability/family_parts.h"

static double
first(const double *p)
{
    return p[0];
}

static bool
uniform_valid(const double *p)
{
    return p[0] < p[1];
}

static double
uniform_density(const double *p, double x)
{
    (void)x;
    return 1 / (p[1] - p[0]);
}

static struct quire_tails
uniform_tails(const double *p, double x)
{
    return (struct quire_tails){(x - p[0]) / (p[1] - p[0]), (p[1] - x) / (p[1] - p[0])};
}

static double
uniform_quantile(const double *p, double below, double above)
{
    return below <= above ? p[0] + below * (p[1] - p[0]) : p[1] - above * (p[1] - p[0]);
}

static double
second(const double *p)
{
    return p[1];
}

const struct quire_distribution_family quire_distribution_uniform = {
    .name = "uniform",
    .parameter = {"low", "high"},
    .measured = 3,
    .ends = 3,
    .refusal = "low must be below high",
    .valid = uniform_valid,
    .density = uniform_density,
    .tails = uniform_tails,
    .quantile = uniform_quantile,
    .least = first,
    .most = second,
};

static bool
triangular_valid(const double *p)
{
    return p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2];
}

static double
triangular_density(const double *p, double x)
{
    const double height = 2 / (p[2] - p[0]);

    return x == p[1]  ? height
           : x < p[1] ? height * (x - p[0]) / (p[1] - p[0])
                      : height * (p[2] - x) / (p[2] - p[1]);
}

/* Each side of the mode from its own end; the other tail from the mode, where nothing cancels. */
static struct quire_tails
triangular_tails(const double *p, double x)
{
    const double width = p[2] - p[0], up = p[1] - p[0], down = p[2] - p[1], d = fabs(x - p[1]);

    if (x < p[1]) {
        return (struct quire_tails){(x - p[0]) / width * ((x - p[0]) / up),
                                    (down + d * (2 - d / up)) / width};
    }
    return (struct quire_tails){(up + d * (2 - d / down)) / width,
                                (p[2] - x) / width * ((p[2] - x) / down)};
}

static double
triangular_quantile(const double *p, double below, double above)
{
    const double width = p[2] - p[0], up = p[1] - p[0], down = p[2] - p[1];

    if (below * width <= up) {
        return below <= above ? p[0] + sqrt(below * width * up)
                              : p[1] - (above * width - down) / (1 + sqrt(below * width / up));
    }
    return above <= below ? p[2] - sqrt(above * width * down)
                          : p[1] + (below * width - up) / (1 + sqrt(above * width / down));
}

static double
third(const double *p)
{
    return p[2];
}

const struct quire_distribution_family quire_distribution_triangular = {
    .name = "triangular",
    .parameter = {"low", "mode", "high"},
    .measured = 7,
    .ends = 5,
    .refusal = "low must be below high, and mode between them",
    .valid = triangular_valid,
    .density = triangular_density,
    .tails = triangular_tails,
    .quantile = triangular_quantile,
    .least = first,
    .most = third,
};

static bool
weibull_valid(const double *p)
{
    return p[0] > 0 && p[1] > 0;
}

static double
weibull_density(const double *p, double x)
{
    const double above = quire_exp(-quire_pow(x / p[0], p[1]));

    return x > 0       ? p[1] / p[0] * quire_pow(x / p[0], p[1] - 1) * above
           : p[1] == 1 ? 1 / p[0]
           : p[1] < 1  ? HUGE_VAL
                       : 0;
}

static struct quire_tails
weibull_tails(const double *p, double x)
{
    const double power = quire_pow(x / p[0], p[1]);

    return (struct quire_tails){-quire_expm1(-power), quire_exp(-power)};
}

static double
weibull_quantile(const double *p, double below, double above)
{
    return p[0] * quire_pow(below <= above ? -quire_log1p(-below) : -quire_log(above), 1 / p[1]);
}

static double
zero(const double *p)
{
    (void)p;
    return 0;
}

const struct quire_distribution_family quire_distribution_weibull = {
    .name = "weibull",
    .parameter = {"scale", "shape"},
    .measured = 1,
    .refusal = "scale and shape must be positive",
    .valid = weibull_valid,
    .density = weibull_density,
    .tails = weibull_tails,
    .quantile = weibull_quantile,
    .least = zero,
};
