/* Which kernels a processor runs. */
#include "strip/kernel.h"

enum { NUMBERS = 4 }; /* of columns: 2, 3, 5, 9 */

#define ALL_OF(set_)                                                                               \
    {                                                                                              \
        &quire_space_kernel_##set_##_2, &quire_space_kernel_##set_##_3,                            \
            &quire_space_kernel_##set_##_5, &quire_space_kernel_##set_##_9                         \
    }

static const struct quire_space_kernel *const plain[NUMBERS] = ALL_OF(plain);
#ifdef QUIRE_KERNEL_SETS
static const struct quire_space_kernel *const v3[NUMBERS] = ALL_OF(v3);
static const struct quire_space_kernel *const v4[NUMBERS] = ALL_OF(v4);
#endif

static int
place_of(int columns)
{
    return columns == 2 ? 0 : columns == 3 ? 1 : columns == 5 ? 2 : 3;
}

const struct quire_space_kernel *
quire_space_kernel_of(int set, int columns)
{
    if (set == 0) {
        return plain[place_of(columns)];
    }
#ifdef QUIRE_KERNEL_SETS
    if (set == 1 && __builtin_cpu_supports("x86-64-v3")) {
        return v3[place_of(columns)];
    }
    if (set == 2 && __builtin_cpu_supports("x86-64-v4")) {
        return v4[place_of(columns)];
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
