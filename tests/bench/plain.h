/* The benchmark model by a program that knows nothing else: one sheet of 60 segments, three nips,
 * their channels and a quarter turn, with the same chain, laws and integrator as the product, and
 * without all that makes this general: no model file, no lists of bodies, events, ledger, observers
 * or audits. A yardstick of speed. */
#ifndef QUIRE_TESTS_BENCH_PLAIN_H
#define QUIRE_TESTS_BENCH_PLAIN_H

#include "bench.h"
#include "math/kernel.h"

#define SEGMENTS 60
#define NODES    (SEGMENTS + 1)
#define STRIDE   64 /* of one component of all nodes; what is behind the last node is zero */
#define MARGIN   8  /* zeros before the first and behind the last number of an array */
#define NIPS     3
#define SLOTS    4 /* of one quantity of all idlers */

/* the sheet and the path of models/bench.xml */
#define LENGTH      0.297 /* [m] */
#define THICKNESS   1e-4
#define HALF        (THICKNESS / 2)
#define PIECE       (LENGTH / SEGMENTS)
#define STRAIGHT    0.18 /* of the path before the turn */
#define TURN_RADIUS 0.04
#define ARC         (TURN_RADIUS * 1.57079632679489661923)

/* its rollers */
#define RADIUS        0.01 /* [m] */
#define IDLER_MASS    0.02 /* [kg] */
#define IDLER_INERTIA 1e-6 /* [kg m^2] */

#define ALIGNED __attribute__((aligned(64)))

/* Where a quantity begins in the state [x | y | vx | vy | travel | speed | spin] of nodes and
 * idlers. */
enum {
    AT_X = 0,
    AT_Y = STRIDE,
    AT_VX = 2 * STRIDE,
    AT_VY = 3 * STRIDE,
    AT_TRAVEL = 4 * STRIDE,          /* of an idler from its driver [m] */
    AT_SPEED = AT_TRAVEL + SLOTS,    /* [m/s] */
    AT_SPIN = AT_TRAVEL + 2 * SLOTS, /* [rad/s] */
    STATES = AT_TRAVEL + 4 * SLOTS,
};
/* and in a vector by velocities [x | y | travel | turn] */
enum {
    BY_X = 0,
    BY_Y = STRIDE,
    BY_TRAVEL = 2 * STRIDE,
    BY_TURN = BY_TRAVEL + SLOTS,
    VELOCITIES = BY_TRAVEL + 2 * SLOTS,
};

typedef double plain_array[STRIDE + 2 * MARGIN]; /* a multiple of 64 bytes */

#define FROM(array) ((array) + MARGIN)

/* The matrix of one idler and what couples it with the three nodes that it touches. */
struct plain_idler {
    bool touches;
    int node;             /* the first of the three */
    double inverse[4];    /* of its own block, by rows */
    double rows[2][6];    /* of the idler by (x, y) of the nodes */
    double columns[2][6]; /* of the nodes by the idler */
};

/* M - g D - g^2 K: entries (xx, xy, yx, yy) of the blocks of each node with those from two before
 * it to two behind */
struct plain_matrix {
    plain_array block[5][4] ALIGNED;
    struct plain_idler idler[NIPS];
};

struct plain_model {
    double axial, axial_damping;     /* of a segment [N/m], [N s/m] */
    double bending, bending_damping; /* of a joint [N m], [N m s] */
    double mass_inner, mass_end, mass_off;
    double weight; /* of a segment [N] */
};

/* what of the factors serves for further right-hand sides */
struct plain_factors {
    struct plain_row {
        quire_v2 lower2[4], lower1[4], inverse[4], upper1[4], upper2[4];
    } row[NODES / 2 + 1];
    quire_v2 to_middle2[2][4], to_middle1[4];
    double middle[6][6], per_pivot[6];
};

struct plain_nip {
    double x, y, nx, ny; /* where path and nip meet, and the direction of the idler */
    double speed;        /* of the driver's surface [m/s] */
    double travel;       /* at the start [m] */
};

static const struct plain_nip plain_nip[NIPS] = {
    {0, 0, 0, 1, 0.5, 0.07e-3},
    {0.15, 0, 0, 1, 0.5, -0.02e-3},
    {STRAIGHT + TURN_RADIUS, TURN_RADIUS + 0.29 - STRAIGHT - ARC, -1, 0, 0.502, -0.02e-3},
};

void plain_model_init(struct plain_model *model, bool low_damping);

/* Forces by velocities, those of the chain and its weight, of the walls and of the nips: the first
 * sets what the others add to. The matrix, if there is one, is for positions that follow velocities
 * by g. */
void plain_chain(const struct plain_model *model, const double *y, double *force, double g,
                 struct plain_matrix *matrix);
void plain_walls(const double *y, double *force, double g, struct plain_matrix *matrix);
void plain_nips(double t, const double *y, double *force, double g, struct plain_matrix *matrix);

/* The next evaluation is a run's first. */
void plain_nips_begin(void);

/* Two-ended elimination of the band; solves in place. */
void plain_factorise(struct plain_factors *factors, const struct plain_matrix *matrix);
void plain_solve(const struct plain_factors *factors, const struct plain_matrix *matrix,
                 double *by_velocity);

/* Runs it as bench_run() runs the model. */
void plain_run(struct outcome *out, bool low_damping, double position_tolerance);

#endif
