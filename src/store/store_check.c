/* What is wrong with a store's rows, and what can be mended: they are looked at before they are
 * believed. */
#include "store/store_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

/* the first of the columns that say where a run is in the plan, and of those of its values */
static int
column_of_place(const struct doe_store *self)
{
    return 7 + (int)self->work->n_response;
}

static int
column_of_values(const struct doe_store *self)
{
    return column_of_place(self) + 4;
}

static bool
has_place(const struct doe_store *self, sqlite3_stmt *s, const struct doe_run *run)
{
    const int c = column_of_place(self);

    return (uint64_t)sqlite3_column_int64(s, c) == run->of.point &&
           (uint64_t)sqlite3_column_int64(s, c + 1) == run->of.outer &&
           (uint64_t)sqlite3_column_int64(s, c + 2) == run->of.replicate &&
           sqlite3_column_int64(s, c + 3) == run->of.block;
}

static bool
has_values(const struct doe_store *self, sqlite3_stmt *s, const struct doe_run *run)
{
    const int c = column_of_values(self);
    bool fits = strcmp(run->id, doe_sql_get_text(s, 1)) == 0 && has_place(self, s, run);

    for (size_t i = 0; i < self->work->n_variable && fits; i++) {
        const double number =
            self->work->variable[i].words ? (double)NAN : doe_store_number_of(&run->of.value[i]);
        fits = self->work->variable[i].words
                   ? strcmp(doe_sql_get_text(s, c + (int)i), run->of.value[i].text) == 0
                   : doe_sql_get_number(s, c + (int)i) == number || isnan(number);
    }
    return fits;
}

/* ---- values as they were written: the identity is a hash of them, and the place says which run
 * they are of, so that the plan need not draw them again */

#define MOST_STRANGE                                                                               \
    100 /* rows whose texts are others than their numbers', until that is given up */

struct values_read {
    struct quire_study_known *value; /* (n_variable) */
    unsigned strange;
};

static quire_status
read_values(struct doe_store *self, sqlite3_stmt *s, struct doe_run *run, struct values_read *read,
            bool *same)
{
    const int c = column_of_values(self);

    *same = false;
    if (read->strange >= MOST_STRANGE) {
        return QUIRE_OK;
    }
    for (size_t i = 0; i < self->work->n_variable; i++) {
        const bool words = self->work->variable[i].words;
        read->value[i] = (struct quire_study_known){
            .number = words ? (double)NAN : doe_sql_get_number(s, c + (int)i),
            .word = words ? doe_sql_get_text(s, c + (int)i) : NULL};
    }
    const quire_status status =
        doe_work_run_known(self->work, (uint64_t)sqlite3_column_int64(s, 0), read->value,
                           doe_sql_get_text(s, 1), run, same, self->sql.diag);
    read->strange += status == QUIRE_OK && !*same;
    *same = *same && has_place(self, s, run);
    return status;
}

enum row_found {
    ROW_SOUND,
    /* the plan has another run there, so the row means nothing; its result does, to whom it belongs
     */
    ROW_MISPLACED,
    ROW_DAMAGED, /* so is every row that shares its result */
};

static quire_status
look_at_row(struct doe_store *self, sqlite3_stmt *s, struct doe_run *run, enum row_found *found,
            quire_diag *diag)
{
    const uint64_t index = (uint64_t)sqlite3_column_int64(s, 0);

    *found = doe_store_read_row(self, s) ? ROW_MISPLACED : ROW_DAMAGED;
    if (*found == ROW_DAMAGED || index >= self->work->n_run) {
        return QUIRE_OK;
    }
    const quire_status status = doe_work_run(self->work, index, run, diag);
    if (status == QUIRE_OK && has_values(self, s, run)) {
        *found = ROW_SOUND;
    }
    return status;
}

/* the same for a reader, as far as its values need not be drawn again */
static quire_status
read_whole_row(struct doe_store *self, sqlite3_stmt *s, struct doe_run *run,
               struct values_read *read, enum row_found *found)
{
    const uint64_t index = (uint64_t)sqlite3_column_int64(s, 0);
    bool same = false;
    const quire_status status =
        index < self->work->n_run ? read_values(self, s, run, read, &same) : QUIRE_OK;

    if (status != QUIRE_OK || !same) {
        return status != QUIRE_OK ? status : look_at_row(self, s, run, found, self->sql.diag);
    }
    *found = doe_store_read_row(self, s) ? ROW_SOUND : ROW_DAMAGED;
    return QUIRE_OK;
}

static quire_status
drop_result(struct doe_store *self, const char *id)
{
    quire_status status = doe_store_begin(self);
    bool row;

    if (status == QUIRE_OK) {
        doe_sql_bind_text(self->drop_result, 1, id);
        status = doe_sql_step(&self->sql, self->drop_result, &row);
    }
    return status;
}

static quire_status
drop_row(struct doe_store *self, uint64_t index, const char *id, enum row_found found)
{
    struct quire_text sql = {0};
    const quire_status status = doe_store_begin(self);

    if (status != QUIRE_OK) {
        return status;
    }
    quire_text_format(&sql, "DELETE FROM run WHERE run=%llu", (unsigned long long)index);
    if (found == ROW_MISPLACED) {
        return doe_sql_do_text(&self->sql, &sql);
    }
    quire_text_add(&sql, " OR id=");
    doe_sql_text(&sql, id);
    const quire_status dropped = doe_sql_do_text(&self->sql, &sql);
    return dropped == QUIRE_OK ? drop_result(self, id) : dropped;
}

static quire_status
prepare_loose_results(struct doe_store *self, sqlite3_stmt **out)
{
    struct quire_text sql = {0};

    quire_text_add(&sql, "SELECT 0, id, status, diagnosis, message, end_time");
    for (size_t i = 0; i < self->work->n_response; i++) {
        quire_text_format(&sql, ", r%zu", i);
    }
    quire_text_add(&sql, ", checksum FROM result WHERE id NOT IN (SELECT id FROM run)");
    return doe_sql_prepare_text(&self->sql, out, &sql);
}

/* results that no row of a run leads to have nobody who looks at them before they are used again */
static quire_status
mend_loose_results(struct doe_store *self, uint64_t *n_damaged, quire_diag *diag)
{
    const struct quire_place at = {self->sql.path, 0, 0};
    sqlite3_stmt *s = NULL;
    bool row = true;
    quire_status status = prepare_loose_results(self, &s);

    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        if (!doe_store_read_row(self, s)) {
            ++*n_damaged;
            quire_diag_warning(diag, "W-FILE", at, NULL, NULL,
                               "a result that is damaged was removed");
            status = drop_result(self, doe_sql_get_text(s, 1));
        }
    }
    sqlite3_finalize(s);
    return status;
}

static quire_status
check_rows(struct doe_store *self, struct doe_run *run, bool mend, uint64_t *n_damaged,
           quire_diag *diag)
{
    struct doe_tally rows = {0};
    sqlite3_stmt *s = NULL;
    bool row = true;
    quire_status status = doe_store_prepare_walk(self, &s);

    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        const uint64_t index = (uint64_t)sqlite3_column_int64(s, 0);
        enum row_found found;
        status = look_at_row(self, s, run, &found, diag);
        if (found == ROW_SOUND) {
            doe_tally_add(&rows, self->record.status);
        }
        if (status == QUIRE_OK && found != ROW_SOUND) {
            ++*n_damaged;
            status = doe_store_tell_damage(self, index, mend, diag);
            status =
                status == QUIRE_OK ? drop_row(self, index, doe_sql_get_text(s, 1), found) : status;
        }
    }
    sqlite3_finalize(s);
    return status != QUIRE_OK ? status
           : mend             ? doe_store_mend_count(self, &rows, *n_damaged > 0, diag)
                              : doe_store_check_count(self, &rows, diag);
}

quire_status
doe_store_each_run(struct doe_store *self,
                   quire_status (*take)(void *self, const struct doe_run *run,
                                        const struct doe_record *record),
                   void *taker)
{
    struct doe_run run;
    struct values_read read = {.value = calloc(self->work->n_variable + 1, sizeof *read.value)};
    struct doe_tally rows = {0};
    sqlite3_stmt *s = NULL;
    bool row = true;

    if (read.value == NULL || !doe_run_init(&run, self->work)) {
        free(read.value);
        return quire_diag_memory_error(self->sql.diag);
    }
    quire_status status = doe_store_prepare_walk(self, &s);
    while (status == QUIRE_OK && (status = doe_sql_step(&self->sql, s, &row)) == QUIRE_OK && row) {
        enum row_found found;
        status = read_whole_row(self, s, &run, &read, &found);
        if (status == QUIRE_OK) {
            doe_tally_add(&rows, self->record.status);
            status = found == ROW_SOUND
                         ? take(taker, &run, &self->record)
                         : doe_store_tell_damage(self, self->record.index, false, self->sql.diag);
        }
    }
    sqlite3_finalize(s);
    doe_run_clear(&run);
    free(read.value);
    if (status == QUIRE_OK) {
        doe_work_warn_of_missing(self->work, rows.done, self->work->path, self->sql.diag);
        status = doe_store_check_count(self, &rows, self->sql.diag);
    }
    return status;
}

quire_status
doe_store_check(struct doe_store *self, bool mend, uint64_t *n_damaged, quire_diag *diag)
{
    struct doe_run run;

    *n_damaged = 0;
    if (!doe_run_init(&run, self->work)) {
        return quire_diag_memory_error(diag);
    }
    bool sound = true;
    quire_status status = mend ? doe_store_is_sound(self, &sound) : QUIRE_OK;
    if (status == QUIRE_OK && !sound) {
        ++*n_damaged;
        status = doe_store_make_anew(self, diag);
    }
    if (status == QUIRE_OK) {
        status = check_rows(self, &run, mend, n_damaged, diag);
    }
    if (status == QUIRE_OK && mend) {
        status = mend_loose_results(self, n_damaged, diag);
    }
    doe_run_clear(&run);
    return status == QUIRE_OK ? doe_store_commit(self) : status;
}
