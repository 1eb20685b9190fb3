/* What is allowed in a model but hardly meant: `quire check` and `quire run` warn of it. */
#ifndef QUIRE_LINT_LINT_H
#define QUIRE_LINT_LINT_H

#include <quire/diag.h>

#include "machine/system.h"

/* Adds a warning for each drive that turns nothing, pair for a surface that nothing has, sensor
 * that no sheet comes to, sheet that enters after the end or in the place of another, and for what
 * the rules find. E-MEMORY: memory ran out, and not everything was looked at. */
void quire_lint_find(const struct quire_system *system, quire_diag *diag);

#endif
