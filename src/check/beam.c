#include "check/beam.h"

#include <math.h>

#include "body/nip.h"
#include "check/around.h"
#include "kind/check.h"
#include "kind/sensor.h"
#include "model/problem.h"

struct quire_beam
quire_beam_of_sensor(const struct quire_object *sensor)
{
    const struct quire_sensor_common *p = sensor->params;
    return (struct quire_beam){p->path, p->at, "sensor", sensor->name};
}

struct quire_beam
quire_beam_of_nip(const struct quire_object *nip)
{
    const struct quire_nip_params *p = nip->params;
    return (struct quire_beam){p->path, p->at, "nip", nip->name};
}

bool
quire_beam_is_edge_sensor(const struct quire_object *sensor)
{
    return quire_object_is(sensor, QUIRE_ROLE_EDGE_SENSOR);
}

double
quire_beam_covered(const struct quire_beam *self, const struct quire_sheet_view *sheet)
{
    if (!sheet->entered || sheet->path == NULL || quire_around_path(sheet) != self->path) {
        return NAN;
    }
    /* a sheet that has been turned round lies backward on its path */
    const double lead = sheet->lead.path_distance, trail = sheet->trail.path_distance;
    return fmin(fmax(lead, trail) - self->at, self->at - fmin(lead, trail));
}

void
quire_beam_place(const struct quire_beam *self, struct quire_check_result *out)
{
    out->path_distance = self->at;
    out->place[0] = '\0';
    quire_sentence_add(out->place, sizeof out->place, "%s '%s'", self->sort, self->name);
}

quire_status
quire_beam_check_sensor(const struct quire_object *check, const struct quire_object *sensor,
                        quire_diag *diag)
{
    if (sensor == NULL || quire_beam_is_edge_sensor(sensor)) {
        return QUIRE_OK;
    }
    return quire_object_error(check, diag, "E-REFERENCE", NULL, "sensor '%s' is not an edge sensor",
                              sensor->name);
}
