/* The model as it is understood, as JSON (doc/formats.md). */
#ifndef QUIRE_XML_REWRITE_RESOLVE_JSON_H
#define QUIRE_XML_REWRITE_RESOLVE_JSON_H

#include "xml/rewrite/understood.h"

void quire_understood_write_json(const struct quire_understood *w);

#endif
