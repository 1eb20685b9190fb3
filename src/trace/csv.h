/* series.csv and events.csv: a header row, then one row a sample or an event. */
#ifndef QUIRE_TRACE_CSV_H
#define QUIRE_TRACE_CSV_H

#include <stdio.h>

#include "result/result.h"
#include "trace/series_table.h"

/* QUIRE_ERROR_LIMIT when memory runs out. What stdio could not write is found by whoever closes the
 * file. */
quire_status quire_csv_write_series(FILE *file, const struct quire_series *series);
quire_status quire_csv_write_events(FILE *file, const struct quire_result *result, bool spatial);

/* modes.csv: one row a mode; mode-shapes.csv: one row a node or roller at rest in `last`, with its
 * displacement in each mode. */
quire_status quire_csv_write_modes(FILE *file, const struct quire_result *result);
quire_status quire_csv_write_shapes(FILE *file, const struct quire_result *result,
                                    const struct quire_view *last);

#endif
