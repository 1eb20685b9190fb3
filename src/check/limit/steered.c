#include "check/limit/steered.h"

#include <math.h>
#include <string.h>

#include "check/around.h"
#include "check/beam.h"
#include "model/object.h"
#include "model/problem.h"

void
quire_steered_note(struct quire_steered *self, const struct quire_sheet_view *sheet, double time)
{
    if (sheet->steered_by != NULL && fabs(sheet->steering) > fabs(self->moment)) {
        *self =
            (struct quire_steered){sheet->steered_sort, sheet->steered_by, sheet->steering, time};
    }
}

void
quire_steered_say(const struct quire_steered *self, struct quire_check_result *out)
{
    if (self->name == NULL) {
        return;
    }
    out->place[0] = '\0';
    quire_sentence_add(out->place, sizeof out->place, "%s '%s'", self->sort, self->name);
    quire_check_say(out, "; steered most by %s '%s', with %.2g N*m at %.4g s", self->sort,
                    self->name, self->moment, self->time);
}

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
    return view->spatial ? spatial
                         : "in planar motion sheets have no place across the feed: it needs "
                           "motion=\"spatial\"";
}

quire_status
quire_steered_check_sensor(const struct quire_object *check, const struct quire_object *sensor,
                           quire_diag *diag)
{
    return sensor == NULL || quire_beam_is_edge_sensor(sensor)
               ? QUIRE_OK
               : quire_object_error(check, diag, "E-REFERENCE", "name a sensor of the kind edge",
                                    "sensor '%s' sees no edges", sensor->name);
}
