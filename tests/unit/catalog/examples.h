/* The examples that laws show of themselves, by which all of them are tried. */
#ifndef QUIRE_TESTS_CATALOG_EXAMPLES_H
#define QUIRE_TESTS_CATALOG_EXAMPLES_H

#include <quire/model.h>

#include "kind/kind.h"

#define EXAMPLE_LINE 500

/* One line of a kind's examples, from 0; false behind the last. */
bool example_line(const struct quire_kind *kind, size_t number, char line[EXAMPLE_LINE]);

/* A model with a contact for every example of every law. Free with quire_model_destroy(). */
quire_model *example_model(void);

#endif
