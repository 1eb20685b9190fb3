/* for processors with AVX2 */
#include "strip/kernel.h"

#ifdef QUIRE_SPACE_SETS
#pragma GCC target("arch=x86-64-v3")
#define WIDE    4
#define KERNELS quire_space_kernels_v3
#include "strip/kernel_sizes.h"
#endif
