/* Where a sheet in space touches the pads of rollers. doc/theory/spatial-contact.md, 2. */
#ifndef QUIRE_CONTACT_SPACE_SPACE_PADS_H
#define QUIRE_CONTACT_SPACE_SPACE_PADS_H

#include "contact/touch/columns.h"
#include "contact/touch/wraps.h"

/* Adds what pads do to a sheet with places q and velocities v (blocks as in Q and V): to its sides,
 * to the middle in st->force and `slabs` (NULL: forces only), and to the rollers. */
void quire_pad_contacts(struct quire_state *state, int sheet, const double *q, const double *v,
                        double cq, double cv, const struct quire_slabs *slabs);

/* How far the sheet follows a pad now; bodies must be there. */
struct wrap_now quire_pad_wrap(struct quire_state *state, int sheet,
                               const struct quire_candidates *nodes, const double *q,
                               const double *v);

/* Whether a share that is 0 stays so: the sheet touched the roller, whose only pad this is, in the
 * last evaluation, and is nowhere near it bent by as much as wraps begin with. */
bool quire_pad_stays_straight(const struct quire_state *state, int sheet,
                              const struct quire_candidates *nodes, const double *q);

/* What a law's place under a pad, on the cell above a column, sees of the sheet where that is
 * deeper than `in`; the lists of what is near must be those of q. */
void quire_pad_gap_at(const struct quire_state *state, int sheet,
                      const struct quire_contact_law *law, const double *q, const double *v,
                      int pad, int cell, struct quire_normal_in *in);

#endif
