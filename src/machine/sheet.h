/* Sheets, their holds and loads. */
#ifndef QUIRE_MACHINE_SHEET_H
#define QUIRE_MACHINE_SHEET_H

#include <stdbool.h>

#include "chain/chain.h"
#include "machine/course.h"
#include "strip/ladder.h"

struct quire_object;
struct quire_outline;

/* Prescribed motion of a sheet's end. */
struct quire_hold {
    bool held, clamp; /* clamp: the direction is held too */
    double until;     /* [s] */
    double velocity[2];
    struct quire_course shift_x, shift_y, turn;
    double heading;  /* at the start [rad] */
    bool slides;     /* it lets the end go along a direction */
    double slide[2]; /* unit vector */
};

struct quire_load {
    bool is_moment;
    double weight[2]; /* share of the two nodes it stands between */
    int node;         /* the first of them; a moment acts on the segment from it */
    double across;    /* from the sheet's middle [m]; NaN: over the whole width */
    double force[2], torque;
    struct quire_course factor;
};

#define QUIRE_PANEL_POINTS 2 /* of Gauss' rule, on a panel of a span of the curve */

struct quire_sheet {
    const struct quire_object *object;
    struct quire_chain chain; /* what it is in the plane; in space its mid-line */
    /* what it is in space, with free ends; NULL in planar models. Its kernels know no sheet: it is
     * given the sheet's segments, length, width and grammage, see compile/compile_ladder.c */
    struct quire_ladder *ladder;
    /* the same with its trail (1) and leading edge (2) clamped; NULL where it never is so */
    struct quire_ladder *clamped[4];
    /* of its block in Q; the same offset in V. Planar: x of all nodes, y at x0 + stride; in space
     * as strip/ladder.h says */
    size_t x0;
    size_t size; /* of that block, a multiple of 16 */
    double length, width, thickness, grammage;
    double half, mass; /* of its thickness; of all of it: made of these, for loops */
    /* by which the sum of its squared errors is divided: its states, less those of ends held from
     * the start */
    double count;
    double *station_length; /* of each node's station [m] (stride), zero padded */
    /* How many points of the curve around each inner node have a memory for the laws of guides; 0:
     * no guide that it may touch has a law with states or modes. Otherwise panels of Gauss' rule.
     */
    int n_point;
    /* weights of each node's station for the node before, the node and the one behind (stride),
     * zero padded */
    double *station_b[3], *station_d[3];
    double *weight;    /* mass of each node [kg] (stride), zero padded */
    double enter_time; /* [s]; infinite: something in the run decides */
    int ahead;         /* the sheet before it in its stream; -1: none */
    /* it enters so far behind that one [m]; NaN: something else lets it in */
    double gap;
    double lead; /* its leading edge's distance along its path when it enters [m] */
    double *start_x, *start_y, *start_vx, *start_vy; /* (n + 1): of the mid-line */
    double *start, *start_v; /* in space: of all nodes, laid out as its blocks of Q and V */
    /* how deep the nips at rest that it starts in press it into their rollers [m] */
    double pressed;
    struct quire_hold hold[2]; /* trail, lead */
    struct quire_load *load;
    int n_load;
    const struct quire_outline *path; /* NULL: placed by coordinates */
    /* places where friction may hold on to it: each station's left face, each one's right face,
     * each roller; in space stations column by column, then each cell under each pad */
    int grip0, n_grip;
    /* where it may hold on to other sheets: each station's left face, each one's right face */
    int sheet_grip;
};

#endif
