/* The kernels for all numbers of columns, with vectors of WIDE numbers, as table KERNELS. Included
 * once for each instruction set. */
#include <string.h>

#include "strip/across.h"
#include "strip/kernel.h"
#include "strip/wide.h"

#define JOIN_TEXT(name_, m_) name_##_##m_
#define JOIN(name_, m_)      JOIN_TEXT(name_, m_)
#define NAME(name_)          JOIN(name_, M)
#define BLOCK                (3 * M)
#define ROW                  ((5 * BLOCK + 7) / 8 * 8)

#define M 2
#include "strip/forces_kernel.h"

#include "strip/damping_kernel.h"
#include "strip/matrix_kernel.h"
#include "strip/residual_kernel.h"
#include "strip/slab_kernel.h"
#undef M

#define M 3
#include "strip/forces_kernel.h"

#include "strip/damping_kernel.h"
#include "strip/matrix_kernel.h"
#include "strip/residual_kernel.h"
#include "strip/slab_kernel.h"
#undef M

#define M 5
#include "strip/forces_kernel.h"

#include "strip/damping_kernel.h"
#include "strip/matrix_kernel.h"
#include "strip/residual_kernel.h"
#include "strip/slab_kernel.h"
#undef M

#define M 9
#include "strip/forces_kernel.h"

#include "strip/damping_kernel.h"
#include "strip/matrix_kernel.h"
#include "strip/residual_kernel.h"
#include "strip/slab_kernel.h"
#undef M

#define KERNEL(m_)                                                                                 \
    {                                                                                              \
        forces_##m_, matrix_##m_, residual_##m_, damping_##m_, factorise_##m_, solve_##m_          \
    }
const struct quire_space_kernel KERNELS[QUIRE_COLUMN_NUMBERS] = {KERNEL(2), KERNEL(3), KERNEL(5),
                                                                 KERNEL(9)};
