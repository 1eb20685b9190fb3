/* Units of measure: their names, their dimensions, and numbers that carry them. */
#ifndef QUIRE_FORMULA_UNITS_H
#define QUIRE_FORMULA_UNITS_H

#include <stdbool.h>
#include <stddef.h>

/* Exponents of the base units; real, because stiffnesses are in N/m^1.5. */
struct quire_dimension {
    double kg, m, s, rad, A;
};

/* A unit is worth residual * 10^decimal in SI. Powers of ten are kept apart, so that "0.1 mm" is
 * exactly the double nearest to 0.0001. */
struct quire_unit {
    double residual;
    int decimal;
    struct quire_dimension dimension;
};

/* Finds the value of an exponent written as {name}. Returns false when it has none. */
struct quire_unit_lookup {
    bool (*find)(void *user, const char *name, size_t length, double *value);
    void *user;
};

/* Why a text is no unit. `at` and `length` mark the offending part of the text. */
struct quire_unit_error {
    const char *text; /* such as "is not a known unit"; static */
    const char *hint; /* static; may be NULL */
    size_t at, length;
    bool unknown_exponent; /* an exponent in braces has no value */
};

/* Reads the unit at the start of `text`: names with powers, joined by * and / from left to right,
 * without spaces ("kg*m^2", "N/m^1.5", "1/m").
 * "" is the unit of plain numbers. `lookup` serves exponents such as ^{exponent} or ^{a+b} and may
 * be NULL. The unit must end at the text's end if `end` is NULL; otherwise the longest unit is read
 * and *end set behind it. */
bool quire_unit_parse(struct quire_unit *out, const char *text, const char **end,
                      const struct quire_unit_lookup *lookup, struct quire_unit_error *error);

/* Whether a value of dimension `have` may stand where `want` is asked for. Angles count where
 * nothing but angle and time is there: rad is no plain number, rad/s no Hz; but N*m is N*m/rad, and
 * rad/m is 1/m. */
bool quire_dimension_fits(struct quire_dimension have, struct quire_dimension want);

/* What is measured in that dimension, with its article: "a length", "a stiffness (force per
 * length)"; NULL if it has no common name. */
const char *quire_dimension_name(struct quire_dimension d);
/* A value as a user might write it, "10 mm"; NULL if unnamed. */
const char *quire_dimension_example(struct quire_dimension d);

/* The dimension in base units, "kg*m^2/s^2"; "" for plain numbers. Returns buf. */
#define QUIRE_DIMENSION_SIZE 128
const char *quire_dimension_write(char buf[QUIRE_DIMENSION_SIZE], struct quire_dimension d);

/* The same with a name where one is usual, such as N, N/m, Pa, J and W. Returns buf. */
const char *quire_dimension_symbol(char buf[QUIRE_DIMENSION_SIZE], struct quire_dimension d);

/* `unit` with its exponents in braces replaced by their values ("N/m^{exponent}" -> "N/m^1.5").
 * Returns buf. */
const char *quire_unit_spell(char *buf, size_t size, const char *unit,
                             const struct quire_unit_lookup *lookup);

/* The known unit nearest to the word; NULL if none is near. */
const char *quire_unit_suggest(const char *word, size_t length);

/* What to write instead of the first letter of `text` that only typesetters use, such as a degree
 * sign or a raised 2; NULL if there is none. */
const char *quire_typeset_hint(const char *text);

/* All unit names, for the manual: calls back with name, worth in SI and the dimension in base
 * units. */
void quire_unit_list(void (*each)(void *user, const char *name, double factor,
                                  const char *dimension),
                     void *user);

#endif
