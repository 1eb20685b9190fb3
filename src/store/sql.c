#include "store/sql.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "batch/environment.h"

#define BUSY_MILLISECONDS 10000

/* the problem that SQLite has with the file, as a status */
static quire_status
failed(struct doe_sql *self)
{
    const int code = sqlite3_extended_errcode(self->db);

    if ((code & 0xff) == SQLITE_NOMEM) {
        return quire_diag_memory_error(self->diag);
    }
    const struct quire_place at = {self->path, 0, 0};
    const bool damaged = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
    return quire_diag_error(
        self->diag, "E-FILE", at, NULL,
        damaged ? "move it away and run the study again; shards beside it are collected again"
                : NULL,
        "the store cannot be used: %s", sqlite3_errmsg(self->db));
}

/* SQLite follows no link in the whole path when it is asked to follow none; of folders they are no
 * danger. NULL when memory runs out. */
static char *
resolve_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash != NULL ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *whole = folder != NULL ? realpath(folder, NULL) : NULL;
    char *resolved =
        whole != NULL ? doe_join(whole, slash != NULL ? slash + 1 : path) : strdup(path);

    free(folder);
    free(whole);
    return resolved;
}

/* `name` is that of the file; NULL: memory ran out before */
static quire_status
connect(struct doe_sql *self, const char *name, bool write)
{
    const int flags = (write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY) |
                      SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE;
    quire_status status = self->path == NULL || name == NULL ? quire_diag_memory_error(self->diag)
                          : sqlite3_open_v2(name, &self->db, flags, NULL) == SQLITE_OK
                              ? QUIRE_OK
                              : failed(self);

    if (status == QUIRE_OK) {
        sqlite3_busy_timeout(self->db, BUSY_MILLISECONDS);
        sqlite3_db_config(self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        status = doe_sql_do(self, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA "
                                  "foreign_keys=ON; PRAGMA temp_store=MEMORY");
    }
    if (status != QUIRE_OK) {
        doe_sql_close(self);
    }
    return status;
}

quire_status
doe_sql_open(struct doe_sql *self, const char *path, bool write, quire_diag *diag)
{
    char *resolved = resolve_folder(path);

    *self = (struct doe_sql){.path = strdup(path), .diag = diag};
    const quire_status status = connect(self, resolved, write);
    free(resolved);
    return status;
}

quire_status
doe_sql_open_private(struct doe_sql *self, const char *path, quire_diag *diag)
{
    *self = (struct doe_sql){.path = strdup(path), .diag = diag};
    return connect(self, "", true);
}

quire_status
doe_sql_make_private(struct doe_sql *self)
{
    struct doe_sql copy;
    quire_status status = doe_sql_open_private(&copy, self->path, self->diag);

    if (status != QUIRE_OK) {
        return status;
    }
    sqlite3_backup *backup = sqlite3_backup_init(copy.db, "main", self->db, "main");
    if (backup != NULL) {
        sqlite3_backup_step(backup, -1);
    }
    if (backup == NULL || sqlite3_backup_finish(backup) != SQLITE_OK) {
        status = failed(&copy);
        doe_sql_close(&copy);
        return status;
    }
    doe_sql_close(self);
    *self = copy;
    return QUIRE_OK;
}

void
doe_sql_close(struct doe_sql *self)
{
    sqlite3_close(self->db);
    free(self->path);
    self->db = NULL;
    self->path = NULL;
}

quire_status
doe_sql_do(struct doe_sql *self, const char *statements)
{
    return sqlite3_exec(self->db, statements, NULL, NULL, NULL) == SQLITE_OK ? QUIRE_OK
                                                                             : failed(self);
}

quire_status
doe_sql_do_text(struct doe_sql *self, struct quire_text *statements)
{
    const quire_status status = statements->failed ? quire_diag_memory_error(self->diag)
                                                   : doe_sql_do(self, statements->data);

    quire_text_clear(statements);
    return status;
}

quire_status
doe_sql_prepare(struct doe_sql *self, sqlite3_stmt **out, const char *statement)
{
    return sqlite3_prepare_v3(self->db, statement, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) ==
                   SQLITE_OK
               ? QUIRE_OK
               : failed(self);
}

quire_status
doe_sql_prepare_text(struct doe_sql *self, sqlite3_stmt **out, struct quire_text *statement)
{
    const quire_status status = statement->failed ? quire_diag_memory_error(self->diag)
                                                  : doe_sql_prepare(self, out, statement->data);

    quire_text_clear(statement);
    return status;
}

quire_status
doe_sql_step(struct doe_sql *self, sqlite3_stmt *statement, bool *row)
{
    const int code = sqlite3_step(statement);

    *row = code == SQLITE_ROW;
    if (code == SQLITE_ROW) {
        return QUIRE_OK;
    }
    const quire_status status = code == SQLITE_DONE ? QUIRE_OK : failed(self);
    sqlite3_reset(statement);
    return status;
}

static void
quote(struct quire_text *out, const char *text, char mark)
{
    quire_text_add_char(out, mark);
    for (; *text != '\0'; text++) {
        if (*text == mark) {
            quire_text_add_char(out, mark);
        }
        quire_text_add_char(out, *text);
    }
    quire_text_add_char(out, mark);
}

void
doe_sql_name(struct quire_text *out, const char *name)
{
    quote(out, name, '"');
}

void
doe_sql_text(struct quire_text *out, const char *text)
{
    quote(out, text, '\'');
}

void
doe_sql_bind_number(sqlite3_stmt *statement, int at, double value)
{
    if (isnan(value)) {
        sqlite3_bind_null(statement, at);
    } else {
        sqlite3_bind_double(statement, at, value);
    }
}

void
doe_sql_bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

const char *
doe_sql_get_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);

    return text != NULL ? (const char *)text : "";
}

double
doe_sql_get_number(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL
               ? (double)NAN
               : sqlite3_column_double(statement, column);
}
