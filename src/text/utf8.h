/* Characters in UTF-8, and those of them that are not seen. */
#ifndef QUIRE_TEXT_UTF8_H
#define QUIRE_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the valid UTF-8 character at `bytes` (1 to 4), 0 if it is not valid; `size` bytes may
 * be looked at. *character (may be NULL) receives the code point. */
size_t quire_utf8_length(const char *bytes, size_t size, unsigned *character);

/* Whether a character leaves nothing to be seen, not even a blank of its own: soft hyphens,
 * joiners, marks of direction, selectors of variants, fillers. */
bool quire_utf8_is_invisible(unsigned character);

#endif
