#include "rest_stage.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define MEDIA "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"

void
rest_find(struct rest *r, const char *motion, const char *settings, const char *parts)
{
    char text[4096];
    const int n = snprintf(
        text, sizeof text,
        "<model version=\"1\" name=\"rest\" motion=\"%s\"><settings>%s</settings>%s%s</model>",
        motion, settings, MEDIA, parts);

    *r = (struct rest){.diag = quire_diag_create()};
    r->status = quire_model_parse(&r->model, text, (size_t)n, "rest.xml", NULL, 0, r->diag);
    if (r->status == QUIRE_OK) {
        r->status = quire_run_create(&r->run, r->model, NULL, r->diag);
    }
    if (r->status == QUIRE_OK) {
        r->status = quire_run_execute(r->run, r->diag);
    }
}

void
rest_done(struct rest *r)
{
    quire_run_destroy(r->run);
    quire_model_destroy(r->model);
    quire_diag_destroy(r->diag);
}

void
rest_middle(const quire_run *run, const char *sheet, double at[2])
{
    double x[200], y[200];
    const size_t n = quire_run_nodes(run, sheet, x, y, 200);

    cr_assert_gt(n, 2);
    at[0] = at[1] = 0;
    for (size_t i = 0; i < n; i++) {
        /* half a segment belongs to an end */
        const double share = (i == 0 || i == n - 1 ? 0.5 : 1) / (double)(n - 1);
        at[0] += share * x[i];
        at[1] += share * y[i];
    }
}

bool
rest_says(const struct rest *r, const char *code, const char *words)
{
    for (size_t i = 0; i < quire_diag_count(r->diag); i++) {
        char line[1024];
        quire_diag_format(r->diag, i, line, sizeof line);
        if (strstr(line, code) != NULL && strstr(line, words) != NULL) {
            return true;
        }
    }
    return false;
}
