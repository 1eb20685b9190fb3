/* Growing text, with the escapes of the formats Quire writes. */
#ifndef QUIRE_TEXT_TEXT_H
#define QUIRE_TEXT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/number.h"
#include "text/utf8.h"

/* Start with {0}. When memory runs out `failed` is set, the text stays as it was, and further
 * additions do nothing, so that it is enough to look once at the end. */
struct quire_text {
    char *data;            /* NUL terminated once something was added; heap */
    size_t size, capacity; /* bytes without and with the NUL */
    bool failed;
};

void quire_text_clear(struct quire_text *text);
/* Frees a part of `whole`, which has failed too when the part has: a text is made of whole parts or
 * not at all. */
void quire_text_clear_part(struct quire_text *part, struct quire_text *whole);
/* The text itself, to be freed by the caller ("" if nothing was added); NULL if memory ran out. The
 * struct is empty afterwards. */
char *quire_text_take(struct quire_text *text);

void quire_text_add(struct quire_text *text, const char *more);
void quire_text_add_bytes(struct quire_text *text, const char *more, size_t size);
void quire_text_add_char(struct quire_text *text, char c);
/* As printf, with a decimal point in every locale. */
void quire_text_format(struct quire_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The shortest text that reads back as the same number; "nan", "inf". */
void quire_text_number(struct quire_text *text, double value);
/* Numbers rounded to so many significant digits (at most 17), as printf's "%.*g", with commas
 * between them; nothing for one that is not finite. */
void quire_text_rounded(struct quire_text *text, const double *value, size_t n, int digits);
void quire_text_integer(struct quire_text *text, int64_t value);
/* Integers with commas between them; null for `absent`. */
void quire_text_integers(struct quire_text *text, const int32_t *value, size_t n, int32_t absent);
/* The first `back` integers, then how much each is more than the one `back` before it. */
void quire_text_steps(struct quire_text *text, const int32_t *value, size_t n, size_t back);
/* The shortest text for JSON: null when the number is not finite. */
void quire_text_json_number(struct quire_text *text, double value);
/* A quoted JSON string (null for NULL); bytes that are not UTF-8 become U+FFFD. */
void quire_text_json_string(struct quire_text *text, const char *string);
/* A CSV cell: quoted where needed, and text that a spreadsheet would take for a formula gets a
 * leading apostrophe. */
void quire_text_csv_cell(struct quire_text *text, const char *string);
/* A CSV number: empty when it is not finite. */
void quire_text_csv_number(struct quire_text *text, double value);
/* Text for XML, HTML and SVG content and quoted attributes; control characters become U+FFFD. */
void quire_text_xml(struct quire_text *text, const char *string);
/* Text for a terminal: control characters, escape sequences, direction overrides and broken UTF-8
 * become visible escapes. */
void quire_text_visible(struct quire_text *text, const char *string);

/* Appends one character (at most U+10FFFF) in UTF-8. */
void quire_text_add_utf8(struct quire_text *text, unsigned character);

#endif
