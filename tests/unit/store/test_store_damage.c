#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "kept.h"
#include "store/store_parts.h"

/* what looking at the damaged rows comes to */
struct finding {
    uint64_t damaged;
    long runs, results, warnings;
};

static struct finding
mend_after(struct kept *kept, const char *statements)
{
    struct finding found = {0};

    kept_begin(kept, NULL);
    kept_fill(kept);
    kept_do(kept, statements);
    struct doe_store *store = kept_open(kept, true);
    const size_t before = quire_diag_count(kept->diag);
    cr_assert(eq(int, doe_store_check(store, true, &found.damaged, kept->diag), QUIRE_OK), "%s",
              statements);
    found.warnings = (long)(quire_diag_count(kept->diag) - before);
    doe_store_close(store);
    found.runs = kept_count(kept, "SELECT count(*) FROM run");
    found.results = kept_count(kept, "SELECT count(*) FROM result");
    return found;
}

static quire_status
pass(void *self, const struct doe_record *record)
{
    (void)record;
    ++*(long *)self;
    return QUIRE_OK;
}

Test(store_damage, whole_store_is_left_as_it_is)
{
    struct kept kept;
    const struct finding found = mend_after(&kept, "SELECT 1");

    cr_assert(found.damaged == 0 && found.runs == KEPT_RUNS && found.results == KEPT_RUNS / 2 &&
              found.warnings == 0);
    kept_end(&kept);
}

/* each column of a result that counts, and each of a run: such a row is refused by who reads, and
 * taken out, to be done again, by who mends */
Test(store_damage, damaged_row_is_refused_and_can_be_mended)
{
    static const char *const harm[] = {
        "UPDATE result SET r0=2 WHERE id=(SELECT id FROM run WHERE run=3)",
        "UPDATE result SET r1=2 WHERE id=(SELECT id FROM run WHERE run=3)",
        "UPDATE result SET end_time=1 WHERE id=(SELECT id FROM run WHERE run=3)",
        "UPDATE result SET status='jam' WHERE id=(SELECT id FROM run WHERE run=3)",
        "UPDATE result SET status='nonsense' WHERE id=(SELECT id FROM run WHERE run=3)",
        "UPDATE result SET diagnosis='stall' WHERE id=(SELECT id FROM run WHERE run=3)",
        "UPDATE result SET checksum='' WHERE id=(SELECT id FROM run WHERE run=3)",
        "DELETE FROM result WHERE id=(SELECT id FROM run WHERE run=3)",
    };

    for (size_t i = 0; i < sizeof harm / sizeof *harm; i++) {
        struct kept kept;
        uint64_t n;
        long passed = 0;
        kept_begin(&kept, NULL);
        kept_fill(&kept);
        kept_do(&kept, harm[i]);
        struct doe_store *store = kept_open(&kept, false);
        cr_assert(eq(int, doe_store_check(store, false, &n, kept.diag), QUIRE_ERROR_FILE), "%s",
                  harm[i]);
        kept_last_problem(
            &kept, "E-FILE",
            "is damaged: its contents differ from the written ones; 'quire doe run' does it again");
        cr_assert(eq(int, doe_store_each(store, pass, &passed), QUIRE_ERROR_FILE), "%s", harm[i]);
        cr_assert(lt(long, passed, KEPT_RUNS));
        doe_store_close(store);
        kept_end(&kept);
        /* the runs that share the result are done again with it */
        const struct finding found = mend_after(&kept, harm[i]);
        cr_assert(found.damaged > 0 && found.runs == KEPT_RUNS - 2 &&
                      found.results == KEPT_RUNS / 2 - 1,
                  "%s: %d damaged, %ld runs, %ld results", harm[i], (int)found.damaged, found.runs,
                  found.results);
        kept_end(&kept);
    }
}

/* A row that is not what the plan says goes, and its result stays: another run may share it. */
Test(store_damage, row_beside_the_plan_is_taken_out)
{
    static const char *const harm[] = {
        "UPDATE run SET v0=0.7 WHERE run=3",        "UPDATE run SET v1='copper' WHERE run=3",
        "UPDATE run SET point=point+1 WHERE run=3", "UPDATE run SET replicate=7 WHERE run=3",
        "UPDATE run SET block=2 WHERE run=3",       "UPDATE run SET \"outer\"=1 WHERE run=3",
        "UPDATE run SET run=1000 WHERE run=3"};

    for (size_t i = 0; i < sizeof harm / sizeof *harm; i++) {
        struct kept kept;
        const struct finding found = mend_after(&kept, harm[i]);
        cr_assert(found.damaged == 1 && found.warnings == 1 && found.runs == KEPT_RUNS - 1 &&
                      found.results == KEPT_RUNS / 2,
                  "%s", harm[i]);
        kept_end(&kept);
    }
}

static quire_status
pass_run(void *self, const struct doe_run *run, const struct doe_record *record)
{
    cr_assert(run->of.index == record->index && strcmp(run->id, record->id) == 0);
    ++*(long *)self;
    return QUIRE_OK;
}

/* who reads runs with their values refuses it, behind the rows before it */
Test(store_damage, row_beside_the_plan_is_refused_with_its_run)
{
    struct kept kept;
    long passed = 0;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    struct doe_store *store = kept_open(&kept, false);
    cr_assert(eq(int, doe_store_each_run(store, pass_run, &passed), QUIRE_OK));
    cr_assert(eq(long, passed, KEPT_RUNS));
    doe_store_close(store);
    kept_do(&kept, "UPDATE run SET v0=0.7 WHERE run=3");
    store = kept_open(&kept, false);
    passed = 0;
    cr_assert(eq(int, doe_store_each_run(store, pass_run, &passed), QUIRE_ERROR_FILE));
    cr_assert(eq(long, passed, 3));
    kept_last_problem(&kept, "E-FILE", "is damaged");
    doe_store_close(store);
    kept_end(&kept);
}

/* every one of the results that no run leads to is looked at, not the first alone */
Test(store_damage, damaged_results_without_runs_are_removed)
{
    struct kept kept;
    const struct finding found = mend_after(
        &kept,
        "UPDATE result SET r0=2 WHERE id IN (SELECT id FROM run WHERE run < 6); DELETE FROM run");

    cr_assert(eq(long, found.warnings, 3));
    cr_assert(found.damaged == 3 && found.results == 3, "%d damaged, %ld left", (int)found.damaged,
              found.results);
    kept_last_problem(&kept, "W-FILE", "a result that is damaged was removed");
    kept_end(&kept);
}

Test(store_damage, result_without_a_status_is_not_taken_over)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    kept_do(&kept, "UPDATE result SET status='nonsense'");
    struct doe_store *store = kept_open(&kept, true);
    cr_assert(eq(int, kept_add(&kept, store, 0, DOE_PASSED, 1.0), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", "a result is damaged: its status is none");
    doe_store_close(store);
    kept_end(&kept);
}

/* an index that lacks a row makes SQLite count fewer than it gives out; damage leaves the counts
 * that are kept as they were */
static void
spoil_index(const struct kept *kept)
{
    kept_do(kept, "CREATE TABLE aside AS SELECT * FROM sqlite_schema WHERE name='run_id';"
                  "PRAGMA writable_schema=ON; DELETE FROM sqlite_schema WHERE name='run_id'; "
                  "PRAGMA writable_schema=RESET");
    kept_do(kept, "UPDATE run SET id=(SELECT id FROM run WHERE run=0) WHERE run=0; CREATE TABLE "
                  "more AS SELECT * FROM run WHERE run=5;"
                  "DELETE FROM run WHERE run=5; UPDATE tally SET n=n+1 WHERE status='ok'");
    kept_do(kept, "PRAGMA writable_schema=ON; INSERT INTO sqlite_schema SELECT * FROM aside; "
                  "PRAGMA writable_schema=RESET");
}

Test(store_damage, index_that_differs_from_its_table_is_noticed_and_mended)
{
    struct kept kept;
    uint64_t n;
    long passed = 0;

    kept_begin(&kept, NULL);
    kept_fill(&kept);
    spoil_index(&kept);
    struct doe_store *store = kept_open(&kept, false);
    cr_assert(eq(int, doe_store_each(store, pass, &passed), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE",
                      "the database is damaged: it counts 12 runs and holds 11; 'quire doe run' "
                      "mends what can be mended");
    doe_store_close(store);
    store = kept_open(&kept, true);
    cr_assert(eq(int, doe_store_check(store, true, &n, kept.diag), QUIRE_OK));
    kept_last_problem(&kept, "W-FILE", "the database is damaged: it was made anew, with 12 of ");
    doe_store_close(store);
    store = kept_open(&kept, false);
    cr_assert(eq(int, doe_store_each(store, pass, &passed), QUIRE_OK));
    doe_store_close(store);
    kept_end(&kept);
}

/* ---- memory runs out inside SQLite ---- */

static sqlite3_mem_methods usual;
static long left; /* allocations until one fails; < 0: none does */

static bool
fails(void)
{
    return left > 0 && --left == 0;
}

static void *
take_memory(int size)
{
    return fails() ? NULL : usual.xMalloc(size);
}

static void *
change_memory(void *at, int size)
{
    return fails() ? NULL : usual.xRealloc(at, size);
}

static void
replace_memory(void)
{
    sqlite3_mem_methods mine;

    cr_assert(eq(int, sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual), SQLITE_OK));
    mine = usual;
    mine.xMalloc = take_memory;
    mine.xRealloc = change_memory;
    cr_assert(eq(int, sqlite3_config(SQLITE_CONFIG_MALLOC, &mine), SQLITE_OK));
    /* each text an allocation */
    cr_assert(eq(int, sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK));
}

/* one step of a study: opens, mends, adds what is there and what is new, reads */
static quire_status
step(struct kept *kept)
{
    const struct doe_store_options options = {.write = true, .fast = true, .extend = true};
    struct doe_store *store;
    struct doe_tally tally;
    uint64_t n;
    long passed = 0;
    quire_status status = doe_store_open(&store, kept->folder, &kept->work, &options, kept->diag);

    if (status == QUIRE_OK) {
        status = doe_store_check(store, true, &n, kept->diag);
        cr_assert(status != QUIRE_OK || n == 0, "a sound row was taken for a damaged one");
    }
    for (uint64_t i = 0; i < KEPT_RUNS && status == QUIRE_OK; i += 3) {
        status = kept_add(kept, store, i, DOE_PASSED, 1.0);
    }
    status = status == QUIRE_OK ? doe_store_forget_chance(store, &n) : status;
    status = status == QUIRE_OK ? doe_store_tally(store, &tally) : status;
    status = status == QUIRE_OK ? doe_store_each(store, pass, &passed) : status;
    cr_assert(status != QUIRE_OK ||
              (tally.done == KEPT_RUNS && passed == KEPT_RUNS && tally.conflicts == 0));
    doe_store_close(store);
    return status;
}

/* At each allocation: a step that reports a failure, or none that did harm; nothing is lost,
 * and nothing taken for damaged or for another result. */
Test(store_damage, memory_that_runs_out_is_no_damage)
{
    struct kept kept;
    quire_status status = QUIRE_ERROR_LIMIT;
    long at = 0, failed = 0;

    replace_memory();
    kept_begin(&kept, NULL);
    kept_fill(&kept);
    do {
        quire_diag_destroy(kept.diag); /* it has room for so many */
        kept.diag = quire_diag_create();
        left = ++at;
        status = step(&kept);
        const bool reached = left == 0;
        left = -1;
        failed += status != QUIRE_OK;
        cr_assert(status == QUIRE_OK || status == QUIRE_ERROR_LIMIT || status == QUIRE_ERROR_FILE,
                  "allocation %ld: status %d", at, (int)status);
        cr_assert(status == QUIRE_OK || quire_diag_count(kept.diag) > 0,
                  "allocation %ld: status %d, and nothing is said", at, (int)status);
        for (size_t i = 0; i < quire_diag_count(kept.diag); i++) {
            const quire_problem *p = quire_diag_get(kept.diag, i);
            cr_assert(strstr(p->text, "damaged") == NULL && strcmp(p->code, "E-MODEL") != 0,
                      "allocation %ld: %s", at, p->text);
        }
        status = reached ? QUIRE_ERROR_LIMIT : status;
    } while (status != QUIRE_OK);
    cr_assert(failed > 100, "%ld of %ld failed", failed, at);
    cr_assert(eq(int, step(&kept), QUIRE_OK));
    kept_end(&kept);
}

/* counts that are not those of the rows: refused by who reads all rows, made anew by who mends */
Test(store_damage, wrong_counts_are_refused_and_can_be_mended)
{
    static const char *const harm[] = {"UPDATE tally SET n=n-1 WHERE status='ok'",
                                       "UPDATE tally SET n=n+(status='jam')-(status='ok') WHERE "
                                       "status IN ('ok', 'jam')"};

    for (size_t i = 0; i < sizeof harm / sizeof *harm; i++) {
        struct kept kept;
        uint64_t n;
        long passed = 0;
        kept_begin(&kept, NULL);
        kept_fill(&kept);
        kept_do(&kept, harm[i]);
        struct doe_store *store = kept_open(&kept, false);
        cr_assert(eq(int, doe_store_check(store, false, &n, kept.diag), QUIRE_ERROR_FILE));
        kept_last_problem(&kept, "E-FILE", "the database is damaged: it counts");
        cr_assert(eq(int, doe_store_each(store, pass, &passed), QUIRE_ERROR_FILE));
        doe_store_close(store);
        kept_end(&kept);
        const struct finding found = mend_after(&kept, harm[i]);
        cr_assert(found.damaged == 0 && found.runs == KEPT_RUNS && found.warnings == 1);
        cr_assert(eq(long, kept_count(&kept, "SELECT n FROM tally WHERE status='ok'"), KEPT_RUNS));
        kept_end(&kept);
    }
}
