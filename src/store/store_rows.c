/* Rows of a store: what one holds. */
#include "store/store_parts.h"

#include <stdio.h>
#include <string.h>

quire_status
doe_store_prepare_walk(struct doe_store *self, sqlite3_stmt **out)
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

bool
doe_store_read_row(struct doe_store *self, sqlite3_stmt *s)
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
