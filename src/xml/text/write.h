/* A tree of elements as the text of a file. */
#ifndef QUIRE_XML_TEXT_WRITE_H
#define QUIRE_XML_TEXT_WRITE_H

#include "text/text.h"
#include "xml/text/node.h"

/* Appends a file that reads back as the tree under `root`. What <include> elements stood for is in
 * the tree; a remark is left of each. */
void quire_node_write(struct quire_text *out, const struct quire_node *root);

/* Appends the value of an attribute between its quotes: blanks that a parser would make one sort of
 * keep theirs. */
void quire_write_value(struct quire_text *out, const char *text);

/* Appends text of a remark, which must not hold two dashes in a row. */
void quire_write_remark(struct quire_text *out, const char *text);

#endif
