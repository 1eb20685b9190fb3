/* Model files: reading and checking alone. */
#include <stdlib.h>
#include <string.h>

#include <quire/model.h>

#include "fuzz.h"

static quire_status
load(const uint8_t *data, size_t size, char **problems)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    const quire_status status = quire_model_parse(&model, (const char *)data, size, "model.xml", NULL, 0, diag);

    fuzz_must((status == QUIRE_OK) == (model != NULL), "a model comes out if, and only if, it is accepted");
    fuzz_must_explain(status, diag, true);
    if (model != NULL) {
        fuzz_must(quire_model_name(model) != NULL, "a model has a name");
    }
    *problems = fuzz_problems(diag);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return status;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *first, *second = NULL;
    const quire_status status = load(data, size, &first);

    if (status == QUIRE_OK) { /* reading leaves nothing behind that another reading sees */
        fuzz_must(load(data, size, &second) == status && strcmp(first, second) == 0, "the same file is read in the same way");
    }
    free(first);
    free(second);
    return 0;
}
