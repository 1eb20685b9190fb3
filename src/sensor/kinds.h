/* The kinds of the family "sensor". */
#ifndef QUIRE_SENSOR_KINDS_H
#define QUIRE_SENSOR_KINDS_H

#include "kind/kind.h"

extern const struct quire_kind quire_kind_sensor_edge, quire_kind_sensor_speed, quire_kind_sensor_distance;

#endif
