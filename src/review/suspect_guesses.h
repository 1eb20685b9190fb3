/* Values that a suspect number should perhaps have: what others of its kind have. */
#ifndef QUIRE_REVIEW_SUSPECT_GUESSES_H
#define QUIRE_REVIEW_SUSPECT_GUESSES_H

#include "review/suspect_ranks.h"

#define QUIRE_SUSPECT_GUESSES 3

/* Whether engineers set it; other attributes are shapes, and numbers of the calculation. */
bool quire_suspect_is_knob(const struct quire_field *field);

/* The middle ones of those values that the same attribute has in other elements of the kind and
 * that are above, and below, number `i`; returns how many there are. `same` (numbers.n) are numbers
 * that change with it, which do not count; NULL: only itself. */
size_t quire_suspect_peers(const struct quire_suspect_base *base, size_t i, const bool *same,
                           double out[2]);

#endif
