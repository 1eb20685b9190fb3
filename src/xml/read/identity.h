/* What a file says, whatever it looks like. */
#ifndef QUIRE_XML_READ_IDENTITY_H
#define QUIRE_XML_READ_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

/* SHA-256 of the elements and attributes of a file that can be read, 64 hexadecimal digits and a
 * NUL. Comments, blanks, the order of attributes, `doc` and <user-data> change nothing, nor do
 * attributes that are passed over: "element@attribute", NULL behind the last; NULL: none. False,
 * and
 * "", when memory runs out. */
bool quire_xml_digest(const char *text, size_t size, const char *const *passed_over, char hex[65]);

#endif
