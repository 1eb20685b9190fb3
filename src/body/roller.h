/* What rollers, shafts and tyres hold. */
#ifndef QUIRE_BODY_ROLLER_H
#define QUIRE_BODY_ROLLER_H

#include "model/object.h"

/* How a shaft lies across the feed; planar motion ignores it. */
struct quire_shaft_params {
    double across, width; /* of the roller's middle, z; of the roller [m]; optional */
    /* of the shaft, about the path's left-hand normal and about its direction [rad]; optional */
    double yaw, tilt;
    double pivot;        /* z about which they turn it [m]; optional: the roller's middle */
    double crown, taper; /* [m] */
    long pads;           /* discs that it is reckoned with; optional */
    const struct quire_object *carriage; /* drive that moves it along itself; NULL: it stays */
};

/* <roller>, and <driver>, <idler> inside <nip>. Positive shaft or surface speed moves the sheet
 * along the path (or, for a roller placed by coordinates, turns it counter-clockwise unless
 * sense="clockwise"). */
struct quire_roller_params {
    const char *name;
    double centre[2]; /* roller: by coordinates, or by path, at and offset */
    const struct quire_object *path;
    /* distance along the path; of the roller's surface from it, positive to the left */
    double at, offset;
    /* "left|right" of the path; driver in a nip: right by default */
    int side;
    double radius, nominal_radius;
    const char *surface;
    const struct quire_object *drive; /* NULL: idling */
    int sense;                        /* "counter-clockwise|clockwise" */
    double mass, inertia;             /* 0: massless */
    double bearing_torque;            /* dry bearing friction [N m] */
    double bearing_damping;           /* [N m s] */
    /* heading of the closing direction of a sliding roller [rad]; optional: fixed */
    double slide;
    /* closing force at travel 0 [N], spring [N/m], damper [N s/m] */
    double load, rate, damping;
    /* largest travel in the closing and the opening direction [m]; optional */
    double closed_stop, max_gap;
    double stop_stiffness; /* of both stops [N/m] */
    double travel;         /* at t = 0, positive opening [m] */
    double spin;           /* shaft speed of an idler at t = 0 [rad/s] */
    struct quire_shaft_params shaft;
};

struct quire_tyre_params { /* <tyre> in <roller>, <driver>, <idler> */
    double across, width;  /* along the shaft: of its middle from the roller's [m] */
    double radius;         /* [m]; optional: the roller's */
    double crown, taper;   /* [m] */
    long pads;             /* optional */
};

extern const struct quire_kind quire_kind_roller, quire_kind_tyre;

#endif
