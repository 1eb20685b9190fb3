#include "predict/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "probability/families.h"

#define MOST_NOISE 256 /* vectors that are taken from the runs */

/* ---- the noise */

static double
value_of(const struct quire_varied *v, size_t run)
{
    return v->words ? (v->which != NULL ? (double)v->which[run] : 0) : v->coded[run];
}

/* the noise of the runs, evenly taken where they are many */
static bool
take_noise_of_runs(struct quire_predictions *self)
{
    const struct quire_runs *runs = self->a->runs;
    const size_t step = runs->n > MOST_NOISE ? (runs->n + MOST_NOISE - 1) / MOST_NOISE : 1;

    self->noise = calloc((runs->n / step + 1) * runs->n_varied + 1, sizeof *self->noise);
    for (size_t r = 0; self->noise != NULL && r < runs->n; r += step, self->n_noise++) {
        for (size_t i = 0; i < runs->n_varied; i++) {
            self->noise[self->n_noise * runs->n_varied + i] = value_of(&runs->varied[i], r);
        }
    }
    return self->noise != NULL;
}

static bool
take_noise(struct quire_predictions *self)
{
    const struct quire_runs *runs = self->a->runs;
    const size_t numbers = runs->n_noise * runs->n_varied;
    bool any = false;

    for (size_t i = 0; i < runs->n_varied; i++) {
        any = any || runs->varied[i].noise;
    }
    if (any && runs->n_noise == 0 && runs->n > 0) {
        return take_noise_of_runs(self);
    }
    any = any && runs->n_noise > 0;
    self->n_noise = any ? runs->n_noise : 1;
    self->noise = calloc((any ? numbers : runs->n_varied) + 1, sizeof *self->noise);
    if (self->noise != NULL && any) {
        memcpy(self->noise, runs->noise, numbers * sizeof *self->noise);
    }
    return self->noise != NULL;
}

/* ---- covariance of the model of jams: (X'WX)^-1 */

static bool
find_jam_covariance(struct quire_predictions *self)
{
    const struct quire_analysis *a = self->a;
    const size_t n = a->odds_x.n, m = a->odds_x.m;
    struct quire_qr qr = {0};

    if (!a->has_odds || a->runs->sampling != QUIRE_SAMPLING_INDEPENDENT) {
        return true;
    }
    double *x = calloc(m * n + 1, sizeof *x), *column = calloc(n + 1, sizeof *column);
    self->jam_covariance = calloc(n * n + 1, sizeof *self->jam_covariance);
    bool good = x != NULL && column != NULL && self->jam_covariance != NULL;
    for (size_t j = 0; good && j < n; j++) {
        for (size_t r = 0; r < m; r++) {
            const double p = a->odds.probability[r];
            x[j * m + r] = a->odds_x.x[j * m + r] * sqrt(p * (1 - p));
        }
    }
    good = good && quire_qr_factor(&qr, m, n, x);
    for (size_t k = 0; good && k < qr.rank; k++) {
        memset(column, 0, n * sizeof *column);
        column[k] = 1;
        quire_qr_forward(&qr, column);
        quire_qr_back(&qr, column);
        for (size_t j = 0; j < qr.rank; j++) {
            self->jam_covariance[qr.column[k] * n + qr.column[j]] = column[j];
        }
    }
    quire_qr_clear(&qr);
    free(x);
    free(column);
    return good;
}

/* ---- the region */

static void
find_region(struct quire_predictions *self)
{
    const struct quire_runs *runs = self->a->runs;

    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        self->low[i] = HUGE_VAL;
        self->high[i] = -HUGE_VAL;
        for (size_t r = 0; r < runs->n; r++) {
            self->low[i] = fmin(self->low[i], value_of(v, r));
            self->high[i] = fmax(self->high[i], value_of(v, r));
        }
    }
}

static size_t
most_columns(const struct quire_analysis *a)
{
    size_t n = a->odds_x.n;

    for (size_t k = 0; k < a->runs->n_measured; k++) {
        n = a->measured[k].fit.n > n ? a->measured[k].fit.n : n;
    }
    return n;
}

/* ---- rows of models */

/* the predictors of a model read what `coded` and `level` hold */
static void
point_predictors(struct quire_predictions *self, const size_t *predictor, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t v = predictor[i];
        self->is_noise[i] = self->a->runs->varied[v].noise;
        self->is_factor[i] = !self->is_noise[i];
        self->predictor[i] = (struct quire_predictor){
            self->a->runs->varied[v].words ? self->a->runs->varied[v].n_level : 0, &self->coded[v],
            &self->level[v]};
    }
}

/* the setting, with vector s of the noise where it is not held */
static void
take_place(struct quire_predictions *self, const double *at, size_t s)
{
    const size_t n = self->a->runs->n_varied;

    for (size_t i = 0; i < n; i++) {
        const struct quire_varied *v = &self->a->runs->varied[i];
        const double value = v->noise && isnan(at[i]) ? self->noise[s * n + i] : at[i];
        self->coded[i] = v->words ? 0 : value;
        self->level[i] = v->words ? (size_t)value : 0;
    }
}

/* terms of a model but blocks, which are 0 on average and come last */
static size_t
count_terms(const struct quire_measured_analysis *m)
{
    return m->n_term - (m->has_block ? 1 : 0);
}

/* of the noise's part of each column, with what is held in `at` */
static void
find_moments(struct quire_predictions *self, const struct quire_measured_analysis *m,
             const double *at, struct quire_noise_moments *out)
{
    const size_t n = m->fit.n, terms = count_terms(m);
    const double weight = 1 / (double)self->n_noise;

    point_predictors(self, m->predictor, m->n_predictor);
    memset(out->mean, 0, n * sizeof *out->mean);
    memset(out->covariance, 0, n * n * sizeof *out->covariance);
    memset(self->row, 0, n * sizeof *self->row);
    for (size_t s = 0; s < self->n_noise; s++) {
        take_place(self, at, s);
        quire_regressors_row(self->row, self->predictor, self->is_noise, m->term, terms);
        for (size_t j = 0; j < n; j++) {
            out->mean[j] += weight * self->row[j];
        }
    }
    for (size_t s = 0; s < self->n_noise; s++) {
        take_place(self, at, s);
        quire_regressors_row(self->row, self->predictor, self->is_noise, m->term, terms);
        for (size_t j = 0; j < n; j++) {
            const double off = self->row[j] - out->mean[j];
            for (size_t k = 0; off != 0 && k < n; k++) {
                out->covariance[j * n + k] += weight * off * (self->row[k] - out->mean[k]);
            }
        }
    }
}

static bool
holds_noise(const struct quire_predictions *self, const double *at)
{
    bool held = false;

    for (size_t i = 0; i < self->a->runs->n_varied; i++) {
        held = held || (self->a->runs->varied[i].noise && !isnan(at[i]));
    }
    return held;
}

/* Makes self->row the factors' part of each column at a setting; returns what the noise adds. */
static const struct quire_noise_moments *
take_setting(struct quire_predictions *self, size_t k, const double *at)
{
    const struct quire_measured_analysis *m = &self->a->measured[k];
    const struct quire_noise_moments *moments = &self->moments[k];

    if (holds_noise(self, at)) {
        find_moments(self, m, at, &self->held);
        moments = &self->held;
    }
    point_predictors(self, m->predictor, m->n_predictor);
    take_place(self, at, 0);
    memset(self->row, 0, m->fit.n * sizeof *self->row);
    quire_regressors_row(self->row, self->predictor, self->is_factor, m->term, count_terms(m));
    return moments;
}

/* of what is modelled */
static bool
predict_modelled(struct quire_predictions *self, size_t k, const double *at, double *mean,
                 double *noise)
{
    const struct quire_measured_analysis *m = &self->a->measured[k];
    const size_t n = m->fit.n;
    double variance = 0;

    if (m->order == QUIRE_MODEL_NONE) {
        return false;
    }
    const struct quire_noise_moments *moments = take_setting(self, k, at);
    double *part = self->sum;
    *mean = 0;
    for (size_t j = 0; j < n; j++) {
        const struct quire_coefficient *c = &m->fit.coefficient[j];
        part[j] = c->aliased ? 0 : c->value * self->row[j];
        *mean += part[j] * moments->mean[j];
    }
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; part[j] != 0 && i < n; i++) {
            variance += part[j] * moments->covariance[j * n + i] * part[i];
        }
    }
    *noise = sqrt(fmax(0, variance));
    return true;
}

/* How fast the response grows with what is modelled: y^(1 - lambda). */
static double
slope_of(const struct quire_measured_analysis *m, double value)
{
    return m->lambda == 1 ? 1 : quire_exp((1 - m->lambda) * quire_log(value));
}

bool
quire_predict_mean(struct quire_predictions *self, size_t k, const double *at, double *mean,
                   double *noise)
{
    const struct quire_measured_analysis *m = &self->a->measured[k];
    double modelled;

    if (!predict_modelled(self, k, at, &modelled, noise)) {
        return false;
    }
    *mean = quire_analysis_value(m, modelled);
    *noise *= slope_of(m, *mean);
    return true;
}

/* ---- one response */

/* of a distribution about 0 whose numbers are `deviation` times as large about `mean` */
static double
share_within(struct quire_distribution of, double mean, double deviation,
             struct quire_limits limits)
{
    double outside = 0;

    if (isnan(limits.minimum) && isnan(limits.maximum)) {
        return (double)NAN;
    }
    if (!(deviation > 0)) {
        return !(mean < limits.minimum) && !(mean > limits.maximum);
    }
    outside += isnan(limits.minimum) ? 0 : quire_below(of, (limits.minimum - mean) / deviation);
    outside += isnan(limits.maximum) ? 0 : quire_above(of, (limits.maximum - mean) / deviation);
    return fmax(0, 1 - outside);
}

double
quire_share_within(double mean, double deviation, struct quire_limits limits)
{
    return share_within(quire_normal(0, 1), mean, deviation, limits);
}

/* Variance of the mean: m'V m with m_j = f_j mean(n_j). And what errors of the coefficients add to
 * the noise's variance on average: the sum of f_j f_k cov(n_j, n_k) V_jk. */
static void
find_variances(const struct quire_measured_analysis *m, const double *row,
               const struct quire_noise_moments *moments, double *of_mean, double *of_noise)
{
    const size_t n = m->fit.qr.rank;

    *of_mean = *of_noise = 0;
    for (size_t j = 0; j < n; j++) {
        const size_t a = m->fit.qr.column[j];
        for (size_t k = 0; k < n; k++) {
            const size_t b = m->fit.qr.column[k];
            const double part = row[a] * m->covariance[j * n + k] * row[b];
            *of_mean += part * moments->mean[a] * moments->mean[b];
            *of_noise += part * moments->covariance[a * m->fit.n + b];
        }
    }
}

static struct quire_interval
interval_of(const struct quire_measured_analysis *m, double middle, double reach)
{
    return (struct quire_interval){quire_analysis_value(m, middle - reach),
                                   quire_analysis_value(m, middle + reach)};
}

/* a limit of what is modelled; NaN: none */
static double
modelled_limit(const struct quire_measured_analysis *m, double limit)
{
    return m->lambda == 1 || isnan(limit) ? limit
           : limit > 0                    ? quire_box_cox(limit, m->lambda)
           : m->lambda > 0                ? -1 / m->lambda
                                          : -HUGE_VAL;
}

/* What the noise adds is known from its distribution, and only the rest estimated, with so many
 * degrees of freedom: those of both after Satterthwaite. */
static struct quire_distribution
distribution_of_run(double estimated, double all, double freedom)
{
    return estimated > 1e-4 * all ? quire_student(freedom * (all / estimated) * (all / estimated))
                                  : quire_normal(0, 1);
}

bool
quire_predict(struct quire_predictions *self, size_t k, const double *at,
              struct quire_prediction *out)
{
    const struct quire_measured_analysis *m = &self->a->measured[k];
    const struct quire_limits limits = self->a->runs->measured[k].limits;
    const double none = (double)NAN;
    double middle, noise;

    *out = (struct quire_prediction){.mean = none,
                                     .mean_error = none,
                                     .of = {none, none},
                                     .run = {none, none},
                                     .noise = none,
                                     .error = none,
                                     .deviation = none,
                                     .within = none};
    if (!predict_modelled(self, k, at, &middle, &noise)) {
        return false;
    }
    const double error = m->misfit > 0 ? m->pure_error : m->fit.freedom > 0 ? m->fit.deviation : 0;
    struct quire_distribution scatter = quire_normal(0, 1);
    double of_run = noise * noise + error * error;
    out->same_noise = quire_analysis_same_noise(self->a, m) != QUIRE_NOISE_DIFFERS;
    out->misfit = m->covariance != NULL && m->misfit > 0;
    out->mean = quire_analysis_value(m, middle);
    out->freedom = m->covariance != NULL ? m->predicted_freedom : m->fit.freedom;
    const double slope = slope_of(m, out->mean);
    if (m->covariance != NULL) {
        double of_mean, of_noise;
        find_variances(m, self->row, take_setting(self, k, at), &of_mean, &of_noise);
        const double tail = (1 - self->a->confidence) / 2,
                     t = quire_upper_quantile(quire_student(m->predicted_freedom), tail);
        of_mean += m->misfit * m->misfit;
        noise = sqrt(fmax(0, noise * noise - of_noise));
        of_run = of_mean + noise * noise + error * error;
        scatter = distribution_of_run(of_mean + error * error, of_run, m->predicted_freedom);
        out->mean_error = slope * sqrt(of_mean);
        out->of = interval_of(m, middle, t * sqrt(of_mean));
        out->run = interval_of(m, middle, quire_upper_quantile(scatter, tail) * sqrt(of_run));
    }
    const double deviation = sqrt(noise * noise + error * error);
    out->within = share_within(scatter, middle, sqrt(of_run),
                               (struct quire_limits){modelled_limit(m, limits.minimum),
                                                     modelled_limit(m, limits.maximum)});
    out->noise = slope * noise;
    out->error = slope * error;
    out->deviation = slope * deviation;
    return true;
}

bool
quire_predict_shares(struct quire_predictions *self, size_t k, const double *at, double *share)
{
    const size_t n = self->a->runs->n_varied;
    double *held = calloc(n + 1, sizeof *held), total = 0;
    bool good = held != NULL;

    for (size_t i = 0; good && i < n; i++) {
        const struct quire_varied *own = &self->a->runs->varied[i];
        share[i] = 0;
        if (!own->noise || !isnan(at[i])) {
            continue;
        }
        for (size_t j = 0; j < n; j++) {
            const struct quire_varied *v = &self->a->runs->varied[j];
            held[j] = at[j];
            if (j == i || !v->noise || !isnan(at[j])) {
                continue;
            }
            held[j] = self->noise[j]; /* words: any */
            for (size_t s = 1; !v->words && s < self->n_noise; s++) {
                held[j] += self->noise[s * n + j];
            }
            held[j] /= v->words ? 1 : (double)self->n_noise;
        }
        double mean, noise;
        good = quire_predict_mean(self, k, held, &mean, &noise);
        share[i] = good ? noise * noise : 0;
        total += share[i];
    }
    for (size_t i = 0; good && total > 0 && i < n; i++) {
        share[i] /= total;
    }
    free(held);
    return good;
}

/* ---- jams */

static double
logistic(double x)
{
    return x > 0 ? 1 / (1 + quire_exp(-x)) : quire_exp(x) / (1 + quire_exp(x));
}

static double
log_odds(double p)
{
    return quire_log(p / (1 - p));
}

/* the share's error on the scale of log odds, by its derivatives */
static void
find_jam_interval(const struct quire_predictions *self, const double *slope,
                  struct quire_predicted_jam *out)
{
    const size_t n = self->a->odds_x.n;
    double variance = 0;

    for (size_t j = 0; j < n; j++) {
        for (size_t k = 0; k < n; k++) {
            variance += slope[j] * self->jam_covariance[j * n + k] * slope[k];
        }
    }
    const double z = quire_upper_quantile(quire_normal(0, 1), (1 - self->a->confidence) / 2),
                 reach = z * sqrt(fmax(0, variance)) / (out->share * (1 - out->share));
    if (out->share > 0 && out->share < 1 && isfinite(reach)) {
        out->of = (struct quire_interval){logistic(log_odds(out->share) - reach),
                                          logistic(log_odds(out->share) + reach)};
    }
}

void
quire_predict_jam(struct quire_predictions *self, const double *at, struct quire_predicted_jam *out)
{
    const struct quire_analysis *a = self->a;
    const size_t n = a->odds_x.n;
    double *slope = self->sum;

    *out = (struct quire_predicted_jam){a->count[QUIRE_OUTCOME_JAM] > 0 && !a->has_odds ? 1 : 0,
                                        {NAN, NAN}};
    if (!a->has_odds) {
        return;
    }
    point_predictors(self, a->odds_predictor, a->n_odds_predictor);
    memset(slope, 0, n * sizeof *slope);
    for (size_t s = 0; s < self->n_noise; s++) {
        double x = 0;
        take_place(self, at, s);
        quire_regressors_row(self->row, self->predictor, NULL, a->odds_term,
                             1 + a->n_odds_predictor);
        for (size_t j = 0; j < n; j++) {
            x += a->odds.odds[j].aliased ? 0 : a->odds.odds[j].value * self->row[j];
        }
        const double p = logistic(x);
        out->share += p / (double)self->n_noise;
        for (size_t j = 0; j < n; j++) {
            slope[j] += p * (1 - p) * self->row[j] / (double)self->n_noise;
        }
    }
    if (self->jam_covariance != NULL) {
        find_jam_interval(self, slope, out);
    }
}

/* ---- begin, end */

static bool
get_moments(struct quire_noise_moments *m, size_t n)
{
    m->mean = calloc(n + 1, sizeof *m->mean);
    m->covariance = calloc(n * n + 1, sizeof *m->covariance);
    return m->mean != NULL && m->covariance != NULL;
}

static bool
find_all_moments(struct quire_predictions *self)
{
    const struct quire_analysis *a = self->a;
    bool good = true;

    for (size_t i = 0; i < a->runs->n_varied; i++) {
        self->coded[i] = a->runs->varied[i].noise ? (double)NAN : 0;
    }
    memcpy(self->sum, self->coded, a->runs->n_varied * sizeof *self->sum);
    for (size_t k = 0; good && k < a->runs->n_measured; k++) {
        const struct quire_measured_analysis *m = &a->measured[k];
        good = get_moments(&self->moments[k], m->fit.n);
        if (good && m->order != QUIRE_MODEL_NONE) {
            find_moments(self, m, self->sum, &self->moments[k]);
        }
    }
    return good;
}

bool
quire_prediction_begin(struct quire_predictions *self, const struct quire_analysis *a)
{
    const size_t n = a->runs->n_varied, columns = most_columns(a);

    *self = (struct quire_predictions){
        .a = a,
        .low = calloc(n + 1, sizeof *self->low),
        .high = calloc(n + 1, sizeof *self->high),
        .coded = calloc(n + 1, sizeof *self->coded),
        .level = calloc(n + 1, sizeof *self->level),
        .row = calloc(columns + 1, sizeof *self->row),
        .sum = calloc(columns + n + 1, sizeof *self->sum),
        .predictor = calloc(n + 1, sizeof *self->predictor),
        .is_factor = calloc(n + 1, sizeof *self->is_factor),
        .is_noise = calloc(n + 1, sizeof *self->is_noise),
        .moments = calloc(a->runs->n_measured + 1, sizeof *self->moments),
    };
    if (self->low == NULL || self->high == NULL || self->coded == NULL || self->level == NULL ||
        self->row == NULL || self->sum == NULL || self->predictor == NULL ||
        self->is_factor == NULL || self->is_noise == NULL || self->moments == NULL ||
        !get_moments(&self->held, columns) || !take_noise(self) || !find_jam_covariance(self) ||
        !find_all_moments(self)) {
        return false;
    }
    find_region(self);
    return true;
}

static void
clear_moments(struct quire_noise_moments *m)
{
    free(m->mean);
    free(m->covariance);
}

void
quire_prediction_clear(struct quire_predictions *self)
{
    for (size_t k = 0; self->moments != NULL && k < self->a->runs->n_measured; k++) {
        clear_moments(&self->moments[k]);
    }
    clear_moments(&self->held);
    free(self->moments);
    free(self->noise);
    free(self->low);
    free(self->high);
    free(self->coded);
    free(self->row);
    free(self->sum);
    free(self->level);
    free(self->predictor);
    free(self->is_factor);
    free(self->is_noise);
    free(self->jam_covariance);
    *self = (struct quire_predictions){0};
}
