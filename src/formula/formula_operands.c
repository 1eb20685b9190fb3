/* Words of formulas: numbers with units, and names. */
#include <string.h>

#include "formula/formula_parts.h"
#include "text/number.h"

#define PI 3.14159265358979323846

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

/* the number at e->p with its unit, and where it ends; e stays there */
static bool
read_quantity(struct quire_reading *e, struct quire_quantity *out, const char **end)
{
    enum quire_number_error (*const read)(double *, const char *, int, const char **) =
        e->comma_separates ? quire_number_read_item : quire_number_read;
    const char *const text = e->p;
    struct quire_unit unit = {.residual = 1};
    struct quire_unit_error bad_unit;
    enum quire_number_error bad = read(&out->value, text, 0, end);
    if (bad != QUIRE_NUMBER_OK) {
        return quire_reading_fail(e, "'%.40s' %s", text, quire_number_error_text(bad));
    }
    const char *after = *end + strspn(*end, " ");
    if (starts_unit(after) && !is_operator_word(e, after)) {
        if (!quire_unit_parse(&unit, after, end, NULL, &bad_unit)) {
            const size_t n = quire_formula_word(after);
            return quire_reading_fail(
                e, "'%.*s' is not a known unit; %s", (int)(n < 40 ? n : 40), after,
                bad_unit.hint != NULL ? bad_unit.hint : "products are written with '*'");
        }
    }
    bad = read(&out->value, text, unit.decimal, NULL);
    out->value *= unit.residual;
    out->dimension = unit.dimension;
    return bad == QUIRE_NUMBER_OK
               ? true
               : quire_reading_fail(e, "'%.40s' %s", text, quire_number_error_text(bad));
}

bool
quire_formula_number(struct quire_quantity *out, const char *text, const char **end, bool logic,
                     char *error, size_t size)
{
    struct quire_reading e = {.p = text, .error = error, .size = size, .logic = logic};

    return read_quantity(&e, out, end);
}

bool
quire_read_number(struct quire_reading *e, struct quire_operand *out)
{
    struct quire_quantity q;
    if (!read_quantity(e, &q, &e->p)) {
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

bool
quire_read_name(struct quire_reading *e, struct quire_operand *out)
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
