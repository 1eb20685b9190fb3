/* What a store says of itself: its format, the study it is of, and the tables that follow from that
 * study. */
#include "store/store_parts.h"

#include <stdio.h>
#include <string.h>

#include <quire/version.h>

#include "base/diag.h"
#include "batch/environment.h"

#define APPLICATION 0x51444f45 /* "QDOE", in the file's header */
#define FORMAT      1

/* ---- a new one ---- */

/* the table of runs, with a column for each value; `schema` is main or temp */
static void
write_run_table(const struct doe_work *work, const char *schema, struct quire_text *sql)
{
    quire_text_format(sql,
                      "CREATE TABLE %s.run(run INTEGER PRIMARY KEY, id TEXT NOT NULL, point "
                      "INTEGER NOT NULL, \"outer\" INTEGER NOT NULL,"
                      " replicate INTEGER NOT NULL, block INTEGER NOT NULL",
                      schema);
    for (size_t i = 0; i < work->n_variable; i++) {
        quire_text_format(sql, ", v%zu %s", i, work->variable[i].words ? "TEXT" : "REAL");
    }
    quire_text_format(sql, ") STRICT; CREATE INDEX %s.run_id ON run(id);", schema);
}

/* A column for each value and each response, so that every tool can read the tables; names are
 * those of the file, so they are quoted. */
static void
write_schema(const struct doe_work *work, struct quire_text *sql)
{
    quire_text_format(sql, "PRAGMA application_id=%d; PRAGMA user_version=%d;", APPLICATION,
                      FORMAT);
    quire_text_add(sql, "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;"
                        "CREATE TABLE variable(position INTEGER PRIMARY KEY, name TEXT NOT NULL, "
                        "role TEXT NOT NULL, unit TEXT NOT NULL) STRICT;"
                        "CREATE TABLE response(position INTEGER PRIMARY KEY, name TEXT NOT NULL, "
                        "source TEXT NOT NULL, unit TEXT NOT NULL) STRICT;");
    write_run_table(work, "main", sql);
    quire_text_add(sql, "CREATE TABLE result(id TEXT PRIMARY KEY, status TEXT NOT NULL, diagnosis "
                        "TEXT NOT NULL, message TEXT NOT NULL, end_time REAL");
    for (size_t i = 0; i < work->n_response; i++) {
        quire_text_format(sql, ", r%zu REAL", i);
    }
    quire_text_add(
        sql,
        ", checksum TEXT NOT NULL) STRICT, WITHOUT ROWID;"
        "CREATE TABLE attempt(number INTEGER PRIMARY KEY, id TEXT NOT NULL, run INTEGER NOT NULL, "
        "attempt INTEGER NOT NULL,"
        " status TEXT NOT NULL, host TEXT NOT NULL, wall REAL, cpu REAL, steps INTEGER) STRICT;"
        "CREATE TABLE conflict(id TEXT NOT NULL, run INTEGER NOT NULL, status TEXT NOT NULL, "
        "diagnosis TEXT NOT NULL,"
        " end_time REAL, numbers TEXT NOT NULL, checksum TEXT NOT NULL, UNIQUE(id, checksum)) "
        "STRICT;"
        "CREATE VIEW runs_wide AS SELECT run.run AS run, point, \"outer\", replicate, block");
    for (size_t i = 0; i < work->n_variable; i++) {
        quire_text_format(sql, ", v%zu AS ", i);
        doe_sql_name(sql, work->variable[i].name);
    }
    quire_text_add(sql, ", status, diagnosis");
    for (size_t i = 0; i < work->n_response; i++) {
        quire_text_format(sql, ", r%zu AS ", i);
        doe_sql_name(sql, work->response[i].name);
    }
    quire_text_add(sql, " FROM run JOIN result ON result.id = run.id;");
    doe_store_write_tally(sql);
}

static void
write_row(struct quire_text *sql, const char *table, const char *a, const char *b)
{
    quire_text_format(sql, "INSERT INTO %s VALUES(", table);
    doe_sql_text(sql, a);
    quire_text_add(sql, ",");
    doe_sql_text(sql, b);
    quire_text_add(sql, ");");
}

static void
write_names(const struct doe_work *work, struct quire_text *sql)
{
    for (size_t i = 0; i < work->n_variable; i++) {
        quire_text_format(sql, "INSERT INTO variable VALUES(%zu,", i);
        doe_sql_text(sql, work->variable[i].name);
        quire_text_add(sql,
                       work->variable[i].role == QUIRE_STUDY_NOISE ? ",'noise'," : ",'factor',");
        doe_sql_text(sql, work->variable[i].unit);
        quire_text_add(sql, ");");
    }
    for (size_t i = 0; i < work->n_response; i++) {
        quire_text_format(sql, "INSERT INTO response VALUES(%zu,", i);
        doe_sql_text(sql, work->response[i].name);
        quire_text_add(sql, ",");
        doe_sql_text(sql, work->response[i].from);
        quire_text_add(sql, ",'?');"); /* the first run tells its unit */
    }
}

quire_status
doe_store_lay_out(struct doe_store *self)
{
    struct quire_text sql = {0};

    quire_text_add(&sql, "BEGIN IMMEDIATE;");
    write_schema(self->work, &sql);
    write_names(self->work, &sql);
    write_row(&sql, "meta", "study", self->work->name);
    write_row(&sql, "meta", "study-hash", self->work->hash);
    write_row(&sql, "meta", "model-hash", self->work->model_hash);
    write_row(&sql, "meta", "version", quire_version());
    write_row(&sql, "meta", "program", doe_program_hash());
    write_row(&sql, "meta", "build", quire_version_details());
    write_row(&sql, "meta", "study-text", self->work->text);
    write_row(&sql, "meta", "model-text", self->work->model_text);
    quire_text_add(&sql, "COMMIT;");
    return doe_sql_do_text(&self->sql, &sql);
}

/* ---- one that is there ---- */

quire_status
doe_store_check_format(struct doe_store *self)
{
    int64_t application = 0, format = 0;
    quire_status status = doe_store_read_number(self, "PRAGMA application_id", &application);

    if (status == QUIRE_OK) {
        status = doe_store_read_number(self, "PRAGMA user_version", &format);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (application != APPLICATION) {
        return doe_store_refuse(self, "name another folder with -d",
                                "this database is no store of a study");
    }
    if (format != FORMAT) {
        return doe_store_refuse(self, "use the Quire that made it, or name another folder with -d",
                                "the store is of a format that this Quire does not know");
    }
    return QUIRE_OK;
}

/* one value of the store; "" if there is none */
static quire_status
prepare_meta(struct doe_store *self, sqlite3_stmt **out, const char *key, const char **value)
{
    bool row = false;
    quire_status status = doe_sql_prepare(&self->sql, out, "SELECT value FROM meta WHERE key=?");

    if (status == QUIRE_OK) {
        doe_sql_bind_text(*out, 1, key);
        status = doe_sql_step(&self->sql, *out, &row);
    }
    *value = row ? doe_sql_get_text(*out, 0) : "";
    return status;
}

static void
add_difference(struct quire_text *list, const char *what)
{
    quire_text_add(list, list->size > 0 ? ", " : "");
    quire_text_add(list, what);
}

static quire_status
compare(struct doe_store *self, const char *key, const char *expected, bool *same)
{
    sqlite3_stmt *s = NULL;
    const char *value;
    const quire_status status = prepare_meta(self, &s, key, &value);

    *same = strcmp(value, expected) == 0;
    sqlite3_finalize(s);
    return status;
}

/* adds `what` to the list where the store holds another value */
static quire_status
note_difference(struct doe_store *self, const char *key, const char *expected, const char *what,
                struct quire_text *list)
{
    bool same = true;
    const quire_status status = compare(self, key, expected, &same);

    if (!same) {
        add_difference(list, what);
    }
    return status;
}

static quire_status
read_program(struct doe_store *self)
{
    sqlite3_stmt *s = NULL;
    const char *value;
    const quire_status status = prepare_meta(self, &s, "program", &value);

    snprintf(self->program, sizeof self->program, "%s", value);
    sqlite3_finalize(s);
    return status;
}

/* the same names in the same order, so that the columns mean the same */
static quire_status
compare_names(struct doe_store *self, struct quire_text *list)
{
    const struct doe_work *w = self->work;
    sqlite3_stmt *s = NULL;
    bool row = true;
    bool same = true;
    size_t n = 0;
    quire_status status = doe_sql_prepare(
        &self->sql, &s,
        "SELECT name, unit, part FROM (SELECT position, name, unit, 0 AS part FROM variable"
        " UNION ALL SELECT position, name, source, 1 FROM response)"
        " ORDER BY part, position");

    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const bool is_variable = n < w->n_variable, there = n < w->n_variable + w->n_response;
        const char *name = !there        ? ""
                           : is_variable ? w->variable[n].name
                                         : w->response[n - w->n_variable].name;
        const char *more = !there        ? ""
                           : is_variable ? w->variable[n].unit
                                         : w->response[n - w->n_variable].from;
        const bool as_response = sqlite3_column_int(s, 2) == 1;
        same = same && there && as_response == !is_variable &&
               strcmp(name, doe_sql_get_text(s, 0)) == 0 &&
               strcmp(more, doe_sql_get_text(s, 1)) == 0;
        n++;
    }
    if (status == QUIRE_OK && !(same && n == w->n_variable + w->n_response)) {
        add_difference(list, "its factors, noise or responses");
    }
    sqlite3_finalize(s);
    return status;
}

/* what makes the columns and results of the store mean something else; `model` may be the same list
 */
static quire_status
compare_meaning(struct doe_store *self, struct quire_text *list, struct quire_text *model)
{
    quire_status status = note_difference(self, "study", self->work->name, "its name", list);

    if (status == QUIRE_OK) {
        status = compare_names(self, list);
    }
    if (status == QUIRE_OK) {
        status =
            note_difference(self, "model-hash", self->work->model_hash, "the model file", model);
    }
    return status == QUIRE_OK
               ? note_difference(self, "version", quire_version(), "the version of Quire", list)
               : status;
}

/* the work becomes that of the store's model, so that its runs are found by their identities */
static quire_status
take_model(struct doe_store *self)
{
    sqlite3_stmt *s = NULL;
    const char *value;
    const quire_status status = prepare_meta(self, &s, "model-hash", &value);

    snprintf(self->work->model_hash, sizeof self->work->model_hash, "%s", value);
    sqlite3_finalize(s);
    return status;
}

static void
warn_of_differences(struct doe_store *self, const struct quire_text *list, bool another_model)
{
    quire_diag_warning(self->sql.diag, "W-FILE", (struct quire_place){self->sql.path, 0, 0}, NULL,
                       another_model ? "'quire doe run' with -d and another folder makes them anew"
                                     : "'quire doe run --extend' does what the plan adds",
                       "%s changed since the store was begun; these are its results as they are",
                       list->data);
}

static quire_status
refuse_differences(struct doe_store *self, const struct quire_text *list, bool extendable)
{
    const struct quire_place at = {self->sql.path, 0, 0};

    return quire_diag_error(self->sql.diag, "E-MODEL", at, NULL,
                            extendable ? "'quire doe run --extend' keeps the results of runs that "
                                         "are still planned; -d names another folder"
                                       : "name another folder with -d",
                            "the store holds another study: %s changed since it was begun",
                            list->data);
}

quire_status
doe_store_check_plan(struct doe_store *self, const struct doe_store_options *options)
{
    struct quire_text list = {0}, changed = {0};
    quire_status status = compare_meaning(self, &list, options->as_it_is ? &changed : &list);
    const bool extendable = list.size == 0, another_model = changed.size > 0;
    bool same = true;

    if (status == QUIRE_OK) {
        status = compare(self, "study-hash", self->work->hash, &same);
        self->another_plan = !same;
    }
    if (!same && !options->extend) {
        add_difference(options->as_it_is ? &changed : &list, "the study file");
    }
    if (status == QUIRE_OK && (list.failed || changed.failed)) {
        status = quire_diag_memory_error(self->sql.diag);
    }
    if (status == QUIRE_OK && list.size > 0) {
        status = refuse_differences(self, &list, extendable);
    }
    if (status == QUIRE_OK && another_model) {
        status = take_model(self);
    }
    if (status == QUIRE_OK && changed.size > 0) {
        warn_of_differences(self, &changed, another_model);
    }
    quire_text_clear(&list);
    quire_text_clear(&changed);
    return status == QUIRE_OK ? read_program(self) : status;
}

uint64_t
doe_store_unplanned(const struct doe_store *self)
{
    return self->unplanned;
}

/* ---- the runs of another plan ---- */

/* a row for each run of the plan whose result is there, and none else */
static quire_status
link_results(struct doe_store *self)
{
    struct doe_run run;
    int64_t left = 0;
    quire_status status =
        doe_run_init(&run, self->work) ? QUIRE_OK : quire_diag_memory_error(self->sql.diag);

    for (uint64_t i = 0; i < self->work->n_run && status == QUIRE_OK; i++) {
        bool found = false;
        enum doe_status found_status;
        status = doe_work_run(self->work, i, &run, self->sql.diag);
        if (status == QUIRE_OK) {
            status = doe_store_find(self, run.id, &found, &found_status);
        }
        if (status == QUIRE_OK && found) {
            status = doe_store_add(self, &run, NULL);
        }
    }
    doe_run_clear(&run);
    if (status == QUIRE_OK) {
        status = doe_store_read_number(
            self, "SELECT count(*) FROM result WHERE id NOT IN (SELECT id FROM run)", &left);
    }
    self->unplanned = (uint64_t)left;
    return status;
}

quire_status
doe_store_extend(struct doe_store *self)
{
    struct quire_text sql = {0};
    quire_status status = doe_store_begin(self);

    if (status != QUIRE_OK) {
        return status;
    }
    quire_text_add(&sql,
                   "DELETE FROM run; DELETE FROM meta WHERE key IN ('study-hash', 'study-text');");
    write_row(&sql, "meta", "study-hash", self->work->hash);
    write_row(&sql, "meta", "study-text", self->work->text);
    status = doe_sql_do_text(&self->sql, &sql);
    if (status == QUIRE_OK) {
        status = link_results(self);
    }
    /* else what was begun is gone when the file is closed */
    return status == QUIRE_OK ? doe_store_commit(self) : status;
}

/* what a reader writes is beside the file: the transaction that is open only reads that */
quire_status
doe_store_read_by_plan(struct doe_store *self)
{
    struct quire_text sql = {0};

    write_run_table(self->work, "temp", &sql);
    self->keeps_tally = false; /* it is of the plan in the file */
    quire_status status = doe_sql_do_text(&self->sql, &sql);
    if (status == QUIRE_OK) {
        status = doe_store_prepare(self);
    }
    return status == QUIRE_OK ? link_results(self) : status;
}
