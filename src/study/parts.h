/* What the files of a study share. */
#ifndef QUIRE_STUDY_PARTS_H
#define QUIRE_STUDY_PARTS_H

#include "base/arena.h"
#include "design/params.h"
#include "formula/formula.h"
#include "kind/design.h"
#include "kind/value.h"
#include "model/object.h"
#include "probability/distribution.h"
#include "study/study.h"

/* a value's text with its NUL */
#define QUIRE_STUDY_TEXT_SIZE      (QUIRE_QUANTITY_LIMIT + QUIRE_DIMENSION_SIZE)
#define QUIRE_STUDY_QUANTITY_LIMIT 100 /* longest text of a quantity in a study [bytes] */

/* The inner side of a variable. */
struct quire_study_own {
    const struct quire_object *object; /* <factor> or <noise> */
    struct quire_study_variable *seen; /* the outer side */
    struct quire_dimension dimension;
    double unit;                            /* worth of the unit in SI */
    const char *nominal;                    /* the model's own value, as text of this study */
    double first, last;                     /* ends of a range, in the unit; NaN if there is none */
    double step;                            /* in the unit; NaN if there is none */
    const double *level_si;                 /* (n_level); NULL for words */
    struct quire_distribution distribution; /* family NULL: a factor, or discrete */
    const double *share;                    /* discrete: cumulative probability (n_level) */
    bool alike;                             /* discrete: all levels are equally likely */
    /* outer array: root mean square of the column's coded values */
    double spread;
};

/* Points of the design that no <exclude> leaves out. */
struct quire_study_left {
    struct quire_formula **formula; /* (n) */
    size_t n;
    /* points left in before each chunk (n_chunk + 1); NULL: all points are left in */
    uint64_t *before;
    size_t n_chunk;
};

/* A design of the factors: the first, or one that augments those before it. */
struct quire_study_part {
    const struct quire_object *object;
    struct quire_design_plan plan;
    uint64_t first; /* its first point's number among all */
    int block;      /* blocks before its own */
};

struct quire_study {
    struct quire_arena *arena;
    quire_model *file, *model;
    const char *folder, *model_path;
    const struct quire_study_params *params;
    struct quire_study_variable *variable; /* (n_factor + n_noise) */
    struct quire_study_own *own;           /* the same */
    /* factors of one level are held, and come after all others (n_designed): no design has a column
     * of them */
    size_t n_factor, n_designed, n_noise;
    struct quire_study_response *response; /* (n_response) */
    size_t n_response;
    const struct quire_object *design_object, *outer_object; /* outer: NULL if there is none */
    /* (n_part): designs of the factors, in the order of the file */
    struct quire_study_part *part;
    size_t n_part;
    struct quire_design_column *column;     /* (n_factor + n_noise) */
    struct quire_design_plan design, outer; /* design: n_designed columns */
    struct quire_study_left left;
    /* rows of the factor of the noise's correlations (n_noise x n_noise); NULL: none */
    double *cholesky;
    uint64_t points, outer_points, replicates, runs;
};

/* about.c: what is known of a study that was read */

/* What the model says of the variable's parameter. */
const struct quire_parameter *quire_study_parameter(const struct quire_study *study,
                                                    const struct quire_study_own *v);
/* What the kind of a <design> does. */
const struct quire_design_ops *quire_study_ops(const struct quire_object *design);

/* value.c: values and their texts */

/* Digits of numbers that are computed: enough for nothing to be lost that matters, few enough for
 * 0.85 to be 0.85. */
#define QUIRE_STUDY_DIGITS 15
/* The unit at the end of a quantity's text. */
const char *quire_study_unit_of(const char *text);
/* Reads a text of `object`'s attribute `name` as a value of the variable; *number in its unit.
 * Reports what is wrong. */
bool quire_study_read_value(const struct quire_study_own *v, const char *name, const char *text,
                            double *number, quire_diag *diag);
/* Sets a value from what a design says; `text` becomes its text. */
void quire_study_set(const struct quire_study_own *v, const struct quire_design_value *from,
                     struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE]);
/* Sets it to a number in the variable's unit, rounded to so many digits (17: exactly); in SI; to a
 * level. */
void quire_study_set_number(const struct quire_study_own *v, double number, int digits,
                            struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE]);
void quire_study_set_si(const struct quire_study_own *v, double si, struct quire_study_value *value,
                        char text[QUIRE_STUDY_TEXT_SIZE]);
/* false where it has no number that it could be */
bool quire_study_set_known(const struct quire_study_own *v, const struct quire_study_known *known,
                           struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE]);
void quire_study_set_level(const struct quire_study_own *v, size_t level,
                           struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE]);
/* The value for which `below` and `above` are the probabilities on both sides, and z the standard
 * normal number. */
void quire_study_set_tails(const struct quire_study_own *v, double below, double above, double z,
                           struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE]);

/* levels.c: lists of values */

/* Texts between commas, without blanks around them, in the arena. *out NULL on failure, which is
 * reported. */
size_t quire_study_split(struct quire_arena *arena, const struct quire_object *object,
                         const char *name, const char *text, const char *const **out,
                         quire_diag *diag);
/* Fills the variable's levels from a list of texts. */
quire_status quire_study_read_levels(struct quire_study *study, struct quire_study_own *v,
                                     const char *levels, quire_diag *diag);

/* variable.c: variables */

/* Fills own and seen from the object; the model is loaded. */
quire_status quire_study_read_variable(struct quire_study *study, size_t i, quire_diag *diag);

/* noise.c: distributions and correlations */

quire_status quire_study_read_noise(struct quire_study *study, size_t i, quire_diag *diag);
quire_status quire_study_read_correlations(struct quire_study *study, quire_diag *diag);
/* Refuses noise that can leave the range of its parameter: drawn with more than negligible
 * probability, or as an outer array sets it; and discrete noise whose levels an outer array sets
 * more or less often than they occur. The plan is made. */
quire_status quire_study_check_noise(const struct quire_study *study, quire_diag *diag);

/* trial.c: the study against its model */

quire_status quire_study_check_parameters(struct quire_study *study, quire_diag *diag);
quire_status quire_study_try_levels(struct quire_study *study, quire_diag *diag);
/* response.c */
quire_status quire_study_read_responses(struct quire_study *study, quire_diag *diag);

/* plan.c: designs, and which of their points are run */

quire_status quire_study_make_plan(struct quire_study *study, quire_diag *diag);
/* The number in the design of point `i` of those left in. */
uint64_t quire_study_point(const struct quire_study *study, uint64_t i);

/* left.c: what the points can tell that no <exclude> leaves out */
void quire_study_describe_left(const struct quire_study *study, struct quire_text *out);

/* joined.c: designs that augment others */

/* One plan of n parts, whose places among all points and blocks it fills. */
quire_status quire_study_join(struct quire_design_plan *out, struct quire_study_part *part,
                              size_t n, struct quire_arena *arena, quire_diag *diag);

#endif
