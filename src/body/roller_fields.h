/* The attributes that rollers have wherever they stand: <roller>, <driver> and <idler>. */
#ifndef QUIRE_BODY_ROLLER_FIELDS_H
#define QUIRE_BODY_ROLLER_FIELDS_H

#include "model/params.h"

#define QUIRE_ROLLER_RADIUS                                                                        \
    0.0, 1.0, true, false /* beyond a metre it is no roller but a mistyped unit */

#define QUIRE_ROLLER_FIELDS                                                                        \
    QUIRE_REAL(struct quire_roller_params, radius, "radius", "m", QUIRE_REQUIRED,                  \
               QUIRE_ROLLER_RADIUS, "actual radius; feed rollers 5 mm to 20 mm", NULL),            \
        QUIRE_REAL(struct quire_roller_params, nominal_radius, "nominal-radius", "m",              \
                   QUIRE_OPTIONAL, QUIRE_ROLLER_RADIUS,                                            \
                   "radius for which drives command surface speeds, if it differs from the "       \
                   "actual one by tolerance or "                                                   \
                   "wear; otherwise it is the radius",                                             \
                   NULL),                                                                          \
        QUIRE_TEXT(struct quire_roller_params, surface, "surface", QUIRE_REQUIRED,                 \
                   "its surface, for pairs"),                                                      \
        QUIRE_REFERENCE(struct quire_roller_params, drive, "drive", "drive", QUIRE_OPTIONAL,       \
                        "drive that turns it; without one it idles"),                              \
        QUIRE_REAL(                                                                                \
            struct quire_roller_params, mass, "mass", "kg", "0 kg", QUIRE_NON_NEGATIVE,            \
            "mass that moves when the roller slides; 0: massless; pinch rollers 5 g to 50 g",      \
            NULL),                                                                                 \
        QUIRE_REAL(struct quire_roller_params, inertia, "inertia", "kg*m^2", "0 kg*m^2",           \
                   QUIRE_NON_NEGATIVE,                                                             \
                   "moment of inertia about the shaft; 0: massless; a solid cylinder has m R^2/2", \
                   NULL),                                                                          \
        QUIRE_REAL(struct quire_roller_params, bearing_torque, "bearing-torque", "N*m", "0 N*m",   \
                   QUIRE_NON_NEGATIVE, "dry friction of the bearing", NULL),                       \
        QUIRE_REAL(struct quire_roller_params, bearing_damping, "bearing-damping", "N*m*s",        \
                   "0 N*m*s", QUIRE_NON_NEGATIVE,                                                  \
                   "viscous friction of the bearing: torque per shaft speed", NULL),               \
        QUIRE_REAL(struct quire_roller_params, spin, "spin", "rad/s", "0 rad/s", QUIRE_ANY,        \
                   "shaft speed at t = 0 of a roller that no drive turns at a given speed; "       \
                   "positive feeds along the path",                                                \
                   NULL)

#define QUIRE_ROLLER_STOP_FIELDS                                                                   \
    QUIRE_REAL(struct quire_roller_params, stop_stiffness, "stop-stiffness", "N/m", "1e6 N/m",     \
               QUIRE_POSITIVE, "stiffness of the stops that limit sliding", NULL),                 \
        QUIRE_REAL(struct quire_roller_params, travel, "travel", "m", "0 m", QUIRE_ANY,            \
                   "how far it has slid at t = 0, positive in the opening direction", NULL)

#endif
