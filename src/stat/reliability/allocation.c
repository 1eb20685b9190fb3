#include "stat/reliability/allocation.h"

#include <math.h>

#include "math/detmath.h"
#include "probability/families.h"

#define HALVINGS 200 /* to the last bit of a logarithm */

static double
ratio_at(const struct quire_tolerance *t, double log_multiplier)
{
    if (!(t->cost > 0)) {
        return 1;
    }
    if (!(t->variance > 0)) {
        return QUIRE_ALLOCATION_MOST;
    }
    const double log_ratio =
        (quire_log(0.5 * t->cost * t->exponent / t->variance) - log_multiplier) / (t->exponent + 2);
    return fmax(QUIRE_ALLOCATION_LEAST, fmin(QUIRE_ALLOCATION_MOST, quire_exp(log_ratio)));
}

static double
variance_at(const struct quire_tolerance *t, size_t n, double rest, double log_multiplier)
{
    double sum = rest;

    for (size_t i = 0; i < n; i++) {
        const double r = ratio_at(&t[i], log_multiplier);
        sum += t[i].variance * r * r;
    }
    return sum;
}

struct quire_allocation
quire_allocate(struct quire_tolerance *t, size_t n, double rest, double wanted)
{
    double low = -700, high = 700; /* logarithms of the multiplier: loose, tight */
    struct quire_allocation out = {.found = variance_at(t, n, rest, high) <= wanted};

    for (int i = 0; out.found && i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (variance_at(t, n, rest, middle) <= wanted) {
            high = middle;
        } else {
            low = middle;
        }
    }
    out.variance = rest;
    for (size_t i = 0; i < n; i++) {
        t[i].ratio = ratio_at(&t[i], high);
        out.variance += t[i].variance * t[i].ratio * t[i].ratio;
        out.present_cost += t[i].cost;
        out.cost +=
            t[i].cost > 0 ? t[i].cost * quire_exp(-t[i].exponent * quire_log(t[i].ratio)) : 0;
    }
    return out;
}

static double
share_within(double mean, double deviation, double minimum, double maximum)
{
    const struct quire_distribution d = quire_normal(mean, deviation);

    return 1 - (isnan(minimum) ? 0 : quire_below(d, minimum)) -
           (isnan(maximum) ? 0 : quire_above(d, maximum));
}

double
quire_deviation_for(double mean, double minimum, double maximum, double share)
{
    double low = 0, high = 0;

    if (mean < minimum || mean > maximum || (isnan(minimum) && isnan(maximum))) {
        return 0;
    }
    high = fmax(isnan(minimum) ? 0 : mean - minimum, isnan(maximum) ? 0 : maximum - mean);
    while (high > 0 && high < HUGE_VAL && share_within(mean, high, minimum, maximum) >= share) {
        high *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (middle > 0 && share_within(mean, middle, minimum, maximum) >= share) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
