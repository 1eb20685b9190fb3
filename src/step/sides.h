/* From which side a sheet came to the faces of guides. A place that stands over a face keeps its
 * side, however deep it is pressed in; it comes to the back only round an end, by its way since the
 * last step. At the back of a face it does not meet it: it passes freely, until it is before the
 * face or beside it. This is remembered for each face and station, and changes between steps alone.
 * Theory: doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_STEP_SIDES_H
#define QUIRE_STEP_SIDES_H

#include "state/state.h"

/* Before a new step of a part, at (t, y): which stations are behind. Costs nothing where none can
 * be. */
void quire_sides_commit(struct quire_state *state, const struct quire_part *part, double t,
                        const double *y);

/* Whether it came to any face of a guide so. */
bool quire_sides_came_from_behind(const struct quire_state *state, int sheet, int guide, int node);

#endif
