/* Vectors for the integrator: aligned, padded, with sums in one fixed order and a norm per body. */
#ifndef QUIRE_INTEG_VECTOR_H
#define QUIRE_INTEG_VECTOR_H

#include <nvector/nvector_serial.h>

#include "integ/packing.h"

/* How errors are measured: the root mean square of each body's weighted errors, and of these the
 * largest, so that adding sheets loosens nothing. A sheet's mean is over its own states; a roller's
 * sum is divided as if it were as large as a sheet of 60 segments, because its few states must not
 * be held more tightly than the sheet's many; a free body's mean is over its own
 * (doc/adr/0007-norm.md). */
struct quire_norm {
    const struct quire_system *system;
    const struct quire_part *part; /* whose entries there are; the others are never touched */
    struct quire_packing packing;
};

/* A vector of packing.length, zeroed; NULL when memory runs out. */
N_Vector quire_vector_create(const struct quire_norm *norm, SUNContext context);

QUIRE_INLINE double *
quire_vector_data(N_Vector v)
{
    return (double *)__builtin_assume_aligned(NV_DATA_S(v), 64);
}

#endif
