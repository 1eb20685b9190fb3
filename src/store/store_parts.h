/* What the parts of a store know of each other: what all use (store_base.c), its rows
 * (store_rows.c), how many there are (store_tally.c), what it says of itself (store_plan.c), what
 * is added (store_add.c), collected from shards (store_collect.c), read (store_read.c), checked
 * (store_check.c), found damaged (store_damage.c) and made anew (store_anew.c), and its file on top
 * (store_open.c). */
#ifndef QUIRE_STORE_STORE_PARTS_H
#define QUIRE_STORE_STORE_PARTS_H

#include "store/sql.h"
#include "store/store.h"

struct doe_store {
    struct doe_work *work;
    struct doe_sql sql;
    sqlite3_stmt *add_run, *add_result, *find, *add_attempt, *drop_result;
    struct doe_record record;    /* room for what is read */
    char (*unit)[DOE_UNIT_SIZE]; /* of responses; "?" until a run has told it (n_response) */
    char program[65];            /* that began it */
    bool in_transaction;
    bool read_only;  /* of one moment, so that it is counted once */
    bool is_private; /* a copy of the file, or made where there is none */
    bool collects;   /* shards are collected into it */
    bool counted;
    struct doe_tally tally;
    bool keeps_tally; /* the file has a table of it, of the plan that is read */
    /* the study file says something else than when the store was begun or extended */
    bool another_plan;
    uint64_t unplanned;   /* results that today's plan has no run for */
    uint64_t uncollected; /* of a reader: runs that shards have added */
};

/* store_base.c */

/* Begins a transaction unless one is open; doe_store_commit() ends it. */
quire_status doe_store_begin(struct doe_store *self);
/* Makes its statements: behind the tables. */
quire_status doe_store_prepare(struct doe_store *self);
/* The first column of the first row, 0 if there is none. */
quire_status doe_store_read_number(struct doe_store *self, const char *query, int64_t *out);
/* Reports why the file cannot be used. */
quire_status doe_store_refuse(struct doe_store *self, const char *hint, const char *why);

/* store_plan.c */

/* Fills an empty file: all or nothing, so that an interrupted beginning leaves one that is begun
 * again. */
quire_status doe_store_lay_out(struct doe_store *self);
/* Refuses what is no store, or of a format that is not known; writes nothing. */
quire_status doe_store_check_format(struct doe_store *self);
/* Refuses a store of another study, model or version; with `extend` only the study's plan may be
 * another, and read as it is the model, too. */
quire_status doe_store_check_plan(struct doe_store *self, const struct doe_store_options *options);
/* Takes over the plan with all results that it has runs for, at once or not at all; behind
 * doe_store_prepare(). */
quire_status doe_store_extend(struct doe_store *self);
/* The same for a reader: rows of today's plan in a table of its own, which hides that of the file.
 */
quire_status doe_store_read_by_plan(struct doe_store *self);

/* store_add.c */

/* A value's number as its text says it, which is what is kept; NaN if it is none. */
double doe_store_number_of(const struct quire_study_value *value);

/* store_collect.c */

/* Of a reader: sets `collects`, and continues with a private copy, if shards may hold runs that the
 * file lacks; before doe_store_prepare(). */
quire_status doe_store_make_private(struct doe_store *self, const char *directory);
/* Collects shards into that copy. */
quire_status doe_store_collect_privately(struct doe_store *self, const char *directory);

/* store_rows.c */

/* A statement with a row for each run, in the order of the plan; columns: run, id, status,
 * diagnosis, message, end_time, responses, checksum, point, outer, replicate, block, values; NULLs
 * where a result is missing. */
quire_status doe_store_prepare_walk(struct doe_store *self, sqlite3_stmt **out);
/* Reads the columns up to the checksum into self->record; false when the result is missing or its
 * checksum is not that of its numbers. */
bool doe_store_read_row(struct doe_store *self, sqlite3_stmt *row);

/* store_tally.c */

/* Appends the table of counts and what keeps it. */
void doe_store_write_tally(struct quire_text *sql);
/* Whether the file has that table. */
quire_status doe_store_find_tally(struct doe_store *self);
/* Counts all rows, whatever is kept. */
quire_status doe_store_count_rows(struct doe_store *self, struct doe_tally *out);
/* Makes the table of counts, or makes it anew, in the transaction that it begins where none is
 * open. */
quire_status doe_store_renew_tally(struct doe_store *self);
static inline void
doe_tally_add(struct doe_tally *tally, enum doe_status status)
{
    tally->done++;
    if (status < DOE_STATUSES) {
        tally->status[status]++;
    }
}
/* Equal numbers of runs. */
bool doe_tally_is_same(const struct doe_tally *a, const struct doe_tally *b);

/* store_damage.c */

/* Says that a run's row is damaged: a warning where it can be mended, else an error, which is
 * returned. */
quire_status doe_store_tell_damage(struct doe_store *self, uint64_t index, bool mend,
                                   quire_diag *diag);
/* Refuses a database that counts other runs than those that it gave out. */
quire_status doe_store_check_count(struct doe_store *self, const struct doe_tally *rows,
                                   quire_diag *diag);
/* The same where counts can be made anew, of a database that is sound; with `harmed` other damage
 * was mended, which explains wrong counts. */
quire_status doe_store_mend_count(struct doe_store *self, const struct doe_tally *rows, bool harmed,
                                  quire_diag *diag);

/* store_anew.c */

/* SQLite finds its pages, rows and indices as they belong together; reads the whole file. */
quire_status doe_store_is_sound(struct doe_store *self, bool *sound);
/* Makes the file anew from all results of the plan that are in it with their checksums, in place of
 * the damaged one; attempts, conflicts and results that the plan has no run for are gone. Warns. */
quire_status doe_store_make_anew(struct doe_store *self, quire_diag *diag);

/* store_open.c: gives back all but the struct itself. */
void doe_store_clear(struct doe_store *self);

#endif
