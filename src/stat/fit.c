#include "stat/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probability/families.h"
#include "stat/summary.h"

static double
square_sum(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += x[i] * x[i];
    }
    return sum;
}

static double
square_sum_about(const double *x, size_t n, double about)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += (x[i] - about) * (x[i] - about);
    }
    return sum;
}

struct quire_f_test
quire_f_test_of(double sum, double freedom, double error_sum, double error_freedom)
{
    struct quire_f_test t = {sum, freedom, sum / freedom, NAN, NAN};

    if (freedom > 0 && error_freedom > 0 && error_sum > 0) {
        t.f = t.mean_square / (error_sum / error_freedom);
        t.p = quire_above(quire_fisher(freedom, error_freedom), t.f);
    }
    return t;
}

/* (X'X)^-1 = R^-1 R'^-1; its diagonal, of the column that stands at k */
static double
inverse_diagonal(const struct quire_qr *qr, size_t k, double *work)
{
    memset(work, 0, qr->rank * sizeof *work);
    work[k] = 1;
    quire_qr_forward(qr, work);
    return square_sum(work, qr->rank);
}

/* squares of a column's numbers about their mean */
static double
size_of_column(const struct quire_fit *fit, const struct quire_regressors *x, size_t j)
{
    if (fit->triangle != NULL) { /* what is left when the constant is taken out */
        return square_sum(fit->triangle + j * (fit->n + 1) + 1, fit->n);
    }
    return square_sum_about(x->x + j * x->m, x->m, quire_mean(x->x + j * x->m, x->m));
}

static void
judge_coefficient(struct quire_fit *fit, const struct quire_regressors *x, size_t k, double reach,
                  double *work)
{
    const size_t j = fit->qr.column[k];
    const double spread = inverse_diagonal(&fit->qr, k, work), size = size_of_column(fit, x, j);
    struct quire_coefficient *c = &fit->coefficient[j];

    c->aliased = false;
    c->variance = spread;
    c->error = fit->deviation * sqrt(spread);
    c->t = c->value / c->error;
    c->p =
        fit->freedom > 0 ? 2 * quire_above(quire_student(fit->freedom), fabs(c->t)) : (double)NAN;
    c->low = c->value - reach * c->error;
    c->high = c->value + reach * c->error;
    c->inflation = j > 0 ? spread * size : (double)NAN;
}

/* the part of each unit vector that lies in the columns' space */
static bool
find_leverages(struct quire_fit *fit)
{
    double *q = calloc(fit->m + 1, sizeof *q);

    for (size_t k = 0; q != NULL && k < fit->qr.rank; k++) {
        memset(q, 0, fit->m * sizeof *q);
        q[k] = 1;
        quire_qr_product(&fit->qr, q);
        for (size_t i = 0; i < fit->m; i++) {
            fit->leverage[i] += q[i] * q[i];
        }
    }
    free(q);
    return q != NULL;
}

/* e_i / (1 - h_i) is what the fit without run i misses it by */
static double
press_of(const struct quire_fit *fit)
{
    double sum = 0;

    for (size_t i = 0; i < fit->m; i++) {
        const double missed = fit->residual[i] / (1 - fit->leverage[i]);
        sum += fit->leverage[i] > 1 - 1e-10 ? HUGE_VAL : missed * missed;
    }
    return sum;
}

struct run_of_point {
    size_t point, run;
};

static int
compare_points(const void *a, const void *b)
{
    const struct run_of_point *x = a, *y = b;

    return x->point != y->point ? (x->point < y->point ? -1 : 1)
                                : (x->run > y->run) - (x->run < y->run);
}

/* squares about the mean of each point */
static bool
find_pure_error(const double *y, const size_t *point, size_t m, double *sum, double *freedom)
{
    struct run_of_point *at = calloc(m + 1, sizeof *at);
    double *same = calloc(m + 1, sizeof *same);
    const bool good = at != NULL && same != NULL;

    for (size_t i = 0; good && i < m; i++) {
        at[i] = (struct run_of_point){point[i], i};
    }
    if (good) {
        quire_sort_records(at, m, sizeof *at, compare_points);
    }
    *sum = *freedom = 0;
    for (size_t i = 0, n; good && i < m; i += n) {
        for (n = 0; i + n < m && at[i + n].point == at[i].point; n++) {
            same[n] = y[at[i + n].run];
        }
        *sum += square_sum_about(same, n, quire_mean(same, n));
        *freedom += (double)n - 1;
    }
    free(at);
    free(same);
    return good;
}

static bool
test_lack_of_fit(struct quire_fit *fit, const double *y, const size_t *point)
{
    double sum = 0, freedom = 0;

    if (point != NULL && !find_pure_error(y, point, fit->m, &sum, &freedom)) {
        return false;
    }
    fit->pure = quire_f_test_of(sum, freedom, 0, 0);
    fit->lack = quire_f_test_of(fmax(0, fit->sum - sum), fit->freedom - freedom, sum, freedom);
    return true;
}

static void
judge_model(struct quire_fit *fit, const double *y)
{
    const double m = (double)fit->m;

    fit->freedom = (double)(fit->m - fit->qr.rank);
    fit->sum = square_sum(fit->residual, fit->m);
    fit->deviation = fit->freedom > 0 ? sqrt(fit->sum / fit->freedom) : (double)NAN;
    fit->total = square_sum_about(y, fit->m, quire_mean(y, fit->m));
    fit->r2 = 1 - fit->sum / fit->total;
    fit->adjusted_r2 = 1 - (fit->sum / fit->freedom) / (fit->total / (m - 1));
    fit->press = press_of(fit);
    fit->predicted_r2 = 1 - fit->press / fit->total;
    fit->model =
        quire_f_test_of(fit->total - fit->sum, (double)fit->qr.rank - 1, fit->sum, fit->freedom);
}

static bool
create(struct quire_fit *fit, size_t m, size_t n, double confidence)
{
    *fit = (struct quire_fit){.m = m, .n = n, .confidence = confidence};
    fit->coefficient = calloc(n + 1, sizeof *fit->coefficient);
    fit->fitted = calloc(3 * m + 1, sizeof *fit->fitted);
    fit->residual = fit->fitted != NULL ? fit->fitted + m : NULL;
    fit->leverage = fit->fitted != NULL ? fit->residual + m : NULL;
    return fit->coefficient != NULL && fit->fitted != NULL;
}

/* how many standard errors an interval reaches to either side */
static double
reach_of(const struct quire_fit *fit)
{
    return fit->freedom > 0
               ? quire_upper_quantile(quire_student(fit->freedom), (1 - fit->confidence) / 2)
               : (double)NAN;
}

/* behind residuals and leverages, of coefficients b (n); work (n) */
static bool
judge(struct quire_fit *fit, const struct quire_regressors *x, const double *y, const size_t *point,
      const double *b, double *work)
{
    judge_model(fit, y);
    if (!test_lack_of_fit(fit, y, point)) {
        return false;
    }
    for (size_t i = 0; i < fit->m; i++) {
        fit->fitted[i] = y[i] - fit->residual[i];
    }
    for (size_t j = 0; j < fit->n; j++) {
        fit->coefficient[j] =
            (struct quire_coefficient){b[j], NAN, NAN, NAN, NAN, NAN, NAN, NAN, true};
    }
    const double reach = reach_of(fit);
    for (size_t k = 0; k < fit->qr.rank; k++) {
        judge_coefficient(fit, x, k, reach, work);
    }
    return true;
}

bool
quire_fit_make(struct quire_fit *fit, const struct quire_regressors *x, const double *y,
               const size_t *point, double confidence)
{
    quire_fit_clear(fit);
    double *b = calloc(2 * x->n + 1, sizeof *b);
    const bool good = b != NULL && create(fit, x->m, x->n, confidence) &&
                      quire_qr_factor(&fit->qr, x->m, x->n, x->x) &&
                      quire_qr_solve(&fit->qr, x->x, y, b, fit->residual, NULL) &&
                      find_leverages(fit) && judge(fit, x, y, point, b, b + x->n);
    free(b);
    return good;
}

bool
quire_fit_rows(struct quire_fit *fit, const struct quire_rows *rows, const double *y,
               const size_t *point, double confidence)
{
    const size_t n = rows->n;

    quire_fit_clear(fit);
    double *b = calloc(2 * n + 1, sizeof *b);
    bool good = b != NULL && create(fit, rows->m, n, confidence) &&
                (fit->triangle = calloc((n + 1) * (n + 1), sizeof *fit->triangle)) != NULL;
    good = good && quire_rows_triangle(fit->triangle, rows, y) &&
           quire_qr_factor(&fit->qr, n + 1, n, fit->triangle) &&
           quire_rows_solve(&fit->qr, fit->triangle, rows, y, b, fit->residual) &&
           quire_rows_leverages(&fit->qr, rows, fit->leverage) &&
           judge(fit, NULL, y, point, b, b + n);
    free(b);
    return good;
}

struct quire_regressors
quire_fit_reduced(const struct quire_fit *fit, size_t *term, const double **y)
{
    const size_t n = fit->n;

    *y = fit->triangle + n * (n + 1);
    return (struct quire_regressors){n + 1, n, fit->triangle, term};
}

void
quire_fit_clear(struct quire_fit *fit)
{
    free(fit->coefficient);
    free(fit->fitted);
    quire_qr_clear(&fit->qr);
    free(fit->triangle);
    *fit = (struct quire_fit){0};
}
