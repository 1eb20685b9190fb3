/* The reference manual as Markdown pages, one for each group of kinds (catalog/words.h), units and
 * problems. */
#ifndef QUIRE_CATALOG_REFERENCE_H
#define QUIRE_CATALOG_REFERENCE_H

#include "text/text.h"

#define QUIRE_REFERENCE_KEY_SIZE 64

/* Adds page `index` (from 0; the first is the index of the others) and writes its name, such as
 * "bodies", into key. False when there is no such page. Groups without kinds have none. */
bool quire_reference_page(struct quire_text *out, size_t index, char key[QUIRE_REFERENCE_KEY_SIZE]);

#endif
