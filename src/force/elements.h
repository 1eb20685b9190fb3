/* Springs between bodies, sheets and fixed points, and drag of the air. Theory:
 * doc/theory/bodies.md. */
#ifndef QUIRE_FORCE_ELEMENTS_H
#define QUIRE_FORCE_ELEMENTS_H

#include "contact/touch/facing.h"

/* Adds the drag on a sheet and, with a band, the derivatives. */
void quire_sheet_drag_forces(const struct scatter *c, const struct quire_sheet *sheet);

/* A spring at y: where its ends are, its length, the force with which it pulls (negative: it
 * pushes) and its energy. False while its sheet is not in the machine. */
struct quire_spring_action {
    double end[2][2], length, force, stored;
};
bool quire_spring_at(struct quire_state *state, const struct quire_spring *spring, const double *y,
                     struct quire_spring_action *out);

#endif
