/* Loading models: the public door to the reader, with the catalog of all kinds. */
#include <quire/model.h>

#include <stdlib.h>

#include "base/diag.h"
#include "base/file.h"
#include "catalog/catalog.h"
#include "xml/read.h"

quire_status
quire_model_load(quire_model **out, const char *path, const quire_setting *settings,
                 size_t n_setting, quire_diag *diag)
{
    char *text;
    size_t size;
    *out = NULL;
    quire_status status = quire_file_read(&text, &size, path, QUIRE_FILE_LIMIT, diag);
    if (status == QUIRE_OK) {
        status =
            quire_xml_read(out, quire_catalog_all(), text, size, path, settings, n_setting, diag);
        free(text);
    }
    return status;
}

quire_status
quire_model_parse(quire_model **out, const char *text, size_t size, const char *name,
                  const quire_setting *settings, size_t n_setting, quire_diag *diag)
{
    *out = NULL;
    if (size > QUIRE_FILE_LIMIT) {
        const struct quire_place at = {name, 0, 0};
        return quire_diag_error(diag, "E-LIMIT", at, NULL, NULL,
                                "the text is larger than %zu bytes", QUIRE_FILE_LIMIT);
    }
    return quire_xml_read(out, quire_catalog_all(), text, size, name, settings, n_setting, diag);
}

void
quire_model_destroy(quire_model *model)
{
    quire_xml_free(model);
}

const char *
quire_model_name(const quire_model *model)
{
    return model->root->name;
}
