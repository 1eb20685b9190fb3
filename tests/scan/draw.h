/* Random numbers by counter: a number depends on the seed, the model's and the quantity's number
 * alone. */
#ifndef QUIRE_TESTS_DRAW_H
#define QUIRE_TESTS_DRAW_H

#include <stdbool.h>
#include <stdint.h>

/* The place of a number in the sequence of sequences. */
struct draw {
    uint32_t seed, model, quantity;
};

/* Whether the generator gives the published answers. */
bool draw_works(void);

/* The next quantity: even between `low` and `high`, or even in the logarithm. */
double draw_even(struct draw *at, double low, double high);
double draw_log(struct draw *at, double low, double high);

#endif
