/* Reading a model from the bytes of its file. */
#ifndef QUIRE_XML_READ_H
#define QUIRE_XML_READ_H

#include "model/object.h"

/* Reads and checks a model: syntax, elements, values, names, references, and what each kind checks
 * itself. All problems are added in the order of the file. On success *out is the caller's, to be
 * freed with quire_xml_free(); otherwise it is NULL. `name` stands for the file in messages;
 * `catalog` must outlive the model. */
quire_status quire_xml_read(quire_model **out, const struct quire_catalog *catalog,
                            const char *bytes, size_t size, const char *name,
                            const quire_setting *settings, size_t n_setting, quire_diag *diag);
void quire_xml_free(quire_model *model);

/* The version of libxml2 in use, "2.9.14"; static storage. */
const char *quire_xml_version(void);

#endif
