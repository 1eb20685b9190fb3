/* Rows of measurements, and the settings of the study that they belong to. */
#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "jobs/measured.h"
#include "jobs/settings.h"
#include "jobs/table_parts.h"
#include "kind/value.h"

/* ---- rows */

struct reading {
    struct doe_table_reading of; /* of the header and of cells */
    struct doe_settings *settings;
    struct doe_measured *out;
    size_t room;
    bool all;   /* rows at other settings are refused */
    double *si; /* (factors) of the row read last */
    const char **word;
    struct doe_table_column **column; /* (factors); NULL: the table has none */
};

static bool
make_room(struct reading *r)
{
    struct doe_measured *out = r->out;

    if (out->n_row < r->room) {
        return true;
    }
    r->room = r->room > 0 ? 2 * r->room : 64;
    size_t *setting = realloc(out->setting, r->room * sizeof *setting);
    out->setting = setting != NULL ? setting : out->setting;
    bool good = setting != NULL;
    for (size_t k = 0; k < r->of.work->n_response; k++) {
        if (out->value[k] != NULL) {
            double *value = realloc(out->value[k], r->room * sizeof *value);
            out->value[k] = value != NULL ? value : out->value[k];
            good = good && value != NULL;
        }
    }
    return good;
}

static quire_status
take_factor(struct reading *r, size_t i)
{
    struct doe_table_reading *of = &r->of;
    const size_t at = (size_t)(r->column[i] - of->column);
    const char *cell = of->table.cell[at];
    double number;

    r->si[i] = (double)NAN;
    r->word[i] = NULL;
    if (cell[0] == '\0') {
        return quire_diag_error(of->diag, "E-MISSING", quire_table_place(&of->table, at), NULL,
                                NULL,
                                "column '%s' has an empty cell; a factor has a value in "
                                "every row",
                                r->column[i]->name);
    }
    if (r->column[i]->words) {
        r->word[i] = cell;
    } else if (quire_table_number(cell, &number) != QUIRE_NUMBER_OK) {
        return doe_table_refuse_number(of, at);
    } else {
        r->si[i] = doe_table_in_si(cell, &r->column[i]->has);
    }
    return QUIRE_OK;
}

static void
name_row(struct quire_text *out, const struct reading *r)
{
    bool first = true;

    for (size_t i = 0; i < r->settings->n_factor; i++) {
        if (r->column[i] == NULL) {
            continue;
        }
        const struct doe_table_column *c = r->column[i];
        char excerpt[QUIRE_EXCERPT_SIZE];
        quire_text_format(out, "%s%s=%s%s%s", first ? "" : ", ", c->name,
                          quire_excerpt(excerpt, r->of.table.cell[c - r->of.column]),
                          c->unit[0] != '\0' ? " " : "", c->unit);
        first = false;
    }
}

static quire_status
refuse_row(struct reading *r, size_t nearest)
{
    struct quire_text row = {0}, hint = {0};
    quire_status status;

    name_row(&row, r);
    if (nearest != SIZE_MAX) {
        quire_text_add(&hint, "the nearest setting is ");
        doe_settings_name(&hint, r->settings, nearest);
    }
    status = row.failed || hint.failed
                 ? quire_diag_memory_error(r->of.diag)
                 : quire_diag_error(r->of.diag, "E-REFERENCE", r->of.table.place, NULL, hint.data,
                                    "the study has no setting %s", row.data);
    quire_text_clear(&row);
    quire_text_clear(&hint);
    return status;
}

static quire_status
take_responses(struct reading *r)
{
    struct doe_table_reading *of = &r->of;
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < of->n; i++) {
        const struct doe_table_column *c = &of->column[i];
        if (c->role != DOE_COLUMN_MEASURED) {
            continue;
        }
        double *value = &r->out->value[c->response - of->work->response][r->out->n_row];
        const quire_status one = doe_table_read_measured(of, i, value);
        status = one != QUIRE_OK ? one : status;
        *value /= doe_table_in_si("1", &c->own);
        r->out->n_missing += isnan(*value) ? 1 : 0;
    }
    return status;
}

static quire_status
take_row(struct reading *r)
{
    quire_status status = quire_table_check_row(&r->of.table, r->of.n);
    size_t nearest;

    if (status != QUIRE_OK) {
        return status;
    }
    if (!make_room(r)) {
        return quire_diag_memory_error(r->of.diag);
    }
    for (size_t i = 0; i < r->settings->n_factor; i++) {
        r->si[i] = (double)NAN;
        r->word[i] = r->column[i] == NULL && r->of.work->variable[i].words && r->settings->n > 0
                         ? r->settings->text[i]
                         : NULL;
        const quire_status one = r->column[i] != NULL ? take_factor(r, i) : QUIRE_OK;
        status = one != QUIRE_OK ? one : status;
    }
    if (status == QUIRE_OK) {
        const size_t found = doe_settings_find(r->settings, r->si, r->word, &nearest);
        r->out->setting[r->out->n_row] = found;
        status = found == SIZE_MAX && r->all ? refuse_row(r, nearest) : QUIRE_OK;
    }
    const quire_status responses = take_responses(r);
    r->out->n_row++;
    return status != QUIRE_OK ? status : responses;
}

/* ---- header */

static quire_status
find_columns(struct reading *r)
{
    struct doe_table_reading *of = &r->of;
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < of->n; i++) {
        struct doe_table_column *c = &of->column[i];
        if (c->role == DOE_COLUMN_VARIED) {
            r->column[c->variable - of->work->variable] = c;
        } else if (c->role == DOE_COLUMN_MEASURED) {
            double **value = &r->out->value[c->response - of->work->response];
            *value = malloc(sizeof **value);
            status = *value != NULL ? status : quire_diag_memory_error(of->diag);
        }
    }
    for (size_t i = 0; status == QUIRE_OK && i < r->settings->n_factor; i++) {
        const struct quire_study_variable *v = &of->work->variable[i];
        if (r->column[i] == NULL && !doe_settings_are_one(r->settings, i)) {
            const struct quire_place header = {of->path, of->column[0].place.line, 0};
            char hint[200];
            quire_number_format(hint, sizeof hint, "add a column '%.60s%s%.60s%s'", v->name,
                                v->unit[0] != '\0' ? " [" : "", v->unit,
                                v->unit[0] != '\0' ? "]" : "");
            status = quire_diag_error(of->diag, "E-MISSING", header, NULL, hint,
                                      "the table has no column '%s', of which the study has "
                                      "several values",
                                      v->name);
        }
    }
    return status;
}

static quire_status
read_rows(struct reading *r)
{
    struct doe_table_reading *of = &r->of;
    quire_status status = doe_table_read_header(of), next = QUIRE_OK;

    if (status != QUIRE_OK || (status = find_columns(r)) != QUIRE_OK) {
        return status;
    }
    while (quire_table_next(&of->table, &next) && !quire_diag_is_full(of->diag)) {
        const quire_status one = take_row(r);
        status = one != QUIRE_OK ? one : status;
        if (one == QUIRE_ERROR_LIMIT) {
            break;
        }
    }
    return next != QUIRE_OK ? next : status;
}

/* settings that have rows */
static quire_status
count_settings(struct reading *r)
{
    unsigned char *seen = calloc(r->settings->n + 1, 1);

    for (size_t i = 0; seen != NULL && i < r->out->n_row; i++) {
        const size_t k = r->out->setting[i];
        if (k != SIZE_MAX && !seen[k]) {
            seen[k] = 1;
            r->out->n_setting++;
        }
    }
    free(seen);
    return seen != NULL ? QUIRE_OK : quire_diag_memory_error(r->of.diag);
}

quire_status
doe_read_measured(struct doe_measured *out, const char *csv, size_t size, const char *path,
                  struct doe_settings *settings, const char *const *unit, bool all,
                  quire_diag *diag)
{
    static const struct doe_table_roles no_roles = {0};
    const size_t n_response = settings->work->n_response;

    doe_measured_clear(out);
    out->arena = quire_arena_create();
    if (out->arena == NULL) {
        return quire_diag_memory_error(diag);
    }
    struct reading r = {.of = {.roles = &no_roles,
                               .work = settings->work,
                               .response_unit = unit,
                               .arena = out->arena,
                               .diag = diag,
                               .path = path},
                        .settings = settings,
                        .out = out,
                        .all = all};
    const size_t n = settings->n_factor + 1;
    r.si = quire_arena_get(out->arena, n, sizeof *r.si);
    r.word = quire_arena_get(out->arena, n, sizeof *r.word);
    r.column = quire_arena_get(out->arena, n, sizeof *r.column);
    out->value = quire_arena_get(out->arena, n_response + 1, sizeof *out->value);
    if (r.si == NULL || r.word == NULL || r.column == NULL || out->value == NULL) {
        return quire_diag_memory_error(diag);
    }
    out->n_response = n_response;
    quire_status status = quire_table_open(&r.of.table, csv, size, path, diag);
    if (status == QUIRE_OK && (status = read_rows(&r)) == QUIRE_OK &&
        (status = count_settings(&r)) == QUIRE_OK) {
        status = doe_table_list_left_out(&r.of, &r.out->left_out);
    }
    quire_table_clear(&r.of.table);
    return status;
}

void
doe_measured_clear(struct doe_measured *self)
{
    for (size_t k = 0; k < self->n_response; k++) {
        free(self->value[k]);
    }
    free(self->setting);
    if (self->arena != NULL) {
        quire_arena_destroy(self->arena);
    }
    *self = (struct doe_measured){0};
}
