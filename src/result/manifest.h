/* The manifest in summary.json: what it takes to repeat a run. */
#ifndef QUIRE_RESULT_MANIFEST_H
#define QUIRE_RESULT_MANIFEST_H

#include <quire/run.h>

#include "base/json.h"
#include "model/object.h"

#define QUIRE_MODEL_COPY   "model.xml" /* the model file's bytes, beside the results */
#define QUIRE_SUMMARY_FILE "summary.json"

/* The options of a run, in a form that can be kept. */
struct quire_kept_options {
    double end_time, sample_interval, position_tolerance;   /* NaN: as the model says */
    char accuracy[16], method[16], vectors[16], motion[16]; /* "": as the model says */
    int columns, refinement;                                /* 0: as the model says */
};
void quire_kept_options_set(struct quire_kept_options *self, const quire_run_options *options);

/* Writes the member "manifest". */
void quire_manifest_write(struct quire_json *json, const struct quire_model *model,
                          const struct quire_kept_options *options, const char *end_state);

/* Writes the members "files" and "included", of a model that includes others: what it was read
 * from, and which parameters these files have. They are no part of the manifest, as the kept model
 * is one file. */
void quire_manifest_write_files(struct quire_json *json, const struct quire_model *model);

/* Whether a folder's results may be overwritten by this model's: there are none, or they are of a
 * model of the same name and file name. QUIRE_ERROR_FILE otherwise, with a hint. */
quire_status quire_manifest_check_owner(const char *directory, const struct quire_model *model,
                                        quire_diag *diag);

/* A manifest as read from a folder. */
struct quire_manifest {
    char *summary;                       /* text of summary.json */
    char *model, *file, *hash, *version; /* the model's name, file and hash; the version of Quire */
    /* (n_setting): every parameter, with its value in that run; strings are owned */
    quire_setting *setting;
    size_t n_setting;
    /* (n_set): those that were set for it; the others follow from them and from the model */
    quire_setting *set;
    size_t n_set;
    /* (n_included): names of those that files brought which the model includes */
    quire_setting *included;
    size_t n_included;
    /* false: an older Quire wrote it, which did not tell which these were */
    bool tells_set;
    struct quire_kept_options options;
};
quire_status quire_manifest_load(struct quire_manifest *out, const char *directory,
                                 quire_diag *diag);
/* That of a summary in memory. */
quire_status quire_manifest_parse(struct quire_manifest *out, const char *text, quire_diag *diag);
/* Whether a parameter was set for the run; whether an included file brought it. */
bool quire_manifest_sets(const struct quire_manifest *self, const char *parameter);
bool quire_manifest_includes(const struct quire_manifest *self, const char *parameter);
void quire_manifest_clear(struct quire_manifest *self);

#endif
