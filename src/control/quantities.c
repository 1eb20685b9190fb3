#include "control/quantities.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/quantity.h"

/* added to the index of a column of the first sheet: that of the sheet in question */
#define OF_SHEET (1 << 24)

void
quire_quantities_init(struct quire_quantities *self, const struct quire_system *system,
                      const struct quire_state *state,
                      const struct quire_view *(*look)(void *user, double time, bool forces),
                      void *user)
{
    *self = (struct quire_quantities){
        .system = system, .state = state, .look = look, .user = user, .time = NAN};
}

void
quire_quantities_clear(struct quire_quantities *self)
{
    quire_series_clear(&self->series);
    free(self->row);
    self->row = NULL;
}

void
quire_quantities_forget(struct quire_quantities *self)
{
    self->time = NAN;
}

/* ---- names ---- */

static const struct quire_object *
sensor_at(const struct quire_quantities *self, size_t index)
{
    const struct quire_object *sensor = NULL;
    size_t from = 0;

    for (size_t k = 0;
         k <= index && (sensor = quire_object_next_in(self->system->model->root,
                                                      &quire_family_sensor, &from)) != NULL;
         k++) {
    }
    return sensor;
}

static bool
lay_out(struct quire_quantities *self)
{
    const struct quire_view *view = self->look(self->user, 0, true);

    if (self->row != NULL) {
        return true;
    }
    if (view == NULL || quire_series_begin(&self->series, NULL, NULL, view) != QUIRE_OK) {
        return false;
    }
    self->per_sheet = 0;
    for (size_t k = 1; view->n_sheet > 0 && k < self->series.n_column; k++) {
        const char *first = quire_view_sheet(view, 0)->name;
        const size_t n = strlen(first);
        if (strncmp(self->series.column[k].header, first, n) != 0 ||
            self->series.column[k].header[n] != '.') {
            break;
        }
        self->per_sheet++;
    }
    while (sensor_at(self, self->n_sensor) != NULL) {
        self->n_sensor++;
    }
    self->length = self->series.n_column + self->n_sensor + 2 * (size_t)self->system->n_drive;
    self->row = malloc((self->length + 1) * sizeof *self->row);
    return self->row != NULL;
}

/* Goes over all names: an object's and its quantity's, or one name alone. */
struct visitor {
    void (*visit)(void *self, const char *object, const char *quantity, size_t length, int index,
                  const char *unit);
    void *self;
};

static void
visit(const struct visitor *v, const char *object, const char *quantity, size_t length, int index,
      const char *unit)
{
    v->visit(v->self, object, quantity, length, index, unit != NULL ? unit : "");
}

static void
visit_all(const struct quire_quantities *self, bool of_sheet, const struct visitor *v)
{
    const int sensors = (int)self->series.n_column, drives = sensors + (int)self->n_sensor;

    for (size_t k = 0; k < self->series.n_column; k++) {
        const struct quire_series_column *c = self->series.column + k;
        visit(v, "", c->header, c->name, (int)k, c->unit);
    }
    for (size_t k = 0; k < self->n_sensor; k++) {
        const struct quire_object *sensor = sensor_at(self, k);
        const struct quire_sensor_ops *ops = sensor->kind->ops;
        if (sensor->name != NULL && ops->value_name != NULL) {
            visit(v, sensor->name, ops->value_name, strlen(ops->value_name), sensors + (int)k,
                  ops->value_unit);
        }
    }
    for (int k = 0; k < self->system->n_drive; k++) {
        const struct quire_drive *drive = self->system->drive + k;
        visit(v, drive->object->name, "command", 7, drives + 2 * k + 1,
              quire_drive_unit[drive->quantity]);
        if (drive->quantity == QUIRE_DRIVE_SPEED || drive->quantity == QUIRE_DRIVE_SHAFT_SPEED) {
            visit(v, drive->object->name, "travel", 6, drives + 2 * k,
                  drive->quantity == QUIRE_DRIVE_SPEED ? "m" : "rad");
        }
    }
    /* columns of the first sheet stand for those of any */
    for (size_t k = 1; of_sheet && k <= self->per_sheet; k++) {
        const struct quire_series_column *c = self->series.column + k;
        const size_t dot =
            strlen(self->system->sheet[quire_in_file_at(self->system->in_file.sheet, 0)]
                       .object->name) +
            1;
        visit(v, "sheet", c->header + dot, c->name - dot, OF_SHEET + (int)k, c->unit);
    }
}

/* the longest name that a text begins with */
struct search {
    const char *text;
    size_t length;
    int index;
    const char *unit;
};

static void
compare(void *user, const char *object, const char *quantity, size_t quantity_length, int index,
        const char *unit)
{
    struct search *s = user;
    const size_t n = strlen(object), dot = n > 0 ? 1 : 0, length = n + dot + quantity_length;

    if (length > s->length && strncmp(s->text, object, n) == 0 && (dot == 0 || s->text[n] == '.') &&
        strncmp(s->text + n + dot, quantity, quantity_length) == 0) {
        *s = (struct search){s->text, length, index, unit};
    }
}

struct listing {
    void (*each)(void *listener, const char *name);
    void *listener;
};

static void
tell(void *user, const char *object, const char *quantity, size_t length, int index,
     const char *unit)
{
    const struct listing *l = user;
    char name[300];

    (void)index, (void)unit;
    snprintf(name, sizeof name, "%s%s%.*s", object, object[0] != '\0' ? "." : "", (int)length,
             quantity);
    l->each(l->listener, name);
}

static void
list(void *user, bool of_sheet, void (*each)(void *listener, const char *name), void *listener)
{
    struct quire_quantities *self = user;
    struct listing l = {each, listener};

    if (lay_out(self)) {
        visit_all(self, of_sheet, &(struct visitor){tell, &l});
    }
}

/* Whether forces decide its value: sensors see sheets alone, and drives know no others. */
static bool
needs_forces(const struct quire_quantities *self, int index)
{
    const size_t k = (size_t)(index < OF_SHEET ? index : index - OF_SHEET);

    return k < self->series.n_column && !(self->series.column[k].statistics & QUIRE_MOTION);
}

static bool
find(void *user, const char *text, size_t *length, bool of_sheet, struct quire_formula_name *out,
     char *error, size_t size)
{
    struct quire_quantities *self = user;
    struct search s = {.text = text, .unit = ""};
    struct quire_unit unit;
    struct quire_unit_error bad;

    if (!lay_out(self)) {
        quire_formula_lack_memory(error, size);
        return false;
    }
    visit_all(self, of_sheet, &(struct visitor){compare, &s});
    if (s.length == 0 || !quire_unit_parse(&unit, s.unit, NULL, NULL, &bad)) {
        return false;
    }
    self->forces = self->forces || needs_forces(self, s.index);
    *length = s.length;
    *out = (struct quire_formula_name){.index = s.index, .dimension = unit.dimension};
    return true;
}

/* ---- values ---- */

static void
at(void *user, double time)
{
    struct quire_quantities *self = user;

    if (self->row == NULL || self->time == time) {
        return;
    }
    const struct quire_view *view = self->look(self->user, time, self->forces);
    double *next = self->row + self->series.n_column;
    if (self->forces) {
        quire_series_row(&self->series, view, self->row);
    } else {
        quire_series_motion(&self->series, view, self->per_sheet, self->row);
    }
    for (size_t k = 0; k < self->n_sensor; k++) {
        *next++ = self->sensor_roots != NULL ? quire_sensor_roots_value(self->sensor_roots, k, view)
                                             : (double)NAN;
    }
    for (int k = 0; k < self->system->n_drive; k++) {
        *next++ = self->state->command[k].travel;
        *next++ = self->state->command[k].value;
    }
    self->time = time;
}

static double
get(void *user, int index, const char *sheet)
{
    const struct quire_quantities *self = user;

    if (index < OF_SHEET) {
        return self->row[index];
    }
    for (int k = 0; sheet != NULL && k < self->system->n_sheet; k++) {
        if (strcmp(self->system->sheet[quire_in_file_at(self->system->in_file.sheet, (size_t)k)]
                       .object->name,
                   sheet) == 0) {
            return self->row[(size_t)(index - OF_SHEET) + (size_t)k * self->per_sheet];
        }
    }
    return NAN;
}

struct quire_logic_world
quire_quantities_world(struct quire_quantities *self)
{
    return (struct quire_logic_world){find, list, at, get, self};
}
