/* A thin layer over SQLite: statements, and failures as problems about the file. */
#ifndef QUIRE_STORE_SQL_H
#define QUIRE_STORE_SQL_H

#include <sqlite3.h>

#include <quire/diag.h>

#include "text/text.h"

struct doe_sql {
    sqlite3 *db;
    char *path; /* owned */
    quire_diag *diag;
};

/* Opens the database file; with `write` it is made where it is missing. Nothing in the file is
 * trusted. */
quire_status doe_sql_open(struct doe_sql *self, const char *path, bool write, quire_diag *diag);
/* Opens an empty database that ends with the process and that nobody else sees; messages name
 * `path`. It is in memory while it is small, else in a temporary file. */
quire_status doe_sql_open_private(struct doe_sql *self, const char *path, quire_diag *diag);
/* Continues with such a copy of the database, as this connection sees it. No statement may be
 * prepared. */
quire_status doe_sql_make_private(struct doe_sql *self);
void doe_sql_close(struct doe_sql *self);

/* Runs statements that yield no rows. */
quire_status doe_sql_do(struct doe_sql *self, const char *statements);
/* The same from a text that is cleared. */
quire_status doe_sql_do_text(struct doe_sql *self, struct quire_text *statements);
/* Prepares one statement, to be freed with sqlite3_finalize(). */
quire_status doe_sql_prepare(struct doe_sql *self, sqlite3_stmt **out, const char *statement);
quire_status doe_sql_prepare_text(struct doe_sql *self, sqlite3_stmt **out,
                                  struct quire_text *statement);
/* One step of a statement that is reset after its last row; *row tells whether there was one. */
quire_status doe_sql_step(struct doe_sql *self, sqlite3_stmt *statement, bool *row);

/* Appends a name in double quotes, or a text in single ones. */
void doe_sql_name(struct quire_text *out, const char *name);
void doe_sql_text(struct quire_text *out, const char *text);

/* Binds a number, NULL where there is none. */
void doe_sql_bind_number(sqlite3_stmt *statement, int at, double value);
/* Binds text that lasts until the statement has been stepped. */
void doe_sql_bind_text(sqlite3_stmt *statement, int at, const char *text);
/* "" for NULL */
const char *doe_sql_get_text(sqlite3_stmt *statement, int column);
/* NaN for NULL */
double doe_sql_get_number(sqlite3_stmt *statement, int column);

#endif
