/* What the ladder's damping takes along a displacement. doc/theory/spatial-sheet.md, 2 to 4. */
#ifndef QUIRE_STRIP_DAMPING_H
#define QUIRE_STRIP_DAMPING_H

#include "strip/ladder.h"

/* Work of the dampers' forces along small displacements e, at places q and velocities v [J]. The
 * ends are clamped as at the last evaluation. */
double quire_ladder_damping_work(const struct quire_ladder *ladder,
                                 const struct quire_ladder_work *work, const double *q,
                                 const double *v, const double *e);

#endif
