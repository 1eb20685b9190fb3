/* What is known of one of two results: its summary, and its sheets' edges along their paths. */
#ifndef QUIRE_REVIEW_COMPARISON_SIDES_H
#define QUIRE_REVIEW_COMPARISON_SIDES_H

#include <jansson.h>

#include <quire/compare.h>

/* Where an edge of a sheet is along its path, sample by sample. */
struct quire_compared_edge {
    char *name;    /* "page.lead.path"; owned */
    double *place; /* [m]; NaN where the sheet is not in the machine (n_sample) */
};

/* One of the two results. */
struct quire_compared {
    char *name; /* the folder; NULL: a run without one */
    json_t *summary;
    double *time;                     /* [s] (n_sample) */
    struct quire_compared_edge *edge; /* (n_edge) */
    size_t n_sample, n_edge;
};

/* To be cleared in any case. */
quire_status quire_compared_take(struct quire_compared *out, const quire_run *run,
                                 quire_diag *diag);
quire_status quire_compared_load(struct quire_compared *out, const char *directory,
                                 quire_diag *diag);
void quire_compared_clear(struct quire_compared *self);

const char *quire_compared_motion(const struct quire_compared *self); /* "planar", "spatial" */
const char *quire_compared_verdict(const struct quire_compared *self);
/* of all sheets, if the run was told; else 0 */
long quire_compared_columns(const struct quire_compared *self);
/* Whether it has numbers: a run that failed has none. */
bool quire_compared_is_complete(const struct quire_compared *self);

/* A member of an object in a summary: "" or NaN where there is none. */
const char *quire_summary_word(const json_t *object, const char *key);
double quire_summary_number(const json_t *object, const char *key);

#endif
