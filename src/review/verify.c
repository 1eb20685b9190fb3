/* Repeating a run from its manifest. */
#include <quire/describe.h>
#include <quire/run.h>

#include "base/diag.h"
#include "review/rerun.h"
#include "run/run.h"
#include "summary/summary_compare.h"
#include "text/text.h"

/* all that a run writes: its summary, then its other files; false when memory runs out */
static bool
compare(const quire_run *run, const char *summary, bool *same, char **report)
{
    const char *files = quire_record_differences(quire_run_record(run));
    char *of_summary;
    struct quire_text text = {0};

    *same = quire_summary_compare(summary, quire_run_summary_json(run), &of_summary) &&
            files[0] == '\0';
    if (of_summary != NULL) {
        quire_text_add(&text, of_summary);
        quire_text_add(&text, files);
        *report = quire_text_take(&text);
        quire_free(of_summary);
    }
    return *report != NULL;
}

quire_status
quire_verify(const char *directory, bool *same, char **report,
             bool (*progress)(void *user, double time, double end_time), void *user,
             quire_diag *diag)
{
    if (directory == NULL || same == NULL || report == NULL) {
        if (report != NULL) {
            *report = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_rerun rerun;
    const quire_model *model = NULL;
    quire_run *run = NULL;
    *same = false;
    *report = NULL;
    quire_status status = quire_rerun_open(&rerun, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const quire_run_options options = quire_rerun_options(&rerun, progress, user);
    if ((status = quire_rerun_model(&rerun, NULL, NULL, &model, diag)) != QUIRE_OK ||
        (status = quire_run_create(&run, model, &options, diag)) != QUIRE_OK) {
        goto done;
    }
    if ((status = quire_record_compare(quire_run_record(run), directory)) != QUIRE_OK) {
        goto done;
    }
    status = quire_run_execute(run, diag);
    /* a failed run fails again in the same way */
    if (status == QUIRE_OK || status == QUIRE_ERROR_NUMERIC) {
        status = compare(run, rerun.manifest.summary, same, report) ? QUIRE_OK
                                                                    : quire_diag_memory_error(diag);
    }
done:
    quire_run_destroy(run);
    quire_rerun_close(&rerun);
    return status;
}
