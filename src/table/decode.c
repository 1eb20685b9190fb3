#include "table/decode.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text/utf8.h"

enum order { BYTES, LITTLE, BIG };

static enum order
order_of(const unsigned char *b, size_t size)
{
    if (size >= 2 && ((b[0] == 0xFF && b[1] == 0xFE) || (b[0] == 0xFE && b[1] == 0xFF))) {
        return b[0] == 0xFF ? LITTLE : BIG;
    }
    /* without a mark: the first two characters are ASCII */
    if (size >= 4 && size % 2 == 0 && (b[0] == 0) != (b[1] == 0) && (b[0] == 0) == (b[2] == 0) &&
        (b[1] == 0) == (b[3] == 0)) {
        return b[1] == 0 ? LITTLE : BIG;
    }
    return BYTES;
}

static quire_status
refuse(struct quire_place at, const char *why, const char *hint, quire_diag *diag)
{
    return quire_diag_error(diag, "E-ENCODING", at, NULL, hint, "the table is no text: %s", why);
}

/* ---- UTF-16 */

static unsigned
unit_at(const unsigned char *b, enum order order)
{
    return order == LITTLE ? b[0] | (unsigned)b[1] << 8 : b[1] | (unsigned)b[0] << 8;
}

static size_t
put_utf8(char *to, unsigned c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    const size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6) {
        to[i] = (char)(0x80 | (c & 0x3F));
    }
    to[0] = (char)((0xF00 >> n & 0xFF) | c);
    return n;
}

/* to text of at most 3/2 of the size; *n its length, SIZE_MAX for half a pair of surrogates */
static void
from_utf16(char *to, const unsigned char *b, size_t size, enum order order, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i + 1 < size; i += 2) {
        unsigned c = unit_at(b + i, order);
        if (c >= 0xD800 && c < 0xE000) {
            const unsigned low = i + 3 < size ? unit_at(b + i + 2, order) : 0;
            if (c >= 0xDC00 || low < 0xDC00 || low >= 0xE000) {
                *n = SIZE_MAX;
                return;
            }
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            i += 2;
        }
        *n += put_utf8(to + *n, c);
    }
}

/* ---- lines */

/* ends all lines with '\n' and puts a NUL behind them; the place of what is not UTF-8 in *at */
static const char *
clean(char *text, size_t size, struct quire_place *at)
{
    char *to = text;
    size_t length;

    at->line = 1;
    for (size_t i = 0; i < size; i += length) {
        length = (unsigned char)text[i] < 0x80 ? 1 : quire_utf8_length(text + i, size - i, NULL);
        if (text[i] == '\0' || length == 0) {
            return length == 0 ? "it has bytes that are not UTF-8" : "it has zero bytes";
        }
        const bool pair = text[i] == '\r' && i + 1 < size && text[i + 1] == '\n';
        if (!pair) {
            memmove(to, text + i, length);
            *to = *to == '\r' ? '\n' : *to;
            at->line += *to == '\n' ? 1 : 0;
            to += length;
        }
    }
    *to = '\0';
    return NULL;
}

quire_status
quire_table_decode(char **out, const char *bytes, size_t size, struct quire_place file,
                   quire_diag *diag)
{
    const unsigned char *b = (const unsigned char *)bytes;
    const enum order order = order_of(b, size);
    char *text = *out = malloc(order == BYTES ? size + 1 : size + size / 2 + 1);
    size_t n = size;

    if (text == NULL) {
        return quire_diag_memory_error(diag);
    }
    if (order == BYTES) {
        memcpy(text, bytes, size);
    } else {
        from_utf16(text, b, size, order, &n);
    }
    if (n == SIZE_MAX || (order != BYTES && size % 2 != 0)) {
        return refuse(file, "it is cut off or damaged UTF-16", NULL, diag);
    }
    const size_t mark = n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    memmove(text, text + mark, n - mark);
    const char *why = clean(text, n - mark, &file);
    return why == NULL ? QUIRE_OK : refuse(file, why, "save it as 'CSV UTF-8'", diag);
}
