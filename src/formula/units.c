/* Units of measure: the table, and the grammar of products and powers. */
#include "formula/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/number.h"
#include "text/suggest.h"

#define PI               3.14159265358979323846
#define POUND_FORCE      44482216152605.0 /* [1e-13 N] 0.45359237 kg times standard gravity */
#define MOST_FACTORS     16
#define LARGEST_EXPONENT 12.0
#define LARGEST_DECIMAL  200 /* a unit worth more than 10^200 is nonsense */

struct entry {
    const char *name;
    double residual;
    int decimal;
    struct quire_dimension d; /* kg, m, s, rad, A */
};

/* clang-format off */
static const struct entry table[] = {
    /* length */
    {"m", 1, 0, {0, 1, 0, 0, 0}},
    {"mm", 1, -3, {0, 1, 0, 0, 0}},
    {"um", 1, -6, {0, 1, 0, 0, 0}},
    {"\xC2\xB5m", 1, -6, {0, 1, 0, 0, 0}}, /* micro sign */
    {"\xCE\xBCm", 1, -6, {0, 1, 0, 0, 0}}, /* Greek mu, which looks the same */
    {"nm", 1, -9, {0, 1, 0, 0, 0}},
    {"cm", 1, -2, {0, 1, 0, 0, 0}},
    {"dm", 1, -1, {0, 1, 0, 0, 0}},
    {"km", 1, 3, {0, 1, 0, 0, 0}},
    {"micron", 1, -6, {0, 1, 0, 0, 0}},
    {"in", 254, -4, {0, 1, 0, 0, 0}}, /* these and the pound: agreement of 1959, NIST SP 811 */
    {"mil", 254, -7, {0, 1, 0, 0, 0}},
    {"thou", 254, -7, {0, 1, 0, 0, 0}},
    {"ft", 3048, -4, {0, 1, 0, 0, 0}},
    /* speed */
    {"ips", 254, -4, {0, 1, -1, 0, 0}},
    {"fpm", 508, -5, {0, 1, -1, 0, 0}},
    /* time */
    {"s", 1, 0, {0, 0, 1, 0, 0}},
    {"ms", 1, -3, {0, 0, 1, 0, 0}},
    {"us", 1, -6, {0, 0, 1, 0, 0}},
    {"\xC2\xB5s", 1, -6, {0, 0, 1, 0, 0}},
    {"\xCE\xBCs", 1, -6, {0, 0, 1, 0, 0}},
    {"ns", 1, -9, {0, 0, 1, 0, 0}},
    {"min", 60, 0, {0, 0, 1, 0, 0}},
    {"h", 3600, 0, {0, 0, 1, 0, 0}},
    /* mass */
    {"kg", 1, 0, {1, 0, 0, 0, 0}},
    {"g", 1, -3, {1, 0, 0, 0, 0}},
    {"mg", 1, -6, {1, 0, 0, 0, 0}},
    {"ug", 1, -9, {1, 0, 0, 0, 0}},
    {"t", 1, 3, {1, 0, 0, 0, 0}},
    {"lb", 45359237, -8, {1, 0, 0, 0, 0}},
    {"oz", 28349523125, -12, {1, 0, 0, 0, 0}},
    /* force */
    {"N", 1, 0, {1, 1, -2, 0, 0}},
    {"mN", 1, -3, {1, 1, -2, 0, 0}},
    {"uN", 1, -6, {1, 1, -2, 0, 0}},
    {"cN", 1, -2, {1, 1, -2, 0, 0}},
    {"kN", 1, 3, {1, 1, -2, 0, 0}},
    {"MN", 1, 6, {1, 1, -2, 0, 0}},
    {"gf", 980665, -8, {1, 1, -2, 0, 0}}, /* standard gravity, CGPM 1901 */
    {"kgf", 980665, -5, {1, 1, -2, 0, 0}},
    {"mgf", 980665, -11, {1, 1, -2, 0, 0}}, /* Gurley stiffness */
    {"lbf", POUND_FORCE, -13, {1, 1, -2, 0, 0}},
    {"ozf", POUND_FORCE / 16, -13, {1, 1, -2, 0, 0}},
    /* force per length */
    {"pli", POUND_FORCE / 254, -9, {1, 0, -2, 0, 0}},
    /* pressure and modulus */
    {"Pa", 1, 0, {1, -1, -2, 0, 0}},
    {"mPa", 1, -3, {1, -1, -2, 0, 0}},
    {"hPa", 1, 2, {1, -1, -2, 0, 0}},
    {"kPa", 1, 3, {1, -1, -2, 0, 0}},
    {"MPa", 1, 6, {1, -1, -2, 0, 0}},
    {"GPa", 1, 9, {1, -1, -2, 0, 0}},
    {"bar", 1, 5, {1, -1, -2, 0, 0}},
    {"mbar", 1, 2, {1, -1, -2, 0, 0}},
    {"psi", POUND_FORCE / 64516, -5, {1, -1, -2, 0, 0}},
    {"ksi", POUND_FORCE / 64516, -2, {1, -1, -2, 0, 0}},
    {"mmHg", 133322387415, -9, {1, -1, -2, 0, 0}}, /* conventional: 13.5951 g/cm^3 */
    {"inHg", 33863886403410, -10, {1, -1, -2, 0, 0}},
    /* energy and power */
    {"J", 1, 0, {1, 2, -2, 0, 0}},
    {"mJ", 1, -3, {1, 2, -2, 0, 0}},
    {"uJ", 1, -6, {1, 2, -2, 0, 0}},
    {"kJ", 1, 3, {1, 2, -2, 0, 0}},
    {"W", 1, 0, {1, 2, -3, 0, 0}},
    {"mW", 1, -3, {1, 2, -3, 0, 0}},
    {"kW", 1, 3, {1, 2, -3, 0, 0}},
    /* frequency, angle, turning */
    {"Hz", 1, 0, {0, 0, -1, 0, 0}},
    {"kHz", 1, 3, {0, 0, -1, 0, 0}},
    {"MHz", 1, 6, {0, 0, -1, 0, 0}},
    {"rad", 1, 0, {0, 0, 0, 1, 0}},
    {"mrad", 1, -3, {0, 0, 0, 1, 0}},
    {"urad", 1, -6, {0, 0, 0, 1, 0}},
    {"deg", PI / 180, 0, {0, 0, 0, 1, 0}},
    {"rev", 2 * PI, 0, {0, 0, 0, 1, 0}},
    {"rpm", PI / 30, 0, {0, 0, -1, 1, 0}},
    /* electricity */
    {"A", 1, 0, {0, 0, 0, 0, 1}},
    {"mA", 1, -3, {0, 0, 0, 0, 1}},
    {"V", 1, 0, {1, 2, -3, 0, -1}},
    {"kV", 1, 3, {1, 2, -3, 0, -1}},
    {"C", 1, 0, {0, 0, 1, 0, 1}},
    {"uC", 1, -6, {0, 0, 1, 0, 1}},
    {"nC", 1, -9, {0, 0, 1, 0, 1}},
    /* paper */
    {"gsm", 1, -3, {1, -2, 0, 0, 0}},
    /* plain numbers */
    {"%", 1, -2, {0, 0, 0, 0, 0}},
};
/* clang-format on */

static const size_t n_table = sizeof table / sizeof table[0];

/* names that people write and that mean several things, or nothing here */
/* clang-format off */
static const struct {
    const char *name, *hint;
} refused[] = {
    {"ppm", "pages per minute or parts per million? write '60/min' or '1e-6'"},
    {"degC", "temperatures have no place in a model"},
    {"K", "temperatures have no place in a model"},
    {"sec", "write 's'"},
    {"rps", "write 'rev/s'"},
    {"pt", "points of caliper are 'mil', those of type '1/72 in'"},
    {"points", "points of caliper are 'mil', those of type '1/72 in'"},
    {"caliper", "write 'mil' or 'um'"},
    {"inch", "write 'in'"},
    {"feet", "write 'ft'"},
    {"lbs", "write 'lb' for a mass, 'lbf' for a force"},
    {"pound", "write 'lb' for a mass, 'lbf' for a force"},
    {"ounce", "write 'oz' for a mass, 'ozf' for a force"},
    {"ton", "write 't' for 1000 kg; a short ton is 907.18474 kg"},
    {"kp", "write 'kgf'"},
    {"dyn", "write 'uN'; 1 dyn is 10 uN"},
    {"mpm", "write 'm/min'"},
    {"mps", "write 'm/s'"},
    {"cpm", "write '1/min'"},
    {"spm", "write '1/min'"},
    {"cfm", "write 'ft^3/min'"},
    {"dpi", "write '1/in'"},
    {"mmH", "write 'Pa'; 1 mm of water is 9.80665 Pa"},
    {"inH", "write 'Pa'; 1 in of water is 249.08891 Pa"},
    {"TSU", "write 'mN*m'; 1 Taber stiffness unit is 0.0980665 mN*m"},
};

/* what comes along when text is copied from a page or a table */
static const struct {
    const char *letter, *hint;
} typeset[] = {
    {"\u00b0", "write 'deg'"},
    {"\u00b2", "write '^2'"},
    {"\u00b3", "write '^3'"},
    {"\u00b7", "write '*'"},
    {"\u22c5", "write '*'"},
    {"\u00d7", "write '*', or 'e3' for a power of ten"},
    {"\u2212", "its minus sign is a typeset one; write '-'"},
    {"\u2013", "it has a dash; write '-'"},
    {"\u00a0", "it has a blank that does not break lines; write a plain one"},
    {"\u202f", "it has a narrow blank; write a plain one"},
    {"\u2009", "it has a narrow blank; write a plain one"},
};
/* clang-format on */

const char *
quire_typeset_hint(const char *text)
{
    for (size_t i = 0; i < sizeof typeset / sizeof typeset[0]; i++) {
        if (strstr(text, typeset[i].letter) != NULL) {
            return typeset[i].hint;
        }
    }
    return NULL;
}

/* ---- reading ---- */

static bool
is_unit_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || (unsigned char)c >= 0x80;
}

static size_t
word_length(const char *p)
{
    size_t n = 0;
    while (is_unit_char(p[n])) {
        n++;
    }
    return n;
}

static const struct entry *
find_unit(const char *name, size_t n)
{
    for (size_t i = 0; i < n_table; i++) {
        const char *own = table[i].name;
        if (*own == *name && strncmp(own, name, n) == 0 && own[n] == '\0') {
            return &table[i];
        }
    }
    return NULL;
}

/* what reading goes along on */
struct reader {
    const char *text, *p;
    const struct quire_unit_lookup *lookup;
    struct quire_unit_error *error;
};

static bool
fail(struct reader *r, const char *text, const char *hint, const char *at, size_t length)
{
    *r->error = (struct quire_unit_error){
        .text = text, .hint = hint, .at = (size_t)(at - r->text), .length = length};
    return false;
}

/* {name+name+2}: a sum of sibling fields and numbers */
static bool
read_sum(struct reader *r, double *out)
{
    const char *start = r->p++;
    *out = 0;
    for (;;) {
        const size_t n = strcspn(r->p, "+}");
        double term;
        const char *end;
        if (r->p[n] == '\0') {
            return fail(r, "lacks a closing brace", NULL, start, strlen(start));
        }
        if (quire_number_read(&term, r->p, 0, &end) != QUIRE_NUMBER_OK || end != r->p + n) {
            if (r->lookup == NULL || !r->lookup->find(r->lookup->user, r->p, n, &term)) {
                fail(r, "has an exponent without a value", NULL, r->p, n);
                r->error->unknown_exponent = true;
                return false;
            }
        }
        *out += term;
        r->p += n + 1;
        if (r->p[-1] == '}') {
            return true;
        }
    }
}

static bool
read_exponent(struct reader *r, double *out)
{
    const char *start = r->p, *end;
    if (*r->p == '{') {
        if (!read_sum(r, out)) {
            return false;
        }
    } else {
        if (quire_number_read(out, r->p, 0, &end) != QUIRE_NUMBER_OK) {
            return fail(r, "has no exponent after '^'", "write 'm^2' or 'm^-1'", r->p,
                        strcspn(r->p, "*/"));
        }
        r->p = end;
    }
    if (!(fabs(*out) <= LARGEST_EXPONENT)) {
        return fail(r, "has an exponent out of all proportion", NULL, start,
                    (size_t)(r->p - start));
    }
    return true;
}

/* x^e: by products and roots where the exponent is a half integer, so that it is rounded little */
static double
power(double x, double e)
{
    const double twice = 2 * fabs(e);
    double result = 1;
    if (x == 1) { /* exact: most units */
        return 1;
    }
    if (twice != floor(twice)) {
        return pow(x, e);
    }
    for (int i = 0; i < (int)twice / 2; i++) {
        result *= x;
    }
    if ((int)twice % 2 == 1) {
        result *= sqrt(x);
    }
    return e < 0 ? 1 / result : result;
}

/* out *= entry^e */
static void
multiply(struct quire_unit *out, const struct entry *u, double e)
{
    const double decimal = u->decimal * e;
    out->residual *= power(u->residual, e);
    if (decimal == floor(decimal)) {
        out->decimal += (int)decimal;
    } else {
        out->residual *= power(10, decimal); /* N/mm^1.5 */
    }
    out->dimension.kg += u->d.kg * e;
    out->dimension.m += u->d.m * e;
    out->dimension.s += u->d.s * e;
    out->dimension.rad += u->d.rad * e;
    out->dimension.A += u->d.A * e;
}

static bool
unknown_unit(struct reader *r, size_t n)
{
    if (n == 0) {
        return fail(r, *r->p == '(' ? "has parentheses" : "is not a unit",
                    "write units like 'N*s/m^2.5', without spaces", r->p, strlen(r->p));
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (strlen(refused[i].name) == n && memcmp(refused[i].name, r->p, n) == 0) {
            return fail(r, "is not a unit here", refused[i].hint, r->p, n);
        }
    }
    return fail(r, "is not a known unit", quire_typeset_hint(r->p), r->p, n);
}

/* one factor: a name or a 1, with an exponent */
static bool
read_factor(struct reader *r, struct quire_unit *out, double sign, bool may_be_one)
{
    if (may_be_one && *r->p == '1' && (r->p[1] == '/' || r->p[1] == '\0')) {
        r->p++;
        return true;
    }
    const size_t n = word_length(r->p);
    const struct entry *u = n > 0 ? find_unit(r->p, n) : NULL;
    if (u == NULL) {
        return unknown_unit(r, n);
    }
    r->p += n;
    double e = 1;
    if (*r->p == '^') {
        r->p++;
        if (!read_exponent(r, &e)) {
            return false;
        }
    }
    multiply(out, u, sign * e);
    return true;
}

bool
quire_unit_parse(struct quire_unit *out, const char *text, const char **end,
                 const struct quire_unit_lookup *lookup, struct quire_unit_error *error)
{
    struct quire_unit_error unused;
    struct reader r = {text, text, lookup, error != NULL ? error : &unused};
    *r.error = (struct quire_unit_error){0};
    *out = (struct quire_unit){.residual = 1};
    if (*text == '\0') {
        if (end != NULL) {
            *end = text;
        }
        return true;
    }
    if (!read_factor(&r, out, 1, true)) {
        return false;
    }
    for (int n = 1; *r.p == '*' || *r.p == '/'; n++) {
        const char *before = r.p;
        const struct quire_unit so_far = *out;
        if (n == MOST_FACTORS) {
            return fail(&r, "has too many factors", NULL, before, strlen(before));
        }
        r.p++;
        if (!read_factor(&r, out, *before == '*' ? 1 : -1, false)) {
            if (end == NULL) {
                return false;
            }
            r.p = before; /* in an expression the operator is not the unit's */
            *out = so_far;
            break;
        }
    }
    if (end != NULL) {
        *end = r.p;
    } else if (*r.p != '\0') {
        return fail(&r, "is not a unit",
                    *r.p == '-' ? "write products with '*', such as 'ozf*in'"
                                : "units have no spaces; write powers like 'm^2'",
                    r.p, strlen(r.p));
    }
    if (!isfinite(out->residual) || out->residual <= 0 || out->decimal > LARGEST_DECIMAL ||
        out->decimal < -LARGEST_DECIMAL) {
        return fail(&r, "is out of all proportion", NULL, text, strlen(text));
    }
    return true;
}

const char *
quire_unit_spell(char *buf, size_t size, const char *unit, const struct quire_unit_lookup *lookup)
{
    size_t used = 0;
    struct quire_unit_error error;
    struct reader r = {unit, unit, lookup, &error};
    buf[0] = '\0';
    while (*r.p != '\0' && used + QUIRE_NUMBER_SIZE < size) {
        double value;
        char number[QUIRE_NUMBER_SIZE];
        const char *before = r.p;
        if (*r.p == '{' && read_sum(&r, &value)) {
            used +=
                (size_t)snprintf(buf + used, size - used, "%s", quire_number_write(number, value));
        } else {
            r.p = before + 1;
            buf[used++] = *before;
            buf[used] = '\0';
        }
    }
    return buf;
}

const char *
quire_unit_suggest(const char *word, size_t length)
{
    char copy[32];
    if (length == 0 || length >= sizeof copy) {
        return NULL;
    }
    memcpy(copy, word, length);
    copy[length] = '\0';
    struct quire_suggest s = quire_suggest_begin(copy);
    for (size_t i = 0; i < n_table; i++) {
        quire_suggest_offer(&s, table[i].name);
    }
    for (size_t i = 0; i < n_table; i++) {
        if (strcmp(table[i].name, s.best) == 0) {
            return table[i].name;
        }
    }
    return NULL;
}

void
quire_unit_list(void (*each)(void *user, const char *name, double factor, const char *dimension),
                void *user)
{
    for (size_t i = 0; i < n_table; i++) {
        char buf[QUIRE_DIMENSION_SIZE];
        each(user, table[i].name, table[i].residual * pow(10, table[i].decimal),
             quire_dimension_write(buf, table[i].d));
    }
}
