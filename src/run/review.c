/* The review of a paper path, of a run that is not executed. */
#include <quire/review.h>

#include "base/diag.h"
#include "lint/review.h"
#include "run/running.h"

quire_status
quire_review_create(quire_review **out, const quire_model *model, quire_diag *diag)
{
    if (out == NULL || model == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    const quire_run_options options = quire_run_options_default();
    struct quire_run *run;

    *out = NULL;
    quire_status status = quire_run_create(&run, model, &options, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    quire_review *review = quire_review_new();
    if (review == NULL || !quire_review_fill(review, run->system)) {
        quire_review_destroy(review);
        review = NULL;
        status = quire_diag_memory_error(diag);
    }
    quire_run_destroy(run);
    *out = review;
    return status;
}
