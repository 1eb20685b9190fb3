/* Where pieces cross each other, and an outline itself. */
#ifndef QUIRE_GEOMETRY_LOOPS_H
#define QUIRE_GEOMETRY_LOOPS_H

#include "geometry/outline.h"

/* Points that two pieces share, both more than `margin` [m] away from their ends (beyond them by
 * less, if it is negative); their number. Pieces along each other share none. */
int quire_pieces_cross(const struct quire_piece *a, const struct quire_piece *b, double margin,
                       double at[2][2]);

/* Whether two pieces that do not follow each other cross, both at least `margin` [m] away from
 * their ends; the first such point. Looks at outlines of up to QUIRE_LOOPS_LIMIT pieces, whose
 * pairs are all looked at; false for longer ones, and when memory runs out. */
#define QUIRE_LOOPS_LIMIT 2000
bool quire_outline_crosses_itself(const struct quire_outline *in, double margin, double at[2]);

#endif
