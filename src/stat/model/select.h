/* Which of the candidate terms a linear model keeps, by the corrected criterion of Akaike. */
#ifndef QUIRE_STAT_MODEL_SELECT_H
#define QUIRE_STAT_MODEL_SELECT_H

#include "stat/model/status.h"
#include "stat/regressors.h"

struct quire_selection_term {
    bool kept;
    bool aliased;    /* all its columns depend on those of earlier terms: never kept */
    bool changeable; /* it alone may leave (if kept) or enter (if not), by heredity and runs */
    double change;   /* of AICc if it does; 0 if it may not */
};

struct quire_selection {
    size_t n_term;
    struct quire_selection_term *term; /* (n_term) */
    double aicc, full_aicc; /* of the model kept; of the fullest model the search began with */
    double sum;             /* of squared residuals of the model kept, (unit of y)^2 */
    size_t rank;            /* columns of the model kept that are independent */
    bool all_compared;      /* no other admitted model has a smaller AICc */
};

/* AICc = m ln(sum/m) + 2 k + 2 k (k + 1)/(m - k - 1), k = rank + 1 (Hurvich and Tsai 1989,
 * Biometrika 76, 297). Additive constants of the likelihood are left out, as in R's extractAIC. A
 * model is admitted only if m - k - 1 > 0; `sum` counts as 1e-26 of that of y's squares at least.
 * Returns HUGE_VAL if the model is not admitted. */
double quire_aicc(size_t m, size_t rank, double sum);

/* Keeps heredity: a term leaves only if no term kept contains it, and enters only if all candidates
 * within it are kept (those aliased aside). The constant and the terms that are `fixed` (n_term;
 * may be NULL), as blocks are, never leave. Steps one term at a time, out or in, from the fullest
 * model admitted and from the least; with at most 12 terms to choose from all models are compared
 * as well. x must be the regressors of all n_term candidates, y (m).
 * NOT_FINITE, CONSTANT; SATURATED: not even the least model is admitted. Start with {0}; clear in
 * the end, whatever is returned. */
enum quire_model_status quire_selection_make(struct quire_selection *out,
                                             const struct quire_regressors *x,
                                             const struct quire_term *term, size_t n_term,
                                             const bool *fixed, const double *y);
/* The same where the rows of x stand for so many runs, as those of a triangle do. */
enum quire_model_status quire_selection_of_runs(struct quire_selection *out,
                                                const struct quire_regressors *x,
                                                const struct quire_term *term, size_t n_term,
                                                const bool *fixed, const double *y, size_t runs);
void quire_selection_clear(struct quire_selection *s);

#endif
