/* The recorded series: one row a sample, one column a quantity. SI units; NaN where there is
 * nothing to say. */
#ifndef QUIRE_TRACE_SERIES_H
#define QUIRE_TRACE_SERIES_H

#include "kind/sensor.h"
#include "model/object.h"
#include "result/figures.h"
#include "trace/machine_outline.h"

#define QUIRE_SERIES_VALUES ((size_t)64 << 20) /* most numbers kept: 512 MiB */

/* Which figures a column yields: its last value under its own name, the others with a suffix. */
enum quire_statistic {
    QUIRE_LAST = 1,
    QUIRE_MAX = 2,     /* "NAME.max" */
    QUIRE_MIN = 4,     /* "NAME.min" */
    QUIRE_PEAK = 8,    /* "NAME.max": of the absolute value */
    QUIRE_WORK = 16,   /* a power's integral over time: "power" in the name becomes "work" */
    QUIRE_MEAN = 32,   /* "NAME.mean": over time, while the value is not zero */
    QUIRE_MOTION = 64, /* no figure: the value is known without forces */
};

struct quire_column {
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
    struct quire_column *column; /* (n_column); column 0 is the time */
    size_t n_column, column_capacity;
    double *value; /* (n_row, n_column) */
    size_t n_row, row_capacity;
    struct quire_probe *probe; /* (n_probe) */
    size_t n_probe;
};

/* Lays out the columns for the objects in the view and the sensors of the model (which may be
 * NULL). `machine` must outlive the additions. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_series_begin(struct quire_series *self, const struct quire_model *model,
                                const struct quire_machine *machine, const struct quire_view *view);
void quire_series_clear(struct quire_series *self);

/* Adds a row. QUIRE_ERROR_LIMIT when memory runs out or the series becomes longer than
 * QUIRE_SERIES_VALUES. */
quire_status quire_series_add(struct quire_series *self, const struct quire_view *view);

/* Writes the values of the view's columns to `row` (n_column) and keeps nothing. */
void quire_series_row(struct quire_series *self, const struct quire_view *view, double *row);

/* The same of the columns that are marked QUIRE_MOTION alone, from a view without forces;
 * `per_sheet` columns of each sheet follow each other. */
void quire_series_motion(struct quire_series *self, const struct quire_view *view, size_t per_sheet,
                         double *row);

/* Whether a figure of that name may be made from the rows between the first and the last. */
bool quire_series_may_yield(const struct quire_series *self, const char *figure);

/* Sets the figures that the columns yield. */
void quire_series_figures(const struct quire_series *self, struct quire_figures *figures);

#endif
