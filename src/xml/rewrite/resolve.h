/* The model as it is understood, as text. */
#ifndef QUIRE_XML_REWRITE_RESOLVE_H
#define QUIRE_XML_REWRITE_RESOLVE_H

#include "text/text.h"
#include "xml/tree/built.h"

/* Appends the model, which was read without a problem: includes, classes, likes, parameters and
 * instances of assemblies are put in and gone; each element tells its place, what of it is not its
 * own, and what is assumed. As a model, which reads back as the same one, or as JSON
 * (doc/formats.md). The settings were those that it was read with. Refused are libraries that hold
 * assemblies, which stand for nothing yet. */
quire_status quire_resolved_write(const struct quire_built_list *self, quire_model *model,
                                  const quire_setting *settings, size_t n_setting, bool json,
                                  struct quire_text *out, quire_diag *diag);

#endif
