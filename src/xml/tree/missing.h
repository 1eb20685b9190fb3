/* Names that lead to nothing: one cause is reported once. What an element that was refused would
 * have been called, and what a file that could not be read may hold, nobody else has to miss; and a
 * name that many look for in vain is reported where it stands first, with the number of the others.
 */
#ifndef QUIRE_XML_TREE_MISSING_H
#define QUIRE_XML_TREE_MISSING_H

#include "xml/tree/reader.h"

/* The element was refused: neither it nor anything in it has to be missed by others. */
void quire_reader_refuse(struct quire_reader *r, const struct quire_node *node);
/* The element lacks its name, or that is not read: perhaps it is what an attribute that was refused
 * says. */
void quire_reader_refuse_misnamed(struct quire_reader *r, const struct quire_node *node);
/* Whether it is known why there is nothing of this name, which needs no message then. */
bool quire_reader_explains(const struct quire_reader *r, const struct quire_instance *in,
                           const char *name);
/* Whether nothing was said yet of this name among those of this sort; it is taken as said then. */
bool quire_reader_is_news(struct quire_reader *r, const char *sort, const char *name);
/* "; it is named at 19 other places", for the end of a message; "" for none. Of a list of struct
 * quire_attribute *, which is given up, or of all elements (NULL: whatever their sort) that have
 * the same attribute. Returns buf. */
#define QUIRE_OTHERS_SIZE 60
const char *quire_others_words(char buf[QUIRE_OTHERS_SIZE], struct quire_pointers *users);
const char *quire_reader_others(char buf[QUIRE_OTHERS_SIZE], const struct quire_reader *r,
                                const char *element, const struct quire_attribute *a);

#endif
