/* A row of random numbers: each next one by counter. */
#ifndef QUIRE_STAT_RELIABILITY_DRAWS_H
#define QUIRE_STAT_RELIABILITY_DRAWS_H

#include <stddef.h>
#include <stdint.h>

struct quire_draws {
    uint64_t seed;
    uint32_t stream; /* rows of different numbers share nothing */
    uint32_t next;
};

double quire_draws_uniform(struct quire_draws *self);
/* n standard normal numbers (Box, Muller, Ann. Math. Stat. 29 (1958) 610). */
void quire_draws_normal(struct quire_draws *self, double *out, size_t n);
/* a whole number below n */
size_t quire_draws_below(struct quire_draws *self, size_t n);

#endif
