#include "trace/series_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
quire_series_name(struct quire_series_writer *w, const char *object, const char *quantity,
                  const char *unit, unsigned statistics)
{
    struct quire_series *series = w->series;
    if (series->n_column == series->column_capacity) {
        const size_t capacity = series->column_capacity > 0 ? 2 * series->column_capacity : 64;
        struct quire_series_column *column = realloc(series->column, capacity * sizeof *column);
        if (column == NULL) {
            w->status = QUIRE_ERROR_LIMIT;
            return;
        }
        series->column = column;
        series->column_capacity = capacity;
    }
    const char *shown_unit = unit[0] != '\0' ? unit : "1";
    const size_t size = strlen(object) + strlen(quantity) + strlen(shown_unit) + 5;
    char *header = malloc(size);
    if (header == NULL) {
        w->status = QUIRE_ERROR_LIMIT;
        return;
    }
    const char *dot = object[0] != '\0' ? "." : "";
    const int name = snprintf(header, size, "%s%s%s", object, dot, quantity);
    snprintf(header + name, size - (size_t)name, " [%s]", shown_unit);
    series->column[series->n_column++] = (struct quire_series_column){
        .header = header, .name = (size_t)name, .unit = unit, .statistics = statistics};
}
