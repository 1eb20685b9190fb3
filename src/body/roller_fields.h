/* The attributes that rollers have wherever they stand: <roller>, <driver> and <idler>. */
#ifndef QUIRE_BODY_ROLLER_FIELDS_H
#define QUIRE_BODY_ROLLER_FIELDS_H

#include "body/roller.h"

/* Tyres, and what a roller may be made of. */
extern const struct quire_child quire_roller_children[];

/* What must be so of tyres and radii across. `width` is the roller's, NaN where it follows from its
 * tyres. */
quire_status quire_roller_check_shaft(const struct quire_object *self, quire_diag *diag,
                                      double width);

/* What must be so of a shaft that moves along itself. */
quire_status quire_shaft_check_carriage(const struct quire_object *self, quire_diag *diag,
                                        const struct quire_shaft_params *shaft);

#define QUIRE_ROLLER_RADIUS                                                                        \
    0.0, 1.0, true, false /* beyond a metre it is no roller but a mistyped unit */

#define QUIRE_ROLLER_FIELDS                                                                        \
    QUIRE_REAL_USUAL(struct quire_roller_params, radius, "radius", "m", QUIRE_REQUIRED,            \
                     QUIRE_ROLLER_RADIUS, QUIRE_USUALLY(1e-4, 0.5),                                \
                     "actual radius; feed rollers 5 mm to 20 mm", NULL),                           \
        QUIRE_REAL(                                                                                \
            struct quire_roller_params, nominal_radius, "nominal-radius", "m", QUIRE_OPTIONAL,     \
            QUIRE_ROLLER_RADIUS,                                                                   \
            "radius that converts the surface speed of a drive to its shaft speed; differs from "  \
            "the actual radius by tolerance or wear; default: the actual radius",                  \
            NULL),                                                                                 \
        QUIRE_TEXT(struct quire_roller_params, surface, "surface", QUIRE_REQUIRED,                 \
                   "name of its surface, used by pairs"),                                          \
        QUIRE_REFERENCE(struct quire_roller_params, drive, "drive", "drive", QUIRE_OPTIONAL,       \
                        "drive that turns the roller; default: none, the roller idles"),           \
        QUIRE_REAL_USUAL(                                                                          \
            struct quire_roller_params, mass, "mass", "kg", "0 kg", QUIRE_NON_NEGATIVE,            \
            QUIRE_USUALLY(0, 5),                                                                   \
            "moving mass of a sliding roller; 0: massless; pinch rollers 5 g to 50 g", NULL),      \
        QUIRE_REAL_USUAL(                                                                          \
            struct quire_roller_params, inertia, "inertia", "kg*m^2", "0 kg*m^2",                  \
            QUIRE_NON_NEGATIVE, QUIRE_USUALLY(0, 0.1),                                             \
            "moment of inertia about the shaft; 0: massless; a solid cylinder has m R^2/2", NULL), \
        QUIRE_REAL(struct quire_roller_params, bearing_torque, "bearing-torque", "N*m", "0 N*m",   \
                   QUIRE_NON_NEGATIVE, "dry friction of the bearing", NULL),                       \
        QUIRE_REAL(struct quire_roller_params, bearing_damping, "bearing-damping", "N*m*s",        \
                   "0 N*m*s", QUIRE_NON_NEGATIVE,                                                  \
                   "viscous friction of the bearing: torque per shaft speed", NULL),               \
        QUIRE_REAL_USUAL(struct quire_roller_params, spin, "spin", "rad/s", "0 rad/s", QUIRE_ANY,  \
                         QUIRE_USUALLY(-2e4, 2e4),                                                 \
                         "shaft speed at t = 0 of a roller whose speed is not prescribed by a "    \
                         "drive; positive feeds along the path",                                   \
                         NULL)

/* Shafts that are turned farther from z are none of a roller that feeds. */
#define QUIRE_SHAFT_YAW    QUIRE_FROM_TO(-1.0, 1.0)
#define QUIRE_SHAFT_TILT   QUIRE_FROM_TO(-0.2, 0.2)
#define QUIRE_ROLLER_WIDTH 0.0, 100.0, true, false

/* Where a shaft lies across the feed: of rollers and nips. */
#define QUIRE_SHAFT_FIELDS(type_, across_, width_, yaw_, tilt_)                                    \
    QUIRE_REAL_AS(QUIRE_ACROSS, type_, shaft.across, "across", "m", across_, QUIRE_ANY,            \
                  "position of the middle of its width across the feed (z), positive on the "      \
                  "right-hand side seen along the feed (spatial models only)",                     \
                  NULL),                                                                           \
        QUIRE_REAL_USUAL(type_, shaft.width, "width", "m", width_, QUIRE_ROLLER_WIDTH,             \
                         QUIRE_USUALLY(1e-4, 12),                                                  \
                         "width along the shaft; default: the width of its tyres, else that of "   \
                         "the widest sheet (spatial models only)",                                 \
                         NULL),                                                                    \
        QUIRE_REAL(type_, shaft.yaw, "yaw", "rad", yaw_, QUIRE_SHAFT_YAW,                          \
                   "angle of the shaft about the path's left-hand normal (y if the feed is along " \
                   "x). If positive, the end at greater z is farther along the feed, and sheets "  \
                   "drift to smaller z (spatial models only)",                                     \
                   NULL),                                                                          \
        QUIRE_REAL_AS(QUIRE_SIGNED, type_, shaft.tilt, "tilt", "rad", tilt_, QUIRE_SHAFT_TILT,     \
                      "angle of the shaft about the direction of feed. If positive, the end at "   \
                      "greater z is farther to the right of the path (lower if the feed is along " \
                      "x) (spatial models only)",                                                  \
                      NULL),                                                                       \
        QUIRE_REAL_AS(QUIRE_ACROSS, type_, shaft.pivot, "pivot", "m", QUIRE_OPTIONAL, QUIRE_ANY,   \
                      "position across the feed (z) of the centre of yaw and tilt; default: the "  \
                      "middle of the roller (spatial models only)",                                \
                      NULL),                                                                       \
        QUIRE_INTEGER(                                                                             \
            type_, shaft.pads, "pads", QUIRE_OPTIONAL, QUIRE_FROM_TO(1, 64),                       \
            "number of discs across the width that model contact with sheets; default: 1 up to "   \
            "30 mm of width, otherwise max(2, ceil(width / 60 mm)); the part facing the other "    \
            "roller of a nip uses the number of that roller there (spatial models only)"),         \
        QUIRE_REFERENCE(                                                                           \
            type_, shaft.carriage, "carriage", "drive", QUIRE_OPTIONAL,                            \
            "drive, given by 'speed', that moves the roller along its shaft; positive speeds "     \
            "move it to greater z; default: none (spatial models only)")

#define QUIRE_PROFILE_FIELDS(type_, crown_, taper_)                                                \
    QUIRE_REAL(type_, crown_, "crown", "m", "0 m", QUIRE_FROM_TO(-1.0, 1.0),                       \
               "crown: radius in the middle ('radius') minus radius at both ends; parabolic; "     \
               "crowned feed rollers 0.05 mm to 0.5 mm (spatial models only)",                     \
               NULL),                                                                              \
        QUIRE_REAL(type_, taper_, "taper", "m", "0 m", QUIRE_FROM_TO(-1.0, 1.0),                   \
                   "taper: radius at the end with greater z minus radius at the other end "        \
                   "(spatial models only)",                                                        \
                   NULL)

#define QUIRE_ROLLER_STOP_FIELDS                                                                   \
    QUIRE_REAL(struct quire_roller_params, stop_stiffness, "stop-stiffness", "N/m", "1e6 N/m",     \
               QUIRE_POSITIVE, "stiffness of the stops of the sliding motion", NULL),              \
        QUIRE_REAL(struct quire_roller_params, travel, "travel", "m", "0 m", QUIRE_ANY,            \
                   "travel at t = 0, positive in the opening direction", NULL)

#endif
