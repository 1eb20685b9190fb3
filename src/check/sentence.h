/* Sentences in buffers of fixed size. */
#ifndef QUIRE_CHECK_SENTENCE_H
#define QUIRE_CHECK_SENTENCE_H

#include <stddef.h>

/* Goes on writing the text in buf (size bytes, NUL terminated). Numbers have a decimal point in
 * every locale; text that does not fit is cut between two characters. */
void quire_sentence_add(char *buf, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
