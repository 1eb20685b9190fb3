/* Bland and Altman's limits of agreement and Deming's line (doc/theory/statistics.md, 15). */
#include "analysis/agreement.h"

#include <math.h>
#include <stdlib.h>

#include "probability/families.h"
#include "probability/families_noncentral.h"

#define STEPS         200
#define NONCENTRALITY 900.0 /* beyond it quantiles are those of the normal approximation */
#define ROUNDING      1e-12 /* of the largest number: deviations below it are of rounding alone */

/* ---- noncentral t */

static double
beyond(double freedom, double noncentrality, double x, double p)
{
    const struct quire_tails t = quire_noncentral_student(freedom, noncentrality, x);

    return p < 0.5 ? t.below - p : 1 - p - t.above;
}

/* The x with P(T <= x) = p, by a bracket and bisection. */
static double
noncentral_quantile(double freedom, double noncentrality, double p)
{
    const double z = quire_quantile(quire_normal(0, 1), p),
                 error = sqrt(1 + noncentrality * noncentrality / (2 * freedom)),
                 middle = noncentrality + z * error;
    double step = error, low = middle - step, high = middle + step;

    if (fabs(noncentrality) > NONCENTRALITY) {
        return middle;
    }
    for (int i = 0; i < STEPS && beyond(freedom, noncentrality, low, p) > 0; i++) {
        low -= step *= 2;
    }
    step = error;
    for (int i = 0; i < STEPS && beyond(freedom, noncentrality, high, p) < 0; i++) {
        high += step *= 2;
    }
    for (int i = 0; i < STEPS && high - low > 1e-14 * fmax(fabs(low), fabs(high)); i++) {
        const double x = low + 0.5 * (high - low);
        *(beyond(freedom, noncentrality, x, p) < 0 ? &low : &high) = x;
    }
    return low + 0.5 * (high - low);
}

/* ---- settings */

static void
count(struct quire_agreement_setting *setting, const struct quire_sample *sample, bool measured)
{
    for (size_t i = 0; i < sample->n; i++) {
        struct quire_agreement_setting *s = &setting[sample->setting[i]];
        struct quire_agreement_side *side = measured ? &s->measured : &s->simulated;
        if (isfinite(sample->value[i])) {
            side->mean += (sample->value[i] - side->mean) / (double)++side->n;
        } else {
            s->missing += measured;
        }
    }
}

/* sums of squared deviations from the settings' means, in `deviation` */
static void
add_squares(struct quire_agreement_setting *setting, const struct quire_sample *sample,
            bool measured)
{
    for (size_t i = 0; i < sample->n; i++) {
        struct quire_agreement_setting *s = &setting[sample->setting[i]];
        struct quire_agreement_side *side = measured ? &s->measured : &s->simulated;
        if (isfinite(sample->value[i])) {
            const double d = sample->value[i] - side->mean;
            side->deviation += d * d;
        }
    }
}

static void
finish_side(struct quire_agreement_side *side)
{
    side->mean = side->n > 0 ? side->mean : (double)NAN;
    side->deviation = side->n > 1 ? sqrt(side->deviation / (double)(side->n - 1)) : (double)NAN;
}

/* What counts of one side, over the settings that have both. */
struct side {
    double variance; /* pooled, of single numbers; 0 if none were repeated */
    double freedom;
    double inverse; /* mean of 1/n: the variance of a mean over that of a number */
};

struct pairs {
    const struct quire_agreement_setting **pair; /* (n): settings with both */
    size_t n;
    struct side simulated, measured;
    double tail, coverage; /* of two-sided intervals; of the limits */
};

static struct side
pool(const struct pairs *p, bool measured)
{
    struct side out = {0};
    double sum = 0, largest = 0;

    for (size_t i = 0; i < p->n; i++) {
        const struct quire_agreement_side *s =
            measured ? &p->pair[i]->measured : &p->pair[i]->simulated;
        out.inverse += 1 / (double)s->n / (double)p->n;
        out.freedom += (double)(s->n - 1);
        sum += s->n > 1 ? (double)(s->n - 1) * s->deviation * s->deviation : 0;
        largest = fmax(largest, fabs(s->mean));
    }
    out.variance = out.freedom > 0 ? sum / out.freedom : 0;
    if (!(sqrt(out.variance) > ROUNDING * largest)) {
        out.variance = 0;
    }
    return out;
}

/* ---- bias and limits */

static struct quire_estimate
around(double value, double error, double freedom, double tail)
{
    struct quire_estimate e = {value, {NAN, NAN}};

    if (freedom > 0 && isfinite(error)) {
        const double reach = error * quire_upper_quantile(quire_student(freedom), tail);
        e.interval = (struct quire_interval){value - reach, value + reach};
    }
    return e;
}

/* One limit, bias + z deviation, where the bias is as sure as a mean of `weight` numbers. */
static struct quire_estimate
limit(const struct pairs *p, const struct quire_agreement *a, double z, double weight)
{
    struct quire_estimate e = {a->bias.value + z * a->deviation, {NAN, NAN}};

    if (a->freedom > 0 && a->deviation > 0 && weight > 0) {
        const double root = sqrt(weight);
        const double low = noncentral_quantile(a->freedom, z * root, p->tail),
                     high = noncentral_quantile(a->freedom, z * root, 1 - p->tail);
        e.interval = (struct quire_interval){a->bias.value + a->deviation * low / root,
                                             a->bias.value + a->deviation * high / root};
    }
    return e;
}

/* the mean of differences and the sum of their squared deviations */
static double
squares_of_differences(const struct pairs *p, double *mean)
{
    double sum = 0;

    *mean = 0;
    for (size_t i = 0; i < p->n; i++) {
        *mean += (p->pair[i]->difference - *mean) / (double)(i + 1);
    }
    for (size_t i = 0; i < p->n; i++) {
        const double d = p->pair[i]->difference - *mean;
        sum += d * d;
    }
    return sum;
}

/* a number over its degrees of freedom, as Satterthwaite adds them up */
static double
share(double variance, double freedom)
{
    return variance > 0 ? variance * variance / freedom : 0;
}

/* All at one setting: single measurements are what scatters. */
static void
agree_at_one(struct quire_agreement *out, const struct pairs *p)
{
    const struct side *y = &p->measured, *x = &p->simulated;
    const double of_y = y->variance * y->inverse, of_x = x->variance * x->inverse,
                 parts = share(of_y, y->freedom) + share(of_x, x->freedom);

    out->bias.value = p->pair[0]->difference;
    out->bias.interval = (struct quire_interval){NAN, NAN};
    if (y->freedom > 0 && parts > 0) {
        out->bias = around(out->bias.value, sqrt(of_y + of_x),
                           (of_y + of_x) * (of_y + of_x) / parts, p->tail);
    }
    out->deviation = y->freedom > 0 ? sqrt(y->variance) : (double)NAN;
    out->freedom = y->freedom;
}

static void
agree_over_settings(struct quire_agreement *out, const struct pairs *p, double *weight)
{
    double mean;
    const double n = (double)p->n, of_means = squares_of_differences(p, &mean) / (n - 1),
                 within = (1 - p->measured.inverse) * p->measured.variance,
                 parts = share(of_means, n - 1) + share(within, p->measured.freedom);

    out->bias = around(mean, sqrt(of_means / n), n - 1, p->tail);
    out->deviation = sqrt(of_means + within);
    out->freedom = within > 0 ? (of_means + within) * (of_means + within) / parts : n - 1;
    out->exact = !(within > 0);
    *weight = within > 0 ? n * (of_means + within) / of_means : n;
}

static void
find_limits(struct quire_agreement *out, const struct pairs *p)
{
    const double z = quire_quantile(quire_normal(0, 1), 0.5 + 0.5 * p->coverage);
    double weight = (double)out->n;

    out->exact = true;
    if (p->n == 1) {
        agree_at_one(out, p);
    } else {
        agree_over_settings(out, p, &weight);
    }
    out->lower = limit(p, out, -z, weight);
    out->upper = limit(p, out, z, weight);
}

/* Whether the differences of settings scatter more than their repetitions explain. */
static void
test_settings(struct quire_agreement *out, const struct pairs *p)
{
    const struct side *y = &p->measured, *x = &p->simulated;
    double sum = 0, mean = 0, weights = 0;

    if (p->n < 2 || !(y->variance > 0)) {
        return;
    }
    for (size_t i = 0; i < p->n; i++) {
        const struct quire_agreement_setting *s = p->pair[i];
        const double w =
            1 / (y->variance / (double)s->measured.n + x->variance / (double)s->simulated.n);
        const double d = s->difference - mean;
        weights += w;
        mean += w / weights * d;
        sum += w * d * (s->difference - mean);
    }
    const double of_y = y->variance * y->inverse, of_x = x->variance * x->inverse;
    out->f_above = (double)(p->n - 1);
    out->f_below = of_x > 0 ? (of_y + of_x) * (of_y + of_x) /
                                  (share(of_y, y->freedom) + share(of_x, x->freedom))
                            : y->freedom;
    out->f = sum / out->f_above;
    out->p = quire_above(quire_fisher(out->f_above, out->f_below), out->f);
}

/* ---- Deming's line */

/* Slope and offset of all pairs but one (`left_out` n: of all); false if there is no such line. */
static bool
line(const struct pairs *p, double ratio, size_t left_out, double *slope, double *offset)
{
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0, n = 0;

    for (size_t i = 0; i < p->n; i++) {
        const struct quire_agreement_setting *s = p->pair[i];
        if (i == left_out) {
            continue;
        }
        const double dx = s->simulated.mean - x, dy = s->measured.mean - y;
        n += 1;
        x += dx / n;
        y += dy / n;
        xx += dx * (s->simulated.mean - x);
        xy += dx * (s->measured.mean - y);
        yy += dy * (s->measured.mean - y);
    }
    const double u = yy - ratio * xx, root = sqrt(u * u + 4 * ratio * xy * xy);
    const double least = ROUNDING * fmax(fabs(x), fabs(y));
    /* a plain or a steep line, whichever loses no digits */
    *slope = u > 0 ? (u + root) / (2 * xy) : 2 * ratio * xy / (root - u);
    *offset = y - *slope * x;
    return xx > n * least * least && isfinite(*slope) && *slope != 0;
}

/* Linnet's jackknife: scatter of pseudo-values, with two degrees of freedom less than pairs. */
static void
find_line(struct quire_agreement *out, const struct pairs *p)
{
    const struct quire_estimate none = {NAN, {NAN, NAN}};
    double slope, offset, mean[2] = {0, 0}, square[2] = {0, 0};

    out->ratio_known = p->measured.variance > 0 && p->simulated.variance > 0;
    out->ratio = out->ratio_known ? p->measured.variance * p->measured.inverse /
                                        (p->simulated.variance * p->simulated.inverse)
                                  : 1;
    out->slope = out->offset = none;
    if (p->n < 3 || !line(p, out->ratio, p->n, &slope, &offset)) {
        return;
    }
    const double n = (double)p->n;
    out->slope.value = slope;
    out->offset.value = offset;
    for (size_t i = 0; i < p->n; i++) {
        double one[2];
        if (!line(p, out->ratio, i, &one[0], &one[1])) {
            return;
        }
        one[0] = n * slope - (n - 1) * one[0];
        one[1] = n * offset - (n - 1) * one[1];
        for (int k = 0; k < 2; k++) {
            const double d = one[k] - mean[k];
            mean[k] += d / (double)(i + 1);
            square[k] += d * (one[k] - mean[k]);
        }
    }
    out->slope = around(slope, sqrt(square[0] / (n - 1) / n), n - 2, p->tail);
    out->offset = around(offset, sqrt(square[1] / (n - 1) / n), n - 2, p->tail);
}

/* ---- the whole */

static void
list_pairs(struct quire_agreement *out, struct quire_agreement_setting *setting, size_t n_setting,
           struct pairs *p)
{
    for (size_t i = 0; i < n_setting; i++) {
        struct quire_agreement_setting *s = &setting[i];
        finish_side(&s->simulated);
        finish_side(&s->measured);
        s->difference = s->measured.mean - s->simulated.mean;
        out->n_missing += s->missing;
        if (isfinite(s->difference)) {
            p->pair[p->n++] = s;
            out->n += s->measured.n;
        } else {
            out->n_not_simulated += s->measured.n;
        }
    }
    out->n_setting = p->n;
}

bool
quire_agree(struct quire_agreement *out, struct quire_agreement_setting *setting, size_t n_setting,
            const struct quire_sample *simulated, const struct quire_sample *measured,
            double coverage, double confidence)
{
    const struct quire_estimate none = {NAN, {NAN, NAN}};
    struct pairs p = {.tail = 0.5 * (1 - confidence), .coverage = coverage};

    *out = (struct quire_agreement){.setting = setting,
                                    .scatter = (double)NAN,
                                    .simulated_scatter = (double)NAN,
                                    .deviation = (double)NAN,
                                    .bias = none,
                                    .lower = none,
                                    .upper = none,
                                    .slope = none,
                                    .offset = none,
                                    .f = (double)NAN,
                                    .f_above = (double)NAN,
                                    .f_below = (double)NAN,
                                    .p = (double)NAN,
                                    .ratio = 1};
    p.pair = calloc(n_setting + 1, sizeof *p.pair);
    if (p.pair == NULL) {
        return false;
    }
    for (size_t i = 0; i < n_setting; i++) {
        setting[i] = (struct quire_agreement_setting){.missing = 0};
    }
    count(setting, simulated, false);
    count(setting, measured, true);
    add_squares(setting, simulated, false);
    add_squares(setting, measured, true);
    list_pairs(out, setting, n_setting, &p);
    if (p.n > 0) {
        p.simulated = simulated->fixed ? (struct side){0} : pool(&p, false);
        p.measured = pool(&p, true);
        out->scatter = p.measured.freedom > 0 ? sqrt(p.measured.variance) : (double)NAN;
        out->simulated_scatter = p.simulated.freedom > 0 ? sqrt(p.simulated.variance) : (double)NAN;
        find_limits(out, &p);
        test_settings(out, &p);
        find_line(out, &p);
    }
    free(p.pair);
    return true;
}
