/* The rules, a file each: every one adds warnings for what it finds, and E-MEMORY where memory runs
 * out before it has looked at everything. */
#ifndef QUIRE_LINT_LINT_RULES_H
#define QUIRE_LINT_LINT_RULES_H

#include <quire/diag.h>

#include "machine/system.h"

/* Channels without room, starts beyond a path's end, guides that go back on themselves, rollers
 * that press into guides, and sheets whose segments are long for their path's bends (W-ACCURACY).
 */
void quire_lint_find_geometry(const struct quire_system *system, quire_diag *diag);

/* Where leading edges would stub on guides, on rollers, and on gates wherever these can stand
 * (W-STUB). */
void quire_lint_find_stubs(const struct quire_system *system, quire_diag *diag);

/* In spatial models: sheets beyond all that holds them across the feed, rollers inside each other.
 */
void quire_lint_find_space(const struct quire_system *system, quire_diag *diag);

/* Rollers inside each other, guides in one place, nips and guides too narrow for sheets. */
void quire_lint_find_places(const struct quire_system *system, quire_diag *diag);

/* Rules, steps of drives and checks whose time comes after the end of the run, rules that set one
 * drive at one event, machines without a sheet. */
void quire_lint_find_never(const struct quire_system *system, quire_diag *diag);

/* Sheets that no drive reaches, sensors that no sheet comes to, rollers that fall out of the
 * machine. */
void quire_lint_find_reach(const struct quire_system *system, quire_diag *diag);

/* Ways between drives that are longer than the shortest sheet (W-SPAN), and nips that a drive turns
 * against their path (W-BACKWARD). `moved`: whether a sheet is moved where it starts (n_sheet). */
void quire_lint_find_spans(const struct quire_system *system, const bool *moved, quire_diag *diag);

#endif
