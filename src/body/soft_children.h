/* What discs and rollers may be made of; without one of these they are rigid. */
#ifndef QUIRE_BODY_SOFT_CHILDREN_H
#define QUIRE_BODY_SOFT_CHILDREN_H

#include "kind/kind.h"

extern const struct quire_child quire_soft_children[];

#endif
