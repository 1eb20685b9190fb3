/* Loading models: the public door to the reader, with the catalog of all kinds. */
#include <quire/model.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/sha256.h"
#include "catalog/catalog.h"
#include "xml/read/identity.h"
#include "xml/read/read.h"

quire_status
quire_model_load(quire_model **out, const char *path, const quire_setting *settings,
                 size_t n_setting, quire_diag *diag)
{
    if (out == NULL || path == NULL || !quire_settings_are_whole(settings, n_setting)) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    return quire_xml_load(out, quire_catalog_all(), path, settings, n_setting, diag);
}

/* How text becomes a model: quire_xml_read() or quire_xml_load_text(). */
typedef quire_status reader(quire_model **out, const struct quire_catalog *catalog,
                            const char *bytes, size_t size, const char *name,
                            const quire_setting *settings, size_t n_setting, quire_diag *diag);

static quire_status
read_text(reader *read, quire_model **out, const char *text, size_t size, const char *name,
          const quire_setting *settings, size_t n_setting, quire_diag *diag, const char *caller)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (out == NULL || text == NULL || name == NULL ||
        !quire_settings_are_whole(settings, n_setting)) {
        return quire_diag_misuse(diag, caller);
    }
    if (size > QUIRE_FILE_LIMIT) {
        const struct quire_place at = {name, 0, 0};
        return quire_diag_error(diag, "E-LIMIT", at, NULL, NULL,
                                "the text is larger than %zu bytes", QUIRE_FILE_LIMIT);
    }
    return read(out, quire_catalog_all(), text, size, name, settings, n_setting, diag);
}

quire_status
quire_model_parse(quire_model **out, const char *text, size_t size, const char *name,
                  const quire_setting *settings, size_t n_setting, quire_diag *diag)
{
    return read_text(quire_xml_read, out, text, size, name, settings, n_setting, diag, __func__);
}

quire_status
quire_model_load_text(quire_model **out, const char *text, size_t size, const char *name,
                      const quire_setting *settings, size_t n_setting, quire_diag *diag)
{
    return read_text(quire_xml_load_text, out, text, size, name, settings, n_setting, diag,
                     __func__);
}

void
quire_model_destroy(quire_model *model)
{
    quire_xml_free(model);
}

quire_status
quire_model_vary(quire_model **out, const quire_model *model, const quire_setting *settings,
                 size_t n_setting, quire_diag *diag)
{
    if (out == NULL || model == NULL || !quire_settings_are_whole(settings, n_setting)) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    return quire_xml_vary(out, model, settings, n_setting, diag);
}

quire_status
quire_model_resolve(char **out, const char *path, const quire_setting *settings, size_t n_setting,
                    int json, quire_diag *diag)
{
    if (out == NULL || path == NULL || !quire_settings_are_whole(settings, n_setting)) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_catalog catalog = *quire_catalog_all();
    catalog.root = quire_library_is_at(path) ? "library" : NULL;
    return quire_xml_resolve(out, &catalog, path, settings, n_setting, json != 0, diag);
}

int
quire_library_is_at(const char *path)
{
    if (path == NULL) {
        return 0;
    }
    return quire_xml_begins_with(path, "library");
}

quire_status
quire_library_check(const char *path, const quire_setting *settings, size_t n_setting,
                    quire_diag *diag)
{
    if (path == NULL || !quire_settings_are_whole(settings, n_setting)) {
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_catalog catalog = *quire_catalog_all();
    quire_model *library;
    catalog.root = "library";
    const quire_status status = quire_xml_load(&library, &catalog, path, settings, n_setting, diag);
    quire_xml_free(library);
    return status;
}

const char *
quire_model_text(const quire_model *model, size_t *size)
{
    if (size != NULL) {
        *size = model != NULL ? model->size : 0;
    }
    return model != NULL ? model->text : NULL;
}

void
quire_model_digest(const quire_model *model, char hex[65])
{
    if (model == NULL || hex == NULL) {
        return;
    }
    quire_xml_digest(model->text, model->size, NULL, hex);
}

size_t
quire_model_files(const quire_model *model)
{
    if (model == NULL) {
        return 0;
    }
    return model->n_source;
}

const char *
quire_model_file(const quire_model *model, size_t i, char hex[65])
{
    if (model == NULL || i >= model->n_source) {
        if (hex != NULL) {
            hex[0] = '\0';
        }
        return NULL;
    }
    if (hex != NULL) {
        quire_sha256_text(hex, model->source[i]->text, model->source[i]->size);
    }
    return model->source[i]->name;
}
