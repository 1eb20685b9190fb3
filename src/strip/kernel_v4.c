/* for processors with AVX-512 */
#include "strip/kernel.h"

#ifdef QUIRE_KERNEL_SETS
#pragma GCC target("arch=x86-64-v4")
#define WIDE   8
#define KERNEL quire_space_kernel_v4
#include "strip/kernel_columns.h"
#endif
