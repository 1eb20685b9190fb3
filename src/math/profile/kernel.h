/* Factors and solutions of profiles, once for each instruction set (QUIRE_KERNEL_SETS), all with
 * the same bits. */
#ifndef QUIRE_MATH_PROFILE_KERNEL_H
#define QUIRE_MATH_PROFILE_KERNEL_H

#include "math/kernel.h"
#include "math/profile/profile.h"

struct quire_profile_kernel {
    /* b is zero behind n */
    void (*factorise)(const struct quire_profile *p, double *b); /* and solves for b */
    void (*solve)(const struct quire_profile *p, double *b);
};

/* Set 0 is for every processor, 1 and 2 are for x86-64-v3 and -v4: NULL where this one has not got
 * it, or where they were not compiled. */
const struct quire_profile_kernel *quire_profile_kernel_of(int set);

extern const struct quire_profile_kernel quire_profile_kernel_plain, quire_profile_kernel_v3,
    quire_profile_kernel_v4;

#endif
