#include "record/mode_frames.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MODE_AMPLITUDE 0.1 /* of the longest sheet, in the picture of a mode */

/* mean over the columns' shares of the width of one of the nodes' numbers at a station */
static double
mean_across(const double *at, size_t columns)
{
    double sum = 0.5 * (at[0] + at[3 * (columns - 1)]);

    for (size_t j = 1; j + 1 < columns; j++) {
        sum += at[3 * j];
    }
    return sum / (double)(columns - 1);
}

/* a sheet where a mode takes it, its numbers in `place`; returns what is left of that */
static double *
show_sheet(const struct quire_sheet_view *last, const double *shape, double amplitude,
           struct quire_sheet_view *sheet, double *place)
{
    const size_t n = last->n_node, columns = last->n_column;
    double *x = place, *y = x + n, *node = y + n;

    sheet->x = x;
    sheet->y = y;
    if (columns == 0) {
        for (size_t j = 0; j < n; j++) {
            x[j] = last->x[j] + amplitude * shape[2 * j];
            y[j] = last->y[j] + amplitude * shape[2 * j + 1];
        }
        return node;
    }
    sheet->node = node;
    for (size_t i = 0; i < 3 * n * columns; i++) {
        node[i] = last->node[i] + amplitude * shape[i];
    }
    for (size_t j = 0; j < n; j++) {
        x[j] = mean_across(node + 3 * columns * j, columns);
        y[j] = mean_across(node + 3 * columns * j + 1, columns);
    }
    return node + 3 * n * columns;
}

/* the view with the nodes and rollers where mode `k` takes them */
static void
show_mode(const struct quire_view *last, const struct quire_mode *mode, double amplitude,
          struct quire_view *view, double *place)
{
    struct quire_sheet_view *sheet = (struct quire_sheet_view *)(uintptr_t)view->sheet;
    struct quire_roller_view *roller = (struct quire_roller_view *)(uintptr_t)view->roller;
    const double *shape = mode->shape;
    for (size_t i = 0; i < last->n_sheet; i++) {
        const size_t k = quire_in_file_at(last->in_file.sheet, i);
        place = show_sheet(&last->sheet[k], shape, amplitude, &sheet[k], place);
        shape += quire_shape_numbers(&last->sheet[k]);
    }
    for (size_t i = 0; i < last->n_roller; i++, shape += last->spatial ? 3 : 2) {
        const size_t k = quire_in_file_at(last->in_file.roller, i);
        roller[k].x = last->roller[k].x + amplitude * shape[0];
        roller[k].y = last->roller[k].y + amplitude * shape[1];
    }
}

/* for the picture: the state of rest, then each mode, large enough to be seen */
quire_status
quire_mode_frames(struct quire_frames *shapes, const struct quire_rest_result *rest,
                  const struct quire_view *last)
{
    size_t numbers = 1;
    double length = 0.0;
    for (size_t i = 0; i < last->n_sheet; i++) {
        numbers += 2 * last->sheet[i].n_node + quire_shape_numbers(&last->sheet[i]);
        length = fmax(length, last->sheet[i].length);
    }
    struct quire_view view = *last;
    struct quire_sheet_view *sheet = calloc(last->n_sheet + 1, sizeof *sheet);
    struct quire_roller_view *roller = calloc(last->n_roller + 1, sizeof *roller);
    double *place = calloc(numbers, sizeof *place);
    quire_status status = sheet == NULL || roller == NULL || place == NULL
                              ? QUIRE_ERROR_LIMIT
                              : quire_frames_begin(shapes, last);
    if (status == QUIRE_OK) {
        memcpy(sheet, last->sheet, last->n_sheet * sizeof *sheet);
        memcpy(roller, last->roller, last->n_roller * sizeof *roller);
        view.sheet = sheet;
        view.roller = roller;
        view.time = 0.0;
        status = quire_frames_add(shapes, &view);
    }
    for (size_t i = 0; i < rest->n_mode && status == QUIRE_OK; i++) {
        show_mode(last, rest->mode + i, MODE_AMPLITUDE * length, &view, place);
        view.time = (double)(i + 1);
        status = quire_frames_add(shapes, &view);
    }
    free(sheet);
    free(roller);
    free(place);
    return status;
}
