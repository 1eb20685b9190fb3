/* Many numbers as text, one after another: what tables and lists of results are made of. */
#ifndef QUIRE_TEXT_NUMBER_LIST_H
#define QUIRE_TEXT_NUMBER_LIST_H

#include <stddef.h>
#include <stdint.h>

#define QUIRE_NUMBER_LIST_ROOM 40 /* bytes for a number and what stands behind it */
#define QUIRE_NUMBER_LIST_END  40 /* more bytes behind the last one */

/* Writes n numbers at `at`, with commas between them; returns where the text ends, without a NUL.
 * The room is QUIRE_NUMBER_LIST_ROOM bytes for each number and QUIRE_NUMBER_LIST_END more, of which
 * those behind the text hold nothing of use. */

/* Rounded to so many significant digits (at most 17), as printf's "%.*g"; nothing for a number that
 * is not finite. */
char *quire_number_list_rounded(char *at, const double *value, size_t n, int digits);

/* Integers; "null" for `absent`. */
char *quire_number_list_integers(char *at, const int32_t *value, size_t n, int32_t absent);

/* The first `back` integers, then how much each is more than the one `back` before it. */
char *quire_number_list_steps(char *at, const int32_t *value, size_t n, size_t back);

#endif
