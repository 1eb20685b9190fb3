#include "stat/surrogate/improvement.h"

#include <math.h>

#include "math/detmath.h"
#include "probability/special.h"

#define FAR 25 /* deviations away, where a series has the digits that differences lose */

/* log h(z) and h'/h of h(z) = z P(z) + p(z), P and p the normal distribution and density: the
 * improvement in deviations; h' = P */
static void
gain(double z, double *log_h, double *ratio)
{
    if (z < -FAR) {
        const double w = 1 / (z * z), h = 1 - w * (3 - w * (15 - w * (105 - w * 945))),
                     below = 1 - w * (1 - w * (3 - w * (15 - w * 105)));
        *log_h = -0.5 * z * z - QUIRE_LN_SQRT_2_PI + quire_log(w) + quire_log(h);
        *ratio = -z * below / h;
        return;
    }
    const double below = quire_normal_tails(z).below, h = z * below + quire_normal_density(z);
    *log_h = quire_log(h);
    *ratio = below / h;
}

struct quire_improvement
quire_improvement(double mean, double deviation, double best)
{
    const double z = (best - mean) / deviation;
    double log_h, ratio;

    gain(z, &log_h, &ratio);
    return (struct quire_improvement){.log = quire_log(deviation) + log_h,
                                      .by_mean = -ratio / deviation,
                                      .by_deviation = (1 - ratio * z) / deviation};
}

/* Of the gain (best - |y - target|)+, a triangle: the difference of three gains of the kind above.
 * The mean is mirrored to lie below the target, so that the first of them is the largest. */
struct quire_improvement
quire_improvement_towards(double mean, double deviation, double target, double best)
{
    static const double times[3] = {1, -2, 1};
    const double side = mean > target ? -1 : 1, away = side * (mean - target);
    double first = 0, sum = 0, slope = 0, growth = 0;

    if (!(best > 0)) {
        return (struct quire_improvement){.log = -HUGE_VAL};
    }
    for (int i = 0; i < 3; i++) {
        const double z = (away + (double)(1 - i) * best) / deviation;
        double log_h, ratio;
        gain(z, &log_h, &ratio);
        first = i == 0 ? log_h : first;
        const double part = times[i] * quire_exp(log_h - first);
        sum += part;
        slope += part * ratio;
        growth -= part * ratio * z;
    }
    if (!(sum > 0)) {
        return (struct quire_improvement){.log = -HUGE_VAL};
    }
    return (struct quire_improvement){.log = quire_log(deviation) + first + quire_log(sum),
                                      .by_mean = side * slope / sum / deviation,
                                      .by_deviation = (1 + growth / sum) / deviation};
}

struct quire_improvement
quire_improvement_below(double mean, double deviation, double limit)
{
    const double z = (limit - mean) / deviation;
    double log_p, ratio; /* p(z)/P(z) */

    if (z < -FAR) {
        const double w = 1 / (z * z), below = 1 - w * (1 - w * (3 - w * (15 - w * 105)));
        log_p = -0.5 * z * z - QUIRE_LN_SQRT_2_PI - quire_log(-z) + quire_log(below);
        ratio = -z / below;
    } else {
        const double below = quire_normal_tails(z).below;
        log_p = quire_log(below);
        ratio = quire_normal_density(z) / below;
    }
    return (struct quire_improvement){
        .log = log_p, .by_mean = -ratio / deviation, .by_deviation = -ratio * z / deviation};
}
