/* The whole analysis of a study: what is said about its runs, in one struct. */
#ifndef QUIRE_ANALYSIS_ANALYSIS_H
#define QUIRE_ANALYSIS_ANALYSIS_H

#include <stdint.h>

#include "analysis/agreement.h"
#include "kind/design_layout.h"
#include "stat/effects.h"
#include "stat/logistic.h"
#include "stat/matched.h"
#include "stat/model/boxcox.h"
#include "stat/model/diagnose.h"
#include "stat/model/mixed.h"
#include "stat/rate.h"
#include "stat/sensitivity.h"
#include "stat/surface.h"
#include "text/text.h"

#define QUIRE_ANALYSIS_LEVELS 12  /* a variable with more different values has no levels */
#define QUIRE_ANALYSIS_CELLS  200 /* larger tables of pairs are not made */

/* What was varied. Arrays are by run (n). */
struct quire_varied {
    const char *name, *unit; /* unit of the texts; "" for plain numbers and words */
    bool noise, words;
    const char *const *level; /* texts (n_level) */
    size_t n_level;           /* 0: too many values to be levels */
    const size_t *which;      /* level of each run; NULL without levels */
    const double *coded;      /* -1 to 1; NULL for words */
    /* of each run's value, where there are no levels; NULL: see quire_runs.write_text */
    const char *const *text;
    const char *low, *high; /* texts of -1 and 1; NULL where they are not known */
    /* of numbers: SI values of -1 and 1; coded values are linear in the logarithm; what 1 `unit` is
     * in SI */
    double low_si, high_si;
    bool logarithmic;
    double worth;
    bool component; /* of a mixture: its coded value is its share of the total, 0 to 1 */
};

/* It is an input of a design that indices are from, of the factors or of the noise: a factor of one
 * level is held, and comes behind those that the design varies. */
static inline bool
quire_varied_is_input(const struct quire_varied *v, bool noise)
{
    return v->noise == noise && (noise || v->n_level != 1);
}

/* What is desired of a response (SI; NaN: not given). */
enum quire_better { QUIRE_BETTER_ANY, QUIRE_BETTER_LESS, QUIRE_BETTER_MORE, QUIRE_BETTER_TARGET };
struct quire_goal {
    enum quire_better better;
    double target, worst, best; /* best: desirability 1; worst: 0 */
    double importance, shape;   /* > 0: exponents, among responses and along the way */
};

/* What is modelled in place of a response y > 0: (y^lambda - 1)/lambda, ln y for 0. */
enum quire_transform {
    QUIRE_TRANSFORM_NONE,
    QUIRE_TRANSFORM_LOG,        /* lambda 0 */
    QUIRE_TRANSFORM_ROOT,       /* 1/2 */
    QUIRE_TRANSFORM_RECIPROCAL, /* -1 */
    QUIRE_TRANSFORM_POWER       /* the usual power that the runs suggest */
};
/* The model that is asked for. */
struct quire_model_choice {
    enum quire_transform transform;
    bool select; /* only terms that AICc keeps */
    /* by numbers of variables, ascending (n_term): without the constant; 0: the fullest model */
    const struct quire_term *term;
    size_t n_term;
};

struct quire_measured {
    const char *name, *unit;
    struct quire_limits limits;
    const double *value; /* by run (n), SI; NaN: none */
    struct quire_goal goal;
    struct quire_model_choice choice;
};

enum quire_outcome {
    QUIRE_OUTCOME_PASSED,
    QUIRE_OUTCOME_JAM,
    QUIRE_OUTCOME_OTHER, /* a check failed that is no jam */
    /* came to no end: it has no responses; from here on it is undecided whether it is a jam */
    QUIRE_OUTCOME_UNKNOWN,
    QUIRE_OUTCOME_DOUBTFUL,
    QUIRE_OUTCOME_NOT_EVALUATED,
    QUIRE_OUTCOMES
};

/* "passed", "jam", "failed", ...: the words of verdicts on the terminal and on pages. */
const char *quire_outcome_word(enum quire_outcome outcome);

/* Groups of runs that have a random effect in common, such as batches. */
struct quire_groups {
    const char *name;
    size_t n_level;
    const size_t *level; /* by run (n) */
};

/* Runs of a study that are done. */
struct quire_runs {
    /* of the points of the factors' design, and of the outer array */
    enum quire_design_layout layout, noise_layout;
    const char *name; /* of the study */
    /* what repeats a run, but for its values: "quire run model.xml"; may be NULL */
    const char *command;
    uint64_t planned;
    size_t n;
    const uint64_t *index; /* (n): number in the plan */
    const size_t *point;   /* (n): runs of one point differ by noise alone */
    enum quire_sampling sampling;
    /* (n): runs whose factors have the same values have the same number; NULL: `point` */
    const size_t *setting;
    /* (n): runs that met the same noise have the same number; NULL: each run met its own */
    const size_t *draw;
    /* (n): point of the outer array, and replicate; NULL: all the same */
    const size_t *outer, *replicate;
    const size_t *block; /* (n): block of each run, from 0; may be NULL if there is one */
    size_t n_block;
    const unsigned char *outcome; /* (n): enum quire_outcome */
    bool without_verdicts;        /* nothing says which runs are jams: `outcome` has no meaning */
    size_t n_varied, n_measured;
    const struct quire_varied *varied;
    const struct quire_measured *measured;
    /* appends the text of a variable's value in a run, where it is not kept; may be NULL */
    void (*write_text)(void *of, size_t variable, size_t run, struct quire_text *out);
    void *text_of; /* its `of` */
    size_t n_random;
    const struct quire_groups *random; /* (n_random) */
    /* noise is the error within groups and between them: mixed models have none of its terms */
    bool noise_is_error;
    bool wants_indices; /* of sensitivity, from points that are not made for them */
    /* vectors of noise that stand for its distribution (n_noise, n_varied), all equally likely:
     * coded values, of words the number of the level; 0: those of the runs */
    size_t n_noise;
    const double *noise;
    const struct quire_comparison *comparison; /* with measurements; NULL: there are none */
};

/* How much the runs of one point scatter, as Taguchi's ratios of signal to noise [dB]; NaN where
 * they have no meaning. */
struct quire_signal {
    size_t point, run; /* its number, and one of its runs */
    /* runs with a number, and without: if there are any, the others are survivors */
    size_t n, missing;
    double mean, deviation;
    struct quire_ratios ratio;
};

/* One setting of the factors: all that was run of it is drawn from the same population, if it is
 * drawn. */
struct quire_setting_rate {
    size_t run;            /* one of its runs */
    struct quire_rate jam; /* each draw counts once */
};
struct quire_setting_summary {
    size_t missing; /* draws without a number */
    struct quire_statistics of;
};

/* One variable's levels against something that happens. */
struct quire_level_rates {
    struct quire_rate *rate; /* (n_level) */
    /* the least of Fisher's tests of a level against all others, times their number; of no meaning
     * unless draws are independent */
    double least_p;
    size_t level; /* the one it belongs to */
};

enum quire_model_order {
    QUIRE_MODEL_NONE,
    QUIRE_MODEL_MAIN,
    QUIRE_MODEL_NOISE_INTERACTIONS, /* of factors with noise, which make a design robust or not */
    QUIRE_MODEL_INTERACTIONS,
    QUIRE_MODEL_SQUARES
};

struct quire_bar {
    size_t column;
    double effect; /* from -1 to 1, see quire_standard_effects() */
    double place;  /* on the axis of a half-normal plot */
};

/* Indices of sensitivity by factor or by noise, in the order of the study. */
struct quire_indices {
    size_t n; /* inputs; 0: there are no indices */
    /* rows that are complete, or trajectories that were begun; of noise at all points of the
     * factors together */
    size_t rows;
    struct quire_index *first, *whole; /* of Sobol'; NULL: the others */
    /* of two-factor interactions, (n (n - 1) / 2): (0, 1), (0, 2), ...; NULL unless the design is
     * made for them */
    struct quire_index *second;
    struct quire_morris *morris; /* for a change from low to high, -1 to 1 in coded units */
};

/* Indices of Sobol' of rows that no design made for them, where they are asked for. */
struct quire_given_indices {
    size_t n, rows;            /* inputs that differ; rows with a number */
    const size_t *input;       /* (n): numbers of variables */
    bool enough;               /* rows, for what follows */
    struct quire_index *first; /* (n) */
    /* of a process that is fitted to the rows; only where it predicts them well enough: q2 is the
     * share of the variance of each row that it predicts by the others */
    bool has_total;
    struct quire_index *total; /* (n) */
    double q2;
};

/* The mixed model of a response, where there are random groups. */
struct quire_mixed_analysis {
    enum quire_model_status status; /* `of` has a meaning where it is FINE */
    struct quire_term *term;        /* (n_term), of the model's predictors */
    size_t n_term;
    struct quire_regressors x;
    struct quire_mixed of;
};

struct quire_measured_analysis {
    size_t n, missing; /* runs with a number, and without */
    /* of all; with intervals and capability only where all are draws at one setting */
    struct quire_statistics summary;
    struct quire_setting_summary *setting; /* (n_setting); NULL where nothing is drawn */
    size_t n_repeated;                     /* points that were run more than once */
    size_t n_incomplete;                   /* and of which some runs have no number */
    /* (n_varied): levels compared within draws, (quire_matched_pairs(n_level)); NULL unless draws
     * are common */
    struct quire_matched **matched;
    struct quire_cell **level; /* (n_varied): cells (n_level); NULL without levels */
    struct quire_cell **pair;  /* (n_varied^2), of i < j: cells (n_level_i, n_level_j); else NULL */
    /* where points were run more than once, else nothing */
    size_t n_signal;
    struct quire_signal *signal; /* (n_signal), in the order of their numbers */
    /* (n_varied): means over the points of a level (n_level); NULL of noise and without levels */
    struct quire_ratios **signal_level;
    /* the model: numbers by their coded values, words and blocks by sum contrasts */
    enum quire_model_order order;
    /* of what is modelled; 1: the response itself. `asked` could not be done: it has numbers that
     * are not positive */
    double lambda;
    bool not_positive;
    size_t
        n_dropped; /* terms that selection left out; `unknown` of the terms asked for do not vary */
    size_t n_unknown;
    bool has_power; /* Box and Cox's power was found */
    struct quire_box_cox_fit power;
    bool has_diagnosis; /* of each run, by quire_diagnose_run() */
    bool has_block;     /* blocks are its last term: predictor number n_predictor */
    size_t n_predictor, n_term;
    /* (n_predictor + 1): numbers of variables; behind them n_varied, which stands for the block */
    size_t *predictor;
    struct quire_term *term;   /* (n_term), of predictors */
    struct quire_regressors x; /* of runs with a number */
    struct quire_fit fit;
    struct quire_f_test *anova, residual; /* (n_term), type II */
    /* of the coefficients that are known, in the order of fit.qr.column (rank, rank); NULL where
     * nothing is drawn. Degrees of freedom of intervals of what the model predicts */
    double *covariance, predicted_freedom;
    /* of runs of one setting about the model, by their draws alone; NaN where settings were not
     * repeated, or nothing is drawn */
    double pure_error;
    /* deviation of settings from the model beyond chance, where lack of fit has p < 0.25, else 0;
     * degrees of freedom of means with it; what it adds to `covariance` (in it already) */
    double misfit, misfit_freedom, *misfit_covariance;
    /* common draws that interactions of factors with noise need; more than there are: they were
     * left out (draws: how many there are) */
    size_t draws, draws_needed;
    struct quire_mixed_analysis *mixed; /* NULL without random groups */
    size_t n_bar;
    struct quire_bar *bar; /* (n_bar), the largest first */
    /* of all orthogonal contrasts of the points (n_contrast), where they have them; else of bars */
    struct quire_lenth lenth;
    size_t n_contrast;
    /* what an effect passes only by chance, by the error of a run, where points were run more than
     * once with draws of their own, or have no orthogonal contrasts; else NaN */
    double error_margin;
    struct quire_indices of_factors, of_noise; /* where the points are made for them */
    struct quire_given_indices *given;         /* NULL unless they are asked for */
    /* the surface of the predictors, where all are numbers and squares are known */
    bool has_surface, inside; /* inside: the stationary point lies where runs are */
    struct quire_surface surface;
    double *stationary, *along, *axis; /* (n_predictor), (n_predictor), (n_predictor^2) */
};

struct quire_analysis {
    const struct quire_runs *runs;
    double confidence;
    size_t count[QUIRE_OUTCOMES]; /* runs by enum quire_outcome */
    size_t undecided;             /* runs of which it is not known whether they are jams */
    /* the runs of a setting are independent draws: rates and means of it have intervals */
    bool random;
    size_t n_setting;
    struct quire_setting_rate *setting; /* (n_setting), as they come among the runs */
    size_t *of_setting;                 /* (n) */
    size_t *by_setting;                 /* (n): runs, setting by setting */
    /* (n): an earlier run has the same setting and draw: it is the same run */
    bool *again;
    /* of all runs; with intervals only where all are draws at one setting, as those of levels */
    struct quire_rate jam;
    struct quire_level_rates *jam_by, *unknown_by; /* (n_varied); rate NULL without levels */
    struct quire_matched **jam_matched;            /* (n_varied): as those of responses */
    /* jams on main effects; where there are some, but not always */
    bool has_odds;
    size_t n_odds_predictor, *odds_predictor;
    struct quire_regressors odds_x;
    struct quire_term *odds_term;
    struct quire_logistic odds;
    struct quire_measured_analysis *measured; /* (n_measured) */
    struct quire_arena *arena;
};

/* Analyses runs, which must outlive the analysis. Start with {0}; clear in the end. False if memory
 * ran out. */
bool quire_analyse(struct quire_analysis *out, const struct quire_runs *runs, double confidence);
void quire_analysis_clear(struct quire_analysis *analysis);

/* Some of what was varied are components of a mixture: models are Scheffe's, without a constant,
 * which the components come to. */
bool quire_analysis_is_mixture(const struct quire_runs *runs);

/* The coded value of an SI value of a number, and back. */
double quire_analysis_coded(const struct quire_varied *varied, double si);
double quire_analysis_si(const struct quire_varied *varied, double coded);

/* What a model's value means: of the response, of what is modelled. */
double quire_analysis_value(const struct quire_measured_analysis *m, double modelled);

/* The name of a model's column: "mu", "mu x load", "mu^2", "medium=card-300", "block=2". */
void quire_analysis_column(struct quire_text *out, const struct quire_runs *runs,
                           const size_t *predictor, const struct quire_term *term,
                           const struct quire_regressors *x, size_t column);

/* The name of a term: "mu x load^2", "medium", "block". */
void quire_analysis_term_name(struct quire_text *out, const struct quire_runs *runs,
                              const size_t *predictor, const struct quire_term *term);

/* The name of a column of the response's mixed model. */
void quire_analysis_mixed_column(struct quire_text *out, const struct quire_analysis *analysis,
                                 const struct quire_measured_analysis *m, size_t column);

/* Why what noise does to a response is the same at all settings of the factors, so that no setting
 * is more robust than another by its model. */
enum quire_same_noise {
    QUIRE_NOISE_DIFFERS,     /* it is not the same, or there is no noise or no factor */
    QUIRE_NOISE_FEW_DRAWS,   /* common draws are too few for interactions of factors with noise */
    QUIRE_NOISE_FEW_RUNS,    /* runs are */
    QUIRE_NOISE_BY_CHOICE,   /* terms were asked for, without any of these */
    QUIRE_NOISE_BY_SELECTION /* AICc left all of them out */
};
enum quire_same_noise quire_analysis_same_noise(const struct quire_analysis *analysis,
                                                const struct quire_measured_analysis *m);
/* Appends it in words, of a response that it is true of; and a line for each reason. */
void quire_analysis_noise_warning(struct quire_text *out, const struct quire_analysis *analysis,
                                  const struct quire_measured_analysis *m);
void quire_analysis_noise_warnings(struct quire_text *out, const struct quire_analysis *analysis);
/* Appends a line for each response whose model misses the settings by more than chance. */
void quire_analysis_lack_warnings(struct quire_text *out, const struct quire_analysis *analysis);

/* Appends one sentence on how many runs jam, and what may be concluded. */
void quire_analysis_sentence(struct quire_text *out, const struct quire_analysis *analysis);

/* Appends the rates of the settings, where they are rates, a line each: those with the most jams,
 * `most` lines at most. */
void quire_analysis_settings(struct quire_text *out, const struct quire_analysis *analysis,
                             size_t most);

/* Appends a line for each run that is farther from the model of all others than chance takes the
 * farthest of them. */
void quire_analysis_wild_warnings(struct quire_text *out, const struct quire_analysis *analysis);

/* Appends what terms a model has: "main effects, interactions and squares". */
void quire_analysis_kinds(struct quire_text *out, const struct quire_runs *runs,
                          const struct quire_measured_analysis *m);

/* Appends the model of each response: what it explains, and its coefficients, a line each, `most`
 * at most; nothing of a response with a mixed model, which replaces it. */
void quire_analysis_models(struct quire_text *out, const struct quire_analysis *analysis,
                           size_t most);

/* Appends the mixed model of each response, where there are random groups: variances, coefficients
 * with errors, and F tests of terms, both after Kenward and Roger. */
void quire_analysis_mixed(struct quire_text *out, const struct quire_analysis *analysis);

/* Appends indices of sensitivity that were asked for. */
void quire_analysis_given_text(struct quire_text *out, const struct quire_analysis *analysis);

/* Appends how measurements and runs compare, of each response that was measured. */
void quire_analysis_agreement(struct quire_text *out, const struct quire_runs *runs);

/* Appends the text of a variable's value in a run; false if it is not known. */
bool quire_analysis_run_text(struct quire_text *out, const struct quire_runs *runs, size_t variable,
                             size_t run);

/* "mu=0.5, load=4 N": the factors of a run. */
void quire_analysis_setting_name(struct quire_text *out, const struct quire_runs *runs, size_t run);

/* Appends sentences about what is missing and what cannot be concluded, one a line; nothing if all
 * is well. */
void quire_analysis_warnings(struct quire_text *out, const struct quire_analysis *analysis);

#endif
