#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>
#include <unistd.h>

#include "kept.h"
#include "store/shard.h"

static const struct doe_store_options reading = {.write = false}, as_it_is = {.as_it_is = true},
                                      counting = {.without_shards = true};

/* a shard in which runs from `from` on and before `end` have ended, and `end` is begun */
static void
write_shard(const struct kept *kept, uint64_t from, uint64_t end, double number)
{
    struct doe_shard shard;
    struct doe_run run;
    struct doe_record record;

    cr_assert(
        eq(int, doe_shard_open(&shard, kept->folder, &kept->work, 0, 1, kept->diag), QUIRE_OK));
    cr_assert(doe_run_init(&run, &kept->work) && doe_record_init(&record, kept->work.n_response));
    for (uint64_t i = from; i <= end && i < kept->work.n_run; i++) {
        cr_assert(eq(int, doe_work_run(&kept->work, i, &run, NULL), QUIRE_OK));
        cr_assert(eq(int, doe_shard_begin(&shard, i, run.id), QUIRE_OK));
        doe_record_reset(&record, i, run.id);
        record.status = DOE_PASSED;
        record.response[0] = number;
        strcpy(record.unit[0], "m");
        if (i < end) {
            doe_shard_add(&shard, &record);
        }
    }
    cr_assert(eq(int, doe_shard_commit(&shard), QUIRE_OK));
    doe_shard_close(&shard);
    doe_record_clear(&record);
    doe_run_clear(&run);
}

static void
fill(struct kept *kept, uint64_t end, enum doe_status status)
{
    struct doe_store *store = kept_open(kept, true);

    for (uint64_t i = 0; i < end; i++) {
        cr_assert(eq(int, kept_add(kept, store, i, status, 1.0), QUIRE_OK));
    }
    doe_store_close(store);
}

static struct doe_store *
open_reader(struct kept *kept, const struct doe_store_options *options)
{
    struct doe_store *store;

    cr_assert(
        eq(int, doe_store_open(&store, kept->folder, &kept->work, options, kept->diag), QUIRE_OK));
    return store;
}

/* the runs in the order of the plan, and their numbers */
struct rows {
    uint64_t n, last;
    double sum;
};

static quire_status
take(void *self, const struct doe_run *run, const struct doe_record *record)
{
    struct rows *rows = self;

    cr_assert(rows->n == 0 || run->of.index > rows->last);
    rows->last = run->of.index;
    rows->n++;
    rows->sum += record->response[0];
    return QUIRE_OK;
}

/* The reader has so many runs, of which shards alone have `uncollected`, with numbers that come to
 * `sum`. */
static void
check_rows(struct doe_store *store, uint64_t n, uint64_t uncollected, double sum)
{
    struct rows rows = {0};
    struct doe_tally tally;

    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(eq(u64, tally.done, n));
    cr_assert(eq(u64, doe_store_uncollected(store), uncollected));
    cr_assert(eq(int, doe_store_each_run(store, take, &rows), QUIRE_OK));
    cr_assert(eq(u64, rows.n, n));
    cr_assert(eq(dbl, rows.sum, sum));
}

Test(collect, a_reader_needs_no_store_where_there_are_shards)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    kept_refuse(&kept, &reading, QUIRE_ERROR_FILE, "E-FILE", "nothing was run yet");
    write_shard(&kept, 3, 8, 2.0);
    struct doe_store *store = open_reader(&kept, &reading);
    cr_assert(eq(str, (char *)doe_store_unit(store, 0), "m"));
    check_rows(store, 5, 5, 10.0);
    kept_last_problem(&kept, "W-INCOMPLETE", "7 of the 12 runs of the plan are missing");
    doe_store_close(store);
    cr_assert(access(kept.file, F_OK) != 0, "reading made a store");
    kept_end(&kept);
}

Test(collect, a_reader_has_what_the_store_will_have)
{
    struct kept kept;
    struct doe_collected found;

    kept_begin(&kept, NULL);
    fill(&kept, 6, DOE_PASSED);
    write_shard(&kept, 4, 11, 1.0);
    const size_t problems = quire_diag_count(kept.diag);
    struct doe_store *store = open_reader(&kept, &reading);
    check_rows(store, 11, 5, 11.0);
    kept_last_problem(&kept, "W-INCOMPLETE", "1 of the 12 runs of the plan is missing");
    doe_store_close(store);
    cr_assert(eq(int, (int)kept_count(&kept, "SELECT count(*) FROM run"), 6));

    store = kept_open(&kept, true);
    cr_assert(eq(int, doe_store_collect(store, kept.folder, &found), QUIRE_OK));
    cr_assert(found.shards == 1 && found.records == 7 && found.unplanned == 0);
    doe_store_close(store);
    write_shard(&kept, 11, 12, 1.0);
    store = open_reader(&kept, &reading);
    check_rows(store, 12, 1, 12.0);
    cr_assert(eq(sz, quire_diag_count(kept.diag), problems + 1), "a complete table is warned of");
    doe_store_close(store);
    kept_end(&kept);
}

/* as collecting does: a run that has no verdict by chance has that of the shard */
Test(collect, a_result_in_a_shard_is_better_than_chance)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    fill(&kept, 3, DOE_TIMED_OUT);
    write_shard(&kept, 0, 6, 2.0);
    struct doe_store *store = open_reader(&kept, &reading);
    struct doe_tally tally;
    check_rows(store, 6, 3, 12.0);
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    cr_assert(eq(u64, tally.status[DOE_PASSED], 6));
    doe_store_close(store);
    kept_end(&kept);
}

Test(collect, counting_comes_to_the_same)
{
    struct kept kept;
    struct doe_tally tally;
    uint64_t begun;

    kept_begin(&kept, NULL);
    for (int stored = 0; stored < 2; stored++) {
        if (stored) {
            fill(&kept, 6, DOE_PASSED);
        }
        write_shard(&kept, 4, 9, 1.0);
        struct doe_store *store = open_reader(&kept, &counting),
                         *whole = open_reader(&kept, &reading);
        cr_assert(eq(int, doe_store_count_shards(store, kept.folder, &begun), QUIRE_OK));
        cr_assert(eq(u64, begun, 1));
        cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
        cr_assert(eq(u64, tally.done, stored ? 9 : 5));
        cr_assert(eq(u64, doe_store_uncollected(store), stored ? 3 : 5));
        check_rows(whole, tally.done, doe_store_uncollected(store), (double)tally.done);
        cr_assert(eq(int, doe_store_count_shards(whole, kept.folder, &begun), QUIRE_OK));
        cr_assert(eq(u64, begun, 1));
        doe_store_close(store);
        doe_store_close(whole);
    }
    kept_end(&kept);
}

/* twice the replicates: runs of the store keep their numbers of the plan only in part */
Test(collect, a_reader_of_another_plan_has_its_runs)
{
    struct kept kept;

    kept_begin(&kept, NULL);
    fill(&kept, 6, DOE_PASSED);
    write_shard(&kept, 6, 12, 1.0);
    kept_plan(&kept, "<factor parameter=\"speed\" levels=\"0.5 m/s, 1 m/s\"/> <factor "
                     "parameter=\"cover\" levels=\"rubber, steel\"/>\n"
                     "<design kind=\"full-factorial\" replicates=\"2\"/>\n");
    struct doe_store *store = open_reader(&kept, &as_it_is);
    struct doe_tally tally;
    cr_assert(eq(int, doe_store_tally(store, &tally), QUIRE_OK));
    check_rows(store, tally.done, doe_store_uncollected(store), (double)tally.done);
    cr_assert(ge(u64, tally.done, 4));
    doe_store_close(store);
    cr_assert(eq(int, (int)kept_count(&kept, "SELECT count(*) FROM run"), 6));
    kept_end(&kept);
}

/* A shard of another model is refused, but not looked at where nothing is missing. */
Test(collect, a_store_with_all_runs_needs_no_shards)
{
    struct kept kept;
    char hash[sizeof kept.work.model_hash];

    kept_begin(&kept, NULL);
    memcpy(hash, kept.work.model_hash, sizeof hash);
    memset(kept.work.model_hash, 'f', sizeof hash - 1);
    write_shard(&kept, 0, 12, 1.0);
    memcpy(kept.work.model_hash, hash, sizeof hash);
    fill(&kept, 11, DOE_PASSED);
    kept_refuse(&kept, &reading, QUIRE_ERROR_INPUT, "E-MODEL", "the shard is of another model");
    fill(&kept, 12, DOE_PASSED);
    struct doe_store *store = open_reader(&kept, &reading);
    check_rows(store, 12, 0, 12.0);
    doe_store_close(store);
    kept_end(&kept);
}
