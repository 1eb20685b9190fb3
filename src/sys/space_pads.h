/* Where a sheet in space touches the pads of rollers. doc/theory/spatial-contact.md, 2. */
#ifndef QUIRE_SYS_SPACE_PADS_H
#define QUIRE_SYS_SPACE_PADS_H

#include "sys/columns.h"

/* Adds what pads do to a sheet with places q and velocities v (blocks as in Q and V): to its sides, to the middle in st->force and `slabs`
 * (NULL: forces only), and to the rollers. */
void quire_pad_contacts(struct quire_state *state, int sheet, const double *q, const double *v, double cq, double cv, const struct quire_slabs *slabs);

#endif
