/* Functions in formulas: what they ask of their operands, and the dimension of what they give. */
#include <string.h>

#include "formula/formula_parts.h"
#include "text/number.h"

static const struct quire_function functions[] = {
    {"abs", QUIRE_OP_ABS, QUIRE_FUNCTION_SAME},
    {"min", QUIRE_OP_MIN, QUIRE_FUNCTION_SAME},
    {"max", QUIRE_OP_MAX, QUIRE_FUNCTION_SAME},
    {"sqrt", QUIRE_OP_ROOT, QUIRE_FUNCTION_HALVED},
    {"sin", QUIRE_OP_SINE, QUIRE_FUNCTION_ANGLE_TO_NUMBER},
    {"cos", QUIRE_OP_COSINE, QUIRE_FUNCTION_ANGLE_TO_NUMBER},
    {"tan", QUIRE_OP_TANGENT, QUIRE_FUNCTION_ANGLE_TO_NUMBER},
    {"asin", QUIRE_OP_ARC_SINE, QUIRE_FUNCTION_NUMBER_TO_ANGLE},
    {"acos", QUIRE_OP_ARC_COSINE, QUIRE_FUNCTION_NUMBER_TO_ANGLE},
    {"atan2", QUIRE_OP_ARC_TANGENT, QUIRE_FUNCTION_SAME_TO_ANGLE},
    {"exp", QUIRE_OP_EXPONENTIAL, QUIRE_FUNCTION_NUMBERS},
    {"log", QUIRE_OP_LOGARITHM, QUIRE_FUNCTION_NUMBERS},
    {"round", QUIRE_OP_ROUND, QUIRE_FUNCTION_NUMBERS},
    {"floor", QUIRE_OP_FLOOR, QUIRE_FUNCTION_NUMBERS},
    {"ceil", QUIRE_OP_CEILING, QUIRE_FUNCTION_NUMBERS},
};

const struct quire_function *
quire_function_find(const char *p)
{
    const size_t length = quire_formula_word(p);

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (p[length] == '(' && strlen(functions[i].name) == length &&
            strncmp(p, functions[i].name, length) == 0) {
            return &functions[i];
        }
    }
    return NULL;
}

bool
quire_function_refuse(struct quire_reading *e)
{
    const size_t n = quire_formula_word(e->p);
    char known[200] = "";
    for (size_t i = 0, used = 0; i < sizeof functions / sizeof *functions && used < sizeof known;
         i++) {
        used += (size_t)quire_number_format(known + used, sizeof known - used, "%s%s",
                                            i > 0 ? ", " : "", functions[i].name);
    }
    return quire_reading_fail(e, "there is no function '%.*s'; there are %s",
                              (int)(n < 40 ? n : 40), e->p, known);
}

static bool
expect_dimension(struct quire_reading *e, const struct quire_function *f,
                 const struct quire_operand *a, struct quire_dimension want)
{
    char text[QUIRE_DIMENSION_SIZE];

    if (quire_dimension_fits(a->dimension, want)) {
        return true;
    }
    const char *have = quire_dimension_name(a->dimension);
    return quire_reading_fail(e, "%s of %s; it needs %s, such as %s", f->name,
                              have != NULL ? have : quire_dimension_write(text, a->dimension),
                              quire_dimension_name(want), quire_dimension_example(want));
}

struct quire_dimension
quire_formula_power(struct quire_dimension d, double e)
{
    return (struct quire_dimension){d.kg * e, d.m * e, d.s * e, d.rad * e, d.A * e};
}

bool
quire_function_give(struct quire_reading *e, const struct quire_function *f,
                    struct quire_operand *out)
{
    static const struct quire_dimension number = {0, 0, 0, 0, 0}, angle = {0, 0, 0, 1, 0};

    switch (f->rule) {
    case QUIRE_FUNCTION_SAME: return true;
    case QUIRE_FUNCTION_HALVED:
        out->dimension = quire_formula_power(out->dimension, 0.5);
        return true;
    case QUIRE_FUNCTION_SAME_TO_ANGLE: out->dimension = angle; return true;
    case QUIRE_FUNCTION_NUMBERS: return expect_dimension(e, f, out, number);
    case QUIRE_FUNCTION_NUMBER_TO_ANGLE:
        if (!expect_dimension(e, f, out, number)) {
            return false;
        }
        out->dimension = angle;
        return true;
    case QUIRE_FUNCTION_ANGLE_TO_NUMBER:
        if (!expect_dimension(e, f, out, angle)) {
            return false;
        }
        out->dimension = number;
        return true;
    }
    return true;
}
