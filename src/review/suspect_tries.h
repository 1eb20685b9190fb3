/* The values to which a suspect number is changed, round by round. */
#ifndef QUIRE_REVIEW_SUSPECT_TRIES_H
#define QUIRE_REVIEW_SUSPECT_TRIES_H

#include "review/suspects.h"

enum { QUIRE_SUSPECT_TRIES = 4, QUIRE_SUSPECT_ROUNDS = 5, QUIRE_SUSPECT_BOTH_WAYS = 2 };

/* The values to try in a round, one after the other; returns how many. Round
 * QUIRE_SUSPECT_BOTH_WAYS is the one that every suspect has. */
int quire_suspect_tries(const struct quire_suspect *self, int round,
                        double out[QUIRE_SUSPECT_TRIES]);

/* How much a value differs from that of the run: in tolerances; where none is given, in tenths of
 * the value. */
double quire_suspect_change(const struct quire_suspect *self, double value);

#endif
