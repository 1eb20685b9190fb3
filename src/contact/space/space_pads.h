/* Where a sheet in space touches the pads of rollers. doc/theory/spatial-contact.md, 2. */
#ifndef QUIRE_CONTACT_SPACE_SPACE_PADS_H
#define QUIRE_CONTACT_SPACE_SPACE_PADS_H

#include "contact/touch/columns.h"

/* Adds what pads do to a sheet with places q and velocities v (blocks as in Q and V): to its sides,
 * to the middle in st->force and `slabs` (NULL: forces only), and to the rollers. */
void quire_pad_contacts(struct quire_state *state, int sheet, const double *q, const double *v,
                        double cq, double cv, const struct quire_slabs *slabs);

/* What a law's place under a pad, on the cell above a column, sees of the sheet where that is
 * deeper than `in`; the lists of what is near must be those of q. */
void quire_pad_look(const struct quire_state *state, int sheet, const struct quire_contact_law *law,
                    const double *q, const double *v, int pad, int cell,
                    struct quire_normal_in *in);

/* The sheet at a pad's z, as a curve in the plane, into the work's `strip`; `near` is its node
 * nearest to a point. Returns what of the pad lies on the sheet there. */
double quire_space_strip(const struct quire_sheet *sheet, const struct quire_space_work *work,
                         const struct quire_pad *pad, const double *q, const double *v,
                         const double at[2], int *near);

#endif
