/* The table of examples, src/catalog/examples.c. */
#ifndef QUIRE_TESTS_REGEN_EXAMPLES_H
#define QUIRE_TESTS_REGEN_EXAMPLES_H

#include "text/text.h"

/* Takes from the files (n) the element of each kind that serves best as an example, and adds the
 * table as C. False, after a message, if a file cannot be read or a kind has no example. */
bool regen_examples(struct quire_text *out, char *const *file, int n);

#endif
