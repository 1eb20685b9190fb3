/* How often to look at sheets within a step, so that nothing comes and goes unseen between two
 * looks. Theory: doc/theory/integrator.md, 7. */
#ifndef QUIRE_EVENTS_LOOKS_H
#define QUIRE_EVENTS_LOOKS_H

#include "kind/sensor.h"

/* A sheet is looked at when it may have gone that far at the latest, however near it is [m]. */
#define QUIRE_LOOK_WAY 2e-5
/* A step's polynomials have few turns: sensors of speed look so often in one, if the sheet may go
 * farther in it than that [m]. */
#define QUIRE_LOOKS_AT_SPEED    16
#define QUIRE_LOOK_WAY_AT_SPEED 1e-3
/* Sheets may be faster between two looks than at both of them. */
#define QUIRE_LOOK_FASTER 1.25

/* Largest speeds of a sheet's nodes: in any direction, and across the sheet [m/s]. */
struct quire_look_speed {
    double all, across;
};

/* In any direction; cheaper. */
double quire_look_speed(const struct quire_sheet_view *sheet);

/* Raises both to what they are at this look. */
void quire_look_speed_add(struct quire_look_speed *speed, const struct quire_sheet_view *sheet);

/* How long after a look at a sheet with these shortest ways the next one may come, in a step of
 * length h [s]; infinite where it does not move. */
double quire_look_after(const struct quire_sensor_ways *ways, const struct quire_look_speed *speed,
                        double h);

#endif
