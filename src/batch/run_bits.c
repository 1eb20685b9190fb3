#include "batch/run_bits.h"

#include <stdlib.h>

unsigned char *
doe_bits_make(const struct doe_work *work)
{
    return calloc(work->n_run / 8 + 1, 1);
}
