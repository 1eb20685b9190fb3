/* The data that a law is fitted to. */
#include "lawlab/law_fit_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>

#include "kind/attributes.h"
#include "table/table.h"

/* columns that are known, with the SI unit of each */
enum { PENETRATION, FORCE, RATE, SPEED, RESTITUTION, THICKNESS, PRESSURE, N_COLUMN };
static const struct {
    const char *name, *unit;
} known[N_COLUMN] = {{"penetration", "m"}, {"force", "N"},     {"rate", "m/s"},   {"speed", "m/s"},
                     {"restitution", ""},  {"thickness", "m"}, {"pressure", "Pa"}};

struct columns {
    size_t at[N_COLUMN]; /* in the table; QUIRE_TABLE_NONE: it is not there */
    double factor[N_COLUMN];
};

static bool
add_point(struct quire_fit_points *p, double x, double rate, double y)
{
    if (p->n == p->capacity) {
        const size_t more = 2 * p->capacity + 64;
        double *at[3] = {realloc(p->x, more * sizeof *p->x),
                         realloc(p->rate, more * sizeof *p->rate),
                         realloc(p->y, more * sizeof *p->y)};
        p->x = at[0] != NULL ? at[0] : p->x;
        p->rate = at[1] != NULL ? at[1] : p->rate;
        p->y = at[2] != NULL ? at[2] : p->y;
        if (at[0] == NULL || at[1] == NULL || at[2] == NULL) {
            return false;
        }
        p->capacity = more;
    }
    p->x[p->n] = x;
    p->rate[p->n] = rate;
    p->y[p->n++] = y;
    p->largest = fmax(p->largest, fabs(y));
    return true;
}

/* what one of the unit in brackets is in SI */
static quire_status
read_factor(const struct quire_table *table, size_t cell, int column, const char *unit, size_t n,
            double *factor)
{
    char one[64], excerpt[QUIRE_EXCERPT_SIZE];
    quire_diag *why = quire_diag_create();

    *factor = 1;
    snprintf(one, sizeof one, "1 %.*s", (int)n, unit);
    const quire_status status =
        quire_quantity_parse(factor, one, known[column].unit, known[column].name, why);
    quire_diag_destroy(why);
    return status == QUIRE_OK
               ? QUIRE_OK
               : quire_diag_error(table->diag, "E-UNIT", quire_table_place(table, cell), NULL, NULL,
                                  "'%s' is no unit for %s, which is in %s",
                                  quire_excerpt(excerpt, one + 2), known[column].name,
                                  known[column].unit);
}

static bool
has(const struct columns *columns, int a, int b)
{
    return columns->at[a] != QUIRE_TABLE_NONE && columns->at[b] != QUIRE_TABLE_NONE;
}

static quire_status
find_columns(const struct quire_table *table, struct columns *out)
{
    quire_status status = QUIRE_OK;

    for (int k = 0; k < N_COLUMN; k++) {
        out->at[k] = QUIRE_TABLE_NONE;
        for (size_t c = 0; c < table->n; c++) {
            const char *unit;
            size_t n;
            if (!quire_table_names(table->cell[c], known[k].name, &unit, &n)) {
                continue;
            }
            if (out->at[k] != QUIRE_TABLE_NONE) {
                status = quire_diag_error(table->diag, "E-DUPLICATE", quire_table_place(table, c),
                                          NULL, NULL, "two columns '%s'", known[k].name);
            } else if (unit == NULL && known[k].unit[0] != '\0') {
                status = quire_diag_error(table->diag, "E-UNIT", quire_table_place(table, c), NULL,
                                          "write it behind the name: 'penetration [mm]'",
                                          "column '%s' has no unit", known[k].name);
            } else if (unit != NULL && !(known[k].unit[0] == '\0' && n == 1 && unit[0] == '1')) {
                status =
                    quire_status_worse(status, read_factor(table, c, k, unit, n, &out->factor[k]));
            } else {
                out->factor[k] = 1;
            }
            out->at[k] = c;
        }
    }
    const int sorts =
        has(out, PENETRATION, FORCE) + has(out, THICKNESS, PRESSURE) + has(out, SPEED, RESTITUTION);
    if (sorts != 1) {
        status = quire_diag_error(
            table->diag, sorts > 0 ? "E-DUPLICATE" : "E-MISSING", table->place, NULL,
            "the first line names the columns",
            "%s columns 'penetration [m]' and 'force [N]', 'thickness [m]' and 'pressure [Pa]', or "
            "'speed [m/s]' and 'restitution'",
            sorts > 0 ? "either the" : "there are neither the");
    }
    return status;
}

/* what is wrong with the numbers of a row, and with which of the two; NULL: nothing */
static const char *
wrong_numbers(const struct quire_fit_points *p, double x, double y, int *which)
{
    *which = (p->impacts || p->stack) && x > 0 ? 1 : 0;
    if (p->stack) {
        return !(x > 0)    ? "thickness must be above zero"
               : !(y >= 0) ? "pressure must be at least zero"
                           : NULL;
    }
    if (p->impacts) {
        return !(x > 0)              ? "speed must be above zero"
               : !(y >= 0 && y <= 1) ? "restitution must be between 0 and 1"
                                     : NULL;
    }
    return x < 0 ? "penetration is negative: the surfaces are apart" : NULL;
}

static quire_status
read_row(struct quire_fit_points *p, const struct quire_table *table, const struct columns *columns,
         const int want[3])
{
    double value[3] = {0, 0, 0};

    for (int i = 0; i < 3; i++) {
        const size_t c = columns->at[want[i]];
        if (c == QUIRE_TABLE_NONE) {
            continue;
        }
        const enum quire_number_error error = quire_table_number(table->cell[c], &value[i]);
        const bool own = error != QUIRE_NUMBER_OK &&
                         quire_quantity_parse(&value[i], table->cell[c], known[want[i]].unit,
                                              known[want[i]].name, NULL) == QUIRE_OK;
        if (error != QUIRE_NUMBER_OK && !own) {
            return quire_table_refuse_number(table, c, known[want[i]].name, NULL);
        }
        value[i] *= own ? 1 : columns->factor[want[i]];
    }
    int which;
    const char *wrong = wrong_numbers(p, value[0], value[1], &which);
    if (wrong != NULL) {
        return quire_diag_error(table->diag, "E-RANGE",
                                quire_table_place(table, columns->at[want[which]]), NULL, NULL,
                                "%s", wrong);
    }
    return add_point(p, value[0], value[2], value[1]) ? QUIRE_OK
                                                      : quire_diag_memory_error(table->diag);
}

static quire_status
read_table(struct quire_fit_points *p, const quire_fit_data *data, quire_diag *diag)
{
    struct quire_table table;
    struct columns columns;
    quire_status status = quire_table_open(&table, data->csv, data->size, data->file_name, diag);

    if (status == QUIRE_OK) {
        status = quire_table_header(&table);
    }
    if (status == QUIRE_OK) {
        status = find_columns(&table, &columns);
    }
    if (status == QUIRE_OK) {
        const size_t n_header = table.n;
        p->impacts = has(&columns, SPEED, RESTITUTION);
        p->stack = has(&columns, THICKNESS, PRESSURE);
        const int want[3] = {p->impacts ? SPEED
                             : p->stack ? THICKNESS
                                        : PENETRATION,
                             p->impacts ? RESTITUTION
                             : p->stack ? PRESSURE
                                        : FORCE,
                             RATE};
        const size_t used[3] = {columns.at[want[0]], columns.at[want[1]], columns.at[RATE]};
        status = quire_table_note_others(&table, used, 3);
        while (quire_table_next(&table, &status)) {
            const quire_status whole = quire_table_check_row(&table, n_header);
            status = quire_status_worse(
                status, whole == QUIRE_OK ? read_row(p, &table, &columns, want) : whole);
        }
    }
    quire_table_clear(&table);
    return status;
}

/* Each sheet of a stack takes an equal part of its compression, under the pressure on the area of
 * the law. */
static quire_status
compress(struct quire_fit_points *p, const quire_fit_data *data, quire_diag *diag)
{
    const struct quire_place place = {data->file_name, 0, 0};
    double unloaded = data->unloaded;

    if (!(data->sheets > 0) || !(data->area > 0)) {
        return quire_diag_error(diag, "E-MISSING", quire_nowhere(), NULL,
                                "the area is the width of a sheet times reference-length",
                                "a stack needs the number of its sheets and the area of the law");
    }
    for (size_t i = 0; !(data->unloaded > 0) && i < p->n; i++) {
        unloaded = fmax(unloaded, p->x[i]);
    }
    for (size_t i = 0; i < p->n; i++) {
        if (p->x[i] > unloaded) {
            return quire_diag_error(diag, "E-RANGE", place, NULL, NULL,
                                    "the stack is thicker than without load: %g mm, not %g mm",
                                    1e3 * p->x[i], 1e3 * unloaded);
        }
        p->x[i] = (unloaded - p->x[i]) / data->sheets;
        p->y[i] *= data->area;
    }
    p->largest *= data->area;
    return QUIRE_OK;
}

quire_status
quire_fit_points_read(struct quire_fit_points *p, const quire_fit_data *data, quire_diag *diag)
{
    quire_status status = QUIRE_OK;

    *p = (struct quire_fit_points){.mass = data->mass, .impacts = data->n > 0};
    if (data->csv != NULL && data->n > 0) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                "either a table or restitutions one by one");
    }
    if (data->csv != NULL) {
        status = read_table(p, data, diag);
    }
    if (status == QUIRE_OK && p->stack) {
        status = compress(p, data, diag);
    }
    for (size_t i = 0; status == QUIRE_OK && i < data->n; i++) {
        int which;
        const char *wrong = wrong_numbers(p, data->speed[i], data->restitution[i], &which);
        if (wrong != NULL) {
            status = quire_diag_error(diag, "E-RANGE", quire_nowhere(), NULL, NULL, "%s", wrong);
        } else if (!add_point(p, data->speed[i], 0, data->restitution[i])) {
            status = quire_diag_memory_error(diag);
        }
    }
    if (status == QUIRE_OK && p->n == 0) {
        status = quire_diag_error(diag, "E-MISSING", (struct quire_place){data->file_name, 0, 0},
                                  NULL, NULL, "there are no data");
    }
    if (status == QUIRE_OK && p->impacts && !(p->mass > 0)) {
        status = quire_diag_error(diag, "E-MISSING", quire_nowhere(), NULL, NULL,
                                  "restitutions need the mass that strikes");
    }
    if (status == QUIRE_OK && !(p->largest > 0)) {
        status = quire_diag_error(diag, "E-RANGE", (struct quire_place){data->file_name, 0, 0},
                                  NULL, NULL, "all data are zero");
    }
    return status;
}

void
quire_fit_points_clear(struct quire_fit_points *p)
{
    free(p->x);
    free(p->rate);
    free(p->y);
    *p = (struct quire_fit_points){0};
}
