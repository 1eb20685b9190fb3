#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kept.h"
#include "store/shard.h"

/* what a reader was given */
struct seen {
    int records, begun, given_back;
    double number;
};

static quire_status
see(void *self, const struct doe_record *record)
{
    struct seen *s = self;

    s->records++;
    s->number = record->response[0];
    return QUIRE_OK;
}

static quire_status
see_begun(void *self, uint64_t index, const char *id, int change)
{
    struct seen *s = self;

    cr_assert(eq(sz, strlen(id), DOE_ID_SIZE - 1), "run %d", (int)index);
    *(change > 0 ? &s->begun : &s->given_back) += 1;
    return QUIRE_OK;
}

static quire_status
read_all(const struct kept *kept, struct seen *seen, struct doe_shard_reader *reader)
{
    *seen = (struct seen){0};
    *reader = (struct doe_shard_reader){.self = seen, .take = see, .begun = see_begun};
    return doe_shards_read(reader, kept->folder, &kept->work, kept->diag);
}

/* begins runs 0, 1 and 2, of which the first comes to an end and the second is given back */
static void
write_shard_of(const struct kept *kept, uint64_t slice, uint64_t slices)
{
    struct doe_shard shard;
    struct doe_run run;
    struct doe_record record;

    cr_assert(eq(int, doe_shard_open(&shard, kept->folder, &kept->work, slice, slices, kept->diag),
                 QUIRE_OK));
    cr_assert(doe_run_init(&run, &kept->work) && doe_record_init(&record, kept->work.n_response));
    for (uint64_t i = 0; i < 3; i++) {
        cr_assert(eq(int, doe_work_run(&kept->work, i, &run, NULL), QUIRE_OK));
        cr_assert(eq(int, doe_shard_begin(&shard, i, run.id), QUIRE_OK));
    }
    cr_assert(eq(int, doe_shard_give_back(&shard, 1, run.id), QUIRE_OK));
    doe_record_reset(&record, 0, run.id);
    record.status = DOE_PASSED;
    record.response[0] = 0.25;
    doe_shard_add(&shard, &record);
    cr_assert(eq(int, doe_shard_commit(&shard), QUIRE_OK));
    doe_shard_close(&shard);
    doe_record_clear(&record);
    doe_run_clear(&run);
}

static void
write_shard(const struct kept *kept, uint64_t slice)
{
    write_shard_of(kept, slice, 2);
}

/* the path of the first shard */
static void
find_shard(const struct kept *kept, char path[200])
{
    char pattern[80];
    glob_t found;

    snprintf(pattern, sizeof pattern, "%s/shards/*.part", kept->folder);
    cr_assert(eq(int, glob(pattern, 0, NULL, &found), 0));
    snprintf(path, 200, "%s", found.gl_pathv[0]);
    globfree(&found);
}

/* changes the byte `at`, from the end where it is negative */
static void
flip(const char *path, long at)
{
    FILE *f = fopen(path, "r+");

    cr_assert(f != NULL && fseek(f, at, at < 0 ? SEEK_END : SEEK_SET) == 0);
    const int c = fgetc(f);
    cr_assert(fseek(f, -1, SEEK_CUR) == 0 && fputc(c ^ 1, f) != EOF && fclose(f) == 0);
}

Test(shard, no_folder_is_no_shards)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;

    kept_begin(&kept, NULL);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_OK));
    cr_assert(eq(u64, reader.shards, 0));
    kept_end(&kept);
}

Test(shard, what_was_written_is_read)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;

    kept_begin(&kept, NULL);
    write_shard(&kept, 1);
    write_shard(&kept, 0);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_OK));
    cr_assert(reader.shards == 2 && reader.records == 2 && reader.torn == 0 && reader.damaged == 0);
    cr_assert(seen.records == 2 && seen.begun == 6 && seen.given_back == 2 && seen.number == 0.25);
    /* who does not ask what was begun */
    reader = (struct doe_shard_reader){.self = &seen, .take = see};
    cr_assert(eq(int, doe_shards_read(&reader, kept.folder, &kept.work, kept.diag), QUIRE_OK));
    cr_assert(seen.records == 4 && seen.begun == 6);
    cr_assert(eq(sz, quire_diag_error_count(kept.diag), 0));
    kept_end(&kept);
}

/* opens the shards that slice `slice` of `slices` needs, and counts them */
static uint64_t
count_opened(const struct kept *kept, uint64_t slice, uint64_t slices)
{
    struct seen seen = {0};
    struct doe_shard_reader reader = {.self = &seen, .take = see, .slice = slice, .slices = slices};

    cr_assert(eq(int, doe_shards_read(&reader, kept->folder, &kept->work, kept->diag), QUIRE_OK));
    return reader.shards;
}

Test(shard, slice_opens_only_shards_that_may_hold_its_runs)
{
    struct kept kept;
    char path[200], old[300];

    kept_begin(&kept, NULL);
    for (uint64_t k = 0; k < 6; k++) {
        write_shard_of(&kept, k, 6);
    }
    cr_assert(eq(u64, count_opened(&kept, 0, 0), 6));
    cr_assert(eq(u64, count_opened(&kept, 0, 1), 6));
    cr_assert(eq(u64, count_opened(&kept, 4, 6), 1));
    cr_assert(eq(u64, count_opened(&kept, 1, 4), 3)); /* 1, 3 and 5 have odd runs */
    cr_assert(eq(u64, count_opened(&kept, 3, 5), 6));
    cr_assert(eq(u64, count_opened(&kept, 8, 12), 1)); /* all its runs are in slice 2 of 6 */
    /* names that do not tell how many slices there were */
    find_shard(&kept, path);
    snprintf(old, sizeof old, "%s/shards/000000-1700000000000000000-host-of-6-1.part", kept.folder);
    cr_assert(rename(path, old) == 0);
    cr_assert(eq(u64, count_opened(&kept, 4, 6), 2));
    cr_assert(eq(u64, count_opened(&kept, 0, 6), 1));
    kept_end(&kept);
}

Test(shard, shard_of_another_model_is_refused)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;

    kept_begin(&kept, NULL);
    write_shard(&kept, 0);
    kept.work.model_hash[0] ^= 1;
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_ERROR_INPUT));
    kept_last_problem(&kept, "E-MODEL",
                      ".part: error [E-MODEL]: the shard is of another model, list of responses or "
                      "version of Quire; move it away");
    cr_assert(eq(int, seen.records, 0));
    kept_end(&kept);
}

Test(shard, shard_without_its_first_record_is_refused)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;
    char path[200];

    kept_begin(&kept, NULL);
    write_shard(&kept, 0);
    find_shard(&kept, path);
    flip(path, 20);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_ERROR_INPUT));
    cr_assert(eq(int, seen.records, 0));
    kept_last_problem(&kept, "W-FILE", "1 damaged record: its run is done again");
    quire_diag_destroy(kept.diag);
    kept.diag = quire_diag_create();
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_ERROR_INPUT));
    cr_assert(eq(str, (char *)quire_diag_get(kept.diag, 0)->text,
                 "the shard's first record is damaged, so its run is unknown"));
    kept_end(&kept);
}

Test(shard, damaged_and_torn_records_cost_themselves)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;
    char path[200];
    struct stat file;

    kept_begin(&kept, NULL);
    write_shard(&kept, 0);
    find_shard(&kept, path);
    flip(path, -20);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_OK));
    cr_assert(seen.records == 0 && seen.begun == 3 && reader.damaged == 1);
    kept_last_problem(&kept, "W-FILE", "1 damaged record: its run is done again");
    flip(path, -20);
    cr_assert(stat(path, &file) == 0 && truncate(path, file.st_size - 1) == 0);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_OK));
    cr_assert(seen.records == 0 && seen.begun == 3 && reader.torn == 1 && reader.damaged == 0);
    kept_end(&kept);
}

/* what a later Quire may write, and a record with other responses, is passed over */
Test(shard, unknown_records_are_passed_over)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;
    struct quire_text bytes = {0};
    char path[200];

    kept_begin(&kept, NULL);
    write_shard(&kept, 0);
    find_shard(&kept, path);
    doe_frame_add(&bytes, "z what is this", 14);
    doe_frame_add(&bytes, "r", 1);
    doe_frame_add(&bytes, "", 0);
    FILE *f = fopen(path, "a");
    cr_assert(f != NULL && fwrite(bytes.data, 1, bytes.size, f) == bytes.size && fclose(f) == 0);
    quire_text_clear(&bytes);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_OK));
    cr_assert(seen.records == 1 && reader.damaged == 0 && reader.torn == 0);
    kept_end(&kept);
}

Test(shard, folder_that_can_not_be_used_is_told)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;
    struct doe_shard shard;
    char path[64];

    kept_begin(&kept, NULL);
    snprintf(path, sizeof path, "%s/shards", kept.folder);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL && fclose(f) == 0);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", "shards: error [E-FILE]: cannot be read");
    cr_assert(eq(int, doe_shard_open(&shard, kept.folder, &kept.work, 0, 1, kept.diag),
                 QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", ".part: error [E-FILE]: cannot be made: Not a directory");
    snprintf(path, sizeof path, "%s/drop.xml", kept.folder);
    cr_assert(eq(int, doe_shard_open(&shard, path, &kept.work, 0, 1, kept.diag), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", "drop.xml/shards: error [E-FILE]: cannot be made");
    kept_end(&kept);
}

Test(shard, shard_that_can_not_be_read_is_told)
{
    struct kept kept;
    struct seen seen;
    struct doe_shard_reader reader;
    char path[80];

    kept_begin(&kept, NULL);
    write_shard(&kept, 0);
    snprintf(path, sizeof path, "%s/shards/000-folder.part", kept.folder);
    cr_assert(mkdir(path, 0777) == 0);
    cr_assert(eq(int, read_all(&kept, &seen, &reader), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", "000-folder.part: error [E-FILE]");
    kept_end(&kept);
}

/* the shard's file replaced by what cannot be written, or not made safe */
static void
refuse_commit(int fd, const char *words)
{
    struct kept kept;
    struct doe_shard shard;

    kept_begin(&kept, NULL);
    cr_assert(eq(int, doe_shard_open(&shard, kept.folder, &kept.work, 0, 1, kept.diag), QUIRE_OK));
    cr_assert(eq(int, dup2(fd, shard.fd), shard.fd));
    quire_text_add(&shard.out, "some bytes");
    cr_assert(eq(int, doe_shard_commit(&shard), QUIRE_ERROR_FILE));
    kept_last_problem(&kept, "E-FILE", words);
    doe_shard_close(&shard);
    kept_end(&kept);
}

Test(shard, full_disk_is_told)
{
    const int full = open("/dev/full", O_WRONLY);

    cr_assert(full >= 0);
    refuse_commit(full, ".part: error [E-FILE]: cannot be written: No space left on device");
}

Test(shard, disk_that_does_not_keep_is_told)
{
    int ends[2];

    cr_assert(pipe(ends) == 0); /* takes bytes, and cannot be synchronised */
    refuse_commit(ends[1], ".part: error [E-FILE]: cannot be written: Invalid argument");
}
