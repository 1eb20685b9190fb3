/* A machine and its islands. */
#ifndef QUIRE_TESTS_ISLANDS_TRIAL_H
#define QUIRE_TESTS_ISLANDS_TRIAL_H

#include "fixtures/machine.h"
#include "islands/islands.h"

struct trial {
    struct machine m;
    struct quire_islands *islands;
};

/* of changes of the islands nothing is to be seen to */
static inline void
nothing(void *user, const struct quire_part *part, double t, const double *y)
{
    (void)user;
    (void)part;
    (void)t;
    (void)y;
}

#endif
