/* How sure the numbers of a model are. Draws of noise are all that is random: where there are
 * none there is nothing to be sure of, and where all settings meet the same draws it is these
 * that are independent, not the runs (doc/theory/statistics.md, 9). */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probability/families.h"
#include "stat/summary.h"

/* ---- no draws */

static void
forget_test(struct quire_f_test *t)
{
    t->f = t->p = (double)NAN;
}

static void
forget_coefficient(struct quire_coefficient *c)
{
    c->error = c->t = c->p = c->low = c->high = (double)NAN;
}

static void
forget(struct quire_measured_analysis *out)
{
    const double none = (double)NAN;

    for (size_t j = 0; j < out->fit.n; j++) {
        forget_coefficient(&out->fit.coefficient[j]);
    }
    for (size_t t = 0; t < out->n_term; t++) {
        forget_test(&out->anova[t]);
    }
    forget_test(&out->fit.model);
    out->fit.lack = out->fit.pure = (struct quire_f_test){none, none, none, none, none};
    out->lenth.margin = out->lenth.all_margin = out->error_margin = none;
}

/* ---- common draws: the runs of a draw are a cluster */

struct clusters {
    const struct quire_measured_analysis *out;
    size_t n, rank; /* draws; columns that are known */
    double *share;  /* (n, rank): what each draw adds to the error of the columns' coefficients */
    size_t *known;  /* (rank): column of each */
    double confidence;
};

struct drawn {
    size_t draw, row;
};

static int
compare(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;

    return x->draw != y->draw ? (x->draw > y->draw) - (x->draw < y->draw)
                              : (x->row > y->row) - (x->row < y->row);
}

/* the draw of each row: numbers 0, 1, ... of draws in ascending order; how many there are */
static size_t
number_draws(size_t *group, const struct drawn *sorted, size_t m)
{
    size_t n = 0;

    for (size_t i = 0; i < m; i++) {
        n += i > 0 && sorted[i].draw != sorted[i - 1].draw;
        group[sorted[i].row] = n;
    }
    return m > 0 ? n + 1 : 0;
}

/* (X'X)^-1 X'e of each draw's runs */
static bool
fill_shares(struct clusters *c, const struct quire_runs *runs, const size_t *run,
            const size_t *group)
{
    const struct quire_fit *fit = &c->out->fit;
    struct quire_regressors x = {0};
    struct quire_analysis_rows rows;
    const bool good = quire_analysis_rows_begin(&rows, &x, runs, c->out, run, c->out->x.m) &&
                      quire_rows_add_by_group(&fit->qr, &rows.rows, fit->residual, group, c->share);

    for (size_t g = 0; good && g < c->n; g++) {
        quire_qr_forward(&fit->qr, c->share + g * c->rank);
        quire_qr_back(&fit->qr, c->share + g * c->rank);
    }
    quire_analysis_rows_clear(&rows);
    quire_regressors_clear(&x);
    return good;
}

static bool
is_noise(const struct clusters *c, const struct quire_runs *runs, size_t predictor)
{
    const size_t v = c->out->predictor[predictor];

    return v < runs->n_varied && runs->varied[v].noise;
}

/* the same factors make them up, whatever the noise beside these */
static bool
share_factors(const struct clusters *c, const struct quire_runs *runs, const struct quire_term *s,
              const struct quire_term *t)
{
    size_t i = 0, j = 0;

    for (;;) {
        while (i < s->order && is_noise(c, runs, s->predictor[i])) {
            i++;
        }
        while (j < t->order && is_noise(c, runs, t->predictor[j])) {
            j++;
        }
        if (i == s->order || j == t->order) {
            return i == s->order && j == t->order;
        }
        if (s->predictor[i++] != t->predictor[j++]) {
            return false;
        }
    }
}

/* Columns that are known for each of the factors' own: the constant or the factors', and their
 * products with noise. A draw tells one number of all of them together. */
static double
freedom_of(const struct clusters *c, const struct quire_runs *runs, size_t column)
{
    const struct quire_term *own = &c->out->term[c->out->x.term[column]];
    size_t spent = 0;

    for (size_t t = 0; t < c->out->n_term; t++) {
        const struct quire_term *other = &c->out->term[t];
        size_t n = 1;
        if (!share_factors(c, runs, own, other)) {
            continue;
        }
        for (size_t i = 0; i < other->order; i++) {
            const size_t v = c->out->predictor[other->predictor[i]];
            n *= is_noise(c, runs, other->predictor[i]) && runs->varied[v].words
                     ? runs->varied[v].n_level - 1
                     : 1;
        }
        spent += n;
    }
    return (double)c->n - (double)spent;
}

static double
covariance(const struct clusters *c, size_t j, size_t k, double freedom)
{
    double sum = 0;

    for (size_t g = 0; g < c->n; g++) {
        sum += c->share[g * c->rank + j] * c->share[g * c->rank + k];
    }
    return sum * (double)c->n / freedom;
}

static void
judge_coefficient(struct quire_coefficient *out, const struct clusters *c, size_t k, double freedom)
{
    forget_coefficient(out);
    if (!(freedom > 0)) {
        return;
    }
    const struct quire_distribution t = quire_student(freedom);
    out->error = sqrt(covariance(c, k, k, freedom));
    const double reach = quire_upper_quantile(t, (1 - c->confidence) / 2) * out->error;
    out->low = out->value - reach;
    out->high = out->value + reach;
    if (out->error > 0) {
        out->t = out->value / out->error;
        out->p = 2 * quire_above(t, fabs(out->t));
    }
}

/* b' V^-1 b of d columns by Cholesky's factor; NaN where V is none */
static double
distance_of(double *v, double *b, size_t d)
{
    double sum = 0;

    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j <= i; j++) {
            double rest = v[i * d + j];
            for (size_t k = 0; k < j; k++) {
                rest -= v[i * d + k] * v[j * d + k];
            }
            if (i == j && !(rest > 1e-12 * v[i * d + i])) {
                return (double)NAN;
            }
            v[i * d + j] = i == j ? sqrt(rest) : rest / v[j * d + j];
        }
        for (size_t k = 0; k < i; k++) {
            b[i] -= v[i * d + k] * b[k];
        }
        b[i] /= v[i * d + i];
        sum += b[i] * b[i];
    }
    return sum;
}

/* Hotelling's (1931): the columns of a term together */
static bool
judge_term(struct quire_f_test *test, const struct clusters *c, const struct quire_runs *runs,
           size_t t)
{
    size_t *at = calloc(c->rank + 1, sizeof *at), d = 0;
    double freedom = 0;

    for (size_t k = 0; at != NULL && k < c->rank; k++) {
        if (c->out->x.term[c->known[k]] == t) {
            freedom = freedom_of(c, runs, c->known[k]);
            at[d++] = k;
        }
    }
    double *v = calloc(d * d + 1, sizeof *v), *b = calloc(d + 1, sizeof *b);
    const bool good = at != NULL && v != NULL && b != NULL;
    const double left = freedom - (double)d + 1;
    forget_test(test);
    if (good && d > 0 && left > 0) {
        for (size_t i = 0; i < d; i++) {
            b[i] = c->out->fit.coefficient[c->known[at[i]]].value;
            for (size_t j = 0; j <= i; j++) {
                v[i * d + j] = covariance(c, at[i], at[j], freedom);
            }
        }
        const double f = distance_of(v, b, d) * left / ((double)d * freedom);
        test->f = f;
        test->p = isnan(f) ? f : quire_above(quire_fisher((double)d, left), f);
    }
    free(at);
    free(v);
    free(b);
    return good;
}

static bool
judge(struct quire_arena *arena, struct quire_measured_analysis *out, struct clusters *c,
      const struct quire_runs *runs)
{
    out->covariance = quire_arena_get(arena, c->rank * c->rank, sizeof *out->covariance);
    bool good = out->covariance != NULL;
    double least = HUGE_VAL;

    for (size_t k = 0; k < c->rank; k++) {
        least = fmin(least, freedom_of(c, runs, c->known[k]));
    }
    out->predicted_freedom = least;
    for (size_t j = 0; good && least > 0 && j < c->rank; j++) {
        for (size_t k = 0; k < c->rank; k++) {
            out->covariance[j * c->rank + k] = covariance(c, j, k, least);
        }
    }
    out->covariance = least > 0 ? out->covariance : NULL;

    for (size_t k = 0; k < c->rank; k++) {
        judge_coefficient(&out->fit.coefficient[c->known[k]], c, k,
                          freedom_of(c, runs, c->known[k]));
    }
    for (size_t t = 1; good && t < out->n_term; t++) {
        good = judge_term(&out->anova[t], c, runs, t);
    }
    return good;
}

static bool
judge_by_draws(struct quire_arena *arena, struct quire_measured_analysis *out,
               const struct quire_runs *runs, const size_t *run, double confidence)
{
    const size_t m = out->x.m;
    struct clusters c = {.out = out,
                         .rank = out->fit.qr.rank,
                         .known = out->fit.qr.column,
                         .confidence = confidence};
    struct drawn *sorted = calloc(m + 1, sizeof *sorted);
    size_t *group = calloc(m + 1, sizeof *group);
    bool good = sorted != NULL && group != NULL;

    for (size_t i = 0; good && i < m; i++) {
        sorted[i] = (struct drawn){runs->draw[run[i]], i};
    }
    if (good) {
        quire_sort_records(sorted, m, sizeof *sorted, compare);
        c.n = number_draws(group, sorted, m);
    }
    free(sorted);
    c.share = good ? calloc(c.n * c.rank + 1, sizeof *c.share) : NULL;
    good = c.share != NULL && fill_shares(&c, runs, run, group) && judge(arena, out, &c, runs);
    free(c.share);
    free(group);
    return good;
}

/* ---- lack of fit */

static void
add_misfit(struct quire_measured_analysis *out)
{
    const size_t n = out->fit.qr.rank;

    if (out->covariance == NULL || !(out->misfit > 0)) {
        return;
    }
    out->predicted_freedom = fmin(out->predicted_freedom, out->misfit_freedom);
    for (size_t i = 0; i < n * n; i++) {
        out->covariance[i] += out->misfit_covariance[i];
    }
}

/* ---- independent draws: s^2 (X'X)^-1 */

static bool
find_covariance(struct quire_arena *arena, struct quire_measured_analysis *out)
{
    const struct quire_fit *fit = &out->fit;
    const size_t n = fit->qr.rank;
    const double error = out->misfit > 0 ? out->pure_error : fit->deviation;

    if (!(fit->freedom > 0)) {
        return true;
    }
    out->predicted_freedom = fit->freedom;
    out->covariance = quire_arena_get(arena, n * n, sizeof *out->covariance);
    for (size_t k = 0; out->covariance != NULL && k < n; k++) {
        double *column = out->covariance + k * n;
        column[k] = error * error;
        quire_qr_forward(&fit->qr, column);
        quire_qr_back(&fit->qr, column);
    }
    return out->covariance != NULL;
}

bool
quire_analysis_sure(struct quire_arena *arena, struct quire_measured_analysis *out,
                    const struct quire_runs *runs, const size_t *run, double confidence)
{
    if (out->order == QUIRE_MODEL_NONE) {
        return true;
    }
    const bool common = runs->sampling == QUIRE_SAMPLING_COMMON && runs->draw != NULL;
    bool good = true;
    if (common || runs->sampling == QUIRE_SAMPLING_INDEPENDENT) {
        good = quire_analysis_lack(arena, out, runs, run);
    }
    if (runs->sampling == QUIRE_SAMPLING_INDEPENDENT) {
        good = good && find_covariance(arena, out);
    } else {
        const struct quire_f_test lack = out->fit.lack, pure = out->fit.pure;
        forget(out);
        if (common) {
            out->fit.lack = lack;
            out->fit.pure = pure;
            good = good && judge_by_draws(arena, out, runs, run, confidence);
        }
    }
    add_misfit(out);
    return good;
}
