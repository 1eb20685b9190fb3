/* The columns of a table of runs as statistics take them: levels, coded values, numbers of
 * settings. Filled run by run, from a store or from a table. */
#ifndef QUIRE_JOBS_RUN_COLUMNS_H
#define QUIRE_JOBS_RUN_COLUMNS_H

#include "analysis/analysis.h"
#include "base/arena.h"

struct doe_level_table {
    const char *text[QUIRE_ANALYSIS_LEVELS];
    size_t n; /* beyond QUIRE_ANALYSIS_LEVELS: too many */
};

struct doe_columns {
    struct quire_arena *arena; /* borrowed; owns all arrays */
    size_t n_varied, n_measured;
    struct doe_level_table *level; /* (n_varied) */
    struct quire_varied *varied;   /* (n_varied): name, unit, noise, words are the caller's */
    size_t room, n;                /* runs, and how many are filled in */
    /* by variable, by response; each (room) */
    size_t **which;
    double **coded, **si, **value;
    const char ***text;
    /* (room) */
    uint64_t *index;
    size_t *point, *setting, *draw, *outer, *replicate, *block, n_block;
    unsigned char *outcome;
    /* Of many runs texts of numbers are not kept, nor SI values where coded ones say the same. The
     * caller says so before the third step, and then numbers the settings and has texts for
     * quire_runs.write_text. */
    bool lean;
};

/* The steps in their order; false if memory ran out. */

/* 1: room for variables, whose descriptions follow. */
bool doe_columns_begin(struct doe_columns *c, struct quire_arena *arena, size_t n_varied,
                       size_t n_measured);
/* 2: notes a level, of all runs; levels that are numbers are kept in ascending order. */
bool doe_columns_see(struct doe_columns *c, size_t variable, const char *text);
/* Whether all variables have too many values already, so that nothing more is to be seen. */
bool doe_columns_have_no_levels(const struct doe_columns *c);
/* 3: room for runs. */
bool doe_columns_make_room(struct doe_columns *c, size_t room);
/* 4: a value of run number c->n, which is counted by the caller. `coded`: NaN where it is not
 * known. */
bool doe_columns_put(struct doe_columns *c, size_t variable, const char *text, double si,
                     double coded);
/* 5: numbers settings, codes values, describes variables; `measured` (n_measured) has everything
 * but its numbers. Name, plan and layouts of `out` are the caller's. */
bool doe_columns_end(struct doe_columns *c, struct quire_measured *measured,
                     struct quire_runs *out);

#endif
