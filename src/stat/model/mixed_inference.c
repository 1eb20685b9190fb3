/* Information about variances and what its uncertainty does to the coefficients. With B = Z'P Z all
 * traces and forms are those of its blocks, since P H P = P gives those of errors: P P = P - sum
 * ratio_k P Z_k Z_k' P. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/model/dense.h"
#include "stat/model/mixed_parts.h"

struct work {
    const struct quire_mixed_data *d;
    const struct quire_mixed_state *s;
    struct quire_mixed_inference *f;
    size_t n;       /* variances */
    double *ratio;  /* (r) */
    double *zhz;    /* (q, q) Z'H^-1 Z; rows of S' before */
    double *b;      /* (q, q) */
    double *g;      /* (p, q) rows: Q'H^-1 Z */
    double *gc;     /* (p, q) rows: C Q'H^-1 Z */
    double *trace;  /* (n, n) tr P V_i P V_j */
    double *form;   /* (n, n) e'P V_i P V_j P e */
    double *middle; /* (n, n)(p, p): C Q'H^-1 V_i H^-1 V_j H^-1 Q C */
    double *spare;  /* (q), (n, n), (p, p) */
};

static bool
create(struct work *w)
{
    const size_t p = w->d->p, q = w->d->q, n = w->n, pp = p * p, nn = n * n;
    struct quire_mixed_inference *f = w->f;

    *f = (struct quire_mixed_inference){.p = p, .n = n};
    f->c = calloc((2 + n) * pp + p + q + 2 * nn + 1, sizeof *f->c);
    w->ratio =
        calloc(n + 2 * q * q + 2 * p * q + 2 * nn + nn * pp + q + nn + pp + 1, sizeof *w->ratio);
    if (f->c == NULL || w->ratio == NULL) {
        return false;
    }
    f->adjusted = f->c + pp;
    f->k = f->adjusted + pp;
    f->b = f->k + n * pp;
    f->a = f->b + p;
    f->observed = f->a + q;
    f->expected = f->observed + nn;
    w->zhz = w->ratio + n;
    w->b = w->zhz + q * q;
    w->g = w->b + q * q;
    w->gc = w->g + p * q;
    w->trace = w->gc + p * q;
    w->form = w->trace + nn;
    w->middle = w->form + nn;
    w->spare = w->middle + nn * pp;
    return true;
}

/* S = L^-1 diag(scale) Z'Z by columns, g and a, then Z'H^-1 Z = Z'Z - S'S */
static void
reduce_groups(struct work *w)
{
    const struct quire_mixed_data *d = w->d;
    const struct quire_mixed_state *s = w->s;
    const size_t p = d->p, q = d->q;
    double *column = w->b;

    for (size_t j = 0; j < q; j++) {
        for (size_t i = 0; i < q; i++) {
            column[j * q + i] = s->scale[i] * d->zz[j * q + i];
        }
        quire_dense_forward(q, s->diagonal, s->l, column + j * q);
    }
    for (size_t i = 0; i < q; i++) {
        for (size_t k = 0; k < p; k++) {
            w->g[k * q + i] = d->zx[k * q + i] - quire_dense_dot(q, column + i * q, s->t + k * q);
        }
        w->f->a[i] = d->ze[i] - quire_dense_dot(q, column + i * q, s->u);
        for (size_t j = 0; j <= i; j++) {
            w->zhz[i * q + j] = w->zhz[j * q + i] =
                d->zz[i * q + j] - quire_dense_dot(q, column + i * q, column + j * q);
        }
    }
}

/* C, the coefficients, and P from H^-1 */
static bool
reduce_columns(struct work *w)
{
    const size_t p = w->d->p, q = w->d->q;
    struct quire_mixed_inference *f = w->f;
    double *c = w->spare, *moved = w->spare;

    memset(f->c, 0, p * p * sizeof *f->c);
    for (size_t j = 0; j < p; j++) {
        for (size_t i = 0; i < p; i++) {
            c[j * p + i] = (i == j ? 1 : 0) - quire_dense_dot(q, w->s->t + i * q, w->s->t + j * q);
        }
    }
    if (!quire_dense_invert(p, c, f->c)) {
        return false;
    }
    for (size_t i = 0; i < p; i++) {
        moved[i] = -quire_dense_dot(q, w->s->t + i * q, w->s->u);
    }
    for (size_t k = 0; k < p; k++) {
        const double shift = quire_dense_dot(p, f->c + k * p, moved);
        f->b[k] = w->d->effect[k] + shift;
        for (size_t i = 0; i < q; i++) {
            double sum = 0;
            for (size_t j = 0; j < p; j++) {
                sum += f->c[k * p + j] * w->g[j * q + i];
            }
            w->gc[k * q + i] = sum;
            f->a[i] -= w->g[k * q + i] * shift;
        }
    }
    for (size_t i = 0; i < q; i++) {
        for (size_t j = 0; j < q; j++) {
            double sum = w->zhz[i * q + j];
            for (size_t k = 0; k < p; k++) {
                sum -= w->g[k * q + i] * w->gc[k * q + j];
            }
            w->b[i * q + j] = sum;
        }
    }
    return true;
}

/* of the blocks of B: traces of squares, and forms */
static void
sum_blocks(struct work *w)
{
    const size_t q = w->d->q, r = w->d->r, n = w->n;
    const double *a = w->f->a;

    for (size_t k = 0; k < r; k++) {
        for (size_t l = 0; l < r; l++) {
            double square = 0, form = 0;
            for (size_t i = w->d->first[k]; i < w->d->first[k + 1]; i++) {
                const size_t from = w->d->first[l], size = w->d->first[l + 1] - from;
                const double *row = w->b + i * q + from;
                square += quire_dense_dot(size, row, row);
                form += a[i] * quire_dense_dot(size, row, a + from);
            }
            w->trace[k * n + l] = square;
            w->form[k * n + l] = form;
        }
    }
}

/* those with the errors, from P P = P - sum ratio P V P */
static void
sum_errors(struct work *w)
{
    const size_t q = w->d->q, r = w->d->r, n = w->n;
    double trace_p = (double)(w->d->m - w->d->p), square = w->s->square;
    double with_errors = 0, form_errors = 0;

    for (size_t l = 0; l < r; l++) {
        double trace = 0, form = 0;
        for (size_t i = w->d->first[l]; i < w->d->first[l + 1]; i++) {
            trace += w->b[i * q + i];
            form += w->f->a[i] * w->f->a[i];
        }
        trace_p -= w->ratio[l] * trace;
        square -= w->ratio[l] * form;
        for (size_t k = 0; k < r; k++) {
            trace -= w->ratio[k] * w->trace[k * n + l];
            form -= w->ratio[k] * w->form[k * n + l];
        }
        w->trace[r * n + l] = w->trace[l * n + r] = trace;
        w->form[r * n + l] = w->form[l * n + r] = form;
        with_errors += w->ratio[l] * trace;
        form_errors += w->ratio[l] * form;
    }
    w->trace[r * n + r] = trace_p - with_errors;
    w->form[r * n + r] = square - form_errors;
}

/* K_i and the products of three, each between C and C */
static void
sum_products(struct work *w)
{
    const size_t p = w->d->p, q = w->d->q, r = w->d->r, n = w->n, pp = p * p;
    double *k = w->f->k;

    memcpy(k + r * pp, w->f->c, pp * sizeof *k);
    for (size_t i = 0; i < r; i++) {
        const size_t from = w->d->first[i], size = w->d->first[i + 1] - from;
        for (size_t x = 0; x < p; x++) {
            for (size_t y = 0; y < p; y++) {
                k[i * pp + x * p + y] =
                    quire_dense_dot(size, w->gc + x * q + from, w->gc + y * q + from);
            }
        }
        for (size_t x = 0; x < pp; x++) {
            k[r * pp + x] -= w->ratio[i] * k[i * pp + x];
        }
    }
    for (size_t j = 0; j < r; j++) {
        const size_t from = w->d->first[j], size = w->d->first[j + 1] - from;
        for (size_t y = 0; y < p; y++) {
            for (size_t z = 0; z < q; z++) {
                w->spare[z] = quire_dense_dot(size, w->zhz + z * q + from, w->gc + y * q + from);
            }
            for (size_t i = 0; i < r; i++) {
                const size_t start = w->d->first[i], count = w->d->first[i + 1] - start;
                for (size_t x = 0; x < p; x++) {
                    w->middle[(i * n + j) * pp + x * p + y] =
                        quire_dense_dot(count, w->gc + x * q + start, w->spare + start);
                }
            }
        }
    }
}

/* H^-1 H^-1 = H^-1 - sum ratio H^-1 V H^-1 */
static void
sum_error_products(struct work *w)
{
    const size_t p = w->d->p, r = w->d->r, n = w->n, pp = p * p;
    double *last = w->middle + (r * n + r) * pp;

    memcpy(last, w->f->k + r * pp, pp * sizeof *last);
    for (size_t j = 0; j < r; j++) {
        double *row = w->middle + (r * n + j) * pp, *column = w->middle + (j * n + r) * pp;
        memcpy(row, w->f->k + j * pp, pp * sizeof *row);
        for (size_t i = 0; i < r; i++) {
            for (size_t x = 0; x < pp; x++) {
                row[x] -= w->ratio[i] * w->middle[(i * n + j) * pp + x];
            }
        }
        for (size_t x = 0; x < p; x++) {
            for (size_t y = 0; y < p; y++) {
                column[y * p + x] = row[x * p + y];
                last[x * p + y] -= w->ratio[j] * row[x * p + y];
            }
        }
    }
}

/* of the variances that are not 0 */
static enum quire_model_status
invert_observed(struct work *w)
{
    const size_t n = w->n;
    double *some = w->spare, *inverse = calloc(n * n + 1, sizeof *inverse);
    size_t size = 0, at = 0;

    if (inverse == NULL) {
        return QUIRE_MODEL_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        size += i == n - 1 || w->ratio[i] > 0;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            if ((i == n - 1 || w->ratio[i] > 0) && (j == n - 1 || w->ratio[j] > 0)) {
                some[at++] = -w->trace[i * n + j] + 2 * w->form[i * n + j] / w->f->variance;
            }
        }
    }
    const bool good = quire_dense_invert(size, some, inverse);
    at = 0;
    for (size_t i = 0; good && i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            if ((i == n - 1 || w->ratio[i] > 0) && (j == n - 1 || w->ratio[j] > 0)) {
                w->f->observed[i * n + j] = inverse[at++];
            }
        }
    }
    free(inverse);
    return good ? QUIRE_MODEL_FINE : QUIRE_MODEL_NO_OPTIMUM;
}

/* Q'H^-1 V_i H^-1 Q C is L (L' K_i) with the factor L of C^-1: the rows of (L' K_i)' */
static void
halve(const struct work *w, double *half)
{
    const size_t p = w->d->p, pp = p * p;

    for (size_t i = 0; i < w->n; i++) {
        for (size_t x = 0; x < p; x++) {
            for (size_t z = 0; z < p; z++) {
                double sum = 0;
                for (size_t y = z; y < p; y++) {
                    sum += w->s->c[y * p + z] * w->f->k[i * pp + x * p + y];
                }
                half[i * pp + x * p + z] = sum;
            }
        }
    }
}

/* C + 4 sum expected_ij (C Q_ij C - K_i C^-1 K_j), with K between C and C */
static bool
adjust(struct work *w)
{
    const size_t p = w->d->p, n = w->n, pp = p * p;
    struct quire_mixed_inference *f = w->f;
    double *half = calloc(n * pp + 1, sizeof *half);

    if (half == NULL) {
        return false;
    }
    halve(w, half);
    memcpy(f->adjusted, f->c, pp * sizeof *half);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            const double *middle = w->middle + (i * n + j) * pp;
            for (size_t x = 0; x < p; x++) {
                for (size_t y = 0; y < p; y++) {
                    f->adjusted[x * p + y] +=
                        4 * f->expected[i * n + j] *
                        (middle[x * p + y] -
                         quire_dense_dot(p, half + i * pp + x * p, half + j * pp + y * p));
                }
            }
        }
    }
    free(half);
    return true;
}

enum quire_model_status
quire_mixed_inference_make(struct quire_mixed_inference *out, const struct quire_mixed_data *d,
                           const struct quire_mixed_state *s, const double *theta)
{
    struct work w = {.d = d, .s = s, .f = out, .n = d->r + 1};
    enum quire_model_status status = QUIRE_MODEL_MEMORY;

    if (create(&w)) {
        out->variance = s->square / (double)(d->m - d->p);
        for (size_t k = 0; k < d->r; k++) {
            w.ratio[k] = theta[k] * theta[k];
        }
        reduce_groups(&w);
        status = reduce_columns(&w) ? QUIRE_MODEL_FINE : QUIRE_MODEL_NO_OPTIMUM;
    }
    if (status == QUIRE_MODEL_FINE) {
        sum_blocks(&w);
        sum_errors(&w);
        sum_products(&w);
        sum_error_products(&w);
        status = invert_observed(&w);
    }
    if (status == QUIRE_MODEL_FINE) {
        memcpy(w.spare, w.trace, w.n * w.n * sizeof *w.trace);
        status = !quire_dense_invert(w.n, w.spare, out->expected) ? QUIRE_MODEL_NO_OPTIMUM
                 : adjust(&w)                                     ? QUIRE_MODEL_FINE
                                                                  : QUIRE_MODEL_MEMORY;
    }
    free(w.ratio);
    return status;
}

void
quire_mixed_inference_clear(struct quire_mixed_inference *f)
{
    free(f->c);
    *f = (struct quire_mixed_inference){0};
}
