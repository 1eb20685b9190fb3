/* What all that rewrite files share. */
#ifndef QUIRE_XML_REWRITE_REWRITE_H
#define QUIRE_XML_REWRITE_REWRITE_H

#include <quire/rewrite.h>

#include "xml/text/parse.h"

/* quire_xml_parse() of a text that is not larger than a file may be. */
quire_status quire_rewrite_parse(struct quire_node **root, const char *text, size_t size,
                                 const char *name, struct quire_arena *arena, quire_diag *diag);

#endif
