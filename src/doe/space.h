/* Designs beside the plan, in the standard normal space of a study: what verbs that try them
 * share. */
#ifndef QUIRE_DOE_SPACE_H
#define QUIRE_DOE_SPACE_H

#include "doe/verbs.h"
#include "study/space.h"

struct doe_space {
    const struct doe_work *work;
    const struct doe_arguments *common;
    quire_diag *diag;
    struct quire_study_space of; /* made by the verb */
    double *si;                  /* designs (n_design * n_variable) */
    struct doe_record *record;   /* of the last batch (n_design) */
    size_t n_design;
};

void doe_space_clear(struct doe_space *self);

/* Begins from "name=value". *variable, where it is not NULL, is which. */
quire_status doe_space_set(struct doe_space *self, const quire_setting *setting, size_t *variable);
/* What is wrong with a setting. */
quire_status doe_space_refuse(const struct doe_space *self, const quire_setting *setting,
                              const char *why);

/* Tries `count` designs at deviations (count * of.n): self->record has what they came to. */
quire_status doe_space_try(struct doe_space *self, const double *deviation, size_t count);
/* The run at deviations (of.n); `run` is cleared by the caller. */
quire_status doe_space_find(struct doe_space *self, const double *deviation, struct doe_run *run);

/* "name = 1.23 mm", rounded: the command that repeats a run has all digits. */
void doe_print_value(FILE *out, const struct quire_study_variable *v,
                     const struct quire_study_run *run, size_t j);

#endif
