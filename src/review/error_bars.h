/* Error bars while they are made: the runs, and rows of what came out of them. */
#ifndef QUIRE_REVIEW_ERROR_BARS_H
#define QUIRE_REVIEW_ERROR_BARS_H

#include <jansson.h>

#include <quire/error_bars.h>

#include "text/text.h"

/* One of the runs; the first is the caller's. */
struct quire_bar_run {
    double tolerance; /* of positions [m] */
    int refinement;
    json_t *summary; /* NULL: it did not come to its end */
    char failure[200];
};

/* A figure, or the value of a check, and how far it may be off. */
struct quire_bar_row {
    const char *name, *unit; /* borrowed from the first summary */
    double value, bar;       /* bar: HUGE_VAL where a run has no such number */
    /* of checks: */
    const char *kind, *verdict;
    const char *other; /* what one of the runs came to instead; NULL: all alike */
    double lowest, highest, margin;
    bool by_default, unresolved;
};

struct quire_error_bars {
    struct quire_bar_run run[QUIRE_ERROR_BARS_RUNS];
    size_t n_run;
    struct quire_bar_row *check, *figure; /* (n_check), (n_figure) */
    size_t n_check, n_figure;
    quire_verdict own, verdict;
    char reason[300]; /* why the verdict is not that of the first run; "" if it is */
    struct quire_text text, summary;
};

/* Writes both texts; `summary` is that of the first run. Look at their `failed`. */
void quire_error_bars_write(struct quire_error_bars *self, const char *summary);

#endif
