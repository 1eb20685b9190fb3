/* The kernels for QUIRE_KERNEL_COLUMNS columns, with vectors of WIDE numbers, as a table whose name
 * begins with KERNEL. Included once for each instruction set; each of those sources is compiled
 * once for each number of columns. */
#include <string.h>

#include "strip/across.h"
#include "strip/kernel.h"
#include "strip/wide.h"

#ifndef QUIRE_KERNEL_COLUMNS
#error "QUIRE_KERNEL_COLUMNS is given by the makefile"
#endif
#define M                    QUIRE_KERNEL_COLUMNS
#define JOIN_TEXT(name_, m_) name_##_##m_
#define JOIN(name_, m_)      JOIN_TEXT(name_, m_)
#define NAME(name_)          JOIN(name_, M)
#define BLOCK                (3 * M)
#define ROW                  ((5 * BLOCK + 7) / 8 * 8)

#include "strip/forces_kernel.h"

#include "strip/damping_kernel.h"
#include "strip/matrix_kernel.h"
#include "strip/residual_kernel.h"
#include "strip/slab_kernel.h"

const struct quire_space_kernel NAME(KERNEL) = {
    NAME(forces), NAME(matrix), NAME(residual), NAME(damping), NAME(factorise), NAME(solve),
};
