/* Which kernels a processor runs. */
#include "strip/kernel.h"

static int
place_of(int columns)
{
    return columns == 2 ? 0 : columns == 3 ? 1 : columns == 5 ? 2 : 3;
}

const struct quire_space_kernel *
quire_space_kernel_of(int set, int columns)
{
    if (set == 0) {
        return quire_space_kernels_plain + place_of(columns);
    }
#ifdef QUIRE_SPACE_SETS
    if (set == 1 && __builtin_cpu_supports("x86-64-v3")) {
        return quire_space_kernels_v3 + place_of(columns);
    }
    if (set == 2 && __builtin_cpu_supports("x86-64-v4")) {
        return quire_space_kernels_v4 + place_of(columns);
    }
#endif
    return NULL;
}

const struct quire_space_kernel *
quire_space_kernel(int columns)
{
    const struct quire_space_kernel *kernel = NULL;

    for (int set = 2; kernel == NULL; set--) {
        kernel = quire_space_kernel_of(set, columns);
    }
    return kernel;
}
