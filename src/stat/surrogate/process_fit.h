/* The parameters of a Gaussian process that make its numbers most likely. */
#ifndef QUIRE_STAT_SURROGATE_PROCESS_FIT_H
#define QUIRE_STAT_SURROGATE_PROCESS_FIT_H

#include "stat/surrogate/process.h"

/* ends of lengths, for inputs from -1 to 1 */
#define QUIRE_PROCESS_SHORTEST 0.05
#define QUIRE_PROCESS_LONGEST  20

struct quire_process_fit {
    /* noise of all numbers is estimated; otherwise it is as good as none, beside what is known */
    bool estimate_noise;
    /* lengths are held near 1 by a weak log-normal prior, deviation 1.5: few numbers tell little */
    bool prior;
};

/* Leaves the process at its best parameters. False if memory ran out (p->starved) or nothing was
 * found, as with numbers that are all alike. */
bool quire_process_fit(struct quire_process *p, const struct quire_process_fit *fit);

#endif
