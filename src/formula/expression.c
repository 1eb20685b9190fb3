/* Arithmetic with units: formulas of which everything is known. */
#include "formula/expression.h"

#include <stdio.h>
#include <string.h>

#include "formula/formula.h"
#include "text/number.h"

/* names as formulas ask for them */
static bool
find_known(void *user, const char *text, size_t *length, struct quire_formula_name *out,
           char *error, size_t size)
{
    const struct quire_expression_names *names = user;
    struct quire_quantity q;

    *length = quire_formula_word(text);
    if (!names->find(names->user, text, *length, &q, error, size)) {
        return false;
    }
    *out = (struct quire_formula_name){.known = true, .value = q.value, .dimension = q.dimension};
    return true;
}

bool
quire_expression_evaluate(struct quire_quantity *out, const char *text,
                          const struct quire_expression_names *names, char *error, size_t size)
{
    struct quire_expression_names own = *names;
    const struct quire_formula_names known = {find_known, &own};
    struct quire_formula *f;

    if (!quire_formula_read(&f, text, true, &known, error, size)) {
        return false;
    }
    const bool logical = quire_formula_is_logical(f);
    out->dimension = quire_formula_dimension(f);
    quire_formula_is_known(f, &out->value);
    quire_formula_destroy(f);
    if (logical) {
        quire_number_format(error, size,
                            "is a comparison where a value is needed; write a > b ? a : b");
    }
    return !logical;
}

bool
quire_quantity_read(struct quire_quantity *out, const char *text, char *error, size_t size)
{
    const char *end;

    if (!quire_formula_number(out, text + strspn(text, " "), &end, false, error, size)) {
        return false;
    }
    if (end[strspn(end, " ")] == '\0') {
        return true;
    }
    quire_number_format(error, size, "'%.40s' is not a number with a unit", text);
    return false;
}

const char *
quire_quantity_write(char buf[QUIRE_QUANTITY_SIZE], const struct quire_quantity *q)
{
    char number[QUIRE_NUMBER_SIZE], dimension[QUIRE_DIMENSION_SIZE];
    quire_dimension_write(dimension, q->dimension);
    snprintf(buf, QUIRE_QUANTITY_SIZE, "%s%s%s", quire_number_write(number, q->value),
             dimension[0] != '\0' ? " " : "", dimension);
    return buf;
}
