/* What the models of an analysis predict at settings of the factors: means over the noise, the
 * scatter that noise causes, shares of jams (doc/theory/optimum.md, 1). */
#ifndef QUIRE_PREDICT_PREDICTION_H
#define QUIRE_PREDICT_PREDICTION_H

#include "analysis/analysis.h"

/* Of one response; SI. Where a power or logarithm of it is modelled, `mean` is the median of the
 * response and deviations are those near it. Intervals are NaN where nothing was drawn. */
struct quire_prediction {
    double mean;               /* over the noise */
    double mean_error;         /* standard error of the mean; NaN where nothing was drawn */
    double freedom;            /* degrees of freedom of intervals */
    struct quire_interval of;  /* of the mean */
    struct quire_interval run; /* of one run */
    double noise;              /* deviation that noise causes */
    double error;              /* of a run about the model */
    double deviation;          /* of runs: both together */
    /* share of runs within the limits: of Student's distribution that `run` is an interval of, of a
     * normal one where nothing was drawn; NaN: no limits */
    double within;
    bool misfit; /* intervals count the lack of fit */
    /* the model has no interactions of factors with noise: `noise` is the same at all settings */
    bool same_noise;
};

struct quire_predicted_jam {
    double share;
    struct quire_interval of; /* of the share; NaN where it is not known */
};

/* Columns of a model are products of a factors' and a noise's part: f_j(x) n_j(z). Means of n_j
 * over the noise, and covariances. */
struct quire_noise_moments {
    double *mean;       /* (n) */
    double *covariance; /* (n, n) */
};

struct quire_predictions {
    const struct quire_analysis *a;
    size_t n_noise;     /* vectors of noise, >= 1 */
    double *noise;      /* (n_noise, n_varied) */
    double *low, *high; /* (n_varied): coded ends of what was run; of words the levels' numbers */
    struct quire_noise_moments *moments; /* (n_measured), where no noise is held */
    /* room */
    struct quire_noise_moments held;
    double *coded, *row, *sum;
    size_t *level;
    struct quire_predictor *predictor;
    bool *is_factor, *is_noise; /* of predictors */
    double *jam_covariance;     /* (n, n) of the columns of odds; NULL where it is not known */
};

/* Start with {0}; clear in the end, before the analysis. False if memory ran out. */
bool quire_prediction_begin(struct quire_predictions *self, const struct quire_analysis *a);
void quire_prediction_clear(struct quire_predictions *self);

/* Of response k at a setting (n_varied): coded values, of words the number of the level; of noise
 * NaN, or a value at which it is held. False where the response has no model. */
bool quire_predict(struct quire_predictions *self, size_t k, const double *at,
                   struct quire_prediction *out);
/* The same without intervals, in less time: its mean, and the deviation that noise causes. */
bool quire_predict_mean(struct quire_predictions *self, size_t k, const double *at, double *mean,
                        double *noise);
/* Share of each noise in the variance that noise causes, each by itself (n_varied); 0 of factors.
 */
bool quire_predict_shares(struct quire_predictions *self, size_t k, const double *at,
                          double *share);

/* Share of a normal distribution within limits; NaN without limits. */
double quire_share_within(double mean, double deviation, struct quire_limits limits);

/* Of jams. Where no run jams the share is 0, where all do 1. */
void quire_predict_jam(struct quire_predictions *self, const double *at,
                       struct quire_predicted_jam *out);

#endif
