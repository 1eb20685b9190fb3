#include "probability/distribution.h"

#include <math.h>
#include <string.h>

#include "math/detmath.h"
#include "probability/families.h"

#define MOST_STEPS 400

const struct quire_family *const quire_families[] = {
    &quire_family_normal,     &quire_family_lognormal,  &quire_family_truncated_normal,
    &quire_family_uniform,    &quire_family_triangular, &quire_family_weibull,
    &quire_family_chi_square, &quire_family_student,    &quire_family_fisher,
    &quire_family_beta,       &quire_family_binomial,   NULL,
};

const struct quire_family *
quire_family_find(const char *name)
{
    const struct quire_family *const *f = quire_families;

    while (*f != NULL && strcmp((*f)->name, name) != 0) {
        f++;
    }
    return *f;
}

bool
quire_distribution_valid(struct quire_distribution d)
{
    for (size_t i = 0; i < QUIRE_DISTRIBUTION_PARAMETERS && d.family->parameter[i] != NULL; i++) {
        if (!isfinite(d.parameter[i])) {
            return false;
        }
    }
    return d.family->valid(d.parameter);
}

static double
least(const struct quire_distribution *d)
{
    return d->family->least != NULL ? d->family->least(d->parameter) : -HUGE_VAL;
}

static double
most(const struct quire_distribution *d)
{
    return d->family->most != NULL ? d->family->most(d->parameter) : HUGE_VAL;
}

double
quire_density(struct quire_distribution d, double x)
{
    const bool possible =
        x >= least(&d) && x <= most(&d) && isfinite(x) && (!d.family->discrete || floor(x) == x);

    return isnan(x) ? x : possible ? d.family->density(d.parameter, x) : 0;
}

static struct quire_tails
tails(const struct quire_distribution *d, double x)
{
    if (isnan(x)) {
        return (struct quire_tails){x, x};
    }
    return x < least(d)   ? (struct quire_tails){0, 1}
           : x >= most(d) ? (struct quire_tails){1, 0}
                          : d->family->tails(d->parameter, d->family->discrete ? floor(x) : x);
}

double
quire_below(struct quire_distribution d, double x)
{
    return tails(&d, x).below;
}

double
quire_above(struct quire_distribution d, double x)
{
    return tails(&d, x).above;
}

static double
quantile(const struct quire_distribution *d, double below, double above)
{
    if (!(below >= 0 && above >= 0)) {
        return (double)NAN;
    }
    return below == 0   ? least(d)
           : above == 0 ? most(d)
                        : d->family->quantile(d->parameter, below, above);
}

double
quire_quantile(struct quire_distribution d, double p)
{
    return quantile(&d, p, 1 - p);
}

double
quire_upper_quantile(struct quire_distribution d, double p)
{
    return quantile(&d, 1 - p, p);
}

double
quire_solve_quantile(const struct quire_family *family, const double *p, double below, double above,
                     double start, double end)
{
    const bool lower = below <= above;
    double low = 0, high = end, x = start, before = HUGE_VAL;

    for (int i = 0; i < MOST_STEPS && x > 1e-300; i++) {
        const struct quire_tails t = family->tails(p, x);
        const double tail = lower ? t.below : t.above, slope = x * family->density(p, x) / tail;
        const double step = (lower ? quire_log(below / tail) : quire_log(tail / above)) / slope;
        /* near the solution a step is the square of the one before, until rounding ends that */
        if (fabs(step) < 1e-15 || (fabs(step) < 1e-9 && !(fabs(step) < 0.5 * before))) {
            break;
        }
        *((lower ? tail > below : tail < above) ? &high : &low) = x;
        const double next = fabs(step) <= 2 ? x * quire_exp(step) : x == high ? x / 8 : x * 8;
        const bool within = next > low && next < high;
        x = within ? next : isinf(high) ? 2 * x : low + 0.5 * (high - low);
        before = within ? fabs(step) : HUGE_VAL;
    }
    return x;
}

struct quire_distribution
quire_normal(double mean, double deviation)
{
    return (struct quire_distribution){&quire_family_normal, {mean, deviation}};
}

struct quire_distribution
quire_lognormal(double median, double deviation)
{
    return (struct quire_distribution){&quire_family_lognormal, {median, deviation}};
}

struct quire_distribution
quire_truncated_normal(double mean, double deviation, double low, double high)
{
    return (struct quire_distribution){&quire_family_truncated_normal,
                                       {mean, deviation, low, high}};
}

struct quire_distribution
quire_uniform(double low, double high)
{
    return (struct quire_distribution){&quire_family_uniform, {low, high}};
}

struct quire_distribution
quire_triangular(double low, double mode, double high)
{
    return (struct quire_distribution){&quire_family_triangular, {low, mode, high}};
}

struct quire_distribution
quire_weibull(double scale, double shape)
{
    return (struct quire_distribution){&quire_family_weibull, {scale, shape}};
}

struct quire_distribution
quire_chi_square(double freedom)
{
    return (struct quire_distribution){&quire_family_chi_square, {freedom}};
}

struct quire_distribution
quire_student(double freedom)
{
    return (struct quire_distribution){&quire_family_student, {freedom}};
}

struct quire_distribution
quire_fisher(double freedom_above, double freedom_below)
{
    return (struct quire_distribution){&quire_family_fisher, {freedom_above, freedom_below}};
}

struct quire_distribution
quire_beta(double a, double b)
{
    return (struct quire_distribution){&quire_family_beta, {a, b}};
}

struct quire_distribution
quire_binomial(double trials, double probability)
{
    return (struct quire_distribution){&quire_family_binomial, {trials, probability}};
}
