/* What acts on a sheet besides its own stiffness and contact: holds, dead loads and moments,
 * sleeves. */
#ifndef QUIRE_FORCE_LOADS_H
#define QUIRE_FORCE_LOADS_H

#include "contact/touch/facing.h"

/* Add their forces and, with a band, the derivatives. */
void quire_load_force(const struct scatter *c, const struct quire_load *load, double t);
/* Work of a load along small displacements of the nodes [J]; its power if these are velocities [W].
 */
double quire_load_work(const struct quire_load *load, double t, const double *x, const double *y,
                       const double *dx, const double *dy);
void quire_sleeve_forces(const struct scatter *c, const struct quire_sheet *sheet,
                         const struct quire_sleeve *sleeve);

#endif
