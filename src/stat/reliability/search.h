/* What the methods share: runs that are made in batches, and counted. */
#ifndef QUIRE_STAT_RELIABILITY_SEARCH_H
#define QUIRE_STAT_RELIABILITY_SEARCH_H

#include "stat/reliability/failure.h"

struct quire_failure_search {
    const struct quire_failure_problem *problem;
    struct quire_failure *out;
    double *u, *margin; /* of a batch (room * n), (room) */
    size_t room;
    double *found; /* failures that are kept (found_room * n) */
    size_t n_found, found_room;
    bool starved;
};

/* False if memory ran out. */
bool quire_failure_begin(struct quire_failure_search *self,
                         const struct quire_failure_problem *problem, struct quire_failure *out,
                         size_t room);
void quire_failure_end(struct quire_failure_search *self);

/* Makes `count` runs at self->u; false when they are not to go on. */
bool quire_failure_try(struct quire_failure_search *self, size_t count);
/* Keeps one failure of a batch, or of elsewhere. */
bool quire_failure_keep(struct quire_failure_search *self, const double *u);
/* What may still be run. */
size_t quire_failure_left(const struct quire_failure_search *self);

/* The answer of n plain draws. */
void quire_failure_count(struct quire_failure_search *self, size_t failures, size_t undecided,
                         size_t n);
/* An interval about the logarithm of the estimate. */
struct quire_interval quire_failure_log_interval(double low, double high, double variation,
                                                 double factor, double confidence);

#endif
