/* The space in which distances from a design are measured: what a study varies, in units of
 * tolerances. A deviation of 1 is half the range of a factor, and for noise one coordinate of
 * independent standard normal numbers, which the study's distributions and correlations turn into
 * values as for drawn noise. Derived in doc/theory/boundary.md. */
#ifndef QUIRE_STUDY_SPACE_H
#define QUIRE_STUDY_SPACE_H

#include "study/study.h"

struct quire_study_space {
    const struct quire_study *study;
    /* coordinates: the variable of each (n). Words are none, they stay as they are; but those of
     * noise alone may be */
    size_t n, *variable;
    double *middle; /* the present design, as quire_study_run_at() takes it (n_variable) */
    /* of noise: the standard normal number of its present value (n_variable) */
    double *score;
    double *own; /* room (2 * n_variable) */
};

/* The present design has the model's own values of factors and words, and the medians of noise.
 * Refuses words whose noise is correlated: `path` is the study's. Clear in any case. */
quire_status quire_study_space_make(struct quire_study_space *out, const struct quire_study *study,
                                    const char *path, quire_diag *diag);
/* The same with all noise as coordinates, words too, and nothing else: factors stay. */
quire_status quire_study_space_make_noise(struct quire_study_space *out,
                                          const struct quire_study *study, const char *path,
                                          quire_diag *diag);
void quire_study_space_clear(struct quire_study_space *self);

/* Whether a variable is noise that is correlated with other noise. */
bool quire_study_space_is_correlated(const struct quire_study_space *self, size_t variable);

/* Lets a variable of the present design begin from another value, as quire_study_run_at() takes it.
 * NULL, or why it cannot. */
const char *quire_study_space_begin(struct quire_study_space *self, size_t variable, double value);

/* Whether noise of full correlation begins from values that belong together. */
bool quire_study_space_is_possible(const struct quire_study_space *self);

/* The design at deviations (n) from the present one, as quire_study_run_at() takes it (n_variable).
 */
void quire_study_space_values(const struct quire_study_space *self, const double *deviation,
                              double *value);

/* Deviations of the variables themselves, which correlations tie to each other (n), and their
 * shares in the square of the distance, in all 1 (n): of one that has no part in getting there 0,
 * also where others take it along; negative where it is drawn the wrong way. */
void quire_study_space_own(const struct quire_study_space *self, const double *deviation,
                           double *own, double *share);

/* The direction in which a coordinate's variable alone changes (n), of unit length; all 0 where its
 * correlation with others is so tight that it cannot. */
void quire_study_space_alone(const struct quire_study_space *self, size_t coordinate,
                             double *direction);

#endif
