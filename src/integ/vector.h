/* Vectors for the integrator: aligned, padded, packed, with sums in one fixed order and the norm
 * of integ/norm.h. */
#ifndef QUIRE_INTEG_VECTOR_H
#define QUIRE_INTEG_VECTOR_H

#include <nvector/nvector_serial.h>

#include "integ/norm.h"

/* A vector of packing.length, zeroed; NULL when memory runs out. */
N_Vector quire_vector_create(const struct quire_norm *norm, SUNContext context);

QUIRE_INLINE double *
quire_vector_data(N_Vector v)
{
    return (double *)__builtin_assume_aligned(NV_DATA_S(v), 64);
}

#endif
