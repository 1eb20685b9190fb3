#include "stat/regressors.h"

#include <stdlib.h>

static size_t
columns_of_one(const struct quire_predictor *p)
{
    return p->n_level > 0 ? p->n_level - 1 : 1;
}

static size_t
columns_of(const struct quire_predictor *predictor, const struct quire_term *t)
{
    size_t n = 1;

    for (size_t i = 0; i < t->order; i++) {
        n *= columns_of_one(&predictor[t->predictor[i]]);
    }
    return n;
}

static double
value_of(const struct quire_predictor *p, size_t column, size_t run)
{
    if (p->n_level == 0) {
        return p->x[run];
    }
    return p->level[run] == column ? 1 : p->level[run] == p->n_level - 1 ? -1 : 0;
}

/* column number `column` of a term; of the first predictor they change fastest.
 * `taken` NULL: of all predictors */
static double
product_of(const struct quire_predictor *predictor, const bool *taken, const struct quire_term *t,
           size_t column, size_t run)
{
    double product = 1;

    for (size_t i = 0; i < t->order; i++) {
        const struct quire_predictor *p = &predictor[t->predictor[i]];
        const size_t n = columns_of_one(p);
        product *= taken == NULL || taken[t->predictor[i]] ? value_of(p, column % n, run) : 1;
        column /= n;
    }
    return product;
}

bool
quire_regressors_make(struct quire_regressors *out, const struct quire_predictor *predictor,
                      const struct quire_term *term, size_t n_term, const size_t *run, size_t m)
{
    size_t n = 0;

    for (size_t t = 0; t < n_term; t++) {
        n += columns_of(predictor, &term[t]);
    }
    quire_regressors_clear(out);
    *out = (struct quire_regressors){m, n, calloc(m * n + 1, sizeof *out->x),
                                     calloc(n + 1, sizeof *out->term)};
    if (out->x == NULL || out->term == NULL) {
        return false;
    }
    size_t at = 0;
    for (size_t t = 0; t < n_term; t++) {
        for (size_t c = 0; c < columns_of(predictor, &term[t]); c++, at++) {
            out->term[at] = t;
            for (size_t i = 0; i < m; i++) {
                out->x[at * m + i] =
                    product_of(predictor, NULL, &term[t], c, run != NULL ? run[i] : i);
            }
        }
    }
    return true;
}

void
quire_regressors_clear(struct quire_regressors *r)
{
    free(r->x);
    free(r->term);
    *r = (struct quire_regressors){0};
}

void
quire_regressors_row(double *row, const struct quire_predictor *predictor, const bool *taken,
                     const struct quire_term *term, size_t n_term)
{
    for (size_t t = 0; t < n_term; t++) {
        const size_t n = columns_of(predictor, &term[t]);
        for (size_t c = 0; c < n; c++) {
            *row++ = product_of(predictor, taken, &term[t], c, 0);
        }
    }
}
