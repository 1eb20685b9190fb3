/* A law that is fitted to data: its present parameters, and the search for those that are looked
 * for. */
#ifndef QUIRE_LAWLAB_LAW_FIT_SEARCH_H
#define QUIRE_LAWLAB_LAW_FIT_SEARCH_H

#include "base/arena.h"
#include "kind/attributes.h"
#include "lawlab/law_fit_data.h"

#define QUIRE_FITTED_MOST     16 /* most parameters that are looked for */
#define QUIRE_LAW_FIELDS      64 /* of a law, at most */
#define QUIRE_FITTING_SCANNED 27 /* values that are tried for a start */

/* A parameter that is looked for. One whose range begins at 0 is looked for by its logarithm. */
struct quire_unknown {
    int field;
    bool by_log;
    double lower, upper, scale; /* of what is looked for */
};

struct quire_fitting {
    const struct quire_kind *kind;
    struct quire_kind optional; /* the same with nothing required */
    struct quire_field field[QUIRE_LAW_FIELDS];
    struct quire_object law;
    struct quire_unknown unknown[QUIRE_FITTED_MOST];
    size_t n;
    /* required, but of no effect on the data (n_blind) */
    int blind[QUIRE_FITTED_MOST];
    size_t n_blind;
    struct quire_fit_points points;
    struct quire_arena *arena;
    quire_diag *diag;
    /* memory ran out in a trial, which counts as one that the law refuses */
    bool *starved;
};

/* The present value of a parameter. */
double *quire_fitting_value(const struct quire_fitting *f, int field);

/* Whether the law takes its present parameters; says why it refuses them, if it does. */
bool quire_fitting_is_allowed(const struct quire_fitting *f);
void quire_fitting_tell_refusal(const struct quire_fitting *f);

/* What the law is off by at each datum, as a part of the largest; false where it gives no number.
 */
bool quire_fitting_evaluate(const struct quire_fitting *f, double *r);
/* The sum of the squares of that; infinite where there is none. */
double quire_fitting_sum(const struct quire_fitting *f);

/* Looks for one parameter more, or no longer for the last one, which gets this value. */
void quire_fitting_add(struct quire_fitting *f, int field);
void quire_fitting_drop(struct quire_fitting *f, double value);

/* A value for scans: the i-th of QUIRE_FITTING_SCANNED. */
double quire_fitting_scanned(const struct quire_field *p, int i);
/* The best of some values over the whole range for each unknown from the first one on, one after
 * the other, in two rounds; the sum of squares. */
double quire_fitting_scan(const struct quire_fitting *f, size_t first);
/* Least squares from the present values; the sum, infinite if there is no way. */
double quire_fitting_search(struct quire_fitting *f, double *deviation);

#endif
