/* What stands still in pictures: guides, paths, rollers, nips, sensors, as lines and points [m]. */
#ifndef QUIRE_TRACE_MACHINE_OUTLINE_H
#define QUIRE_TRACE_MACHINE_OUTLINE_H

#include "kind/view.h"
#include "model/object.h"
#include "trace/frames.h"

struct quire_polyline {
    const char *name; /* borrowed from the model */
    double side;      /* +1 the sheet runs on the left, -1 right, 0 both */
    double (*at)[2];  /* (n) */
    size_t n;
    /* of a guide in a spatial model: from z to z, infinite where it does not end [m] */
    double across[2];
    /* of a tilted one: by how much it is moved in the plane for each metre of z */
    double rise[2];
    double (*rim)[2][3]; /* of a side guide, which has no line: points on both its rims (n_rim) */
    size_t n_rim;
    bool moves;  /* it is a gate; it stands as the model shows it */
    size_t gate; /* its number among those that move */
};

struct quire_leaf { /* a sheet */
    const char *name;
    double width, thickness; /* [m] */
};

struct quire_disc {        /* of a roller in a spatial model */
    double at[3], axis[3]; /* from the roller's centre [m]; unit vector of the shaft */
    double radius, half;   /* half its width [m] */
};

struct quire_wheel {
    const char *name;
    double x, y, radius;
    double turn;    /* +1 driven counter-clockwise, -1 clockwise, 0 not driven or not moving */
    double fastest; /* shaft speed so far [rad/s] */
    bool driver, in_nip;
    bool free;           /* a disc that moves freely: drawn with the sheets */
    bool soft;           /* so is its outline */
    size_t disc, n_disc; /* the first of its discs, how many; none in planar models */
};

struct quire_mark {
    const char *name;
    double x, y, direction[2]; /* along the path */
    double across;             /* z of a sensor */
};

struct quire_shape { /* of a free body, or the outline of a soft roller */
    const char *name;
    double radius;       /* of a disc; 0: a block [m] */
    bool soft;           /* an ellipse */
    bool of_roller;      /* the outline of a soft roller: */
    int roller;          /* this one */
    bool driven;         /* a drive turns that roller */
    bool cuboid;         /* a solid is one; otherwise an ellipsoid */
    size_t ball, n_ball; /* the first of a solid's other balls, how many */
};

struct quire_machine {
    struct quire_polyline *guide, *path; /* (n_guide), (n_path) */
    struct quire_outline *outline;       /* of the paths (n_path) */
    const struct quire_object **object;  /* of the paths (n_path) */
    struct quire_wheel *roller;          /* (n_roller), in the order of the view */
    struct quire_shape *body;            /* (n_body): those of the view, then its soft rollers */
    struct quire_mark *nip, *sensor;     /* (n_nip), (n_sensor) */
    struct quire_leaf *sheet;            /* (n_sheet), in the order of the view */
    /* (n_pressure): closed outlines of those without a guide; the others have no line */
    struct quire_polyline *pressure;
    struct quire_disc *disc;      /* (n_disc) */
    struct quire_ball_view *ball; /* (n_ball) of solids, along their own axes */
    size_t n_guide, n_path, n_roller, n_body, n_nip, n_sensor, n_sheet, n_pressure, n_disc, n_ball;
    bool spatial;
};

/* QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_machine_gather(struct quire_machine *self, const struct quire_model *model,
                                  const struct quire_view *view);
void quire_machine_clear(struct quire_machine *self);

/* Notes the way in which drive rollers turn, from the fastest turning seen. */
void quire_machine_note_turning(struct quire_machine *self, const struct quire_view *view);

/* How far sheets, rollers and, in these frames, solids reach to either side of z = 0 [m]; 0 in
 * planar models. */
double quire_machine_reach(const struct quire_machine *self, const struct quire_frames *frames);

/* A disc where its roller's carriage has moved it. */
struct quire_disc quire_disc_shifted(const struct quire_disc *disc, double shift);

/* Two directions in the plane of a disc, at right angles to each other: unit vectors. */
void quire_disc_plane(const struct quire_disc *disc, double u[3], double v[3]);

/* The outline of a path of the model; NULL if it is none. */
const struct quire_outline *quire_machine_outline(const struct quire_machine *self,
                                                  const struct quire_object *path);

/* A line of a guide that moves, where it is in a frame: `out` has memory of its own for its points,
 * to be freed with free(out->at), and all else in common. False when memory runs out. */
bool quire_polyline_moved(struct quire_polyline *out, const struct quire_polyline *line,
                          const struct quire_frames *frames, size_t frame);

#endif
