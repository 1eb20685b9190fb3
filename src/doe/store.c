#include "doe/store.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <quire/version.h>

#include "base/diag.h"
#include "base/sha256.h"
#include "doe/place.h"
#include "doe/sql.h"

#define APPLICATION 0x51444f45 /* "QDOE", in the file's header */
#define FORMAT      1

struct doe_store {
    const struct doe_work *work;
    struct doe_sql sql;
    sqlite3_stmt *add_run, *add_result, *find, *add_attempt, *drop_chance;
    struct doe_record record; /* room for what is read */
    char (*unit)[DOE_UNIT_SIZE]; /* of responses; "?" until a run has told it (n_response) */
    char program[65]; /* that began it */
    bool in_transaction;
};

/* ---- opening ---- */

/* A column for each value and each response, so that every tool can read the tables; names are those of the file, so they are quoted. */
static void
write_schema(const struct doe_work *work, struct quire_text *sql)
{
    quire_text_format(sql, "PRAGMA application_id=%d; PRAGMA user_version=%d;", APPLICATION, FORMAT);
    quire_text_add(sql, "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;"
                        "CREATE TABLE variable(position INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, unit TEXT NOT NULL) STRICT;"
                        "CREATE TABLE response(position INTEGER PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL, unit TEXT NOT NULL) STRICT;"
                        "CREATE TABLE run(run INTEGER PRIMARY KEY, id TEXT NOT NULL, point INTEGER NOT NULL, \"outer\" INTEGER NOT NULL,"
                        " replicate INTEGER NOT NULL, block INTEGER NOT NULL");
    for (size_t i = 0; i < work->n_variable; i++) {
        quire_text_format(sql, ", v%zu %s", i, work->variable[i].words ? "TEXT" : "REAL");
    }
    quire_text_add(sql, ") STRICT; CREATE INDEX run_id ON run(id);"
                        "CREATE TABLE result(id TEXT PRIMARY KEY, status TEXT NOT NULL, diagnosis TEXT NOT NULL, message TEXT NOT NULL, end_time REAL");
    for (size_t i = 0; i < work->n_response; i++) {
        quire_text_format(sql, ", r%zu REAL", i);
    }
    quire_text_add(sql, ", checksum TEXT NOT NULL) STRICT, WITHOUT ROWID;"
                        "CREATE TABLE attempt(number INTEGER PRIMARY KEY, id TEXT NOT NULL, run INTEGER NOT NULL, attempt INTEGER NOT NULL,"
                        " status TEXT NOT NULL, host TEXT NOT NULL, wall REAL, cpu REAL, steps INTEGER) STRICT;"
                        "CREATE TABLE conflict(id TEXT NOT NULL, run INTEGER NOT NULL, status TEXT NOT NULL, diagnosis TEXT NOT NULL,"
                        " end_time REAL, numbers TEXT NOT NULL, checksum TEXT NOT NULL, UNIQUE(id, checksum)) STRICT;"
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
        quire_text_add(sql, work->variable[i].role == QUIRE_STUDY_NOISE ? ",'noise'," : ",'factor',");
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

/* all or nothing: an interrupted beginning leaves an empty file, which is begun again */
static quire_status
begin_store(struct doe_store *self)
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

static quire_status
read_number(struct doe_store *self, const char *query, int64_t *out)
{
    sqlite3_stmt *s = NULL;
    bool row = false;
    quire_status status = doe_sql_prepare(&self->sql, &s, query);

    if (status == QUIRE_OK) {
        status = doe_sql_step(&self->sql, s, &row);
        *out = row ? sqlite3_column_int64(s, 0) : 0;
    }
    sqlite3_finalize(s);
    return status;
}

static quire_status
refuse(struct doe_store *self, const char *code, const char *hint, const char *text)
{
    const struct quire_place at = {self->sql.path, 0, 0};

    return quire_diag_error(self->sql.diag, code, at, NULL, hint, "%s", text);
}

static quire_status
check_format(struct doe_store *self)
{
    int64_t application = 0, format = 0;
    quire_status status = read_number(self, "PRAGMA application_id", &application);

    if (status == QUIRE_OK) {
        status = read_number(self, "PRAGMA user_version", &format);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (application != APPLICATION) {
        return refuse(self, "E-FILE", "name another folder with -d", "this database is no store of a study");
    }
    if (format != FORMAT) {
        return refuse(self, "E-FILE", "use the Quire that made it, or name another folder with -d", "the store is of a format that this Quire does not know");
    }
    return QUIRE_OK;
}

/* "" if there is no such row */
static quire_status
read_meta(struct doe_store *self, const char *key, char *out, size_t size)
{
    sqlite3_stmt *s = NULL;
    bool row = false;
    quire_status status = doe_sql_prepare(&self->sql, &s, "SELECT value FROM meta WHERE key=?");

    out[0] = '\0';
    if (status == QUIRE_OK) {
        doe_sql_bind_text(s, 1, key);
        status = doe_sql_step(&self->sql, s, &row);
        if (row) {
            snprintf(out, size, "%s", doe_sql_get_text(s, 0));
        }
    }
    sqlite3_finalize(s);
    return status;
}

/* the same names in the same order, so that the columns mean the same */
static quire_status
check_names(struct doe_store *self, bool *same)
{
    const struct doe_work *w = self->work;
    sqlite3_stmt *s = NULL;
    bool row = true;
    size_t n = 0;
    quire_status status = doe_sql_prepare(&self->sql, &s, "SELECT name, unit, role FROM (SELECT position, name, unit, role, 0 AS part FROM variable"
                                                          " UNION ALL SELECT position, name, source, 'response', 1 FROM response)"
                                                          " ORDER BY part, position");

    *same = true;
    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const bool is_variable = n < w->n_variable, there = n < w->n_variable + w->n_response;
        const char *name = !there ? "" : is_variable ? w->variable[n].name : w->response[n - w->n_variable].name;
        const char *more = !there ? "" : is_variable ? w->variable[n].unit : w->response[n - w->n_variable].from;
        const bool as_response = strcmp(doe_sql_get_text(s, 2), "response") == 0;
        *same = *same && there && as_response == !is_variable && strcmp(name, doe_sql_get_text(s, 0)) == 0 && strcmp(more, doe_sql_get_text(s, 1)) == 0;
        n++;
    }
    *same = *same && n == w->n_variable + w->n_response;
    sqlite3_finalize(s);
    return status;
}

static void
add_difference(struct quire_text *list, const char *what)
{
    quire_text_add(list, list->size > 0 ? ", " : "");
    quire_text_add(list, what);
}

/* what is there of the plan that was kept; "extend" forgives another study text */
static quire_status
check_plan(struct doe_store *self, const struct doe_store_options *options)
{
    char name[200], study[65], model[65], version[40];
    bool same_names = true;
    struct quire_text list = {0};
    quire_status status = read_meta(self, "study", name, sizeof name);

    if (status != QUIRE_OK || (status = read_meta(self, "study-hash", study, sizeof study)) != QUIRE_OK
        || (status = read_meta(self, "model-hash", model, sizeof model)) != QUIRE_OK
        || (status = read_meta(self, "version", version, sizeof version)) != QUIRE_OK
        || (status = read_meta(self, "program", self->program, sizeof self->program)) != QUIRE_OK || (status = check_names(self, &same_names)) != QUIRE_OK) {
        return status;
    }
    if (strcmp(name, self->work->name) != 0) {
        add_difference(&list, "its name");
    }
    if (!same_names) {
        add_difference(&list, "its factors, noise or responses");
    }
    if (strcmp(model, self->work->model_hash) != 0) {
        add_difference(&list, "the model file");
    }
    if (strcmp(version, quire_version()) != 0) {
        add_difference(&list, "the version of Quire");
    }
    const bool extendable = list.size == 0;
    if (strcmp(study, self->work->hash) != 0 && !options->extend) {
        add_difference(&list, "the study file");
    }
    if (list.size > 0) {
        const struct quire_place at = {self->sql.path, 0, 0};
        status = quire_diag_error(self->sql.diag, "E-MODEL", at, NULL,
                                  extendable ? "--extend keeps the results of runs that are still planned; -d names another folder"
                                             : "name another folder with -d",
                                  "the store holds another study: %s changed since it was begun", list.data);
    }
    quire_text_clear(&list);
    return status;
}

/* results stay, by their identity; which run they belong to follows from the new plan */
static quire_status
extend(struct doe_store *self)
{
    char study[65];
    quire_status status = read_meta(self, "study-hash", study, sizeof study);

    if (status != QUIRE_OK || strcmp(study, self->work->hash) == 0) {
        return status;
    }
    struct quire_text sql = {0};
    quire_text_add(&sql, "BEGIN IMMEDIATE; DELETE FROM run; DELETE FROM meta WHERE key IN ('study-hash', 'study-text');");
    write_row(&sql, "meta", "study-hash", self->work->hash);
    write_row(&sql, "meta", "study-text", self->work->text);
    quire_text_add(&sql, "COMMIT;");
    return doe_sql_do_text(&self->sql, &sql);
}

/* Write-ahead logging needs memory that processes of one machine share, so not on network file systems. */
static quire_status
set_journal(struct doe_store *self, const char *directory, const struct doe_store_options *options)
{
    const char *const network = doe_network_file_system(directory);
    sqlite3_stmt *s = NULL;
    bool row = false;
    quire_status status = doe_sql_prepare(&self->sql, &s, network == NULL ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=DELETE");

    if (status == QUIRE_OK) {
        status = doe_sql_step(&self->sql, s, &row);
        if (status == QUIRE_OK && (!row || strcmp(doe_sql_get_text(s, 0), network == NULL ? "wal" : "delete") != 0)) {
            status = refuse(self, "E-FILE", "name a folder on a local disk with -d", "this file system does not let the store be written safely");
        }
    }
    sqlite3_finalize(s);
    return status == QUIRE_OK ? doe_sql_do(&self->sql, options->fast ? "PRAGMA synchronous=NORMAL" : "PRAGMA synchronous=FULL") : status;
}

static quire_status
prepare(struct doe_store *self)
{
    struct quire_text run = {0}, result = {0};

    quire_text_add(&run, "INSERT INTO run VALUES(?,?,?,?,?,?");
    for (size_t i = 0; i < self->work->n_variable; i++) {
        quire_text_add(&run, ",?");
    }
    quire_text_add(&run, ") ON CONFLICT(run) DO NOTHING");
    quire_text_add(&result, "INSERT INTO result VALUES(?,?,?,?,?,");
    for (size_t i = 0; i < self->work->n_response; i++) {
        quire_text_add(&result, "?,");
    }
    quire_text_add(&result, "?)");
    quire_status status = doe_sql_prepare_text(&self->sql, &self->add_run, &run);
    if (status == QUIRE_OK) {
        status = doe_sql_prepare_text(&self->sql, &self->add_result, &result);
    }
    quire_text_clear(&run);
    quire_text_clear(&result);
    if (status == QUIRE_OK) {
        status = doe_sql_prepare(&self->sql, &self->find, "SELECT status, checksum FROM result WHERE id=?");
    }
    if (status == QUIRE_OK) {
        status = doe_sql_prepare(&self->sql, &self->drop_chance, "DELETE FROM result WHERE id=?");
    }
    if (status == QUIRE_OK) {
        status = doe_sql_prepare(&self->sql, &self->add_attempt, "INSERT INTO attempt VALUES(NULL,?,?,?,?,?,?,?,?)");
    }
    return status;
}

static quire_status
read_units(struct doe_store *self)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    quire_status status = doe_sql_prepare(&self->sql, &s, "SELECT unit FROM response ORDER BY position");

    for (size_t i = 0; i < self->work->n_response && status == QUIRE_OK && row; i++) {
        status = doe_sql_step(&self->sql, s, &row);
        snprintf(self->unit[i], DOE_UNIT_SIZE, "%s", row ? doe_sql_get_text(s, 0) : "?");
    }
    sqlite3_finalize(s);
    return status;
}

/* the first run that has a figure tells its unit */
static quire_status
learn_units(struct doe_store *self, const struct doe_record *record)
{
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < record->n_response && status == QUIRE_OK; i++) {
        if (strcmp(self->unit[i], "?") == 0 && strcmp(record->unit[i], "?") != 0) {
            struct quire_text sql = {0};
            quire_text_add(&sql, "UPDATE response SET unit=");
            doe_sql_text(&sql, record->unit[i]);
            quire_text_format(&sql, " WHERE position=%zu", i);
            status = doe_sql_do_text(&self->sql, &sql);
            memcpy(self->unit[i], record->unit[i], DOE_UNIT_SIZE);
        }
    }
    return status;
}

const char *
doe_store_unit(const struct doe_store *self, size_t response)
{
    return strcmp(self->unit[response], "?") != 0 ? self->unit[response] : "";
}

static quire_status
make_folder(const char *directory, quire_diag *diag)
{
    if (mkdir(directory, 0777) == 0 || errno == EEXIST) {
        return QUIRE_OK;
    }
    return quire_diag_file_error(diag, directory, "the study's folder can not be made", errno);
}

static quire_status
open_file(struct doe_store *self, const char *directory, const struct doe_store_options *options, quire_diag *diag)
{
    char *path = doe_join(directory, DOE_STORE_FILE);
    int64_t tables = 0;

    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = options->write ? make_folder(directory, diag) : QUIRE_OK;
    struct stat file;
    if (status == QUIRE_OK && !options->write && stat(path, &file) != 0) {
        status = quire_diag_file_error(diag, path, errno == ENOENT ? "nothing was run yet" : "can not be read", errno == ENOENT ? 0 : errno);
    }
    if (status == QUIRE_OK) {
        status = doe_sql_open(&self->sql, path, options->write, diag);
    }
    free(path);
    if (status == QUIRE_OK && !options->write) {
        status = doe_sql_do(&self->sql, "BEGIN"); /* all that is read is of one moment, while a coordinator goes on */
    }
    if (status == QUIRE_OK) {
        status = read_number(self, "SELECT count(*) FROM sqlite_schema", &tables);
    }
    if (status == QUIRE_OK && options->write) {
        status = set_journal(self, directory, options);
    }
    if (status == QUIRE_OK && tables == 0) { /* also while another process is about to begin it */
        return options->write ? begin_store(self) : refuse(self, "E-FILE", NULL, "nothing was run yet");
    }
    return status == QUIRE_OK ? check_format(self) : status;
}

quire_status
doe_store_open(struct doe_store **out, const char *directory, const struct doe_work *work, const struct doe_store_options *options,
               quire_diag *diag)
{
    struct doe_store *self = calloc(1, sizeof *self);

    *out = NULL;
    if (self == NULL || !doe_record_init(&self->record, work->n_response)
        || (self->unit = calloc(work->n_response + 1, sizeof *self->unit)) == NULL) {
        doe_store_close(self);
        return quire_diag_memory_error(diag);
    }
    self->work = work;
    quire_status status = open_file(self, directory, options, diag);
    if (status == QUIRE_OK) {
        status = check_plan(self, options);
    }
    if (status == QUIRE_OK && options->extend && options->write) {
        status = extend(self);
    }
    if (status == QUIRE_OK) {
        status = prepare(self);
    }
    if (status == QUIRE_OK) {
        status = read_units(self);
    }
    if (status != QUIRE_OK) {
        doe_store_close(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

void
doe_store_close(struct doe_store *self)
{
    if (self == NULL) {
        return;
    }
    sqlite3_finalize(self->add_run);
    sqlite3_finalize(self->add_result);
    sqlite3_finalize(self->find);
    sqlite3_finalize(self->add_attempt);
    sqlite3_finalize(self->drop_chance);
    doe_sql_close(&self->sql);
    doe_record_clear(&self->record);
    free(self->unit);
    free(self);
}

const char *
doe_store_path(const struct doe_store *self)
{
    return self->sql.path;
}

bool
doe_store_is_of_another_build(const struct doe_store *self)
{
    return strcmp(self->program, doe_program_hash()) != 0;
}

/* ---- adding ---- */

static quire_status
begin(struct doe_store *self)
{
    if (self->in_transaction) {
        return QUIRE_OK;
    }
    const quire_status status = doe_sql_do(&self->sql, "BEGIN IMMEDIATE");
    self->in_transaction = status == QUIRE_OK;
    return status;
}

quire_status
doe_store_commit(struct doe_store *self)
{
    if (!self->in_transaction) {
        return QUIRE_OK;
    }
    const quire_status status = doe_sql_do(&self->sql, "COMMIT");
    if (status != QUIRE_OK) {
        sqlite3_exec(self->sql.db, "ROLLBACK", NULL, NULL, NULL);
    }
    self->in_transaction = false;
    return status;
}

/* the number as it is written in the run's text */
static double
number_of(const struct quire_study_value *value)
{
    double number = NAN;

    return quire_number_read(&number, value->text, 0, NULL) == QUIRE_NUMBER_OK ? number : (double)NAN;
}

static quire_status
add_run(struct doe_store *self, const struct doe_run *run)
{
    sqlite3_stmt *s = self->add_run;
    bool row;

    sqlite3_bind_int64(s, 1, (sqlite3_int64)run->of.index);
    doe_sql_bind_text(s, 2, run->id);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)run->of.point);
    sqlite3_bind_int64(s, 4, (sqlite3_int64)run->of.outer);
    sqlite3_bind_int64(s, 5, (sqlite3_int64)run->of.replicate);
    sqlite3_bind_int64(s, 6, run->of.block);
    for (size_t i = 0; i < self->work->n_variable; i++) {
        if (self->work->variable[i].words) {
            doe_sql_bind_text(s, 7 + (int)i, run->of.value[i].text);
        } else {
            doe_sql_bind_number(s, 7 + (int)i, number_of(&run->of.value[i]));
        }
    }
    return doe_sql_step(&self->sql, s, &row);
}

static quire_status
add_result(struct doe_store *self, const struct doe_record *record, const char *checksum)
{
    sqlite3_stmt *s = self->add_result;
    bool row;

    doe_sql_bind_text(s, 1, record->id);
    doe_sql_bind_text(s, 2, doe_status_word(record->status));
    doe_sql_bind_text(s, 3, record->diagnosis);
    doe_sql_bind_text(s, 4, record->message);
    doe_sql_bind_number(s, 5, record->end_time);
    for (size_t i = 0; i < record->n_response; i++) {
        doe_sql_bind_number(s, 6 + (int)i, record->response[i]);
    }
    doe_sql_bind_text(s, 6 + (int)record->n_response, checksum);
    return doe_sql_step(&self->sql, s, &row);
}

static quire_status
add_attempt(struct doe_store *self, const struct doe_record *record)
{
    sqlite3_stmt *s = self->add_attempt;
    bool row;

    doe_sql_bind_text(s, 1, record->id);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)record->index);
    sqlite3_bind_int64(s, 3, record->attempt);
    doe_sql_bind_text(s, 4, doe_status_word(record->status));
    doe_sql_bind_text(s, 5, record->host[0] != '\0' ? record->host : doe_host());
    doe_sql_bind_number(s, 6, record->wall);
    doe_sql_bind_number(s, 7, record->cpu);
    sqlite3_bind_int64(s, 8, (sqlite3_int64)record->steps);
    return doe_sql_step(&self->sql, s, &row);
}

/* the same run came to something else: nobody can say which is right, so both are kept */
static quire_status
add_conflict(struct doe_store *self, const struct doe_record *record, const char *checksum)
{
    struct quire_text sql = {0}, numbers = {0};

    for (size_t i = 0; i < record->n_response; i++) {
        quire_text_add(&numbers, i > 0 ? " " : "");
        quire_text_number(&numbers, record->response[i]);
    }
    quire_text_add(&sql, "INSERT OR IGNORE INTO conflict VALUES(");
    doe_sql_text(&sql, record->id);
    quire_text_format(&sql, ",%llu,", (unsigned long long)record->index);
    doe_sql_text(&sql, doe_status_word(record->status));
    quire_text_add(&sql, ",");
    doe_sql_text(&sql, record->diagnosis);
    quire_text_add(&sql, ",");
    if (isfinite(record->end_time)) {
        quire_text_number(&sql, record->end_time);
    } else {
        quire_text_add(&sql, "NULL");
    }
    quire_text_add(&sql, ",");
    doe_sql_text(&sql, numbers.data != NULL ? numbers.data : "");
    quire_text_add(&sql, ",");
    doe_sql_text(&sql, checksum);
    quire_text_add(&sql, ");");
    sql.failed = sql.failed || numbers.failed;
    quire_text_clear(&numbers);
    return doe_sql_do_text(&self->sql, &sql);
}

/* status and checksum of the result that is there */
static quire_status
look_up(struct doe_store *self, const char *id, bool *found, enum doe_status *status_found, char checksum[17])
{
    doe_sql_bind_text(self->find, 1, id);
    const quire_status status = doe_sql_step(&self->sql, self->find, found);
    if (status == QUIRE_OK && *found) {
        *status_found = doe_status_read(doe_sql_get_text(self->find, 0));
        snprintf(checksum, 17, "%s", doe_sql_get_text(self->find, 1));
        sqlite3_reset(self->find);
    }
    return status;
}

quire_status
doe_store_find(struct doe_store *self, const char *id, bool *found, enum doe_status *status)
{
    char checksum[17];

    return look_up(self, id, found, status, checksum);
}

static quire_status
add_record(struct doe_store *self, const struct doe_record *record)
{
    char mine[17], other[17];
    enum doe_status before = DOE_STATUSES;
    bool found = false, row;
    quire_status status = look_up(self, record->id, &found, &before, other);

    doe_record_checksum(record, mine);
    if (status == QUIRE_OK && found && doe_status_is_chance(before) && !doe_status_is_chance(record->status)) {
        doe_sql_bind_text(self->drop_chance, 1, record->id);
        status = doe_sql_step(&self->sql, self->drop_chance, &row);
        found = false;
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (!found) {
        status = add_result(self, record, mine);
        if (status == QUIRE_OK) {
            status = add_attempt(self, record);
        }
        return status == QUIRE_OK ? learn_units(self, record) : status;
    }
    return doe_status_is_chance(record->status) || strcmp(mine, other) == 0 ? QUIRE_OK : add_conflict(self, record, mine);
}

quire_status
doe_store_add(struct doe_store *self, const struct doe_run *run, const struct doe_record *record)
{
    quire_status status = begin(self);

    if (status == QUIRE_OK) {
        status = add_run(self, run);
    }
    return status == QUIRE_OK && record != NULL ? add_record(self, record) : status;
}

quire_status
doe_store_forget_chance(struct doe_store *self, uint64_t *n)
{
    struct quire_text list = {0}, sql = {0};

    for (int i = 0; i < DOE_STATUSES; i++) {
        if (doe_status_is_chance((enum doe_status)i)) {
            quire_text_add(&list, list.size > 0 ? "," : "");
            doe_sql_text(&list, doe_status_word((enum doe_status)i));
        }
    }
    quire_text_format(&sql, "BEGIN IMMEDIATE; DELETE FROM run WHERE id IN (SELECT id FROM result WHERE status IN (%s));", list.data);
    sql.failed = sql.failed || list.failed;
    quire_status status = doe_sql_do_text(&self->sql, &sql);
    *n = status == QUIRE_OK ? (uint64_t)sqlite3_changes64(self->sql.db) : 0;
    if (status == QUIRE_OK) {
        quire_text_format(&sql, "DELETE FROM result WHERE status IN (%s); COMMIT;", list.data);
        status = doe_sql_do_text(&self->sql, &sql);
    }
    quire_text_clear(&list);
    return status;
}

/* ---- reading ---- */

quire_status
doe_store_mark(struct doe_store *self, uint64_t from, size_t n, unsigned char *bit)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    quire_status status = doe_sql_prepare(&self->sql, &s, "SELECT run FROM run WHERE run >= ? AND run < ?");

    if (status == QUIRE_OK) {
        sqlite3_bind_int64(s, 1, (sqlite3_int64)from);
        sqlite3_bind_int64(s, 2, (sqlite3_int64)(from + n));
    }
    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const uint64_t i = (uint64_t)sqlite3_column_int64(s, 0) - from;
        bit[i / 8] |= (unsigned char)(1u << i % 8);
    }
    sqlite3_finalize(s);
    return status;
}

quire_status
doe_store_tally(struct doe_store *self, struct doe_tally *out)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    int64_t conflicts = 0;

    *out = (struct doe_tally){0};
    quire_status status = doe_sql_prepare(&self->sql, &s, "SELECT status, count(*) FROM run JOIN result ON result.id = run.id GROUP BY status");
    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const enum doe_status found = doe_status_read(doe_sql_get_text(s, 0));
        const uint64_t n = (uint64_t)sqlite3_column_int64(s, 1);
        if (found < DOE_STATUSES) {
            out->status[found] = n;
        }
        out->done += n;
    }
    sqlite3_finalize(s);
    s = NULL;
    if (status == QUIRE_OK) {
        status = read_number(self, "SELECT count(*) FROM conflict", &conflicts);
        out->conflicts = (uint64_t)conflicts;
    }
    if (status == QUIRE_OK) {
        status = doe_sql_prepare(&self->sql, &s, "SELECT sum(cpu), sum(wall) FROM attempt");
    }
    if (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        out->cpu = fmax(0, doe_sql_get_number(s, 0));
        out->wall = fmax(0, doe_sql_get_number(s, 1));
    }
    sqlite3_finalize(s);
    return status;
}

/* ---- going through all rows ---- */

/* columns: run, id, status, diagnosis, message, end_time, responses, checksum, values; NULLs where a result is missing */
static quire_status
prepare_walk(struct doe_store *self, sqlite3_stmt **out)
{
    struct quire_text sql = {0};

    quire_text_add(&sql, "SELECT run.run, run.id, status, diagnosis, message, end_time");
    for (size_t i = 0; i < self->work->n_response; i++) {
        quire_text_format(&sql, ", r%zu", i);
    }
    quire_text_add(&sql, ", checksum, point, \"outer\", replicate, block");
    for (size_t i = 0; i < self->work->n_variable; i++) {
        quire_text_format(&sql, ", v%zu", i);
    }
    quire_text_add(&sql, " FROM run LEFT JOIN result ON result.id = run.id ORDER BY run.run");
    return doe_sql_prepare_text(&self->sql, out, &sql);
}

/* false when the result's row is missing or its checksum is not that of its numbers */
static bool
read_row(struct doe_store *self, sqlite3_stmt *s)
{
    struct doe_record *r = &self->record;
    char checksum[17];

    doe_record_reset(r, (uint64_t)sqlite3_column_int64(s, 0), doe_sql_get_text(s, 1));
    r->status = doe_status_read(doe_sql_get_text(s, 2));
    if (r->status == DOE_STATUSES) {
        return false;
    }
    snprintf(r->diagnosis, sizeof r->diagnosis, "%s", doe_sql_get_text(s, 3));
    snprintf(r->message, sizeof r->message, "%s", doe_sql_get_text(s, 4));
    r->end_time = doe_sql_get_number(s, 5);
    for (size_t i = 0; i < r->n_response; i++) {
        r->response[i] = doe_sql_get_number(s, 6 + (int)i);
    }
    doe_record_checksum(r, checksum);
    return strcmp(checksum, doe_sql_get_text(s, 6 + (int)r->n_response)) == 0;
}

/* the plan says what the row must be */
static bool
fits_plan(const struct doe_store *self, sqlite3_stmt *s, const struct doe_run *run)
{
    const int c = 7 + (int)self->work->n_response;
    bool fits = strcmp(run->id, doe_sql_get_text(s, 1)) == 0 && (uint64_t)sqlite3_column_int64(s, c) == run->of.point
                && (uint64_t)sqlite3_column_int64(s, c + 1) == run->of.outer && (uint64_t)sqlite3_column_int64(s, c + 2) == run->of.replicate
                && sqlite3_column_int64(s, c + 3) == run->of.block;

    for (size_t i = 0; i < self->work->n_variable && fits; i++) {
        const double number = self->work->variable[i].words ? (double)NAN : number_of(&run->of.value[i]);
        fits = self->work->variable[i].words ? strcmp(doe_sql_get_text(s, c + 4 + (int)i), run->of.value[i].text) == 0
                                             : doe_sql_get_number(s, c + 4 + (int)i) == number || isnan(number);
    }
    return fits;
}

static quire_status
drop_row(struct doe_store *self, uint64_t index, const char *id)
{
    struct quire_text sql = {0};
    quire_status status = begin(self);

    quire_text_format(&sql, "DELETE FROM run WHERE run=%llu OR id=", (unsigned long long)index);
    doe_sql_text(&sql, id);
    quire_text_add(&sql, "; DELETE FROM result WHERE id=");
    doe_sql_text(&sql, id);
    if (status != QUIRE_OK) {
        quire_text_clear(&sql);
        return status;
    }
    return doe_sql_do_text(&self->sql, &sql);
}

static quire_status
tell_damage(struct doe_store *self, uint64_t index, bool mend, quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};

    if (!mend) {
        return quire_diag_error(diag, "E-FILE", at, NULL, "'quire doe run' does it again", "the row of run %llu is damaged: its checksum is not that of what it holds",
                                (unsigned long long)index);
    }
    quire_diag_warning(diag, "W-FILE", at, NULL, NULL, "the row of run %llu is damaged: the run is done again", (unsigned long long)index);
    return QUIRE_OK;
}

/* results that no row of a run leads to have nobody who looks at them before they are used again */
static quire_status
check_loose_results(struct doe_store *self, bool mend, uint64_t *n_damaged, quire_diag *diag)
{
    struct quire_text sql = {0};
    sqlite3_stmt *s = NULL;
    bool row = true;

    quire_text_add(&sql, "SELECT 0, id, status, diagnosis, message, end_time");
    for (size_t i = 0; i < self->work->n_response; i++) {
        quire_text_format(&sql, ", r%zu", i);
    }
    quire_text_add(&sql, ", checksum FROM result WHERE id NOT IN (SELECT id FROM run)");
    quire_status status = doe_sql_prepare_text(&self->sql, &s, &sql);
    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        if (!read_row(self, s) && mend) {
            ++*n_damaged;
            status = begin(self);
            doe_sql_bind_text(self->drop_chance, 1, self->record.id);
            status = status == QUIRE_OK ? doe_sql_step(&self->sql, self->drop_chance, &row) : status;
            quire_diag_warning(diag, "W-FILE", (struct quire_place){self->sql.path, 0, 0}, NULL, NULL, "a result that is damaged was removed");
        }
    }
    sqlite3_finalize(s);
    return status;
}

/* SQLite counts by indices and gives out rows by tables; a damaged page can make these differ, and rows would be missing silently */
static quire_status
check_count(struct doe_store *self, uint64_t rows, bool mend, quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};
    struct doe_tally tally;
    quire_status status = doe_store_tally(self, &tally);

    if (status == QUIRE_OK && tally.done != rows && mend) {
        quire_diag_warning(diag, "W-FILE", at, NULL, NULL, "the database's indices were damaged and are made anew");
        status = doe_sql_do(&self->sql, "REINDEX");
        status = status == QUIRE_OK ? doe_store_tally(self, &tally) : status;
    }
    if (status == QUIRE_OK && tally.done != rows) {
        return quire_diag_error(diag, "E-FILE", at, NULL, mend ? "move it away" : "'quire doe run' mends what can be mended",
                                "the database is damaged: it counts %llu runs and holds %llu", (unsigned long long)tally.done, (unsigned long long)rows);
    }
    return status;
}

static quire_status
check_rows(struct doe_store *self, struct doe_run *run, bool mend, uint64_t *n_damaged, quire_diag *diag)
{
    uint64_t rows = 0;
    sqlite3_stmt *s = NULL;
    bool row = true;
    quire_status status = prepare_walk(self, &s);

    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const uint64_t index = (uint64_t)sqlite3_column_int64(s, 0);
        bool sound = read_row(self, s) && index < self->work->n_run;
        if (sound) {
            status = doe_work_run(self->work, index, run, diag);
            sound = status == QUIRE_OK && fits_plan(self, s, run);
        }
        rows += sound;
        if (status == QUIRE_OK && !sound) {
            ++*n_damaged;
            status = tell_damage(self, index, mend, diag);
            if (status == QUIRE_OK) {
                status = drop_row(self, index, doe_sql_get_text(s, 1));
            }
        }
    }
    sqlite3_finalize(s);
    return status == QUIRE_OK ? check_count(self, rows, mend, diag) : status;
}

quire_status
doe_store_check(struct doe_store *self, bool mend, uint64_t *n_damaged, quire_diag *diag)
{
    struct doe_run run;

    *n_damaged = 0;
    if (!doe_run_init(&run, self->work)) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = check_rows(self, &run, mend, n_damaged, diag);
    if (status == QUIRE_OK) {
        status = check_loose_results(self, mend, n_damaged, diag);
    }
    doe_run_clear(&run);
    return status == QUIRE_OK ? doe_store_commit(self) : status;
}

quire_status
doe_store_each(struct doe_store *self, quire_status (*take)(void *self, const struct doe_record *record), void *taker)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    uint64_t rows = 0;
    quire_status status = prepare_walk(self, &s);

    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        rows++;
        status = read_row(self, s) ? take(taker, &self->record) : tell_damage(self, (uint64_t)sqlite3_column_int64(s, 0), false, self->sql.diag);
    }
    sqlite3_finalize(s);
    return status == QUIRE_OK ? check_count(self, rows, false, self->sql.diag) : status;
}
