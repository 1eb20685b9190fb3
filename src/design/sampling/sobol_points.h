/* Points of Sobol' sequences, by their index (doc/theory/designs.md, 6). */
#ifndef QUIRE_DESIGN_SAMPLING_SOBOL_POINTS_H
#define QUIRE_DESIGN_SAMPLING_SOBOL_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define QUIRE_SOBOL_DIMENSIONS 1024 /* most dimensions */
/* of a coordinate; so many points to the power of two can be told apart */
#define QUIRE_SOBOL_BITS 32

struct quire_sobol {
    uint32_t (*direction)[QUIRE_SOBOL_BITS]; /* (n) */
    size_t n;
    bool scrambled; /* nested uniform scrambling after Owen */
    uint64_t seed;
};

/* n <= QUIRE_SOBOL_DIMENSIONS. False when memory runs out. */
bool quire_sobol_init(struct quire_sobol *out, size_t n, bool scrambled, uint64_t seed,
                      struct quire_arena *arena);

/* Coordinate `dimension` of point `index` < 2^32, times 2^32. Unscrambled points come in the order
 * of the Gray code, as is usual. */
uint32_t quire_sobol_word(const struct quire_sobol *sobol, uint64_t index, size_t dimension);
/* The same as a number in (0, 1): the middle of its cell of width 2^-32. */
double quire_sobol_share(const struct quire_sobol *sobol, uint64_t index, size_t dimension);

#endif
