#include "calibrate/weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROBUST_LEAST 8 /* degrees of freedom from which on the scatter's own covariance is used */

/* ---- sheets that two data share ---- */

struct pair {
    size_t common; /* sheets with both, and the sum of products of their deviations */
    double product;
};

static size_t
column_of(const struct doe_times *t, const struct doe_datum *d)
{
    size_t k = 0;

    while (k < t->n_column && t->output[k] != d->output) {
        k++;
    }
    return k;
}

static struct pair
share(const struct doe_times *t, const struct doe_datum *a, const struct doe_datum *b)
{
    const size_t i = column_of(t, a), j = column_of(t, b);
    struct pair out = {0};

    for (size_t row = 0; row < t->n_row; row++) {
        const double u = t->value[row * t->n_column + i], v = t->value[row * t->n_column + j];
        if (t->condition[row] == a->condition && !isnan(u) && !isnan(v)) {
            out.common++;
            out.product += (u - a->value) * (v - b->value);
        }
    }
    return out;
}

/* ---- blocks ---- */

/* Cholesky's factor in place of the lower triangle; false where there is none */
static bool
factor(double *a, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k];
            }
            if (i == j && !(sum > 0)) {
                return false;
            }
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    }
    return true;
}

/* v becomes L^-1 v; stride between its elements */
static void
divide(const struct doe_block *b, double *v, size_t stride)
{
    for (size_t i = 0; i < b->n; i++) {
        double sum = v[i * stride];
        for (size_t k = 0; k < i; k++) {
            sum -= b->root[i * b->n + k] * v[k * stride];
        }
        v[i * stride] = sum / b->root[i * b->n + i];
    }
}

static bool
make_block(struct doe_block *b, struct doe_calibration *of, const struct doe_times *t,
           size_t condition)
{
    b->datum = calloc(t->n + 1, sizeof *b->datum);
    for (size_t i = 0; b->datum != NULL && i < t->n; i++) {
        if (of->datum[t->first + i].condition == condition) {
            b->datum[b->n++] = t->first + i;
        }
    }
    b->root = calloc(b->n * b->n + 1, sizeof *b->root);
    if (b->datum == NULL || b->root == NULL) {
        return false;
    }
    for (size_t i = 0; i < b->n; i++) {
        struct doe_datum *d = &of->datum[b->datum[i]];
        for (size_t j = 0; j <= i; j++) {
            const struct doe_datum *e = &of->datum[b->datum[j]];
            const double both = (double)share(t, d, e).common / (double)(d->count * e->count);
            b->root[i * b->n + j] = t->common * both + (i == j ? t->own / (double)d->count : 0);
        }
        d->deviation = sqrt(b->root[i * b->n + i]);
        d->single = sqrt(t->common + t->own);
    }
    return factor(b->root, b->n);
}

/* ---- the covariance as it was seen ---- */

/* of one time of a sheet and another, over all conditions */
static double
pooled(const struct doe_calibration *of, const struct doe_times *t, size_t output_a,
       size_t output_b)
{
    double sum = 0, freedom = 0;

    for (size_t i = 0; i < t->n; i++) {
        for (size_t j = 0; j < t->n; j++) {
            const struct doe_datum *a = &of->datum[t->first + i], *b = &of->datum[t->first + j];
            if (a->output == output_a && b->output == output_b && a->condition == b->condition) {
                const struct pair p = share(t, a, b);
                sum += p.product;
                freedom += p.common > 1 ? (double)(p.common - 1) : 0;
            }
        }
    }
    return freedom > 0 ? sum / freedom : 0;
}

/* L^-1 S L'^-1 of a block into the large matrix */
static bool
add_scatter(struct doe_weights *out, const struct doe_calibration *of, const struct doe_times *t,
            const struct doe_block *b)
{
    const size_t n = b->n;
    double *s = calloc(n * n + 1, sizeof *s);

    for (size_t i = 0; s != NULL && i < n; i++) {
        const struct doe_datum *d = &of->datum[b->datum[i]];
        for (size_t j = 0; j < n; j++) {
            const struct doe_datum *e = &of->datum[b->datum[j]];
            s[i * n + j] = pooled(of, t, d->output, e->output) * (double)share(t, d, e).common /
                           (double)(d->count * e->count);
        }
    }
    for (size_t j = 0; s != NULL && j < n; j++) {
        divide(b, s + j, n); /* columns, then rows */
    }
    for (size_t i = 0; s != NULL && i < n; i++) {
        divide(b, s + i * n, 1);
        for (size_t j = 0; j < n; j++) {
            out->scatter[b->datum[i] * out->m + b->datum[j]] = s[i * n + j];
        }
    }
    free(s);
    return s != NULL;
}

/* ---- all of them ---- */

static double
freedom_of(const struct doe_calibration *of)
{
    double sum = 0;

    for (size_t i = 0; i < of->n_times; i++) {
        sum += isinf(of->times[i].freedom) ? 0 : of->times[i].freedom;
    }
    return sum > 0 ? sum : HUGE_VAL;
}

static bool
make_scatter(struct doe_weights *out, const struct doe_calibration *of)
{
    out->scatter = calloc(out->m * out->m, sizeof *out->scatter);
    bool good = out->scatter != NULL;

    for (size_t i = 0; good && i < out->m; i++) {
        out->scatter[i * out->m + i] = 1;
    }
    for (size_t i = 0; good && i < out->n_block; i++) {
        const struct doe_times *t = &of->times[i / of->n_condition];
        good = isinf(t->freedom) || add_scatter(out, of, t, &out->block[i]);
    }
    return good;
}

bool
doe_weights_make(struct doe_weights *out, struct doe_calibration *of)
{
    *out = (struct doe_weights){.n_datum = of->n_datum, .freedom = freedom_of(of)};
    out->m = of->n_datum;
    for (size_t i = 0; i < of->n_unknown; i++) {
        out->m += isnan(of->unknown[i].prior) ? 0 : 1;
    }
    out->n_block = of->n_times * of->n_condition;
    out->block = calloc(out->n_block + 1, sizeof *out->block);
    bool good = out->block != NULL;
    for (size_t i = 0; good && i < out->n_block; i++) {
        good = make_block(&out->block[i], of, &of->times[i / of->n_condition], i % of->n_condition);
    }
    return good && (isinf(out->freedom) || out->freedom < ROBUST_LEAST || make_scatter(out, of));
}

void
doe_weights_clear(struct doe_weights *self)
{
    for (size_t i = 0; self->block != NULL && i < self->n_block; i++) {
        free(self->block[i].datum);
        free(self->block[i].root);
    }
    free(self->block);
    free(self->scatter);
    *self = (struct doe_weights){0};
}

bool
doe_weights_residuals(const struct doe_weights *self, const struct doe_calibration *of,
                      const double *value, const double *x, double *r)
{
    double part[DOE_CALIBRATION_DATA];
    size_t m = of->n_datum;
    bool good = true;

    for (size_t i = 0; i < of->n_datum; i++) {
        const struct doe_datum *d = &of->datum[i];
        r[i] = d->value - value[d->condition * of->n_output + d->output];
        good = good && isfinite(r[i]);
    }
    for (size_t k = 0; k < self->n_block; k++) {
        const struct doe_block *b = &self->block[k];
        for (size_t i = 0; i < b->n; i++) {
            part[i] = r[b->datum[i]];
        }
        divide(b, part, 1);
        for (size_t i = 0; i < b->n; i++) {
            r[b->datum[i]] = part[i];
        }
    }
    for (size_t i = 0; i < of->n_datum; i++) {
        if (of->datum[i].object->kind != &quire_kind_measured_times) {
            r[i] /= of->datum[i].deviation;
        }
    }
    for (size_t j = 0; j < of->n_unknown; j++) {
        if (!isnan(of->unknown[j].prior)) {
            r[m++] = (of->unknown[j].prior - x[j]) / of->unknown[j].deviation;
        }
    }
    return good;
}
