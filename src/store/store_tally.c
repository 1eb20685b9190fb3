/* Counts of runs by status, kept beside the rows: triggers change them within the transaction that
 * changes rows, so that both are there or neither. Stores of before they were kept are counted. */
#include "store/store_parts.h"

#include "base/diag.h"

/* behind the tables of runs and results */
void
doe_store_write_tally(struct quire_text *sql)
{
    quire_text_add(sql, "CREATE TABLE tally(status TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, "
                        "WITHOUT ROWID;");
    for (int i = 0; i < DOE_STATUSES; i++) {
        quire_text_add(sql, "INSERT INTO tally VALUES(");
        doe_sql_text(sql, doe_status_word((enum doe_status)i));
        quire_text_add(sql, ",0);");
    }
    quire_text_add(
        sql, "CREATE TRIGGER run_added AFTER INSERT ON run BEGIN UPDATE tally SET n = n + 1 "
             "WHERE status = (SELECT status FROM result WHERE id = NEW.id); END;"
             "CREATE TRIGGER run_removed AFTER DELETE ON run BEGIN UPDATE tally SET n = n - 1 "
             "WHERE status = (SELECT status FROM result WHERE id = OLD.id); END;"
             "CREATE TRIGGER result_added AFTER INSERT ON result BEGIN UPDATE tally SET n = n + "
             "(SELECT count(*) FROM run WHERE id = NEW.id) WHERE status = NEW.status; END;"
             "CREATE TRIGGER result_removed AFTER DELETE ON result BEGIN UPDATE tally SET n = n - "
             "(SELECT count(*) FROM run WHERE id = OLD.id) WHERE status = OLD.status; END;");
}

/* Results in the order of their identities find their runs in the order of an index: each page is
 * read once. */
#define COUNT                                                                                      \
    "SELECT status, count(*) AS n FROM result CROSS JOIN run ON run.id = result.id GROUP BY "      \
    "status"

static quire_status
read_counts(struct doe_store *self, const char *query, struct doe_tally *out)
{
    sqlite3_stmt *s = NULL;
    bool row = true;
    int64_t conflicts = 0;

    *out = (struct doe_tally){0};
    quire_status status = doe_sql_prepare(&self->sql, &s, query);
    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const enum doe_status found = doe_status_read(doe_sql_get_text(s, 0));
        const uint64_t n = (uint64_t)sqlite3_column_int64(s, 1);
        if (found < DOE_STATUSES) {
            out->status[found] = n;
        }
        out->done += n;
    }
    sqlite3_finalize(s);
    if (status == QUIRE_OK) {
        status = doe_store_read_number(self, "SELECT count(*) FROM conflict", &conflicts);
        out->conflicts = (uint64_t)conflicts;
    }
    return status;
}

quire_status
doe_store_count_rows(struct doe_store *self, struct doe_tally *out)
{
    return read_counts(self, COUNT, out);
}

quire_status
doe_store_tally(struct doe_store *self, struct doe_tally *out)
{
    quire_status status = QUIRE_OK;

    if (!self->counted) {
        status = self->keeps_tally ? read_counts(self, "SELECT status, n FROM tally", &self->tally)
                                   : doe_store_count_rows(self, &self->tally);
        self->counted = status == QUIRE_OK && self->read_only;
    }
    *out = self->tally;
    return status;
}

quire_status
doe_store_find_tally(struct doe_store *self)
{
    int64_t n = 0;
    const quire_status status = doe_store_read_number(
        self, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'tally'", &n);

    self->keeps_tally = n > 0;
    return status;
}

quire_status
doe_store_renew_tally(struct doe_store *self)
{
    quire_status status = doe_store_begin(self);

    if (status == QUIRE_OK && !self->keeps_tally) {
        struct quire_text sql = {0};
        doe_store_write_tally(&sql);
        status = doe_sql_do_text(&self->sql, &sql);
        self->keeps_tally = status == QUIRE_OK;
    }
    return status == QUIRE_OK
               ? doe_sql_do(&self->sql, "UPDATE tally SET n = 0; UPDATE tally SET n = found.n FROM "
                                        "(" COUNT ") AS found WHERE tally.status = found.status")
               : status;
}

bool
doe_tally_is_same(const struct doe_tally *a, const struct doe_tally *b)
{
    bool same = a->done == b->done;

    for (int i = 0; i < DOE_STATUSES; i++) {
        same = same && a->status[i] == b->status[i];
    }
    return same;
}
