/* Arithmetic with units, by recursive descent. */
#include "kind/expression.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

struct evaluation {
    const char *p;
    const struct quire_expression_names *names;
    char *error;
    size_t size;
    int depth;
};

static bool fail(struct evaluation *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool
fail(struct evaluation *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    quire_number_vformat(e->error, e->size, format, arguments);
    va_end(arguments);
    return false;
}

static void
skip_blanks(struct evaluation *e)
{
    e->p += strspn(e->p, " ");
}

static bool
is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t
name_length(const char *p)
{
    size_t n = 0;
    while (is_name_start(p[n]) || (n > 0 && p[n] >= '0' && p[n] <= '9')) {
        n++;
    }
    return n;
}

static bool
starts_unit(const char *p)
{
    return is_name_start(*p) || *p == '%' || (unsigned char)*p >= 0x80 ||
           (p[0] == '1' && p[1] == '/' && is_name_start(p[2]));
}

/* a number, with its unit if one follows */
static bool
read_number(struct evaluation *e, struct quire_quantity *out)
{
    const char *number = e->p, *end;
    struct quire_unit unit = {.residual = 1};
    struct quire_unit_error bad_unit;
    enum quire_number_error bad = quire_number_read(&out->value, number, 0, &end);
    if (bad != QUIRE_NUMBER_OK) {
        return fail(e, "'%.40s' %s", number, quire_number_error_text(bad));
    }
    e->p = end;
    const char *after = end + strspn(end, " ");
    if (starts_unit(after)) {
        if (!quire_unit_parse(&unit, after, &e->p, NULL, &bad_unit)) {
            const size_t n = name_length(after);
            return fail(e, "'%.*s' is not a known unit; products are written with '*'",
                        (int)(n < 40 ? n : 40), after);
        }
    }
    bad = quire_number_read(&out->value, number, unit.decimal, NULL);
    out->value *= unit.residual;
    out->dimension = unit.dimension;
    return bad == QUIRE_NUMBER_OK ? true
                                  : fail(e, "'%.40s' %s", number, quire_number_error_text(bad));
}

static bool read_sum(struct evaluation *e, struct quire_quantity *out);

static bool
read_operand(struct evaluation *e, struct quire_quantity *out)
{
    skip_blanks(e);
    if (*e->p == '(') {
        if (++e->depth > QUIRE_EXPRESSION_DEPTH) {
            return fail(e, "has too many parentheses within each other");
        }
        e->p++;
        if (!read_sum(e, out)) {
            return false;
        }
        if (*e->p != ')') {
            return fail(e, "lacks a closing parenthesis");
        }
        e->p++;
        e->depth--;
        return true;
    }
    const size_t n = name_length(e->p);
    if (n > 0) {
        const char *name = e->p;
        e->p += n;
        return e->names->find(e->names->user, name, n, out, e->error, e->size);
    }
    if ((*e->p >= '0' && *e->p <= '9') || *e->p == '.') {
        return read_number(e, out);
    }
    return *e->p == '\0' ? fail(e, "ends too early") : fail(e, "'%.20s' is not understood", e->p);
}

/* signs before an operand; a loop, so that a long row of them needs no stack */
static bool
read_signed(struct evaluation *e, struct quire_quantity *out)
{
    bool minus = false;
    for (skip_blanks(e); *e->p == '-' || *e->p == '+'; skip_blanks(e)) {
        minus = minus != (*e->p++ == '-');
    }
    if (!read_operand(e, out)) {
        return false;
    }
    out->value = minus ? -out->value : out->value;
    return true;
}

static bool
read_product(struct evaluation *e, struct quire_quantity *out)
{
    if (!read_signed(e, out)) {
        return false;
    }
    for (skip_blanks(e); *e->p == '*' || *e->p == '/'; skip_blanks(e)) {
        const double sign = *e->p++ == '*' ? 1 : -1;
        struct quire_quantity right;
        if (!read_signed(e, &right)) {
            return false;
        }
        if (sign < 0 && right.value == 0) { /* exactly zero: not defined */
            return fail(e, "divides by zero");
        }
        out->value = sign > 0 ? out->value * right.value : out->value / right.value;
        out->dimension.kg += sign * right.dimension.kg;
        out->dimension.m += sign * right.dimension.m;
        out->dimension.s += sign * right.dimension.s;
        out->dimension.rad += sign * right.dimension.rad;
        if (!isfinite(out->value)) {
            return fail(e, "becomes too large for a number");
        }
    }
    return true;
}

static const char *
dimension_words(struct quire_dimension d, char buf[QUIRE_DIMENSION_SIZE])
{
    const char *name = quire_dimension_name(d);
    return name != NULL ? name : quire_dimension_write(buf, d);
}

static bool
read_sum(struct evaluation *e, struct quire_quantity *out)
{
    if (!read_product(e, out)) {
        return false;
    }
    for (skip_blanks(e); *e->p == '+' || *e->p == '-'; skip_blanks(e)) {
        const char operator= * e->p++;
        struct quire_quantity right;
        char a[QUIRE_DIMENSION_SIZE], b[QUIRE_DIMENSION_SIZE];
        if (!read_product(e, &right)) {
            return false;
        }
        if (!quire_dimension_fits(right.dimension, out->dimension)) {
            return fail(
                e, "%s %s and %s, which do not go together", operator== '+' ? "adds" : "subtracts",
                dimension_words(out->dimension, a), dimension_words(right.dimension, b));
        }
        out->value = operator== '+' ? out->value + right.value : out->value - right.value;
        if (!isfinite(out->value)) {
            return fail(e, "becomes too large for a number");
        }
    }
    return true;
}

bool
quire_expression_evaluate(struct quire_quantity *out, const char *text,
                          const struct quire_expression_names *names, char *error, size_t size)
{
    struct evaluation e = {text, names, error, size, 0};
    if (strlen(text) > QUIRE_EXPRESSION_LIMIT) {
        return fail(&e, "is longer than %d bytes", QUIRE_EXPRESSION_LIMIT);
    }
    if (!read_sum(&e, out)) {
        return false;
    }
    return *e.p == '\0' ? true : fail(&e, "'%.20s' is not understood", e.p);
}

bool
quire_quantity_read(struct quire_quantity *out, const char *text, char *error, size_t size)
{
    struct evaluation e = {text, NULL, error, size, 0};
    double unused;
    skip_blanks(&e);
    const enum quire_number_error bad = quire_number_read(&unused, e.p, 0, NULL);
    if (bad != QUIRE_NUMBER_OK) {
        return fail(&e, "'%.40s' %s", text, quire_number_error_text(bad));
    }
    if (!read_number(&e, out)) {
        return false;
    }
    skip_blanks(&e);
    return *e.p == '\0' ? true : fail(&e, "'%.40s' is not a number with a unit", text);
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
