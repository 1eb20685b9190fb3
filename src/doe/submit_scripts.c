/* What both ways of giving a study to other machines need: scripts, and what is done already. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "batch/run_bits.h"
#include "doe/submit.h"
#include "store/shard.h"

void
doe_submit_add_command(struct quire_text *out, const struct submission *s, const char *verb)
{
    doe_quote_for_shell(out, s->program);
    quire_text_format(out, " %s --quiet --directory=", verb);
    doe_quote_for_shell(out, s->directory);
}

quire_status
doe_submit_save_script(const struct submission *s, const char *below, const char *name,
                       struct quire_text *text, quire_diag *diag)
{
    char *folder = doe_join(s->directory, below),
         *path = folder != NULL ? doe_join(folder, name) : NULL;
    quire_status status = path == NULL || text->failed ? quire_diag_memory_error(diag) : QUIRE_OK;

    if (status == QUIRE_OK && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        status = quire_diag_file_error(diag, folder, "cannot be made", errno);
    }
    if (status == QUIRE_OK) {
        status = quire_file_save(path, text->data, text->size, diag);
    }
    free(folder);
    free(path);
    quire_text_clear(text);
    return status;
}

void
doe_submit_add_worker(struct quire_text *out, const struct submission *s, const char *slice)
{
    const struct doe_pool_options *pool = &s->common->job.pool;

    doe_submit_add_command(out, s, "worker");
    quire_text_format(out, " --workers=%d --time-limit=%.17gs --slice=\"%s/%llu\" -- ",
                      pool->workers, pool->time_limit, slice, (unsigned long long)s->tasks);
    doe_quote_for_shell(out, s->study);
}

bool
doe_submit_is_missing(const struct doe_work *work, const unsigned char *done, uint64_t slice,
                      uint64_t slices)
{
    for (uint64_t i = slice; i < work->n_run; i += slices) {
        if (!doe_bit_is_set(done, i)) {
            return true;
        }
    }
    return false;
}

/* what store and shards have already; there may be none yet */
quire_status
doe_submit_find_done(const struct submission *s, struct doe_work *work, unsigned char **done,
                     quire_diag *diag)
{
    struct doe_store *store = NULL;
    char *path = doe_join(s->directory, DOE_STORE_FILE);
    quire_status status = path == NULL ? quire_diag_memory_error(diag) : QUIRE_OK;

    *done = doe_bits_make(work);
    status = *done == NULL ? quire_diag_memory_error(diag) : status;
    if (status == QUIRE_OK && (access(path, F_OK) == 0 || doe_is_shared_out(s->directory))) {
        status = doe_store_open(&store, s->directory, work, &s->common->store, diag);
    }
    if (status == QUIRE_OK && store != NULL) {
        status = doe_store_mark(store, 0, work->n_run, *done);
    }
    doe_store_close(store);
    free(path);
    return status;
}
