/* A database whose pages do not fit together cannot be mended by taking rows out and putting others
 * in: it is made anew from the results that can still be found in it. */
#include "store/store_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "batch/environment.h"

#define ANEW "anew" /* folder in the study's one, in which it is made */

quire_status
doe_store_is_sound(struct doe_store *self, bool *sound)
{
    sqlite3_stmt *s = NULL;

    *sound =
        sqlite3_prepare_v2(self->sql.db, "PRAGMA integrity_check(1)", -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW && strcmp(doe_sql_get_text(s, 0), "ok") == 0;
    sqlite3_finalize(s);
    return sqlite3_errcode(self->sql.db) == SQLITE_NOMEM ? quire_diag_memory_error(self->sql.diag)
                                                         : QUIRE_OK;
}

static bool
prepare_lookup(struct doe_store *self, sqlite3_stmt **out)
{
    struct quire_text sql = {0};

    quire_text_add(&sql, "SELECT 0, id, status, diagnosis, message, end_time");
    for (size_t i = 0; i < self->work->n_response; i++) {
        quire_text_format(&sql, ", r%zu", i);
    }
    quire_text_add(&sql, ", checksum FROM result WHERE id=?");
    const bool good =
        !sql.failed && sqlite3_prepare_v2(self->sql.db, sql.data, -1, out, NULL) == SQLITE_OK;
    quire_text_clear(&sql);
    return good;
}

/* whatever SQLite says of pages on the way to it, a result with its checksum is one */
static bool
find_result(struct doe_store *self, sqlite3_stmt *s, const struct doe_run *run)
{
    doe_sql_bind_text(s, 1, run->id);
    const bool found = sqlite3_step(s) == SQLITE_ROW &&
                       strcmp(doe_sql_get_text(s, 1), run->id) == 0 && doe_store_read_row(self, s);
    if (found) {
        self->record.index = run->of.index;
        for (size_t i = 0; i < self->work->n_response; i++) {
            snprintf(self->record.unit[i], DOE_UNIT_SIZE, "%s", self->unit[i]);
        }
    }
    sqlite3_reset(s);
    return found;
}

static quire_status
copy_results(struct doe_store *self, struct doe_store *fresh, uint64_t *n)
{
    struct doe_run run;
    sqlite3_stmt *s = NULL;
    const bool readable = prepare_lookup(self, &s);
    quire_status status =
        doe_run_init(&run, self->work) ? QUIRE_OK : quire_diag_memory_error(self->sql.diag);

    *n = 0;
    for (uint64_t i = 0; readable && status == QUIRE_OK && i < self->work->n_run; i++) {
        status = doe_work_run(self->work, i, &run, self->sql.diag);
        if (status == QUIRE_OK && find_result(self, s, &run)) {
            status = doe_store_add(fresh, &run, &self->record);
            ++*n;
        }
    }
    sqlite3_finalize(s);
    doe_run_clear(&run);
    return status;
}

/* that it was another build that began it */
static quire_status
keep_program(const struct doe_store *self, struct doe_store *fresh)
{
    struct quire_text sql = {0};
    const quire_status status = doe_store_begin(fresh);

    quire_text_add(&sql, "UPDATE meta SET value=");
    doe_sql_text(&sql, self->program);
    quire_text_add(&sql, " WHERE key='program'");
    if (status != QUIRE_OK) {
        quire_text_clear(&sql);
        return status;
    }
    return doe_sql_do_text(&fresh->sql, &sql);
}

static void
remove_beside(const char *path, const char *ending)
{
    struct quire_text name = {0};

    quire_text_format(&name, "%s%s", path, ending);
    if (!name.failed) {
        unlink(name.data);
    }
    quire_text_clear(&name);
}

/* none of a former attempt is left; SQLite would play the log of another file back */
static void
remove_store(const char *path)
{
    unlink(path);
    remove_beside(path, "-wal");
    remove_beside(path, "-shm");
    remove_beside(path, "-journal");
}

static quire_status
make(struct doe_store *self, const char *folder, uint64_t *n)
{
    const struct doe_store_options options = {.write = true};
    struct doe_store *fresh = NULL;
    quire_status status = doe_store_open(&fresh, folder, self->work, &options, self->sql.diag);

    if (status == QUIRE_OK) {
        status = copy_results(self, fresh, n);
    }
    if (status == QUIRE_OK) {
        status = keep_program(self, fresh);
    }
    if (status == QUIRE_OK) {
        status = doe_store_commit(fresh);
    }
    doe_store_close(fresh);
    return status;
}

/* the new file takes the place of the old one, which is closed before */
static quire_status
put_in_place(struct doe_store *self, const char *directory, const char *made)
{
    const struct doe_store_options options = {.write = true};
    quire_diag *diag = self->sql.diag;
    struct doe_work *work = self->work;
    char *path = strdup(self->sql.path);
    struct doe_store *other = NULL;
    quire_status status = path != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        doe_store_clear(self);
        remove_beside(path, "-wal");
        remove_beside(path, "-shm");
        if (rename(made, path) != 0) {
            status = quire_diag_file_error(diag, path, "cannot be made anew", errno);
        }
    }
    if (status == QUIRE_OK) {
        status = doe_store_open(&other, directory, work, &options, diag);
    }
    if (status == QUIRE_OK) {
        *self = *other;
        free(other);
    }
    free(path);
    return status;
}

quire_status
doe_store_make_anew(struct doe_store *self, quire_diag *diag)
{
    const char *slash = strrchr(self->sql.path, '/');
    char *directory = slash != NULL ? strndup(self->sql.path, (size_t)(slash - self->sql.path))
                                    : strdup("."),
         *folder = directory != NULL ? doe_join(directory, ANEW) : NULL,
         *made = folder != NULL ? doe_join(folder, DOE_STORE_FILE) : NULL;
    uint64_t n = 0;
    quire_status status = made != NULL ? doe_store_commit(self) : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        remove_store(made);
        status = make(self, folder, &n);
    }
    if (status == QUIRE_OK) {
        quire_diag_warning(diag, "W-FILE", (struct quire_place){self->sql.path, 0, 0}, NULL, NULL,
                           "the database is damaged: it was made anew, with %llu of %llu results",
                           (unsigned long long)n, (unsigned long long)self->work->n_run);
        status = put_in_place(self, directory, made);
    }
    if (folder != NULL) {
        remove_store(made != NULL ? made : folder);
        rmdir(folder);
    }
    free(made);
    free(folder);
    free(directory);
    return status;
}
