/* Units: their worth, their grammar, their dimensions. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/expression.h"
#include "formula/units.h"
#include "text/number.h"

#define PI 3.14159265358979323846

static double
worth(const char *text)
{
    struct quire_unit unit;
    struct quire_unit_error error;
    cr_assert(quire_unit_parse(&unit, text, NULL, NULL, &error), "%s %s", text, error.text);
    return unit.residual * pow(10, unit.decimal);
}

/* SI brochure, 9th edition; CGPM 1901 for the kilogram-force; ISO 536 for grammage */
Test(units, known_factors)
{
    static const struct {
        const char *text;
        double factor;
    } known[] = {
        {"m", 1},
        {"mm", 1e-3},
        {"um", 1e-6},
        {"\xC2\xB5m", 1e-6},
        {"cm", 1e-2},
        {"km", 1e3},
        {"in", 0.0254},
        {"ms", 1e-3},
        {"min", 60},
        {"h", 3600},
        {"g", 1e-3},
        {"mg", 1e-6},
        {"t", 1e3},
        {"kN", 1e3},
        {"mN", 1e-3},
        {"kgf", 9.80665},
        {"GPa", 1e9},
        {"MPa", 1e6},
        {"bar", 1e5},
        {"mW", 1e-3},
        {"kHz", 1e3},
        {"deg", PI / 180},
        {"rpm", 2 * PI / 60},
        {"rev/min", 2 * PI / 60},
        {"rev", 2 * PI},
        {"gsm", 1e-3},
        {"g/m^2", 1e-3},
        {"%", 1e-2},
        {"kg*m^2", 1},
        {"g*cm^2", 1e-7},
        {"N^-1", 1},
        {"1/m", 1},
        {"mm^-1", 1e3},
        {"N/mm", 1e3},
        {"N/m^1.5", 1},
        {"N/mm^1.5", 31622.776601683793},
        {"N*s/m^2.5", 1},
        {"mN*m", 1e-3},
        {"km/h", 1 / 3.6},
        {"m/s^2", 1},
        {"deg/s", PI / 180},
        {"1", 1},
        {"", 1},
        {"min^-2", 1.0 / 3600},
        {"min^0.5", 7.745966692414834},
        {"mm/s/s", 1e-3},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        cr_expect_lt(fabs(worth(known[i].text) / known[i].factor - 1), 4e-16, "%s = %.17g",
                     known[i].text, worth(known[i].text));
    }
}

/* exact but for the rounding of a product and a power of ten: the inch and the pound by the
 * agreement of 1959, standard gravity by the third CGPM (NIST SP 811, B.8) */
Test(units, of_the_trade_are_exact)
{
    static const struct {
        const char *text, *same;
        double factor;
    } known[] = {
        {"in", "0.0254 m", 0.0254},
        {"mil", "25.4 um", 25.4e-6},
        {"thou", "0.001 in", 25.4e-6},
        {"micron", "1 um", 1e-6},
        {"ft", "12 in", 0.3048},
        {"ips", "1 in/s", 0.0254},
        {"fpm", "1 ft/min", 0.00508},
        {"lb", "453.59237 g", 0.45359237},
        {"oz", "28.349523125 g", 0.028349523125},
        {"lbf", "4.4482216152605 N", 4.4482216152605},
        {"ozf", "0.27801385095378125 N", 0.27801385095378125},
        {"kgf", "9.80665 N", 9.80665},
        {"gf", "9.80665 mN", 9.80665e-3},
        {"mgf", "9.80665 uN", 9.80665e-6},
        {"psi", "1 lbf/in^2", 6894.757293168361336722673},
        {"ksi", "1000 psi", 6894757.293168361336722673},
        {"pli", "1 lbf/in", 175.1268352464763779527559},
        {"mmHg", "133.322387415 Pa", 133.322387415},
        {"inHg", "25.4 mmHg", 3386.388640341},
        {"ozf*in", "0.0070615518142260438 N*m", 0.00706155181422604375},
        {"lbf*ft", "1.3558179483314004 J", 1.3558179483314004},
        {"lb/ft^3", "16.018463373960139 kg/m^3", 16.01846337396013938},
        {"lbf/in^2", "6894.757293168361 Pa", 6894.757293168361336722673},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct quire_quantity one, same;
        char error[200] = "", text[40];
        snprintf(text, sizeof text, "1 %s", known[i].text);
        cr_assert(quire_quantity_read(&one, text, error, sizeof error), "%s: %s", text, error);
        cr_assert(quire_quantity_read(&same, known[i].same, error, sizeof error), "%s: %s",
                  known[i].same, error);
        cr_expect_leq(fabs(one.value - known[i].factor), 4e-16 * known[i].factor, "%s = %.17g",
                      text, one.value);
        cr_expect_leq(fabs(one.value - same.value), 4e-16 * one.value, "%s = %.17g, %s = %.17g",
                      text, one.value, known[i].same, same.value);
        cr_expect(quire_dimension_fits(one.dimension, same.dimension), "%s", text);
    }
}

/* what is ambiguous, or written in another way, is refused with what to write */
Test(units, that_are_refused_say_what_to_write)
{
    static const struct {
        const char *text, *hint;
    } refused[] = {
        {"pt", "'mil'"},
        {"lbs", "'lbf' for a force"},
        {"ozf-in", "'ozf*in'"},
        {"inH2O", "249.08891"},
        {"dpi", "'1/in'"},
        {"inch", "'in'"},
        {"mpm", "'m/min'"},
        {"ton", "907.18474 kg"},
        {"ppm", "pages per minute"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct quire_unit unit;
        struct quire_unit_error error;
        cr_assert_not(quire_unit_parse(&unit, refused[i].text, NULL, NULL, &error), "%s",
                      refused[i].text);
        cr_expect(error.hint != NULL && strstr(error.hint, refused[i].hint) != NULL, "%s: %s",
                  refused[i].text, error.hint != NULL ? error.hint : "nothing");
    }
}

static void
expect_dimension(const char *text, double kg, double m, double s, double rad)
{
    struct quire_unit unit;
    cr_assert(quire_unit_parse(&unit, text, NULL, NULL, NULL), "%s", text);
    const struct quire_dimension d = unit.dimension;
    cr_expect(fabs(d.kg - kg) + fabs(d.m - m) + fabs(d.s - s) + fabs(d.rad - rad) < 1e-12, "%s",
              text);
}

Test(units, dimensions)
{
    expect_dimension("N", 1, 1, -2, 0);
    expect_dimension("N/m^1.5", 1, -0.5, -2, 0);
    expect_dimension("N*s/m^2.5", 1, -1.5, -1, 0);
    expect_dimension("W/J", 0, 0, -1, 0);
    expect_dimension("Pa*m^2/N", 0, 0, 0, 0);
    expect_dimension("rpm", 0, 0, -1, 1);
    expect_dimension("gsm", 1, -2, 0, 0);
    expect_dimension("%", 0, 0, 0, 0);
    expect_dimension("m/m/m", 0, -1, 0, 0); /* from left to right */
    expect_dimension("m/s*s", 0, 1, 0, 0);
}

Test(units, refused)
{
    static const char *const bad[] = {
        "mms",      "M",     "m^",    "m^^2",
        "m**2",     "m*",    "/m",    "2",
        "m 2",      "m2",    "(m)",   "m^(2)",
        "m^x",      "m^1e9", "m^nan", "ppm",
        "degC",     "K",     "pt",    "1*m",
        "m/1",      "N*-m",  "m^{n}", "m^{n",
        "\xC2\xB5", "mm,",   "m^13",  "m*m*m*m*m*m*m*m*m*m*m*m*m*m*m*m*m*m"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct quire_unit unit;
        struct quire_unit_error error;
        cr_expect_not(quire_unit_parse(&unit, bad[i], NULL, NULL, &error), "%s", bad[i]);
        cr_expect_not_null(error.text, "%s", bad[i]);
        cr_expect_leq(error.at + error.length, strlen(bad[i]), "%s", bad[i]);
    }
}

/* in an expression the unit ends where an operator has no unit behind it */
Test(units, longest_prefix)
{
    static const struct {
        const char *text, *rest;
    } cases[] = {
        {"mm*2", "*2"}, {"mm*gap", "*gap"}, {"N/m + 1", " + 1"}, {"kg*m^2)", ")"}, {"mm", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct quire_unit unit;
        const char *end;
        cr_assert(quire_unit_parse(&unit, cases[i].text, &end, NULL, NULL));
        cr_expect_str_eq(end, cases[i].rest);
    }
}

static bool
find_exponent(void *user, const char *name, size_t length, double *value)
{
    (void)user;
    *value = length == 1 && name[0] == 'p'                 ? 1.5
             : length == 3 && strncmp(name, "a-b", 3) == 0 ? 0.25
                                                           : NAN;
    return !isnan(*value);
}

Test(units, exponents_from_fields)
{
    const struct quire_unit_lookup lookup = {find_exponent, NULL};
    struct quire_unit unit;
    struct quire_unit_error error;
    char buf[80];
    cr_assert(quire_unit_parse(&unit, "N*s^{a-b}/m^{p+a-b+1}", NULL, &lookup, &error));
    cr_expect_float_eq(unit.dimension.m, 1 - 2.75, 1e-15);
    cr_expect_float_eq(unit.dimension.s, -2 + 0.25, 1e-15);
    cr_expect_str_eq(quire_unit_spell(buf, sizeof buf, "N*s^{a-b}/m^{p+a-b+1}", &lookup),
                     "N*s^0.25/m^2.75");
    cr_expect_not(quire_unit_parse(&unit, "N/m^{q}", NULL, &lookup, &error));
    cr_expect(error.unknown_exponent);
}

static bool
fits(const char *have, const char *want)
{
    struct quire_unit a, b;
    cr_assert(quire_unit_parse(&a, have, NULL, NULL, NULL) &&
              quire_unit_parse(&b, want, NULL, NULL, NULL));
    return quire_dimension_fits(a.dimension, b.dimension);
}

Test(units, what_fits_where)
{
    cr_expect(fits("mm", "m"));
    cr_expect(fits("deg", "rad"));
    cr_expect(fits("N*m", "N*m/rad")); /* an angle beside a length is only a label */
    cr_expect(fits("rad/m", "m^-1"));
    cr_expect(fits("1/m", "m^-1"));
    cr_expect_not(fits("m/s", "m"));
    cr_expect_not(fits("%", "rad"));
    cr_expect_not(fits("deg", ""));
    cr_expect_not(fits("Hz", "rad/s")); /* a factor of 2 pi lies between them */
    cr_expect_not(fits("rpm", "Hz"));
    cr_expect_not(fits("N/m^1.4", "N/m^1.5"));
}

Test(units, names_of_dimensions)
{
    struct quire_unit unit;
    char buf[QUIRE_DIMENSION_SIZE];
    quire_unit_parse(&unit, "mm/ms", NULL, NULL, NULL);
    cr_expect_str_eq(quire_dimension_name(unit.dimension), "a speed");
    quire_unit_parse(&unit, "N*s/m^2.5", NULL, NULL, NULL);
    cr_expect_null(quire_dimension_name(unit.dimension));
    cr_expect_str_eq(quire_dimension_write(buf, unit.dimension), "kg*m^-1.5*s^-1");
    cr_expect_str_eq(quire_unit_suggest("Mpa", 3), "MPa");
}

/* what the manual prints must be readable */
static void
check_listed(void *user, const char *name, double factor, const char *dimension)
{
    ++*(int *)user;
    cr_expect(fits(name, dimension), "%s is not %s", name, dimension);
    cr_expect_lt(fabs(worth(name) / factor - 1), 1e-15);
}

Test(units, list)
{
    int n = 0;
    quire_unit_list(check_listed, &n);
    cr_expect_gt(n, 50);
}

/* ---- another library's table ---- */

static double
stored_number(const char *text)
{
    double number;
    cr_assert_eq(quire_number_read(&number, text, 0, NULL), QUIRE_NUMBER_OK, "%s", text);
    return number;
}

/* "kg.m2.s-2" as "kg*m^2*s^-2"; plain numbers are 1 there and "" here */
static const char *
spell(char *out, size_t size, const char *base)
{
    size_t n = 0;
    for (const char *p = base; *p != '\0' && n + 3 < size; p++) {
        const bool digit = *p == '-' || (*p >= '0' && *p <= '9');
        if (digit && p > base && p[-1] >= 'A') {
            out[n++] = '^';
        }
        out[n++] = *p == '.' ? '*' : *p;
    }
    out[strcmp(base, "1") == 0 ? 0 : n] = '\0';
    return out;
}

/* names, factors and dimensions as UDUNITS-2 has them (tests/tools/udunits.sh), which prints six
 * digits */
Test(units, agree_with_udunits)
{
    char path[600], line[200], ours[50], theirs[50], base[50], factor[50], spelt[100];
    const char *tree = getenv("QUIRE_SRCDIR");
    int n = 0;
    snprintf(path, sizeof path, "%s/tests/data/units/udunits.csv", tree != NULL ? tree : ".");
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') {
            continue;
        }
        cr_assert_eq(sscanf(line, "%49[^,],%49[^,],%49[^,],%49s", ours, theirs, base, factor), 4,
                     "%s", line);
        cr_expect_lt(fabs(worth(ours) / stored_number(factor) - 1), 5.1e-6, "%s is %.17g", ours,
                     worth(ours));
        cr_expect(fits(ours, spell(spelt, sizeof spelt, base)), "%s is not %s", ours, spelt);
        n++;
    }
    fclose(file);
    cr_expect_geq(n, 60);
}
