/* Repeating a run from its manifest. */
#include <quire/describe.h>
#include <quire/run.h>

#include "base/diag.h"
#include "run/rerun.h"

quire_status
quire_verify(const char *directory, bool *same, char **report, bool (*progress)(void *user, double time, double end_time),
             void *user, quire_diag *diag)
{
    struct quire_rerun rerun;
    quire_model *model = NULL;
    quire_run *run = NULL;
    *same = false;
    *report = NULL;
    quire_status status = quire_rerun_open(&rerun, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const quire_run_options options = quire_rerun_options(&rerun, progress, user);
    if ((status = quire_rerun_model(&rerun, NULL, NULL, &model, diag)) != QUIRE_OK
        || (status = quire_run_create(&run, model, &options, diag)) != QUIRE_OK) {
        goto done;
    }
    status = quire_run_execute(run, diag);
    if (status == QUIRE_OK || status == QUIRE_ERROR_NUMERIC) { /* a failed run fails again in the same way */
        *same = quire_summary_compare(rerun.manifest.summary, quire_run_summary_json(run), report);
        status = *report != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    }
done:
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_rerun_close(&rerun);
    return status;
}
