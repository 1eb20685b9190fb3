/* The series of a run as the page holds it: sixteen bits a value, and of long ones the extremes of
 * each stretch of time. */
#ifndef QUIRE_REPORT_HISTORY_H
#define QUIRE_REPORT_HISTORY_H

#include <quire/diag.h>

#include "base/json.h"
#include "trace/series_table.h"

#define QUIRE_HISTORY_FILE "series.csv"

struct quire_history {
    /* of the columns, with their units: "n1.normal [N]"; the first is the time (n) */
    char **name;
    double *value; /* column by column, NaN where there is none (n, n_row) */
    size_t n, n_row;
    size_t n_sample; /* rows of the file */
    /* 1: all rows are there; otherwise so many samples became two rows, which hold a column's least
     * and largest value of that stretch, in the order in which they came */
    size_t bucket;
};

/* Reads the series of the results in a folder. QUIRE_ERROR_FILE where there is none, or none as
 * Quire writes them; QUIRE_ERROR_LIMIT where it is too large. On failure *out is empty. */
quire_status quire_history_load(struct quire_history *out, const char *directory, quire_diag *diag);
/* The same of a series in memory, whose values have all their digits: of the time, of columns of
 * which `wanted` is true (NULL: of all), and of every stride-th sample and the last.
 * QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_history_of_series(struct quire_history *out, const struct quire_series *series,
                                     bool (*wanted)(const struct quire_series_column *column),
                                     size_t stride);
void quire_history_clear(struct quire_history *self);

/* Writes an object: "of" (samples), "bucket", "rows", "columns" (each "name", "low", "step")
 * and "bytes". `bytes` is base64 of variable-length numbers (pack.h), column by column: 0 for no
 * value, otherwise 1 + (value - low)/step to the nearest whole number, each less the one of the row
 * before. */
void quire_history_write(struct quire_json *json, const char *key,
                         const struct quire_history *history);

#endif
