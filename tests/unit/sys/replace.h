/* Puts bodies that exist in tests only into a compiled machine. */
#ifndef QUIRE_TESTS_REPLACE_H
#define QUIRE_TESTS_REPLACE_H

#include "machine/system.h"

/* Puts another body in the place of a small one and lays the state out anew; states made before are
 * no good any more. */
void system_replace(struct quire_system *system, int small, const struct quire_body *body);

#endif
