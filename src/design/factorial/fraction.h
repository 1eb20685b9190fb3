/* Regular fractions of two-level designs, 2^(k-p): k factors in 2^m runs, m = k - p
 * (doc/theory/designs.md, 3). */
#ifndef QUIRE_DESIGN_FACTORIAL_FRACTION_H
#define QUIRE_DESIGN_FACTORIAL_FRACTION_H

#include "kind/design.h"

#define QUIRE_FRACTION_FACTORS 32 /* most factors */
#define QUIRE_FRACTION_ADDED   20 /* most of them generated: all their products are looked at */
#define QUIRE_FRACTION_WORDS   6  /* most words that part it into blocks */

/* Factors are bits: factor j is bit j. */
struct quire_fraction {
    int k, m;
    uint32_t basic; /* the m factors that take all combinations */
    /* of each other factor: the basic ones whose product it is; 0 for basic ones */
    uint32_t generator[QUIRE_FRACTION_FACTORS];
    bool reversed[QUIRE_FRACTION_FACTORS]; /* it is minus that product */
    /* followed by the same runs with all signs changed */
    bool folded;
    int n_block_word; /* 2^n blocks */
    /* their signs tell the block; products of basic factors, independent */
    uint32_t block_word[QUIRE_FRACTION_WORDS];
};

/* What a kind that can be parted into blocks says of it. */
struct quire_fraction_blocks {
    long blocks;
    const char *generators;
};
#define QUIRE_FRACTION_BLOCKS(type_, member_)                                                      \
    QUIRE_INTEGER(type_, member_.blocks, "blocks", "1", QUIRE_FROM_TO(1, 64),                      \
                  "2, 4, 8 ... blocks of equal size, aliased with as few two-factor interactions " \
                  "as possible; up to 256 runs"),                                                  \
        QUIRE_TEXT(                                                                                \
            type_, member_.generators, "block-generators", QUIRE_OPTIONAL,                         \
            "effects that define the blocks, for example ABC, CDE for four blocks; the letters "   \
            "are the factors in the order of the file, without I; instead of 'blocks'")

/* The smallest fraction of that resolution or a higher one; the full factorial if there is none. k
 * <= 32. */
void quire_fraction_choose(struct quire_fraction *out, int k, int resolution);
/* Reads "D=ABC, E=-BCD". Letters are factors in the order of the file, without I. Reports what is
 * wrong. */
quire_status quire_fraction_read(struct quire_fraction *out, const char *generators,
                                 const struct quire_design_task *task);

uint64_t quire_fraction_points(const struct quire_fraction *fraction);
/* -1 or 1: factor j at a point. */
int quire_fraction_sign(const struct quire_fraction *fraction, uint64_t point, int j);

/* Parts the fraction into blocks; reports what cannot be. */
quire_status quire_fraction_part(struct quire_fraction *fraction,
                                 const struct quire_fraction_blocks *blocks,
                                 const struct quire_design_task *task);
int quire_fraction_blocks(const struct quire_fraction *fraction);
/* The block of a point, from 1. */
int quire_fraction_block(const struct quire_fraction *fraction, uint64_t point);
/* How many effects of so many factors (1 to 3) cannot be told from blocks. */
uint64_t quire_fraction_lost(const struct quire_fraction *fraction, int order);
/* Adds how the blocks are made and which two-factor interactions they take up, in whole lines;
 * nothing where there are none. */
void quire_fraction_describe_blocks(const struct quire_fraction *fraction, struct quire_text *out);

/* Calls back with every word of the defining relation but 1, and its sign. */
void quire_fraction_each_word(const struct quire_fraction *fraction,
                              void (*visit)(void *user, uint32_t word, int sign), void *user);
/* How many words of each length the defining relation has: words[3] of three letters, ... (33
 * numbers). Returns the resolution, the length of the shortest; 0 if there is no word: a full
 * factorial. */
int quire_fraction_words(const struct quire_fraction *fraction,
                         uint64_t words[QUIRE_FRACTION_FACTORS + 1]);
/* Adds resolution, defining relation and aliases up to two-factor interactions, in whole lines.
 */
void quire_fraction_describe(const struct quire_fraction *fraction,
                             const struct quire_design_column *column, struct quire_text *out);

/* The basic factors whose product an effect is: the exclusive or of its factors' generators. */
uint32_t quire_fraction_basis(const struct quire_fraction *fraction, uint32_t effect);
/* The letters at `text` as bits; *end behind them. */
uint32_t quire_fraction_word(const char *text, const char **end);
/* Adds a word's letters. */
void quire_fraction_add_word(struct quire_text *out, uint32_t word);
/* A factor's letter, A to Z without I, then a to h. */
char quire_fraction_letter(int j);

/* A value of a column by its sign. */
struct quire_design_value quire_design_at_sign(const struct quire_design_column *column, int sign);

#endif
