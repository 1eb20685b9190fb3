#include "check/sentence.h"

#include <stdarg.h>
#include <string.h>

#include "text/number.h"
#include "text/text.h"

/* Takes off a last character of which only a part has fitted. */
static void
trim(char *text, size_t size)
{
    size_t start = size;
    while (start > 0 && size - start < 3 && ((unsigned char)text[start - 1] & 0xC0) == 0x80) {
        start--;
    }
    if (start > 0 && (unsigned char)text[start - 1] >= 0xC0) {
        start--;
        if (quire_utf8_length(text + start, size - start, NULL) == 0) {
            text[start] = '\0';
        }
    }
}

void
quire_sentence_add(char *buf, size_t size, const char *format, ...)
{
    const size_t used = strlen(buf);
    va_list arguments;
    va_start(arguments, format);
    const int n = quire_number_vformat(buf + used, size - used, format, arguments);
    va_end(arguments);
    if (n < 0) {
        buf[used] = '\0';
    } else if ((size_t)n >= size - used) {
        trim(buf, size - 1);
    }
}
