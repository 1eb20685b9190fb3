#include "stat/logistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "probability/families.h"
#include "stat/qr.h"

#define MOST_ITERATIONS 200
#define ENOUGH          1e-12 /* change of linear predictors, of their size */
#define MOST_STEP       5     /* of a linear predictor in one iteration */
#define APART           30    /* linear predictors beyond it are as good as infinite */

struct work {
    double *weighted, *score; /* (m, n), (m) */
    double *eta, *step;       /* linear predictors and their change (m) */
    double *hat, *unit;       /* (m) */
    double *b, *change;       /* (n) */
    struct quire_qr qr;
};

static bool
create(struct work *w, size_t m, size_t n)
{
    double *at = calloc(m * n + 5 * m + 2 * n + 1, sizeof *at);

    *w = (struct work){.weighted = at};
    if (at == NULL) {
        return false;
    }
    w->score = at + m * n;
    w->eta = w->score + m;
    w->step = w->eta + m;
    w->hat = w->step + m;
    w->unit = w->hat + m;
    w->b = w->unit + m;
    w->change = w->b + n;
    return true;
}

static double
probability_of(double eta)
{
    return eta >= 0 ? 1 / (1 + quire_exp(-eta)) : quire_exp(eta) / (1 + quire_exp(eta));
}

/* p (1 - p) without cancellation */
static double
variance_of(double eta)
{
    const double e = quire_exp(-fabs(eta));

    return e / ((1 + e) * (1 + e));
}

/* -2 log of the probability of what happened */
static double
deviance_of(const double *eta, const double *happened, size_t m)
{
    double sum = 0;

    for (size_t i = 0; i < m; i++) {
        const double against = happened[i] > 0 ? -eta[i] : eta[i];
        sum += 2 * (fmax(0, against) + quire_log1p(quire_exp(-fabs(against))));
    }
    return sum;
}

/* diagonal of W^1/2 X (X'W X)^-1 X' W^1/2 */
static void
find_hats(struct work *w, size_t m)
{
    memset(w->hat, 0, m * sizeof *w->hat);
    for (size_t k = 0; k < w->qr.rank; k++) {
        memset(w->unit, 0, m * sizeof *w->unit);
        w->unit[k] = 1;
        quire_qr_product(&w->qr, w->unit);
        for (size_t i = 0; i < m; i++) {
            w->hat[i] += w->unit[i] * w->unit[i];
        }
    }
}

static bool
factor(struct work *w, const struct quire_regressors *x)
{
    for (size_t i = 0; i < x->m; i++) {
        const double root = sqrt(variance_of(w->eta[i]));
        for (size_t j = 0; j < x->n; j++) {
            w->weighted[j * x->m + i] = root * x->x[j * x->m + i];
        }
    }
    return quire_qr_factor(&w->qr, x->m, x->n, w->weighted);
}

/* Newton's step: W^1/2 X change = W^-1/2 (y - p), to Firth's with h (1/2 - p) added to y - p */
static bool
find_step(struct work *w, const struct quire_regressors *x, const double *happened, bool penalise)
{
    if (!factor(w, x)) {
        return false;
    }
    if (penalise) {
        find_hats(w, x->m);
    }
    for (size_t i = 0; i < x->m; i++) {
        const double p = probability_of(w->eta[i]),
                     off = happened[i] > 0 ? probability_of(-w->eta[i]) : -p;
        w->score[i] = (off + (penalise ? w->hat[i] * (0.5 - p) : 0)) / sqrt(variance_of(w->eta[i]));
    }
    quire_qr_transposed(&w->qr, w->score);
    quire_qr_back(&w->qr, w->score);
    memset(w->change, 0, x->n * sizeof *w->change);
    for (size_t k = 0; k < w->qr.rank; k++) {
        w->change[w->qr.column[k]] = w->score[k];
    }
    for (size_t i = 0; i < x->m; i++) {
        w->step[i] = 0;
        for (size_t j = 0; j < x->n; j++) {
            w->step[i] += x->x[j * x->m + i] * w->change[j];
        }
    }
    return true;
}

static double
largest(const double *x, size_t n)
{
    double most = 0;

    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

static void
move(struct work *w, const struct quire_regressors *x, double share)
{
    for (size_t j = 0; j < x->n; j++) {
        w->b[j] += share * w->change[j];
    }
    for (size_t i = 0; i < x->m; i++) {
        w->eta[i] += share * w->step[i];
    }
}

/* Along a direction that never lowers a run's probability the likelihood grows without end; the
 * last steps point there. */
static enum quire_separation
separation_along(const struct work *w, const double *happened, size_t m)
{
    const double most = largest(w->step, m);
    bool all = true;

    for (size_t i = 0; i < m; i++) {
        const double better = happened[i] > 0 ? w->step[i] : -w->step[i];
        if (better < -1e-6 * most) {
            return QUIRE_SEPARATION_NONE;
        }
        all = all && better > 1e-6 * most;
    }
    return all ? QUIRE_SEPARATION_COMPLETE : QUIRE_SEPARATION_QUASI;
}

static bool
iterate(struct work *w, struct quire_logistic *fit, const struct quire_regressors *x,
        const double *happened)
{
    memset(w->b, 0, x->n * sizeof *w->b);
    memset(w->eta, 0, x->m * sizeof *w->eta);
    fit->separation = QUIRE_SEPARATION_NONE;
    fit->converged = false;
    for (fit->iterations = 0; fit->iterations < MOST_ITERATIONS && !fit->converged;) {
        if (!find_step(w, x, happened, fit->penalised)) {
            return false;
        }
        const double most = largest(w->step, x->m), size = largest(w->eta, x->m);
        fit->iterations++;
        if (!fit->penalised && size > APART) {
            fit->separation = separation_along(w, happened, x->m);
            if (fit->separation != QUIRE_SEPARATION_NONE) {
                return true;
            }
        }
        move(w, x, fmin(1, MOST_STEP / most));
        fit->converged = most <= ENOUGH * fmax(1, size);
    }
    return true;
}

static void
judge(struct work *w, struct quire_logistic *fit, const struct quire_regressors *x,
      const double *happened, double confidence)
{
    const double reach = quire_upper_quantile(quire_normal(0, 1), (1 - confidence) / 2);

    for (size_t j = 0; j < x->n; j++) {
        fit->odds[j] = (struct quire_odds){w->b[j], NAN, NAN, NAN, NAN, NAN, true};
    }
    for (size_t k = 0; k < w->qr.rank; k++) {
        struct quire_odds *o = &fit->odds[w->qr.column[k]];
        memset(w->change, 0, x->n * sizeof *w->change);
        w->change[k] = 1;
        quire_qr_forward(&w->qr, w->change);
        double sum = 0;
        for (size_t i = 0; i < w->qr.rank; i++) {
            sum += w->change[i] * w->change[i];
        }
        o->aliased = false;
        o->error = sqrt(sum);
        o->z = o->value / o->error;
        o->p = 2 * quire_above(quire_normal(0, 1), fabs(o->z));
        o->low = o->value - reach * o->error;
        o->high = o->value + reach * o->error;
    }
    for (size_t i = 0; i < x->m; i++) {
        fit->probability[i] = probability_of(w->eta[i]);
    }
    fit->deviance = deviance_of(w->eta, happened, x->m);
}

static double
null_deviance_of(const double *happened, size_t m)
{
    double count = 0;

    for (size_t i = 0; i < m; i++) {
        count += happened[i] > 0 ? 1 : 0;
    }
    const double rest = (double)m - count;
    return -2 * ((count > 0 ? count * quire_log(count / (double)m) : 0) +
                 (rest > 0 ? rest * quire_log(rest / (double)m) : 0));
}

bool
quire_logistic_make(struct quire_logistic *fit, const struct quire_regressors *x,
                    const double *happened, bool penalise, double confidence)
{
    struct work w = {0};

    quire_logistic_clear(fit);
    *fit = (struct quire_logistic){.m = x->m, .n = x->n, .penalised = penalise};
    fit->odds = calloc(x->n + 1, sizeof *fit->odds);
    fit->probability = calloc(x->m + 1, sizeof *fit->probability);
    bool good = fit->odds != NULL && fit->probability != NULL && create(&w, x->m, x->n) &&
                iterate(&w, fit, x, happened);
    if (good && fit->separation != QUIRE_SEPARATION_NONE) {
        const enum quire_separation seen = fit->separation;
        fit->penalised = true;
        good = iterate(&w, fit, x, happened);
        fit->separation = seen;
    }
    good = good && factor(&w, x);
    if (good) {
        judge(&w, fit, x, happened, confidence);
        fit->null_deviance = null_deviance_of(happened, x->m);
    }
    quire_qr_clear(&w.qr);
    free(w.weighted);
    return good;
}

void
quire_logistic_clear(struct quire_logistic *fit)
{
    free(fit->odds);
    free(fit->probability);
    *fit = (struct quire_logistic){0};
}
