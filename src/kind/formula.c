/* Recursive descent into a program for a stack, in which what is known is worked out at once. */
#include "kind/formula.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum op { PUSH, LOAD, NEGATE, ADD, SUBTRACT, MULTIPLY, DIVIDE, BELOW, AT_MOST, ABOVE, AT_LEAST, EQUAL, DIFFERENT, AND, OR, NOT, ABS, MIN, MAX,
          POWER, ROOT, SINE, COSINE, TANGENT, ARC_SINE, ARC_COSINE, ARC_TANGENT, EXPONENTIAL, LOGARITHM, ROUND, FLOOR, CEILING, CHOOSE };

struct instruction {
    enum op op;
    int index;    /* LOAD */
    double value; /* PUSH */
};

struct quire_formula {
    struct quire_dimension dimension;
    bool logical;
    int n;
    struct instruction code[]; /* (n) */
};

#define MOST_CODE (QUIRE_EXPRESSION_LIMIT + 1) /* each instruction stands for a byte of the text at least */
#define MOST_STACK (12 * (QUIRE_EXPRESSION_DEPTH + 2)) /* operands that wait at one depth: one for each rank of operators, and those of a function */
#define PI 3.14159265358979323846

/* what has been read of an operand */
struct kind {
    struct quire_dimension dimension;
    bool logical;
    const char *words;
};

struct reading {
    const char *p;
    const struct quire_formula_names *names;
    char *error;
    size_t size;
    int depth;
    int passed_over; /* > 0 in a branch that is known not to be taken: there nothing is too large, and nothing divides by zero */
    bool logic;
    struct quire_formula *out;
};

static bool fail(struct reading *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool
fail(struct reading *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    quire_number_vformat(e->error, e->size, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- the program ---- */

static double
compute(enum op op, double a, double b)
{
    switch (op) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case MULTIPLY: return a * b;
    case DIVIDE: return a / b;
    case BELOW: return a < b ? 1 : 0;
    case AT_MOST: return a <= b ? 1 : 0;
    case ABOVE: return a > b ? 1 : 0;
    case AT_LEAST: return a >= b ? 1 : 0;
    case EQUAL: return a >= b && a <= b ? 1 : 0;
    case DIFFERENT: return a < b || a > b ? 1 : 0;
    case AND: return a > 0 && b > 0 ? 1 : 0;
    case OR: return a > 0 || b > 0 ? 1 : 0;
    case MIN: return a < b ? a : b;
    case MAX: return a > b ? a : b;
    case NEGATE: return -a;
    case NOT: return a > 0 ? 0 : 1;
    case ABS: return fabs(a);
    case ROOT: return sqrt(a);
    case ROUND: return round(a);
    case FLOOR: return floor(a);
    case CEILING: return ceil(a);
    /* in long double, rounded once: libm has several versions of the others, by processor, which differ in the last bit */
    case POWER: return (double)powl(a, b);
    case SINE: return (double)sinl(a);
    case COSINE: return (double)cosl(a);
    case TANGENT: return (double)tanl(a);
    case ARC_SINE: return (double)asinl(a);
    case ARC_COSINE: return (double)acosl(a);
    case ARC_TANGENT: return (double)atan2l(a, b);
    case EXPONENTIAL: return (double)expl(a);
    case LOGARITHM: return (double)logl(a);
    case PUSH:
    case LOAD:
    case CHOOSE: break;
    }
    return a;
}

static int
operands_of(enum op op)
{
    switch (op) {
    case CHOOSE: return 3;
    case NEGATE: case NOT: case ABS: case ROOT: case SINE: case COSINE: case TANGENT: case ARC_SINE: case ARC_COSINE: case EXPONENTIAL:
    case LOGARITHM: case ROUND: case FLOOR: case CEILING: return 1;
    default: return 2;
    }
}

/* what comes of the operands that end at stack[n - 1]; returns how many values are there now */
static int
apply(enum op op, double *stack, int n)
{
    const int operands = operands_of(op);
    double *first = stack + n - operands;

    *first = operands == 3 ? (first[0] > 0 ? first[1] : first[2]) : compute(op, first[0], operands == 2 ? first[1] : 0.0);
    return n - operands + 1;
}

static void
emit(struct reading *e, struct instruction i)
{
    e->out->code[e->out->n++] = i;
}

/* an operation on the operands before it; of known ones only the result is kept */
static bool
operate(struct reading *e, enum op op)
{
    const int operands = operands_of(op);
    struct quire_formula *f = e->out;
    const struct instruction *first = f->code + f->n - operands;
    double value[3];

    for (int i = 0; i < operands; i++) {
        if (first[i].op != PUSH) {
            emit(e, (struct instruction){.op = op});
            return true;
        }
        value[i] = first[i].value;
    }
    if (op == DIVIDE && value[1] == 0 && e->passed_over == 0) { /* exactly zero: not defined */
        return fail(e, "divides by zero");
    }
    apply(op, value, operands);
    f->n -= operands;
    emit(e, (struct instruction){.op = PUSH, .value = value[0]});
    return isfinite(value[0]) || e->passed_over > 0 ? true
           : isnan(value[0])                        ? fail(e, "is not defined: a root or logarithm of less than zero, or the like")
                                                    : fail(e, "becomes too large for a number");
}

/* ---- words ---- */

static void
skip_blanks(struct reading *e)
{
    e->p += strspn(e->p, " ");
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

size_t
quire_formula_word(const char *text)
{
    size_t n = 0;
    while (is_letter(text[n]) || (n > 0 && text[n] >= '0' && text[n] <= '9')) {
        n++;
    }
    return n;
}

static bool
word_is(const char *p, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(p, word, n) == 0 && quire_formula_word(p) == n && p[n] != '.' && p[n] != '-';
}

/* the next word, if it is this one */
static bool
takes_word(struct reading *e, const char *word)
{
    if (!e->logic || !word_is(e->p, word)) {
        return false;
    }
    e->p += strlen(word);
    return true;
}

static bool
is_operator_word(const struct reading *e, const char *p)
{
    return e->logic && (word_is(p, "and") || word_is(p, "or") || word_is(p, "above") || word_is(p, "below"));
}

/* ---- operands ---- */

static bool
starts_unit(const char *p)
{
    return is_letter(*p) || *p == '%' || (unsigned char)*p >= 0x80 || (p[0] == '1' && p[1] == '/' && is_letter(p[2]));
}

bool
quire_formula_number(struct quire_quantity *out, const char *text, const char **end, bool logic, char *error, size_t size)
{
    struct reading e = {.p = text, .error = error, .size = size, .logic = logic};
    struct quire_unit unit = {.residual = 1};
    struct quire_unit_error bad_unit;
    enum quire_number_error bad = quire_number_read(&out->value, text, 0, end);
    if (bad != QUIRE_NUMBER_OK) {
        return fail(&e, "'%.40s' %s", text, quire_number_error_text(bad));
    }
    const char *after = *end + strspn(*end, " ");
    if (starts_unit(after) && !is_operator_word(&e, after)) {
        if (!quire_unit_parse(&unit, after, end, NULL, &bad_unit)) {
            const size_t n = quire_formula_word(after);
            return fail(&e, "'%.*s' is not a known unit; products are written with '*'", (int)(n < 40 ? n : 40), after);
        }
    }
    bad = quire_number_read(&out->value, text, unit.decimal, NULL);
    out->value *= unit.residual;
    out->dimension = unit.dimension;
    return bad == QUIRE_NUMBER_OK ? true : fail(&e, "'%.40s' %s", text, quire_number_error_text(bad));
}

static bool
read_number(struct reading *e, struct kind *out)
{
    struct quire_quantity q;
    if (!quire_formula_number(&q, e->p, &e->p, e->logic, e->error, e->size)) {
        return false;
    }
    *out = (struct kind){.dimension = q.dimension};
    emit(e, (struct instruction){.op = PUSH, .value = q.value});
    return true;
}

/* pi, unless something else has that name */
static bool
read_pi(struct reading *e, struct kind *out)
{
    e->p += 2;
    e->error[0] = '\0';
    *out = (struct kind){.logical = false};
    emit(e, (struct instruction){.op = PUSH, .value = PI});
    return true;
}

static bool
read_name(struct reading *e, struct kind *out)
{
    struct quire_formula_name name = {0};
    size_t length = 0;
    if (!e->names->find(e->names->user, e->p, &length, &name, e->error, e->size)) {
        return quire_formula_word(e->p) == 2 && strncmp(e->p, "pi", 2) == 0 && read_pi(e, out);
    }
    e->p += length;
    *out = (struct kind){.dimension = name.dimension, .words = name.words};
    emit(e, name.known ? (struct instruction){.op = PUSH, .value = name.value} : (struct instruction){.op = LOAD, .index = name.index});
    return true;
}

static bool read_sum(struct reading *e, struct kind *out);
static bool read_inside(struct reading *e, struct kind *out);
static bool read_power(struct reading *e, struct kind *out);

static bool
expect_quantity(struct reading *e, const struct kind *a)
{
    if (a->words != NULL) {
        return fail(e, "has a state where a number is needed; compare it with one of: %s", a->words);
    }
    return !a->logical ? true : fail(e, "has a comparison where a number is needed");
}

static bool
expect_logical(struct reading *e, const struct kind *a, const char *word)
{
    return a->logical ? true : fail(e, "has '%s' beside something that is neither true nor false", word);
}

/* the operator and its two operands, in the words of a message */
static bool
expect_alike(struct reading *e, const struct kind *a, const struct kind *b, const char *verb)
{
    char text[2][QUIRE_DIMENSION_SIZE];
    const struct kind *of[2] = {a, b};
    const char *words[2];

    if (!expect_quantity(e, a) || !expect_quantity(e, b)) {
        return false;
    }
    if (quire_dimension_fits(b->dimension, a->dimension)) {
        return true;
    }
    for (int i = 0; i < 2; i++) {
        words[i] = quire_dimension_name(of[i]->dimension);
        words[i] = words[i] != NULL ? words[i] : quire_dimension_write(text[i], of[i]->dimension);
    }
    return fail(e, "%s %s and %s, which do not go together", verb, words[0], words[1]);
}

static bool
close_parenthesis(struct reading *e)
{
    skip_blanks(e);
    if (*e->p != ')') {
        return fail(e, "lacks a closing parenthesis");
    }
    e->p++;
    e->depth--;
    return true;
}

static bool
go_deeper(struct reading *e)
{
    return ++e->depth <= QUIRE_EXPRESSION_DEPTH ? true : fail(e, "has too many parentheses within each other");
}

/* what functions ask of their operands, and what they give */
enum rule { SAME, NUMBERS, HALVED, ANGLE_TO_NUMBER, NUMBER_TO_ANGLE, SAME_TO_ANGLE };

static const struct function {
    const char *name;
    enum op op;
    enum rule rule;
} functions[] = {
    {"abs", ABS, SAME},
    {"min", MIN, SAME},
    {"max", MAX, SAME},
    {"sqrt", ROOT, HALVED},
    {"sin", SINE, ANGLE_TO_NUMBER},
    {"cos", COSINE, ANGLE_TO_NUMBER},
    {"tan", TANGENT, ANGLE_TO_NUMBER},
    {"asin", ARC_SINE, NUMBER_TO_ANGLE},
    {"acos", ARC_COSINE, NUMBER_TO_ANGLE},
    {"atan2", ARC_TANGENT, SAME_TO_ANGLE},
    {"exp", EXPONENTIAL, NUMBERS},
    {"log", LOGARITHM, NUMBERS},
    {"round", ROUND, NUMBERS},
    {"floor", FLOOR, NUMBERS},
    {"ceil", CEILING, NUMBERS},
};

/* the function whose name and parenthesis stand at p; NULL if there is none */
static const struct function *
find_function(const char *p)
{
    const size_t length = quire_formula_word(p);

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (p[length] == '(' && strlen(functions[i].name) == length && strncmp(p, functions[i].name, length) == 0) {
            return &functions[i];
        }
    }
    return NULL;
}

static bool
expect_dimension(struct reading *e, const struct function *f, const struct kind *a, struct quire_dimension want)
{
    char text[QUIRE_DIMENSION_SIZE];

    if (quire_dimension_fits(a->dimension, want)) {
        return true;
    }
    const char *have = quire_dimension_name(a->dimension);
    return fail(e, "%s of %s; it needs %s", f->name, have != NULL ? have : quire_dimension_write(text, a->dimension), quire_dimension_name(want));
}

static struct quire_dimension
dimension_power(struct quire_dimension d, double e)
{
    return (struct quire_dimension){d.kg * e, d.m * e, d.s * e, d.rad * e, d.A * e};
}

/* the operands of f are read; *out becomes what it gives */
static bool
give(struct reading *e, const struct function *f, struct kind *out)
{
    static const struct quire_dimension number = {0, 0, 0, 0, 0}, angle = {0, 0, 0, 1, 0};

    switch (f->rule) {
    case SAME: return true;
    case HALVED: out->dimension = dimension_power(out->dimension, 0.5); return true;
    case SAME_TO_ANGLE: out->dimension = angle; return true;
    case NUMBERS: return expect_dimension(e, f, out, number);
    case NUMBER_TO_ANGLE:
        if (!expect_dimension(e, f, out, number)) {
            return false;
        }
        out->dimension = angle;
        return true;
    case ANGLE_TO_NUMBER:
        if (!expect_dimension(e, f, out, angle)) {
            return false;
        }
        out->dimension = number;
        return true;
    }
    return true;
}

static bool
read_function(struct reading *e, const struct function *f, struct kind *out)
{
    struct kind second;

    e->p += strlen(f->name) + 1;
    if (!go_deeper(e) || !read_inside(e, out) || !expect_quantity(e, out)) {
        return false;
    }
    skip_blanks(e);
    if (operands_of(f->op) == 2) {
        if (*e->p != ',') {
            return fail(e, "lacks a comma: '%s(' takes two numbers", f->name);
        }
        e->p++;
        if (!read_inside(e, &second) || !expect_alike(e, out, &second, "compares")) {
            return false;
        }
    }
    return close_parenthesis(e) && give(e, f, out) && operate(e, f->op);
}

static bool
read_operand(struct reading *e, struct kind *out)
{
    skip_blanks(e);
    if (*e->p == '(') {
        e->p++;
        return go_deeper(e) && read_inside(e, out) && close_parenthesis(e);
    }
    const struct function *function = find_function(e->p);
    if (function != NULL) {
        return read_function(e, function, out);
    }
    if (is_letter(*e->p)) {
        return read_name(e, out);
    }
    if ((*e->p >= '0' && *e->p <= '9') || *e->p == '.') {
        return read_number(e, out);
    }
    return *e->p == '\0' ? fail(e, "ends too early") : fail(e, "'%.20s' is not understood", e->p);
}

/* ---- arithmetic ---- */

/* signs before an operand; a loop, so that a long row of them needs no stack */
static bool
read_signed(struct reading *e, struct kind *out)
{
    bool minus = false, any = false;
    for (skip_blanks(e); *e->p == '-' || *e->p == '+'; skip_blanks(e)) {
        minus = minus != (*e->p++ == '-');
        any = true;
    }
    if (!read_power(e, out) || (any && !expect_quantity(e, out))) {
        return false;
    }
    return minus ? operate(e, NEGATE) : true;
}

/* exponents group from the right, and bind closer than a sign before the base */
static bool
read_power(struct reading *e, struct kind *out)
{
    static const struct quire_dimension number = {0, 0, 0, 0, 0};
    struct kind exponent;

    if (!read_operand(e, out)) {
        return false;
    }
    skip_blanks(e);
    if (*e->p != '^') {
        return true;
    }
    e->p++;
    if (!expect_quantity(e, out) || !go_deeper(e) || !read_signed(e, &exponent) || !expect_quantity(e, &exponent)) {
        return false;
    }
    e->depth--;
    const struct instruction *last = &e->out->code[e->out->n - 1];
    if (!quire_dimension_fits(exponent.dimension, number)) {
        return fail(e, "has an exponent with a unit");
    }
    if (!quire_dimension_fits(out->dimension, number) && last->op != PUSH) {
        return fail(e, "has an exponent that is not known beforehand on something with a unit");
    }
    out->dimension = last->op == PUSH ? dimension_power(out->dimension, last->value) : number;
    return operate(e, POWER);
}

static bool
read_product(struct reading *e, struct kind *out)
{
    if (!read_signed(e, out)) {
        return false;
    }
    for (skip_blanks(e); *e->p == '*' || *e->p == '/'; skip_blanks(e)) {
        const double sign = *e->p++ == '*' ? 1 : -1;
        struct kind right;
        if (!expect_quantity(e, out) || !read_signed(e, &right) || !expect_quantity(e, &right) || !operate(e, sign > 0 ? MULTIPLY : DIVIDE)) {
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
read_sum(struct reading *e, struct kind *out)
{
    if (!read_product(e, out)) {
        return false;
    }
    for (skip_blanks(e); *e->p == '+' || *e->p == '-'; skip_blanks(e)) {
        const bool plus = *e->p++ == '+';
        struct kind right;
        if (!read_product(e, &right) || !expect_alike(e, out, &right, plus ? "adds" : "subtracts") || !operate(e, plus ? ADD : SUBTRACT)) {
            return false;
        }
    }
    return true;
}

/* ---- logic ---- */

/* the comparison at e->p; PUSH if there is none */
static enum op
read_comparison(struct reading *e)
{
    static const struct {
        const char *text;
        enum op op;
    } signs[] = {{"<=", AT_MOST}, {">=", AT_LEAST}, {"!=", DIFFERENT}, {"<", BELOW}, {">", ABOVE}, {"=", EQUAL}};

    skip_blanks(e);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t n = strlen(signs[i].text);
        if (strncmp(e->p, signs[i].text, n) == 0) {
            e->p += n;
            return signs[i].op;
        }
    }
    return takes_word(e, "above") ? ABOVE : takes_word(e, "below") ? BELOW : PUSH;
}

int
quire_formula_word_number(const char *words, const char *word, size_t length)
{
    int number = 0;

    for (const char *p = words + strspn(words, " ,"); *p != '\0'; number++) {
        const size_t n = strcspn(p, " ,");
        if (n == length && strncmp(p, word, n) == 0) {
            return number;
        }
        p += n;
        p += strspn(p, " ,");
    }
    return -1;
}

/* the number of the word at e->p among those of a state */
static bool
read_state(struct reading *e, const char *words)
{
    size_t length = 0;

    skip_blanks(e);
    while (is_letter(e->p[length]) || (length > 0 && ((e->p[length] >= '0' && e->p[length] <= '9') || e->p[length] == '-'))) {
        length++;
    }
    const int number = quire_formula_word_number(words, e->p, length);
    if (number < 0) {
        return fail(e, "'%.*s' is none of: %s", (int)(length < 40 ? length : 40), e->p, words);
    }
    e->p += length;
    emit(e, (struct instruction){.op = PUSH, .value = number});
    return true;
}

static bool
read_compared(struct reading *e, struct kind *out)
{
    struct kind right;

    skip_blanks(e);
    if (takes_word(e, "not")) {
        if (!go_deeper(e) || !read_compared(e, out) || !expect_logical(e, out, "not")) {
            return false;
        }
        e->depth--;
        return operate(e, NOT);
    }
    if (!read_sum(e, out)) {
        return false;
    }
    const enum op op = read_comparison(e);
    if (op == PUSH) {
        return true;
    }
    if (out->words != NULL) {
        if (op != EQUAL && op != DIFFERENT) {
            return fail(e, "orders a state; states are compared by = and !=");
        }
        if (!read_state(e, out->words)) {
            return false;
        }
    } else if (!read_sum(e, &right) || !expect_alike(e, out, &right, "compares")) {
        return false;
    }
    *out = (struct kind){.logical = true};
    return operate(e, op);
}

/* operands joined by one word, each read by `read` */
static bool
read_joined(struct reading *e, struct kind *out, const char *word, enum op op, bool (*read)(struct reading *, struct kind *))
{
    if (!read(e, out)) {
        return false;
    }
    for (skip_blanks(e); takes_word(e, word); skip_blanks(e)) {
        struct kind right;
        if (!expect_logical(e, out, word) || !read(e, &right) || !expect_logical(e, &right, word) || !operate(e, op)) {
            return false;
        }
    }
    return true;
}

static bool
read_all(struct reading *e, struct kind *out)
{
    return read_joined(e, out, "and", AND, read_compared);
}

static bool
read_any(struct reading *e, struct kind *out)
{
    return read_joined(e, out, "or", OR, read_all);
}

/* one of the two values of a choice */
static bool
read_branch(struct reading *e, struct kind *out, bool taken)
{
    e->passed_over += taken ? 0 : 1;
    const bool good = read_inside(e, out) && expect_quantity(e, out);
    e->passed_over -= taken ? 0 : 1;
    return good;
}

/* condition ? value : value */
static bool
read_choice(struct reading *e, struct kind *out)
{
    struct kind second;

    if (!read_any(e, out)) {
        return false;
    }
    skip_blanks(e);
    if (*e->p != '?') {
        return true;
    }
    e->p++;
    const struct instruction *condition = &e->out->code[e->out->n - 1];
    const bool known = condition->op == PUSH, holds = known && condition->value > 0;
    if (!expect_logical(e, out, "?") || !go_deeper(e) || !read_branch(e, out, !known || holds)) {
        return false;
    }
    skip_blanks(e);
    if (*e->p != ':') {
        return fail(e, "lacks a colon and what holds otherwise");
    }
    e->p++;
    if (!read_branch(e, &second, !known || !holds) || !expect_alike(e, out, &second, "chooses between")) {
        return false;
    }
    e->depth--;
    return operate(e, CHOOSE);
}

static bool
read_inside(struct reading *e, struct kind *out)
{
    return e->logic ? read_choice(e, out) : read_sum(e, out);
}

bool
quire_formula_read(struct quire_formula **out, const char *text, bool logic, const struct quire_formula_names *names, char *error,
                   size_t size)
{
    struct quire_formula *f = calloc(1, sizeof *f + MOST_CODE * sizeof f->code[0]);
    struct reading e = {.p = text, .names = names, .error = error, .size = size, .logic = logic, .out = f};
    struct kind kind = {.logical = false};
    bool good = f != NULL;

    *out = NULL;
    error[0] = '\0';
    if (f == NULL) {
        return fail(&e, "out of memory");
    }
    if (strlen(text) > QUIRE_EXPRESSION_LIMIT) {
        good = fail(&e, "is longer than %d bytes", QUIRE_EXPRESSION_LIMIT);
    }
    good = good && read_inside(&e, &kind);
    if (good && *e.p != '\0') {
        good = fail(&e, "'%.20s' is not understood", e.p);
    }
    good = good && (kind.words == NULL || expect_quantity(&e, &kind));
    if (!good) {
        free(f);
        return false;
    }
    f->dimension = kind.dimension;
    f->logical = kind.logical;
    *out = f;
    return true;
}

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
    return f->n == 1 && f->code[0].op == PUSH;
}

bool
quire_formula_asks(const struct quire_formula *f, int low, int high)
{
    for (int i = 0; i < f->n; i++) {
        if (f->code[i].op == LOAD && f->code[i].index >= low && f->code[i].index < high) {
            return true;
        }
    }
    return false;
}

double
quire_formula_value(const struct quire_formula *f, double (*get)(void *user, int index), void *user)
{
    double stack[MOST_STACK];
    int n = 0;

    for (const struct instruction *i = f->code; i < f->code + f->n; i++) {
        if (i->op == PUSH || i->op == LOAD) {
            stack[n++] = i->op == PUSH ? i->value : get(user, i->index);
        } else {
            n = apply(i->op, stack, n);
        }
    }
    return stack[0];
}
