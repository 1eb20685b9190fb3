/* Table: the points are read from a file. */
#include "design/common.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "kind/value.h"
#include "model/object.h"
#include "model/problem.h"
#include "table/table.h"
#include "text/suggest.h"

struct params {
    struct quire_design_common common;
    const char *file;
};

struct rows {
    const char **cell;         /* (points x n), by row */
    struct quire_place *place; /* of each cell */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_TEXT(struct params, file, "file", QUIRE_REQUIRED,
               "table beside the study: a header line with a factor's parameter or 'name "
               "[unit]' in each column, then a line for each point; columns may be in any order, "
               "and other columns are not allowed but for those of statistics programs "
               "(doc/guide/tables.md)"),
    QUIRE_FIELD_END,
};

/* one column of the file */
struct heading {
    size_t column;    /* of the plan; QUIRE_TABLE_NONE: it is not used */
    const char *unit; /* in the header's cell; NULL: the cells bring their own */
    size_t n_unit;
};

struct reading {
    const struct quire_design_task *task;
    struct quire_table table;
    struct heading *heading; /* (n_cell) */
    size_t n, n_cell;        /* factors; cells of a row */
    size_t capacity, n_row;
    const char **cell;
    struct quire_place *place;
};

static bool
find_column(struct reading *r, const char *cell, struct heading *out)
{
    const struct quire_design_task *task = r->task;
    for (size_t j = 0; j < task->n; j++) {
        if (quire_table_names(cell, task->column[j].name, &out->unit, &out->n_unit)) {
            out->column = j;
            return true;
        }
    }
    return false;
}

static quire_status
refuse_heading(struct reading *r, size_t i, const char *cell)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_suggest s = quire_suggest_begin(cell);
    for (size_t j = 0; j < r->task->n; j++) {
        quire_suggest_offer(&s, r->task->column[j].name);
    }
    const char *near = quire_suggest_hint(&s, hint, sizeof hint);
    return quire_diag_error(r->task->diag, "E-REFERENCE", quire_table_place(&r->table, i), NULL,
                            near != NULL ? near : "each column needs a <factor parameter=\"...\"/>",
                            "factor '%s' does not exist in the study",
                            quire_excerpt(excerpt, cell));
}

static quire_status
read_header(struct reading *r)
{
    const struct quire_design_task *task = r->task;
    quire_status status = quire_table_header(&r->table);
    bool *seen = quire_arena_get(task->arena, task->n, sizeof *seen);
    bool *unused = quire_arena_get(task->arena, r->table.n, sizeof *unused);
    if (status != QUIRE_OK) {
        return status;
    }
    r->n = task->n;
    r->n_cell = r->table.n;
    r->heading = quire_arena_get(task->arena, r->n_cell, sizeof *r->heading);
    if (seen == NULL || unused == NULL || r->heading == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (size_t i = 0; i < r->n_cell; i++) {
        /* units are looked up again */
        char *cell = quire_arena_copy(task->arena, r->table.cell[i]);
        if (cell == NULL) {
            return quire_diag_memory_error(task->diag);
        }
        if (!find_column(r, cell, &r->heading[i])) {
            unused[i] = quire_table_foreign(&r->table, i) != NULL;
            r->heading[i].column = QUIRE_TABLE_NONE;
            status = unused[i] ? status : refuse_heading(r, i, cell);
        } else if (seen[r->heading[i].column]) {
            status = quire_diag_error(task->diag, "E-DUPLICATE", quire_table_place(&r->table, i),
                                      NULL, NULL, "factor '%s' has two columns",
                                      task->column[r->heading[i].column].name);
        } else {
            seen[r->heading[i].column] = true;
        }
    }
    for (size_t j = 0; j < task->n && status == QUIRE_OK; j++) {
        if (!seen[j]) {
            status = quire_diag_error(task->diag, "E-MISSING", r->table.place, NULL, NULL,
                                      "factor '%s' has no column", task->column[j].name);
        }
    }
    return status == QUIRE_OK ? quire_table_note(&r->table, unused) : status;
}

/* the cell as it would stand in a model file: with its unit */
static const char *
keep_cell(struct reading *r, const struct heading *h, const char *cell)
{
    struct quire_text text = {0};
    quire_text_add(&text, cell);
    if (h->unit != NULL && h->n_unit > 0) {
        quire_text_add_char(&text, ' ');
        quire_text_add_bytes(&text, h->unit, h->n_unit);
    }
    const char *kept =
        text.failed ? NULL : quire_arena_copy(r->task->arena, text.data != NULL ? text.data : "");
    quire_text_clear(&text);
    return kept;
}

static bool
make_room(struct reading *r)
{
    if (r->n_row < r->capacity) {
        return true;
    }
    const size_t capacity = 2 * r->capacity + 64;
    const char **cell = realloc(r->cell, capacity * r->n * sizeof *cell);
    r->cell = cell != NULL ? cell : r->cell;
    struct quire_place *place = realloc(r->place, capacity * r->n * sizeof *place);
    r->place = place != NULL ? place : r->place;
    r->capacity = cell != NULL && place != NULL ? capacity : r->capacity;
    return cell != NULL && place != NULL;
}

static quire_status
read_row(struct reading *r)
{
    const quire_status status = quire_table_check_row(&r->table, r->n_cell);
    if (status != QUIRE_OK) {
        return status;
    }
    if (!make_room(r)) {
        return quire_diag_memory_error(r->task->diag);
    }
    for (size_t i = 0; i < r->n_cell; i++) {
        if (r->heading[i].column == QUIRE_TABLE_NONE) {
            continue;
        }
        double number;
        if (r->heading[i].n_unit > 0 &&
            quire_table_number(r->table.cell[i], &number) != QUIRE_NUMBER_OK) {
            return quire_table_refuse_number(&r->table, i,
                                             r->task->column[r->heading[i].column].name, NULL);
        }
        const char *kept = keep_cell(r, &r->heading[i], r->table.cell[i]);
        if (kept == NULL) {
            return quire_diag_memory_error(r->task->diag);
        }
        r->cell[r->n_row * r->n + r->heading[i].column] = kept;
        r->place[r->n_row * r->n + r->heading[i].column] = quire_table_place(&r->table, i);
    }
    r->n_row++;
    return QUIRE_OK;
}

static quire_status
keep_rows(struct reading *r, struct quire_design_plan *out)
{
    struct quire_arena *arena = r->task->arena;
    struct rows *rows = quire_arena_get(arena, 1, sizeof *rows);
    const char **cell = quire_arena_get(arena, r->n_row * r->n, sizeof *cell);
    struct quire_place *place = quire_arena_get(arena, r->n_row * r->n, sizeof *place);
    if (rows == NULL || cell == NULL || place == NULL) {
        return quire_diag_memory_error(r->task->diag);
    }
    memcpy(cell, r->cell, r->n_row * r->n * sizeof *cell);
    memcpy(place, r->place, r->n_row * r->n * sizeof *place);
    *rows = (struct rows){cell, place};
    out->data = rows;
    out->points = r->n_row;
    return QUIRE_OK;
}

static quire_status
read_table(struct reading *r, struct quire_design_plan *out)
{
    quire_status status = read_header(r);
    while (status == QUIRE_OK && quire_table_next(&r->table, &status)) {
        status = read_row(r);
    }
    return status == QUIRE_OK ? keep_rows(r, out) : status;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct reading r = {.task = task};
    char *csv;
    size_t size;
    const char *path;
    quire_status status =
        quire_design_path(&path, task->arena, task->self, task->folder, p->file, task->diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status = quire_file_read(&csv, &size, path, QUIRE_FILE_LIMIT, task->diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status = quire_table_open(&r.table, csv, size, path, task->diag);
    if (status == QUIRE_OK) {
        status = read_table(&r, out);
        free(r.cell);
        free(r.place);
    }
    quire_table_clear(&r.table);
    free(csv);
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct rows *rows = plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        value[j] = (struct quire_design_value){.sort = QUIRE_DESIGN_TEXT,
                                               .text = rows->cell[point * plan->n + j]};
    }
}

static struct quire_place
place(const struct quire_design_plan *plan, uint64_t point, size_t column)
{
    const struct rows *rows = plan->data;
    return rows->place[point * plan->n + column];
}

static const struct quire_design_ops ops = {.make = make, .point = point, .place = place};

const struct quire_kind quire_kind_design_table = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "table",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Points read from a CSV file: designs made elsewhere, or measured settings. The "
            "factors need neither levels nor low and high.",
    .example = "<design kind=\"table\" file=\"settings.csv\"/>",
    .ops = &ops,
};
