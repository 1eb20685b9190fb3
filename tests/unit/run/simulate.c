#include "simulate.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

quire_run *
simulate_text(quire_model **model, const char *text, const quire_setting *setting, size_t n_setting,
              const quire_run_options *options)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run = NULL;
    char problem[500] = "";

    quire_status status =
        quire_model_parse(model, text, strlen(text), "test.xml", setting, n_setting, diag);
    status = status == QUIRE_OK ? quire_run_create(&run, *model, options, diag) : status;
    status = status == QUIRE_OK ? quire_run_execute(run, diag) : status;
    if (status != QUIRE_OK && quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, problem, sizeof problem);
    }
    quire_diag_destroy(diag);
    cr_assert_eq(status, QUIRE_OK, "%s", problem);
    return run;
}

quire_run *
simulate_parts(quire_model **model, const char *motion, const char *parts,
               const quire_run_options *options)
{
    static const char form[] =
        "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\" motion=\"%s\">%s</model>";
    const size_t size = sizeof form + strlen(motion) + strlen(parts);
    char *text = malloc(size);

    cr_assert_not_null(text);
    snprintf(text, size, form, motion, parts);
    quire_run *run = simulate_text(model, text, NULL, 0, options);
    free(text);
    return run;
}
