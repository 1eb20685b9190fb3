/* Random orders of slices. */
#ifndef QUIRE_DESIGN_SHUFFLE_H
#define QUIRE_DESIGN_SHUFFLE_H

#include <stddef.h>
#include <stdint.h>

/* 32 random bits; `what` says what for. */
uint32_t quire_design_word(uint64_t seed, uint64_t a, size_t column, uint32_t what);
/* A whole number below n, of 32 random bits. */
uint32_t quire_design_below(uint32_t word, uint64_t n);
/* Fisher and Yates: all orders are equally likely. */
void quire_design_shuffle(uint32_t *slice, uint64_t n, uint64_t seed, size_t column, uint32_t what);

#endif
