/* Arithmetic with units: what may stand in braces in an attribute, {2*gap + 0.1 mm}. */
#ifndef QUIRE_FORMULA_EXPRESSION_H
#define QUIRE_FORMULA_EXPRESSION_H

#include "formula/units.h"

#define QUIRE_EXPRESSION_DEPTH 32  /* most parentheses within each other */
#define QUIRE_EXPRESSION_LIMIT 500 /* longest expression [bytes] */

struct quire_quantity {
    double value; /* SI */
    struct quire_dimension dimension;
};

/* Gives names their values. Returns false, with a reason in `error` (size bytes), when there is no
 * such value. */
struct quire_expression_names {
    bool (*find)(void *user, const char *name, size_t length, struct quire_quantity *out,
                 char *error, size_t size);
    void *user;
};

/* Evaluates `text`, a formula (formula/formula.h) in which everything is known and which comes to a
 * quantity; a unit follows its number after a blank and has no spaces. On failure returns false
 * with the reason in `error`. */
bool quire_expression_evaluate(struct quire_quantity *out, const char *text,
                               const struct quire_expression_names *names, char *error,
                               size_t size);

/* Reads `text` as one number with or without a unit. */
bool quire_quantity_read(struct quire_quantity *out, const char *text, char *error, size_t size);

/* Writes it as it would stand in a file, "0.0123 m". Returns buf. */
#define QUIRE_QUANTITY_SIZE (QUIRE_DIMENSION_SIZE + 40)
const char *quire_quantity_write(char buf[QUIRE_QUANTITY_SIZE], const struct quire_quantity *q);

#endif
