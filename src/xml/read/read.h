/* Reading a model from the bytes of its file. */
#ifndef QUIRE_XML_READ_READ_H
#define QUIRE_XML_READ_READ_H

#include "model/object.h"

struct quire_built_list;

/* Reads and checks a model: syntax, elements, values, names, references, and what each kind checks
 * itself. Bytes have no folder: <include> finds nothing but the files of the library. All problems
 * are added in the order of the file. On success *out is the caller's, to be freed with
 * quire_xml_free(); otherwise it is NULL. `name` stands for the file in messages; `catalog` must
 * outlive the model. */
quire_status quire_xml_read(quire_model **out, const struct quire_catalog *catalog,
                            const char *bytes, size_t size, const char *name,
                            const quire_setting *settings, size_t n_setting, quire_diag *diag);
/* The same from the file at `path`, which may include others. */
quire_status quire_xml_load(quire_model **out, const struct quire_catalog *catalog,
                            const char *path, const quire_setting *settings, size_t n_setting,
                            quire_diag *diag);

/* The same of bytes that stand for the file `name`, from whose folder others are included. */
quire_status quire_xml_load_text(quire_model **out, const struct quire_catalog *catalog,
                                 const char *bytes, size_t size, const char *name,
                                 const quire_setting *settings, size_t n_setting, quire_diag *diag);
/* The same; what is built from which element is noted in `built`, to be cleared after a failure,
 * too. Elements end with the model. */
quire_status quire_xml_load_built(quire_model **out, struct quire_built_list *built,
                                  const struct quire_catalog *catalog, const char *bytes,
                                  size_t size, const char *name, const quire_setting *settings,
                                  size_t n_setting, quire_diag *diag);

/* The same model with other settings, from the bytes of its files as they were read. */
quire_status quire_xml_vary(quire_model **out, const quire_model *model,
                            const quire_setting *settings, size_t n_setting, quire_diag *diag);

/* What is read from the file at `path`, as one model with nothing left to be put in, or as JSON;
 * each element tells where its values come from (xml/rewrite/resolve.h). On success *out is to be
 * freed. */
quire_status quire_xml_resolve(char **out, const struct quire_catalog *catalog, const char *path,
                               const quire_setting *settings, size_t n_setting, bool json,
                               quire_diag *diag);

/* Whether the file at `path` can be parsed and its root is this element. */
bool quire_xml_begins_with(const char *path, const char *element);

void quire_xml_free(quire_model *model);

#endif
