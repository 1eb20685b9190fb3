/* What all parts of a store use: its statements, transactions and refusals. */
#include "store/store_parts.h"

#include "base/diag.h"

quire_status
doe_store_refuse(struct doe_store *self, const char *hint, const char *why)
{
    const struct quire_place at = {self->sql.path, 0, 0};

    return quire_diag_error(self->sql.diag, "E-FILE", at, NULL, hint, "%s", why);
}

quire_status
doe_store_read_number(struct doe_store *self, const char *query, int64_t *out)
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

quire_status
doe_store_prepare(struct doe_store *self)
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
        status = doe_sql_prepare(&self->sql, &self->find,
                                 "SELECT status, checksum FROM result WHERE id=?");
    }
    if (status == QUIRE_OK) {
        status = doe_sql_prepare(&self->sql, &self->drop_result, "DELETE FROM result WHERE id=?");
    }
    if (status == QUIRE_OK) {
        status = doe_sql_prepare(&self->sql, &self->add_attempt,
                                 "INSERT INTO attempt VALUES(NULL,?,?,?,?,?,?,?,?)");
    }
    return status;
}

quire_status
doe_store_begin(struct doe_store *self)
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
