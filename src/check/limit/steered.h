/* What the checks of skew and lateral shift share: edges at a sensor. */
#ifndef QUIRE_CHECK_LIMIT_STEERED_H
#define QUIRE_CHECK_LIMIT_STEERED_H

#include "check/finding.h"

/* Whether the event is this signal of this sensor, and for which sheet. */
bool quire_steered_is_edge(const struct quire_event *event, const struct quire_object *sensor,
                           const char *signal, const struct quire_view *view, size_t *sheet);

/* Refuses a sensor that sees no edges; NULL: there is none. */
quire_status quire_steered_check_sensor(const struct quire_object *check,
                                        const struct quire_object *sensor, quire_diag *diag);

/* Why a check that needs a place across the feed has nothing to say: `spatial` where the model is
 * spatial. */
const char *quire_steered_unseen(const struct quire_view *view, const char *spatial);

#endif
