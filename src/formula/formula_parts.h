/* What the files that read formulas share (formula.h): the program that a formula becomes, and
 * where reading has got to. */
#ifndef QUIRE_FORMULA_FORMULA_PARTS_H
#define QUIRE_FORMULA_FORMULA_PARTS_H

#include "formula/formula.h"

enum quire_op {
    QUIRE_OP_PUSH,
    QUIRE_OP_LOAD,
    QUIRE_OP_NEGATE,
    QUIRE_OP_ADD,
    QUIRE_OP_SUBTRACT,
    QUIRE_OP_MULTIPLY,
    QUIRE_OP_DIVIDE,
    QUIRE_OP_BELOW,
    QUIRE_OP_AT_MOST,
    QUIRE_OP_ABOVE,
    QUIRE_OP_AT_LEAST,
    QUIRE_OP_EQUAL,
    QUIRE_OP_DIFFERENT,
    QUIRE_OP_AND,
    QUIRE_OP_OR,
    QUIRE_OP_NOT,
    QUIRE_OP_ABS,
    QUIRE_OP_MIN,
    QUIRE_OP_MAX,
    QUIRE_OP_POWER,
    QUIRE_OP_ROOT,
    QUIRE_OP_SINE,
    QUIRE_OP_COSINE,
    QUIRE_OP_TANGENT,
    QUIRE_OP_ARC_SINE,
    QUIRE_OP_ARC_COSINE,
    QUIRE_OP_ARC_TANGENT,
    QUIRE_OP_EXPONENTIAL,
    QUIRE_OP_LOGARITHM,
    QUIRE_OP_ROUND,
    QUIRE_OP_FLOOR,
    QUIRE_OP_CEILING,
    QUIRE_OP_CHOOSE
};

struct quire_instruction {
    enum quire_op op;
    int index;    /* LOAD */
    double value; /* PUSH */
};

/* For a stack; what is known was worked out while it was read. */
struct quire_formula {
    struct quire_dimension dimension;
    bool logical;
    int n;
    struct quire_instruction code[]; /* (n) */
};

/* each instruction stands for a byte of the text at least */
#define QUIRE_FORMULA_CODE (QUIRE_EXPRESSION_LIMIT + 1)

/* What has been read of an operand. */
struct quire_operand {
    struct quire_dimension dimension;
    bool logical;
    const char *words;
};

struct quire_reading {
    const char *p;
    const struct quire_formula_names *names;
    char *error;
    size_t size;
    int depth;
    /* > 0 in a branch that is known not to be taken: there nothing is too large, and nothing
     * divides by zero */
    int passed_over;
    bool logic;
    bool comma_separates; /* behind a number: it is the first operand of a function of two */
    struct quire_formula *out;
};

/* formula.c: the program */

/* Sets the reason; returns false. */
bool quire_reading_fail(struct quire_reading *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int quire_op_operands(enum quire_op op);
void quire_reading_emit(struct quire_reading *e, struct quire_instruction i);
/* An operation on the operands before it; of known ones only the result is kept. False if that is
 * no number. */
bool quire_reading_operate(struct quire_reading *e, enum quire_op op);

/* formula_operands.c: numbers and names */

void quire_reading_skip(struct quire_reading *e); /* blanks */
bool quire_formula_is_letter(char c);
bool quire_word_is(const char *p, const char *word);
bool quire_expect_quantity(struct quire_reading *e, const struct quire_operand *a);
/* That both are of one dimension; `verb` says what is done with them. */
bool quire_expect_alike(struct quire_reading *e, const struct quire_operand *a,
                        const struct quire_operand *b, const char *verb);
bool quire_read_number(struct quire_reading *e, struct quire_operand *out);
bool quire_read_name(struct quire_reading *e, struct quire_operand *out);

/* formula_functions.c */

/* what a function asks of its operands, and what it gives */
enum quire_function_rule {
    QUIRE_FUNCTION_SAME,
    QUIRE_FUNCTION_NUMBERS,
    QUIRE_FUNCTION_HALVED,
    QUIRE_FUNCTION_ANGLE_TO_NUMBER,
    QUIRE_FUNCTION_NUMBER_TO_ANGLE,
    QUIRE_FUNCTION_SAME_TO_ANGLE,
};

struct quire_function {
    const char *name;
    enum quire_op op;
    enum quire_function_rule rule;
};

/* The function whose name and parenthesis stand at p; NULL if there is none. */
const struct quire_function *quire_function_find(const char *p);
/* A name with a parenthesis behind it that is no function; returns false. */
bool quire_function_refuse(struct quire_reading *e);
/* Its operands are read, of which *out is the first: *out becomes what it gives. */
bool quire_function_give(struct quire_reading *e, const struct quire_function *f,
                         struct quire_operand *out);
struct quire_dimension quire_formula_power(struct quire_dimension d, double e);

#endif
