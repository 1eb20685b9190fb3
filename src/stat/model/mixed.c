#include "stat/model/mixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/box_minimise.h"
#include "probability/families.h"
#include "stat/model/dense.h"
#include "stat/model/mixed_parts.h"

#define MOST_THETA 1e4   /* deviation of a random factor over that of errors: how far is searched */
#define EXACT      1e3   /* from here on errors are as good as none */
#define SAME       1e-10 /* of 1 + |criterion|: a difference that is rounding */
#define ROUNDS     5

struct search {
    const struct quire_mixed_data *d;
    struct quire_mixed_state *s;
    double *theta; /* (r) */
    double value;
};

/* The criterion is even in each theta, so that it has no slope at 0; searching both signs no bound
 * is there to stop at. */
static bool
criterion(void *user, const double *theta, double *value, double *gradient)
{
    const struct search *a = user;

    (void)gradient;
    if (!quire_mixed_state_set(a->s, a->d, theta)) {
        return false;
    }
    *value = a->s->criterion;
    return true;
}

static bool
descend(struct search *a)
{
    const size_t r = a->d->r;
    double *bound = calloc(3 * r + 1, sizeof *bound);
    struct quire_box_result result = {0};

    for (size_t k = 0; bound != NULL && k < r; k++) {
        /* those that are at 0 stay there */
        bound[k] = a->theta[k] != 0 ? -MOST_THETA : 0;
        bound[r + k] = -bound[k];
        bound[2 * r + k] = 1;
    }
    const struct quire_box_problem problem = {.n = r,
                                              .lower = bound,
                                              .upper = bound + r,
                                              .scale = bound + 2 * r,
                                              .function = criterion,
                                              .user = a};
    const bool good = bound != NULL && quire_box_minimise(&problem, a->theta, &result);
    a->value = result.value;
    for (size_t k = 0; good && k < r; k++) {
        a->theta[k] = fabs(a->theta[k]);
    }
    free(bound);
    return good;
}

/* the criterion with theta k at another place */
static double
value_with(struct search *a, size_t k, double theta)
{
    const double before = a->theta[k];
    double value = HUGE_VAL;

    a->theta[k] = theta;
    if (!criterion(a, a->theta, &value, NULL)) {
        value = HUGE_VAL;
    }
    a->theta[k] = before;
    return value;
}

/* variances that may as well be 0 are, and those at 0 for which the criterion falls are not */
static bool
move_ends(struct search *a)
{
    static const double probe[] = {0.03, 0.1, 0.3, 1};
    const double same = SAME * (1 + fabs(a->value));
    bool moved = false;

    for (size_t k = 0; k < a->d->r; k++) {
        if (a->theta[k] > 0) {
            const double value = value_with(a, k, 0);
            if (value <= a->value + same) {
                a->theta[k] = 0;
                a->value = value;
                moved = true;
            }
            continue;
        }
        for (size_t i = 0; i < sizeof probe / sizeof probe[0]; i++) {
            const double value = value_with(a, k, probe[i]);
            if (value < a->value - 10 * same) {
                a->theta[k] = probe[i];
                a->value = value;
                moved = true;
            }
        }
    }
    return moved;
}

static enum quire_model_status
minimise(struct search *a)
{
    for (size_t k = 0; k < a->d->r; k++) {
        a->theta[k] = 1;
    }
    for (int round = 0; a->d->r > 0 && round < ROUNDS; round++) {
        if (!descend(a)) {
            return round == 0 && !criterion(a, a->theta, &a->value, NULL) ? QUIRE_MODEL_EXACT
                                                                          : QUIRE_MODEL_MEMORY;
        }
        if (!move_ends(a)) {
            break;
        }
    }
    /* the state is that of the last trial: back to the best */
    if (!quire_mixed_state_set(a->s, a->d, a->theta)) {
        return QUIRE_MODEL_EXACT;
    }
    for (size_t k = 0; k < a->d->r; k++) {
        if (a->theta[k] > EXACT) {
            return QUIRE_MODEL_EXACT;
        }
    }
    return QUIRE_MODEL_FINE;
}

/* ---- what is said about it */

struct report {
    struct quire_mixed *out;
    const struct quire_mixed_data *d;
    const struct quire_mixed_inference *f;
    const struct quire_regressors *x;
    double *row; /* (n, p): of coefficients in the basis Q; those of a term */
    double most; /* degrees of freedom */
};

static bool
create(struct quire_mixed *out, const struct quire_mixed_data *d, size_t n, size_t n_term)
{
    out->m = d->m;
    out->n = n;
    out->n_term = n_term;
    out->n_random = d->r;
    out->rank = d->p;
    out->variance = calloc(d->r + 1, sizeof *out->variance);
    out->coefficient = calloc(n + 1, sizeof *out->coefficient);
    out->test = calloc(n_term + 1, sizeof *out->test);
    out->covariance = calloc(n * n + 1, sizeof *out->covariance);
    out->effect = calloc(d->q + 1, sizeof *out->effect);
    out->first = calloc(d->r + 1, sizeof *out->first);
    out->fitted = calloc(2 * d->m + 1, sizeof *out->fitted);
    out->residual = out->fitted != NULL ? out->fitted + d->m : NULL;
    return out->variance != NULL && out->coefficient != NULL && out->test != NULL &&
           out->covariance != NULL && out->effect != NULL && out->first != NULL &&
           out->fitted != NULL;
}

static struct quire_variance
variance_of(double value, double error, double confidence)
{
    if (value == 0) {
        return (struct quire_variance){0};
    }
    const double freedom = 2 * (value / error) * (value / error), tail = (1 - confidence) / 2;
    const struct quire_distribution chi = quire_chi_square(freedom);
    return (struct quire_variance){value, error, freedom * value / quire_upper_quantile(chi, tail),
                                   freedom * value / quire_quantile(chi, tail)};
}

/* The covariance of the variances, from that of ratio and errors, is 2 v^2 observed. */
static void
report_variances(const struct report *r, const double *theta)
{
    const size_t n = r->f->n;

    for (size_t k = 0; k < n; k++) {
        const double ratio = k < r->d->r ? theta[k] * theta[k] : 1, v = r->f->variance;
        const size_t to = k < r->d->r ? r->d->order[k] : k;
        r->out->variance[to] =
            variance_of(ratio * v, v * sqrt(2 * r->f->observed[k * n + k]), r->out->confidence);
        r->out->singular = r->out->singular || ratio == 0;
    }
}

/* rows of R^-1, which make coefficients of X's columns from those of Q */
static void
make_rows(const struct report *r)
{
    const size_t p = r->d->p;

    for (size_t k = 0; k < p; k++) {
        double *row = r->row + k * p;
        memset(row, 0, p * sizeof *row);
        row[k] = 1;
        quire_qr_forward(&r->d->qr, row);
    }
}

static struct quire_mixed_estimate
estimate_of(double value, double error, struct quire_mixed_f f, double confidence)
{
    const double reach =
        quire_upper_quantile(quire_student(f.freedom), (1 - confidence) / 2) * error;

    return (struct quire_mixed_estimate){error, f.freedom,     value / error,
                                         f.p,   value - reach, value + reach};
}

static bool
report_coefficients(const struct report *r)
{
    const size_t p = r->d->p, n = r->x->n;
    struct quire_mixed *out = r->out;
    bool good = true;

    for (size_t j = 0; j < n; j++) {
        out->coefficient[j].aliased = true;
    }
    for (size_t k = 0; k < p && good; k++) {
        const double *row = r->row + k * p;
        struct quire_mixed_coefficient *c = &out->coefficient[r->d->qr.column[k]];
        struct quire_mixed_f by[QUIRE_MIXED_METHODS];
        good = quire_mixed_f_of(by, r->f, row, 1, r->most);
        c->value = quire_dense_dot(p, row, r->f->b);
        c->aliased = false;
        for (size_t i = 0; i < QUIRE_MIXED_METHODS && good; i++) {
            const double plain = quire_dense_form(p, row, r->f->c, row),
                         adjusted = quire_dense_form(p, row, r->f->adjusted, row);
            /* an adjustment that leaves nothing is none */
            const bool keeps = i == QUIRE_SATTERTHWAITE || !(adjusted > 0);
            const double error = sqrt(r->f->variance * (keeps ? plain : adjusted));
            c->by[i] = estimate_of(c->value, error, by[i], out->confidence);
        }
        for (size_t l = 0; l < p; l++) {
            out->covariance[r->d->qr.column[k] * n + r->d->qr.column[l]] =
                r->f->variance * quire_dense_form(p, row, r->f->c, r->row + l * p);
        }
    }
    return good;
}

static bool
report_tests(const struct report *r)
{
    const size_t p = r->d->p;
    double *rows = r->row + p * p;

    for (size_t t = 0; t < r->out->n_term; t++) {
        size_t n = 0;
        for (size_t k = 0; k < p; k++) {
            if (r->x->term[r->d->qr.column[k]] == t) {
                memcpy(rows + n++ * p, r->row + k * p, p * sizeof *rows);
            }
        }
        r->out->test[t].columns = n;
        if (n > 0 && !quire_mixed_f_of(r->out->test[t].by, r->f, rows, n, r->most)) {
            return false;
        }
    }
    return true;
}

static void
report_runs(const struct report *r, const struct quire_random *random, const double *y,
            const double *theta)
{
    struct quire_mixed *out = r->out;
    size_t at = 0;

    for (size_t k = 0; k < out->n_random; k++) {
        out->first[k] = at;
        at += random[k].n_level;
    }
    out->first[out->n_random] = at;
    for (size_t k = 0; k < out->n_random; k++) {
        const size_t factor = r->d->order[k];
        for (size_t i = r->d->first[k]; i < r->d->first[k + 1]; i++) {
            out->effect[out->first[factor] + i - r->d->first[k]] = theta[k] * theta[k] * r->f->a[i];
        }
    }
    for (size_t i = 0; i < out->m; i++) {
        for (size_t j = 0; j < out->n; j++) {
            out->fitted[i] += out->coefficient[j].value * r->x->x[j * out->m + i];
        }
        for (size_t k = 0; k < out->n_random; k++) {
            out->fitted[i] += out->effect[out->first[k] + random[k].level[i]];
        }
        out->residual[i] = y[i] - out->fitted[i];
    }
}

static enum quire_model_status
fit(struct quire_mixed *out, const struct quire_mixed_data *d, const struct quire_regressors *x,
    const struct quire_random *random, const double *y)
{
    struct quire_mixed_state s;
    struct quire_mixed_inference f = {0};
    double *theta = calloc(d->r + 2 * d->p * d->p + 1, sizeof *theta);
    struct search a = {d, &s, theta, 0};
    struct report r = {out, d, &f, x, theta + d->r, (double)(d->m - d->p)};
    enum quire_model_status status = QUIRE_MODEL_MEMORY;

    if (quire_mixed_state_create(&s, d) && theta != NULL) {
        status = minimise(&a);
    }
    if (status == QUIRE_MODEL_FINE) {
        status = quire_mixed_inference_make(&f, d, &s, theta);
    }
    if (status == QUIRE_MODEL_FINE) {
        out->criterion = s.criterion;
        report_variances(&r, theta);
        make_rows(&r);
        status =
            report_coefficients(&r) && report_tests(&r) ? QUIRE_MODEL_FINE : QUIRE_MODEL_MEMORY;
        report_runs(&r, random, y, theta);
    }
    quire_mixed_inference_clear(&f);
    quire_mixed_state_clear(&s);
    free(theta);
    return status;
}

enum quire_model_status
quire_mixed_make(struct quire_mixed *out, const struct quire_regressors *x, size_t n_term,
                 const struct quire_random *random, size_t n_random, const double *y,
                 double confidence, size_t *at)
{
    struct quire_mixed_data d = {0};
    size_t spare;

    quire_mixed_clear(out);
    if (!(confidence > 0 && confidence < 1)) {
        return QUIRE_MODEL_RANGE;
    }
    enum quire_model_status status =
        quire_mixed_data_make(&d, x, random, n_random, y, at != NULL ? at : &spare);
    if (status == QUIRE_MODEL_FINE) {
        out->confidence = confidence;
        status = create(out, &d, x->n, n_term) ? fit(out, &d, x, random, y) : QUIRE_MODEL_MEMORY;
    }
    quire_mixed_data_clear(&d);
    return status;
}

void
quire_mixed_clear(struct quire_mixed *mixed)
{
    free(mixed->variance);
    free(mixed->coefficient);
    free(mixed->test);
    free(mixed->covariance);
    free(mixed->effect);
    free(mixed->first);
    free(mixed->fitted);
    *mixed = (struct quire_mixed){0};
}
