/* Bins: where sheets end their way. */
#ifndef QUIRE_SENSOR_BIN_H
#define QUIRE_SENSOR_BIN_H

#include "kind/sensor.h"
#include "model/object.h"

extern const struct quire_kind quire_kind_bin;

/* By how much a sheet that has entered is inside a bin on `path`, with both its edges; negative: it
 * is not [m]. */
double quire_bin_inside(const struct quire_object *bin, const struct quire_outline *path,
                        const struct quire_sheet_view *sheet);

#endif
