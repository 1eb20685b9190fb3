/* for every processor */
#include "math/profile/kernel.h"

#define WIDE   2
#define KERNEL quire_profile_kernel_plain
#include "math/profile/tiles.h"
