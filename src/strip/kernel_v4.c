/* for processors with AVX-512 */
#include "strip/kernel.h"

#ifdef QUIRE_SPACE_SETS
#pragma GCC target("arch=x86-64-v4")
#define WIDE    8
#define KERNELS quire_space_kernels_v4
#include "strip/kernel_sizes.h"
#endif
