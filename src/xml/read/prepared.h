/* Reading one model again and again with other settings. */
#ifndef QUIRE_XML_READ_PREPARED_H
#define QUIRE_XML_READ_PREPARED_H

#include "model/object.h"

/* A model whose files are parsed, with all that is included and all instances put in, but no
 * parameters yet. Its size does not grow with the number of readings. For one thread at a time. */
struct quire_prepared;

/* Prepares a model that was read, which must outlive *out. *out is the caller's, to be freed with
 * quire_prepared_destroy(). QUIRE_ERROR_LIMIT: memory runs out, *out is NULL. */
quire_status quire_prepared_create(struct quire_prepared **out, const quire_model *model,
                                   quire_diag *diag);
/* Prepares the model in these bytes, as quire_xml_read() takes them; all three arguments must
 * outlive *out. */
quire_status quire_prepared_parse(struct quire_prepared **out, const struct quire_catalog *catalog,
                                  const char *bytes, size_t size, const char *name,
                                  quire_diag *diag);

/* Gives what quire_xml_vary() or quire_xml_read() gives with these settings: the same model, the
 * same problems and status, whatever was read before and whether it was refused. *out ends with the
 * next reading or with `self`; runs of it have to end before. It is NULL unless QUIRE_OK is
 * returned. */
quire_status quire_prepared_read(const quire_model **out, struct quire_prepared *self,
                                 const quire_setting *settings, size_t n_setting, quire_diag *diag);

void quire_prepared_destroy(struct quire_prepared *self);

#endif
