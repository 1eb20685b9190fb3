/* What is wrong with a store's rows, and what can be mended: they are looked at before they are believed. */
#include "doe/store_parts.h"

#include <math.h>
#include <string.h>

#include "base/diag.h"

/* the plan says what the row must be */
static bool
fits_plan(const struct doe_store *self, sqlite3_stmt *s, const struct doe_run *run)
{
    const int c = 7 + (int)self->work->n_response;
    bool fits = strcmp(run->id, doe_sql_get_text(s, 1)) == 0 && (uint64_t)sqlite3_column_int64(s, c) == run->of.point
                && (uint64_t)sqlite3_column_int64(s, c + 1) == run->of.outer && (uint64_t)sqlite3_column_int64(s, c + 2) == run->of.replicate
                && sqlite3_column_int64(s, c + 3) == run->of.block;

    for (size_t i = 0; i < self->work->n_variable && fits; i++) {
        const double number = self->work->variable[i].words ? (double)NAN : doe_store_number_of(&run->of.value[i]);
        fits = self->work->variable[i].words ? strcmp(doe_sql_get_text(s, c + 4 + (int)i), run->of.value[i].text) == 0
                                             : doe_sql_get_number(s, c + 4 + (int)i) == number || isnan(number);
    }
    return fits;
}

static quire_status
drop_row(struct doe_store *self, uint64_t index, const char *id)
{
    struct quire_text sql = {0};
    quire_status status = doe_store_begin(self);

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

quire_status
doe_store_tell_damage(struct doe_store *self, uint64_t index, bool mend, quire_diag *diag)
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
        if (!doe_store_read_row(self, s) && mend) {
            ++*n_damaged;
            status = doe_store_begin(self);
            doe_sql_bind_text(self->drop_result, 1, self->record.id);
            status = status == QUIRE_OK ? doe_sql_step(&self->sql, self->drop_result, &row) : status;
            quire_diag_warning(diag, "W-FILE", (struct quire_place){self->sql.path, 0, 0}, NULL, NULL, "a result that is damaged was removed");
        }
    }
    sqlite3_finalize(s);
    return status;
}

/* SQLite counts by indices and gives out rows by tables; a damaged page can make these differ, and rows would be missing silently */
quire_status
doe_store_check_count(struct doe_store *self, uint64_t rows, bool mend, quire_diag *diag)
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
    quire_status status = doe_store_prepare_walk(self, &s);

    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const uint64_t index = (uint64_t)sqlite3_column_int64(s, 0);
        bool sound = doe_store_read_row(self, s) && index < self->work->n_run;
        if (sound) {
            status = doe_work_run(self->work, index, run, diag);
            sound = status == QUIRE_OK && fits_plan(self, s, run);
        }
        rows += sound;
        if (status == QUIRE_OK && !sound) {
            ++*n_damaged;
            status = doe_store_tell_damage(self, index, mend, diag);
            if (status == QUIRE_OK) {
                status = drop_row(self, index, doe_sql_get_text(s, 1));
            }
        }
    }
    sqlite3_finalize(s);
    return status == QUIRE_OK ? doe_store_check_count(self, rows, mend, diag) : status;
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
