/* for processors with AVX2 */
#include "math/profile/kernel.h"

#ifdef QUIRE_KERNEL_SETS
#pragma GCC target("arch=x86-64-v3")
#define WIDE   4
#define KERNEL quire_profile_kernel_v3
#include "math/profile/tiles.h"
#endif
