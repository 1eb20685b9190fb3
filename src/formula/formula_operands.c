/* Operands of formulas: numbers with units, names, what stands in parentheses, functions. */
#include <stdarg.h>
#include <string.h>

#include "formula/formula_parts.h"
#include "text/number.h"

#define PI 3.14159265358979323846

bool
quire_reading_fail(struct quire_reading *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    quire_number_vformat(e->error, e->size, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- words ---- */

void
quire_reading_skip(struct quire_reading *e)
{
    e->p += strspn(e->p, " ");
}

bool
quire_formula_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

size_t
quire_formula_word(const char *text)
{
    size_t n = 0;
    while (quire_formula_is_letter(text[n]) || (n > 0 && text[n] >= '0' && text[n] <= '9')) {
        n++;
    }
    return n;
}

bool
quire_word_is(const char *p, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(p, word, n) == 0 && quire_formula_word(p) == n && p[n] != '.' && p[n] != '-';
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

static bool
is_operator_word(const struct quire_reading *e, const char *p)
{
    return e->logic && (quire_word_is(p, "and") || quire_word_is(p, "or") ||
                        quire_word_is(p, "above") || quire_word_is(p, "below"));
}

/* ---- numbers and names ---- */

static bool
starts_unit(const char *p)
{
    return quire_formula_is_letter(*p) || *p == '%' || (unsigned char)*p >= 0x80 ||
           (p[0] == '1' && p[1] == '/' && quire_formula_is_letter(p[2]));
}

bool
quire_formula_number(struct quire_quantity *out, const char *text, const char **end, bool logic,
                     char *error, size_t size)
{
    struct quire_reading e = {.p = text, .error = error, .size = size, .logic = logic};
    struct quire_unit unit = {.residual = 1};
    struct quire_unit_error bad_unit;
    enum quire_number_error bad = quire_number_read(&out->value, text, 0, end);
    if (bad != QUIRE_NUMBER_OK) {
        return quire_reading_fail(&e, "'%.40s' %s", text, quire_number_error_text(bad));
    }
    const char *after = *end + strspn(*end, " ");
    if (starts_unit(after) && !is_operator_word(&e, after)) {
        if (!quire_unit_parse(&unit, after, end, NULL, &bad_unit)) {
            const size_t n = quire_formula_word(after);
            return quire_reading_fail(&e,
                                      "'%.*s' is not a known unit; products are written with '*'",
                                      (int)(n < 40 ? n : 40), after);
        }
    }
    bad = quire_number_read(&out->value, text, unit.decimal, NULL);
    out->value *= unit.residual;
    out->dimension = unit.dimension;
    return bad == QUIRE_NUMBER_OK
               ? true
               : quire_reading_fail(&e, "'%.40s' %s", text, quire_number_error_text(bad));
}

static bool
read_number(struct quire_reading *e, struct quire_operand *out)
{
    struct quire_quantity q;
    if (!quire_formula_number(&q, e->p, &e->p, e->logic, e->error, e->size)) {
        return false;
    }
    *out = (struct quire_operand){.dimension = q.dimension};
    quire_reading_emit(e, (struct quire_instruction){.op = QUIRE_OP_PUSH, .value = q.value});
    return true;
}

/* pi, unless something else has that name */
static bool
read_pi(struct quire_reading *e, struct quire_operand *out)
{
    e->p += 2;
    e->error[0] = '\0';
    *out = (struct quire_operand){.logical = false};
    quire_reading_emit(e, (struct quire_instruction){.op = QUIRE_OP_PUSH, .value = PI});
    return true;
}

static bool
read_name(struct quire_reading *e, struct quire_operand *out)
{
    struct quire_formula_name name = {0};
    size_t length = 0;
    if (!e->names->find(e->names->user, e->p, &length, &name, e->error, e->size)) {
        return quire_formula_word(e->p) == 2 && strncmp(e->p, "pi", 2) == 0 && read_pi(e, out);
    }
    e->p += length;
    *out = (struct quire_operand){.dimension = name.dimension, .words = name.words};
    quire_reading_emit(
        e, name.known ? (struct quire_instruction){.op = QUIRE_OP_PUSH, .value = name.value}
                      : (struct quire_instruction){.op = QUIRE_OP_LOAD, .index = name.index});
    return true;
}

/* ---- what goes together ---- */

bool
quire_expect_quantity(struct quire_reading *e, const struct quire_operand *a)
{
    if (a->words != NULL) {
        return quire_reading_fail(
            e, "has a state where a number is needed; compare it with one of: %s", a->words);
    }
    return !a->logical ? true : quire_reading_fail(e, "has a comparison where a number is needed");
}

/* the operator and its two operands, in the words of a message */
bool
quire_expect_alike(struct quire_reading *e, const struct quire_operand *a,
                   const struct quire_operand *b, const char *verb)
{
    char text[2][QUIRE_DIMENSION_SIZE];
    const struct quire_operand *of[2] = {a, b};
    const char *words[2];

    if (!quire_expect_quantity(e, a) || !quire_expect_quantity(e, b)) {
        return false;
    }
    if (quire_dimension_fits(b->dimension, a->dimension)) {
        return true;
    }
    for (int i = 0; i < 2; i++) {
        words[i] = quire_dimension_name(of[i]->dimension);
        words[i] = words[i] != NULL ? words[i] : quire_dimension_write(text[i], of[i]->dimension);
    }
    return quire_reading_fail(e, "%s %s and %s, which do not go together", verb, words[0],
                              words[1]);
}

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

bool
quire_reading_go_deeper(struct quire_reading *e)
{
    return ++e->depth <= QUIRE_EXPRESSION_DEPTH
               ? true
               : quire_reading_fail(e, "has too many parentheses within each other");
}

/* ---- functions ---- */

/* what functions ask of their operands, and what they give */
enum rule { SAME, NUMBERS, HALVED, ANGLE_TO_NUMBER, NUMBER_TO_ANGLE, SAME_TO_ANGLE };

static const struct function {
    const char *name;
    enum quire_op op;
    enum rule rule;
} functions[] = {
    {"abs", QUIRE_OP_ABS, SAME},
    {"min", QUIRE_OP_MIN, SAME},
    {"max", QUIRE_OP_MAX, SAME},
    {"sqrt", QUIRE_OP_ROOT, HALVED},
    {"sin", QUIRE_OP_SINE, ANGLE_TO_NUMBER},
    {"cos", QUIRE_OP_COSINE, ANGLE_TO_NUMBER},
    {"tan", QUIRE_OP_TANGENT, ANGLE_TO_NUMBER},
    {"asin", QUIRE_OP_ARC_SINE, NUMBER_TO_ANGLE},
    {"acos", QUIRE_OP_ARC_COSINE, NUMBER_TO_ANGLE},
    {"atan2", QUIRE_OP_ARC_TANGENT, SAME_TO_ANGLE},
    {"exp", QUIRE_OP_EXPONENTIAL, NUMBERS},
    {"log", QUIRE_OP_LOGARITHM, NUMBERS},
    {"round", QUIRE_OP_ROUND, NUMBERS},
    {"floor", QUIRE_OP_FLOOR, NUMBERS},
    {"ceil", QUIRE_OP_CEILING, NUMBERS},
};

/* the function whose name and parenthesis stand at p; NULL if there is none */
static const struct function *
find_function(const char *p)
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

/* a name with a parenthesis behind it that is no function */
static bool
refuse_function(struct quire_reading *e)
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
expect_dimension(struct quire_reading *e, const struct function *f, const struct quire_operand *a,
                 struct quire_dimension want)
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

/* the operands of f are read; *out becomes what it gives */
static bool
give(struct quire_reading *e, const struct function *f, struct quire_operand *out)
{
    static const struct quire_dimension number = {0, 0, 0, 0, 0}, angle = {0, 0, 0, 1, 0};

    switch (f->rule) {
    case SAME: return true;
    case HALVED: out->dimension = quire_formula_power(out->dimension, 0.5); return true;
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
read_function(struct quire_reading *e, const struct function *f, struct quire_operand *out)
{
    struct quire_operand second;

    e->p += strlen(f->name) + 1;
    if (!quire_reading_go_deeper(e) || !quire_read_inside(e, out) ||
        !quire_expect_quantity(e, out)) {
        return false;
    }
    quire_reading_skip(e);
    if (quire_op_operands(f->op) == 2) {
        if (*e->p != ',') {
            return quire_reading_fail(e, "lacks a comma: '%s(' takes two numbers", f->name);
        }
        e->p++;
        if (!quire_read_inside(e, &second) || !quire_expect_alike(e, out, &second, "compares")) {
            return false;
        }
    }
    return close_parenthesis(e) && give(e, f, out) && quire_reading_operate(e, f->op);
}

bool
quire_read_operand(struct quire_reading *e, struct quire_operand *out)
{
    quire_reading_skip(e);
    if (*e->p == '(') {
        e->p++;
        return quire_reading_go_deeper(e) && quire_read_inside(e, out) && close_parenthesis(e);
    }
    const struct function *function = find_function(e->p);
    if (function != NULL) {
        return read_function(e, function, out);
    }
    if (quire_formula_is_letter(*e->p)) {
        return e->p[quire_formula_word(e->p)] == '(' ? refuse_function(e) : read_name(e, out);
    }
    if ((*e->p >= '0' && *e->p <= '9') || *e->p == '.') {
        return read_number(e, out);
    }
    if (*e->p == '*') {
        return quire_reading_fail(e, "'%.20s' is not understood; powers are written with '^'",
                                  e->p);
    }
    return *e->p == '\0' ? quire_reading_fail(e, "ends too early")
                         : quire_reading_fail(e, "'%.20s' is not understood", e->p);
}
