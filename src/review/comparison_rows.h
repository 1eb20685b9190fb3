/* The table of a comparison: rows of numbers that both results have. */
#ifndef QUIRE_REVIEW_COMPARISON_ROWS_H
#define QUIRE_REVIEW_COMPARISON_ROWS_H

#include "review/comparison_sides.h"
#include "text/text.h"

/* what the accuracy "standard" promises: 0.05 mm along the path, which is 0.1 ms at the 0.5 m/s of
 * many machines */
#define QUIRE_PROMISED_LENGTH 0.05e-3 /* [m] */
#define QUIRE_PROMISED_TIME   0.1e-3  /* [s] */

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

/* A comparison while it is made. */
struct quire_comparison {
    struct quire_compared of[2];
    double length, time, ratio; /* tolerances */
    bool demand_length, demand_time, demand_ratio;
    struct quire_compared_row *row;           /* (n_row) */
    size_t n_row, capacity, n_common;         /* common: samples at the same time */
    bool same_verdicts, same_numbers, failed; /* failed: memory ran out */
    struct quire_text text, json;
};

/* Fills the table, whose sides are there. */
void quire_comparison_fill(struct quire_comparison *self, const quire_compare_options *options);

/* What stands in the summary of one alone: the figures that the other has none of, sorted by name.
 * Calls `take` for each. */
void quire_comparison_alone(const struct quire_comparison *self, int which,
                            void (*take)(void *user, const char *name, const char *unit,
                                         double value),
                            void *user);

#endif
