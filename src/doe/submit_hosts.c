/* quire doe submit --hosts: the slices of a study over ssh, and their collection. */
#include <stdlib.h>

#include "base/diag.h"
#include "doe/submit.h"

/* For another host: the script's argument is the slice. The worker is ended with the script's
 * input, so that none outlives the connection. `read` keeps no process of its own. */
static quire_status
write_host_script(const struct submission *s, quire_diag *diag)
{
    struct quire_text task = {0};

    quire_text_add(&task, "#!/bin/sh\nexec 3<&0 </dev/null\n");
    doe_submit_add_worker(&task, s, "$1");
    quire_text_add(&task, " 3<&- &\nworker=$!\n"
                          "(read -r line <&3; kill \"$worker\") >/dev/null 2>&1 &\nguard=$!\n"
                          "wait \"$worker\"\ncode=$?\nkill \"$guard\" 2>/dev/null\n"
                          "exit $code\n");
    return doe_submit_save_script(s, DOE_HOSTS_FOLDER, "task.sh", &task, diag);
}

static void
print_interrupted(const struct submission *s)
{
    if (!s->common->quiet) {
        fputs("quire doe submit: interrupted; finished runs are kept, and the same command "
              "continues\n",
              stderr);
    }
}

static int
run_on_hosts(struct submission *s, struct doe_work *work, bool *done, quire_diag *diag)
{
    char *script = doe_join(s->directory, DOE_HOSTS_FOLDER "/task.sh");
    const struct doe_hosts_work todo = {.directory = s->directory,
                                        .script = cli_need(script),
                                        .slices = s->tasks,
                                        .done = done,
                                        .grace = s->common->job.pool.grace,
                                        .stop_fd = s->common->job.stop_fd,
                                        .quiet = s->common->quiet,
                                        .dry_run = s->dry_run};
    const enum doe_hosts_end end = doe_hosts_run(&s->hosts, &todo);
    int code = QUIRE_OK;

    free(script);
    if (end == DOE_HOSTS_STOPPED) {
        print_interrupted(s);
        return QUIRE_ERROR_LIMIT;
    }
    if (!s->dry_run) {
        struct doe_arguments collecting = *s->common;
        collecting.store.write = true;
        code = doe_collect(&collecting, work, diag, NULL);
    }
    if (end == DOE_HOSTS_LOST) {
        fputs("quire doe submit: no host is left, and runs are missing; the same command goes on\n",
              stderr);
        return code > DOE_HOSTS_ARE_LOST ? code : DOE_HOSTS_ARE_LOST;
    }
    return code;
}

int
doe_submit_to_hosts(struct submission *s, struct doe_work *work, quire_diag *diag)
{
    unsigned char *bits = NULL;
    bool *done = calloc((size_t)s->tasks, sizeof *done);
    quire_status status =
        done != NULL ? doe_submit_find_done(s, work, &bits, diag) : quire_diag_memory_error(diag);

    for (uint64_t k = 0; status == QUIRE_OK && k < s->tasks; k++) {
        done[k] = !doe_submit_is_missing(work, bits, k, s->tasks);
    }
    if (status == QUIRE_OK) {
        status = write_host_script(s, diag);
    }
    const int code = status == QUIRE_OK ? run_on_hosts(s, work, done, diag) : (int)status;
    free(bits);
    free(done);
    return code;
}
