/* like="other": an element takes over the attributes and children of another that it does not give
 * itself. */
#ifndef QUIRE_XML_EXPAND_LIKE_H
#define QUIRE_XML_EXPAND_LIKE_H

#include "xml/tree/reader.h"

/* Used while building: takes over attributes of the element it is like, and then the
 * children not given, by the child table of the kind. */
bool quire_like_attributes(struct quire_reader *r, struct quire_node *node);
bool quire_like_children(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *kind);

#endif
