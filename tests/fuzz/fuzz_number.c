/* Numbers, units, expressions and formulas. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>

#include "formula/expression.h"
#include "formula/formula.h"
#include "fuzz.h"
#include "text/number.h"

#define MOST 2000 /* bytes */

static bool
same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool
near(double a, double b) /* 1e-9: powers are written with ten digits or more */
{
    return fabs(a - b) <= 1e-9 * fmax(1, fabs(a));
}

static bool
same_dimension(struct quire_dimension a, struct quire_dimension b)
{
    return near(a.kg, b.kg) && near(a.m, b.m) && near(a.s, b.s) && near(a.rad, b.rad) &&
           near(a.A, b.A);
}

static void
check_number(const char *text)
{
    char written[QUIRE_NUMBER_SIZE];
    const char *end;
    double value, again;

    for (int shift = -9; shift <= 9; shift += 9) {
        const enum quire_number_error error = quire_number_read(&value, text, shift, &end);
        fuzz_must(end >= text && end <= text + strlen(text), "a number ends within the text");
        if (error != QUIRE_NUMBER_OK) {
            fuzz_must(*quire_number_error_text(error) != '\0',
                      "what is wrong with a number is said");
            continue;
        }
        fuzz_must(isfinite(value) && end > text, "a number is finite and has digits");
        quire_number_write(written, value);
        fuzz_must(quire_number_read(&again, written, 0, NULL) == QUIRE_NUMBER_OK &&
                      same(again, value),
                  "a number that is written is read again");
        quire_number_write_rounded(written, value, 17);
        fuzz_must(quire_number_read(&again, written, 0, NULL) == QUIRE_NUMBER_OK &&
                      same(again, value),
                  "17 digits tell all of a number");
    }
}

static void
check_unit(const char *text)
{
    char written[QUIRE_DIMENSION_SIZE];
    struct quire_unit unit, again;
    struct quire_unit_error error;
    const char *end;

    quire_unit_parse(&unit, text, &end, NULL, &error);
    if (!quire_unit_parse(&unit, text, NULL, NULL, &error)) {
        fuzz_must(error.unknown_exponent ||
                      (error.text != NULL && error.at + error.length <= strlen(text)),
                  "what is wrong with a unit is marked in it");
        return;
    }
    quire_dimension_write(written, unit.dimension);
    if (strlen(written) + 1 < sizeof written &&
        quire_unit_parse(&again, written, NULL, NULL, &error)) {
        fuzz_must(same_dimension(unit.dimension, again.dimension),
                  "a dimension that is written is read again");
    }
}

static void
check_quantity(const char *text)
{
    struct quire_quantity value, again;
    char error[200] = "", written[QUIRE_QUANTITY_SIZE];
    quire_diag *diag = quire_diag_create();
    double si;

    if (!quire_quantity_read(&value, text, error, sizeof error)) {
        fuzz_must(*error != '\0', "why a quantity is refused is said");
    } else {
        fuzz_must(isfinite(value.value), "a quantity is finite");
        quire_quantity_write(written, &value);
        fuzz_must(!quire_quantity_read(&again, written, error, sizeof error) ||
                      same(value.value, again.value),
                  "a quantity that is written is read again");
    }
    fuzz_must_explain(quire_quantity_parse(&si, text, "N", "force", diag), diag, false);
    quire_diag_destroy(diag);
}

/* ---- expressions and formulas ---- */

static bool
find_value(void *user, const char *name, size_t length, struct quire_quantity *out, char *error,
           size_t size)
{
    (void)user;
    if (length == 1 && (*name == 'a' || *name == 'b')) {
        *out = (struct quire_quantity){*name == 'a' ? 0.003 : 0, {.m = *name == 'a'}};
        return true;
    }
    quire_number_format(error, size, "there is no '%.*s'", (int)length, name);
    return false;
}

static bool
find_name(void *user, const char *text, size_t *length, struct quire_formula_name *out, char *error,
          size_t size)
{
    static const struct {
        const char *name;
        struct quire_formula_name is;
    } names[] = {
        {"a", {.known = true, .value = 0.003, .dimension = {.m = 1}}},
        {"x", {.index = 1, .dimension = {.m = 1}}},
        {"n", {.index = 2}},
        {"mode", {.index = 3, .words = "idle, run, stop"}},
    };
    (void)user;
    *length = quire_formula_word(text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (*length == strlen(names[i].name) && strncmp(text, names[i].name, *length) == 0) {
            *out = names[i].is;
            return true;
        }
    }
    quire_number_format(error, size, "there is no such name");
    return false;
}

static double
get_value(void *user, int index)
{
    return index == 3 ? 1 : *(const double *)user;
}

static void
check_expression(const char *text)
{
    const struct quire_expression_names names = {find_value, NULL};
    struct quire_quantity value;
    char error[200] = "";

    if (quire_expression_evaluate(&value, text, &names, error, sizeof error)) {
        fuzz_must(isfinite(value.value), "an expression comes to a finite number");
    } else {
        fuzz_must(*error != '\0', "why an expression is refused is said");
    }
}

static void
check_formula(const char *text, bool logic)
{
    static double values[] = {0, 1, -0.002, NAN};
    const struct quire_formula_names names = {find_name, NULL};
    struct quire_formula *formula = NULL;
    char error[200] = "";
    double known;

    if (!quire_formula_read(&formula, text, logic, &names, error, sizeof error)) {
        fuzz_must(*error != '\0' && formula == NULL, "why a formula is refused is said");
        return;
    }
    fuzz_must(logic || !quire_formula_is_logical(formula),
              "without logic no formula is true or false");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const double value = quire_formula_value(formula, get_value, &values[i]);
        fuzz_must(!quire_formula_is_logical(formula) || value == 0 || value == 1,
                  "what is logical is true or false");
        fuzz_must(!quire_formula_is_known(formula, &known) ||
                      (isfinite(known) && same(known, value)),
                  "what is known is the value");
    }
    quire_formula_destroy(formula);
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    fuzz_must(text != NULL, "there is memory");
    memcpy(text, data, size);
    text[size < MOST ? size : MOST] = '\0';
    check_number(text);
    check_unit(text);
    check_quantity(text);
    check_expression(text);
    check_formula(text, false);
    check_formula(text, true);
    free(text);
}
