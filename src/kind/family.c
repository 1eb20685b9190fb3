#include "kind/family.h"

#define DEFINE(family, name) const struct quire_family quire_family_##family = {name};

QUIRE_FAMILIES(DEFINE)
