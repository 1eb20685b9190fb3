/* What of a machine stands for what of its model. */
#ifndef QUIRE_MACHINE_LOOKUP_H
#define QUIRE_MACHINE_LOOKUP_H

#include "machine/system.h"

/* The sheet, roller or free body whose name in the system or in a view is this very string; NULL if
 * there is none. */
const struct quire_object *quire_system_named(const struct quire_system *system, const char *name);

/* The path of this object, or NULL. */
const struct quire_outline *quire_system_path(const struct quire_system *system,
                                              const struct quire_object *object);

#endif
