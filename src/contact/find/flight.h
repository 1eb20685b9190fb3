/* When what flies straight on in a step comes to circles and faces. */
#ifndef QUIRE_CONTACT_FIND_FLIGHT_H
#define QUIRE_CONTACT_FIND_FLIGHT_H

#include <math.h>

#include "state/state.h"

/* Something round ahead of a step, seen across the feed: its place and velocity, how long it goes
 * on. */
struct quire_flight {
    double radius; /* of a sheet's node: half its thickness [m] */
    double beside; /* as far beside a face it still matters [m] */
    double at[2], velocity[2], h;
};

static inline double
quire_flight_dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* When a point p, with velocity u, from the centre of a circle comes into it, or midway through it
 * if it goes only into a larger one of radius `graze`; infinite: never. */
double quire_flight_into(const double p[2], const double u[2], double radius, double graze);

/* Levels grow from before a face to behind it: 0 is its surface [m]. */
double quire_flight_level(const struct quire_face *face, const double at[2]);
/* When its centre comes to a level, as quire_flight_into(). */
double quire_flight_to_level(const struct quire_face *face, const struct quire_flight *f,
                             double level, double graze);

/* Whether it does not come within `wide` of a box in its step; is beside it by more than that after
 * time t. */
bool quire_flight_passes_by(const struct quire_flight *f, const double low[2], const double high[2],
                            double wide);
bool quire_flight_is_beside(const struct quire_flight *f, double t, const double low[2],
                            const double high[2], double wide);

#endif
