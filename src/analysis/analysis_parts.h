/* What the parts of an analysis share. */
#ifndef QUIRE_ANALYSIS_ANALYSIS_PARTS_H
#define QUIRE_ANALYSIS_ANALYSIS_PARTS_H

#include "analysis/analysis.h"
#include "base/arena.h"

/* It is not known whether the run is a jam. */
static inline bool
quire_outcome_is_undecided(enum quire_outcome outcome)
{
    return outcome >= QUIRE_OUTCOME_UNKNOWN;
}

/* Which runs are of one setting, and which are the same run again. */
bool quire_analysis_part(struct quire_analysis *a);
/* Rates of jams: of all, of settings, of levels. */
bool quire_analysis_rates(struct quire_analysis *a);
/* Levels compared within common draws, of what each run came to (n; NaN: not known). */
bool quire_analysis_matched(struct quire_analysis *a, struct quire_matched ***out, const double *y);
bool quire_analysis_matched_jams(struct quire_analysis *a);
/* Summaries of settings, and errors of the means of levels, of one response with numbers y (m) of
 * runs (m). */
bool quire_analysis_scatter(struct quire_analysis *a, struct quire_measured_analysis *out,
                            const struct quire_measured *response);

/* Main effects of all variables, of `order` and beyond what there is: which predictors (with the
 * block's behind them), terms. There is room for one more term. False if memory ran out. */
bool quire_analysis_terms(struct quire_arena *arena, const struct quire_runs *runs,
                          enum quire_model_order order, size_t **predictor, size_t *n_predictor,
                          struct quire_term **term, size_t *n_term);

/* Ratios of signal to noise of one response with numbers y (m) of runs (m). */
bool quire_analysis_signal(struct quire_arena *arena, struct quire_measured_analysis *out,
                           const struct quire_runs *runs, const double *y, const size_t *run,
                           size_t m);

/* The matrix of runs (m) and columns of terms. */
bool quire_analysis_matrix(struct quire_regressors *out, const struct quire_runs *runs,
                           const size_t *predictor, size_t n_predictor,
                           const struct quire_term *term, size_t n_term, const size_t *run,
                           size_t m);

/* How many columns it has; false if memory ran out. */
bool quire_analysis_columns(size_t *n, const struct quire_runs *runs, const size_t *predictor,
                            size_t n_predictor, const struct quire_term *term, size_t n_term);

/* The same as blocks of rows, of a response's model: where there are more runs than are factored
 * whole. To be cleared in any case; `x` has the columns' terms. False if memory ran out. */
struct quire_analysis_rows {
    struct quire_predictor *predictor;
    struct quire_row_source source;
    struct quire_rows rows;
};
bool quire_analysis_rows_begin(struct quire_analysis_rows *out, struct quire_regressors *x,
                               const struct quire_runs *runs,
                               const struct quire_measured_analysis *m, const size_t *run,
                               size_t n);
void quire_analysis_rows_clear(struct quire_analysis_rows *self);

/* Model, effects and surface of one response with numbers y (m) of runs (m). */
bool quire_analysis_model(struct quire_arena *arena, struct quire_measured_analysis *out,
                          const struct quire_runs *runs, const struct quire_model_choice *choice,
                          const double *y, const size_t *run, size_t m, double confidence);

/* The mixed model of one response, where there are random groups. */
bool quire_analysis_mix(struct quire_analysis *a, struct quire_measured_analysis *out,
                        const struct quire_measured *response);

/* What its terms are, where not all that were asked for are there. */
enum quire_model_order quire_analysis_order(const struct quire_measured_analysis *out,
                                            const struct quire_runs *runs);

/* analysis_choice.c: false if memory ran out */

/* The terms that are asked for, of predictors; those that do not vary in these runs are counted. */
bool quire_analysis_take_terms(struct quire_arena *arena, struct quire_measured_analysis *out,
                               const struct quire_runs *runs,
                               const struct quire_model_choice *choice, size_t m);
/* Keeps the terms that AICc keeps, of numbers y (m) of runs (m); blocks stay. */
bool quire_analysis_select(struct quire_measured_analysis *out, const struct quire_runs *runs,
                           const double *y, const size_t *run, size_t m);
/* The power for the response, and y (m) as it is modelled. */
bool quire_analysis_transform(struct quire_measured_analysis *out, const struct quire_runs *runs,
                              enum quire_transform asked, double *y, const size_t *run, size_t m,
                              double confidence);

/* "logarithm, " of what is modelled in place of the response; nothing if that is itself. */
void quire_analysis_modelled(struct quire_text *out, const struct quire_measured_analysis *m);

/* What is sure of the model's numbers: nothing where nothing is drawn; where draws are common, by
 * the scatter between draws. */
bool quire_analysis_sure(struct quire_arena *arena, struct quire_measured_analysis *out,
                         const struct quire_runs *runs, const size_t *run, double confidence);

/* Effects of all orthogonal contrasts of a regular design of two levels, from low to high: one less
 * than points, but for those between blocks (room for m). None of other designs, and of more than
 * 16 variables. False if memory ran out. */
bool quire_analysis_contrasts(double *effect, size_t *n_effect,
                              const struct quire_measured_analysis *out,
                              const struct quire_runs *runs, const double *y, const size_t *run,
                              size_t m);

/* Lack of fit by the scatter of draws at one setting, also where noise is in the model, and what it
 * adds to predictions. Sets fit.lack, fit.pure, pure_error, misfit and misfit_covariance. */
bool quire_analysis_lack(struct quire_arena *arena, struct quire_measured_analysis *out,
                         const struct quire_runs *runs, const size_t *run);

/* The first column of the term that a column belongs to; and what contrast number `contrast` is at
 * a level. */
size_t quire_analysis_first_column(const struct quire_regressors *x, size_t column);
double quire_analysis_contrast(const struct quire_varied *varied, size_t contrast, double level);

/* Columns that cannot be told from others, but for those of blocks, of which nothing is asked. */
size_t quire_analysis_aliased(const struct quire_measured_analysis *m);

/* Indices of one response from the rows as they are. */
bool quire_analysis_given(struct quire_arena *arena, struct quire_given_indices **out,
                          const struct quire_runs *runs, const double *value, double confidence);

/* Indices of one response, by runs: of the factors for the mean over the runs of a point, of the
 * noise about the mean of each point. Nothing where the layout is free. */
bool quire_analysis_sensitivity(struct quire_arena *arena, struct quire_measured_analysis *out,
                                const struct quire_runs *runs, const double *value,
                                double confidence);

#endif
