/* Why a run could not finish: a closed list (doc/formats.md). */
#ifndef QUIRE_RESULT_FAILURE_H
#define QUIRE_RESULT_FAILURE_H

#include <quire/diag.h>

#include "result/result.h"

/* Adds the error that the result's diagnosis stands for, in other words if `text` is not NULL, at
 * the object that they are about if that is not NULL; returns `status`. */
quire_status quire_result_failure(const struct quire_result *result, quire_status status,
                                  const struct quire_object *about, const char *text,
                                  quire_diag *diag);

/* Memory may have run out where nobody could tell: then says so, for a status of QUIRE_ERROR_LIMIT
 * with no error in the list. Returns `status`. */
quire_status quire_result_memory(quire_status status, quire_diag *diag);

#endif
