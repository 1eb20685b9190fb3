/* Studies: a study file, checked, and the runs that it stands for. The runs are not made one after
 * the other: each follows from the study and its index alone, so that workers, order and resumption
 * change nothing. */
#ifndef QUIRE_STUDY_STUDY_H
#define QUIRE_STUDY_STUDY_H

#include <stdbool.h>
#include <stdint.h>

#include <quire/model.h>

#include "kind/design_layout.h"
#include "text/text.h"

#define QUIRE_STUDY_RUN_LIMIT 1000000000 /* most runs of a study */

/* Const once it is loaded; may be shared between threads. */
struct quire_study;

enum quire_study_role { QUIRE_STUDY_FACTOR, QUIRE_STUDY_NOISE };

/* A parameter of the model that the study varies. Strings are borrowed from the study. */
struct quire_study_variable {
    const char *name; /* of the parameter */
    enum quire_study_role role;
    bool words; /* its values are words, not quantities */
    /* in which its quantities are written, "mm"; "" for plain numbers and words */
    const char *unit;
    const char *const *level; /* texts (n_level); NULL where it takes any value */
    size_t n_level;
    /* SI: what -1 and 1 mean in coded units; of noise these are the values that lie one standard
     * deviation of a normal distribution away from the middle. NaN for words and where the study
     * gives no range */
    double low, high;
    bool logarithmic; /* coded units are linear in the logarithm */
    double step;      /* SI: a range is rounded to low and whole steps above it; NaN: it is not */
    double nominal;   /* SI: the model's own value; NaN for words */
    double cost, cost_exponent; /* of noise: of its tolerance as it is; cost NaN: not given */
};

enum quire_study_better {
    QUIRE_STUDY_ANY,
    QUIRE_STUDY_SMALLER,
    QUIRE_STUDY_LARGER,
    QUIRE_STUDY_NOMINAL
};

struct quire_study_response {
    /* from: dotted name of a figure in summary.json, or a formula of such names */
    const char *name, *from;
    const char *const *figure; /* what it is made of (n_figure): of a formula by its indices */
    size_t n_figure;
    struct quire_formula *formula; /* NULL: the figure itself; owned by the study */
    const char *unit;              /* of the formula's values; NULL without one */
    const char *measured_in;       /* of its values, SI; NULL: known after a run only */
    enum quire_study_better better;
    double target, minimum, maximum, worst, best; /* SI; NaN where not given */
    double importance, shape;                     /* of its desirability */
    int transform; /* of its model: none, log, sqrt, reciprocal, box-cox */
    bool select;   /* its model has the terms that AICc keeps */
    /* of its model: products of variables, by their numbers (n_term); 0: not given */
    const struct quire_term *term;
    size_t n_term;
};

/* One variable's value in a run. */
struct quire_study_value {
    const char *text; /* as `quire run --set name=text` takes it; equal values have equal texts */
    double si;        /* what the text comes to in SI; NaN for words */
    double coded;     /* -1 at low, 1 at high; NaN for words */
    /* number in the list of levels, from 0; -1 where it takes any value, or one outside the list */
    long level;
};

/* One run. Begin with {0}; the same struct may be used for run after run, and is cleared in the
 * end. */
struct quire_study_run {
    uint64_t index;
    /* of the design, from 0; counts points that are left out, so that it stays the same when an
     * <exclude> goes */
    uint64_t point;
    uint64_t outer;     /* point of the outer array, from 0; 0 if there is none */
    uint64_t replicate; /* from 0 */
    /* runs of one replicate with the same number met the same noise, where it was drawn */
    uint32_t noise;
    int block;                       /* from 1 */
    size_t n;                        /* factors first, then noise, in the order of the file */
    struct quire_study_value *value; /* (n) */
    char *text;                      /* of all values */
};

/* Reads and checks the study at `path`, its model, and the one against the other: parameters,
 * units, levels (each is tried in the model), names of responses as far as they are known before a
 * run. On success *out is the caller's, to be freed with quire_study_destroy(). All problems are
 * added to diag. QUIRE_ERROR_FILE: a file cannot be read; QUIRE_ERROR_INPUT: something is refused;
 * QUIRE_ERROR_LIMIT: too many runs. */
quire_status quire_study_load(struct quire_study **out, const char *path, quire_diag *diag);
/* The same of these bytes, which stand for the file at `path`, and may not include others. */
quire_status quire_study_read(struct quire_study **out, const char *path, const char *text,
                              size_t size, quire_diag *diag);
void quire_study_destroy(struct quire_study *study);

const char *quire_study_name(const struct quire_study *study);
/* with its own values of all parameters */
const quire_model *quire_study_read_model(const struct quire_study *study);
/* path of the model file, beginning with the study's folder */
const char *quire_study_model(const struct quire_study *study);
uint64_t quire_study_seed(const struct quire_study *study);
/* of the points of its design */
enum quire_design_layout quire_study_layout(const struct quire_study *study);
enum quire_sampling quire_study_sampling(const struct quire_study *study); /* of its noise */
/* of those of the outer array; free if there is none */
enum quire_design_layout quire_study_noise_layout(const struct quire_study *study);

/* What the blocks of its design are called where their differences are chance, "whole plot"; NULL:
 * there are no such blocks. */
const char *quire_study_random_blocks(const struct quire_study *study);

uint64_t quire_study_runs(const struct quire_study *study);

/* Factors first, then noise, in the order of the file. */
const struct quire_study_variable *quire_study_variables(const struct quire_study *study,
                                                         size_t *n);
const struct quire_study_response *quire_study_responses(const struct quire_study *study,
                                                         size_t *n);

/* Run number `index` < quire_study_runs(study). QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_study_run(const struct quire_study *study, uint64_t index,
                             struct quire_study_run *run);
/* The same from values that were written down, without computing them anew: *same is false where
 * they are none of this study's. Whether they are those of this run remains to be seen. */
struct quire_study_known {
    double number;    /* in the unit of the variable */
    const char *word; /* instead */
};
quire_status quire_study_run_known(const struct quire_study *study, uint64_t index,
                                   const struct quire_study_known *known,
                                   struct quire_study_run *run, bool *same);
/* A run beside the plan, with these values (one for each variable): in SI, of words the number of
 * the level; NaN: the model's own. Its place in the plan is 0. */
quire_status quire_study_run_at(const struct quire_study *study, const double *si,
                                struct quire_study_run *run);
/* Vectors that stand for the noise's distribution in sums over it (n, number of noises), n a good
 * deal larger than that: SI values, of words the number of the level. Normal noise has its exact
 * means and covariances. False when memory runs out. */
bool quire_study_noise_sample(const struct quire_study *study, size_t n, double *out);
/* Draws of the noise (n, number of noises), which no run of the plan has, in the same form. */
bool quire_study_noise_draws(const struct quire_study *study, size_t n, uint64_t seed, double *out);
void quire_study_run_clear(struct quire_study_run *run);

/* Adds the text of the plan: the design with its points and what it can tell apart, the variables,
 * the first runs. */
void quire_study_describe_plan(const struct quire_study *study, struct quire_text *out);

#endif
