/* An example of each kind. */
#ifndef QUIRE_CATALOG_EXAMPLES_H
#define QUIRE_CATALOG_EXAMPLES_H

#include "kind/kind.h"

/* Elements as they may be in a file, on several lines: those that the kind gives itself, or else
 * one of a sample, by the generated table; NULL if there is none. */
const char *quire_kind_example(const struct quire_kind *kind);

#endif
