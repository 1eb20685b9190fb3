/* A program of somebody who has Quire installed: loads a model, runs it, prints when the sheet's
 * leading edge passed. */
#include <math.h>
#include <stdio.h>

#include <quire/model.h>
#include <quire/run.h>
#include <quire/version.h>

static void
print_problems(const quire_diag *diag)
{
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char text[512];
        quire_diag_format(diag, i, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
}

int
main(int argc, char **argv)
{
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_diag *diag = quire_diag_create();
    quire_status status;

    if (argc != 2) {
        fprintf(stderr, "usage: use_quire MODEL.xml\n");
        return QUIRE_ERROR_USAGE;
    }
    printf("quire %s\n", quire_version());

    if ((status = quire_model_load(&model, argv[1], NULL, 0, diag)) != QUIRE_OK) {
        goto done;
    }
    quire_run_options options = quire_run_options_default();
    if ((status = quire_run_create(&run, model, &options, diag)) != QUIRE_OK) {
        goto done;
    }
    if ((status = quire_run_execute(run, diag)) != QUIRE_OK) {
        goto done;
    }
    const double arrival = quire_run_figure(run, "s1.lead.time");
    printf("leading edge at sensor s1 after %.4f s; checks %s\n", arrival,
           quire_run_passed(run) ? "passed" : "failed");
    if (!isfinite(arrival)) {
        status = QUIRE_ERROR_NUMERIC;
    }

done:
    print_problems(diag);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return status;
}
