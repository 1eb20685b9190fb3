/* The settings of a study's factors, to which rows of other tables are matched. */
#ifndef QUIRE_JOBS_SETTINGS_H
#define QUIRE_JOBS_SETTINGS_H

#include "base/arena.h"
#include "batch/study_plan.h"
#include "text/text.h"

struct doe_settings {
    const struct doe_work *work;
    size_t n, capacity, n_factor;
    double *si;         /* (n, n_factor); NaN of words */
    const char **text;  /* (n, n_factor) */
    size_t *slot, room; /* hash table of numbers + 1 */
    struct quire_arena *arena;
    struct doe_run run;
};

/* Start with {0}; clear in the end. False if memory ran out. */
bool doe_settings_begin(struct doe_settings *self, const struct doe_work *work);
void doe_settings_clear(struct doe_settings *self);

/* Adds the setting of a run of the plan, unless it is there. */
quire_status doe_settings_add(struct doe_settings *self, uint64_t run, quire_diag *diag);
quire_status doe_settings_add_plan(struct doe_settings *self, quire_diag *diag);

/* Whether all settings have one value of this factor. */
bool doe_settings_are_one(const struct doe_settings *self, size_t factor);

/* The setting with these values (n_factor): numbers in SI to 1e-9 of them, words (NULL for numbers)
 * as they are; a value that is NaN without a word may be anything. SIZE_MAX if there is none;
 * *nearest is the one that differs least, by the ranges of the factors. */
size_t doe_settings_find(const struct doe_settings *self, const double *si, const char *const *word,
                         size_t *nearest);

/* Appends "load=8 N, medium=plain". */
void doe_settings_name(struct quire_text *out, const struct doe_settings *self, size_t setting);

#endif
