/* What acts on a sheet besides its own stiffness and contact: holds, dead loads and moments,
 * sleeves. */
#ifndef QUIRE_FORCE_LOADS_H
#define QUIRE_FORCE_LOADS_H

#include "contact/touch/touch.h"

bool quire_hold_is_on(const struct quire_hold *hold, double t);
/* The projection (xx, xy, yy) on the directions in which it holds. */
void quire_hold_directions(const struct quire_hold *hold, double held[3]);
/* The directions in which the ends are clamped at t. */
void quire_hold_clamps(const struct quire_sheet *sheet, double t, struct quire_clamp out[2]);

/* Add their forces and, with a band, the derivatives. */
void quire_load_force(const struct scatter *c, const struct quire_load *load, double t);
void quire_load_forces(const struct scatter *c, const struct quire_sheet *sheet, double t);
/* Work of a load along small displacements of the nodes [J]; its power if these are velocities [W].
 */
double quire_load_work(const struct quire_load *load, double t, const double *x, const double *y,
                       const double *dx, const double *dy);
void quire_sleeve_forces(const struct scatter *c, const struct quire_sheet *sheet,
                         const struct quire_sleeve *sleeve);

#endif
