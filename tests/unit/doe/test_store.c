#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doe/store.h"

static void
add_run(struct doe_store *store, const struct doe_work *work, uint64_t index)
{
    struct doe_run run;
    struct doe_record record;

    cr_assert(doe_run_init(&run, work) && doe_record_init(&record, work->n_response));
    cr_assert(eq(int, doe_work_run(work, index, &run, NULL), QUIRE_OK));
    doe_record_reset(&record, index, run.id);
    record.status = DOE_PASSED;
    cr_assert(eq(int, doe_store_add(store, &run, &record), QUIRE_OK));
    cr_assert(eq(int, doe_store_commit(store), QUIRE_OK));
    doe_record_clear(&record);
    doe_run_clear(&run);
}

static quire_status
count(void *self, const struct doe_record *record)
{
    (void)record;
    ++*(int *)self;
    return QUIRE_OK;
}

/* Who counts the runs and then goes through them meets as many, though a coordinator adds some meanwhile; the folder may be reached by a link. */
Test(store, readers_see_one_moment)
{
    char folder[] = "/tmp/quire-store-XXXXXX", link[40], path[4096];
    struct doe_work work;
    struct doe_store *writer, *reader;
    struct doe_tally tally;
    quire_diag *diag = quire_diag_create();
    int n = 0;

    cr_assert(mkdtemp(folder) != NULL);
    snprintf(link, sizeof link, "%s.link", folder);
    cr_assert(symlink(folder, link) == 0);
    snprintf(path, sizeof path, "%s/samples/friction-and-load.xml", getenv("QUIRE_SRCDIR"));
    cr_assert(eq(int, doe_work_load(&work, path, diag), QUIRE_OK));
    cr_assert(eq(int, doe_store_open(&writer, folder, &work, &(struct doe_store_options){.write = true, .fast = true}, diag), QUIRE_OK));
    add_run(writer, &work, 0);
    cr_assert(eq(int, doe_store_open(&reader, link, &work, &(struct doe_store_options){.write = false}, diag), QUIRE_OK));
    cr_assert(eq(int, doe_store_tally(reader, &tally), QUIRE_OK));
    add_run(writer, &work, 1);
    cr_assert(eq(int, doe_store_each(reader, count, &n), QUIRE_OK));
    cr_assert(tally.done == 1 && n == 1, "%d runs instead of %d", n, (int)tally.done);
    doe_store_close(reader);
    cr_assert(eq(int, doe_store_tally(writer, &tally), QUIRE_OK));
    cr_assert(eq(u64, tally.done, 2));
    doe_store_close(writer);
    doe_work_clear(&work);
    quire_diag_destroy(diag);
    unlink(link);
}
