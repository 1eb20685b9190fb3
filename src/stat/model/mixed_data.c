/* Sums of products of runs, and whether the random factors can be estimated at all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "stat/model/dense.h"
#include "stat/model/mixed_parts.h"
#include "stat/model/response.h"

#define EXACT 1e-26 /* of the squares of y */
#define NONE  1e-9  /* of the runs: what terms leave of groups that they determine */

static bool
create(struct quire_mixed_data *d, const struct quire_random *random, size_t r)
{
    d->r = r;
    d->order = calloc(2 * r + 2, sizeof *d->order);
    if (d->order == NULL) {
        return false;
    }
    d->first = d->order + r + 1;
    for (size_t k = 0; k < r; k++) {
        size_t at = k;
        for (; at > 0 && random[d->order[at - 1]].n_level < random[k].n_level; at--) {
            d->order[at] = d->order[at - 1];
        }
        d->order[at] = k;
    }
    for (size_t k = 0; k < r; k++) {
        d->first[k + 1] = d->first[k] + random[d->order[k]].n_level;
    }
    d->q = d->first[r];
    d->zz = calloc(d->q * d->q + 1, sizeof *d->zz);
    d->zx = calloc((d->p + 1) * d->q + 1, sizeof *d->zx);
    d->effect = calloc(d->p + 1, sizeof *d->effect);
    d->e = calloc(d->m + 1, sizeof *d->e);
    return d->zz != NULL && d->zx != NULL && d->effect != NULL && d->e != NULL;
}

static size_t
group_of(const struct quire_mixed_data *d, const struct quire_random *random, size_t k, size_t i)
{
    return d->first[k] + random[d->order[k]].level[i];
}

static void
add_groups(struct quire_mixed_data *d, const struct quire_random *random)
{
    for (size_t i = 0; i < d->m; i++) {
        for (size_t k = 0; k < d->r; k++) {
            for (size_t l = 0; l < d->r; l++) {
                d->zz[group_of(d, random, k, i) * d->q + group_of(d, random, l, i)] += 1;
            }
        }
    }
}

static void
add_column(const struct quire_mixed_data *d, const struct quire_random *random, const double *x,
           double *sum)
{
    for (size_t i = 0; i < d->m; i++) {
        for (size_t k = 0; k < d->r; k++) {
            sum[group_of(d, random, k, i)] += x[i];
        }
    }
}

static bool
project(struct quire_mixed_data *d, const struct quire_random *random, const double *y)
{
    double *column = calloc(d->m + 1, sizeof *column);

    for (size_t k = 0; column != NULL && k < d->p; k++) {
        memset(column, 0, d->m * sizeof *column);
        column[k] = 1;
        quire_qr_product(&d->qr, column);
        add_column(d, random, column, d->zx + k * d->q);
        d->log_r += 2 * quire_log(fabs(d->qr.a[k * d->m + k]));
    }
    free(column);
    memcpy(d->e, y, d->m * sizeof *y);
    quire_qr_transposed(&d->qr, d->e);
    memcpy(d->effect, d->e, d->p * sizeof *d->e);
    memset(d->e, 0, d->p * sizeof *d->e);
    d->sum = quire_dense_dot(d->m, d->e, d->e);
    quire_qr_product(&d->qr, d->e);
    d->ze = d->zx + d->p * d->q;
    add_column(d, random, d->e, d->ze);
    return column != NULL;
}

/* of the block of two places of Z'Z: numbers that are not 0 */
static size_t
cells_of(const struct quire_mixed_data *d, size_t k, size_t l)
{
    size_t n = 0;

    for (size_t i = d->first[k]; i < d->first[k + 1]; i++) {
        for (size_t j = d->first[l]; j < d->first[l + 1]; j++) {
            n += d->zz[i * d->q + j] != 0;
        }
    }
    return n;
}

static enum quire_model_status
check_factor(const struct quire_mixed_data *d, size_t k)
{
    const size_t groups = cells_of(d, k, k);
    double explained = 0;

    if (groups < 2 || groups == d->m) {
        return groups < 2 ? QUIRE_MODEL_FEW_GROUPS : QUIRE_MODEL_GROUPS_ARE_RUNS;
    }
    for (size_t j = 0; j < d->p; j++) {
        for (size_t i = d->first[k]; i < d->first[k + 1]; i++) {
            explained += d->zx[j * d->q + i] * d->zx[j * d->q + i];
        }
    }
    if (!((double)d->m - explained > NONE * (double)d->m)) {
        return QUIRE_MODEL_GROUPS_ARE_TERMS;
    }
    for (size_t l = 0; l < k; l++) {
        const size_t cells = cells_of(d, k, l);
        if (cells == groups && cells == cells_of(d, l, l)) {
            return QUIRE_MODEL_SAME_GROUPS;
        }
    }
    return QUIRE_MODEL_FINE;
}

static enum quire_model_status
check_levels(const struct quire_random *random, size_t r, size_t m, size_t *at)
{
    for (size_t k = 0; k < r; k++) {
        for (size_t i = 0; i < m; i++) {
            if (random[k].level[i] >= random[k].n_level) {
                *at = k;
                return QUIRE_MODEL_RANGE;
            }
        }
    }
    return QUIRE_MODEL_FINE;
}

enum quire_model_status
quire_mixed_data_make(struct quire_mixed_data *d, const struct quire_regressors *x,
                      const struct quire_random *random, size_t n_random, const double *y,
                      size_t *at)
{
    enum quire_model_status status = quire_response_check(y, x->m, at);

    status = status == QUIRE_MODEL_FINE ? check_levels(random, n_random, x->m, at) : status;
    if (status != QUIRE_MODEL_FINE) {
        return status;
    }
    if (!quire_qr_factor(&d->qr, x->m, x->n, x->x)) {
        return QUIRE_MODEL_MEMORY;
    }
    d->m = x->m;
    d->p = d->qr.rank;
    if (d->m <= d->p) {
        return QUIRE_MODEL_SATURATED;
    }
    if (!create(d, random, n_random) || !project(d, random, y)) {
        return QUIRE_MODEL_MEMORY;
    }
    if (!(d->sum > EXACT * quire_dense_dot(d->m, y, y))) {
        return QUIRE_MODEL_EXACT;
    }
    add_groups(d, random);
    for (size_t k = 0; k < n_random && status == QUIRE_MODEL_FINE; k++) {
        status = check_factor(d, k);
        *at = d->order[k];
    }
    return status;
}

void
quire_mixed_data_clear(struct quire_mixed_data *d)
{
    free(d->order);
    free(d->zz);
    free(d->zx);
    free(d->effect);
    free(d->e);
    quire_qr_clear(&d->qr);
    *d = (struct quire_mixed_data){0};
}
