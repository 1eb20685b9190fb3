/* The table of a recorded series: one row a sample, one column a quantity. SI units; NaN where
 * there is nothing to say. */
#ifndef QUIRE_TRACE_SERIES_TABLE_H
#define QUIRE_TRACE_SERIES_TABLE_H

#include "kind/sensor.h"
#include "model/object.h"

#define QUIRE_SERIES_VALUES ((size_t)64 << 20) /* most numbers kept: 512 MiB */

/* Which figures a column yields: its last value under its own name, the others with a suffix. */
#define QUIRE_SERIES_FULL 0.95

enum quire_statistic {
    QUIRE_LAST = 1,
    QUIRE_MAX = 2,     /* "NAME.max" */
    QUIRE_MIN = 4,     /* "NAME.min" */
    QUIRE_PEAK = 8,    /* "NAME.max": of the absolute value */
    QUIRE_WORK = 16,   /* a power's integral over time: "power" in the name becomes "work" */
    QUIRE_MEAN = 32,   /* "NAME.mean": over time, while the value is not zero */
    QUIRE_MOTION = 64, /* no figure: the value is known without forces */
    QUIRE_WAY = 128,   /* "NAME.distance": a speed's absolute value, integrated over time */
    /* "NAME.full": the part of the time in which there is a value that it is at least
     * QUIRE_SERIES_FULL, of either sign */
    QUIRE_FULL = 256,
};

struct quire_series_column {
    char *header;     /* "page.lead.path [m]"; owned */
    size_t name;      /* length of "page.lead.path" */
    const char *unit; /* static */
    unsigned statistics;
};

/* A sensor whose value is recorded. */
struct quire_probe {
    const struct quire_object *object;
    const struct quire_sensor_ops *ops;
    void *prepared;
};

struct quire_series {
    struct quire_series_column *column; /* (n_column); column 0 is the time */
    size_t n_column, column_capacity;
    double *value; /* (n_row, n_column) */
    size_t n_row, row_capacity;
    struct quire_probe *probe; /* (n_probe) */
    size_t n_probe;
};

#endif
