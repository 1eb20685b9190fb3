/* How many steps a stretch of time may take, so that no run crawls on for hours without a word
 * (doc/theory/integrator.md, 5). Each step, and each that was tried and failed, takes one from a
 * credit that time fills up again, at `rate` a simulated second, to at most QUIRE_STEP_CREDIT. So
 * every stretch has at least the credit, and none of length T takes more than QUIRE_STEP_CREDIT +
 * rate T steps. */
#ifndef QUIRE_INTEG_BUDGET_H
#define QUIRE_INTEG_BUDGET_H

#include <stdbool.h>

/* twenty times what the hardest crash or jam that comes to an end has been seen to need */
#define QUIRE_STEP_CREDIT 20000.0

struct quire_budget {
    double rate;        /* [1/s]; 0: no bound */
    double credit;      /* steps */
    double t;           /* up to here time has been counted [s] */
    double since;       /* when the credit was full last [s] */
    long steps, failed; /* begun since then, and tried in vain */
};

/* Full, at time t. */
void quire_budget_init(struct quire_budget *budget, double rate, double t);

/* A step begins at t. False: it has no credit any more. */
bool quire_budget_spend(struct quire_budget *budget, double t);

/* So many tries of the step failed. */
void quire_budget_charge(struct quire_budget *budget, long failed);

#endif
