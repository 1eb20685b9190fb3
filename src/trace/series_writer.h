/* For the files that list what a series holds. The quantities are listed once: the first pass names
 * the columns, every later one fills a row. */
#ifndef QUIRE_TRACE_SERIES_WRITER_H
#define QUIRE_TRACE_SERIES_WRITER_H

#include <math.h>

#include "trace/series_table.h"

struct quire_series_writer {
    struct quire_series *series;
    double *row; /* NULL while the columns are named */
    size_t column;
    quire_status status;
};

/* Adds a column; what it is of, `object`, may be "". */
void quire_series_name(struct quire_series_writer *w, const char *object, const char *quantity,
                       const char *unit, unsigned statistics);

/* The next column, or the next value of the row; what is not finite is nothing, NaN. */
static inline void
quire_series_put(struct quire_series_writer *w, const char *object, const char *quantity,
                 const char *unit, unsigned statistics, double value)
{
    if (w->row != NULL) {
        w->row[w->column++] = isfinite(value) ? value : (double)NAN;
    } else if (w->status == QUIRE_OK) {
        quire_series_name(w, object, quantity, unit, statistics);
    }
}

#endif
