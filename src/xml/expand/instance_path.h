/* The path of an instance: parts that are placed along a path and do not say which one get it. */
#ifndef QUIRE_XML_EXPAND_INSTANCE_PATH_H
#define QUIRE_XML_EXPAND_INSTANCE_PATH_H

#include "xml/tree/reader.h"

/* Gives a part, a copy of what the assembly has, the path of its instance if it needs one; there is
 * room for one more attribute. `assembly`: the kind of <assembly>. */
void quire_instance_pass_path(const struct quire_reader *r, const struct quire_kind *assembly,
                              struct quire_node *node);

/* A part that gets its place along a path from its class gets the instance's path, which comes
 * before one of the class. False when memory runs out. */
bool quire_instance_give_path(struct quire_reader *r, struct quire_node *node,
                              const struct quire_kind *kind);

#endif
