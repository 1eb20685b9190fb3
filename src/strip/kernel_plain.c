/* for every processor */
#define WIDE   2
#define KERNEL quire_space_kernel_plain
#include "strip/kernel_columns.h"
