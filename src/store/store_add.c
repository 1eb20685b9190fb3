/* What is put into a store: runs, their results, and the attempts at them. */
#include "store/store_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "batch/environment.h"

double
doe_store_number_of(const struct quire_study_value *value)
{
    double number;

    return quire_number_read_result(&number, value->text, NULL) == QUIRE_NUMBER_OK ? number
                                                                                   : (double)NAN;
}

/* the first run that has a figure tells its unit */
static quire_status
learn_units(struct doe_store *self, const struct doe_record *record)
{
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < record->n_response && status == QUIRE_OK; i++) {
        if (strcmp(self->unit[i], "?") == 0 && strcmp(record->unit[i], "?") != 0) {
            struct quire_text sql = {0};
            quire_text_add(&sql, "UPDATE response SET unit=");
            doe_sql_text(&sql, record->unit[i]);
            quire_text_format(&sql, " WHERE position=%zu", i);
            status = doe_sql_do_text(&self->sql, &sql);
            memcpy(self->unit[i], record->unit[i], DOE_UNIT_SIZE);
        }
    }
    return status;
}

static quire_status
add_run(struct doe_store *self, const struct doe_run *run)
{
    sqlite3_stmt *s = self->add_run;
    bool row;

    sqlite3_bind_int64(s, 1, (sqlite3_int64)run->of.index);
    doe_sql_bind_text(s, 2, run->id);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)run->of.point);
    sqlite3_bind_int64(s, 4, (sqlite3_int64)run->of.outer);
    sqlite3_bind_int64(s, 5, (sqlite3_int64)run->of.replicate);
    sqlite3_bind_int64(s, 6, run->of.block);
    for (size_t i = 0; i < self->work->n_variable; i++) {
        if (self->work->variable[i].words) {
            doe_sql_bind_text(s, 7 + (int)i, run->of.value[i].text);
        } else {
            doe_sql_bind_number(s, 7 + (int)i, doe_store_number_of(&run->of.value[i]));
        }
    }
    return doe_sql_step(&self->sql, s, &row);
}

static quire_status
add_result(struct doe_store *self, const struct doe_record *record, const char *checksum)
{
    sqlite3_stmt *s = self->add_result;
    bool row;

    doe_sql_bind_text(s, 1, record->id);
    doe_sql_bind_text(s, 2, doe_status_word(record->status));
    doe_sql_bind_text(s, 3, record->diagnosis);
    doe_sql_bind_text(s, 4, record->message);
    doe_sql_bind_number(s, 5, record->end_time);
    for (size_t i = 0; i < record->n_response; i++) {
        doe_sql_bind_number(s, 6 + (int)i, record->response[i]);
    }
    doe_sql_bind_text(s, 6 + (int)record->n_response, checksum);
    return doe_sql_step(&self->sql, s, &row);
}

static quire_status
add_attempt(struct doe_store *self, const struct doe_record *record)
{
    sqlite3_stmt *s = self->add_attempt;
    bool row;

    doe_sql_bind_text(s, 1, record->id);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)record->index);
    sqlite3_bind_int64(s, 3, record->attempt);
    doe_sql_bind_text(s, 4, doe_status_word(record->status));
    doe_sql_bind_text(s, 5, record->host[0] != '\0' ? record->host : doe_host());
    doe_sql_bind_number(s, 6, record->wall);
    doe_sql_bind_number(s, 7, record->cpu);
    sqlite3_bind_int64(s, 8, (sqlite3_int64)record->steps);
    return doe_sql_step(&self->sql, s, &row);
}

/* the same run came to something else: nobody can say which is right, so both are kept */
static quire_status
add_conflict(struct doe_store *self, const struct doe_record *record, const char *checksum)
{
    struct quire_text sql = {0}, numbers = {0};

    for (size_t i = 0; i < record->n_response; i++) {
        quire_text_add(&numbers, i > 0 ? " " : "");
        quire_text_number(&numbers, record->response[i]);
    }
    quire_text_add(&sql, "INSERT OR IGNORE INTO conflict VALUES(");
    doe_sql_text(&sql, record->id);
    quire_text_format(&sql, ",%llu,", (unsigned long long)record->index);
    doe_sql_text(&sql, doe_status_word(record->status));
    quire_text_add(&sql, ",");
    doe_sql_text(&sql, record->diagnosis);
    quire_text_add(&sql, ",");
    if (isfinite(record->end_time)) {
        quire_text_number(&sql, record->end_time);
    } else {
        quire_text_add(&sql, "NULL");
    }
    quire_text_add(&sql, ",");
    doe_sql_text(&sql, numbers.data != NULL ? numbers.data : "");
    quire_text_add(&sql, ",");
    doe_sql_text(&sql, checksum);
    quire_text_add(&sql, ");");
    quire_text_clear_part(&numbers, &sql);
    return doe_sql_do_text(&self->sql, &sql);
}

/* status and checksum of the result that is there */
static quire_status
look_up(struct doe_store *self, const char *id, bool *found, enum doe_status *status_found,
        char checksum[17])
{
    doe_sql_bind_text(self->find, 1, id);
    const quire_status status = doe_sql_step(&self->sql, self->find, found);
    if (status != QUIRE_OK || !*found) {
        return status;
    }
    *status_found = doe_status_read(doe_sql_get_text(self->find, 0));
    snprintf(checksum, 17, "%s", doe_sql_get_text(self->find, 1));
    sqlite3_reset(self->find);
    return *status_found != DOE_STATUSES
               ? QUIRE_OK
               : doe_store_refuse(self, "'quire doe run' checks all results before it continues",
                                  "a result is damaged: its status is none");
}

quire_status
doe_store_find(struct doe_store *self, const char *id, bool *found, enum doe_status *status)
{
    char checksum[17];

    return look_up(self, id, found, status, checksum);
}

static quire_status
add_record(struct doe_store *self, const struct doe_record *record)
{
    char mine[17], other[17];
    enum doe_status before = DOE_STATUSES;
    bool found = false, row;
    quire_status status = look_up(self, record->id, &found, &before, other);

    doe_record_checksum(record, mine);
    if (status == QUIRE_OK && found && doe_status_is_chance(before) &&
        !doe_status_is_chance(record->status)) {
        doe_sql_bind_text(self->drop_result, 1, record->id);
        status = doe_sql_step(&self->sql, self->drop_result, &row);
        found = false;
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (!found) {
        status = add_result(self, record, mine);
        if (status == QUIRE_OK) {
            status = add_attempt(self, record);
        }
        return status == QUIRE_OK ? learn_units(self, record) : status;
    }
    return doe_status_is_chance(record->status) || strcmp(mine, other) == 0
               ? QUIRE_OK
               : add_conflict(self, record, mine);
}

quire_status
doe_store_add(struct doe_store *self, const struct doe_run *run, const struct doe_record *record)
{
    quire_status status = doe_store_begin(self);

    if (status == QUIRE_OK) {
        status = add_run(self, run);
    }
    return status == QUIRE_OK && record != NULL ? add_record(self, record) : status;
}

/* the words of chance, for a list in SQL */
static void
write_chance(struct quire_text *sql)
{
    const char *comma = "";

    for (int i = 0; i < DOE_STATUSES; i++) {
        if (doe_status_is_chance((enum doe_status)i)) {
            quire_text_add(sql, comma);
            doe_sql_text(sql, doe_status_word((enum doe_status)i));
            comma = ",";
        }
    }
}

quire_status
doe_store_forget_chance(struct doe_store *self, uint64_t *n)
{
    struct quire_text runs = {0}, results = {0};
    quire_status status = doe_store_begin(self);

    *n = 0;
    quire_text_add(&runs, "DELETE FROM run WHERE id IN (SELECT id FROM result WHERE status IN (");
    write_chance(&runs);
    quire_text_add(&runs, "))");
    quire_text_add(&results, "DELETE FROM result WHERE status IN (");
    write_chance(&results);
    quire_text_add(&results, ")");
    if (status == QUIRE_OK) {
        status = doe_sql_do_text(&self->sql, &runs);
    }
    if (status == QUIRE_OK) {
        *n = (uint64_t)sqlite3_changes64(self->sql.db);
        status = doe_sql_do_text(&self->sql, &results);
    }
    quire_text_clear(&runs);
    quire_text_clear(&results);
    return status == QUIRE_OK ? doe_store_commit(self) : status;
}
