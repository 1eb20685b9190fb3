/* Random numbers by counter: each is a function of a seed and its place, of nothing else. So no
 * run's noise depends on which runs were made before it, or where. */
#ifndef QUIRE_MATH_RANDOM_H
#define QUIRE_MATH_RANDOM_H

#include <stdint.h>

/* What numbers are for: the second word of their place, so that no two uses share any. */
enum quire_random_use { QUIRE_RANDOM_NOISE, QUIRE_RANDOM_DESIGN, QUIRE_RANDOM_ANALYSIS };

/* 128 random bits for a place: Philox4x32-10 (J. K. Salmon et al., Parallel random numbers: as easy
 * as 1, 2, 3, SC'11). */
void quire_random_words(uint32_t out[4], uint64_t seed, const uint32_t place[4]);

/* A number in (0, 1), never 0 or 1: the middle of one of 2^52 equal intervals. */
double quire_random_uniform(uint64_t seed, const uint32_t place[4]);

#endif
