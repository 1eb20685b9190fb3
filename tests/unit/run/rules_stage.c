#include "rules_stage.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "../sys/remembering.h"
#include "base/diag.h"

quire_run *
rules_simulate(quire_model **model, const char *text, quire_status expected, const char *code)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    *model = remembering_model(text);
    quire_status status = quire_run_create(&run, *model, NULL, diag);
    status = status == QUIRE_OK ? quire_run_execute(run, diag) : status;
    cr_assert_eq(status, expected, "%s", text);
    if (code != NULL) {
        bool found = false;
        for (size_t i = 0; i < quire_diag_count(diag); i++) {
            found = found || strcmp(quire_diag_get(diag, i)->code, code) == 0;
        }
        cr_expect(found, "no %s", code);
    }
    quire_diag_destroy(diag);
    return run;
}

void
rules_expect_time(const quire_run *run, const char *figure, double time)
{
    const double t = quire_run_figure(run, figure);
    cr_expect(isnan(time) ? isnan(t) : fabs(t - time) < CLOSE, "%s: %.9f s, not %.9f s", figure, t,
              time);
}
