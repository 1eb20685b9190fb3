/* A sheet in space on its own, with its matrix and solver. */
#ifndef QUIRE_TESTS_STRIP_STRIP_H
#define QUIRE_TESTS_STRIP_STRIP_H

#include <stddef.h>

#include "strip/ladder.h"

struct strip {
    struct quire_ladder ladder;
    struct quire_ladder_work *work;
    struct quire_slabs slabs;
    struct quire_slab_factor *factor;
    double *q, *v, *f; /* (ladder.size) */
};

/* Soft paper of n segments and m columns, 60 mm by 40 mm, of which all moduli differ. */
struct quire_ladder strip_soft(int n, int m);

/* Lies flat and still in the plane y = 0, the trailing edge's middle at the origin. */
void strip_open(struct strip *s, const struct quire_ladder *ladder);
void strip_close(struct strip *s);

/* Places up to `far` [m] from flat, velocities up to `speed` [m/s]. */
void strip_crumple(struct strip *s, unsigned seed, double far, double speed);
/* Around the origin, by a rotation vector of these components times its size [rad]; only the
 * places. */
void strip_turn(struct strip *s, const double axis[3], double angle);
/* The mirror image in z of vectors. */
void strip_mirror(const struct quire_ladder *ladder, const double *a, double *image);

/* s->f anew, at s->q and s->v. */
void strip_forces(struct strip *s);
/* r = S x, of the slabs as they stand. */
void strip_multiply(const struct strip *s, const double *x, double *r);

double strip_random(unsigned *seed); /* in -1 ... 1 */

/* Row r of station i becomes that of the identity: its motion is prescribed. */
void strip_hold(struct quire_slabs *s, int i, int r);

#endif
