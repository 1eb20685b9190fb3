/* What all analyses ask of a response first. */
#ifndef QUIRE_STAT_MODEL_RESPONSE_H
#define QUIRE_STAT_MODEL_RESPONSE_H

#include <stddef.h>

#include "stat/model/status.h"

/* FINE, NOT_FINITE or CONSTANT (also of fewer than two runs), of y (m). `at` (may be NULL): the
 * number of the run that is at fault. */
enum quire_model_status quire_response_check(const double *y, size_t m, size_t *at);

#endif
