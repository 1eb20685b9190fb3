#include "check/limit/steered.h"

#include <string.h>

#include "check/around.h"
#include "check/beam.h"
#include "model/object.h"
#include "model/problem.h"

bool
quire_steered_is_edge(const struct quire_event *event, const struct quire_object *sensor,
                      const char *signal, const struct quire_view *view, size_t *sheet)
{
    if (sensor == NULL || event->kind != QUIRE_EVENT_SENSOR ||
        strcmp(event->source, sensor->name) != 0 || event->signal == NULL ||
        strcmp(event->signal, signal) != 0) {
        return false;
    }
    *sheet = quire_around_sheet(view, event->sheet);
    return *sheet < view->n_sheet;
}

const char *
quire_steered_unseen(const struct quire_view *view, const char *spatial)
{
    return view->spatial ? spatial : "positions across the feed need motion=\"spatial\"";
}

quire_status
quire_steered_check_sensor(const struct quire_object *check, const struct quire_object *sensor,
                           quire_diag *diag)
{
    return sensor == NULL || quire_beam_is_edge_sensor(sensor)
               ? QUIRE_OK
               : quire_object_error(check, diag, "E-REFERENCE", "name an edge sensor",
                                    "sensor '%s' is not an edge sensor", sensor->name);
}
