/* for every processor */
#define WIDE    2
#define KERNELS quire_space_kernels_plain
#include "strip/kernel_sizes.h"
