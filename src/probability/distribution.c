#include "probability/distribution.h"

#include <math.h>

#include "math/detmath.h"

#define MOST_STEPS 400

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
quire_solve_quantile(const struct quire_distribution_family *family, const double *p, double below,
                     double above, double start, double end)
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
