/* Where an outline crosses itself. */
#ifndef QUIRE_GEOMETRY_LOOPS_H
#define QUIRE_GEOMETRY_LOOPS_H

#include "geometry/outline.h"

/* Whether two pieces that do not follow each other cross, both at least `margin` [m] away from
 * their ends; the first such point. Looks at outlines of up to QUIRE_LOOPS_LIMIT pieces, whose
 * pairs are all looked at; false for longer ones, and when memory runs out. */
#define QUIRE_LOOPS_LIMIT 2000
bool quire_outline_crosses_itself(const struct quire_outline *in, double margin, double at[2]);

#endif
