/* The steps by which elements that stand for others are replaced, in this order. Each adds all the
 * problems it finds. */
#ifndef QUIRE_XML_EXPAND_STEPS_H
#define QUIRE_XML_EXPAND_STEPS_H

#include "xml/tree/reader.h"

void quire_read_includes(struct quire_reader *r);   /* include.c */
void quire_read_instances(struct quire_reader *r);  /* instances.c */
void quire_read_parameters(struct quire_reader *r); /* parameters.c */
void quire_read_defaults(struct quire_reader *r);   /* defaults.c: finds and checks the classes */
void quire_read_likes(struct quire_reader *r);      /* like.c: finds what is like what */

#endif
