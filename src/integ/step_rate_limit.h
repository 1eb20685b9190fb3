/* How many steps a stretch of time may take, so that no run crawls on for hours without a word
 * (doc/theory/integrator.md, 5): a token bucket. Each step, and each that was tried and failed,
 * takes one token; time fills the bucket up again, at `rate` a simulated second, to at most
 * QUIRE_STEP_TOKENS. So every stretch has at least these, and none of length T takes more than
 * QUIRE_STEP_TOKENS + rate T steps. */
#ifndef QUIRE_INTEG_STEP_RATE_LIMIT_H
#define QUIRE_INTEG_STEP_RATE_LIMIT_H

#include <stdbool.h>

struct quire_step_rate_limit {
    double rate; /* [1/s]; 0: no bound */
    double tokens;
    double t;           /* up to here time has been counted [s] */
    double since;       /* when the bucket was full last [s] */
    long steps, failed; /* begun since then, and tried in vain */
};

/* Full, at time t. */
void quire_step_rate_limit_init(struct quire_step_rate_limit *limit, double rate, double t);

/* A step begins at t. False: there are no tokens any more. */
bool quire_step_rate_limit_spend(struct quire_step_rate_limit *limit, double t);

/* So many tries of the step failed. */
void quire_step_rate_limit_charge(struct quire_step_rate_limit *limit, long failed);

#endif
