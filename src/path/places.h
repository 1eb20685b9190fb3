/* What paths, channels and guides hold. */
#ifndef QUIRE_PATH_PLACES_H
#define QUIRE_PATH_PLACES_H

#include "model/object.h"

struct quire_path_params { /* <path>: children of family "path-piece" */
    const char *name;
    double from[2], heading;
};

enum { QUIRE_SIDE_LEFT, QUIRE_SIDE_RIGHT, QUIRE_SIDE_BOTH };

struct quire_channel_params { /* <channel> */
    const char *name;
    const struct quire_object *path;
    double from, to, gap;
    /* each wall opens by `mouth` over `mouth_length` at both ends (an arc tangent to the wall) */
    double mouth, mouth_length;
    const char *surface;
    double thickness;              /* depth of the walls' solid [m] */
    double velocity;               /* guide velocity of both walls along the path [m/s] */
    double across_from, across_to; /* z [m]; optional: without end */
    double tilt;                   /* about its own direction, the right-hand side down [rad] */
};

struct quire_guide_params { /* <guide>: children of family "shape" */
    const char *name;
    const char *surface;
    /* "left|right|both": where the sheet runs, seen from the first point to the last */
    int side;
    double thickness; /* depth of the solid behind the line [m] */
    double velocity;  /* of an imaginary belt, from the first point to the last [m/s] */
    double across_from, across_to; /* z [m]; optional: without end */
    double tilt;                   /* about its own direction, the right-hand side down [rad] */
};

struct quire_side_guide_params { /* <side-guide>: a wall at constant z */
    const char *name;
    const struct quire_object *path;
    double from, to;            /* distances along the path [m]; optional: without end */
    double across;              /* z [m] */
    int side;                   /* "left|right": where the sheet runs, seen along the path */
    double height;              /* that it reaches to either side of the path [m] */
    double mouth, mouth_length; /* as of a channel's walls, at those ends that it has */
    const char *surface;
    double thickness; /* depth of its solid [m] */
    double velocity;  /* of its surface along the path [m/s] */
};

enum { QUIRE_LEAN_UPRIGHT, QUIRE_LEAN_FORWARD, QUIRE_LEAN_BACKWARD };

struct quire_bristles_params { /* <bristles>: a bed of them on a guide */
    const char *name;
    const struct quire_object *guide;
    double from, to; /* distances along the guide [m]; optional: its ends */
    double height;   /* of the tips above the guide [m] */
    int lean;        /* "upright|forward|backward": the way they lean, along the guide */
    const char *surface;
};

extern const struct quire_kind quire_kind_channel, quire_kind_guide, quire_kind_side_guide,
    quire_kind_path, quire_kind_bristles;

#endif
