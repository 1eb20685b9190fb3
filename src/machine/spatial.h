/* Spatial machines: what compile makes of rollers, guides and sheets that have a place across the
 * feed, and how contact reaches the ladder. Axes: x along the feed, y up, z across (right-handed).
 * Paths, guides and rollers are placed in the plane z = 0 as in planar models, and reach across;
 * angles of misalignment are small turns away from that. */
#ifndef QUIRE_MACHINE_SPATIAL_H
#define QUIRE_MACHINE_SPATIAL_H

#include <stdbool.h>

#include "kind/body.h"
#include "math/kernel.h"
#include "strip/ladder.h"

/* One disc of a roller, as which it touches sheets: a wide roller is several, side by side on one
 * shaft. */
struct quire_pad {
    int roller; /* index among the system's rollers: its laws, its small body */
    /* of its centre from the roller's planar place (carrier.centre at z = 0), as the shaft is
     * tilted; a carriage moves it along the shaft from there by carrier.shift [m] */
    double at[3];
    double axis[3]; /* unit vector of the shaft, axis[2] > 0 */
    double radius;  /* [m] */
    double half;    /* half the width of roller that it stands for [m] */
    double share;   /* of the roller's laws that acts here; those of one roller sum up to 1 */
};

/* It where a carriage has moved it. */
static inline struct quire_pad
quire_pad_shifted(const struct quire_pad *pad, double shift)
{
    struct quire_pad moved = *pad;

    for (int c = 0; c < 3; c++) {
        moved.at[c] += shift * pad->axis[c];
    }
    return moved;
}

/* How one small body couples to three neighbouring stations of a spatial sheet, at two neighbouring
 * columns: entries in the order station, column, component. As in the matrix, they are those of M -
 * (cq K + cv D). Those of one body and sheet stand side by side in the state's list, on either side
 * of the sheet's middle from outside inwards: each side is summed up by itself, so that the
 * mirrored machine has the same sums. */
#define QUIRE_SPACE_ROWS 18
struct quire_space_coupling {
    int small, sheet, station, column; /* the first of the three, of the two */
    int side;                          /* 0 left, 1 right, 2 neither */
    /* sheet rows, body columns: one column after the other */
    double by_body[QUIRE_BODY_DOFS][QUIRE_SPACE_ROWS];
    double by_node[QUIRE_BODY_DOFS][QUIRE_SPACE_ROWS]; /* body rows, sheet columns */
};

/* What a spatial touching place adds to quire_touch. */
struct quire_space_touch {
    double z, normal_z;  /* of the sheet's mid-surface [m]; of the normal */
    double lateral;      /* friction on the sheet along the roller's axis, or along z [N] */
    double slip_lateral; /* [m/s] */
    int pad;             /* index; -1: a guide */
};

/* What a touching place has to do with energy, as it was evaluated. */
struct quire_space_flow {
    /* on the sheet along the surface and across it, the part of the normal force that is lost [N]
     */
    double friction, lateral, lost;
    double slip, slip_lateral, closing, belt; /* [m/s] */
    double driven;              /* speed of the surface that its drive commands [m/s] */
    double carried;             /* speed across that its carriage commands [m/s] */
    int sheet, station, column; /* the first of the three, of the two */
    int target;                 /* a guide, or a pad counted from behind: -1 - pad */
    /* 0, 1: of the sheet's left or right half, 2: of the middle; their sums are mirror images */
    int side;
};

/* How a flow changes as the sheet's nodes and the body move, at the last evaluation with the
 * matrix: gradients by the place, by its derivative along the sheet and by that across,
 * displacements times cq, velocities times cv. doc/theory/energy.md, 3 */
enum quire_space_flowing {
    QUIRE_SPACE_FRICTION,
    QUIRE_SPACE_LATERAL,
    QUIRE_SPACE_SLIP,
    QUIRE_SPACE_SLIP_LATERAL,
    QUIRE_SPACE_CLOSING,
    QUIRE_SPACE_FLOWING
};
struct quire_space_change {
    quire_v4 by[QUIRE_SPACE_FLOWING][3];
    /* how much a node counts to the place, see contact/touch/space_touch.h */
    double b[3], d[3], c[2], e[2];
    double lost; /* what closing changes of the lost force [N s/m] */
    int sheet, station, column, target, columns;
    int small; /* -1: nothing moves on the other side */
    /* how the body moves the place that it touches with, */
    const double (*centre)[QUIRE_BODY_DOFS];
    double surface[QUIRE_BODY_DOFS]; /* and the slip */
    /* what slip along changes of friction along and across [N s/m] */
    double by_slip[2];
    /* of a gate that a spring holds, its velocity in V; -1: none moves it */
    int gate;
    double way[QUIRE_SPACE_FLOWING]; /* and what that changes */
};

struct quire_state;

/* Contact of one entered sheet with all pads and guides at y = [Q | V | Z]: adds to state->force
 * (the sheet's block and the small bodies'), to state->power, and where `matrix` is set to the
 * sheet's slabs, to state->dense and to state->space_coupling. */
void quire_space_contact_forces(struct quire_state *state, int sheet, const double *y, double cq,
                                double cv, bool matrix);

#endif
