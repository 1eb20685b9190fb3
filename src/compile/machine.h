/* From a checked model to a machine. */
#ifndef QUIRE_COMPILE_MACHINE_H
#define QUIRE_COMPILE_MACHINE_H

#include "base/diag.h"
#include "machine/mesh.h"
#include "machine/system.h"
#include "model/kinds_settings.h"

/* Builds the machine of a checked model in this motion; `mesh` may be NULL. On failure *out is NULL
 * and diag says why. */
quire_status quire_system_create(struct quire_system **out, const struct quire_model *model,
                                 enum quire_motion_kind motion, const struct quire_mesh *mesh,
                                 quire_diag *diag);
void quire_system_destroy(struct quire_system *system);

#endif
