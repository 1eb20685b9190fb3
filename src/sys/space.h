/* Spatial machines: what compile makes of rollers, guides and sheets that have a place across the feed, and how contact reaches the ladder.
 * Axes: x along the feed, y up, z across (right-handed). Paths, guides and rollers are placed in the plane z = 0 as in planar models, and
 * reach across; angles of misalignment are small turns away from that. */
#ifndef QUIRE_SYS_SPACE_H
#define QUIRE_SYS_SPACE_H

#include <stdbool.h>

#include "kind/body.h"
#include "space/ladder.h"

/* One disc of a roller, as which it touches sheets: a wide roller is several, side by side on one shaft. */
struct quire_pad {
    int roller;       /* index among the system's rollers: its laws, its small body */
    double at[3];     /* of its centre from the roller's planar place (carrier.centre at z = 0), as the shaft is tilted [m] */
    double axis[3];   /* unit vector of the shaft, axis[2] > 0 */
    double radius;    /* [m] */
    double half;      /* half the width of roller that it stands for [m] */
    double share;     /* of the roller's laws that acts here; those of one roller sum up to 1 */
};

/* How one small body couples to three neighbouring stations of a spatial sheet, at two neighbouring columns: entries in the order
 * station, column, component. As in the matrix, they are those of M - (cq K + cv D). Those of one body and sheet stand side by side in
 * the state's list, by rising place across: so they are added in an order that is the same for the mirrored machine. */
#define QUIRE_SPACE_ROWS 18
struct quire_space_coupling {
    int small, sheet, station, column; /* the first of the three, of the two */
    double row[QUIRE_SPACE_ROWS][QUIRE_BODY_DOFS];    /* sheet rows, body columns */
    double by_node[QUIRE_BODY_DOFS][QUIRE_SPACE_ROWS]; /* body rows, sheet columns */
};

/* What a spatial touching place adds to quire_touch. */
struct quire_space_touch {
    double z, normal_z;   /* of the sheet's mid-surface [m]; of the normal */
    double lateral;       /* friction on the sheet along the roller's axis, or along z [N] */
    double slip_lateral;  /* [m/s] */
    int pad;              /* index; -1: a guide */
};

/* What a touching place has to do with energy, as it was evaluated: one for each place that touches, always in the same order. */
struct quire_space_flow {
    double friction, lateral, lost; /* on the sheet along the surface and across it, the part of the normal force that is lost [N] */
    double slip, slip_lateral, closing, belt; /* [m/s] */
    double driven;                  /* speed of the surface that its drive commands [m/s] */
    double limit;                   /* the largest friction at this normal force [N] */
};

struct quire_state;

/* Contact of one entered sheet with all pads and guides at y = [Q | V | Z]: adds to state->force (the sheet's block and the small bodies'),
 * to state->power, and where `matrix` is set to the sheet's slabs, to state->dense and to state->space_coupling. */
void quire_space_contact_forces(struct quire_state *state, int sheet, const double *y, double cq, double cv, bool matrix);

#endif
