/* What studies keep: frames, records, shards and the store. The first byte says which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "store/shard.h"
#include "store/store.h"

#define STUDY "study.xml"
#define RUNS  6

static struct doe_work work;
static char *header, *store_bytes; /* a shard without records; a store with RUNS of them */
static size_t header_size, store_size;

static void
set_record(struct doe_record *record, const struct doe_run *run, uint64_t index)
{
    doe_record_reset(record, index, run->id);
    record->status = index % 3 == 1 ? DOE_JAM : DOE_PASSED;
    record->end_time = 0.25;
    record->attempt = 1;
    for (size_t i = 0; i < record->n_response; i++) {
        record->response[i] = 0.125 * (double)(index + 1);
        strcpy(record->unit[i], "s");
    }
}

static void
fill_store(struct doe_store *store)
{
    struct doe_run run;
    struct doe_record record;

    fuzz_must(doe_run_init(&run, &work) && doe_record_init(&record, work.n_response),
              "there is memory");
    for (uint64_t i = 0; i < RUNS; i++) {
        fuzz_must(doe_work_run(&work, i, &run, NULL) == QUIRE_OK, "each run can be made");
        set_record(&record, &run, i);
        fuzz_must(doe_store_add(store, &run, &record) == QUIRE_OK, "a run can be added");
    }
    fuzz_must(doe_store_commit(store) == QUIRE_OK, "runs can be kept");
    doe_run_clear(&run);
    doe_record_clear(&record);
}

static void
make_all(void)
{
    static const char study[] =
        "<study version=\"1\" name=\"a\" model=\"machine.xml\"><factor parameter=\"load\" "
        "levels=\"4 N, 6 N, 8 N\"/>"
        "<factor parameter=\"radius\" levels=\"8 mm, 10 mm\"/><design kind=\"full-factorial\"/>"
        "<response name=\"arrival\" from=\"s1.lead.time\"/></study>";
    const struct doe_store_options options = {.write = true};
    struct doe_store *store = NULL;
    struct doe_shard shard;
    size_t size;
    char *model = fuzz_source_file("tests/data/studies/machine.xml", &size);

    fuzz_save("machine.xml", model, size);
    fuzz_save(STUDY, study, strlen(study));
    free(model);
    char *path = fuzz_path(STUDY), *folder = fuzz_path("made"),
         *store_path = fuzz_path("made/" DOE_STORE_FILE);
    fuzz_must(doe_work_load(&work, path, NULL, NULL) == QUIRE_OK && work.n_run == RUNS,
              "the study can be read");
    fuzz_must(doe_shard_open(&shard, folder, &work, 0, 1, NULL) == QUIRE_OK &&
                  doe_shard_commit(&shard) == QUIRE_OK,
              "a shard can be made");
    header = fuzz_read(shard.path, &header_size);
    doe_shard_close(&shard);
    fuzz_must(doe_store_open(&store, folder, &work, &options, NULL) == QUIRE_OK,
              "a store can be made");
    fill_store(store);
    doe_store_close(store);
    store_bytes = fuzz_read(store_path, &store_size);
    free(path);
    free(folder);
    free(store_path);
}

/* ---- frames and shards ---- */

static void
read_frames(const char *bytes, size_t size)
{
    size_t at = 0, before = 0, length;
    const char *payload;
    struct doe_record record;

    fuzz_must(doe_record_init(&record, 1), "there is memory");
    doe_record_get(&record, bytes, size);
    while (at < size) {
        const enum doe_frame_found found = doe_frame_next(bytes, size, &at, &payload, &length);
        fuzz_must(found == DOE_FRAME_NONE || (at > before && at <= size),
                  "reading goes on, and ends");
        fuzz_must(found != DOE_FRAME_WHOLE ||
                      (payload >= bytes && payload + length <= bytes + size),
                  "a frame lies within the bytes");
        if (found == DOE_FRAME_NONE) {
            break;
        }
        before = at;
    }
    doe_record_clear(&record);
}

static quire_status
take(void *self, const struct doe_record *record)
{
    (void)self;
    fuzz_must(record->n_response == work.n_response && record->status < DOE_STATUSES &&
                  strlen(record->id) < DOE_ID_SIZE,
              "a record is sound");
    return QUIRE_OK;
}

static void
read_shard(struct fuzz_choices *how, bool framed)
{
    struct quire_text bytes = {0};
    struct doe_shard_reader reader = {.take = take};
    quire_diag *diag = quire_diag_create();
    char *folder = fuzz_path("shard");

    quire_text_add_bytes(&bytes, header, header_size);
    while (framed && how->left > 0) { /* with right checksums, which bytes alone hardly ever have */
        size_t n = fuzz_byte(how);
        n = n < how->left ? n : how->left;
        doe_frame_add(&bytes, how->at, n);
        how->at += n;
        how->left -= n;
    }
    quire_text_add_bytes(&bytes, (const char *)how->at, how->left);
    fuzz_save("shard/" DOE_SHARD_FOLDER "/shard-0.part", bytes.data, bytes.size);
    fuzz_must_explain(doe_shards_read(&reader, folder, &work, diag), diag, true);
    fuzz_must(reader.shards == 1, "the shard was read");
    quire_text_clear(&bytes);
    quire_diag_destroy(diag);
    free(folder);
}

/* ---- the store ---- */

struct seen {
    uint64_t n;
};

/* what a damaged store still gives out is what was put in */
static quire_status
take_row(void *self, const struct doe_record *record)
{
    struct seen *seen = self;

    seen->n++;
    fuzz_must(record->index < RUNS, "a row is a run of the plan");
    for (size_t i = 0; i < record->n_response; i++) {
        fuzz_must(record->response[i] == 0.125 * (double)(record->index + 1),
                  "a row that passes is the one that was written");
    }
    return QUIRE_OK;
}

static void
read_store(struct fuzz_choices *how)
{
    const struct doe_store_options options = {.write = false};
    char *bytes = malloc(store_size), *folder = fuzz_path("damaged");
    quire_diag *diag = quire_diag_create();
    struct doe_store *store = NULL;
    struct doe_tally tally;
    struct seen seen = {0};
    uint64_t n_damaged;

    fuzz_must(bytes != NULL, "there is memory");
    memcpy(bytes, store_bytes, store_size);
    const size_t size = fuzz_byte(how) % 8 == 7 ? fuzz_choose(how, store_size) : store_size;
    while (how->left > 0) {
        const size_t at = fuzz_choose(how, store_size);
        bytes[at] = (char)((unsigned char)bytes[at] ^ fuzz_byte(how));
    }
    fuzz_remove("damaged");
    fuzz_save("damaged/" DOE_STORE_FILE, bytes, size);
    quire_status status = doe_store_open(&store, folder, &work, &options, diag);
    if (status == QUIRE_OK) {
        status = doe_store_tally(store, &tally);
    }
    if (status == QUIRE_OK) {
        status = doe_store_check(store, false, &n_damaged, diag);
    }
    if (status == QUIRE_OK) {
        status = doe_store_each(store, take_row, &seen);
        fuzz_must(status != QUIRE_OK || seen.n == tally.done, "all rows are given out");
    }
    doe_store_close(store);
    fuzz_must_explain(status, diag, false);
    quire_diag_destroy(diag);
    free(bytes);
    free(folder);
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    struct fuzz_choices how = {data, size};

    if (header == NULL) {
        make_all();
    }
    switch (fuzz_choose(&how, 4)) {
    case 0: read_frames((const char *)how.at, how.left); break;
    case 1: read_shard(&how, false); break;
    case 2: read_shard(&how, true); break;
    default: read_store(&how); break;
    }
}
