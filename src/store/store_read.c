/* What is taken out of a store. */
#include "store/store_parts.h"

quire_status
doe_store_mark(struct doe_store *self, uint64_t from, size_t n, unsigned char *bit)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    quire_status status =
        doe_sql_prepare(&self->sql, &s, "SELECT run FROM run WHERE run >= ? AND run < ?");

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
doe_store_each(struct doe_store *self,
               quire_status (*take)(void *self, const struct doe_record *record), void *taker)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    struct doe_tally rows = {0};
    quire_status status = doe_store_prepare_walk(self, &s);

    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        if (doe_store_read_row(self, s)) {
            doe_tally_add(&rows, self->record.status);
            status = take(taker, &self->record);
        } else {
            status = doe_store_tell_damage(self, self->record.index, false, self->sql.diag);
        }
    }
    sqlite3_finalize(s);
    return status == QUIRE_OK ? doe_store_check_count(self, &rows, self->sql.diag) : status;
}
