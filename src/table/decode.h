/* The bytes of a table as text. */
#ifndef QUIRE_TABLE_DECODE_H
#define QUIRE_TABLE_DECODE_H

#include <stddef.h>

#include "base/diag.h"

/* UTF-8, or UTF-16 in either order with a mark of the order or beginning with ASCII, as UTF-8
 * without the mark, with '\n' at the end of lines that end with CR, LF or both. *out is the
 * caller's, with a NUL behind it. E-ENCODING at the line of what is no such text. */
quire_status quire_table_decode(char **out, const char *bytes, size_t size, struct quire_place file,
                                quire_diag *diag);

#endif
