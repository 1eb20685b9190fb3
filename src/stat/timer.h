/* How long a machine's timer should wait for a sensor: long enough for nearly all good sheets, and
 * what it lets pass then. Derived in doc/theory/boundary.md, 5. */
#ifndef QUIRE_STAT_TIMER_H
#define QUIRE_STAT_TIMER_H

#include <stdbool.h>
#include <stddef.h>

#include "stat/rate.h"

/* What a sensor saw of one run. */
struct quire_passage {
    double time; /* from the timer's start to the signal, any unit; NaN: no signal came */
    /* undecided: it may be either, at any time */
    enum { QUIRE_PASSAGE_GOOD, QUIRE_PASSAGE_JAMMED, QUIRE_PASSAGE_UNDECIDED } kind;
};

enum quire_timer_side { QUIRE_TIMER_LATEST, QUIRE_TIMER_EARLIEST };

/* A timer of this value: it reports sheets that come later (EARLIEST: earlier) or not at all
 * (LATEST alone). */
struct quire_timer {
    double value;
    struct quire_rate false_alarm; /* of good runs, those that are reported */
    struct quire_rate missed;      /* of jammed runs, those that are not */
};
struct quire_timer quire_timer_at(const struct quire_passage *passage, size_t n,
                                  enum quire_timer_side side, double value, double confidence);

/* The shortest timer among the times seen (EARLIEST: the longest) of which it is true with this
 * confidence that it reports no more than `rate` of all good sheets, whatever the distribution of
 * their times: a tolerance limit by order statistics (Wilks 1941). NaN where there are too few good
 * runs for it; *needed is how many it takes, if every one gives a signal. It holds also if
 * undecided runs are good and worse than all others. The runs are independent draws from one
 * population. 0 < rate < 1, 0 < confidence < 1. */
double quire_timer_value(const struct quire_passage *passage, size_t n, enum quire_timer_side side,
                         double rate, double confidence, size_t *needed);

#endif
