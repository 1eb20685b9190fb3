/* The models of a study's runs, and what verbs say about what they predict. */
#ifndef QUIRE_DOE_MODELS_H
#define QUIRE_DOE_MODELS_H

#include "base/json.h"
#include "doe/tables.h"
#include "jobs/merge.h"
#include "predict/optimum.h"

struct doe_models {
    const struct doe_work *work; /* NULL: the runs are those of a table */
    const char *path;            /* of the study or the table */
    struct doe_runs runs;
    struct quire_analysis analysis;
    struct quire_predictions of;
    struct doe_run at;      /* room for a setting's texts */
    quire_setting *setting; /* (n_varied): the texts that doe_models_take() made */
};

/* Reads the store and fits its runs. Clear in any case, before `work`. QUIRE_ERROR_INPUT where no
 * response has a model. */
quire_status doe_models_load(struct doe_models *self, const struct doe_arguments *a,
                             struct doe_work *work, quire_diag *diag);
/* The same of a table, without a study; QUIRE_ERROR_FILE if it cannot be read. */
quire_status doe_models_load_table(struct doe_models *self, const char *path,
                                   const struct doe_table_roles *roles, const char **left_out,
                                   quire_diag *diag);
void doe_models_clear(struct doe_models *self);

/* Puts "name=value" into a setting (n_varied), as quire_predict() takes it. Refuses names that the
 * study does not vary, words that were not run, and quantities of another dimension. */
quire_status doe_models_set(const struct doe_models *self, const quire_setting *setting, double *at,
                            quire_diag *diag);
/* The model's own values of factors, of a table the middle of what was run and the first level; of
 * noise NaN. */
quire_status doe_models_nominal(struct doe_models *self, double *at, quire_diag *diag);
/* Rounds the numbers of a setting to what a person would write, within the region that was run. */
void doe_models_round(const struct doe_models *self, double *at);
/* Makes self->at the run of this setting, whose noise is the model's own where it is not held. */
quire_status doe_models_take(struct doe_models *self, const double *at, quire_diag *diag);

/* After doe_models_take(): "radius = 30 mm, nip_load = 8 N", the factors and what is held. */
void doe_models_name(const struct doe_models *self, const double *at, struct quire_text *out);
/* Lines about each response and jams; `desired` (n_measured) may be NULL. */
void doe_models_tell(struct doe_models *self, const double *at, const struct quire_desired *desired,
                     struct quire_text *out);
/* What is wrong with the models behind these lines: lack of fit, noise that does the same at all
 * settings. */
void doe_models_warn(const struct doe_models *self, struct quire_text *out);
void doe_models_json_warnings(const struct doe_models *self, struct quire_json *out);
/* The same as members of an object. */
void doe_models_json(struct doe_models *self, const double *at, const struct quire_desired *desired,
                     struct quire_json *out);
/* Factors outside of the region that was run, or at its edge, a line each kind; nothing if there
 * are none. */
void doe_models_edges(const struct doe_models *self, const double *at, struct quire_text *out);

#endif
