/* Whether the energy of a run balances: what appeared or was lost without a cause, beside what the
 * machine's physics turned over. The one definition of the bound; doc/theory/energy.md, 6. */
#ifndef QUIRE_JUDGE_BALANCE_H
#define QUIRE_JUDGE_BALANCE_H

#include "kind/view.h"
#include "machine/system.h"

/* By how much a sum that should only grow has fallen since it was largest. */
struct quire_fall {
    double peak, most;
};

/* Terms of the balance that physics makes: what was put in, stored and lost. */
#define QUIRE_BALANCE_TERMS 13

struct quire_balance {
    /* so far: above 0 taken up, below 0 given up [J] */
    double highest[QUIRE_BALANCE_TERMS], lowest[QUIRE_BALANCE_TERMS];
    struct quire_fall unaccounted, friction; /* [J] */
    double springs; /* stored in them at the start, from a zero that is nobody's [J] */
    /* the largest sum of contact's and springs' forces that three pictures in a row have shown: two
     * happen to show what chatters */
    double force;
    double last[2];  /* those of the last ones, the newest first [N] */
    double position; /* tolerance [m] */
    double at_rest;  /* energy of motion that the tolerance of velocities takes for none [J] */
};

/* `view` is that of the start, y its state; `tolerance` is what a step may be off by in position
 * [m], and that of velocities is so many times as much [1/s]. */
void quire_balance_begin(struct quire_balance *self, const struct quire_system *system,
                         const struct quire_view *view, const double *y, double tolerance,
                         double velocity_rate);
/* A later picture with its energy. */
void quire_balance_track(struct quire_balance *self, const struct quire_energy_view *energy);
/* Fills `largest`, `spurious` and `bound` of the last picture's energy. */
void quire_balance_judge(const struct quire_balance *self, struct quire_energy_view *energy);

#endif
