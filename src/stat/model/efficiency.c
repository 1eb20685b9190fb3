#include "stat/model/efficiency.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"
#include "stat/qr.h"

/* |X'X| is the product of R's squares; its inverse's trace that of the squares of R'^-1 */
static void
judge_coefficients(struct quire_efficiency *out, const struct quire_qr *qr, double *work)
{
    const double n = (double)qr->m, p = (double)qr->n;
    double log = 0, trace = 0;

    for (size_t k = 0; k < qr->n; k++) {
        log += 2 * quire_log(fabs(qr->a[k * qr->m + k]));
        for (size_t i = 0; i < qr->n; i++) {
            work[i] = i == k ? 1 : 0;
        }
        quire_qr_forward(qr, work);
        for (size_t i = 0; i < qr->n; i++) {
            trace += work[i] * work[i];
        }
    }
    out->d = quire_exp(log / p) / n;
    out->a = p / (n * trace);
}

static void
judge_region(struct quire_efficiency *out, const struct quire_qr *qr,
             const struct quire_regressors *region, double *work)
{
    const double share = (double)qr->n / (double)qr->m;

    for (size_t i = 0; i < region->m; i++) {
        double variance = 0;
        for (size_t k = 0; k < qr->n; k++) {
            work[k] = region->x[qr->column[k] * region->m + i];
        }
        quire_qr_forward(qr, work);
        for (size_t k = 0; k < qr->n; k++) {
            variance += work[k] * work[k];
        }
        out->mean += variance / (double)region->m;
        if (variance > out->largest) {
            out->largest = variance;
            out->at = i;
        }
    }
    out->g = share / out->largest;
    out->i = share / out->mean;
}

enum quire_model_status
quire_efficiency_make(struct quire_efficiency *out, const struct quire_regressors *x,
                      const struct quire_regressors *region, size_t *column)
{
    struct quire_qr qr = {0};
    double *work = calloc(x->n + 1, sizeof *work);
    enum quire_model_status status = QUIRE_MODEL_MEMORY;

    *out = (struct quire_efficiency){.freedom = (double)x->m - (double)x->n};
    if (work != NULL && quire_qr_factor(&qr, x->m, x->n, x->x)) {
        status = qr.rank < x->n                                   ? QUIRE_MODEL_SINGULAR
                 : region->n == x->n && region->m > 0 && x->n > 0 ? QUIRE_MODEL_FINE
                                                                  : QUIRE_MODEL_RANGE;
        if (status == QUIRE_MODEL_SINGULAR && column != NULL) {
            *column = qr.column[qr.rank];
        }
    }
    if (status == QUIRE_MODEL_FINE) {
        judge_coefficients(out, &qr, work);
        judge_region(out, &qr, region, work);
    }
    quire_qr_clear(&qr);
    free(work);
    return status;
}
