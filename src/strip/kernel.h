/* The inner loops of sheets in space: compiled for each number of columns and each instruction set,
 * all with the same bits: one of the sets of kernels of math/kernel.h. */
#ifndef QUIRE_STRIP_KERNEL_H
#define QUIRE_STRIP_KERNEL_H

#include <stddef.h>

#include "math/kernel.h" /* which sets there are */
#include "strip/ladder.h"

/* (1 - 1/sqrt 3)/2: Gauss points across stand there and at 1 minus it */
#define QUIRE_GAUSS 0.21132486540518711775

/* of a cell: along at two Gauss points, across at two stations, shear at two Gauss points */
enum { QUIRE_STRAINS = 6 };
/* from so many columns on rows that bending alone joins are not multiplied by all of an inverse */
#define QUIRE_COLUMNS_SKIP 5
enum { QUIRE_CONSTANT_SLABS = 5 }; /* stations 0, 1, all others, n - 1, n */

/* Numbers along the feed stand in rows of `stride`, of which QUIRE_ROW_EDGE may be touched before
 * the first and behind the last. */
#define QUIRE_ROW_EDGE 8

/* Scratch of one sheet. */
struct quire_ladder_work {
    /* as in the ladder for which the stiffnesses and the table were made */
    int clamped[2];
    double direction[2][3], rate[2][3]; /* of clamped ends */
    int stride;
    double *place, *motion; /* each component of each column (block) */
    double *damped;         /* places + damp_bend times velocities (block) */
    double *moment, *force; /* of bending along, and of all (block) */
    double *pull;           /* of each cell on its nodes a, d, b, c (12 (m - 1)) */
    double *stress;         /* of each cell, as factors of its edges (QUIRE_STRAINS (m - 1)) */
    double *hinge, *strip;  /* bending stiffness along of each hinge, across of each station */
    double *table;          /* what the following are made of */
    double *constant;       /* slabs of mass, bending and twist (QUIRE_CONSTANT_SLABS) ... */
    double cq, cv;          /* ... for these; -1: none yet */
    void *memory;
};

struct quire_slab_factor {
    int n_station, block, row;
    double *entry;   /* the matrix's own slabs, taken over: U's blocks stand in them */
    double *inverse; /* of L's diagonal blocks (n_station, block, padded) */
    double *left;    /* L's blocks times them (n_station, block, padded twice) */
    double *vector;  /* right-hand side, every station padded to a multiple of 8 */
    const struct quire_space_kernel *kernel;
    void *entries, *memory;
};

struct quire_space_kernel {
    void (*forces)(const struct quire_ladder *l, struct quire_ladder_work *work, const double *q,
                   const double *v, double *f);
    /* after the forces at the same place */
    void (*matrix)(const struct quire_ladder *l, const struct quire_ladder_work *work,
                   const double *q, const double *v, double cq, double cv, struct quire_slabs *s);
    void (*residual)(const struct quire_ladder *l, const double *f, const double *a, double g,
                     double *r);
    /* v D e, v with the rates of clamped ends; e NULL: v D v. The ends are clamped as at the last
     * forces. */
    double (*damping)(const struct quire_ladder *l, const struct quire_ladder_work *work,
                      const double *q, const double *v, const double *e);
    void (*factorise)(struct quire_slab_factor *f, double *r); /* and solves for r */
    void (*solve)(const struct quire_slab_factor *f, double *r);
};

/* Kernels for a number of columns; set 0 is for every processor, 1 and 2 are for x86-64-v3 and -v4:
 * NULL where this one has not got it, or where they were not compiled. */
const struct quire_space_kernel *quire_space_kernel_of(int set, int columns);
const struct quire_space_kernel *quire_space_kernel(int columns); /* the quickest */

/* The tables, each in an object of its own. */
extern const struct quire_space_kernel quire_space_kernel_plain_2, quire_space_kernel_plain_3,
    quire_space_kernel_plain_5, quire_space_kernel_plain_9;
extern const struct quire_space_kernel quire_space_kernel_v3_2, quire_space_kernel_v3_3,
    quire_space_kernel_v3_5, quire_space_kernel_v3_9;
extern const struct quire_space_kernel quire_space_kernel_v4_2, quire_space_kernel_v4_3,
    quire_space_kernel_v4_5, quire_space_kernel_v4_9;

#endif
