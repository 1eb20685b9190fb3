/* Bits, one for each run of a plan. */
#ifndef QUIRE_BATCH_RUN_BITS_H
#define QUIRE_BATCH_RUN_BITS_H

#include "batch/study_plan.h"

/* All 0; NULL when memory runs out. Zeroed pages take no memory before they are written to. */
unsigned char *doe_bits_make(const struct doe_work *work);

static inline void
doe_bit_set(unsigned char *bits, uint64_t i)
{
    bits[i / 8] |= (unsigned char)(1u << i % 8);
}

static inline bool
doe_bit_is_set(const unsigned char *bits, uint64_t i)
{
    return ((unsigned)bits[i / 8] >> i % 8 & 1u) != 0;
}

#endif
