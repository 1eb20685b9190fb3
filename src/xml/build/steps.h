/* The steps by which elements become objects, in this order. Each adds all the problems that it
 * finds. */
#ifndef QUIRE_XML_BUILD_STEPS_H
#define QUIRE_XML_BUILD_STEPS_H

#include "xml/tree/reader.h"

void quire_read_objects(struct quire_reader *r);    /* build.c */
void quire_read_copies(struct quire_reader *r);     /* copies.c */
void quire_read_references(struct quire_reader *r); /* names.c */
void quire_read_files(struct quire_reader *r);      /* files.c */
void quire_read_checks(struct quire_reader *r);     /* checks.c */

#endif
