/* Numbers to and from text, the same in every locale. Nothing else in the library turns text into
 * numbers. */
#ifndef QUIRE_TEXT_NUMBER_H
#define QUIRE_TEXT_NUMBER_H

#include <stdarg.h>
#include <stddef.h>

enum quire_number_error {
    QUIRE_NUMBER_OK,
    QUIRE_NUMBER_NONE,       /* no number at all */
    QUIRE_NUMBER_COMMA,      /* a comma where a decimal point belongs: "1,5" */
    QUIRE_NUMBER_NOT_FINITE, /* "nan", "inf" in any spelling */
    QUIRE_NUMBER_HEX,        /* "0x1p3" */
    QUIRE_NUMBER_LARGE,      /* beyond the largest double */
    QUIRE_NUMBER_SMALL,      /* not zero, but nearer to it than any normal double */
    QUIRE_NUMBER_LONG,       /* more than QUIRE_NUMBER_DIGITS characters */
};

#define QUIRE_NUMBER_DIGITS 400 /* most characters of a number in a file */
#define QUIRE_NUMBER_SIZE   32  /* enough for any number written by this module, with its NUL */

/* Reads the number at the start of `text`: [+-]?(digits[.[digits]]|.digits)([eE][+-]?digits)?,
 * multiplied by ten to the power `shift` and rounded once. *end (may be NULL) is set behind it, or
 * behind what looks like a wrong number. */
enum quire_number_error quire_number_read(double *out, const char *text, int shift,
                                          const char **end);
/* The same for an item of a list: a comma behind it is no decimal comma. */
enum quire_number_error quire_number_read_item(double *out, const char *text, int shift,
                                               const char **end);

/* The same of numbers that a program has written as results: one too close to zero for a model is
 * the double nearest to it. */
enum quire_number_error quire_number_read_result(double *out, const char *text, const char **end);

/* What is wrong, as a phrase such as "is not a number". */
const char *quire_number_error_text(enum quire_number_error error);

/* Writes the shortest text that reads back as exactly the same number ("nan", "inf", "-inf"
 * otherwise); returns buf. */
const char *quire_number_write(char buf[QUIRE_NUMBER_SIZE], double value);

/* Writes the number rounded to so many significant digits (0 < digits <= 17), as printf's "%.*g".
 */
const char *quire_number_write_rounded(char buf[QUIRE_NUMBER_SIZE], double value, int digits);

/* vsnprintf() with a decimal point whatever the program's locale. */
int quire_number_vformat(char *buf, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
int quire_number_format(char *buf, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
