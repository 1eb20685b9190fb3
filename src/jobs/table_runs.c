#include "jobs/table_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "jobs/table_parts.h"
#include "kind/value.h"
#include "math/detmath.h"

#define TABLE_LIMIT ((size_t)1 << 30) /* bytes */
#define TERMS_MOST  300               /* of a model */
#define DIGITS      15 /* of numbers in another unit than the table has: 0.85 stays 0.85 */

/* ---- cells */

quire_status
doe_table_refuse_number(struct doe_table_reading *r, size_t i)
{
    const struct doe_table_column *c = &r->column[i];
    const char *hint = c->role == DOE_COLUMN_MEASURED
                           ? "leave the cell empty for a run without a value"
                       : r->response_unit != NULL ? NULL
                                                  : "name a column of words with --words";

    return quire_table_refuse_number(&r->table, i, c->name, hint);
}

/* A cell that is a number, in that unit. */
double
doe_table_in_si(const char *cell, const struct quire_unit *unit)
{
    double value = (double)NAN;

    quire_number_read(&value, cell, unit->decimal, NULL);
    return value * unit->residual;
}

/* The text of a variable's cell as levels have it, "8 N"; its value in SI. */
static quire_status
read_varied(struct doe_table_reading *r, size_t i, struct quire_text *text, double *si)
{
    struct doe_table_column *c = &r->column[i];
    const char *cell = r->table.cell[i];
    double number;

    if (cell[0] == '\0') {
        return quire_diag_error(r->diag, "E-MISSING", quire_table_place(&r->table, i), NULL, NULL,
                                "column '%s' has an empty cell; a factor has a value in every run",
                                c->name);
    }
    const bool is_number = quire_table_number(cell, &number) == QUIRE_NUMBER_OK;
    text->size = 0;
    *si = (double)NAN;
    if (c->words) {
        quire_text_add(text, cell);
    } else if (!is_number) {
        return doe_table_refuse_number(r, i);
    } else {
        char written[QUIRE_NUMBER_SIZE];
        *si = doe_table_in_si(cell, &c->has);
        if (strcmp(c->unit, c->own_unit) == 0) {
            quire_number_write(written, number == 0 ? 0 : number);
        } else {
            quire_number_write_rounded(written, *si / doe_table_in_si("1", &c->own), DIGITS);
        }
        quire_text_format(text, "%s%s%s", written, c->own_unit[0] != '\0' ? " " : "", c->own_unit);
    }
    return text->failed ? quire_diag_memory_error(r->diag) : QUIRE_OK;
}

static quire_status
read_count(struct doe_table_reading *r, size_t i, uint64_t *out)
{
    double value;

    if (quire_table_number(r->table.cell[i], &value) != QUIRE_NUMBER_OK || value != floor(value) ||
        value < 0 || value > 1e15) {
        return quire_diag_error(r->diag, "E-NUMBER", quire_table_place(&r->table, i), NULL, NULL,
                                "column '%s' has whole numbers from 0 on", r->column[i].name);
    }
    *out = (uint64_t)value;
    return QUIRE_OK;
}

quire_status
doe_table_read_measured(struct doe_table_reading *r, size_t i, double *out)
{
    const char *cell = r->table.cell[i];
    double value = (double)NAN;

    if (cell[0] != '\0' && quire_table_number(cell, &value) != QUIRE_NUMBER_OK) {
        return doe_table_refuse_number(r, i);
    }
    *out = cell[0] != '\0' ? doe_table_in_si(cell, &r->column[i].has) : (double)NAN;
    return QUIRE_OK;
}

static quire_status
read_status(struct doe_table_reading *r, size_t i, enum quire_outcome *out)
{
    const enum doe_status status = doe_status_read(r->table.cell[i]);

    if (status == DOE_STATUSES) {
        char excerpt[QUIRE_EXCERPT_SIZE];
        return quire_diag_error(r->diag, "E-CHOICE", quire_table_place(&r->table, i), NULL,
                                "a status is a word of 'quire doe export', such as ok or jam",
                                "'%s' is not a status", quire_excerpt(excerpt, r->table.cell[i]));
    }
    *out = doe_outcome_of(status);
    return QUIRE_OK;
}

/* Numbers names 0, 1, ... as they come; (*n) of them are known. */
static bool
find_name(struct doe_table_reading *r, const char ***name, size_t *n, const char *cell, size_t *out)
{
    size_t k = 0;

    while (k < *n && strcmp((*name)[k], cell) != 0) {
        k++;
    }
    *out = k;
    if (k == *n) {
        const char **more = realloc(*name, (k + 1) * sizeof *more);
        *name = more != NULL ? more : *name;
        if (more == NULL || (more[k] = quire_arena_copy(r->arena, cell)) == NULL) {
            return false;
        }
        ++*n;
    }
    return true;
}

static bool
make_groups(struct doe_table_reading *r)
{
    r->random = quire_arena_get(r->arena, r->n_random, sizeof *r->random);
    r->group = quire_arena_get(r->arena, r->n_random, sizeof *r->group);
    r->of_group = quire_arena_get(r->arena, r->n_random, sizeof *r->of_group);
    bool good = r->random != NULL && r->group != NULL && r->of_group != NULL;

    for (size_t i = 0; good && i < r->n; i++) {
        const struct doe_table_column *c = &r->column[i];
        if (c->role == DOE_COLUMN_RANDOM) {
            r->of_group[c->at] = quire_arena_get(r->arena, r->n_row, sizeof *r->of_group[c->at]);
            good = r->of_group[c->at] != NULL;
            r->random[c->at] = (struct quire_groups){.name = c->name, .level = r->of_group[c->at]};
        }
    }
    return good;
}

/* ---- rows */

static quire_status
see_row(struct doe_table_reading *r, struct quire_text *text)
{
    quire_status status = quire_table_check_row(&r->table, r->n);
    double si;

    for (size_t i = 0; status == QUIRE_OK && i < r->n; i++) {
        if (r->column[i].role == DOE_COLUMN_VARIED) {
            status = read_varied(r, i, text, &si);
            if (status == QUIRE_OK && !doe_columns_see(&r->of, r->column[i].at, text->data)) {
                status = quire_diag_memory_error(r->diag);
            }
        }
    }
    r->n_row++;
    return status;
}

static double
coded_of(const struct doe_table_column *c, double si)
{
    const struct quire_study_variable *v = c->variable;

    if (v == NULL || v->words || !(v->low != v->high)) {
        return (double)NAN;
    }
    return v->logarithmic ? 2 * quire_log(si / v->low) / quire_log(v->high / v->low) - 1
                          : (2 * si - (v->low + v->high)) / (v->high - v->low);
}

static quire_status
put_cell(struct doe_table_reading *r, size_t i, struct quire_text *text)
{
    const struct doe_table_column *c = &r->column[i];
    struct doe_columns *of = &r->of;
    enum quire_outcome outcome = QUIRE_OUTCOME_PASSED;
    uint64_t count = 0;
    double si;
    quire_status status = QUIRE_OK;

    switch (c->role) {
    case DOE_COLUMN_VARIED:
        status = read_varied(r, i, text, &si);
        if (status == QUIRE_OK && !doe_columns_put(of, c->at, text->data, si, coded_of(c, si))) {
            status = quire_diag_memory_error(r->diag);
        }
        return status;
    case DOE_COLUMN_MEASURED: return doe_table_read_measured(r, i, &of->value[c->at][of->n]);
    case DOE_COLUMN_STATUS:
        status = read_status(r, i, &outcome);
        of->outcome[of->n] = (unsigned char)outcome;
        return status;
    case DOE_COLUMN_RUN:
        status = read_count(r, i, &count);
        of->index[of->n] = count;
        return status;
    case DOE_COLUMN_POINT:
        status = read_count(r, i, &count);
        of->point[of->n] = (size_t)count;
        return status;
    case DOE_COLUMN_OUTER:
        status = read_count(r, i, &count);
        of->outer[of->n] = (size_t)count;
        return status;
    case DOE_COLUMN_REPLICATE:
        status = read_count(r, i, &count);
        of->replicate[of->n] = (size_t)count;
        return status;
    case DOE_COLUMN_BLOCK:
        return find_name(r, &r->block, &of->n_block, r->table.cell[i], &of->block[of->n])
                   ? QUIRE_OK
                   : quire_diag_memory_error(r->diag);
    case DOE_COLUMN_RANDOM:
        return find_name(r, &r->group[c->at], &r->random[c->at].n_level, r->table.cell[i],
                         &r->of_group[c->at][of->n])
                   ? QUIRE_OK
                   : quire_diag_memory_error(r->diag);
    case DOE_COLUMN_DIAGNOSIS:
    case DOE_COLUMN_LEFT_OUT:
    case DOE_COLUMN_UNKNOWN: break;
    }
    return status;
}

static quire_status
put_row(struct doe_table_reading *r, struct quire_text *text)
{
    struct doe_columns *of = &r->of;
    quire_status status = QUIRE_OK;

    of->index[of->n] = of->n;
    of->point[of->n] = of->n;
    for (size_t i = 0; status == QUIRE_OK && i < r->n; i++) {
        status = put_cell(r, i, text);
    }
    of->n++;
    return status;
}

static quire_status
each_row(struct doe_table_reading *r,
         quire_status (*take)(struct doe_table_reading *r, struct quire_text *text))
{
    struct quire_text text = {0};
    quire_status status = QUIRE_OK;

    while (status == QUIRE_OK && quire_table_next(&r->table, &status)) {
        status = take(r, &text);
    }
    quire_text_clear(&text);
    return status;
}

/* ---- the whole */

/* Without a column of points equal settings are one point. */
static bool
finish_points(struct doe_table_reading *r)
{
    struct doe_columns *c = &r->of;
    unsigned char *seen = calloc(c->n + 1, 1);

    for (size_t i = 0; seen != NULL && i < c->n; i++) {
        r->repeated = r->repeated || seen[c->setting[i]] != 0;
        seen[c->setting[i]] = 1;
        c->draw[i] = i;
        if (doe_table_count(r, DOE_COLUMN_POINT) == 0) {
            c->point[i] = c->setting[i];
        }
    }
    free(seen);
    return seen != NULL;
}

/* Noise that was set has the same few values again and again; drawn numbers are all different. */
static bool
is_set(const struct doe_table_reading *r)
{
    bool noise = false, set = true;

    for (size_t i = 0; i < r->n_varied; i++) {
        noise = noise || r->of.varied[i].noise;
        set = set && (!r->of.varied[i].noise || r->of.varied[i].n_level > 0);
    }
    return noise && set;
}

static enum quire_sampling
sampling_of(const struct doe_table_reading *r)
{
    switch (r->roles->rows) {
    case DOE_ROWS_INDEPENDENT: return QUIRE_SAMPLING_INDEPENDENT;
    case DOE_ROWS_REPEATABLE: return QUIRE_SAMPLING_NONE;
    case DOE_ROWS_AUTO: break;
    }
    return r->work != NULL                 ? quire_study_sampling(r->work->study)
           : is_set(r)                     ? QUIRE_SAMPLING_SET
           : r->repeated || !r->has_status ? QUIRE_SAMPLING_INDEPENDENT
                                           : QUIRE_SAMPLING_NONE;
}

/* The unit of numbers in SI, such as N of a column in kN. */
static const char *
si_unit(const struct doe_table_reading *r, const struct doe_table_column *c)
{
    char text[QUIRE_DIMENSION_SIZE];

    return c->has.residual == 1 && c->has.decimal == 0
               ? c->unit
               : quire_arena_copy(r->arena, quire_dimension_symbol(text, c->has.dimension));
}

static bool
has_all_noise(const struct doe_table_reading *r)
{
    size_t here = 0, wanted = 0;

    for (size_t i = 0; i < r->n_varied; i++) {
        here += r->of.varied[i].noise;
    }
    for (size_t i = 0; i < r->work->n_variable; i++) {
        wanted += r->work->variable[i].role == QUIRE_STUDY_NOISE;
    }
    return here == wanted;
}

static long
find_varied(void *user, const char *name, size_t length)
{
    const struct doe_table_reading *r = user;

    for (size_t i = 0; i < r->n_varied; i++) {
        const char *own = r->of.varied[i].name;
        if (strlen(own) == length && memcmp(own, name, length) == 0) {
            return (long)i;
        }
    }
    return -1;
}

/* the model that is asked for, of all responses */
static quire_status
take_choice(struct doe_table_reading *r, struct quire_measured *measured)
{
    const struct doe_table_roles *roles = r->roles;
    struct quire_model_choice choice = {.transform = roles->transform, .select = roles->select};
    const char *error;
    size_t at, length;

    if (roles->terms != NULL) {
        struct quire_term *term = quire_arena_get(r->arena, TERMS_MOST, sizeof *term);
        if (term == NULL) {
            return quire_diag_memory_error(r->diag);
        }
        choice.term = term;
        choice.n_term =
            quire_terms_read(term, TERMS_MOST, roles->terms, find_varied, r, &error, &at, &length);
        if (choice.n_term == 0) {
            return quire_diag_error(r->diag, "E-FORMULA", (struct quire_place){.file = r->path},
                                    NULL, NULL, "--terms: '%.*s' at character %zu: %s", (int)length,
                                    roles->terms + at, at + 1, error);
        }
    }
    for (size_t k = 0; k < r->n_measured; k++) {
        const struct quire_model_choice *own = &measured[k].choice;
        measured[k].choice = (struct quire_model_choice){
            choice.transform != QUIRE_TRANSFORM_NONE ? choice.transform : own->transform,
            choice.select || own->select, choice.n_term > 0 ? choice.term : own->term,
            choice.n_term > 0 ? choice.n_term : own->n_term};
    }
    return QUIRE_OK;
}

/* an export has a row for each run of the study; other tables have what they have */
static uint64_t
planned_of(const struct doe_table_reading *r)
{
    return r->work != NULL && r->has_status && doe_table_count(r, DOE_COLUMN_RUN) > 0
               ? r->work->n_run
               : r->of.n;
}

static quire_status
describe(struct doe_table_reading *r)
{
    struct quire_measured *measured = quire_arena_get(r->arena, r->n_measured, sizeof *measured);
    const char *name = strrchr(r->path, '/');

    if (measured == NULL) {
        return quire_diag_memory_error(r->diag);
    }
    for (size_t i = 0; i < r->n; i++) {
        const struct doe_table_column *c = &r->column[i];
        if (c->role == DOE_COLUMN_MEASURED) {
            const char *si = si_unit(r, c);
            if (si == NULL) {
                return quire_diag_memory_error(r->diag);
            }
            measured[c->at] =
                c->response != NULL
                    ? doe_measured_of(c->response, si)
                    : (struct quire_measured){.name = c->name,
                                              .unit = si,
                                              .limits = {NAN, NAN},
                                              .goal = {QUIRE_BETTER_ANY, NAN, NAN, NAN, 1, 1}};
        }
    }
    r->out->of = (struct quire_runs){.name = r->work != NULL ? r->work->name
                                             : name != NULL  ? name + 1
                                                             : r->path,
                                     .planned = planned_of(r),
                                     .without_verdicts = !r->has_status};
    if (!doe_columns_end(&r->of, measured, &r->out->of) || !finish_points(r)) {
        return quire_diag_memory_error(r->diag);
    }
    r->out->of.sampling = sampling_of(r);
    r->out->of.n_random = r->n_random;
    r->out->of.random = r->random;
    const quire_status status = take_choice(r, measured);
    if (status != QUIRE_OK) {
        return status;
    }
    if (r->work != NULL && has_all_noise(r) && !doe_sample_noise(&r->out->of, r->work, r->arena)) {
        return quire_diag_memory_error(r->diag);
    }
    return QUIRE_OK;
}

static quire_status
read_table(struct doe_table_reading *r, const char *csv, size_t size, const char **left_out)
{
    quire_status status = quire_table_open(&r->table, csv, size, r->path, r->diag);

    if (status != QUIRE_OK || (status = doe_table_read_header(r)) != QUIRE_OK) {
        return status;
    }
    if (!doe_columns_begin(&r->of, r->arena, r->n_varied, r->n_measured)) {
        return quire_diag_memory_error(r->diag);
    }
    for (size_t i = 0; i < r->n; i++) {
        const struct doe_table_column *c = &r->column[i];
        const struct quire_study_variable *v = c->variable;
        for (size_t l = 0; v != NULL && v->n_level <= QUIRE_ANALYSIS_LEVELS && l < v->n_level;
             l++) {
            r->of.level[c->at].text[r->of.level[c->at].n++] = v->level[l];
        }
    }
    if ((status = each_row(r, see_row)) != QUIRE_OK) {
        return status;
    }
    if (r->n_row < 2) {
        return quire_diag_error(r->diag, "E-MISSING", r->table.place, NULL, NULL,
                                "the table has %s below its header; an analysis needs two rows",
                                r->n_row == 0 ? "no rows" : "one row");
    }
    for (size_t i = 0; i < r->n; i++) {
        const struct doe_table_column *c = &r->column[i];
        const struct quire_study_variable *v = c->variable;
        if (c->role == DOE_COLUMN_VARIED) {
            r->of.varied[c->at] =
                (struct quire_varied){.name = c->name,
                                      .unit = c->words ? "" : c->own_unit,
                                      .noise = c->noise,
                                      .low_si = v != NULL ? v->low : (double)NAN,
                                      .high_si = v != NULL ? v->high : (double)NAN,
                                      .logarithmic = v != NULL && v->logarithmic,
                                      .words = c->words};
        }
    }
    if (!doe_columns_make_room(&r->of, r->n_row) || !make_groups(r)) {
        return quire_diag_memory_error(r->diag);
    }
    status = quire_table_again(&r->table, csv, size);
    if (status == QUIRE_OK && quire_table_next(&r->table, &status)) { /* the header */
        status = each_row(r, put_row);
    }
    if (status == QUIRE_OK) {
        status = describe(r);
    }
    return status == QUIRE_OK ? doe_table_list_left_out(r, left_out) : status;
}

quire_status
doe_gather_table(struct doe_runs *out, const char *path, const struct doe_table_roles *roles,
                 const struct doe_work *work, const char **left_out, quire_diag *diag)
{
    struct doe_table_reading r = {
        .out = out, .roles = roles, .work = work, .diag = diag, .path = path};
    char *csv = NULL;
    size_t size;

    doe_runs_clear(out);
    out->arena = r.arena = quire_arena_create();
    if (out->arena == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = quire_file_read(&csv, &size, path, TABLE_LIMIT, diag);
    if (status == QUIRE_OK) {
        status = read_table(&r, csv, size, left_out);
        quire_table_clear(&r.table);
        free(r.block);
        for (size_t k = 0; r.group != NULL && k < r.n_random; k++) {
            free(r.group[k]);
        }
        free(csv);
    }
    return status;
}
