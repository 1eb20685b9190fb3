/* What the checks of skew and lateral shift share: what turned a sheet most, and edges at a sensor.
 */
#ifndef QUIRE_CHECK_LIMIT_STEERED_H
#define QUIRE_CHECK_LIMIT_STEERED_H

#include "check/finding.h"

/* The largest moment about a sheet's middle that a nip, roller or guide had so far. Zeroed memory
 * has seen none. */
struct quire_steered {
    const char *sort, *name; /* "nip", "n2"; NULL: nothing yet */
    double moment, time;     /* positive where it raises yaw [N m]; [s] */
};

void quire_steered_note(struct quire_steered *self, const struct quire_sheet_view *sheet,
                        double time);

/* Makes it the result's place, and adds "; steered most by nip 'n2', with 0.16 N*m at 0.21 s". */
void quire_steered_say(const struct quire_steered *self, struct quire_check_result *out);

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
