/* Where the parts of instances stand: values of objects, as their fields tell, are moved from the
 * assembly's frame to the machine's. */
#ifndef QUIRE_XML_BUILD_PLACING_H
#define QUIRE_XML_BUILD_PLACING_H

#include "xml/tree/reader.h"

/* Puts the values of an object made from a part of an instance where they belong, or of an
 * <instance> works out its frame. */
quire_status quire_place_object(struct quire_reader *r, struct quire_object *object,
                                const struct quire_node *node);

#endif
