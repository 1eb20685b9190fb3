#include "trace/series.h"

#include <stdlib.h>
#include <string.h>

#include "body/sheet.h"
#include "trace/series_quantities.h"

#define ROOM_BEHIND     3                 /* values are read by fours */
#define EXPECTED_VALUES ((size_t)4 << 20) /* most that room is made for at once: 32 MiB */

void
quire_series_clear(struct quire_series *self)
{
    for (size_t i = 0; i < self->n_column; i++) {
        free(self->column[i].header);
    }
    for (size_t i = 0; i < self->n_probe; i++) {
        free(self->probe[i].prepared);
    }
    free(self->probe);
    free(self->column);
    free(self->value);
    *self = (struct quire_series){0};
}

/* The outline the sheets on this path were given: sensors know sheets on their path by it. */
static const struct quire_outline *
outline_of(const struct quire_object *path, const struct quire_machine *machine,
           const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_object *sheet = view->sheet[i].object;
        const struct quire_object *start =
            sheet != NULL ? quire_object_child_of(sheet, &quire_kind_start) : NULL;
        if (start != NULL && ((const struct quire_start_params *)start->params)->path == path) {
            return view->sheet[i].path;
        }
    }
    return quire_machine_outline(machine, path);
}

static quire_status
prepare_probes(struct quire_series *self, const struct quire_object *root,
               const struct quire_machine *machine, const struct quire_view *view)
{
    self->probe = calloc(root->n_child + 1, sizeof *self->probe);
    if (self->probe == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *object = root->child[i];
        const struct quire_sensor_ops *ops = object->kind->ops;
        if (object->kind->family != &quire_family_sensor || ops->value_name == NULL ||
            ops->value == NULL) {
            continue;
        }
        struct quire_probe *probe = &self->probe[self->n_probe++];
        *probe = (struct quire_probe){object, ops, calloc(1, ops->prepared_size + 1)};
        if (probe->prepared == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        if (ops->prepare != NULL) {
            const struct quire_sensor_common *common = object->params;
            ops->prepare(object,
                         common->path != NULL ? outline_of(common->path, machine, view) : NULL,
                         probe->prepared);
        }
    }
    return QUIRE_OK;
}

quire_status
quire_series_begin(struct quire_series *self, const struct quire_model *model,
                   const struct quire_machine *machine, const struct quire_view *view)
{
    struct quire_series_writer w = {.series = self};
    quire_series_clear(self);
    if (model != NULL && model->root != NULL &&
        prepare_probes(self, model->root, machine, view) != QUIRE_OK) {
        return QUIRE_ERROR_LIMIT;
    }
    quire_series_put_view(&w, view);
    return w.status;
}

void
quire_series_row(struct quire_series *self, const struct quire_view *view, double *row)
{
    struct quire_series_writer w = {.series = self, .row = row};
    quire_series_put_view(&w, view);
}

void
quire_series_motion(struct quire_series *self, const struct quire_view *view, size_t per_sheet,
                    double *row)
{
    struct quire_series_writer w = {.series = self, .row = row};
    quire_series_put_motion(&w, view, per_sheet);
}

static quire_status
set_capacity(struct quire_series *self, size_t capacity)
{
    if (capacity > QUIRE_SERIES_VALUES / self->n_column) {
        return QUIRE_ERROR_LIMIT;
    }
    double *value = realloc(self->value, (capacity * self->n_column + ROOM_BEHIND) * sizeof *value);
    if (value == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    memset(value + capacity * self->n_column, 0, ROOM_BEHIND * sizeof *value);
    self->value = value;
    self->row_capacity = capacity;
    return QUIRE_OK;
}

quire_status
quire_series_expect(struct quire_series *self, size_t rows)
{
    return rows > self->row_capacity && rows <= EXPECTED_VALUES / self->n_column
               ? set_capacity(self, rows)
               : QUIRE_OK;
}

quire_status
quire_series_add(struct quire_series *self, const struct quire_view *view)
{
    if (self->n_row == self->row_capacity) {
        const size_t capacity = self->row_capacity > 0  ? 2 * self->row_capacity
                                : self->n_column < 1000 ? 256
                                                        : 16;
        if (set_capacity(self, capacity) != QUIRE_OK) {
            return QUIRE_ERROR_LIMIT;
        }
    }
    quire_series_row(self, view, self->value + self->n_row * self->n_column);
    self->n_row++;
    return QUIRE_OK;
}
