/* A sheet in space: a ladder of nodes. Each of n + 1 stations along the feed carries m nodes across
 * the width, and nothing else: no angles. All energies are polynomials of the nodes' places:
 * bending and twist quadratic, the membrane quartic (Green's strain, two Gauss points across). Mass
 * is consistent along and across. Derivation with the same letters: doc/theory/spatial-sheet.md.
 *
 * Vectors of one sheet are station-major: component c (x, y, z) of node j of station i stands at (i
 * m + j) 3 + c; column 0 is at the least z, station 0 at the trailing edge. They are `size` long,
 * padded with zeros. */
#ifndef QUIRE_STRIP_LADDER_H
#define QUIRE_STRIP_LADDER_H

#include <stddef.h>

#include "math/rods.h"
#include "strip/slabs.h"

/* Most node columns; there are kernels for 2, 3, 5 and 9. */
#define QUIRE_COLUMNS_MOST 9

/* Constants of a sheet. The first block is given, quire_ladder_prepare() fills the rest. */
struct quire_ladder {
    int n, m;                      /* segments along the feed (>= 4), node columns */
    double length, width;          /* [m] */
    double grammage;               /* [kg/m^2] */
    double stretch_md, stretch_cd; /* along and across the feed: modulus times thickness [N/m] */
    double shear;                  /* shear modulus times thickness [N/m] */
    double bend_md, bend_cd;       /* along and across the feed, per width: E t^3/12 [N m] */
    double twist;                  /* GJ per width: G t^3/3 [N m] */
    double damp_membrane, damp_bend, damp_twist; /* strain rate counts as so much strain [s] */
    /* rest curvature about z, and about the feed; towards the left face (+y where x is the feed)
     * [1/m] */
    double curl_md, curl_cd;
    /* the trail, leading edge is held with the half segment beyond it: a hinge of twice the
     * stiffness stands there */
    int clamped[2];

    int block;   /* unknowns of a station, 3 m */
    size_t size; /* of a vector: (n + 1) block, rounded up to 8 */
    double h, w; /* between stations, between columns [m] */
    /* of the sheet along the feed, for a unit of width: M is this for the stations times Z */
    struct quire_rods along; /* [kg/m] */
    /* Z [m], and its inverse */
    double across[QUIRE_COLUMNS_MOST][QUIRE_COLUMNS_MOST],
        inverse[QUIRE_COLUMNS_MOST][QUIRE_COLUMNS_MOST];
    double share[QUIRE_COLUMNS_MOST]; /* of the width that belongs to a column; their sum is 1 */
};

/* Scratch of one sheet. It serves ladders that differ in `clamped` alone: ends may be clamped and
 * let go between two evaluations. */
struct quire_ladder_work;

void quire_ladder_prepare(struct quire_ladder *ladder);
/* NULL when memory runs out */
struct quire_ladder_work *quire_ladder_work_create(const struct quire_ladder *ladder);
void quire_ladder_work_destroy(struct quire_ladder_work *work);

/* The direction in which a clamped end (0 trail, 1 lead) is held, a unit vector from the trail
 * towards the leading edge, and how it changes [1/s]. Until told otherwise: along x, at rest. The
 * places of that end's own nodes are the caller's to hold. */
void quire_ladder_aim(struct quire_ladder_work *work, int end, const double direction[3],
                      const double rate[3]);

/* f += the forces of membrane, bending, twist and their damping at places q and velocities v [N].
 */
void quire_ladder_forces(const struct quire_ladder *ladder, struct quire_ladder_work *work,
                         const double *q, const double *v, double *f);

/* The same forces, and s = M - (cq K + cv D) with K = df/dq, D = df/dv; what stood in s is lost. */
void quire_ladder_matrix(const struct quire_ladder *ladder, struct quire_ladder_work *work,
                         const double *q, const double *v, double *f, double cq, double cv,
                         struct quire_slabs *s);

/* r = g f - M a. */
void quire_ladder_residual(const struct quire_ladder *ladder, const double *f, const double *a,
                           double g, double *r);
/* r = Z^-1 r at each station: then each component of each column is one of rods (`along`). */
void quire_ladder_divide_across(const struct quire_ladder *ladder, double *r);

/* f += M g: the weight under gravity g [m/s^2]. */
void quire_ladder_weight(const struct quire_ladder *ladder, const double gravity[3], double *f);

/* Stored energy [J], that of rest curvature taken off so that a flat sheet has none; kinetic energy
 * [J]; the power that damping takes [W]. */
double quire_ladder_stored(const struct quire_ladder *ladder, const struct quire_ladder_work *work,
                           const double *q);
double quire_ladder_kinetic(const struct quire_ladder *ladder, const double *v);
double quire_ladder_dissipation(const struct quire_ladder *ladder,
                                const struct quire_ladder_work *work, const double *q,
                                const double *v);

/* Force along the feed in segment i, over the whole width [N]; > 0 is tension. */
double quire_ladder_tension(const struct quire_ladder *ladder, const double *q, int segment);

#endif
