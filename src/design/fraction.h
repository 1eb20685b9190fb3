/* Regular fractions of two-level designs, 2^(k-p): k factors in 2^m runs, m = k - p (doc/theory/designs.md, 3). */
#ifndef QUIRE_DESIGN_FRACTION_H
#define QUIRE_DESIGN_FRACTION_H

#include "kind/design.h"

#define QUIRE_FRACTION_FACTORS 32 /* most factors */
#define QUIRE_FRACTION_ADDED   20 /* most of them generated: all their products are looked at */

/* Factors are bits: factor j is bit j. */
struct quire_fraction {
    int k, m;
    uint32_t basic;                                 /* the m factors that take all combinations */
    uint32_t generator[QUIRE_FRACTION_FACTORS];     /* of each other factor: the basic ones whose product it is; 0 for basic ones */
    bool reversed[QUIRE_FRACTION_FACTORS];          /* it is minus that product */
    bool folded;                                    /* followed by the same runs with all signs changed */
};

/* The smallest fraction of that resolution or a higher one; the full factorial if there is none. k <= 32. */
void quire_fraction_choose(struct quire_fraction *out, int k, int resolution);
/* Reads "D=ABC, E=-BCD". Letters are factors in the order of the file, without I. Reports what is wrong. */
quire_status quire_fraction_read(struct quire_fraction *out, const char *generators, const struct quire_design_task *task);

uint64_t quire_fraction_points(const struct quire_fraction *fraction);
/* -1 or 1: factor j at a point. */
int quire_fraction_sign(const struct quire_fraction *fraction, uint64_t point, int j);

/* How many words of each length the defining relation has: words[3] of three letters, ... (33 numbers). Returns the resolution, the length of the
 * shortest; 0 if there is no word: a full factorial. */
int quire_fraction_words(const struct quire_fraction *fraction, uint64_t words[QUIRE_FRACTION_FACTORS + 1]);
/* Adds resolution, defining relation and aliases up to interactions of two factors, in whole lines. */
void quire_fraction_describe(const struct quire_fraction *fraction, const struct quire_design_column *column, struct quire_text *out);

/* A factor's letter, A to Z without I, then a to h. */
char quire_fraction_letter(int j);

/* A value of a column by its sign. */
struct quire_design_value quire_design_at_sign(const struct quire_design_column *column, int sign);

#endif
