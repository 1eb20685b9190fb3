/* Places where sheets are seen by where they are: edge sensors and nips. */
#ifndef QUIRE_CHECK_BEAM_H
#define QUIRE_CHECK_BEAM_H

#include "check/finding.h"
#include "model/object.h"

/* A place on a path. */
struct quire_beam {
    const struct quire_object *path;
    double at;               /* [m] */
    const char *sort, *name; /* "sensor", "s1" */
};

struct quire_beam quire_beam_of_sensor(const struct quire_object *sensor);
struct quire_beam quire_beam_of_nip(const struct quire_object *nip);

/* Whether a sensor sees edges: "lead" and "trail". */
bool quire_beam_is_edge_sensor(const struct quire_object *sensor);

/* How far the nearer edge of a sheet is beyond the place: positive where the sheet covers it [m].
 * NaN for a sheet that is not in the machine or not on the path. */
double quire_beam_covered(const struct quire_beam *self, const struct quire_sheet_view *sheet);

/* Makes it the place of a result. */
void quire_beam_place(const struct quire_beam *self, struct quire_check_result *out);

/* Refuses a sensor that sees no edges. */
quire_status quire_beam_check_sensor(const struct quire_object *check,
                                     const struct quire_object *sensor, quire_diag *diag);

#endif
