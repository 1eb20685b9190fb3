/* From bytes to a tree of elements: the only file that knows libxml2. */
#ifndef QUIRE_XML_TEXT_PARSE_H
#define QUIRE_XML_TEXT_PARSE_H

#include "base/arena.h"
#include "xml/text/node.h"

/* Parses `size` bytes into *root, which lives in the arena. All that is reported: what the scan
 * refuses, syntax errors (up to 20), text between elements, foreign namespaces outside <user-data>;
 * *root may be set although there were problems of the last two sorts, so that more can be looked
 * at. */
quire_status quire_xml_parse(struct quire_node **root, const char *bytes, size_t size,
                             const char *file, struct quire_arena *arena, quire_diag *diag);

/* The same of a file that is not ours, such as an SVG: text is kept at its element, a document type
 * is resolved (xml/text/prologue.h), and what has another namespace than the root is passed over,
 * but for the attributes of XLink ("xlink:href"), Inkscape ("inkscape:label") and Serif. */
quire_status quire_xml_parse_foreign(struct quire_node **root, const char *bytes, size_t size,
                                     const char *file, struct quire_arena *arena, quire_diag *diag);

#endif
