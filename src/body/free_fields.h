/* What discs and blocks share in their field tables. */
#ifndef QUIRE_BODY_FREE_FIELDS_H
#define QUIRE_BODY_FREE_FIELDS_H

#include "body/free.h"

#define QUIRE_FREE_SIZE 0.0, 100.0, true, false /* [m]; guards against a mistyped unit */

#define QUIRE_FREE_FIELDS(inertia_help_)                                                           \
    QUIRE_TEXT(struct quire_free_params, surface, "surface", QUIRE_REQUIRED,                       \
               "name of its surface, used by pairs"),                                              \
        QUIRE_REAL(struct quire_free_params, mass, "mass", "kg", QUIRE_REQUIRED, QUIRE_POSITIVE,   \
                   "its mass", NULL),                                                              \
        QUIRE_REAL(struct quire_free_params, inertia, "inertia", "kg*m^2", QUIRE_OPTIONAL,         \
                   QUIRE_POSITIVE, inertia_help_, NULL),                                           \
        QUIRE_VECTOR(struct quire_free_params, centre, "centre", "m", QUIRE_REQUIRED,              \
                     "position of the centre of mass at t = 0"),                                   \
        QUIRE_REAL(struct quire_free_params, angle, "angle", "rad", "0 deg", QUIRE_ANY,            \
                   "angle at t = 0, counter-clockwise", NULL),                                     \
        QUIRE_VECTOR(struct quire_free_params, velocity, "velocity", "m/s", "0 m/s, 0 m/s",        \
                     "velocity of the centre at t = 0"),                                           \
        QUIRE_REAL(struct quire_free_params, spin, "spin", "rad/s", "0 rad/s", QUIRE_ANY,          \
                   "angular speed at t = 0, counter-clockwise", NULL),                             \
        QUIRE_CHOICE(struct quire_free_params, guided, "guided", "none|angle|x|y|centre", "none",  \
                     "constraint by an ideal frictionless guide. none: free; angle: the angle is " \
                     "fixed; x, y: the angle is fixed and the body slides along x or y only; "     \
                     "centre: the body only turns about its centre"),                              \
        QUIRE_REAL_AS(QUIRE_ACROSS, struct quire_free_params, across_from, "across-from", "m",     \
                      QUIRE_OPTIONAL, QUIRE_ANY,                                                   \
                      "start across the feed (z); default: no limit (spatial models only)", NULL), \
        QUIRE_REAL_AS(QUIRE_ACROSS, struct quire_free_params, across_to, "across-to", "m",         \
                      QUIRE_OPTIONAL, QUIRE_ANY,                                                   \
                      "end across the feed (z); default: no limit (spatial models only)", NULL)

#endif
