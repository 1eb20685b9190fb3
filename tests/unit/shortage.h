/* Memory that runs out in the middle of something: of the requests of Quire's own code for memory,
 * from the system or from an arena, the N-th fails. (What libraries ask for is
 * tests/shim/faults.c's business.) */
#ifndef QUIRE_TESTS_UNIT_SHORTAGE_H
#define QUIRE_TESTS_UNIT_SHORTAGE_H

#include "base/diag.h"

/* Runs the task with the N-th request failing, for `tries` Ns or all if there are fewer, alone and
 * with all later ones. Each time the task shall succeed, or end with QUIRE_ERROR_LIMIT and an
 * E-MEMORY among its problems. */
void shortage_sweep(quire_status (*task)(quire_diag *diag), long tries);

#endif
