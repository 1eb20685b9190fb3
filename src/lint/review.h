/* The lines of a paper-path review. */
#ifndef QUIRE_LINT_REVIEW_H
#define QUIRE_LINT_REVIEW_H

#include <quire/review.h>

#include "machine/system.h"

/* An empty review, to be filled once; NULL when memory runs out. */
quire_review *quire_review_new(void);
/* Applies all rules. False when memory runs out. */
bool quire_review_fill(quire_review *review, const struct quire_system *system);

#endif
