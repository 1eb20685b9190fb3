/* What came of the runs of a study, design by design: runs of equal factors are one design. */
#ifndef QUIRE_ADAPTIVE_DESIGNS_H
#define QUIRE_ADAPTIVE_DESIGNS_H

#include "adaptive/surrogate.h"
#include "store/store.h"

struct doe_designs {
    size_t n, k;           /* designs, in the order of the plan; factors */
    struct doe_axis *axis; /* (k) */
    double *x;             /* (n x k): coded, of words the number of the level */
    /* (n): mean of the response over runs that did not jam, NaN if all did; without the effects of
     * draws that other designs met as well; and its variance, where draws tell it */
    double *mean, *noise;
    double *score; /* (n): empirical logit of the share of jams */
    /* (n): all runs, those with a number, jams, those without a verdict */
    size_t *runs, *numbers, *jams, *without;
    uint64_t *run; /* (n): the first one's number */
    size_t most_runs;
    bool noise_known;
    double least, most; /* mean */
};

/* Reads the store: the factors are the study's, and `response` one of its responses. Clear in any
 * case. */
quire_status doe_designs_gather(struct doe_designs *out, const struct doe_work *work,
                                struct doe_store *store, size_t response, quire_diag *diag);
void doe_designs_clear(struct doe_designs *self);

/* How many factors come first among the variables. */
size_t doe_designs_factors(const struct doe_work *work);
/* Refuses factors without a range or a list of values; those that it has are described in
 * out->axis. */
quire_status doe_designs_describe(struct doe_designs *out, const struct doe_work *work,
                                  quire_diag *diag);

/* Where `attribute="name"` stands in the study file; its line is 0 if it does not. */
struct quire_place doe_designs_place(const struct doe_work *work, const char *attribute,
                                     const char *name);

/* The score of a design with so many jams of so many runs; `count` may lie in between. */
double doe_designs_score(double count, double runs);

/* Appends the texts of the factors at x (k) with commas between them, as a table has them: numbers
 * are rounded to about 1e-4 of their range. */
quire_status doe_designs_write(const struct doe_work *work, const double *x, struct quire_text *out,
                               quire_diag *diag);

#endif
