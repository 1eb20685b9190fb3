/* The file of a store: opened, begun where there is none, and closed. */
#include "store/store_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "batch/environment.h"
#include "formula/units.h"
#include "store/shard.h"

/* Results lie in the order of their identities, and are read in that of runs: what a reader keeps
 * of them it need not fetch again [KiB]. */
#define READ_CACHE "PRAGMA cache_size=-65536"

/* Write-ahead logging needs memory that processes of one machine share, so not on network file
 * systems. */
static quire_status
set_journal(struct doe_store *self, const char *directory, const struct doe_store_options *options)
{
    const char *const network = doe_network_file_system(directory);
    sqlite3_stmt *s = NULL;
    bool row = false;
    quire_status status = doe_sql_prepare(
        &self->sql, &s, network == NULL ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=DELETE");

    if (status == QUIRE_OK) {
        status = doe_sql_step(&self->sql, s, &row);
        if (status == QUIRE_OK &&
            (!row || strcmp(doe_sql_get_text(s, 0), network == NULL ? "wal" : "delete") != 0)) {
            status = doe_store_refuse(self, "name a folder on a local disk with -d",
                                      "this file system does not let the store be written safely");
        }
    }
    sqlite3_finalize(s);
    return status == QUIRE_OK ? doe_sql_do(&self->sql, options->fast ? "PRAGMA synchronous=NORMAL"
                                                                     : "PRAGMA synchronous=FULL")
                              : status;
}

/* it is worth as much as the one that the study itself knows, which no damage changes; NULL: it
 * does not know one */
static bool
is_unit(const char *text, const char *known)
{
    struct quire_unit_error error;
    struct quire_unit a, b;

    if (known == NULL || strcmp(text, "?") == 0) {
        return true;
    }
    return quire_unit_parse(&a, text, NULL, NULL, &error) &&
           quire_unit_parse(&b, known, NULL, NULL, &error) && a.residual == b.residual &&
           a.decimal == b.decimal && quire_dimension_fits(a.dimension, b.dimension);
}

static quire_status
read_units(struct doe_store *self)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    quire_status status =
        doe_sql_prepare(&self->sql, &s, "SELECT unit FROM response ORDER BY position");

    for (size_t i = 0; i < self->work->n_response && status == QUIRE_OK && row; i++) {
        status = doe_sql_step(&self->sql, s, &row);
        const char *known = self->work->response[i].measured_in,
                   *there = row ? doe_sql_get_text(s, 0) : "?";
        snprintf(self->unit[i], DOE_UNIT_SIZE, "%s", is_unit(there, known) ? there : known);
    }
    sqlite3_finalize(s);
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
    return quire_diag_file_error(diag, directory, "the study's folder cannot be made", errno);
}

/* a reader where nothing was kept yet: what tasks have done is in shards alone */
static quire_status
open_nothing(struct doe_store *self, const char *path, const char *directory, quire_diag *diag)
{
    if (!doe_is_shared_out(directory)) {
        return quire_diag_error(diag, "E-FILE", (struct quire_place){path, 0, 0}, NULL,
                                "'quire doe run' begins it; -d names another folder",
                                "nothing was run yet");
    }
    self->is_private = true;
    return doe_sql_open_private(&self->sql, path, diag);
}

static quire_status
open_to_read(struct doe_store *self, const char *path, const char *directory, quire_diag *diag)
{
    struct stat file;

    if (stat(path, &file) != 0) {
        return errno == ENOENT ? open_nothing(self, path, directory, diag)
                               : quire_diag_file_error(diag, path, "cannot be read", errno);
    }
    const quire_status status = doe_sql_open(&self->sql, path, false, diag);
    self->in_transaction = status == QUIRE_OK;
    /* all that is read is of one moment, while a coordinator goes on */
    return status == QUIRE_OK ? doe_sql_do(&self->sql, "BEGIN") : status;
}

static quire_status
open_database(struct doe_store *self, const char *directory, bool write, quire_diag *diag)
{
    char *path = doe_join(directory, DOE_STORE_FILE);

    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = write ? make_folder(directory, diag) : QUIRE_OK;
    if (status == QUIRE_OK) {
        status = write ? doe_sql_open(&self->sql, path, true, diag)
                       : open_to_read(self, path, directory, diag);
    }
    free(path);
    return status;
}

/* tables that are made where there are none; of a reader in memory of its own, also while another
 * process is about to begin the file */
static quire_status
begin_store(struct doe_store *self, const char *directory, bool write, quire_diag *diag)
{
    quire_status status = QUIRE_OK;

    if (!write && !self->is_private) {
        struct doe_sql empty = self->sql;
        self->sql = (struct doe_sql){.diag = diag};
        self->in_transaction = false;
        status = open_nothing(self, empty.path, directory, diag);
        doe_sql_close(&empty);
    }
    return status == QUIRE_OK ? doe_store_lay_out(self) : status;
}

/* a file that is no store is not written to, not even how its journal is kept */
static quire_status
open_file(struct doe_store *self, const char *directory, const struct doe_store_options *options,
          quire_diag *diag)
{
    int64_t tables = 0;
    quire_status status = open_database(self, directory, options->write, diag);

    if (status == QUIRE_OK) {
        status = doe_store_read_number(self, "SELECT count(*) FROM sqlite_schema", &tables);
    }
    if (status == QUIRE_OK && tables > 0) {
        status = doe_store_check_format(self);
    }
    if (status == QUIRE_OK && options->write) {
        status = set_journal(self, directory, options);
    }
    return status == QUIRE_OK && tables == 0 ? begin_store(self, directory, options->write, diag)
                                             : status;
}

quire_status
doe_store_open(struct doe_store **out, const char *directory, struct doe_work *work,
               const struct doe_store_options *options, quire_diag *diag)
{
    struct doe_store *self = calloc(1, sizeof *self);

    *out = NULL;
    if (self == NULL || !doe_record_init(&self->record, work->n_response) ||
        (self->unit = calloc(work->n_response + 1, sizeof *self->unit)) == NULL) {
        doe_store_close(self);
        return quire_diag_memory_error(diag);
    }
    self->work = work;
    self->read_only = !options->write;
    quire_status status = open_file(self, directory, options, diag);
    if (status == QUIRE_OK) {
        status = doe_store_check_plan(self, options);
    }
    if (status == QUIRE_OK) {
        status = doe_store_find_tally(self);
    }
    if (status == QUIRE_OK && options->write && !self->keeps_tally) {
        status = doe_store_renew_tally(self);
        status = status == QUIRE_OK ? doe_store_commit(self) : status;
    }
    if (status == QUIRE_OK && !options->write && !options->without_shards) {
        status = doe_store_make_private(self, directory);
    }
    if (status == QUIRE_OK && !options->write) {
        status = doe_sql_do(&self->sql, READ_CACHE);
    }
    if (status == QUIRE_OK && !options->write && self->another_plan) {
        status = doe_store_read_by_plan(self);
    }
    if (status == QUIRE_OK && self->add_run == NULL) {
        status = doe_store_prepare(self);
    }
    if (status == QUIRE_OK && options->write && self->another_plan) {
        status = doe_store_extend(self);
    }
    if (status == QUIRE_OK) {
        status = read_units(self);
    }
    if (status == QUIRE_OK && self->collects) {
        status = doe_store_collect_privately(self, directory);
    }
    if (status != QUIRE_OK) {
        doe_store_close(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

void
doe_store_clear(struct doe_store *self)
{
    sqlite3_finalize(self->add_run);
    sqlite3_finalize(self->add_result);
    sqlite3_finalize(self->find);
    sqlite3_finalize(self->add_attempt);
    sqlite3_finalize(self->drop_result);
    doe_sql_close(&self->sql);
    doe_record_clear(&self->record);
    free(self->unit);
    *self = (struct doe_store){0};
}

void
doe_store_close(struct doe_store *self)
{
    if (self != NULL) {
        doe_store_clear(self);
        free(self);
    }
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
