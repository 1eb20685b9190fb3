/* Growing text, with the escapes of the formats Quire writes. */
#include "text/text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/decimal.h"
#include "text/number_list.h"

#define SHORT       120            /* a formatted text may be longer, and is written twice then */
#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

void
quire_text_clear(struct quire_text *text)
{
    free(text->data);
    *text = (struct quire_text){0};
}

/* makes room for `more` bytes and a NUL */
static bool
reserve(struct quire_text *text, size_t more)
{
    if (text->failed) {
        return false;
    }
    if (more >= SIZE_MAX / 4 - text->size) {
        text->failed = true;
        return false;
    }
    const size_t need = text->size + more + 1;
    if (need <= text->capacity) {
        return true;
    }
    const size_t capacity = need < 64 ? 64 : need + need / 2;
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void
quire_text_clear_part(struct quire_text *part, struct quire_text *whole)
{
    whole->failed = whole->failed || part->failed;
    quire_text_clear(part);
}

char *
quire_text_take(struct quire_text *text)
{
    char *data = NULL;
    if (reserve(text, 0)) {
        text->data[text->size] = '\0';
        data = text->data;
        text->data = NULL;
    }
    quire_text_clear(text);
    return data;
}

void
quire_text_add_bytes(struct quire_text *text, const char *more, size_t size)
{
    if (reserve(text, size)) {
        memcpy(text->data + text->size, more, size);
        text->size += size;
        text->data[text->size] = '\0';
    }
}

void
quire_text_add(struct quire_text *text, const char *more)
{
    quire_text_add_bytes(text, more, strlen(more));
}

void
quire_text_add_char(struct quire_text *text, char c)
{
    quire_text_add_bytes(text, &c, 1);
}

void
quire_text_format(struct quire_text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    if (reserve(text, SHORT)) { /* mostly it is */
        const int n = quire_number_vformat(text->data + text->size, SHORT + 1, format, arguments);
        if (n > SHORT && reserve(text, (size_t)n)) {
            quire_number_vformat(text->data + text->size, (size_t)n + 1, format, again);
        }
        text->failed = text->failed || n < 0;
        text->size += text->failed ? 0 : (size_t)n;
    }
    va_end(again);
    va_end(arguments);
}

void
quire_text_number(struct quire_text *text, double value)
{
    char buf[QUIRE_NUMBER_SIZE];
    quire_text_add(text, quire_number_write(buf, value));
}

/* room for n numbers of a list; where they go, NULL when memory runs out */
static char *
begin_list(struct quire_text *text, size_t n)
{
    if (n >= SIZE_MAX / 8 / QUIRE_NUMBER_LIST_ROOM) {
        text->failed = true;
    }
    return reserve(text, n * QUIRE_NUMBER_LIST_ROOM + QUIRE_NUMBER_LIST_END)
               ? text->data + text->size
               : NULL;
}

static void
end_list(struct quire_text *text, char *end)
{
    text->size = (size_t)(end - text->data);
    *end = '\0';
}

void
quire_text_rounded(struct quire_text *text, const double *value, size_t n, int digits)
{
    char *at = begin_list(text, n);
    if (at != NULL) {
        end_list(text, quire_number_list_rounded(at, value, n, digits));
    }
}

void
quire_text_integers(struct quire_text *text, const int32_t *value, size_t n, int32_t absent)
{
    char *at = begin_list(text, n);
    if (at != NULL) {
        end_list(text, quire_number_list_integers(at, value, n, absent));
    }
}

void
quire_text_steps(struct quire_text *text, const int32_t *value, size_t n, size_t back)
{
    char *at = begin_list(text, n);
    if (at != NULL) {
        end_list(text, quire_number_list_steps(at, value, n, back));
    }
}

void
quire_text_integer(struct quire_text *text, int64_t value)
{
    if (reserve(text, QUIRE_DECIMAL_SIZE)) {
        text->size += quire_decimal_write_integer(text->data + text->size, value);
    }
}

void
quire_text_json_number(struct quire_text *text, double value)
{
    if (isfinite(value)) {
        quire_text_number(text, value);
    } else {
        quire_text_add(text, "null");
    }
}

void
quire_text_csv_number(struct quire_text *text, double value)
{
    if (isfinite(value)) {
        quire_text_number(text, value);
    }
}

/* ---- characters ---- */

void
quire_text_add_utf8(struct quire_text *text, unsigned c)
{
    /* bytes behind the first */
    const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned first[] = {0, 0xC0, 0xE0, 0xF0};
    quire_text_add_char(text, (char)(first[more] | c >> (6 * more)));
    for (int i = more - 1; i >= 0; i--) {
        quire_text_add_char(text, (char)(0x80 | (c >> (6 * i) & 0x3F)));
    }
}

static bool
is_control(unsigned c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFE || c == 0xFFFF;
}

/* characters that change the direction of text or are not seen at all */
static bool
is_deceptive(unsigned c)
{
    return quire_utf8_is_invisible(c);
}

/* how many characters at the start stand for themselves in JSON */
static size_t
plain_length(const char *string)
{
    size_t n = 0;
    while (string[n] >= ' ' && string[n] < 0x7F && string[n] != '"' && string[n] != '\\' &&
           string[n] != '<') {
        n++;
    }
    return n;
}

void
quire_text_json_string(struct quire_text *text, const char *string)
{
    if (string == NULL) {
        quire_text_add(text, "null");
        return;
    }
    quire_text_add_char(text, '"');
    for (size_t left = strlen(string), n; left > 0; string += n, left -= n) {
        unsigned c;
        n = plain_length(string);
        if (n > 0) {
            quire_text_add_bytes(text, string, n);
            continue;
        }
        n = quire_utf8_length(string, left, &c);
        if (n == 0) {
            quire_text_add(text, REPLACEMENT);
            n = 1;
        } else if (c == '"' || c == '\\') {
            quire_text_add_char(text, '\\');
            quire_text_add_char(text, (char)c);
        } else if (c == '\n') {
            quire_text_add(text, "\\n");
        } else if (c == '\t') {
            quire_text_add(text, "\\t");
        } else if (is_control(c) || c == 0x2028 || c == 0x2029 || c == '<') {
            quire_text_format(text, "\\u%04x", c); /* '<' so that JSON may stand inside HTML */
        } else {
            quire_text_add_bytes(text, string, n);
        }
    }
    quire_text_add_char(text, '"');
}

void
quire_text_csv_cell(struct quire_text *text, const char *string)
{
    const bool formula = string[0] != '\0' && strchr("=+-@\t\r", string[0]) != NULL;
    if (!formula && strpbrk(string, ",\"\r\n;") == NULL) {
        quire_text_add(text, string);
        return;
    }
    quire_text_add(text, formula ? "\"'" : "\"");
    for (; *string != '\0'; string++) {
        if (*string == '"') {
            quire_text_add_char(text, '"');
        }
        quire_text_add_char(text, *string);
    }
    quire_text_add_char(text, '"');
}

void
quire_text_xml(struct quire_text *text, const char *string)
{
    for (size_t left = strlen(string), n; left > 0; string += n, left -= n) {
        unsigned c;
        n = quire_utf8_length(string, left, &c);
        if (n == 0 || (is_control(c) && c != '\n' && c != '\t')) {
            quire_text_add(text, REPLACEMENT);
            n = n == 0 ? 1 : n;
        } else if (c == '&') {
            quire_text_add(text, "&amp;");
        } else if (c == '<') {
            quire_text_add(text, "&lt;");
        } else if (c == '>') {
            quire_text_add(text, "&gt;");
        } else if (c == '"') {
            quire_text_add(text, "&quot;");
        } else if (c == '\'') {
            quire_text_add(text, "&#39;");
        } else {
            quire_text_add_bytes(text, string, n);
        }
    }
}

void
quire_text_visible(struct quire_text *text, const char *string)
{
    for (size_t left = strlen(string), n; left > 0; string += n, left -= n) {
        unsigned c;
        n = quire_utf8_length(string, left, &c);
        if (n == 0) {
            quire_text_format(text, "\\x%02x", (unsigned char)*string);
            n = 1;
        } else if (c == '\n') {
            quire_text_add(text, "\\n");
        } else if (c == '\t') {
            quire_text_add(text, "\\t");
        } else if (is_control(c) && c < 0x100) {
            quire_text_format(text, "\\x%02x", c);
        } else if (is_control(c) || is_deceptive(c)) {
            quire_text_format(text, "\\u%04x", c);
        } else {
            quire_text_add_bytes(text, string, n);
        }
    }
}
