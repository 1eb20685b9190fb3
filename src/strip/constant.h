/* The part of the ladder's matrix that does not depend on places: mass, bending and twist. */
#ifndef QUIRE_STRIP_CONSTANT_H
#define QUIRE_STRIP_CONSTANT_H

#include "strip/ladder.h"

/* Doubles that its slabs take; that the table takes which they are made of. */
size_t quire_constant_size(const struct quire_ladder *ladder);
size_t quire_constant_table_size(const struct quire_ladder *ladder);

void quire_constant_table(const struct quire_ladder *ladder, double *table);
/* Slabs (struct quire_slabs) of the stations 0, 1, all others, n - 1, n; what is not written must
 * be zero. */
void quire_constant_slabs(const struct quire_ladder *ladder, const double *table, double cq,
                          double cv, double *slab);

#endif
