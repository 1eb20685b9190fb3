/* Which of a run's failed checks the page opens at. */
#ifndef QUIRE_REPORT_FAILURE_H
#define QUIRE_REPORT_FAILURE_H

#include <jansson.h>

#include "base/json.h"

/* Writes the member "failure": its number among the checks of the summary, and why it failed. Of
 * those that did, and are known by time, a jam comes before all others, then the first. Nothing if
 * there is none. */
void quire_failure_write(struct quire_json *json, const json_t *summary);

#endif
