/* for processors with AVX-512 */
#include "math/profile/kernel.h"

#ifdef QUIRE_KERNEL_SETS
#pragma GCC target("arch=x86-64-v4")
#define WIDE   8
#define KERNEL quire_profile_kernel_v4
#include "math/profile/tiles.h"
#endif
