/* Times at sensors, sheet by sheet: the table, its means, and the scatter about them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "calibrate/calibration.h"
#include "design/common.h"
#include "kind/value.h"
#include "model/problem.h"
#include "table/table.h"

#define LABEL "sheet" /* a column that says which sheet it was */

static const struct quire_dimension seconds = {.s = 1};

/* one column of the file */
struct heading {
    enum { TIMES, SETTING, OTHER } sort;
    size_t column;    /* of the times */
    const char *name; /* of the parameter */
    const char *unit; /* "": the cells bring their own */
};

struct reading {
    struct doe_calibration *of;
    struct doe_times *out;
    struct quire_table table;
    struct heading *heading; /* (n) */
    size_t n, n_setting, capacity;
    double *value;          /* (capacity x n_column) */
    size_t *condition;      /* (capacity) */
    quire_setting *setting; /* of a row (n_setting) */
    bool *unused;           /* (n) */
    quire_diag *diag;
};

static quire_status
take_time_column(struct reading *r, size_t i, const char *name, const char *unit)
{
    struct doe_times *t = r->out;
    const struct quire_place place = quire_table_place(&r->table, i);
    struct quire_dimension dimension = {0};
    double worth = 0;
    const char *figure, *own = NULL;
    quire_status status =
        doe_calibration_figure(r->of, t->object, place, name, &figure, &own, r->diag);

    if (status != QUIRE_OK) {
        return status;
    }
    if (own != NULL && strcmp(own, "s") != 0) {
        return quire_diag_error(r->diag, "E-UNIT", place, NULL,
                                "<measured kind=\"figure\"/> takes other figures",
                                "'%s' is no time", name);
    }
    if (unit == NULL) {
        return quire_diag_error(r->diag, "E-UNIT", place, NULL, "such as 's1.lead [ms]'",
                                "column '%s' has no unit", name);
    }
    if (!doe_calibration_unit(unit, &worth, &dimension) ||
        !quire_dimension_fits(dimension, seconds)) {
        return quire_diag_error(r->diag, "E-UNIT", place, NULL, "such as 's1.lead [ms]'",
                                "column '%s' is in '%s', which is no unit of time", name, unit);
    }
    for (size_t k = 0; k < t->n_column; k++) {
        if (strcmp(r->of->output[t->output[k]].name, figure) == 0) {
            return quire_diag_error(r->diag, "E-DUPLICATE", place, NULL, NULL,
                                    "'%s' has two columns", name);
        }
    }
    const size_t output = doe_calibration_output(
        r->of, (struct doe_output){.sort = DOE_OUTPUT_FIGURE, .name = figure});
    if (output == QUIRE_TABLE_NONE) {
        return quire_diag_memory_error(r->diag);
    }
    r->heading[i].sort = TIMES;
    r->heading[i].column = t->n_column;
    t->output[t->n_column] = output;
    t->name[t->n_column] = name;
    t->unit[t->n_column] = unit;
    t->worth[t->n_column] = worth;
    t->place[t->n_column++] = place;
    return QUIRE_OK;
}

static quire_status
take_heading(struct reading *r, size_t i)
{
    struct heading *h = &r->heading[i];
    const char *name, *unit;

    if (!quire_table_split(r->of->arena, r->table.cell[i], &name, &unit)) {
        return quire_diag_memory_error(r->diag);
    }
    *h = (struct heading){.sort = OTHER, .name = name, .unit = unit != NULL ? unit : ""};
    if (strcmp(name, LABEL) == 0) {
        return QUIRE_OK;
    }
    if (doe_calibration_parameter(r->of, name) == NULL) {
        r->unused[i] = quire_table_foreign(&r->table, i) != NULL;
        return r->unused[i] ? QUIRE_OK : take_time_column(r, i, name, unit);
    }
    for (size_t k = 0; k < i; k++) {
        if (r->heading[k].sort == SETTING && strcmp(r->heading[k].name, name) == 0) {
            return quire_diag_error(r->diag, "E-DUPLICATE", quire_table_place(&r->table, i), NULL,
                                    NULL, "'%s' has two columns", name);
        }
    }
    h->sort = SETTING;
    r->n_setting++;
    return QUIRE_OK;
}

static quire_status
read_header(struct reading *r)
{
    struct quire_arena *arena = r->of->arena;
    struct doe_times *t = r->out;
    quire_status status = quire_table_header(&r->table);

    if (status != QUIRE_OK) {
        return status;
    }
    r->n = r->table.n;
    r->heading = quire_arena_get(arena, r->n, sizeof *r->heading);
    r->setting = quire_arena_get(arena, r->n, sizeof *r->setting);
    r->unused = quire_arena_get(arena, r->n, sizeof *r->unused);
    t->output = quire_arena_get(arena, r->n, sizeof *t->output);
    t->name = quire_arena_get(arena, r->n, sizeof *t->name);
    t->unit = quire_arena_get(arena, r->n, sizeof *t->unit);
    t->worth = quire_arena_get(arena, r->n, sizeof *t->worth);
    t->place = quire_arena_get(arena, r->n, sizeof *t->place);
    if (r->heading == NULL || r->setting == NULL || r->unused == NULL || t->output == NULL ||
        t->name == NULL || t->unit == NULL || t->worth == NULL || t->place == NULL) {
        return quire_diag_memory_error(r->diag);
    }
    for (size_t i = 0; i < r->n; i++) {
        status = quire_status_first(status, take_heading(r, i));
    }
    if (status == QUIRE_OK && t->n_column == 0) {
        status = quire_diag_error(r->diag, "E-MISSING", r->table.place, NULL,
                                  "such as 's1.lead [ms]'", "the table has no column with times");
    }
    return status == QUIRE_OK ? quire_table_note(&r->table, r->unused) : status;
}

static bool
make_room(struct reading *r)
{
    if (r->out->n_row < r->capacity) {
        return true;
    }
    const size_t capacity = 2 * r->capacity + 64;
    double *value = realloc(r->value, capacity * r->out->n_column * sizeof *value);
    r->value = value != NULL ? value : r->value;
    size_t *condition = realloc(r->condition, capacity * sizeof *condition);
    r->condition = condition != NULL ? condition : r->condition;
    r->capacity = value != NULL && condition != NULL ? capacity : r->capacity;
    return value != NULL && condition != NULL;
}

static quire_status
read_time(struct reading *r, size_t i, double *out)
{
    const char *cell = r->table.cell[i];
    double number;

    *out = (double)NAN;
    if (cell[0] == '\0') {
        r->out->missing++;
        return QUIRE_OK;
    }
    if (quire_table_number(cell, &number) != QUIRE_NUMBER_OK || !isfinite(number)) {
        return quire_table_refuse_number(&r->table, i, r->heading[i].name,
                                         "leave it empty for values that were not measured");
    }
    const size_t column = r->heading[i].column;
    const char *figure = r->of->output[r->out->output[column]].name;
    const size_t n = strlen(figure), behind = strlen(".time");
    if (number < 0 && n > behind && strcmp(figure + n - behind, ".time") == 0) {
        return quire_diag_error(r->diag, "E-RANGE", quire_table_place(&r->table, i), NULL,
                                "times count from the start of the run; shift them",
                                "the time %.6g %s is before the start of the run", number,
                                r->out->unit[column]);
    }
    *out = number * r->out->worth[column];
    return QUIRE_OK;
}

/* "4" under "nip_load [N]" as "4 N" */
static quire_status
read_setting(struct reading *r, size_t i, size_t k)
{
    const struct heading *h = &r->heading[i];
    const char *cell = r->table.cell[i];
    struct quire_text text = {0};

    if (cell[0] == '\0') {
        return quire_diag_error(r->diag, "E-MISSING", quire_table_place(&r->table, i), NULL, NULL,
                                "the cell is empty: what '%s' was set to", h->name);
    }
    quire_text_format(&text, "%s%s%s", cell, h->unit[0] != '\0' ? " " : "", h->unit);
    const char *value = doe_calibration_keep(r->of, &text);
    if (value == NULL) {
        return quire_diag_memory_error(r->diag);
    }
    r->setting[k] = (quire_setting){h->name, value};
    return doe_calibration_check_setting(r->of, r->out->object, quire_table_place(&r->table, i),
                                         h->name, value, r->diag);
}

static quire_status
read_row(struct reading *r)
{
    struct doe_times *t = r->out;
    quire_status status = quire_table_check_row(&r->table, r->n);
    size_t k = 0;

    if (status != QUIRE_OK) {
        return status;
    }
    if (!make_room(r)) {
        return quire_diag_memory_error(r->diag);
    }
    for (size_t i = 0; i < r->n; i++) {
        if (r->heading[i].sort == TIMES) {
            const quire_status one =
                read_time(r, i, &r->value[t->n_row * t->n_column + r->heading[i].column]);
            status = quire_status_first(status, one);
        } else if (r->heading[i].sort == SETTING) {
            status = quire_status_first(status, read_setting(r, i, k++));
        }
    }
    if (status == QUIRE_OK) {
        const size_t c = doe_calibration_condition(r->of, r->setting, r->n_setting);
        r->condition[t->n_row++] = c;
        status = c != QUIRE_TABLE_NONE ? QUIRE_OK : quire_diag_memory_error(r->diag);
    }
    return status;
}

/* ---- means and scatter ---- */

/* the mean of a column over the sheets of a condition; how many there are */
static size_t
mean_of(const struct doe_times *t, size_t condition, size_t column, double *mean)
{
    size_t n = 0;
    double sum = 0;

    for (size_t i = 0; i < t->n_row; i++) {
        const double v = t->value[i * t->n_column + column];
        if (t->condition[i] == condition && !isnan(v)) {
            sum += v;
            n++;
        }
    }
    *mean = n > 0 ? sum / (double)n : (double)NAN;
    return n;
}

static quire_status
make_data(struct doe_calibration *self, struct doe_times *t, quire_diag *diag)
{
    t->first = self->n_datum;
    for (size_t k = 0; k < t->n_column; k++) {
        size_t any = 0;
        for (size_t c = 0; c < self->n_condition; c++) {
            double mean;
            const size_t n = mean_of(t, c, k, &mean);
            struct doe_datum *d = n > 0 ? doe_calibration_datum(self) : NULL;
            any += n;
            if (n > 0 && d == NULL) {
                return quire_diag_memory_error(diag);
            }
            if (n > 0) {
                d->object = t->object;
                d->place = t->place[k];
                d->name = t->name[k];
                d->unit = t->unit[k];
                d->worth = t->worth[k];
                d->condition = c;
                d->output = t->output[k];
                d->value = mean;
                d->count = n;
            }
        }
        if (any == 0) {
            return quire_diag_error(diag, "E-MISSING", t->place[k], NULL, NULL,
                                    "the column '%s' has no time", t->name[k]);
        }
    }
    t->n = self->n_datum - t->first;
    return QUIRE_OK;
}

/* Two parts of the scatter, from deviations about the means: what all times of a sheet share, and
 * what each has by itself. With one column all is its own. */
static void
estimate(const struct doe_calibration *self, struct doe_times *t)
{
    double between = 0, within = 0, all = 0, sheets = 0, cells = 0, width = 0;
    size_t conditions = 0;

    for (size_t c = 0; c < self->n_condition; c++) {
        size_t rows = 0;
        for (size_t i = 0; i < t->n_row; i++) {
            double sum = 0, square = 0;
            size_t n = 0;
            for (size_t k = 0; k < t->n_column && t->condition[i] == c; k++) {
                double mean;
                mean_of(t, c, k, &mean);
                const double d = t->value[i * t->n_column + k] - mean;
                if (!isnan(d)) {
                    sum += d;
                    square += d * d;
                    n++;
                }
            }
            if (n > 0) {
                between += sum * sum / (double)n;
                within += square - sum * sum / (double)n;
                all += square;
                width += (double)n;
                cells += (double)(n - 1);
                rows++;
            }
        }
        sheets += (double)rows;
        conditions += rows > 0 ? 1 : 0;
    }
    const double df = sheets - (double)conditions, mean_width = sheets > 0 ? width / sheets : 1;
    const double own_df = df > 0 ? cells * df / sheets : 0;
    t->freedom = df;
    const double msb = df > 0 ? between / df : 0, msw = own_df > 0 ? within / own_df : msb;
    t->common = own_df > 0 && msb > msw ? (msb - msw) / mean_width : 0;
    t->own = own_df > 0 && msb > msw ? msw : df > 0 ? all / (df * mean_width) : 0;
}

static quire_status
find_scatter(const struct doe_calibration *self, struct doe_times *t, quire_diag *diag)
{
    estimate(self, t);
    if (!isnan(t->scatter)) {
        const double whole = t->common + t->own;
        const double share = t->freedom >= 8 && whole > 0 ? t->common / whole : 0;
        t->common = share * t->scatter * t->scatter;
        t->own = (1 - share) * t->scatter * t->scatter;
        t->freedom = HUGE_VAL;
        return QUIRE_OK;
    }
    if (!(t->freedom >= 2)) {
        return quire_object_error(t->object, diag, "E-MISSING",
                                  "measure several sheets with the same settings, or say "
                                  "scatter=\"0.5 ms\"",
                                  "too few sheets repeat each other for the scatter of times");
    }
    return t->own > 0 ? QUIRE_OK
                      : quire_object_error(t->object, diag, "E-MODEL", "say scatter=\"0.5 ms\"",
                                           "all sheets with the same settings have exactly the "
                                           "same times: the scatter is not known");
}

/* ---- the table ---- */

static quire_status
keep(struct reading *r)
{
    struct doe_times *t = r->out;

    t->value = quire_arena_get(r->of->arena, t->n_row * t->n_column, sizeof *t->value);
    t->condition = quire_arena_get(r->of->arena, t->n_row, sizeof *t->condition);
    if (t->value == NULL || t->condition == NULL) {
        return quire_diag_memory_error(r->diag);
    }
    memcpy(t->value, r->value, t->n_row * t->n_column * sizeof *t->value);
    memcpy(t->condition, r->condition, t->n_row * sizeof *t->condition);
    quire_status status = make_data(r->of, t, r->diag);
    return status == QUIRE_OK ? find_scatter(r->of, t, r->diag) : status;
}

static quire_status
read_table(struct reading *r)
{
    quire_status status = read_header(r), end = QUIRE_OK;

    if (status != QUIRE_OK) {
        return status;
    }
    while (quire_table_next(&r->table, &end)) {
        status = quire_status_first(status, read_row(r));
    }
    status = quire_status_first(status, end);
    return status == QUIRE_OK ? keep(r) : status;
}

static quire_status
read_scatter(struct doe_times *t, quire_diag *diag)
{
    const struct quire_measured_params *p = t->object->params;

    t->scatter = (double)NAN;
    if (p->scatter == NULL) {
        return QUIRE_OK;
    }
    const quire_status status = doe_calibration_quantity(t->object, "scatter", p->scatter, seconds,
                                                         "a time is asked for", &t->scatter, diag);
    return status != QUIRE_OK || t->scatter > 0
               ? status
               : quire_object_error(t->object, diag, "E-RANGE", NULL,
                                    "scatter must be greater than 0");
}

quire_status
doe_calibration_read_times(struct doe_calibration *self, const struct quire_object *object,
                           quire_diag *diag)
{
    const struct quire_measured_params *p = object->params;
    struct reading r = {.of = self, .diag = diag};
    const char *path;
    char *csv;
    size_t size;

    if (self->times == NULL) {
        self->times = quire_arena_get(self->arena, self->file->root->n_child, sizeof *self->times);
    }
    if (self->times == NULL) {
        return quire_diag_memory_error(diag);
    }
    r.out = &self->times[self->n_times++];
    r.out->object = object;
    quire_status status = read_scatter(r.out, diag);
    if (status == QUIRE_OK) {
        status = quire_design_path(&path, self->arena, object, self->folder, p->file, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_file_read(&csv, &size, path, QUIRE_FILE_LIMIT, diag);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    status = quire_table_open(&r.table, csv, size, path, diag);
    if (status == QUIRE_OK) {
        status = read_table(&r);
        free(r.value);
        free(r.condition);
    }
    quire_table_clear(&r.table);
    free(csv);
    return status;
}
