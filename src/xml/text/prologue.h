/* What stands before the root of a file that is not ours: a document type with entities. */
#ifndef QUIRE_XML_TEXT_PROLOGUE_H
#define QUIRE_XML_TEXT_PROLOGUE_H

#include "base/diag.h"
#include "text/text.h"

/* Puts into *out, which is empty, the text of a file without its document type: blanks are in its
 * place, so that lines stay, and references to its internal entities are replaced by their values.
 * *out stays empty if there is no document type. Nothing is opened: references to entities of
 * another file are refused, as are parameter entities, default attributes and style sheets in
 * another file (E-DOCTYPE). E-LIMIT: entities that refer to themselves, are nested more than 8
 * deep, or stand for more than 10 000 references or 1 MiB. */
quire_status quire_prologue_resolve(struct quire_text *out, const char *bytes, size_t size,
                                    const char *file, quire_diag *diag);

#endif
