#include "rest_stage.h"

#include <stdio.h>
#include <string.h>

#define MEDIA "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"

void
rest_find(struct rest *r, const char *motion, const char *settings, const char *parts)
{
    char text[4096];
    const int n = snprintf(text, sizeof text, "<model version=\"1\" name=\"rest\" motion=\"%s\"><settings>%s</settings>%s%s</model>", motion, settings, MEDIA, parts);

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
