/* The program for a stack that a formula becomes, and what it comes to. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "formula/formula_parts.h"
#include "text/number.h"

/* operands that wait at one depth: one for each rank of operators, and those of a function */
#define MOST_STACK (12 * (QUIRE_EXPRESSION_DEPTH + 2))

bool
quire_reading_fail(struct quire_reading *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    quire_number_vformat(e->error, e->size, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- operations ---- */

static double
compute(enum quire_op op, double a, double b)
{
    switch (op) {
    case QUIRE_OP_ADD: return a + b;
    case QUIRE_OP_SUBTRACT: return a - b;
    case QUIRE_OP_MULTIPLY: return a * b;
    case QUIRE_OP_DIVIDE: return a / b;
    case QUIRE_OP_BELOW: return a < b ? 1 : 0;
    case QUIRE_OP_AT_MOST: return a <= b ? 1 : 0;
    case QUIRE_OP_ABOVE: return a > b ? 1 : 0;
    case QUIRE_OP_AT_LEAST: return a >= b ? 1 : 0;
    case QUIRE_OP_EQUAL: return a >= b && a <= b ? 1 : 0;
    case QUIRE_OP_DIFFERENT: return a < b || a > b ? 1 : 0;
    case QUIRE_OP_AND: return a > 0 && b > 0 ? 1 : 0;
    case QUIRE_OP_OR: return a > 0 || b > 0 ? 1 : 0;
    case QUIRE_OP_MIN: return a < b ? a : b;
    case QUIRE_OP_MAX: return a > b ? a : b;
    case QUIRE_OP_NEGATE: return -a;
    case QUIRE_OP_NOT: return a > 0 ? 0 : 1;
    case QUIRE_OP_ABS: return fabs(a);
    case QUIRE_OP_ROOT: return sqrt(a);
    case QUIRE_OP_ROUND: return round(a);
    case QUIRE_OP_FLOOR: return floor(a);
    case QUIRE_OP_CEILING: return ceil(a);
    /* in long double, rounded once: libm has several versions of the others, by processor, which
     * differ in the last bit */
    case QUIRE_OP_POWER: return (double)powl((long double)a, (long double)b);
    case QUIRE_OP_SINE: return (double)sinl((long double)a);
    case QUIRE_OP_COSINE: return (double)cosl((long double)a);
    case QUIRE_OP_TANGENT: return (double)tanl((long double)a);
    case QUIRE_OP_ARC_SINE: return (double)asinl((long double)a);
    case QUIRE_OP_ARC_COSINE: return (double)acosl((long double)a);
    case QUIRE_OP_ARC_TANGENT: return (double)atan2l((long double)a, (long double)b);
    case QUIRE_OP_EXPONENTIAL: return (double)expl((long double)a);
    case QUIRE_OP_LOGARITHM: return (double)logl((long double)a);
    case QUIRE_OP_PUSH:
    case QUIRE_OP_LOAD:
    case QUIRE_OP_CHOOSE: break;
    }
    return a;
}

int
quire_op_operands(enum quire_op op)
{
    switch (op) {
    case QUIRE_OP_CHOOSE: return 3;
    case QUIRE_OP_NEGATE:
    case QUIRE_OP_NOT:
    case QUIRE_OP_ABS:
    case QUIRE_OP_ROOT:
    case QUIRE_OP_SINE:
    case QUIRE_OP_COSINE:
    case QUIRE_OP_TANGENT:
    case QUIRE_OP_ARC_SINE:
    case QUIRE_OP_ARC_COSINE:
    case QUIRE_OP_EXPONENTIAL:
    case QUIRE_OP_LOGARITHM:
    case QUIRE_OP_ROUND:
    case QUIRE_OP_FLOOR:
    case QUIRE_OP_CEILING: return 1;
    default: return 2;
    }
}

/* what comes of the operands that end at stack[n - 1]; returns how many values are there now */
static int
apply(enum quire_op op, double *stack, int n)
{
    const int operands = quire_op_operands(op);
    double *first = stack + n - operands;

    *first = operands == 3 ? (first[0] > 0 ? first[1] : first[2])
                           : compute(op, first[0], operands == 2 ? first[1] : 0.0);
    return n - operands + 1;
}

/* ---- writing it ---- */

void
quire_reading_emit(struct quire_reading *e, struct quire_instruction i)
{
    e->out->code[e->out->n++] = i;
}

/* an operation on the operands before it; of known ones only the result is kept */
bool
quire_reading_operate(struct quire_reading *e, enum quire_op op)
{
    const int operands = quire_op_operands(op);
    struct quire_formula *f = e->out;
    const struct quire_instruction *first = f->code + f->n - operands;
    double value[3];

    /* exactly zero: not defined, whatever is divided */
    if (op == QUIRE_OP_DIVIDE && e->passed_over == 0 && first[1].op == QUIRE_OP_PUSH &&
        first[1].value == 0) {
        return quire_reading_fail(e, "divides by zero");
    }
    for (int i = 0; i < operands; i++) {
        if (first[i].op != QUIRE_OP_PUSH) {
            quire_reading_emit(e, (struct quire_instruction){.op = op});
            return true;
        }
        value[i] = first[i].value;
    }
    apply(op, value, operands);
    f->n -= operands;
    quire_reading_emit(e, (struct quire_instruction){.op = QUIRE_OP_PUSH, .value = value[0]});
    return isfinite(value[0]) || e->passed_over > 0 ? true
           : isnan(value[0])
               ? quire_reading_fail(
                     e, "is not defined: such as a root or logarithm of a negative number")
               : quire_reading_fail(e, "becomes too large for a number");
}

/* ---- asking it ---- */

void
quire_formula_destroy(struct quire_formula *formula)
{
    free(formula);
}

bool
quire_formula_is_logical(const struct quire_formula *f)
{
    return f->logical;
}

struct quire_dimension
quire_formula_dimension(const struct quire_formula *f)
{
    return f->dimension;
}

bool
quire_formula_is_known(const struct quire_formula *f, double *value)
{
    *value = f->code[0].value;
    return f->n == 1 && f->code[0].op == QUIRE_OP_PUSH;
}

bool
quire_formula_asks_for_alone(const struct quire_formula *f, int index)
{
    bool any = false;

    for (int i = 0; i < f->n; i++) {
        if (f->code[i].op == QUIRE_OP_LOAD && f->code[i].index != index) {
            return false;
        }
        any = any || f->code[i].op == QUIRE_OP_LOAD;
    }
    return any;
}

bool
quire_formula_asks_from(const struct quire_formula *f, int least)
{
    for (int i = 0; i < f->n; i++) {
        if (f->code[i].op == QUIRE_OP_LOAD && f->code[i].index >= least) {
            return true;
        }
    }
    return false;
}

size_t
quire_formula_numbers(const struct quire_formula *f, double *out)
{
    size_t n = 0;

    for (int i = 0; i < f->n; i++) {
        if (f->code[i].op == QUIRE_OP_PUSH) {
            if (out != NULL) {
                out[n] = f->code[i].value;
            }
            n++;
        }
    }
    return n;
}

double
quire_formula_value(const struct quire_formula *f, double (*get)(void *user, int index), void *user)
{
    double stack[MOST_STACK];
    int n = 0;

    for (const struct quire_instruction *i = f->code; i < f->code + f->n; i++) {
        if (i->op == QUIRE_OP_PUSH || i->op == QUIRE_OP_LOAD) {
            stack[n++] = i->op == QUIRE_OP_PUSH ? i->value : get(user, i->index);
        } else {
            n = apply(i->op, stack, n);
        }
    }
    return stack[0];
}
