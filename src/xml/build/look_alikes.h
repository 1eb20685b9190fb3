/* Names that look alike but are not the same: of letters with marks, which Unicode writes in more
 * than one way, and of characters that are not seen. They are allowed, and warned of. */
#ifndef QUIRE_XML_BUILD_LOOK_ALIKES_H
#define QUIRE_XML_BUILD_LOOK_ALIKES_H

#include "xml/tree/reader.h"

/* `named`: all objects that have a name. */
void quire_warn_of_look_alikes(struct quire_reader *r, const struct quire_pointers *named);

#endif
