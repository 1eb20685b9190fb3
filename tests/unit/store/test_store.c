#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kept.h"
#include "store/store_parts.h"

static const struct doe_store_options reading = {.write = false},
                                      writing = {.write = true, .fast = true},
                                      extending = {.write = true, .extend = true};

static quire_status
count(void *self, const struct doe_record *record)
{
    (void)record;
    ++*(int *)self;
    return QUIRE_OK;
}

/* Who counts the runs and then goes through them meets as many, though a coordinator adds some
 * meanwhile; the folder may be reached by a link. */
Test(store, readers_see_one_moment)
{
    char link[48];
    struct kept kept;
    struct doe_store *reader;
    struct doe_tally tally;
    int n = 0;

    kept_begin(&kept, NULL);
    snprintf(link, sizeof link, "%s.link", kept.folder);
    cr_assert(symlink(kept.folder, link) == 0);
    struct doe_store *writer = kept_open(&kept, true);
    kept_add(&kept, writer, 0, DOE_PASSED, 1.0);
    cr_assert(eq(int, doe_store_open(&reader, link, &kept.work, &reading, kept.diag), QUIRE_OK));
    cr_assert(eq(int, doe_store_tally(reader, &tally), QUIRE_OK));
    kept_add(&kept, writer, 1, DOE_PASSED, 1.0);
    cr_assert(eq(int, doe_store_each(reader, count, &n), QUIRE_OK));
    cr_assert(tally.done == 1 && n == 1, "%d runs instead of %d", n, (int)tally.done);
    doe_store_close(reader);
    cr_assert(eq(int, doe_store_tally(writer, &tally), QUIRE_OK));
    cr_assert(eq(u64, tally.done, 2));
    doe_store_close(writer);
    unlink(link);
    kept_end(&kept);
}

/* ---- what is refused ---- */

static void
write_bytes(const char *path, const char *bytes)
{
    FILE *f = fopen(path, "w");

    cr_assert(f != NULL && fputs(bytes, f) >= 0 && fclose(f) == 0);
}

static struct quire_text
read_bytes(const char *path)
{
    struct quire_text text = {0};
    FILE *f = fopen(path, "r");

    cr_assert(f != NULL);
    for (int c; (c = fgetc(f)) != EOF;) {
        quire_text_add_char(&text, (char)c);
    }
    fclose(f);
    return text;
}

Test(store, nothing_is_told_where_nothing_was_run)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_refuse(&kept, &reading, QUIRE_ERROR_FILE, "E-FILE",
                "store.sqlite: error [E-FILE]: nothing was run yet; 'quire doe run' begins it");
    write_bytes(kept.file, "");
    kept_refuse(&kept, &reading, QUIRE_ERROR_FILE, "E-FILE", "nothing was run yet");
    kept_end(&kept);
}

Test(store, folder_that_is_a_file_is_refused)
{
    struct kept kept;
    struct doe_store *store;
    char path[80];

    kept_begin(&kept, NULL);
    snprintf(path, sizeof path, "%s/drop.xml", kept.folder);
    cr_assert(
        eq(int, doe_store_open(&store, path, &kept.work, &reading, kept.diag), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", "drop.xml/store.sqlite: error [E-FILE]: cannot be read");
    snprintf(path, sizeof path, "%s/drop.xml/deeper", kept.folder);
    cr_assert(
        eq(int, doe_store_open(&store, path, &kept.work, &writing, kept.diag), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", "deeper: error [E-FILE]: the study's folder cannot be made");
    kept_end(&kept);
}

Test(store, file_that_is_no_database_is_refused)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    write_bytes(kept.file, "this is no database, and long enough to be looked at as one, if it "
                           "were one, which it is not, for all that is known of it.....\n");
    kept_refuse(&kept, &reading, QUIRE_ERROR_FILE, "E-FILE",
                "store.sqlite: error [E-FILE]: the store cannot be used: file is not a database; "
                "move it away");
    kept_refuse(&kept, &writing, QUIRE_ERROR_FILE, "E-FILE",
                "file is not a database; move it away");
    kept_end(&kept);
}

/* another program's database keeps each of its bytes, and a newer Quire's store likewise */
static void
refuse_untouched(const char *statements, const char *words)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_do(&kept, statements);
    struct quire_text before = read_bytes(kept.file);
    kept_refuse(&kept, &reading, QUIRE_ERROR_FILE, "E-FILE", words);
    kept_refuse(&kept, &writing, QUIRE_ERROR_FILE, "E-FILE", words);
    struct quire_text after = read_bytes(kept.file);
    cr_assert(before.size == after.size && memcmp(before.data, after.data, before.size) == 0,
              "%s: it was written to", words);
    quire_text_clear(&before);
    quire_text_clear(&after);
    kept_end(&kept);
}

Test(store, database_of_another_program_is_refused_and_left_alone)
{
    refuse_untouched("CREATE TABLE meta(key TEXT, value TEXT)",
                     "this database is no store of a study; name another folder");
}

Test(store, newer_format_is_refused_and_left_alone)
{
    refuse_untouched(
        "PRAGMA application_id=1363431237; PRAGMA user_version=2; CREATE TABLE meta(key TEXT, "
        "value TEXT)",
        "the store is of a format that this Quire does not know; use the Quire that made it");
}

/* doc/formats.md */
Test(store, is_of_format_1)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    cr_expect(eq(long, kept_count(&kept, "PRAGMA user_version"), 1));
    cr_expect(eq(long, kept_count(&kept, "PRAGMA application_id"), 0x51444f45));
    kept_end(&kept);
}

static void
refuse_after(const char *statements, const struct doe_store_options *options, const char *words)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    kept_do(&kept, statements);
    const long runs = kept_count(&kept, "SELECT count(*) FROM run");
    kept_refuse(&kept, options, QUIRE_ERROR_INPUT, "E-MODEL", words);
    cr_assert(eq(long, kept_count(&kept, "SELECT count(*) FROM run"), runs));
    kept_end(&kept);
}

Test(store, what_is_another_study_is_told)
{
    refuse_after("UPDATE meta SET value='x' WHERE key='study'", &writing,
                 "another study: its name changed since it was begun; name another folder with -d");
    refuse_after("UPDATE meta SET value='x' WHERE key='model-hash'", &reading,
                 "another study: the model file changed");
    refuse_after("UPDATE meta SET value='0.0.1' WHERE key='version'", &extending,
                 "another study: the version of Quire changed");
    refuse_after("DELETE FROM meta WHERE key='version'", &reading,
                 "another study: the version of Quire changed");
    refuse_after(
        "UPDATE meta SET value='x' WHERE key='study-hash'", &writing,
        "another study: the study file changed since it was begun; 'quire doe run --extend' keeps");
    refuse_after("UPDATE meta SET value='x'", &writing,
                 "its name, the model file, the version of Quire, the study file changed");
}

Test(store, other_columns_are_another_study)
{
    static const char words[] = "another study: its factors, noise or responses changed since it "
                                "was begun; name another folder";

    refuse_after("UPDATE variable SET name='load' WHERE position=0", &extending, words);
    refuse_after("UPDATE variable SET unit='mm/s' WHERE position=0", &extending, words);
    refuse_after("UPDATE response SET source='ball.y' WHERE position=0", &extending, words);
    refuse_after("DELETE FROM response WHERE position=1", &extending, words);
    refuse_after("INSERT INTO response VALUES(2, 'more', 'ball.y', '?')", &extending, words);
    refuse_after("INSERT INTO variable VALUES(2, 'more', 'factor', '')", &extending, words);
}

Test(store, table_that_is_missing_is_told)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    kept_do(&kept, "DROP VIEW runs_wide; DROP TABLE attempt");
    kept_refuse(&kept, &reading, QUIRE_ERROR_FILE, "E-FILE",
                "the store cannot be used: no such table: attempt");
    kept_end(&kept);
}

/* a study's name may be as long as it likes */
Test(store, long_name_is_the_same_name)
{
    struct kept kept;
    char longest[1001];

    kept_begin(&kept, NULL);
    memset(longest, 'n', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    kept.work.name = longest;
    kept_fill(&kept);
    doe_store_close(kept_open(&kept, false));
    kept_end(&kept);
}

/* ---- what cannot be written ---- */

Test(store, reader_writes_nothing)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    struct doe_store *store = kept_open(&kept, false);
    cr_assert(eq(int, kept_add(&kept, store, 0, DOE_PASSED, 1.0), QUIRE_ERROR_FILE));
    doe_store_close(store);
    kept_end(&kept);
}

Test(store, lock_of_another_is_told)
{
    struct kept kept;
    sqlite3 *other;

    kept_begin(&kept, NULL);
    struct doe_store *store = kept_open(&kept, true);
    sqlite3_busy_timeout(store->sql.db, 10);
    cr_assert(eq(int, sqlite3_open(kept.file, &other), SQLITE_OK));
    cr_assert(eq(int, sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK));
    cr_assert(eq(int, kept_add(&kept, store, 0, DOE_PASSED, 1.0), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE",
                      "store.sqlite: error [E-FILE]: the store cannot be used: database is locked");
    sqlite3_close(other);
    cr_assert(eq(int, kept_add(&kept, store, 0, DOE_PASSED, 1.0), QUIRE_OK), "it is free again");
    doe_store_close(store);
    kept_end(&kept);
}

/* the disk fills up: what was acknowledged stays, and what comes when there is room again */
Test(store, full_disk_is_told)
{
    struct kept kept;
    struct doe_tally tally;
    quire_status status = QUIRE_OK;
    uint64_t n = 0;

    kept_begin(&kept, "<factor parameter=\"speed\" low=\"0.5 m/s\" high=\"2 m/s\"/> <factor "
                      "parameter=\"cover\" levels=\"rubber, steel\"/>\n"
                      "<design kind=\"latin-hypercube\" points=\"2000\"/>\n");
    struct doe_store *store = kept_open(&kept, true);
    sqlite3_exec(store->sql.db, "PRAGMA max_page_count=40", NULL, NULL, NULL);
    while (n < kept.work.n_run &&
           (status = kept_add(&kept, store, n, DOE_PASSED, 1.0)) == QUIRE_OK) {
        n++;
    }
    cr_assert(eq(int, status, QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", "the store cannot be used: database or disk is full");
    doe_store_close(store);
    store = kept_open(&kept, true);
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(tally.done == n && n > 10, "%d of %d", (int)tally.done, (int)n);
    cr_assert(eq(int, kept_add(&kept, store, n, DOE_PASSED, 1.0), QUIRE_OK));
    doe_store_close(store);
    kept_end(&kept);
}

/* ---- what is added ---- */

static struct doe_tally
tally_of(struct kept *kept)
{
    struct doe_tally tally;
    struct doe_store *store = kept_open(kept, false);

    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    doe_store_close(store);
    return tally;
}

/* chance gives way to a verdict, a verdict to nothing; replicates of a plan without noise are one
 * result */
Test(store, verdict_replaces_chance_alone)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    struct doe_store *store = kept_open(&kept, true);
    kept_add(&kept, store, 0, DOE_TIMED_OUT, (double)NAN);
    kept_add(&kept, store, 0, DOE_CRASHED, (double)NAN);
    doe_store_close(store);
    cr_assert(eq(u64, tally_of(&kept).status[DOE_TIMED_OUT], 1));
    store = kept_open(&kept, true);
    kept_add(&kept, store, 0, DOE_JAM, 1.0);
    kept_add(&kept, store, 0, DOE_TIMED_OUT, (double)NAN);
    kept_add(&kept, store, 0, DOE_JAM, 1.0);
    doe_store_close(store);
    const struct doe_tally tally = tally_of(&kept);
    cr_assert(tally.done == 1 && tally.status[DOE_JAM] == 1 && tally.conflicts == 0);
    kept_end(&kept);
}

Test(store, another_result_is_kept_as_conflict)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    struct doe_store *store = kept_open(&kept, true);
    kept_add(&kept, store, 0, DOE_PASSED, 1.0);
    kept_add(&kept, store, 0, DOE_PASSED, 2.0);
    kept_add(&kept, store, 0, DOE_PASSED, 2.0);
    kept_add(&kept, store, 0, DOE_JAM, (double)NAN);
    doe_store_close(store);
    cr_assert(eq(u64, tally_of(&kept).conflicts, 2));
    cr_assert(
        eq(long,
           kept_count(&kept, "SELECT count(*) FROM conflict WHERE status='ok' AND numbers='2 nan'"),
           1));
    cr_assert(eq(long, kept_count(&kept, "SELECT r0 FROM result"), 1));
    kept_end(&kept);
}

Test(store, chance_is_forgotten_on_demand)
{
    struct kept kept;
    uint64_t n;
    unsigned char bit[2] = {0};

    kept_begin(&kept, NULL);
    struct doe_store *store = kept_open(&kept, true);
    kept_add(&kept, store, 0, DOE_PASSED, 1.0);
    kept_add(&kept, store, 2, DOE_CRASHED, (double)NAN);
    kept_add(&kept, store, 4, DOE_MEMORY, (double)NAN);
    cr_assert(eq(int, doe_store_forget_chance(store, &n), QUIRE_OK));
    cr_assert(eq(u64, n, 2));
    cr_assert(eq(int, doe_store_mark(store, 0, KEPT_RUNS, bit), QUIRE_OK));
    cr_assert(bit[0] == 1 && bit[1] == 0);
    cr_assert(eq(int, doe_store_forget_chance(store, &n), QUIRE_OK));
    cr_assert(eq(u64, n, 0));
    doe_store_close(store);
    kept_end(&kept);
}

/* the first run behind those asked for has no bit: there may be no room for it */
Test(store, marks_runs_of_the_range_alone)
{
    struct kept kept;
    unsigned char bit[2] = {0};

    kept_begin(&kept, NULL);
    struct doe_store *store = kept_open(&kept, true);
    kept_add(&kept, store, 0, DOE_PASSED, 1.0);
    kept_add(&kept, store, 7, DOE_PASSED, 1.0);
    kept_add(&kept, store, 8, DOE_PASSED, 1.0);
    cr_assert(eq(int, doe_store_mark(store, 0, 8, bit), QUIRE_OK));
    cr_assert(bit[0] == 0x81 && bit[1] == 0, "%02x %02x", bit[0], bit[1]);
    bit[0] = 0;
    cr_assert(eq(int, doe_store_mark(store, 8, 8, bit), QUIRE_OK));
    cr_assert(bit[0] == 0x01 && bit[1] == 0, "%02x %02x", bit[0], bit[1]);
    doe_store_close(store);
    kept_end(&kept);
}

/* of all attempts, also of those whose results are gone */
Test(store, times_of_attempts_are_kept)
{
    struct kept kept;
    struct doe_run run;
    struct doe_record record;

    kept_begin(&kept, NULL);
    cr_assert(doe_run_init(&run, &kept.work) && doe_record_init(&record, kept.work.n_response));
    struct doe_store *store = kept_open(&kept, true);
    for (uint64_t i = 0; i < 4; i += 2) {
        cr_assert(eq(int, doe_work_run(&kept.work, i, &run, NULL), QUIRE_OK));
        doe_record_reset(&record, i, run.id);
        record.status = DOE_PASSED;
        record.cpu = 1;
        record.wall = 8;
        cr_assert(eq(int, doe_store_add(store, &run, &record), QUIRE_OK));
    }
    cr_assert(eq(int, doe_store_commit(store), QUIRE_OK));
    doe_store_close(store);
    cr_assert(eq(long, kept_count(&kept, "SELECT CAST(sum(cpu) AS INTEGER) FROM attempt"), 2));
    cr_assert(eq(long, kept_count(&kept, "SELECT CAST(sum(wall) AS INTEGER) FROM attempt"), 16));
    doe_record_clear(&record);
    doe_run_clear(&run);
    kept_end(&kept);
}

/* what is kept, and what counting all rows comes to */
static void
expect_right_counts(struct kept *kept, long runs)
{
    struct doe_tally tally, counted;
    struct doe_store *store = kept_open(kept, false);

    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(eq(int, doe_store_count_rows(store, &counted), QUIRE_OK));
    cr_expect(doe_tally_is_same(&tally, &counted) && (long)counted.done == runs,
              "%llu runs are kept, %llu are there", (unsigned long long)tally.done,
              (unsigned long long)counted.done);
    doe_store_close(store);
}

/* each way in which rows come and go, runs that share a result among them */
Test(store, counts_follow_the_rows)
{
    struct kept kept;
    uint64_t n;

    kept_begin(&kept, NULL);
    struct doe_store *store = kept_open(&kept, true);
    for (uint64_t i = 0; i < kept.work.n_run; i++) {
        kept_add(&kept, store, i, i % 3 == 0 ? DOE_TIMED_OUT : DOE_JAM, 1.0);
    }
    doe_store_close(store);
    expect_right_counts(&kept, (long)kept.work.n_run);
    kept_end(&kept);
    kept_begin(&kept, NULL);
    store = kept_open(&kept, true);
    for (uint64_t i = 0; i < kept.work.n_run; i++) {
        kept_add(&kept, store, i, DOE_TIMED_OUT, 1.0);
    }
    cr_assert(eq(int, doe_store_forget_chance(store, &n), QUIRE_OK));
    cr_assert_eq(n, kept.work.n_run);
    kept_add(&kept, store, 0, DOE_PASSED, 1.0);
    kept_add(&kept, store, 0, DOE_LIMIT, 2.0); /* a conflict */
    doe_store_close(store);
    expect_right_counts(&kept, 1);
    kept_end(&kept);
}

/* stores of before counts were kept: read as they are, completed by who writes */
Test(store, counts_are_added_to_older_stores)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    kept_do(&kept, "DROP TRIGGER run_added; DROP TRIGGER run_removed; DROP TRIGGER result_added; "
                   "DROP TRIGGER result_removed; DROP TABLE tally");
    expect_right_counts(&kept, (long)kept.work.n_run);
    cr_assert(
        eq(long, kept_count(&kept, "SELECT count(*) FROM sqlite_schema WHERE name='tally'"), 0));
    doe_store_close(kept_open(&kept, true));
    cr_assert(eq(long, kept_count(&kept, "SELECT sum(n) FROM tally"), (long)kept.work.n_run));
    kept_do(&kept, "DELETE FROM run WHERE run=2");
    expect_right_counts(&kept, (long)kept.work.n_run - 1);
    kept_end(&kept);
}

/* what was not committed is neither in the rows nor in the counts */
Test(store, counts_are_undone_with_the_rows)
{
    struct kept kept;
    struct doe_run run;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    kept_do(&kept, "DELETE FROM run WHERE run=3");
    struct doe_store *store = kept_open(&kept, true);
    cr_assert(doe_run_init(&run, &kept.work));
    cr_assert(eq(int, doe_work_run(&kept.work, 3, &run, NULL), QUIRE_OK));
    cr_assert(eq(int, doe_store_add(store, &run, NULL), QUIRE_OK));
    doe_store_close(store);
    expect_right_counts(&kept, (long)kept.work.n_run - 1);
    doe_run_clear(&run);
    kept_end(&kept);
}

Test(store, first_figure_tells_the_unit)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    struct doe_store *store = kept_open(&kept, true);
    cr_assert(eq(str, (char *)doe_store_unit(store, 0), ""));
    kept_add(&kept, store, 0, DOE_PASSED, 1.0);
    cr_assert(eq(str, (char *)doe_store_unit(store, 0), "m"));
    doe_store_close(store);
    store = kept_open(&kept, false);
    cr_assert(eq(str, (char *)doe_store_unit(store, 0), "m"));
    cr_assert(eq(str, (char *)doe_store_unit(store, 1), ""));
    cr_assert(eq(str, (char *)doe_store_path(store), kept.file));
    cr_assert(not(doe_store_is_of_another_build(store)));
    doe_store_close(store);
    kept_do(&kept, "UPDATE meta SET value='x' WHERE key='program'");
    store = kept_open(&kept, false);
    cr_assert(doe_store_is_of_another_build(store));
    doe_store_close(store);
    kept_end(&kept);
}

#define LONGER                                                                                     \
    "<factor parameter=\"speed\" levels=\"0.5 m/s, 1 m/s, 2 m/s, 4 m/s\"/> <factor "               \
    "parameter=\"cover\" levels=\"rubber, steel\"/>\n"                                             \
    "<design kind=\"full-factorial\" replicates=\"2\"/>\n"
static const struct doe_store_options as_it_is = {.as_it_is = true};

/* the extended store has all results of its plan at once: who looks before anything is run sees no
 * loss */
Test(store, extended_plan_is_taken_over_whole)
{
    struct kept kept;
    struct doe_store *store;
    struct doe_tally tally;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    kept_plan(&kept, LONGER);
    cr_assert(
        eq(int, doe_store_open(&store, kept.folder, &kept.work, &extending, kept.diag), QUIRE_OK));
    doe_store_close(store);
    cr_assert(eq(long, kept_count(&kept, "SELECT count(*) FROM run"), KEPT_RUNS));
    store = kept_open(&kept, false);
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(tally.done == KEPT_RUNS && tally.status[DOE_PASSED] == KEPT_RUNS &&
              doe_store_unplanned(store) == 0);
    doe_store_close(store);
    kept_end(&kept);
}

/* a reader of another plan finds its runs among the results, and writes nothing */
Test(store, another_plan_is_read_as_it_is)
{
    struct kept kept;
    struct doe_store *store;
    struct doe_tally tally;
    unsigned char bit[3] = {0};
    uint64_t n_damaged;
    int n = 0;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    struct quire_text before = read_bytes(kept.file);
    kept_plan(&kept, LONGER);
    cr_assert(
        eq(int, doe_store_open(&store, kept.folder, &kept.work, &as_it_is, kept.diag), QUIRE_OK));
    kept_last_problem(&kept, "W-FILE",
                      "the study file changed since the store was begun; these are its results as "
                      "they are; 'quire doe run --extend' does");
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(eq(int, doe_store_mark(store, 0, 16, bit), QUIRE_OK));
    cr_assert(eq(int, doe_store_each(store, count, &n), QUIRE_OK));
    cr_assert(eq(int, doe_store_check(store, false, &n_damaged, kept.diag), QUIRE_OK));
    cr_assert(tally.done == KEPT_RUNS && n == KEPT_RUNS && bit[0] == 0x3f && bit[1] == 0x3f,
              "%d of %d, %02x %02x", n, (int)tally.done, bit[0], bit[1]);
    doe_store_close(store);
    kept_plan(&kept,
              "<factor parameter=\"speed\" levels=\"0.5 m/s, 4 m/s\"/> <factor parameter=\"cover\" "
              "levels=\"rubber, steel\"/>\n<design kind=\"full-factorial\"/>\n");
    cr_assert(
        eq(int, doe_store_open(&store, kept.folder, &kept.work, &as_it_is, kept.diag), QUIRE_OK));
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(tally.done == 2 && doe_store_unplanned(store) == 4, "%d, %d", (int)tally.done,
              (int)doe_store_unplanned(store));
    doe_store_close(store);
    struct quire_text after = read_bytes(kept.file);
    cr_assert(before.size == after.size && memcmp(before.data, after.data, before.size) == 0,
              "it was written to");
    quire_text_clear(&before);
    quire_text_clear(&after);
    kept_end(&kept);
}

/* a reader of another model gets the results of the store's */
Test(store, another_model_is_read_as_it_is)
{
    struct kept kept;
    struct doe_store *store;
    struct doe_tally tally;
    uint64_t n_damaged;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    const char was = kept.work.model_hash[0];
    kept.work.model_hash[0] = was == 'a' ? 'b' : 'a';
    kept_refuse(&kept, &reading, QUIRE_ERROR_INPUT, "E-MODEL",
                "another study: the model file changed");
    kept_refuse(&kept, &extending, QUIRE_ERROR_INPUT, "E-MODEL",
                "another study: the model file changed");
    cr_assert(
        eq(int, doe_store_open(&store, kept.folder, &kept.work, &as_it_is, kept.diag), QUIRE_OK));
    kept_last_problem(&kept, "W-FILE",
                      "the model file changed since the store was begun; these are its results as "
                      "they are; 'quire doe run' with -d");
    cr_assert(kept.work.model_hash[0] == was);
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(eq(u64, tally.done, KEPT_RUNS));
    cr_assert(eq(int, doe_store_check(store, false, &n_damaged, kept.diag), QUIRE_OK));
    doe_store_close(store);
    kept_end(&kept);
}

/* a longer plan takes over what the two have in common; the same one is left as it is */
Test(store, extended_plan_finds_its_results_again)
{
    struct kept kept;
    struct doe_store *store;
    struct doe_tally tally;
    bool found;
    enum doe_status status;
    struct doe_run run;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    cr_assert(
        eq(int, doe_store_open(&store, kept.folder, &kept.work, &extending, kept.diag), QUIRE_OK));
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(eq(u64, tally.done, KEPT_RUNS), "the same plan is no other one");
    doe_store_close(store);
    kept_plan(&kept, "<factor parameter=\"speed\" levels=\"0.5 m/s, 4 m/s\"/> <factor "
                     "parameter=\"cover\" levels=\"rubber, steel\"/>\n"
                     "<design kind=\"full-factorial\"/>\n");
    kept_refuse(&kept, &writing, QUIRE_ERROR_INPUT, "E-MODEL",
                "'quire doe run --extend' keeps the results");
    cr_assert(
        eq(int, doe_store_open(&store, kept.folder, &kept.work, &extending, kept.diag), QUIRE_OK));
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(eq(u64, tally.done, 2)); /* 0.5 m/s, both surfaces */
    cr_assert(doe_run_init(&run, &kept.work));
    for (uint64_t i = 0; i < kept.work.n_run; i++) {
        cr_assert(eq(int, doe_work_run(&kept.work, i, &run, NULL), QUIRE_OK));
        cr_assert(eq(int, doe_store_find(store, run.id, &found, &status), QUIRE_OK));
        cr_assert(eq(int, found, strcmp(run.of.value[0].text, "0.5 m/s") == 0), "run %d", (int)i);
        if (found) {
            cr_assert(eq(int, status, DOE_PASSED));
        }
    }
    doe_run_clear(&run);
    doe_store_close(store);
    kept_end(&kept);
}
