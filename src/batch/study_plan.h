/* What a study's runs are made of: the plan, the model's bytes, and what identifies both. */
#ifndef QUIRE_BATCH_STUDY_PLAN_H
#define QUIRE_BATCH_STUDY_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include <quire/model.h>

#include "batch/result_row.h"
#include "study/study.h"

struct doe_work {
    struct quire_study *study;
    char *path;             /* of the study file; owned */
    const char *model_path; /* this, `model_text` and `name` are borrowed from the study */
    char *text;             /* bytes of the study file; owned */
    const char *model_text; /* the model as one file */
    size_t size, model_size;
    char hash[65]; /* of what the study file says about runs */
    /* of what the model says, with what it includes; of the store's model where that is read as it
     * is */
    char model_hash[65];
    const char *name;
    uint64_t n_run;
    const struct quire_study_variable *variable; /* factors, then noise (n_variable) */
    size_t n_variable;
    const struct quire_study_response *response; /* (n_response) */
    const char **figure;                         /* that they are made of (n_figure); owned */
    size_t n_figure;
    size_t n_response;
};

/* Loads study and model. `held`: elements that are added at the end of the study, such as factors
 * of one level; NULL: none. On failure everything is cleared. */
quire_status doe_work_load(struct doe_work *out, const char *path, const char *held,
                           quire_diag *diag);
void doe_work_clear(struct doe_work *self);

/* One run of the plan. */
struct doe_run {
    struct quire_study_run of; /* its place in the plan, and its values */
    char id[DOE_ID_SIZE];
    quire_setting *setting; /* names and texts of the values (n_variable) */
};

/* Room for a run of this work, to be filled again and again; false when memory runs out. */
bool doe_run_init(struct doe_run *self, const struct doe_work *work);
void doe_run_clear(struct doe_run *self);

/* Fills in run `index`: its values depend on study and index alone; its identity on what the model
 * says, the values and the version of Quire, so that equal runs have equal identities in whatever
 * study. */
quire_status doe_work_run(const struct doe_work *self, uint64_t index, struct doe_run *run,
                          quire_diag *diag);

/* The same from values that were written down (n_variable): *same only if they lead to that
 * identity. That they are those of this run follows if its identity is kept beside its place. */
quire_status doe_work_run_known(const struct doe_work *self, uint64_t index,
                                const struct quire_study_known *known, const char *id,
                                struct doe_run *run, bool *same, quire_diag *diag);

/* The same without the identity, which takes a while. */
quire_status doe_work_values(const struct doe_work *self, uint64_t index, struct doe_run *run,
                             quire_diag *diag);

/* Fills in run `index` and sets *planned, if the plan has that run with this identity. */
quire_status doe_work_find_run(const struct doe_work *self, uint64_t index, const char *id,
                               struct doe_run *run, bool *planned, quire_diag *diag);

/* W-INCOMPLETE about the file at `path` if it has fewer runs than the plan. */
void doe_work_warn_of_missing(const struct doe_work *self, uint64_t done, const char *path,
                              quire_diag *diag);

/* Fills in a run with values beside the plan: in SI, of words the number of the level; NaN: the
 * model's own. */
quire_status doe_work_run_at(const struct doe_work *self, const double *si, struct doe_run *run,
                             quire_diag *diag);

/* Appends the command that repeats a run with all its files, fit for a shell; they go to `folder`.
 */
void doe_work_write_command(const struct doe_work *self, const struct doe_run *run,
                            const char *folder, struct quire_text *out);

/* Appends a word so that a shell takes it as one, whatever is in it. */
void doe_quote_for_shell(struct quire_text *out, const char *word);

#endif
