/* How errors are measured: the root mean square of each block's weighted errors, and of these the
 * largest, so that adding sheets loosens nothing. The mean of a sheet, a roller or a free body is
 * over its own states (doc/adr/0007-norm.md). */
#ifndef QUIRE_INTEG_NORM_H
#define QUIRE_INTEG_NORM_H

#include "integ/packing.h"

/* Where a block's entries stand in vectors of a problem. */
struct quire_block_place {
    size_t q, v, z;
};

struct quire_norm {
    const struct quire_ode_problem *problem;
    struct quire_packing packing;
    struct quire_block_place *place; /* (problem->n_block) */
};

/* False when memory runs out. The problem must live on. */
bool quire_norm_create(struct quire_norm *norm, const struct quire_ode_problem *problem,
                       bool packed);
void quire_norm_destroy(struct quire_norm *norm);
/* The problem's blocks are other ones than they were. */
void quire_norm_regroup(struct quire_norm *norm);

/* Of a vector with these weights, both as the norm's packing has them. */
double quire_norm_of(const struct quire_norm *norm, const double *x, const double *weights);

/* Of a change `step` of velocities and states, as [V | Z], with which positions change by gamma
 * times as much; weights as y. Inner states do not count. */
double quire_norm_of_step(const struct quire_norm *norm, double gamma, const double *weights,
                          const double *step);

/* The weighted scalar product of two changes of velocities is negative. */
bool quire_norm_is_opposite(const struct quire_norm *norm, const double *weights, const double *a,
                            const double *b);

#endif
