/* The quantities of a series: what is recorded of each object in a view, in their order. */
#ifndef QUIRE_TRACE_SERIES_QUANTITIES_H
#define QUIRE_TRACE_SERIES_QUANTITIES_H

#include "trace/series_writer.h"

/* All columns, or all values of a row. */
void quire_series_put_view(struct quire_series_writer *w, const struct quire_view *view);

/* The values that are marked QUIRE_MOTION alone; `per_sheet` columns of each sheet follow each
 * other. */
void quire_series_put_motion(struct quire_series_writer *w, const struct quire_view *view,
                             size_t per_sheet);

#endif
