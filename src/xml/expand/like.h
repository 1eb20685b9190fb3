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
/* The element inside the other parent that `node`, a child of an element with a like, stands for;
 * NULL: none. */
struct quire_node *quire_like_replaced(const struct quire_reader *r, const struct quire_node *node,
                                       const struct quire_kind *parent_kind);
/* Such a child that lacks what its kind requires takes over the attributes and children of the
 * other that it does not give; one that is complete replaces it whole. Used while building, before
 * defaults. */
bool quire_like_complete(struct quire_reader *r, struct quire_node *node,
                         const struct quire_kind *parent_kind);
/* "'inertia', 'spin'": what a child that is complete leaves of the one it replaces. Returns buf, or
 * NULL for nothing. */
const char *quire_like_left(const struct quire_reader *r, const struct quire_node *node,
                            const struct quire_kind *parent_kind, const struct quire_kind *kind,
                            char *buf, size_t size);

#endif
