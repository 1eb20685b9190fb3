/* for processors with AVX2 */
#include "strip/kernel.h"

#ifdef QUIRE_KERNEL_SETS
#pragma GCC target("arch=x86-64-v3")
#define WIDE   4
#define KERNEL quire_space_kernel_v3
#include "strip/kernel_columns.h"
#endif
