/* Figures, traces over time and shapes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "calibrate/calibration.h"
#include "design/common.h"
#include "kind/kind.h"
#include "kind/value.h"
#include "model/parameter.h"
#include "model/problem.h"
#include "table/table.h"

/* ---- settings ---- */

/* the part of the list that begins here, without blanks around it; *text moves behind it */
static char *
cut_part(char **text, char separator)
{
    char *part = *text + strspn(*text, " "), *end = strchr(part, separator);

    end = end != NULL ? end : part + strlen(part);
    *text = *end != '\0' ? end + 1 : end;
    while (end > part && end[-1] == ' ') {
        end--;
    }
    *end = '\0';
    return part;
}

static quire_status
read_settings(struct doe_calibration *self, const struct quire_object *object, char *list,
              quire_setting *setting, size_t *n, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    char excerpt[QUIRE_EXCERPT_SIZE];

    for (*n = 0; *list != '\0' && status == QUIRE_OK; ++*n) {
        char *value = cut_part(&list, ',');
        if (strchr(value, '=') == NULL) {
            return quire_object_error(object, diag, "E-PARAMETER", "such as nip_load = 12 N",
                                      "with: '%s' sets no parameter",
                                      quire_excerpt(excerpt, value));
        }
        const char *name = cut_part(&value, '=');
        for (size_t i = 0; i < *n; i++) {
            if (strcmp(setting[i].name, name) == 0) {
                return quire_object_error(object, diag, "E-DUPLICATE", NULL,
                                          "with: parameter '%s' is set twice",
                                          quire_excerpt(excerpt, name));
            }
        }
        setting[*n] = (quire_setting){name, value + strspn(value, " ")};
        status = doe_calibration_check_setting(self, object, object->place, name, setting[*n].value,
                                               diag);
    }
    return status;
}

/* "nip_load = 12 N, medium = card-300" */
static quire_status
read_with(struct doe_calibration *self, const struct quire_object *object, size_t *condition,
          quire_diag *diag)
{
    const char *with = ((const struct quire_measured_params *)object->params)->with;
    char *list = quire_arena_copy(self->arena, with != NULL ? with : "");
    size_t n = 1;

    for (const char *c = list; c != NULL && *c != '\0'; c++) {
        n += *c == ',' ? 1 : 0;
    }
    quire_setting *setting = quire_arena_get(self->arena, n, sizeof *setting);
    if (list == NULL || setting == NULL) {
        return quire_diag_memory_error(diag);
    }
    const quire_status status = read_settings(self, object, list, setting, &n, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    *condition = doe_calibration_condition(self, setting, n);
    return *condition != QUIRE_TABLE_NONE ? QUIRE_OK : quire_diag_memory_error(diag);
}

static quire_status
read_deviation(const struct quire_object *object, struct quire_dimension dimension,
               const char *like, double *out, quire_diag *diag)
{
    const quire_status status = doe_calibration_quantity(
        object, "deviation", ((const struct quire_measured_params *)object->params)->deviation,
        dimension, like, out, diag);

    return status != QUIRE_OK || *out > 0 ? status
                                          : quire_object_error(object, diag, "E-RANGE", NULL,
                                                               "deviation must be greater than 0");
}

/* ---- one figure ---- */

quire_status
doe_calibration_read_figure(struct doe_calibration *self, const struct quire_object *object,
                            quire_diag *diag)
{
    const struct quire_measured_params *p = object->params;
    const char *figure, *unit = NULL, *text;
    struct quire_dimension dimension = {0};
    struct quire_quantity q;
    char error[200], like[200];
    double worth = 1, value, deviation;
    size_t condition;

    quire_status status =
        doe_calibration_figure(self, object, object->place, p->from, &figure, &unit, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (unit != NULL) {
        doe_calibration_unit(unit, &worth, &dimension);
    } else if (quire_quantity_read(&q, p->value, error, sizeof error)) {
        dimension = q.dimension;
    }
    quire_number_format(like, sizeof like, "the figure is in '%.40s'", unit != NULL ? unit : "?");
    status = doe_calibration_quantity(object, "value", p->value, dimension, like, &value, diag);
    status = quire_status_first(status, read_deviation(object, dimension, like, &deviation, diag));
    if (status == QUIRE_OK) {
        status = read_with(self, object, &condition, diag);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    text = quire_arena_copy(self->arena, quire_parameter_unit(p->value));
    struct doe_datum *d = doe_calibration_datum(self);
    const size_t output = doe_calibration_output(
        self, (struct doe_output){.sort = DOE_OUTPUT_FIGURE, .name = figure});
    if (text == NULL || d == NULL || output == QUIRE_TABLE_NONE) {
        return quire_diag_memory_error(diag);
    }
    doe_calibration_unit(text, &worth, &dimension);
    *d = (struct doe_datum){.object = object,
                            .place = object->place,
                            .name = p->from,
                            .unit = text,
                            .worth = worth,
                            .condition = condition,
                            .output = output,
                            .value = value,
                            .deviation = deviation,
                            .single = deviation,
                            .count = 1};
    return QUIRE_OK;
}

/* ---- tables of two columns ---- */

struct pair {
    const char *name[2];
    struct quire_dimension dimension[2];
    bool any; /* the second column is of any dimension */
    size_t column[2];
    const char *unit[2];
    double worth[2];
};

static quire_status
find_columns(struct pair *pair, struct quire_table *table, struct quire_arena *arena,
             quire_diag *diag)
{
    const quire_status status = quire_table_header(table);

    for (int k = 0; k < 2 && status == QUIRE_OK; k++) {
        const char *unit = NULL;
        size_t n = 0, i = 0;
        struct quire_dimension have;
        while (i < table->n && !quire_table_names(table->cell[i], pair->name[k], &unit, &n)) {
            i++;
        }
        if (i == table->n) {
            return quire_diag_error(diag, "E-MISSING", table->place, NULL, NULL,
                                    "there is no column '%s'", pair->name[k]);
        }
        pair->column[k] = i;
        pair->unit[k] = quire_arena_copy_bytes(arena, unit != NULL ? unit : "", n);
        if (pair->unit[k] == NULL) {
            return quire_diag_memory_error(diag);
        }
        if (!doe_calibration_unit(pair->unit[k], &pair->worth[k], &have) ||
            (!(k == 1 && pair->any) && !quire_dimension_fits(have, pair->dimension[k]))) {
            return quire_diag_error(diag, "E-UNIT", quire_table_place(table, i), NULL,
                                    "the unit is in brackets: 'x [mm]'",
                                    "column '%s' is in '%s', which does not measure it",
                                    pair->name[k], pair->unit[k]);
        }
        pair->dimension[k] = have;
    }
    return status == QUIRE_OK ? quire_table_note_others(table, pair->column, 2) : status;
}

static quire_status
take_point(struct doe_calibration *self, const struct doe_datum *like, struct doe_output output,
           double value, const char *name, quire_diag *diag)
{
    struct doe_datum *d = doe_calibration_datum(self);
    const size_t place = doe_calibration_output(self, output);
    const char *kept = quire_arena_copy(self->arena, name);

    if (d == NULL || place == QUIRE_TABLE_NONE || kept == NULL) {
        return quire_diag_memory_error(diag);
    }
    *d = *like;
    d->output = place;
    d->value = value;
    d->name = kept;
    return QUIRE_OK;
}

/* a row with its place; the second value may be missing */
static quire_status
read_row(struct doe_calibration *self, struct doe_datum *like, const struct pair *pair,
         struct quire_table *table, size_t columns, bool shape, quire_diag *diag)
{
    const struct quire_measured_params *p = like->object->params;
    double v[2] = {0};
    char name[200];
    quire_status status = quire_table_check_row(table, columns);

    for (int k = 0; k < 2 && status == QUIRE_OK; k++) {
        const char *cell = table->cell[pair->column[k]];
        if (quire_table_number(cell, &v[k]) != QUIRE_NUMBER_OK || !isfinite(v[k])) {
            status = quire_table_refuse_number(table, pair->column[k], pair->name[k], NULL);
        }
    }
    if (status != QUIRE_OK) {
        return status;
    }
    like->place = table->place;
    if (!shape && v[0] < 0) {
        return quire_diag_error(diag, "E-RANGE", quire_table_place(table, pair->column[0]), NULL,
                                "times count from the start of the run; shift them, or leave out "
                                "earlier rows",
                                "the time %.6g %s is before the start of the run", v[0],
                                pair->unit[0]);
    }
    if (shape) {
        quire_number_format(name, sizeof name, "%.60s at x = %.4g %.20s, y = %.4g %.20s", p->sheet,
                            v[0], pair->unit[0], v[1], pair->unit[1]);
        return take_point(self, like,
                          (struct doe_output){.sort = DOE_OUTPUT_SHAPE,
                                              .name = p->sheet,
                                              .x = v[0] * pair->worth[0],
                                              .y = v[1] * pair->worth[1]},
                          0, name, diag);
    }
    quire_number_format(name, sizeof name, "%.60s at %.5g %.20s", p->from, v[0], pair->unit[0]);
    return take_point(
        self, like,
        (struct doe_output){.sort = DOE_OUTPUT_TRACE, .name = p->from, .x = v[0] * pair->worth[0]},
        v[1] * pair->worth[1], name, diag);
}

static quire_status
read_table(struct doe_calibration *self, struct doe_datum *like, struct quire_table *table,
           bool shape, quire_diag *diag)
{
    const struct quire_dimension length = {.m = 1}, time = {.s = 1};
    struct pair pair = {.name = {shape ? "x" : "time", shape ? "y" : "value"},
                        .dimension = {shape ? length : time, length},
                        .any = !shape};
    quire_status status = find_columns(&pair, table, self->arena, diag), end = QUIRE_OK;
    const size_t columns = table->n;

    if (status == QUIRE_OK) {
        status = read_deviation(like->object, pair.dimension[1],
                                "the values of the table are of another dimension",
                                &like->deviation, diag);
        like->single = like->deviation;
        like->unit = pair.unit[1];
        like->worth = pair.worth[1];
    }
    if (status != QUIRE_OK) {
        return status;
    }
    while (quire_table_next(table, &end)) {
        status =
            quire_status_first(status, read_row(self, like, &pair, table, columns, shape, diag));
    }
    return quire_status_first(status, end);
}

/* ---- what they are of ---- */

static const struct quire_object *
find_sheet(const struct quire_object *object, const char *name)
{
    if (quire_object_is(object, QUIRE_ROLE_SHEET) && object->name != NULL &&
        strcmp(object->name, name) == 0) {
        return object;
    }
    for (size_t i = 0; i < object->n_child; i++) {
        const struct quire_object *found = find_sheet(object->child[i], name);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

quire_status
doe_calibration_read_points(struct doe_calibration *self, const struct quire_object *object,
                            bool shape, quire_diag *diag)
{
    const struct quire_measured_params *p = object->params;
    struct doe_datum like = {.object = object, .count = 1};
    struct quire_table table = {0};
    const char *path;
    char *csv, excerpt[QUIRE_EXCERPT_SIZE];
    size_t size;

    if (shape && find_sheet(self->model->root, p->sheet) == NULL) {
        return quire_object_error(object, diag, "E-REFERENCE", NULL, "the model has no sheet '%s'",
                                  quire_excerpt(excerpt, p->sheet));
    }
    quire_status status = read_with(self, object, &like.condition, diag);
    if (status == QUIRE_OK) {
        status = quire_design_path(&path, self->arena, object, self->folder, p->file, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_file_read(&csv, &size, path, QUIRE_FILE_LIMIT, diag);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    status = quire_table_open(&table, csv, size, path, diag);
    if (status == QUIRE_OK) {
        status = read_table(self, &like, &table, shape, diag);
    }
    quire_table_clear(&table);
    free(csv);
    return status;
}
