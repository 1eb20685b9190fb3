/* The text of an attribute becomes a value in a parameter struct, as its field tells. */
#ifndef QUIRE_KIND_VALUE_H
#define QUIRE_KIND_VALUE_H

#include <stdint.h>

#include "base/arena.h"
#include "kind/kind.h"
#include "kind/value_unit.h"
#include "text/text.h"

#define QUIRE_NAME_LIMIT     128    /* longest name of an object [bytes] */
#define QUIRE_POINTS_LIMIT   100000 /* most points in one attribute */
#define QUIRE_QUANTITY_LIMIT 500    /* longest text of one number with its unit [bytes] */

/* Whose problem it is: where messages go and what they are about. */
struct quire_site {
    quire_diag *diag;                    /* may be NULL */
    struct quire_place place;            /* of the attribute */
    const char *object;                  /* label such as "roller 'r3'"; may be NULL */
    const struct quire_catalog *catalog; /* to say which other kind has an attribute; may be NULL */
};

/* Gives `field` of `params` the value that means "absent". */
void quire_value_clear(void *params, const struct quire_field *field);

/* Reads `text` into `field` of `params`; text, names and points are copied into the arena.
 * REFERENCE fields stay NULL: whoever knows all objects sets them. `fields` is the whole table, for
 * units whose exponents are other fields, which must have been read before. On failure one problem
 * is added and the field stays absent. */
quire_status quire_value_read(void *params, const struct quire_field *field,
                              const struct quire_field *fields, const char *text,
                              struct quire_arena *arena, const struct quire_site *site);

/* Whether `field` of `params` has the value that means "absent". */
bool quire_value_is_absent(const void *params, const struct quire_field *field);

/* Appends text from which quire_value_read() makes the same value to the bit, in SI units; nothing
 * for an absent value, nor for REFERENCE fields: whoever knows objects knows their names. */
void quire_value_write(struct quire_text *out, const void *params, const struct quire_field *field,
                       const struct quire_field *fields);

/* Names: a letter or '_' first, then also digits and '-'; letters of other alphabets count; no
 * dots, no spaces. */
bool quire_name_is_valid(const char *name);

/* `text` cut to what fits in a message, on a character boundary. Returns buf. */
#define QUIRE_EXCERPT_SIZE 84
const char *quire_excerpt(char buf[QUIRE_EXCERPT_SIZE], const char *text);

/* Which of "a|b|c" a text is, from 0; -1: none of them. */
int quire_choice_number(const char *choices, const char *text);

#endif
