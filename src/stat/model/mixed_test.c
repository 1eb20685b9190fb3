/* Tests of rows L b = 0, with their degrees of freedom. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/jacobi.h"
#include "probability/families.h"
#include "stat/model/dense.h"
#include "stat/model/mixed_parts.h"

#define EQUAL 1e-8 /* degrees of freedom that count as the same */
#define NONE  1e-14

struct test {
    const struct quire_mixed_inference *f;
    size_t d;
    double most;      /* degrees of freedom if variances were known but for a factor */
    double *value;    /* (d) L b */
    double *n;        /* (d, d) L C L' */
    double *change;   /* (n)(d, d): L K_i L', K between C and C */
    double *adjusted; /* (d, d) */
    double *spare;    /* 3 (d, d), (d), (p), (n) */
};

/* out (d, d) = L A L' */
static void
project(const struct test *t, const double *rows, const double *a, double *out)
{
    const size_t d = t->d, p = t->f->p;

    for (size_t y = 0; y < d; y++) {
        quire_dense_product(p, a, rows + y * p, t->spare);
        for (size_t x = 0; x < d; x++) {
            out[x * d + y] = quire_dense_dot(p, rows + x * p, t->spare);
        }
    }
}

static double
p_of(size_t d, double freedom, double f)
{
    return quire_above(quire_fisher((double)d, freedom), f);
}

/* of one row, given by its variance over that of errors, and what variances change of it */
static double
freedom_of_row(const struct test *t, double variance, const double *slope)
{
    const double form = quire_dense_form(t->f->n, slope, t->f->observed, slope);

    return form > 0 ? variance * variance / form : t->most;
}

/* Fai and Cornelius (1996): along the axes of L C L' tests are independent */
static bool
satterthwaite(const struct test *t, struct quire_mixed_f *out)
{
    const size_t d = t->d, n = t->f->n;
    double *axis = t->spare, *size = axis + d * d, *slope = size + d;
    double sum = 0, excess = 0, least = HUGE_VAL, most = 0, total = 0;

    memcpy(axis, t->n, d * d * sizeof *axis);
    if (!quire_eigenvalues(d, axis, size)) {
        return false;
    }
    for (size_t k = 0; k < d; k++) {
        const double *e = axis + k * d, along = quire_dense_dot(d, e, t->value);
        for (size_t i = 0; i < n; i++) {
            slope[i] = quire_dense_form(d, e, t->change + i * d * d, e);
        }
        const double freedom = freedom_of_row(t, size[k], slope);
        sum += along * along / (size[k] * t->f->variance);
        excess += freedom > 2 ? freedom / (freedom - 2) : HUGE_VAL;
        least = fmin(least, freedom);
        most = fmax(most, freedom);
        total += freedom;
    }
    const double f = sum / (double)d, freedom = most - least < EQUAL * most ? total / (double)d
                                                : isinf(excess)             ? 2
                                                                : 2 * excess / (excess - (double)d);
    *out = (struct quire_mixed_f){f, freedom, p_of(d, freedom, f)};
    return true;
}

/* 1 where both are rounding errors, as in balanced designs */
static double
ratio_of(double x, double y)
{
    return fabs(x) < NONE && fabs(y) < NONE ? 1 : x / y;
}

struct moments {
    double freedom, scale;
};

/* Kenward and Roger (1997), section 3; as in pbkrtest (Halekoh and Hojsgaard 2014, J. Stat. Softw.
 * 59(9)) */
static struct moments
match_moments(double q, double a1, double a2, double most)
{
    const double b = (a1 + 6 * a2) / (2 * q), g = ((q + 1) * a1 - (q + 4) * a2) / ((q + 2) * a2),
                 under = 3 * q + 2 * (1 - g), v0 = 1 + g / under * b, v1 = 1 - (q - g) / under * b,
                 v2 = 1 - (q + 2 - g) / under * b, mean = ratio_of(1 - a2 / q, v1),
                 rho = mean * mean * (fabs(v0) < 1e-10 ? 0 : v0) / v2 / q;
    struct moments m = {4 + (q + 2) / (q * rho - 1), 1};

    if (!(a2 > 0) || !(isfinite(m.freedom) && m.freedom > 0)) {
        return (struct moments){most, 1};
    }
    m.scale = fabs(m.freedom - 2) < 1e-2 ? 1 : m.freedom * (1 - a2 / q) / (m.freedom - 2);
    return m;
}

/* sums over variances of traces of N^-1 L K_i L' */
static bool
sum_traces(const struct test *t, const double *inverse, double *a1, double *a2)
{
    const size_t d = t->d, n = t->f->n;
    double *product = calloc(n * d * d + 1, sizeof *product);

    *a1 = *a2 = 0;
    if (product == NULL) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t x = 0; x < d; x++) {
            for (size_t y = 0; y < d; y++) {
                product[(i * d + x) * d + y] =
                    quire_dense_dot(d, inverse + x * d, t->change + (i * d + y) * d);
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double own = 0, other = 0, both = 0;
            for (size_t x = 0; x < d; x++) {
                own += product[(i * d + x) * d + x];
                other += product[(j * d + x) * d + x];
                for (size_t y = 0; y < d; y++) {
                    both += product[(i * d + x) * d + y] * product[(j * d + y) * d + x];
                }
            }
            *a1 += 2 * t->f->expected[i * n + j] * own * other;
            *a2 += 2 * t->f->expected[i * n + j] * both;
        }
    }
    free(product);
    return true;
}

static bool
kenward_roger(const struct test *t, struct quire_mixed_f *out)
{
    const size_t d = t->d;
    double *factor = t->spare, *inverse = factor + d * d, a1, a2;

    memcpy(factor, t->n, d * d * sizeof *factor);
    if (!quire_dense_invert(d, factor, inverse) || !sum_traces(t, inverse, &a1, &a2)) {
        return false;
    }
    const struct moments m = match_moments((double)d, a1, a2, t->most);
    /* an adjustment that leaves no positive matrix is none: the inverse stays */
    double *other = inverse + d * d;
    memcpy(factor, t->adjusted, d * d * sizeof *factor);
    if (quire_dense_invert(d, factor, other)) {
        inverse = other;
    }
    const double f =
        m.scale * quire_dense_form(d, t->value, inverse, t->value) / ((double)d * t->f->variance);
    *out = (struct quire_mixed_f){f, m.freedom, p_of(d, m.freedom, f)};
    return true;
}

bool
quire_mixed_f_of(struct quire_mixed_f by[QUIRE_MIXED_METHODS],
                 const struct quire_mixed_inference *f, const double *rows, size_t d,
                 double most_freedom)
{
    const size_t dd = d * d, n = f->n;
    double *work = calloc(d + (5 + n) * dd + d + f->p + n + 1, sizeof *work);
    struct test t = {.f = f, .d = d, .most = most_freedom, .value = work};

    if (work == NULL) {
        return false;
    }
    t.n = t.value + d;
    t.change = t.n + dd;
    t.adjusted = t.change + n * dd;
    t.spare = t.adjusted + dd;
    for (size_t x = 0; x < d; x++) {
        t.value[x] = quire_dense_dot(f->p, rows + x * f->p, f->b);
    }
    project(&t, rows, f->c, t.n);
    project(&t, rows, f->adjusted, t.adjusted);
    for (size_t i = 0; i < n; i++) {
        project(&t, rows, f->k + i * f->p * f->p, t.change + i * dd);
    }
    const bool good =
        satterthwaite(&t, &by[QUIRE_SATTERTHWAITE]) && kenward_roger(&t, &by[QUIRE_KENWARD_ROGER]);
    free(work);
    return good;
}
