/* Attributes become values. */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "kind/attributes.h"

struct params {
    const char *name, *text;
    double length, angle, factor, stiffness, exponent, damping, more, spin, limited, span;
    long count;
    bool flag;
    int choice;
    const struct quire_object *friend;
    double vector[2];
    struct quire_points points;
    double load, grammage;
};

/* from the first, included, to the second, excluded */
#define MILLIMETRE_TO_TEN 0.001, 0.01, false, true

static const struct quire_field fields[] = {
    QUIRE_NAME(struct params, name, QUIRE_OPTIONAL, "name"),
    QUIRE_TEXT(struct params, text, "text", "some text", "text"),
    QUIRE_REAL(struct params, length, "length", "m", "10 mm", QUIRE_POSITIVE, "length", NULL),
    QUIRE_REAL(struct params, angle, "angle", "rad", QUIRE_OPTIONAL, QUIRE_ANY, "angle", NULL),
    QUIRE_REAL(struct params, factor, "factor", "", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE, "factor",
               NULL),
    /* stands before the field its unit hangs on */
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m^{exponent}", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "stiffness", NULL),
    QUIRE_REAL(struct params, exponent, "exponent", "", "1.5", QUIRE_POSITIVE, "exponent", NULL),
    QUIRE_REAL(struct params, more, "more-exponent", "", QUIRE_OPTIONAL, QUIRE_ANY, "more", NULL),
    QUIRE_REAL(struct params, damping, "damping", "N*s^{more-exponent}/m^{more-exponent+exponent}",
               QUIRE_OPTIONAL, QUIRE_ANY, "damping", NULL),
    QUIRE_REAL(struct params, spin, "spin", "rad/s", QUIRE_OPTIONAL, QUIRE_ANY, "spin", NULL),
    QUIRE_REAL_USUAL(struct params, span, "span", "m", QUIRE_OPTIONAL, QUIRE_ANY,
                     QUIRE_USUALLY(0.1, 100), "span", NULL),
    QUIRE_REAL(struct params, limited, "limited", "m", QUIRE_OPTIONAL, MILLIMETRE_TO_TEN, "limited",
               NULL),
    QUIRE_INTEGER(struct params, count, "count", QUIRE_OPTIONAL, QUIRE_FROM_TO(1, 500), "count"),
    QUIRE_BOOLEAN(struct params, flag, "flag", "yes", "flag"),
    QUIRE_CHOICE(struct params, choice, "choice", "linear|smooth|step", "smooth", "choice"),
    QUIRE_REFERENCE(struct params, friend, "friend", "roller|nip", QUIRE_OPTIONAL, "friend"),
    QUIRE_VECTOR(struct params, vector, "vector", "m", QUIRE_OPTIONAL, "vector"),
    QUIRE_POINTS(struct params, points, "points", QUIRE_OPTIONAL, "points"),
    QUIRE_REAL(struct params, load, "load", "N", QUIRE_OPTIONAL, QUIRE_ANY, "load", NULL),
    QUIRE_REAL(struct params, grammage, "grammage", "kg/m^2", QUIRE_OPTIONAL, QUIRE_ANY, "grammage",
               NULL),
    QUIRE_FIELD_END,
};

static const struct quire_family test_family = {"test"};
static const struct quire_kind kind = {
    .family = &test_family, .element = "thing", .size = sizeof(struct params), .fields = fields};

static struct quire_arena *arena;
static quire_diag *diag;
static struct params p;
static uint64_t present;

static void
set_up(void)
{
    arena = quire_arena_create();
    diag = quire_diag_create();
}

static void
tear_down(void)
{
    quire_arena_destroy(arena);
    quire_diag_destroy(diag);
}

TestSuite(value, .init = set_up, .fini = tear_down);

/* fills p from one or two attributes */
static quire_status
fill(const char *name, const char *text, const char *name2, const char *text2)
{
    struct quire_attribute a = {.name = name, .text = text, .place = {"f.xml", 2, 5}};
    struct quire_attribute b = {.name = name2, .text = text2, .place = {"f.xml", 2, 20}};
    struct quire_attribute *list[] = {&a, &b};
    const struct quire_site site = {diag, {"f.xml", 2, 1}, "thing 't'", NULL};
    return quire_attributes_fill(&p, &present, &kind, list,
                                 name == NULL    ? 0
                                 : name2 == NULL ? 1
                                                 : 2,
                                 arena, &site);
}

static void
accept(const char *name, const char *text)
{
    const size_t before = quire_diag_count(diag);
    char buf[400] = "";
    const quire_status status = fill(name, text, NULL, NULL);
    quire_diag_format(diag, before, buf, sizeof buf);
    cr_expect_eq(status, QUIRE_OK, "%s", buf);
}

/* exactly one problem, with this code, at the attribute, with this in its message or hint */
static void
refuse(const char *name, const char *text, const char *code, const char *part)
{
    const size_t before = quire_diag_count(diag);
    cr_expect_eq(fill(name, text, NULL, NULL), QUIRE_ERROR_INPUT, "%s = '%s'", name, text);
    cr_assert_eq(quire_diag_count(diag), before + 1, "%s = '%s'", name, text);
    char buf[600];
    quire_diag_format(diag, before, buf, sizeof buf);
    cr_expect_str_eq(quire_diag_get(diag, before)->code, code, "%s", buf);
    cr_expect_eq(quire_diag_get(diag, before)->column, 5, "%s", buf);
    cr_expect_not_null(strstr(buf, part), "%s", buf);
}

/* whether the last problem's hint says how to have something computed */
static bool
hints_at_braces(void)
{
    const char *hint = quire_diag_get(diag, quire_diag_count(diag) - 1)->hint;
    return hint != NULL && strstr(hint, "write formulas in braces") != NULL;
}

Test(value, defaults_and_absence)
{
    cr_expect_eq(fill(NULL, NULL, NULL, NULL), QUIRE_OK);
    cr_expect_eq(p.length, 0.01);
    cr_expect_str_eq(p.text, "some text");
    cr_expect_eq(p.exponent, 1.5);
    cr_expect(p.flag);
    cr_expect_eq(p.choice, 1);
    cr_expect(isnan(p.angle) && isnan(p.vector[0]) && isnan(p.vector[1]));
    cr_expect_eq(p.count, LONG_MIN);
    cr_expect_null(p.name);
    cr_expect_null(p.friend);
    cr_expect_null(p.points.at);
    cr_expect_eq(present, 0);
}

Test(value, quantities)
{
    accept("length", "12 mm");
    cr_expect_eq(p.length, 0.012); /* the nearest double, not 12 * 0.001 */
    cr_expect_eq(present, 1u << 2);
    accept("length", " 35   um ");
    cr_expect_eq(p.length, 35e-6);
    accept("angle", "90 deg");
    cr_expect_float_eq(p.angle, 1.5707963267948966, 1e-16);
    accept("factor", "30 %");
    cr_expect_eq(p.factor, 0.3);
    accept("factor", "30%");
    cr_expect_eq(p.factor, 0.3);
    accept("factor", "0.25");
    cr_expect_eq(p.factor, 0.25);
    accept("spin", "60 rpm");
    cr_expect_float_eq(p.spin, 6.283185307179586, 1e-15);
}

Test(value, wrong_numbers)
{
    refuse("length", "1,5 mm", "E-NUMBER", "decimal point");
    refuse("length", "nan mm", "E-NUMBER", "not a finite number");
    refuse("length", "inf mm", "E-NUMBER", "not a finite number");
    refuse("length", "0x1p3 mm", "E-NUMBER", "hexadecimal");
    refuse("length", "1e400 mm", "E-NUMBER", "too large");
    refuse("length", "1e308 km", "E-NUMBER", "too large");
    refuse("length", "1e-400 mm", "E-NUMBER", "too close to zero");
    refuse("length", "ten mm", "E-NUMBER", "not a number");
    refuse("length", "", "E-NUMBER", "not a number");
    refuse("length", "1.2.3 mm", "E-NUMBER", "not a number");
    refuse("length", "\xD9\xA1 mm", "E-NUMBER", "not a number"); /* an Arabic digit */
    char longest[3000];
    memset(longest, '7', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    refuse("length", longest, "E-NUMBER", "too many digits");
}

/* a blank between number and unit, and digits behind the point, may be left out */
Test(value, one_grammar_of_numbers)
{
    static const char *const same[] = {"12 mm",   "12mm",  "12.mm",  "12. mm", "1.2e1mm",
                                       "012.0mm", "+12mm", "0.012m", ".012m",  "1.2cm"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        accept("length", same[i]);
        cr_expect_eq(p.length, 0.012, "%s", same[i]);
    }
    accept("factor", "1.");
    cr_expect_eq(p.factor, 1.0);
    accept("length", "4 mil");
    cr_expect_float_eq(p.length, 101.6e-6, 1e-19);
    accept("load", "2 lbf");
    cr_expect_float_eq(p.load, 8.896443230521, 2e-15);
    accept("factor", "50%");
    cr_expect_eq(p.factor, 0.5);
}

Test(value, wrong_units)
{
    refuse("length", "10", "E-UNIT", "has no unit; it needs a length, for example '10 mm'");
    refuse("length", "10 m/s", "E-UNIT", "'10 m/s' is a speed; length needs a length");
    refuse("length", "10mmm", "E-UNIT", "did you mean 'mm'?");
    refuse("length", "1..5 mm", "E-NUMBER", "is not a number");
    refuse("length", "5e", "E-UNIT", "the unit 'e' is not a known unit");
    refuse("length", "0x1 m", "E-NUMBER", "hexadecimal");
    refuse("length", "10 mmm", "E-UNIT", "did you mean 'mm'?");
    refuse("length", "10 mm mm", "E-UNIT", "no spaces");
    refuse("factor", "1 mm", "E-UNIT", "is a length; factor needs a plain number");
    refuse("angle", "1", "E-UNIT", "an angle, for example '90 deg'");
    refuse("spin", "10 Hz", "E-UNIT", "is a frequency; spin needs a rotational speed");
    refuse("spin", "10 Hz", "E-UNIT", "a turn is 2*pi rad");
    refuse("load", "2 lb", "E-UNIT", "is a mass; load needs a force, for example '8 N'");
    refuse("load", "2 lb", "E-UNIT", "units of force are 'lbf', 'ozf'");
    refuse("grammage", "20 lb", "E-UNIT", "20 lb bond is '{20 lb / (500 * 17 in * 22 in)}'");
    refuse("load", "2 lbs", "E-UNIT", "write 'lb' for a mass, 'lbf' for a force");
    refuse("length", "60 ppm", "E-UNIT", "pages per minute");
    refuse("length", "60\u00a0mm", "E-UNIT", "write a plain one");
    refuse("angle", "90 \u00b0", "E-UNIT", "write 'deg'");
    refuse("stiffness", "90 N/m\u00b2", "E-UNIT", "write '^2'");
    refuse("length", "\u22122 mm", "E-NUMBER", "write '-'");
    refuse("length", "60 mm + 2 mm", "E-UNIT", "write formulas in braces");
    refuse("factor", "sqrt(2)", "E-NUMBER", "write formulas in braces");
}

/* the hint that something was meant to be computed comes for an operator between blanks and for a
 * function's name before a parenthesis alone */
Test(value, hints_at_braces_where_something_looks_computed)
{
    static const char *const computed[] = {"60 mm + 2 mm", "60 mm - 2 mm", "60 mm * 2",
                                           "60 mm / 2",    "1 a(2)",       "1 z(2)",
                                           "1 f0(2)",      "1 f9(2)",      "sqrt(2)"};
    static const char *const plain[] = {"8 N (2)", "8 N(2)", "8 Z(2)",   "8 {(2)",   "8 `(2)",
                                        "8 /(2)",  "8 :(2)", "(2)",      "60 mm +2", "60 mm+ 2",
                                        "60 mm &", "60 -",   "60 mm % 2"};
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++) {
        cr_expect_eq(fill("factor", computed[i], NULL, NULL), QUIRE_ERROR_INPUT);
        cr_expect(hints_at_braces(), "%s", computed[i]);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        cr_expect_eq(fill("factor", plain[i], NULL, NULL), QUIRE_ERROR_INPUT);
        cr_expect_not(hints_at_braces(), "%s", plain[i]);
    }
}

Test(value, ranges)
{
    refuse("length", "0 mm", "E-RANGE", "must be greater than 0 mm");
    refuse("length", "-1 mm", "E-RANGE", "length = '-1 mm' must be greater than 0 mm");
    refuse("factor", "-0.1", "E-RANGE", "must be at least 0");
    refuse("limited", "10 mm", "E-RANGE", "must be less than 10 mm");
    /* in the unit that was given */
    refuse("limited", "0.01 m", "E-RANGE", "must be less than 0.01 m");
    refuse("limited", "0.9 mm", "E-RANGE", "must be at least 1 mm");
    accept("span", "1000 m"); /* unusual, but so be it */
    cr_expect_str_eq(quire_diag_get(diag, quire_diag_count(diag) - 1)->code, "W-UNUSUAL");
    cr_expect_not_null(strstr(quire_diag_get(diag, quire_diag_count(diag) - 1)->text,
                              "most values are between 0.1 m and 100 m"));
    accept("span", "100 m");
    accept("limited", "1 mm"); /* the limit itself, exactly */
    accept("factor", "0");
    refuse("count", "0", "E-RANGE", "at least 1");
    refuse("count", "501", "E-RANGE", "at most 500");
}

Test(value, whole_numbers)
{
    accept("count", "60");
    cr_expect_eq(p.count, 60);
    refuse("count", "60.0", "E-NUMBER", "whole number");
    refuse("count", "6e1", "E-NUMBER", "whole number");
    refuse("count", "60 mm", "E-NUMBER", "whole number");
    refuse("count", "99999999999999999999", "E-NUMBER", "too large");
}

Test(value, words)
{
    accept("choice", "step");
    cr_expect_eq(p.choice, 2);
    refuse("choice", "stpe", "E-CHOICE", "must be one of linear|smooth|step; did you mean 'step'?");
    refuse("choice", "", "E-CHOICE", "must be one of");
    refuse("choice", "linear|smooth", "E-CHOICE", "must be one of");
    accept("flag", "no");
    cr_expect_not(p.flag);
    refuse("flag", "true", "E-CHOICE", "'yes' or 'no'");
    accept("name", "plain-80_\xC3\xA4");
    refuse("name", "1st", "E-NAME", "begin with a letter");
    refuse("name", "n1.driver", "E-NAME", "begin with a letter");
    refuse("name", "", "E-NAME", "begin with a letter");
    refuse("name", "a b", "E-NAME", "begin with a letter");
    char name[QUIRE_NAME_LIMIT + 2];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    refuse("name", name, "E-NAME", "at most 128 bytes");
    accept("name", name + 1);
}

Test(value, vectors_and_points)
{
    accept("vector", "12 mm, -10 mm");
    cr_expect_eq(p.vector[0], 0.012);
    cr_expect_eq(p.vector[1], -0.01);
    refuse("vector", "12 mm", "E-NUMBER",
           "vector = '12 mm' must be two values separated by a comma, for example '12 mm, -10 mm'");
    refuse("vector", "1,5 mm, 2 mm", "E-NUMBER", "decimal point");
    refuse("vector", "12, 3", "E-UNIT", "no unit");
    refuse("vector", "12 mm, 3 s", "E-UNIT", "is a time");
    refuse("vector", ", 3 mm", "E-NUMBER", "not a number");
    accept("points", "0 mm, 0 mm; 10 mm,2 mm ;20 mm, -1 mm");
    cr_assert_eq(p.points.n, 3);
    cr_expect_eq(p.points.at[1][1], 0.002);
    cr_expect_eq(p.points.at[2][0], 0.02);
    refuse("points", "0 mm, 0 mm;", "E-NUMBER", "two values");
    refuse("points", "0 mm, 0 mm; 1 mm", "E-NUMBER", "two values");
}

/* a dependent field is read after the one it hangs on, wherever it stands in the table and in the
 * file */
Test(value, units_from_siblings)
{
    accept("stiffness", "2.2e7 N/m^1.5");
    cr_expect_eq(p.stiffness, 2.2e7);
    cr_expect_eq(fill("stiffness", "3 N/m^2", "exponent", "2"), QUIRE_OK);
    cr_expect_eq(p.stiffness, 3);
    cr_expect_eq(fill("exponent", "1", "stiffness", "3 N/mm"), QUIRE_OK);
    cr_expect_eq(p.stiffness, 3000);
    refuse("stiffness", "3 N/m", "E-UNIT", "with the exponents given its unit is N/m^1.5");
    cr_expect_eq(fill("damping", "7 N*s^0.5/m^2", "more-exponent", "0.5"), QUIRE_OK);
    cr_expect_eq(p.damping, 7);
    refuse("damping", "7 N", "E-UNIT", "more-exponent has no value");
}

Test(value, unknown_attributes)
{
    refuse("lenght", "1 mm", "E-UNKNOWN-ATTRIBUTE",
           "unknown attribute 'lenght' on <thing>; did you mean 'length'?");
    accept("doc", "what it is for");
}

/* all problems of one element at once */
Test(value, everything_is_reported)
{
    cr_expect_eq(fill("length", "1 s", "factor", "x"), QUIRE_ERROR_INPUT);
    cr_expect_eq(quire_diag_error_count(diag), 2);
    cr_expect(isnan(p.length)); /* not the default: the file said something else */
}

Test(value, excerpt_keeps_characters_whole)
{
    char buf[QUIRE_EXCERPT_SIZE], text[400] = "";
    for (int i = 0; i < 100; i++) {
        strcat(text, "\xE2\x82\xAC");
    }
    quire_excerpt(buf, text);
    cr_expect_eq(strlen(buf) % 3, 0);
    cr_expect_str_eq(buf + strlen(buf) - 3, "...");
    cr_expect_str_eq(quire_excerpt(buf, "short"), "short");
}
