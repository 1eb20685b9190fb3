/* Formulas by recursive descent, one function for each rank of operators. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/formula_parts.h"

static bool read_power(struct quire_reading *e, struct quire_operand *out);
/* what may stand between parentheses */
static bool read_inside(struct quire_reading *e, struct quire_operand *out);

/* ---- words ---- */

/* the next word, if it is this one */
static bool
takes_word(struct quire_reading *e, const char *word)
{
    if (!e->logic || !quire_word_is(e->p, word)) {
        return false;
    }
    e->p += strlen(word);
    return true;
}

static bool
expect_logical(struct quire_reading *e, const struct quire_operand *a, const char *word)
{
    return a->logical ? true
                      : quire_reading_fail(
                            e, "has '%s' beside something that is neither true nor false", word);
}

/* ---- operands ---- */

static bool
close_parenthesis(struct quire_reading *e)
{
    quire_reading_skip(e);
    if (*e->p != ')') {
        return quire_reading_fail(e, "lacks a closing parenthesis");
    }
    e->p++;
    e->depth--;
    return true;
}

static bool
go_deeper(struct quire_reading *e)
{
    return ++e->depth <= QUIRE_EXPRESSION_DEPTH
               ? true
               : quire_reading_fail(e, "has too many parentheses within each other");
}

static bool
read_function(struct quire_reading *e, const struct quire_function *f, struct quire_operand *out)
{
    struct quire_operand second;

    e->p += strlen(f->name) + 1;
    const bool outside = e->comma_separates, two = quire_op_operands(f->op) == 2;
    e->comma_separates = two;
    if (!go_deeper(e) || !read_inside(e, out) || !quire_expect_quantity(e, out)) {
        return false;
    }
    e->comma_separates = outside;
    quire_reading_skip(e);
    if (two) {
        if (*e->p != ',') {
            return quire_reading_fail(e, "lacks a comma: '%s(' takes two numbers", f->name);
        }
        e->p++;
        e->comma_separates = false;
        if (!read_inside(e, &second) || !quire_expect_alike(e, out, &second, "compares")) {
            return false;
        }
        e->comma_separates = outside;
        quire_reading_skip(e);
        if (*e->p == ',') {
            return quire_reading_fail(
                e, "has more commas than one: '%s(' takes two numbers, with decimal points",
                f->name);
        }
    }
    return close_parenthesis(e) && quire_function_give(e, f, out) &&
           quire_reading_operate(e, f->op);
}

static bool
read_operand(struct quire_reading *e, struct quire_operand *out)
{
    quire_reading_skip(e);
    if (*e->p == '(') {
        const bool outside = e->comma_separates;
        e->p++;
        e->comma_separates = false;
        if (!go_deeper(e) || !read_inside(e, out) || !close_parenthesis(e)) {
            return false;
        }
        e->comma_separates = outside;
        return true;
    }
    const struct quire_function *function = quire_function_find(e->p);
    if (function != NULL) {
        return read_function(e, function, out);
    }
    if (quire_formula_is_letter(*e->p)) {
        return e->p[quire_formula_word(e->p)] == '(' ? quire_function_refuse(e)
                                                     : quire_read_name(e, out);
    }
    if ((*e->p >= '0' && *e->p <= '9') || *e->p == '.') {
        return quire_read_number(e, out);
    }
    if (*e->p == '*') {
        return quire_reading_fail(e, "'%.20s' is not understood; powers are written with '^'",
                                  e->p);
    }
    return *e->p == '\0' ? quire_reading_fail(e, "ends too early")
                         : quire_reading_fail(e, "'%.20s' is not understood", e->p);
}

/* ---- arithmetic ---- */

/* signs before an operand; a loop, so that a long row of them needs no stack */
static bool
read_signed(struct quire_reading *e, struct quire_operand *out)
{
    bool minus = false, any = false;
    for (quire_reading_skip(e); *e->p == '-' || *e->p == '+'; quire_reading_skip(e)) {
        minus = minus != (*e->p++ == '-');
        any = true;
    }
    if (!read_power(e, out) || (any && !quire_expect_quantity(e, out))) {
        return false;
    }
    return minus ? quire_reading_operate(e, QUIRE_OP_NEGATE) : true;
}

/* exponents group from the right, and bind closer than a sign before the base */
static bool
read_power(struct quire_reading *e, struct quire_operand *out)
{
    static const struct quire_dimension number = {0, 0, 0, 0, 0};
    struct quire_operand exponent;

    if (!read_operand(e, out)) {
        return false;
    }
    quire_reading_skip(e);
    if (*e->p != '^') {
        return true;
    }
    e->p++;
    if (!quire_expect_quantity(e, out) || !go_deeper(e) || !read_signed(e, &exponent) ||
        !quire_expect_quantity(e, &exponent)) {
        return false;
    }
    e->depth--;
    const struct quire_instruction *last = &e->out->code[e->out->n - 1];
    if (!quire_dimension_fits(exponent.dimension, number)) {
        return quire_reading_fail(e, "has an exponent with a unit");
    }
    if (!quire_dimension_fits(out->dimension, number) && last->op != QUIRE_OP_PUSH) {
        return quire_reading_fail(
            e, "has an exponent that is not a constant on a quantity with a unit");
    }
    out->dimension =
        last->op == QUIRE_OP_PUSH ? quire_formula_power(out->dimension, last->value) : number;
    return quire_reading_operate(e, QUIRE_OP_POWER);
}

static bool
read_product(struct quire_reading *e, struct quire_operand *out)
{
    if (!read_signed(e, out)) {
        return false;
    }
    for (quire_reading_skip(e); *e->p == '*' || *e->p == '/'; quire_reading_skip(e)) {
        const double sign = *e->p++ == '*' ? 1 : -1;
        struct quire_operand right;
        if (!quire_expect_quantity(e, out) || !read_signed(e, &right) ||
            !quire_expect_quantity(e, &right) ||
            !quire_reading_operate(e, sign > 0 ? QUIRE_OP_MULTIPLY : QUIRE_OP_DIVIDE)) {
            return false;
        }
        out->dimension.kg += sign * right.dimension.kg;
        out->dimension.m += sign * right.dimension.m;
        out->dimension.s += sign * right.dimension.s;
        out->dimension.rad += sign * right.dimension.rad;
        out->dimension.A += sign * right.dimension.A;
    }
    return true;
}

static bool
read_sum(struct quire_reading *e, struct quire_operand *out)
{
    if (!read_product(e, out)) {
        return false;
    }
    for (quire_reading_skip(e); *e->p == '+' || *e->p == '-'; quire_reading_skip(e)) {
        const bool plus = *e->p++ == '+';
        struct quire_operand right;
        if (!read_product(e, &right) ||
            !quire_expect_alike(e, out, &right, plus ? "adds" : "subtracts") ||
            !quire_reading_operate(e, plus ? QUIRE_OP_ADD : QUIRE_OP_SUBTRACT)) {
            return false;
        }
    }
    return true;
}

/* ---- logic ---- */

/* the comparison at e->p; PUSH if there is none */
static enum quire_op
read_comparison(struct quire_reading *e)
{
    static const struct {
        const char *text;
        enum quire_op op;
    } signs[] = {{"<=", QUIRE_OP_AT_MOST}, {">=", QUIRE_OP_AT_LEAST}, {"!=", QUIRE_OP_DIFFERENT},
                 {"<", QUIRE_OP_BELOW},    {">", QUIRE_OP_ABOVE},     {"=", QUIRE_OP_EQUAL}};

    quire_reading_skip(e);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t n = strlen(signs[i].text);
        if (strncmp(e->p, signs[i].text, n) == 0) {
            e->p += n;
            return signs[i].op;
        }
    }
    return takes_word(e, "above")   ? QUIRE_OP_ABOVE
           : takes_word(e, "below") ? QUIRE_OP_BELOW
                                    : QUIRE_OP_PUSH;
}

/* the number of the word at e->p among those of a state */
static bool
read_state(struct quire_reading *e, const char *words)
{
    size_t length = 0;

    quire_reading_skip(e);
    while (quire_formula_is_letter(e->p[length]) ||
           (length > 0 && ((e->p[length] >= '0' && e->p[length] <= '9') || e->p[length] == '-'))) {
        length++;
    }
    const int number = quire_formula_word_number(words, e->p, length);
    if (number < 0) {
        return quire_reading_fail(e, "'%.*s' is none of: %s", (int)(length < 40 ? length : 40),
                                  e->p, words);
    }
    e->p += length;
    quire_reading_emit(e, (struct quire_instruction){.op = QUIRE_OP_PUSH, .value = number});
    return true;
}

static bool
read_compared(struct quire_reading *e, struct quire_operand *out)
{
    struct quire_operand right;

    quire_reading_skip(e);
    if (takes_word(e, "not")) {
        if (!go_deeper(e) || !read_compared(e, out) || !expect_logical(e, out, "not")) {
            return false;
        }
        e->depth--;
        return quire_reading_operate(e, QUIRE_OP_NOT);
    }
    if (!read_sum(e, out)) {
        return false;
    }
    const enum quire_op op = read_comparison(e);
    if (op == QUIRE_OP_PUSH) {
        return true;
    }
    if (out->words != NULL) {
        if (op != QUIRE_OP_EQUAL && op != QUIRE_OP_DIFFERENT) {
            return quire_reading_fail(e, "orders a state; states are compared by = and !=");
        }
        if (!read_state(e, out->words)) {
            return false;
        }
    } else if (!read_sum(e, &right) || !quire_expect_alike(e, out, &right, "compares")) {
        return false;
    }
    *out = (struct quire_operand){.logical = true};
    return quire_reading_operate(e, op);
}

/* operands joined by one word, each read by `read` */
static bool
read_joined(struct quire_reading *e, struct quire_operand *out, const char *word, enum quire_op op,
            bool (*read)(struct quire_reading *, struct quire_operand *))
{
    if (!read(e, out)) {
        return false;
    }
    for (quire_reading_skip(e); takes_word(e, word); quire_reading_skip(e)) {
        struct quire_operand right;
        if (!expect_logical(e, out, word) || !read(e, &right) || !expect_logical(e, &right, word) ||
            !quire_reading_operate(e, op)) {
            return false;
        }
    }
    return true;
}

static bool
read_all(struct quire_reading *e, struct quire_operand *out)
{
    return read_joined(e, out, "and", QUIRE_OP_AND, read_compared);
}

static bool
read_any(struct quire_reading *e, struct quire_operand *out)
{
    return read_joined(e, out, "or", QUIRE_OP_OR, read_all);
}

/* one of the two values of a choice */
static bool
read_branch(struct quire_reading *e, struct quire_operand *out, bool taken)
{
    e->passed_over += taken ? 0 : 1;
    const bool good = read_inside(e, out) && quire_expect_quantity(e, out);
    e->passed_over -= taken ? 0 : 1;
    return good;
}

/* condition ? value : value */
static bool
read_choice(struct quire_reading *e, struct quire_operand *out)
{
    struct quire_operand second;

    if (!read_any(e, out)) {
        return false;
    }
    quire_reading_skip(e);
    if (*e->p != '?') {
        return true;
    }
    e->p++;
    const struct quire_instruction *condition = &e->out->code[e->out->n - 1];
    const bool known = condition->op == QUIRE_OP_PUSH, holds = known && condition->value > 0;
    if (!expect_logical(e, out, "?") || !go_deeper(e) || !read_branch(e, out, !known || holds)) {
        return false;
    }
    quire_reading_skip(e);
    if (*e->p != ':') {
        return quire_reading_fail(e, "lacks a colon and what holds otherwise");
    }
    e->p++;
    if (!read_branch(e, &second, !known || !holds) ||
        !quire_expect_alike(e, out, &second, "chooses between")) {
        return false;
    }
    e->depth--;
    return quire_reading_operate(e, QUIRE_OP_CHOOSE);
}

static bool
read_inside(struct quire_reading *e, struct quire_operand *out)
{
    return e->logic ? read_choice(e, out) : read_sum(e, out);
}

static const char no_memory[] = "out of memory";

void
quire_formula_lack_memory(char *error, size_t size)
{
    snprintf(error, size, "%s", no_memory);
}

bool
quire_formula_lacked_memory(const char *error)
{
    return strcmp(error, no_memory) == 0;
}

bool
quire_formula_read(struct quire_formula **out, const char *text, bool logic,
                   const struct quire_formula_names *names, char *error, size_t size)
{
    struct quire_formula *f = calloc(1, sizeof *f + QUIRE_FORMULA_CODE * sizeof f->code[0]);
    struct quire_reading e = {
        .p = text, .names = names, .error = error, .size = size, .logic = logic, .out = f};
    struct quire_operand kind = {.logical = false};
    bool good = f != NULL;

    *out = NULL;
    error[0] = '\0';
    if (f == NULL) {
        quire_formula_lack_memory(error, size);
        return false;
    }
    if (strlen(text) > QUIRE_EXPRESSION_LIMIT) {
        good = quire_reading_fail(&e, "is longer than %d bytes", QUIRE_EXPRESSION_LIMIT);
    }
    good = good && read_inside(&e, &kind);
    if (good && *e.p != '\0') {
        const bool operand =
            quire_formula_is_letter(*e.p) || (*e.p >= '0' && *e.p <= '9') || *e.p == '(';
        good = quire_reading_fail(&e, "'%.20s' is not understood%s", e.p,
                                  operand ? "; an operator is missing before it" : "");
    }
    good = good && (kind.words == NULL || quire_expect_quantity(&e, &kind));
    if (!good) {
        free(f);
        return false;
    }
    f->dimension = kind.dimension;
    f->logical = kind.logical;
    *out = f;
    return true;
}
