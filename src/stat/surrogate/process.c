#include "stat/surrogate/process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/cholesky.h"
#include "math/detmath.h"
#include "math/skyline_symmetric.h"
#include "probability/special.h"

bool
quire_process_create(struct quire_process *p, const struct quire_process_data *data)
{
    const size_t n = data->n;

    *p = (struct quire_process){.of = *data};
    p->factor = calloc(3 * n * n + 3 * n + 1, sizeof *p->factor);
    if (p->factor == NULL) {
        p->starved = true;
        return false;
    }
    p->inverse = p->factor + n * n;
    p->room = p->inverse + n * n;
    p->weight = p->room + n * n;
    p->share = p->weight + n;
    p->with = p->share + n;
    return true;
}

void
quire_process_destroy(struct quire_process *p)
{
    free(p->factor);
    p->factor = NULL;
}

/* ---- covariance ---- */

/* in lengths, of input j */
static double
way(const struct quire_process *p, size_t j, const double *a, const double *b)
{
    if (p->of.words != NULL && p->of.words[j]) {
        return a[j] == b[j] ? 0 : 1 / p->length[j];
    }
    return (a[j] - b[j]) / p->length[j];
}

/* sqrt(5) r */
static double
distance(const struct quire_process *p, const double *a, const double *b)
{
    double square = 0;

    for (size_t j = 0; j < p->of.k; j++) {
        const double d = way(p, j, a, b);
        square += d * d;
    }
    return sqrt(5 * square);
}

static double
matern(double s)
{
    return (1 + s + s * s / 3) * quire_exp(-s);
}

/* -dM/ds / s * 5: what derivatives have in common */
static double
matern_slope(double s)
{
    return 5.0 / 3 * (1 + s) * quire_exp(-s);
}

static void
take_parameters(struct quire_process *p, const double *parameter)
{
    const size_t k = p->of.k;

    memcpy(p->parameter, parameter, QUIRE_PROCESS_PARAMETERS(k) * sizeof *parameter);
    for (size_t j = 0; j < k; j++) {
        p->length[j] = quire_exp(parameter[j]);
    }
    p->variance = quire_exp(parameter[k]);
    p->noise = quire_exp(parameter[k + 1]);
}

static void
solve(const struct quire_process *p, double *b)
{
    quire_cholesky_forward(p->of.n, p->factor, b);
    quire_cholesky_backward(p->of.n, p->factor, b);
}

bool
quire_process_set(struct quire_process *p, const double *parameter)
{
    const size_t n = p->of.n, k = p->of.k;
    double determinant = 0; /* half of its logarithm */

    take_parameters(p, parameter);
    for (size_t i = 0; i < n; i++) {
        double *row = p->factor + i * n;
        row[i] = p->variance + p->noise + (p->of.noise != NULL ? p->of.noise[i] : 0);
        for (size_t j = i + 1; j < n; j++) {
            row[j] = p->variance * matern(distance(p, p->of.x + i * k, p->of.x + j * k));
        }
    }
    if (!quire_cholesky(n, p->factor)) {
        return false;
    }
    p->shares = 0;
    for (size_t i = 0; i < n; i++) {
        p->share[i] = 1;
        determinant += quire_log(p->factor[i * n + i]);
    }
    solve(p, p->share);
    for (size_t i = 0; i < n; i++) {
        p->shares += p->share[i];
    }
    p->mean = p->of.mean_known ? p->of.mean : quire_dot(p->share, p->of.y, (int)n) / p->shares;
    for (size_t i = 0; i < n; i++) {
        p->weight[i] = p->of.y[i] - p->mean;
    }
    solve(p, p->weight);
    double square = 0;
    for (size_t i = 0; i < n; i++) {
        square += p->weight[i] * (p->of.y[i] - p->mean);
    }
    p->likelihood = -0.5 * square - determinant - (double)n * QUIRE_LN_SQRT_2_PI;
    return isfinite(p->likelihood);
}

/* half the trace of (w w' - K^-1) dK/dparameter; the mean is the best one, so that it adds nothing
 */
void
quire_process_slope(struct quire_process *p, double *slope)
{
    const size_t n = p->of.n, k = p->of.k;
    const double *w = p->weight;

    quire_cholesky_inverse(n, p->factor, p->inverse, p->room);
    memset(slope, 0, QUIRE_PROCESS_PARAMETERS(k) * sizeof *slope);
    for (size_t i = 0; i < n; i++) {
        const double *xi = p->of.x + i * k, own = w[i] * w[i] - p->inverse[i * n + i];
        slope[k] += 0.5 * own * p->variance;
        slope[k + 1] += 0.5 * own * p->noise;
        for (size_t j = 0; j < i; j++) {
            const double *xj = p->of.x + j * k, s = distance(p, xi, xj), e = quire_exp(-s),
                         both = (w[i] * w[j] - p->inverse[i * n + j]) * p->variance * e,
                         common = both * (5.0 / 3) * (1 + s);
            slope[k] += both * (1 + s + s * s / 3);
            for (size_t l = 0; l < k; l++) {
                const double d = way(p, l, xi, xj);
                slope[l] += common * d * d;
            }
        }
    }
}

/* ---- prediction ---- */

/* derivatives of the covariance with place i, by input l */
static double
slope_with(const struct quire_process *p, const double *x, size_t i, size_t l, double common)
{
    const double *xi = p->of.x + i * p->of.k;

    return p->of.words != NULL && p->of.words[l]
               ? 0
               : -common * (x[l] - xi[l]) / (p->length[l] * p->length[l]);
}

/* `with` holds K^-1 c, c the covariances with x; `missing` what their shares lack of 1 */
static void
differentiate(struct quire_process *p, const double *x, double missing, double *dmean,
              double *dvariance)
{
    const size_t n = p->of.n, k = p->of.k;
    const double pull = p->of.mean_known ? 0 : missing / p->shares;

    memset(dmean, 0, k * sizeof *dmean);
    memset(dvariance, 0, k * sizeof *dvariance);
    for (size_t i = 0; i < n; i++) {
        const double common = p->variance * matern_slope(distance(p, x, p->of.x + i * k));
        for (size_t l = 0; l < k; l++) {
            const double d = slope_with(p, x, i, l, common);
            dmean[l] += p->weight[i] * d;
            dvariance[l] -= 2 * (p->with[i] + pull * p->share[i]) * d;
        }
    }
}

struct quire_prediction
quire_process_predict(struct quire_process *p, const double *x, double *dmean, double *dvariance)
{
    const size_t n = p->of.n, k = p->of.k;
    struct quire_prediction out = {p->mean, p->variance};
    double missing = 1;

    for (size_t i = 0; i < n; i++) {
        p->with[i] = p->variance * matern(distance(p, x, p->of.x + i * k));
        out.mean += p->weight[i] * p->with[i];
        missing -= p->share[i] * p->with[i];
    }
    quire_cholesky_forward(n, p->factor, p->with);
    out.variance -= quire_dot(p->with, p->with, (int)n);
    out.variance += p->of.mean_known ? 0 : missing * missing / p->shares;
    out.variance = fmax(out.variance, 0);
    if (dmean != NULL) {
        quire_cholesky_backward(n, p->factor, p->with);
        differentiate(p, x, missing, dmean, dvariance);
    }
    return out;
}

void
quire_process_leave_out(struct quire_process *p, double *error, double *variance)
{
    const size_t n = p->of.n;

    quire_cholesky_inverse(n, p->factor, p->inverse, p->room);
    for (size_t i = 0; i < n; i++) {
        const double own =
            p->inverse[i * n + i] - (p->of.mean_known ? 0 : p->share[i] * p->share[i] / p->shares);
        variance[i] = 1 / own;
        error[i] = p->weight[i] / own;
    }
}
