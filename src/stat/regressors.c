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

size_t
quire_regressors_columns(const struct quire_predictor *predictor, const struct quire_term *term,
                         size_t n_term)
{
    size_t n = 0;

    for (size_t t = 0; t < n_term; t++) {
        n += columns_of(predictor, &term[t]);
    }
    return n;
}

/* one column of a term, of runs from `first` on */
static void
read_column(double *out, const struct quire_row_source *s, const struct quire_term *t,
            size_t column, size_t first, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = product_of(s->predictor, NULL, t, column,
                            s->run != NULL ? s->run[first + i] : first + i);
    }
}

/* the same of a term of numbers alone, without a look at what each predictor is */
static void
read_numbers(double *out, const struct quire_row_source *s, const struct quire_term *t,
             size_t first, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = 1;
    }
    for (size_t k = 0; k < t->order; k++) {
        const double *x = s->predictor[t->predictor[k]].x;
        for (size_t i = 0; i < count; i++) {
            out[i] *= x[s->run != NULL ? s->run[first + i] : first + i];
        }
    }
}

static void
read_rows(const void *of, size_t first, size_t count, double *out)
{
    const struct quire_row_source *s = of;

    for (size_t t = 0; t < s->n_term; t++) {
        const struct quire_term *term = &s->term[t];
        bool numbers = true;
        for (size_t k = 0; k < term->order; k++) {
            numbers = numbers && s->predictor[term->predictor[k]].n_level == 0;
        }
        const size_t n = columns_of(s->predictor, term);
        for (size_t c = 0; c < n; c++, out += count) {
            if (numbers) {
                read_numbers(out, s, term, first, count);
            } else {
                read_column(out, s, term, c, first, count);
            }
        }
    }
}

/* all but the numbers */
static bool
begin(struct quire_regressors *out, const struct quire_row_source *s, size_t m)
{
    const size_t n = quire_regressors_columns(s->predictor, s->term, s->n_term);

    quire_regressors_clear(out);
    *out = (struct quire_regressors){m, n, NULL, calloc(n + 1, sizeof *out->term)};
    for (size_t t = 0, at = 0; out->term != NULL && t < s->n_term; t++) {
        for (size_t c = columns_of(s->predictor, &s->term[t]); c > 0; c--) {
            out->term[at++] = t;
        }
    }
    return out->term != NULL;
}

bool
quire_regressors_make(struct quire_regressors *out, const struct quire_predictor *predictor,
                      const struct quire_term *term, size_t n_term, const size_t *run, size_t m)
{
    const struct quire_row_source source = {predictor, term, n_term, run};

    if (!begin(out, &source, m) || (out->x = calloc(m * out->n + 1, sizeof *out->x)) == NULL) {
        return false;
    }
    read_rows(&source, 0, m, out->x);
    return true;
}

bool
quire_regressors_rows(struct quire_regressors *out, struct quire_rows *rows,
                      const struct quire_row_source *source, size_t m)
{
    const bool good = begin(out, source, m);

    *rows = (struct quire_rows){.m = m, .n = out->n, .read = read_rows, .of = source};
    return good;
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
