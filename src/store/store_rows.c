/* Rows of a store: how many there are of which sort, and what one holds. */
#include "store/store_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Results in the order of their identities find their runs in the order of an index: each page is
 * read once. */
static quire_status
count_rows(struct doe_store *self, struct doe_tally *out)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    int64_t conflicts = 0;

    *out = (struct doe_tally){0};
    quire_status status = doe_sql_prepare(
        &self->sql, &s,
        "SELECT status, count(*) FROM result CROSS JOIN run ON run.id = result.id GROUP BY status");
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
        status = doe_store_read_number(self, "SELECT count(*) FROM conflict", &conflicts);
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

quire_status
doe_store_tally(struct doe_store *self, struct doe_tally *out)
{
    quire_status status = QUIRE_OK;

    if (!self->counted) {
        status = count_rows(self, &self->tally);
        self->counted = status == QUIRE_OK && self->read_only;
    }
    *out = self->tally;
    return status;
}

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
