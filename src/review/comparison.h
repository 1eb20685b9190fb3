/* A comparison of two results while it is made: what is known of each, and the rows of the table.
 */
#ifndef QUIRE_REVIEW_COMPARISON_H
#define QUIRE_REVIEW_COMPARISON_H

#include <jansson.h>

#include <quire/compare.h>

#include "text/text.h"

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

/* To be cleared in any case. (comparison_sides.c) */
quire_status quire_compared_take(struct quire_compared *out, const quire_run *run,
                                 quire_diag *diag);
quire_status quire_compared_load(struct quire_compared *out, const char *directory,
                                 quire_diag *diag);
void quire_compared_clear(struct quire_compared *self);

enum quire_compared_section {
    QUIRE_COMPARED_CHECKS,
    QUIRE_COMPARED_SENSORS,
    QUIRE_COMPARED_EDGES,
    QUIRE_COMPARED_ACROSS,
    QUIRE_COMPARED_ENERGY,
    QUIRE_COMPARED_COST,
    QUIRE_COMPARED_SECTIONS
};

/* One number of both. NaN: there is none. */
struct quire_compared_row {
    enum quire_compared_section section;
    char *name;             /* owned */
    const char *unit;       /* as in figures; borrowed from the summaries */
    const char *verdict[2]; /* of checks; borrowed from the summaries */
    double value[2], difference;
    double at;    /* of edges: when they are farthest apart [s] */
    bool differs; /* by more than the tolerance */
};

struct quire_comparison {
    struct quire_compared of[2];
    double length, time, ratio; /* tolerances */
    bool demand_length, demand_time, demand_ratio;
    struct quire_compared_row *row;           /* (n_row) */
    size_t n_row, capacity, n_common;         /* common: samples at the same time */
    bool same_verdicts, same_numbers, failed; /* failed: memory ran out */
    struct quire_text text, json;
};

const char *quire_compared_motion(const struct quire_compared *self); /* "planar", "spatial" */
const char *quire_compared_verdict(const struct quire_compared *self);
/* of all sheets, if the run was told; else 0 */
long quire_compared_columns(const struct quire_compared *self);

/* What stands in the summary of one alone: the figures that the other has none of, sorted by name.
 * Calls `take` for each. */
void quire_comparison_alone(const struct quire_comparison *self, int which,
                            void (*take)(void *user, const char *name, const char *unit,
                                         double value),
                            void *user);

/* (comparison_text.c) */
void quire_comparison_write_text(struct quire_comparison *self);
void quire_comparison_write_json(struct quire_comparison *self);

#endif
