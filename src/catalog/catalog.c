#include "catalog/catalog.h"

#include "catalog/kinds.h"

#define ADDRESS(name) &quire_kind_##name,

static const struct quire_kind *const kinds[] = {QUIRE_KINDS(ADDRESS)};

static const struct quire_catalog all = {.kind = kinds, .n = sizeof kinds / sizeof kinds[0]};

const struct quire_catalog *
quire_catalog_all(void)
{
    return &all;
}
