/* Recording a series, and the figures that it yields. */
#ifndef QUIRE_TRACE_SERIES_H
#define QUIRE_TRACE_SERIES_H

#include "result/figures.h"
#include "trace/machine_outline.h"
#include "trace/series_table.h"

/* Lays out the columns for the objects in the view and the sensors of the model (which may be
 * NULL). `machine` must outlive the additions. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_series_begin(struct quire_series *self, const struct quire_model *model,
                                const struct quire_machine *machine, const struct quire_view *view);
void quire_series_clear(struct quire_series *self);

/* Adds a row. QUIRE_ERROR_LIMIT when memory runs out or the series becomes longer than
 * QUIRE_SERIES_VALUES. */
/* Room for so many rows, if that is not much; more may come, or fewer. */
quire_status quire_series_expect(struct quire_series *self, size_t rows);
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
