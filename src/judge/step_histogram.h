/* Where in time a run spent its steps. */
#ifndef QUIRE_JUDGE_STEP_HISTOGRAM_H
#define QUIRE_JUDGE_STEP_HISTOGRAM_H

#include "result/result.h"

#define QUIRE_PACE_BINS 1000

struct quire_step_histogram {
    double per_time;            /* bins a second */
    int count[QUIRE_PACE_BINS]; /* steps begun in each */
    /* the count of a bin for which it was last asked what holds its steps down */
    int asked;
    char concerns[400]; /* what was found then */
    const struct quire_object *about;
};

void quire_step_histogram_init(struct quire_step_histogram *pace, double end);

/* A step began at t. True: more of them begin here than anywhere before, and it is time to find out
 * why. */
bool quire_step_histogram_add(struct quire_step_histogram *pace, double t);

/* When more than half of the steps of a run up to t began within a hundredth of it: the hundredth
 * with most of them, else share 0. */
struct quire_stiff_interval
quire_step_histogram_stiff_interval(const struct quire_step_histogram *pace, double t);

#endif
