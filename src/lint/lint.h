/* What is allowed in a model but hardly meant: `quire check` and `quire run` warn of it. */
#ifndef QUIRE_LINT_LINT_H
#define QUIRE_LINT_LINT_H

#include <quire/diag.h>

#include "geometry/box_index.h"
#include "machine/system.h"

/* Adds a warning for each drive that turns nothing, pair for a surface that nothing has, sensor
 * that no sheet comes to, sheet that enters after the end or in the place of another, and for what
 * the other functions here find. */
void quire_trouble_find(const struct quire_system *system, quire_diag *diag);
/* Channels without room, starts beyond a path's end, guides that go back on themselves, rollers
 * that press into guides, and sheets whose segments are long for their path's bends (W-ACCURACY).
 */
void quire_trouble_find_geometry(const struct quire_system *system, quire_diag *diag);

/* Where lead edges would stub on guides, on rollers, and on gates wherever these can stand
 * (W-STUB), in planar models. */
void quire_trouble_find_stubs(const struct quire_system *system, quire_diag *diag);

/* In spatial models: sheets beyond all that holds them across the feed, rollers inside each other.
 */
void quire_trouble_find_space(const struct quire_system *system, quire_diag *diag);

/* Rollers inside each other, guides in one place, nips and guides too narrow for sheets. */
void quire_trouble_find_places(const struct quire_system *system, quire_diag *diag);

/* Sheets that no drive reaches, sensors that no sheet comes to, rollers that fall out of the
 * machine. */
void quire_trouble_find_reach(const struct quire_system *system, quire_diag *diag);

/* Where a roller's centre is at the start; how the model calls a path. */
void quire_trouble_centre(const struct quire_system *system, const struct quire_roller *roller,
                          double centre[2]);

/* What stands for a roller in messages: its nip, if it has one. Of two rollers the later one of the
 * file: it is told of. */
const struct quire_object *quire_trouble_roller(const struct quire_system *system, int roller);
int quire_trouble_later_roller(const struct quire_system *system, int a, int b);
/* Rollers, and guides that stand still, with so much around them. False when memory runs out. */
bool quire_trouble_rollers(const struct quire_system *system, double around,
                           struct quire_nearby *out);
bool quire_trouble_guides(const struct quire_system *system, double around,
                          struct quire_nearby *out);
const char *quire_trouble_path_name(const struct quire_system *system,
                                    const struct quire_outline *path);

#endif
