/* What the library holds, as text for a terminal. */
#ifndef QUIRE_CATALOG_SHELF_H
#define QUIRE_CATALOG_SHELF_H

#include "kind/kind.h"
#include "text/text.h"

/* Adds the files of the library and the names of what is in them; nothing where there is no
 * library. */
quire_status quire_shelf_list(struct quire_text *out, quire_diag *diag);

/* Adds what is called `name`: a file with its groups, or elements with their values, what these
 * mean and where they come from, as the remark above them says. Refused with a suggestion when
 * nothing is. */
quire_status quire_shelf_describe(struct quire_text *out, const struct quire_catalog *catalog,
                                  const char *name, quire_diag *diag);

#endif
