/* The catalog of all kinds. */
#ifndef QUIRE_CATALOG_CATALOG_H
#define QUIRE_CATALOG_CATALOG_H

#include "kind/kind.h"

/* All kinds; static storage. */
const struct quire_catalog *quire_catalog_all(void);

#endif
