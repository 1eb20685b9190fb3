/* What the rules share: rollers, guides and paths as messages call them, and where they are. */
#ifndef QUIRE_LINT_LINT_PARTS_H
#define QUIRE_LINT_LINT_PARTS_H

#include "geometry/box_index.h"
#include "machine/system.h"

#define QUIRE_LINT_CLOSE 5e-3 /* a drive so near to a sheet may come to touch it [m] */

/* Where a roller's centre is at the start. */
void quire_lint_centre(const struct quire_system *system, const struct quire_roller *roller,
                       double centre[2]);

/* Whether a roller turns by a drive, also through a clutch. */
bool quire_lint_is_driven(const struct quire_system *system, const struct quire_roller *roller);

/* What stands for a roller in messages: its nip, if it has one. Of two rollers the later one of the
 * file: it is reported. */
const struct quire_object *quire_lint_roller(const struct quire_system *system, int roller);
int quire_lint_later_roller(const struct quire_system *system, int a, int b);
/* Rollers, and guides that stand still, with so much around them. False when memory runs out. */
bool quire_lint_rollers(const struct quire_system *system, double around, struct quire_nearby *out);
bool quire_lint_guides(const struct quire_system *system, double around, struct quire_nearby *out);
/* How the model calls a path. */
const char *quire_lint_path_name(const struct quire_system *system,
                                 const struct quire_outline *path);

#endif
