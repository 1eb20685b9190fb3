/* The figures that the columns of a series yield: last values, extremes, means and work. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "math/kernel.h"
#include "trace/series.h"

static const double nothing = NAN; /* NAN itself is a float */

/* What four columns come to, side by side. */
struct summary {
    quire_v4 last, largest, smallest, integral, mean_integral, mean_time;
    quire_v4 way, time, full_time;
    quire_v4 before; /* the row before */
};

/* values are finite or NaN */
QUIRE_INLINE void
add_values(struct summary *sum, quire_v4 value, double step)
{
    const quire_v4 zero = {0}, area = 0.5 * (value + sum->before) * step;
    const quire_mask4 known = value == value, follows = area == area;
    /* exactly 0: not in contact */
    const quire_mask4 touching = follows & (value != zero) & (sum->before != zero);

    sum->last = quire_select4(known, value, sum->last);
    /* also when there was none */
    sum->largest = quire_select4(known & ~(value <= sum->largest), value, sum->largest);
    sum->smallest = quire_select4(known & ~(value >= sum->smallest), value, sum->smallest);
    sum->integral += quire_where4(follows, area);
    sum->mean_integral += quire_where4(touching, area);
    sum->mean_time += quire_where4(touching, quire_all4(step));
    const quire_v4 size = quire_select4(area < zero, -area, area);
    sum->way += quire_where4(follows, size);
    sum->time += quire_where4(follows, quire_all4(step));
    sum->full_time +=
        quire_where4(follows & (size >= quire_all4(QUIRE_SERIES_FULL * step)), quire_all4(step));
    sum->before = value;
}

/* row by row, as the values lie in memory; to be freed by the caller, NULL when memory runs out */
static QUIRE_CLONES struct summary *
summarise(const struct quire_series *self)
{
    const size_t n = (self->n_column + 3) / 4;
    const quire_v4 zero = {0}, none = quire_all4(nothing);
    struct summary *sum = aligned_alloc(32, (n + 1) * sizeof *sum);

    for (size_t i = 0; sum != NULL && i < n; i++) {
        sum[i] = (struct summary){none, none, none, zero, zero, zero, zero, zero, zero, none};
    }
    for (size_t row = 0; sum != NULL && row < self->n_row; row++) {
        const double *value = self->value + row * self->n_column;
        const double step = row > 0 ? value[0] - value[-(ptrdiff_t)self->n_column] : 0.0;
        /* the last four may reach into the next row, or the room behind all; nobody asks for them
         */
        for (size_t i = 0; i < n; i++) {
            add_values(&sum[i], quire_load4(value + 4 * i), step);
        }
    }
    return sum;
}

bool
quire_series_may_yield(const struct quire_series *self, const char *figure)
{
    for (size_t i = 0; i < self->n_column; i++) {
        const struct quire_series_column *column = &self->column[i];
        const size_t work = column->statistics & QUIRE_WORK ? column->name - strlen("power") : 0;
        const bool is_named = strncmp(figure, column->header, column->name) == 0 &&
                              (figure[column->name] == '\0' || figure[column->name] == '.');
        if (is_named || (work > 0 && strncmp(figure, column->header, work) == 0 &&
                         strcmp(figure + work, "work") == 0)) {
            return true;
        }
    }
    return false;
}

/* "n1.power" is named "n1.work" when it is summed up over time */
static void
set_work(struct quire_figures *figures, const char *name, double value)
{
    char *work = strdup(name);
    char *power = work != NULL ? strrchr(work, 'p') : NULL;
    if (power != NULL && strcmp(power, "power") == 0) {
        memcpy(power, "work", sizeof "work");
        quire_figures_set(figures, NULL, work, "J", value);
    }
    if (work == NULL) {
        figures->status = QUIRE_ERROR_LIMIT;
    }
    free(work);
}

void
quire_series_figures(const struct quire_series *self, struct quire_figures *figures)
{
    struct summary *list = summarise(self);
    if (list == NULL) {
        figures->status = QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; list != NULL && i < self->n_column; i++) {
        const struct quire_series_column *column = &self->column[i];
        const struct summary *four = list + i / 4;
        const size_t lane = i % 4;
        char *name = strndup(column->header, column->name);
        if (name == NULL) {
            figures->status = QUIRE_ERROR_LIMIT;
            break;
        }
        const unsigned wanted = column->statistics;
        if (wanted & QUIRE_LAST) {
            quire_figures_set(figures, NULL, name, column->unit, four->last[lane]);
        }
        if (wanted & QUIRE_MAX) {
            quire_figures_set(figures, name, "max", column->unit, four->largest[lane]);
        }
        if (wanted & QUIRE_PEAK) {
            quire_figures_set(figures, name, "max", column->unit,
                              fmax(fabs(four->largest[lane]), fabs(four->smallest[lane])));
        }
        if (wanted & QUIRE_MIN) {
            quire_figures_set(figures, name, "min", column->unit, four->smallest[lane]);
        }
        if (wanted & QUIRE_MEAN) {
            quire_figures_set(figures, name, "mean", column->unit,
                              four->mean_time[lane] > 0.0
                                  ? four->mean_integral[lane] / four->mean_time[lane]
                                  : nothing);
        }
        if (wanted & QUIRE_WAY && four->time[lane] > 0) {
            quire_figures_set(figures, name, "distance", "m", four->way[lane]);
        }
        if (wanted & QUIRE_FULL && four->time[lane] > 0) {
            quire_figures_set(figures, name, "full", "", four->full_time[lane] / four->time[lane]);
        }
        if (wanted & QUIRE_WORK) {
            set_work(figures, name, four->integral[lane]);
        }
        free(name);
    }
    free(list);
}
