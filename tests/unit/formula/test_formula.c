/* Formulas of quantities that are not known when they are read. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "formula/formula.h"

static const char *const name[] = {"n1.gap", "feed-motor.travel", "count", "mode", "gone"};
static const double value[] = {2e-3, 0.5, 3, 1, NAN};

/* the longest name that the text starts with */
static bool
find(void *user, const char *text, size_t *length, struct quire_formula_name *out, char *error,
     size_t size)
{
    static const struct quire_dimension dimension[] = {
        {.m = 1}, {.m = 1}, {.m = 0}, {.m = 0}, {.m = 1}};
    (void)user;
    for (int i = 0; i < 5; i++) {
        if (strncmp(text, name[i], strlen(name[i])) == 0) {
            *length = strlen(name[i]);
            *out = (struct quire_formula_name){.index = i,
                                               .dimension = dimension[i],
                                               .words = i == 3 ? "idle, wait-for-edge, run" : NULL};
            return true;
        }
    }
    strncpy(error, "no such thing", size);
    return false;
}

static const struct quire_formula_names names = {find, NULL};

static double
get(void *user, int index)
{
    (void)user;
    return value[index];
}

static void
expect(const char *text, bool logical, double expected)
{
    struct quire_formula *f;
    char error[200] = "";
    cr_assert(quire_formula_read(&f, text, true, &names, error, sizeof error), "%s: %s", text,
              error);
    cr_expect_eq(quire_formula_is_logical(f), logical, "%s", text);
    const double v = quire_formula_value(f, get, NULL);
    cr_expect_lt(fabs(v - expected), 1e-15 + 1e-15 * fabs(expected), "%s = %.17g", text, v);
    quire_formula_destroy(f);
}

static void
refuse(const char *text, const char *part)
{
    struct quire_formula *f;
    char error[200] = "";
    cr_expect_not(quire_formula_read(&f, text, true, &names, error, sizeof error), "%s", text);
    cr_expect_not_null(strstr(error, part), "%s: %s", text, error);
    cr_expect_null(f);
}

Test(formula, quantities)
{
    expect("n1.gap + 1 mm", false, 3e-3);
    expect("2*n1.gap/feed-motor.travel", false, 8e-3);
    expect("-n1.gap*-count", false, 6e-3);
    expect("abs(-n1.gap)", false, 2e-3);
    expect("min(n1.gap, 1 mm) + max(n1.gap, 1 mm)", false, 3e-3);
    expect("feed-motor.travel-n1.gap", false, 0.498);
}

Test(formula, comparisons)
{
    expect("n1.gap > 1 mm", true, 1);
    expect("n1.gap above 2 mm", true, 0);
    expect("n1.gap below 2.1 mm and count >= 3", true, 1);
    expect("count = 2 or count = 3", true, 1);
    expect("count = 2 or count = 3 and n1.gap > 1 m", true, 0);
    expect("(count != 2 or count = 3) and not n1.gap > 1 m", true, 1);
    expect("mode = wait-for-edge", true, 1);
    expect("mode != run and count <= 3", true, 1);
}

/* what is not there is neither above nor below nor equal nor different */
Test(formula, nothing_compares_with_what_is_not_there)
{
    expect("gone > 1 m or gone <= 1 m or gone = gone or gone != 1 m", true, 0);
}

Test(formula, refused)
{
    refuse("n1.gap > 1", "compares a length and a plain number");
    refuse("n1.gap > ", "ends too early");
    refuse("n1.gap and count", "neither true nor false");
    refuse("not count", "neither true nor false");
    refuse("(count > 1) + 1", "comparison where a number is needed");
    refuse("mode", "compare it with one of: idle");
    refuse("mode = 1", "is none of: idle");
    refuse("mode > idle", "orders a state");
    refuse("mode = idl", "'idl' is none of");
    refuse("min(count)", "lacks a comma");
    refuse("abs(count", "closing parenthesis");
    refuse("count > 1 > 0", "not understood");
    refuse("width > 1", "no such thing");
}

/* what is known is worked out at once, and only that */
Test(formula, knows_what_is_known)
{
    struct quire_formula *f;
    char error[200];
    double v;
    cr_assert(quire_formula_read(&f, "2*(3 mm + 1 mm)", true, &names, error, sizeof error));
    cr_expect(quire_formula_is_known(f, &v) && fabs(v - 8e-3) < 1e-15);
    quire_formula_destroy(f);
    cr_assert(quire_formula_read(&f, "0*count", true, &names, error, sizeof error));
    cr_expect_not(quire_formula_is_known(f, &v));
    quire_formula_destroy(f);
}

static struct quire_formula *
read(const char *text)
{
    struct quire_formula *f = NULL;
    char error[200] = "";

    cr_assert(quire_formula_read(&f, text, true, &names, error, sizeof error), "%s: %s", text,
              error);
    return f;
}

Test(formula, knows_which_quantities_and_numbers_it_holds)
{
    struct quire_formula *f = read("n1.gap > 1 mm and n1.gap < 3 mm or n1.gap > 0.5 m");
    double number[3];

    cr_expect(quire_formula_asks_for_alone(f, 0));
    cr_expect_not(quire_formula_asks_for_alone(f, 1));
    cr_expect(quire_formula_asks_from(f, 0));
    cr_expect_not(quire_formula_asks_from(f, 1));
    cr_assert_eq(quire_formula_numbers(f, NULL), 3);
    quire_formula_numbers(f, number);
    cr_expect(fabs(number[0] - 1e-3) < 1e-18 && fabs(number[1] - 3e-3) < 1e-18 &&
              fabs(number[2] - 0.5) < 1e-15);
    quire_formula_destroy(f);
    f = read("n1.gap > feed-motor.travel");
    cr_expect_not(quire_formula_asks_for_alone(f, 0));
    cr_expect_eq(quire_formula_numbers(f, NULL), 0);
    quire_formula_destroy(f);
    f = read("2 > 1");
    cr_expect_not(quire_formula_asks_for_alone(f, 0), "it asks for nothing");
    quire_formula_destroy(f);
}
