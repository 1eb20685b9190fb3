/* What presses sheets to a guide, or away from it, over a distance: suction, charges, bristles.
 * doc/theory/pressures.md */
#ifndef QUIRE_FORCE_PRESSURES_H
#define QUIRE_FORCE_PRESSURES_H

#include "contact/touch/facing.h"

/* On planar sheets, of those along a guide, as a row of the table of forces has it (force/terms.h).
 */
void quire_pressure_forces(const struct scatter *c, double t, const double *y);
void quire_pressure_work(const struct quire_state *state, int sheet, double t, const double *y,
                         const double *d, double *work);

/* One place of a sheet under a pressure: what acts there, on `area`. */
struct quire_pressed {
    double force[3];       /* [N] */
    double normal, drag;   /* towards the guide, and against the motion along it [N] */
    double work, lost;     /* put in, and taken by friction [W] */
    double by_place[3][2]; /* d force / d place in the plane */
    double by_velocity[3][3];
};

/* A place of a sheet's mid-line: half the sheet's thickness, how long its piece is [m] and on what
 * area the pressure acts there [m^2]. */
struct quire_pressed_place {
    double at[2], v[3]; /* [m], [m/s] */
    double half, length, area;
};

/* What acts there; false where nothing does. `matrix`: derivatives are wanted. */
bool quire_pressure_at(const struct quire_pressure *pressure, double supply,
                       const struct quire_pressed_place *place, bool matrix,
                       struct quire_pressed *out);

/* Books what acts. */
void quire_pressure_book(struct quire_state *state, int pressure,
                         const struct quire_pressed *pressed);

/* What is supplied at a time. */
double quire_pressure_supply(const struct quire_state *state, int pressure, double t);

/* Whether any of one along a guide may come near anything within a box. */
bool quire_pressure_near(const struct quire_pressure *pressure, const double low[2],
                         const double high[2]);

#endif
