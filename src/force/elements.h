/* Springs between bodies, sheets and fixed points, and drag of the air. Theory:
 * doc/theory/bodies.md. */
#ifndef QUIRE_FORCE_ELEMENTS_H
#define QUIRE_FORCE_ELEMENTS_H

#include "contact/touch/touch.h"

/* Add their forces and, with `matrix` or a band, the derivatives: of springs between small bodies
 * and fixed points and of drag on bodies; of springs that a sheet hangs on; of drag on a sheet. */
void quire_body_element_forces(struct quire_state *state, const double *y, double cq, double cv,
                               bool matrix);
void quire_sheet_spring_forces(const struct scatter *c, const double *y);
void quire_sheet_drag_forces(const struct scatter *c, const struct quire_sheet *sheet);

/* A spring at y: where its ends are, its length, the force with which it pulls (negative: it
 * pushes) and its energy. False while its sheet is not in the machine. */
struct quire_spring_look {
    double end[2][2], length, force, stored;
};
bool quire_spring_look_at(struct quire_state *state, const struct quire_spring *spring,
                          const double *y, struct quire_spring_look *out);

#endif
