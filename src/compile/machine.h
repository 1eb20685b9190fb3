/* From a checked model to a machine. */
#ifndef QUIRE_COMPILE_MACHINE_H
#define QUIRE_COMPILE_MACHINE_H

#include "base/diag.h"
#include "machine/system.h"
#include "model/kinds_settings.h"

/* Builds the machine of a checked model in this motion, in space with so many columns of nodes (0:
 * as each sheet says). On failure *out is NULL and diag says why. */
quire_status quire_system_create(struct quire_system **out, const struct quire_model *model,
                                 enum quire_motion_kind motion, int columns, quire_diag *diag);
void quire_system_destroy(struct quire_system *system);

#endif
