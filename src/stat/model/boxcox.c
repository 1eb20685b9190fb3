#include "stat/model/boxcox.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"
#include "probability/families.h"
#include "stat/model/response.h"
#include "stat/qr.h"
#include "stat/summary.h"

#define STEPS      64
#define SECTIONS   48 /* golden: 0.618^48 = 1e-10 */
#define BISECTIONS 50
#define EXACT      1e-26

struct profile {
    struct quire_qr qr;
    double *ratio, *z; /* (m): ln(y / geometric mean) */
    bool exact;
};

/* exp(lambda log) - 1 over lambda, whose limit is log */
static double
power_of(double log, double lambda)
{
    return lambda == 0 ? log : quire_expm1(lambda * log) / lambda;
}

double
quire_box_cox(double y, double lambda)
{
    return power_of(quire_log(y), lambda);
}

bool
quire_box_cox_inverse(double z, double lambda, double *y)
{
    const double power = lambda * z;

    if (!(power > -1)) {
        return false;
    }
    const double found = quire_exp(lambda == 0 ? z : quire_log1p(power) / lambda);
    if (!isfinite(found)) {
        return false;
    }
    *y = found;
    return true;
}

static double
likelihood(struct profile *p, double lambda)
{
    double sum = 0, size = 0;

    for (size_t i = 0; i < p->qr.m; i++) {
        p->z[i] = power_of(p->ratio[i], lambda);
        size += p->z[i] * p->z[i];
    }
    quire_qr_transposed(&p->qr, p->z);
    for (size_t i = p->qr.rank; i < p->qr.m; i++) {
        sum += p->z[i] * p->z[i];
    }
    p->exact = p->exact || !(sum > EXACT * size);
    return -0.5 * (double)p->qr.m * quire_log(fmax(sum, EXACT * size));
}

static double
golden(struct profile *p, double low, double high)
{
    const double share = 0.61803398874989484820;
    double a = high - share * (high - low), b = low + share * (high - low);
    double at_a = likelihood(p, a), at_b = likelihood(p, b);

    for (int i = 0; i < SECTIONS; i++) {
        if (at_a >= at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - share * (high - low);
            at_a = likelihood(p, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + share * (high - low);
            at_b = likelihood(p, b);
        }
    }
    return low + 0.5 * (high - low);
}

/* from where it is likely enough towards an end */
static double
find_end(struct profile *p, double from, double to, double wanted, bool *open)
{
    const double step = (to - from) / STEPS;
    double in = from, out = from;

    *open = true;
    for (int i = 1; i <= STEPS && *open; i++) {
        out = i == STEPS ? to : from + i * step;
        *open = likelihood(p, out) >= wanted;
        in = *open ? out : in;
    }
    for (int i = 0; i < BISECTIONS && !*open; i++) {
        const double middle = in + 0.5 * (out - in);
        *(likelihood(p, middle) >= wanted ? &in : &out) = middle;
    }
    return in;
}

static double
usual_of(const struct quire_box_cox_fit *f)
{
    static const double usual[] = {-2, -1, -0.5, 0, 0.5, 1, 2};
    double found = f->lambda, way = HUGE_VAL;

    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (usual[i] >= f->low && usual[i] <= f->high && fabs(usual[i] - f->lambda) < way) {
            found = usual[i];
            way = fabs(found - f->lambda);
        }
    }
    return found;
}

static void
search(struct quire_box_cox_fit *out, struct profile *p, double least, double most,
       double confidence)
{
    const double step = (most - least) / STEPS;
    double best = -HUGE_VAL;
    int at = 0;

    for (int i = 0; i <= STEPS; i++) {
        const double value = likelihood(p, least + i * step);
        at = value > best ? i : at;
        best = fmax(best, value);
    }
    const double lambda =
        golden(p, fmax(least, least + (at - 1) * step), fmin(most, least + (at + 1) * step));
    /* an end of the range may be the best place */
    const double value = likelihood(p, lambda);
    out->lambda = value >= best ? lambda : fmin(most, least + at * step);
    out->most = fmax(value, best);
    out->plain = likelihood(p, 1);
    out->logarithm = likelihood(p, 0);
    const double wanted =
        out->most - 0.5 * quire_upper_quantile(quire_chi_square(1), 1 - confidence);
    out->low = find_end(p, out->lambda, least, wanted, &out->low_open);
    out->high = find_end(p, out->lambda, most, wanted, &out->high_open);
    out->usual = usual_of(out);
}

static enum quire_model_status
prepare(struct profile *p, const struct quire_regressors *x, const double *y, size_t *at)
{
    const enum quire_model_status status = quire_response_check(y, x->m, at);

    if (status != QUIRE_MODEL_FINE) {
        return status;
    }
    p->ratio = calloc(2 * x->m + 1, sizeof *p->ratio);
    if (p->ratio == NULL || !quire_qr_factor(&p->qr, x->m, x->n, x->x)) {
        return QUIRE_MODEL_MEMORY;
    }
    p->z = p->ratio + x->m;
    for (size_t i = 0; i < x->m; i++) {
        if (!(y[i] > 0)) {
            if (at != NULL) {
                *at = i;
            }
            return QUIRE_MODEL_NOT_POSITIVE;
        }
        p->ratio[i] = quire_log(y[i]);
    }
    const double mean = quire_mean(p->ratio, x->m);
    for (size_t i = 0; i < x->m; i++) {
        p->ratio[i] -= mean;
    }
    return p->qr.rank < x->m ? QUIRE_MODEL_FINE : QUIRE_MODEL_SATURATED;
}

static void
clear(struct profile *p)
{
    free(p->ratio);
    quire_qr_clear(&p->qr);
}

enum quire_model_status
quire_box_cox_make(struct quire_box_cox_fit *out, const struct quire_regressors *x, const double *y,
                   double least, double most, double confidence, size_t *at)
{
    struct profile p = {0};

    *out = (struct quire_box_cox_fit){0};
    if (!(isfinite(least) && isfinite(most) && least < most && confidence > 0 && confidence < 1)) {
        return QUIRE_MODEL_RANGE;
    }
    enum quire_model_status status = prepare(&p, x, y, at);
    if (status == QUIRE_MODEL_FINE) {
        search(out, &p, least, most, confidence);
        status = p.exact ? QUIRE_MODEL_EXACT : QUIRE_MODEL_FINE;
    }
    clear(&p);
    return status;
}

enum quire_model_status
quire_box_cox_profile(double *value, const double *lambda, size_t n,
                      const struct quire_regressors *x, const double *y, size_t *at)
{
    struct profile p = {0};
    enum quire_model_status status = prepare(&p, x, y, at);

    for (size_t i = 0; i < n && status == QUIRE_MODEL_FINE; i++) {
        value[i] = likelihood(&p, lambda[i]);
        status = p.exact ? QUIRE_MODEL_EXACT : QUIRE_MODEL_FINE;
    }
    clear(&p);
    return status;
}
