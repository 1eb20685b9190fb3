/* Guides: their faces and corners, gates, tilted guides and side walls. */
#ifndef QUIRE_MACHINE_GUIDE_H
#define QUIRE_MACHINE_GUIDE_H

#include <stdbool.h>

#include "geometry/corners.h"
#include "geometry/outline.h"
#include "kind/view.h"

struct quire_object;

/* A turn about a line in the plane of z = 0: what lies at greater z then lies lower along the
 * normal where the sine is positive. */
struct quire_tilt {
    double at[2];     /* on the line [m] */
    double normal[2]; /* to its left */
    double cosine, sine;
};

/* What lets guides move: a pivot, about which they turn, or a slide. All faces of one guide have
 * one between them. */
struct quire_gate {
    const struct quire_object *object; /* <pivot> or <slide> */
    const char *name;                  /* of the guide */
    bool turns;
    double at[2]; /* the pivot [m]; or the slide's direction, a unit vector */
    int drive;    /* that moves it; -1: none, it is */
    int small;    /* this body, which a spring holds; -1: a drive moves it */
    /* by which its material moves at most with its way: [m], or 1 of a slide */
    double arm;
    double low[2], high[2]; /* of a body, bounds of where its material may come to [m] */
};

/* A guide, or one face of one: a chain of pieces with the sheet on one side. */
struct quire_guide {
    const struct quire_object *object;
    const char *name;
    struct quire_outline outline;
    double low[2], high[2]; /* bounds of the outline [m] */
    double side;            /* +1 left, -1 right */
    double reach;           /* of its laws before touch [m] */
    double depth;           /* of the solid behind it [m] */
    double velocity;        /* of an imaginary belt along it [m/s] */
    double across[2];       /* in space: from where to where it reaches in z [m]; may be infinite */
    bool bristles; /* it is the tips of a bed of bristles: sheets touch it along stretches alone */
    bool round; /* arcs all around, without a kink; not of gates: sheets touch it along stretches */
    bool bends; /* it does not run straight on, whatever its mouths do */
    bool tilted; /* in space: */
    struct quire_tilt tilt;
    int *law; /* (2 * n_sheet) */
    /* the gate that it is; -1: it does not move. Its outline, faces and corners are those of a
     * gate that has not moved */
    int gate;
    /* index among the guides that observers see: both faces of one guide are one */
    int view;
};

/* A wall beside a path, for the side edges of sheets in space. It is a guide besides, with an
 * outline of no pieces. */
struct quire_wall {
    int guide;
    struct quire_wall_view shape;
};

/* A bed of bristles on a guide. It is a guide besides, with an outline of no pieces, since there is
 * no solid behind its tips. */
struct quire_bed {
    int guide;
    struct quire_bed_view shape;
};

/* One piece of a guide, ready for the inner loop. */
struct quire_face {
    int guide;
    double radius;    /* 0: line */
    double convex;    /* +1 the sheet is outside the circle, -1 inside */
    double level;     /* of its surface: along the normal, or convex * radius [m] */
    double at[2];     /* line: its first point; arc: centre */
    double normal[2]; /* line: towards the sheet */
    /* both ends, and the outward direction in which a station leaves the piece there */
    double end[2][2], out[2][2];
    bool taper[2]; /* something else begins there: free ends and convex kinks */
    /* how far beyond its ends it goes on inside the solid: hollow kinks [m] */
    double past[2];
    /* Where it tapers: behind the surface a point is nearer to this piece than to what begins at
     * that end while its way from the end along this vector is negative. */
    double split[2][2];
    /* of what sheets alone meet, a kink or the end of a wall: the pieces that end there; -1: none
     */
    int beside[2];
    /* of the end of a wall, and of bristles: places deeper behind it are behind another surface;
     * otherwise 0 [m] */
    double deepest;
    double low[2], high[2]; /* bounds [m] */
    /* of its guide's view: a surface between two hollow kinks, which a body touches at one place */
    int run;
};

/* How far a point is beyond an end of a face [m]. */
static inline double
quire_face_beyond(const struct quire_face *face, int end, const double p[2])
{
    return (p[0] - face->end[end][0]) * face->out[end][0] +
           (p[1] - face->end[end][1]) * face->out[end][1];
}

/* Whether the face is what a point touches that stands `behind` it [m]: at a convex kink or a free
 * end only while it is nearer to the face than to what begins there. edge: a point less deep than
 * that is behind the face, not before the end of the wall [m]. */
static inline bool
quire_face_faces(const struct quire_face *face, const double p[2], double behind, double edge)
{
    for (int e = 0; e < 2; e++) {
        const double u = quire_face_beyond(face, e, p),
                     limit = face->taper[e] ? (behind > edge ? -behind : 0) : face->past[e];
        if (u > limit || (e == 0 && u >= limit)) {
            return false;
        }
    }
    return true;
}

/* A kink is a circle so small, for the part of a sheet that lies over it [m]. */
#define QUIRE_KINK_RADIUS 1e-9

struct quire_corner_contact {
    int guide;
    double at[2], axis[2]; /* position; direction towards the sheet */
    double out[2][2];      /* outward tangents of the pieces that end here */
    double depth;          /* of the solid behind it, half-way to other surfaces [m] */
    int face;              /* at a free end: the guide's face there */
    bool end;              /* a free end of the guide; otherwise a convex kink */
    int run;
};

#endif
