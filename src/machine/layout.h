/* Where each body's block stands in the state vector.
 *
 * y = [ Q | V | Z ]. Q and V hold the sheets first (x of all nodes, then y, each `stride` long, a
 * multiple of 8, zero padded), then the small bodies, packed; each section is a multiple of 8 long
 * and starts on a 64-byte boundary, so that vector loops have no tails and a wider vector changes
 * no result. */
#ifndef QUIRE_MACHINE_LAYOUT_H
#define QUIRE_MACHINE_LAYOUT_H

#include <stddef.h>

/* Entries first, ..., last - 1. */
struct quire_range {
    size_t first, last;
};

struct quire_layout {
    size_t sheet_length; /* of the sheets' part of Q, and of V */
    size_t nq, nv, nz;   /* section lengths, multiples of 8 */
    size_t length;       /* nq + nv + nz */
    size_t v0, z0;       /* where V and Z begin */
};

#endif
