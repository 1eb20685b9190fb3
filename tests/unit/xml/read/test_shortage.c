/* Models, when memory runs out while they are read. */
#include <criterion/criterion.h>
#include <quire/model.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixtures/shortage.h"

static const char *
path_of(const char *name)
{
    static char path[1000];

    snprintf(path, sizeof path, "%s/%s", getenv("QUIRE_SRCDIR"), name);
    return path;
}

static quire_status
load(const char *name, quire_diag *diag)
{
    quire_model *model = NULL;
    const quire_status status = quire_model_load(&model, path_of(name), NULL, 0, diag);

    cr_expect_eq(model != NULL, status == QUIRE_OK);
    quire_model_destroy(model);
    return status;
}

static quire_status
load_everything(quire_diag *diag)
{
    return load("tests/data/models/good-every-element.xml", diag);
}

static quire_status
resolve_shared_parts(quire_diag *diag)
{
    char *text = NULL;
    const quire_status status = quire_model_resolve(
        &text, path_of("samples/shared-parts/shared-parts.xml"), NULL, 0, 0, diag);

    cr_expect_eq(text != NULL, status == QUIRE_OK);
    free(text);
    return status;
}

Test(shortage, load)
{
    shortage_sweep(load_everything, 700);
}

Test(shortage, resolve)
{
    shortage_sweep(resolve_shared_parts, 300);
}
