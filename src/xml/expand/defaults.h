/* <defaults class="feed-roller"> ... </defaults>: attributes that elements of a class have where
 * they are not given themselves. */
#ifndef QUIRE_XML_EXPAND_DEFAULTS_H
#define QUIRE_XML_EXPAND_DEFAULTS_H

#include "xml/tree/reader.h"

/* Used while building, behind the likes: takes over attributes of the element's class,
 * first those that choose its kind (kind NULL), then the fields of the kind. False if the class is
 * unknown, which was reported, or memory runs out. */
bool quire_default_attributes(struct quire_reader *r, struct quire_node *node,
                              const struct quire_kind *kind);
/* Warns of classes that no element has, once all objects are built. */
void quire_report_unused_classes(const struct quire_reader *r);

#endif
