#include "calibrate/covariance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/jacobi.h"
#include "probability/distribution.h"
#include "probability/families.h"

/* a direction of which data tell less than that it is within ten ranges counts as known so well */
#define LEAST_SINGULAR 0.1
#define BLIND          1e-9 /* of the largest singular value */
#define LACK           0.01 /* probability below which a misfit counts as a lack of fit */

/* J = U S V': U (m x n), S and V' as quire_singular_values() has them */
struct factors {
    size_t m, n;
    double *u, *s, *v;
    double *su; /* scatter times one column of U (m) */
};

static bool
factor(struct factors *f, const struct doe_search_problem *p, const double *jacobian, size_t m)
{
    *f = (struct factors){.m = m, .n = p->n};
    f->u = calloc(m * p->n + p->n + p->n * p->n + p->m, sizeof *f->u);
    if (f->u == NULL) {
        return false;
    }
    f->s = f->u + m * p->n;
    f->v = f->s + p->n;
    f->su = f->v + p->n * p->n;
    memcpy(f->u, jacobian, m * p->n * sizeof *f->u);
    quire_singular_values(m, p->n, f->u, f->s, f->v);
    for (size_t k = 0; k < p->n; k++) {
        for (size_t i = 0; i < m; i++) {
            f->u[i * p->n + k] = f->s[k] > 0 ? f->u[i * p->n + k] / f->s[k] : 0;
        }
    }
    return true;
}

/* u_k' S u_l for the column whose S u was made last */
static double
between(const struct factors *f, size_t k)
{
    double sum = 0;

    for (size_t i = 0; i < f->m; i++) {
        sum += f->u[i * f->n + k] * f->su[i];
    }
    return sum;
}

static void
multiply(const struct factors *f, const struct doe_search_problem *p, size_t l)
{
    for (size_t i = 0; i < f->m; i++) {
        double sum = p->scatter == NULL ? f->u[i * f->n + l] : 0;
        for (size_t h = 0; p->scatter != NULL && h < f->m; h++) {
            sum += p->scatter[i * p->m + h] * f->u[h * f->n + l];
        }
        f->su[i] = sum;
    }
}

static double
largest(const double *s, size_t n)
{
    double most = 0;

    for (size_t k = 0; k < n; k++) {
        most = fmax(most, s[k]);
    }
    return most;
}

/* V (S^-1 U' S U S^-1) V', and what of the residuals' scatter the unknowns take up */
static double
make_covariances(struct doe_spread *out, const struct doe_search_problem *p,
                 const struct factors *f, double variance)
{
    const size_t n = p->n;
    const double most = largest(f->s, n), least = LEAST_SINGULAR * sqrt(variance);
    double taken = 0;

    for (size_t l = 0; l < n; l++) {
        const bool blind = !(f->s[l] > BLIND * most);
        const double sl = fmax(f->s[l], least);
        multiply(f, p, l);
        taken += blind ? 0 : between(f, l);
        for (size_t k = 0; k < n; k++) {
            const double sk = fmax(f->s[k], least), c = k == l && blind ? 1 : between(f, k);
            for (size_t i = 0; i < n; i++) {
                for (size_t j = 0; j < n; j++) {
                    const double w = f->v[k * n + i] * f->v[l * n + j] / (sk * sl) * variance;
                    out->robust[i * n + j] += c * w;
                    out->model[i * n + j] += k == l ? w : 0;
                }
            }
        }
    }
    return taken;
}

static void
test_fit(struct doe_spread *out, const struct doe_search_problem *p, const struct doe_point *at,
         double taken)
{
    const double left = (double)(p->m - p->n);
    double expected = -taken;

    for (size_t i = 0; i < p->m; i++) {
        expected += p->scatter != NULL ? p->scatter[i * p->m + i] : 1;
    }
    out->misfit = out->probability = (double)NAN;
    out->inflation = 1;
    if (!(p->freedom > 0) || !(expected > 0)) {
        return;
    }
    out->misfit = at->sum / expected;
    out->probability = isinf(p->freedom) ? quire_above(quire_chi_square(left), out->misfit * left)
                                         : quire_above(quire_fisher(left, p->freedom), out->misfit);
    out->lack = out->probability < LACK && out->misfit > 1;
    out->inflation = out->lack ? out->misfit : 1;
}

static void
sort_directions(struct doe_spread *out, const struct factors *f, double variance)
{
    const size_t n = f->n;
    bool taken[DOE_SEARCH_UNKNOWNS] = {false};

    for (size_t row = 0; row < n; row++) {
        size_t next = n;
        for (size_t k = 0; k < n; k++) {
            if (!taken[k] && (next == n || f->s[k] > f->s[next])) {
                next = k;
            }
        }
        taken[next] = true;
        memcpy(out->direction + row * n, f->v + next * n, n * sizeof *f->v);
        out->along[row] = f->s[next] > 0 ? sqrt(variance) / f->s[next] : HUGE_VAL;
    }
}

static bool
make_room(struct doe_spread *out, size_t n)
{
    double *room = calloc(3 * n * n + 4 * n, sizeof *room);

    *out = (struct doe_spread){.n = n, .model = room};
    if (room == NULL) {
        return false;
    }
    out->robust = room + n * n;
    out->direction = out->robust + n * n;
    out->error = out->direction + n * n;
    out->ratio = out->error + n;
    out->along = out->ratio + n;
    out->inflated = out->along + n;
    return true;
}

void
doe_spread_clear(struct doe_spread *self)
{
    free(self->model);
    *self = (struct doe_spread){0};
}

/* that of each if the others were known, from the data alone */
static void
compare_alone(struct doe_spread *out, const struct doe_search_problem *p,
              const struct doe_point *at, const struct factors *data, double variance)
{
    const size_t n = p->n;

    for (size_t j = 0; j < n; j++) {
        double information = 0, together = 0;
        for (size_t i = 0; i < data->m; i++) {
            information += at->jacobian[i * n + j] * at->jacobian[i * n + j];
        }
        for (size_t k = 0; k < n; k++) {
            const double s = fmax(data->s[k], 1e-3 * sqrt(variance));
            together += data->v[k * n + j] * data->v[k * n + j] / (s * s);
        }
        out->inflated[j] = together * information;
    }
}

bool
doe_spread_make(struct doe_spread *out, const struct doe_search_problem *p,
                const struct doe_point *at, double confidence)
{
    struct factors all = {0}, data = {0};
    const double variance = doe_search_variance(p, at);
    const bool made = make_room(out, p->n) && factor(&all, p, at->jacobian, p->m) &&
                      factor(&data, p, at->jacobian, p->n_data);

    if (made) {
        test_fit(out, p, at, make_covariances(out, p, &all, variance));
        for (size_t j = 0; j < p->n; j++) {
            const double model = out->model[j * p->n + j];
            out->ratio[j] = model > 0 ? out->robust[j * p->n + j] / model * out->inflation : 1;
            out->error[j] = sqrt(out->robust[j * p->n + j] * out->inflation);
        }
        sort_directions(out, &data, variance);
        compare_alone(out, p, at, &data, variance);
        out->freedom = p->freedom > 0 ? p->freedom : (double)(p->m - p->n);
        out->quantile = isinf(out->freedom)
                            ? quire_quantile(quire_normal(0, 1), 0.5 + 0.5 * confidence)
                            : quire_quantile(quire_student(out->freedom), 0.5 + 0.5 * confidence);
    }
    free(all.u);
    free(data.u);
    return made;
}

bool
doe_spread_errors(const double *jacobian, size_t m, size_t n, double variance, double *error)
{
    const struct doe_search_problem p = {.n = n};
    struct factors f;

    if (!factor(&f, &p, jacobian, m)) {
        return false;
    }
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) {
            const double s = fmax(f.s[k], LEAST_SINGULAR * sqrt(variance));
            sum += f.v[k * n + j] * f.v[k * n + j] / (s * s);
        }
        error[j] = sqrt(variance * sum);
    }
    free(f.u);
    return true;
}
