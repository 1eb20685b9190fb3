/* What of Unicode names need: characters that are not seen, and spellings that look alike. */
#ifndef QUIRE_TEXT_UNICODE_H
#define QUIRE_TEXT_UNICODE_H

#include "text/text.h"

/* The first character of a text in UTF-8 that is not seen (text/utf8.h); 0: there is none. */
unsigned quire_unicode_find_invisible(const char *text);

/* Appends what a name looks like: decomposed (Unicode's form D, but that all marks behind a letter
 * are put in the order of their numbers), without characters that are not seen. Two names that look
 * alike in this sense have the same text. */
void quire_unicode_add_look(struct quire_text *out, const char *name);

#endif
