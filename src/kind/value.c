/* The text of an attribute becomes a value in a parameter struct. */
#include "kind/value.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formula/units.h"
#include "kind/scale.h"
#include "text/number.h"
#include "text/suggest.h"
#include "text/text.h"
#include "text/unicode.h"

#define UNIT_SIZE 160

/* one attribute being read */
struct job {
    void *params;
    const struct quire_field *field, *fields;
    const char *text; /* the whole attribute */
    const struct quire_site *site;
    char unit[UNIT_SIZE]; /* what is asked for, exponents put in */
    struct quire_dimension want;
};

static void *
member(void *params, const struct quire_field *field)
{
    return (char *)params + field->offset;
}

const char *
quire_excerpt(char buf[QUIRE_EXCERPT_SIZE], const char *text)
{
    const size_t room = QUIRE_EXCERPT_SIZE - 4;
    size_t used = 0;
    for (const size_t size = strlen(text); used < size;) {
        size_t n = quire_utf8_length(text + used, size - used, NULL);
        n = n == 0 ? 1 : n;
        if (used + n > room) {
            memcpy(buf + used, "...", 4);
            return buf;
        }
        memcpy(buf + used, text + used, n);
        used += n;
    }
    buf[used] = '\0';
    return buf;
}

static quire_status problem(const struct job *job, const char *code, const char *hint,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));

static quire_status
problem(const struct job *job, const char *code, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const quire_status status = quire_diag_verror(job->site->diag, code, job->site->place,
                                                  job->site->object, hint, format, arguments);
    va_end(arguments);
    return status;
}

/* fills job->unit and job->want */
static quire_status
find_wanted(struct job *job)
{
    struct quire_siblings siblings = {job->params, job->fields};
    const struct quire_unit_lookup lookup = {quire_sibling_find, &siblings};
    struct quire_unit_error error;
    struct quire_unit unit;
    if (!quire_unit_parse(&unit, job->field->unit, NULL, &lookup, &error)) {
        if (error.unknown_exponent) {
            return problem(job, "E-UNIT", NULL, "%s has the unit %s, but %.*s has no value",
                           job->field->name, job->field->unit, (int)error.length,
                           job->field->unit + error.at);
        }
        return problem(job, error.text[0] == 'h' ? "E-UNIT" : "E-INTERNAL", NULL,
                       "the unit of %s, %s, %s", job->field->name, job->field->unit, error.text);
    }
    job->want = unit.dimension;
    quire_unit_spell(job->unit, sizeof job->unit, job->field->unit, &lookup);
    return QUIRE_OK;
}

/* ---- numbers with units ---- */

/* "a length, such as '10 mm'", or the unit where the quantity has no common name */
static const char *
describe_wanted(const struct job *job, char *buf, size_t size)
{
    const char *name = quire_dimension_name(job->want),
               *example = quire_dimension_example(job->want);
    if (name != NULL) {
        snprintf(buf, size, "%s, for example '%s'", name, example);
    } else {
        snprintf(buf, size, "the unit %s or a multiple of it", job->unit);
    }
    return buf;
}

#define COMPUTE_HINT "write formulas in braces, such as '{8 N + 2 * load}'"

/* whether a text without braces was meant as an expression: an operator between blanks, or a
 * function */
static bool
looks_computed(const char *quantity)
{
    for (const char *p = quantity; *p != '\0'; p++) {
        const bool sign = *p == ' ' && p[1] != '\0' && strchr("+-*/", p[1]) != NULL && p[2] == ' ';
        const bool function = *p == '(' && p > quantity &&
                              ((p[-1] >= 'a' && p[-1] <= 'z') || (p[-1] >= '0' && p[-1] <= '9'));
        if (sign || function) {
            return true;
        }
    }
    return false;
}

static quire_status
missing_unit(const struct job *job, const char *quantity)
{
    char hint[280], wanted[240], excerpt[QUIRE_EXCERPT_SIZE];
    snprintf(hint, sizeof hint, "it needs %s", describe_wanted(job, wanted, sizeof wanted));
    return problem(job, "E-UNIT", hint, "%s = '%s' has no unit", job->field->name,
                   quire_excerpt(excerpt, quantity));
}

static quire_status
wrong_unit(const struct job *job, const char *quantity, const char *unit,
           const struct quire_unit_error *error)
{
    char hint[80], excerpt[QUIRE_EXCERPT_SIZE], part[QUIRE_EXCERPT_SIZE];
    const char *nearest = quire_unit_suggest(unit + error->at, error->length);
    snprintf(hint, sizeof hint, "did you mean '%s'?", nearest != NULL ? nearest : "");
    quire_excerpt(part, unit + error->at);
    if (error->length < QUIRE_EXCERPT_SIZE - 4) {
        part[error->length] = '\0';
    }
    return problem(job, "E-UNIT",
                   looks_computed(quantity) ? COMPUTE_HINT
                   : error->hint != NULL    ? error->hint
                   : nearest != NULL        ? hint
                                            : NULL,
                   "%s = '%s': the unit '%s' %s", job->field->name,
                   quire_excerpt(excerpt, quantity), part, error->text);
}

static quire_status
wrong_dimension(const struct job *job, const char *quantity, struct quire_dimension have)
{
    char dimension[QUIRE_DIMENSION_SIZE], other[QUIRE_DIMENSION_SIZE + 16],
        excerpt[QUIRE_EXCERPT_SIZE], wanted[240], hint[240];
    const char *name = quire_dimension_name(have);
    if (name == NULL) {
        snprintf(other, sizeof other, "measured in %s", quire_dimension_write(dimension, have));
        name = other;
    }
    const struct quire_dimension turned = {have.kg, have.m, have.s, job->want.rad, have.A};
    hint[0] = '\0';
    if (quire_value_depends(job->field)) {
        snprintf(hint, sizeof hint, "with the exponents given its unit is %s", job->unit);
    } else if (have.rad != job->want.rad &&
               quire_dimension_fits(turned, job->want)) { /* whole numbers in every unit's table */
        snprintf(hint, sizeof hint, "write the value in %s; a turn is 2*pi rad",
                 job->unit[0] != '\0' ? job->unit : "plain numbers");
    } else if (have.kg != 0 &&
               quire_dimension_fits(
                   (struct quire_dimension){have.kg, have.m + 1, have.s - 2, have.rad, have.A},
                   job->want)) {
        snprintf(hint, sizeof hint,
                 "units of force are 'lbf', 'ozf', 'kgf' and 'gf'; lb, oz, kg and g are of mass");
    } else if (quire_dimension_fits(have, (struct quire_dimension){1, 0, 0, 0, 0}) &&
               quire_dimension_fits(job->want, (struct quire_dimension){1, -2, 0, 0, 0})) {
        snprintf(hint, sizeof hint,
                 "a basis weight in lb is that of a ream; 20 lb bond is "
                 "'{20 lb / (500 * 17 in * 22 in)}', 75.2 g/m^2");
    }
    return problem(job, "E-UNIT", hint[0] != '\0' ? hint : NULL, "'%s' is %s; %s needs %s",
                   quire_excerpt(excerpt, quantity), name, job->field->name,
                   describe_wanted(job, wanted, sizeof wanted));
}

static quire_status
wrong_number(const struct job *job, const char *quantity, enum quire_number_error error)
{
    char excerpt[QUIRE_EXCERPT_SIZE];
    return problem(job, "E-NUMBER",
                   looks_computed(quantity) ? COMPUTE_HINT : quire_typeset_hint(quantity),
                   "%s = '%s' %s", job->field->name, quire_excerpt(excerpt, quantity),
                   quire_number_error_text(error));
}

/* a value of `unit`, whose number begins at `text`: rounded once where the unit is a power of ten
 */
static enum quire_number_error
convert(const char *text, const struct quire_unit *unit, double *out)
{
    const enum quire_number_error error = quire_number_read(out, text, unit->decimal, NULL);
    if (error != QUIRE_NUMBER_OK) {
        return error;
    }
    const double number = *out;
    *out = number * unit->residual;
    if (isinf(*out)) {
        return QUIRE_NUMBER_LARGE;
    }
    return *out == 0 && number != 0 ? QUIRE_NUMBER_SMALL
                                    : QUIRE_NUMBER_OK; /* exact zero is meant */
}

/* what a quantity is measured in, as it stands there */
struct measure {
    const char *name; /* "" for plain numbers */
    struct quire_unit unit;
};

/* the number and unit of `quantity`, a NUL-terminated text without blanks around it */
static quire_status
read_quantity(const struct job *job, const char *quantity, double *out, struct measure *measure)
{
    const char *p;
    double number;
    struct quire_unit unit;
    struct quire_unit_error error;
    enum quire_number_error bad = quire_number_read(&number, quantity, 0, &p);
    if (bad != QUIRE_NUMBER_OK) {
        return wrong_number(job, quantity, bad);
    }
    const char *number_end = p;
    p += strspn(p, " ");
    if (*p == '\0' && job->unit[0] != '\0') {
        return missing_unit(job, quantity);
    }
    if (*p == '.' && p == number_end) {
        return wrong_number(job, quantity, QUIRE_NUMBER_NONE);
    }
    if (!quire_unit_parse(&unit, p, NULL, NULL, &error)) {
        return wrong_unit(job, quantity, p, &error);
    }
    if (!quire_dimension_fits(unit.dimension, job->want)) {
        return wrong_dimension(job, quantity, unit.dimension);
    }
    *measure = (struct measure){p, unit};
    bad = convert(quantity, &unit, out);
    return bad == QUIRE_NUMBER_OK ? QUIRE_OK : wrong_number(job, quantity, bad);
}

#define LIMIT_SIZE (QUIRE_NUMBER_SIZE + UNIT_SIZE + 2)

/* a limit in the unit in which the value is given: "at most 360 deg" */
static const char *
write_limit(char buf[LIMIT_SIZE], const struct measure *measure, double limit, int digits)
{
    char number[QUIRE_NUMBER_SIZE];
    double given = limit;

    quire_number_read(&given, quire_number_write(number, limit), -measure->unit.decimal, NULL);
    quire_number_write_rounded(number, given / measure->unit.residual, digits);
    snprintf(buf, LIMIT_SIZE, "%s%s%.*s", number,
             measure->name[0] != '\0' && measure->name[0] != '%' ? " " : "", UNIT_SIZE,
             measure->name);
    return buf;
}

/* A field's own usual values, or those of its unit. */
static void
look_if_usual(const struct job *job, const char *quantity, double value,
              const struct quire_scale *scale, const struct measure *measure)
{
    const struct quire_field *f = job->field;
    const bool own = f->usual_from < f->usual_to;
    const double least = own             ? f->usual_from
                         : scale != NULL ? -scale->usual
                                         : -HUGE_VAL,
                 most = own             ? f->usual_to
                        : scale != NULL ? scale->usual
                                        : HUGE_VAL;
    char excerpt[QUIRE_EXCERPT_SIZE], from[LIMIT_SIZE], to[LIMIT_SIZE];

    if (value < least || value > most) {
        quire_diag_warning(job->site->diag, "W-UNUSUAL", job->site->place, job->site->object,
                           "check the unit",
                           "%s = '%s' is unusual; most values are between %s and %s", f->name,
                           quire_excerpt(excerpt, quantity), write_limit(from, measure, least, 4),
                           write_limit(to, measure, most, 4));
    }
}

static quire_status
check_range(const struct job *job, const char *quantity, double value,
            const struct measure *measure)
{
    const struct quire_field *f = job->field;
    const struct quire_scale *scale = quire_scale_of(f);
    char excerpt[QUIRE_EXCERPT_SIZE], limit[LIMIT_SIZE];

    if (scale != NULL && scale->most > 0 && fabs(value) > scale->most) {
        return problem(job, "E-RANGE", NULL, "%s = '%s' is too large for %s; the largest is %s",
                       f->name, quire_excerpt(excerpt, quantity), scale->name,
                       write_limit(limit, measure, scale->most, 4));
    }
    if (f->above ? value <= f->minimum : value < f->minimum) {
        return problem(job, "E-RANGE", NULL, "%s = '%s' must be %s %s", f->name,
                       quire_excerpt(excerpt, quantity), f->above ? "greater than" : "at least",
                       write_limit(limit, measure, f->minimum, 15));
    }
    if (f->below ? value >= f->maximum : value > f->maximum) {
        return problem(job, "E-RANGE", NULL, "%s = '%s' must be %s %s", f->name,
                       quire_excerpt(excerpt, quantity), f->below ? "less than" : "at most",
                       write_limit(limit, measure, f->maximum, 15));
    }
    look_if_usual(job, quantity, value, scale, measure);
    return QUIRE_OK;
}

/* `n` bytes at `text`, without blanks around them, as one quantity in its allowed range */
static quire_status
read_part(const struct job *job, const char *text, size_t n, double *out)
{
    char quantity[QUIRE_QUANTITY_LIMIT + 1];
    while (n > 0 && *text == ' ') {
        text++, n--;
    }
    while (n > 0 && text[n - 1] == ' ') {
        n--;
    }
    if (n > QUIRE_QUANTITY_LIMIT) {
        return wrong_number(job, text, QUIRE_NUMBER_LONG);
    }
    memcpy(quantity, text, n);
    quantity[n] = '\0';
    struct measure measure;
    const quire_status status = read_quantity(job, quantity, out, &measure);
    return status == QUIRE_OK ? check_range(job, quantity, *out, &measure) : status;
}

static quire_status
read_real(struct job *job, double *out)
{
    double value;
    quire_status status = find_wanted(job);
    if (status == QUIRE_OK) {
        status = read_part(job, job->text, strlen(job->text), &value);
    }
    if (status == QUIRE_OK) {
        *out = value;
    }
    return status;
}

/* `count` quantities (two or three) with commas between them, in `n` bytes at `text` */
static quire_status
read_list(const struct job *job, const char *text, size_t n, int count, double *out)
{
    static const char *const wanted[] = {
        "two values separated by a comma, for example '12 mm, -10 mm'",
        "three values separated by commas, for example '12 mm, 0 mm, -10 mm'"};
    char excerpt[QUIRE_EXCERPT_SIZE], part[QUIRE_EXCERPT_SIZE];
    const char *end = text + n;
    int commas = 0;

    for (const char *p = text; p < end; p++) {
        commas += *p == ',';
    }
    if (commas != count - 1) {
        snprintf(part, sizeof part, "%.*s", (int)(n < sizeof part - 1 ? n : sizeof part - 1), text);
        return problem(job, "E-NUMBER",
                       commas >= count ? "write numbers with a decimal point, not a comma" : NULL,
                       "%s = '%s' must be %s", job->field->name, quire_excerpt(excerpt, part),
                       wanted[count - 2]);
    }
    for (int i = 0; i < count; i++) {
        const char *comma = memchr(text, ',', (size_t)(end - text)),
                   *stop = comma != NULL ? comma : end;
        const quire_status status = read_part(job, text, (size_t)(stop - text), &out[i]);
        if (status != QUIRE_OK) {
            return status;
        }
        text = stop + 1;
    }
    return QUIRE_OK;
}

static quire_status
read_vector(struct job *job, int count, double *out)
{
    double value[3];
    quire_status status = find_wanted(job);

    if (status == QUIRE_OK) {
        status = read_list(job, job->text, strlen(job->text), count, value);
    }
    if (status == QUIRE_OK) {
        memcpy(out, value, sizeof *out * (size_t)count);
    }
    return status;
}

static size_t
count_points(const char *text)
{
    size_t n = 1;
    for (; *text != '\0'; text++) {
        n += *text == ';';
    }
    return n;
}

static quire_status
read_points(struct job *job, struct quire_points *out, struct quire_arena *arena)
{
    const size_t n = count_points(job->text);
    quire_status status = find_wanted(job);
    if (status != QUIRE_OK) {
        return status;
    }
    if (n > QUIRE_POINTS_LIMIT) {
        return problem(job, "E-LIMIT", NULL, "%s has %zu points; at most %d are allowed",
                       job->field->name, n, QUIRE_POINTS_LIMIT);
    }
    double(*at)[2] = quire_arena_get(arena, n, sizeof *at);
    if (at == NULL) {
        return quire_diag_memory_error(job->site->diag);
    }
    const char *p = job->text;
    for (size_t i = 0; i < n; i++) {
        const size_t length = strcspn(p, ";");
        if ((status = read_list(job, p, length, 2, at[i])) != QUIRE_OK) {
            return status;
        }
        p += length + 1;
    }
    *out = (struct quire_points){at, n};
    return QUIRE_OK;
}

static quire_status
read_integer(struct job *job, long *out)
{
    char excerpt[QUIRE_EXCERPT_SIZE];
    const char *text = job->text + strspn(job->text, " "), *end;
    double value;
    const enum quire_number_error bad = quire_number_read(&value, text, 0, &end);
    if (bad != QUIRE_NUMBER_OK) {
        return wrong_number(job, job->text, bad);
    }
    const bool plain = strcspn(text, ".eE") >= (size_t)(end - text);
    if (!plain || end[strspn(end, " ")] != '\0') {
        return problem(job, "E-NUMBER", NULL, "%s = '%s' must be a whole number without a unit",
                       job->field->name, quire_excerpt(excerpt, job->text));
    }
    if (fabs(value) > 9007199254740992.0) { /* 2^53: beyond it a double does not count one by one */
        return wrong_number(job, job->text, QUIRE_NUMBER_LARGE);
    }
    static const struct measure plain_number = {.name = "", .unit = {.residual = 1}};
    const quire_status status = check_range(job, job->text, value, &plain_number);
    if (status == QUIRE_OK) {
        *out = (long)value;
    }
    return status;
}

/* ---- words ---- */

static quire_status
read_boolean(const struct job *job, bool *out)
{
    char excerpt[QUIRE_EXCERPT_SIZE];
    if (strcmp(job->text, "yes") != 0 && strcmp(job->text, "no") != 0) {
        return problem(job, "E-CHOICE", NULL, "%s = '%s' must be 'yes' or 'no'", job->field->name,
                       quire_excerpt(excerpt, job->text));
    }
    *out = job->text[0] == 'y';
    return QUIRE_OK;
}

int
quire_choice_number(const char *choices, const char *text)
{
    const size_t n = strlen(text);
    const char *p = choices;
    for (int i = 0;; i++) {
        const size_t length = strcspn(p, "|");
        if (length == n && memcmp(p, text, n) == 0) {
            return i;
        }
        if (p[length] == '\0') {
            return -1;
        }
        p += length + 1;
    }
}

static quire_status
read_choice(const struct job *job, int *out)
{
    char excerpt[QUIRE_EXCERPT_SIZE], hint[120];
    const int number = quire_choice_number(job->field->choices, job->text);
    if (number >= 0) {
        *out = number;
        return QUIRE_OK;
    }
    return problem(job, "E-CHOICE",
                   quire_suggest_choice(job->text, job->field->choices, hint, sizeof hint),
                   "%s = '%s' must be one of %s", job->field->name,
                   quire_excerpt(excerpt, job->text), job->field->choices);
}

bool
quire_name_is_valid(const char *name)
{
    const size_t size = strlen(name);
    if (size == 0 || size > QUIRE_NAME_LIMIT) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        const char c = name[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                            (unsigned char)c >= 0x80;
        const bool later = (c >= '0' && c <= '9') || c == '-';
        if (!letter && !(later && i > 0)) {
            return false;
        }
    }
    return true;
}

static void
warn_of_invisible(const struct job *job)
{
    const unsigned c = quire_unicode_find_invisible(job->text);
    char excerpt[QUIRE_EXCERPT_SIZE];

    if (c != 0) {
        quire_diag_warning(job->site->diag, "W-NAME", job->site->place, job->site->object,
                           "delete it and type it again",
                           "%s = '%s' has an invisible character, U+%04X", job->field->name,
                           quire_excerpt(excerpt, job->text), c);
    }
}

static quire_status
read_text(const struct job *job, const char **out, struct quire_arena *arena)
{
    char excerpt[QUIRE_EXCERPT_SIZE];
    if (job->field->type == QUIRE_FIELD_NAME && !quire_name_is_valid(job->text)) {
        return problem(job, "E-NAME", NULL,
                       "'%s' cannot be a name: names begin with a letter, continue with letters, "
                       "digits, '-' and '_', and have at most %d bytes",
                       quire_excerpt(excerpt, job->text), QUIRE_NAME_LIMIT);
    }
    /* by these things find each other */
    if (job->field->type == QUIRE_FIELD_NAME || strcmp(job->field->name, "surface") == 0) {
        warn_of_invisible(job);
    }
    const char *copy = quire_arena_copy(arena, job->text);
    if (copy == NULL) {
        return quire_diag_memory_error(job->site->diag);
    }
    *out = copy;
    return QUIRE_OK;
}

/* whoever knows the model's folder reads the file itself */
static quire_status
read_file_name(const struct job *job, const struct quire_source **out, struct quire_arena *arena)
{
    struct quire_source *source = quire_arena_get(arena, 1, sizeof *source);
    const quire_status status = source != NULL ? read_text(job, &source->path, arena)
                                               : quire_diag_memory_error(job->site->diag);
    *out = status == QUIRE_OK ? source : NULL;
    return status;
}

/* ---- by type ---- */

void
quire_value_clear(void *params, const struct quire_field *field)
{
    void *at = member(params, field);
    switch (field->type) {
    case QUIRE_FIELD_REAL: *(double *)at = (double)NAN; break;
    case QUIRE_FIELD_INTEGER: *(long *)at = LONG_MIN; break;
    case QUIRE_FIELD_BOOLEAN: *(bool *)at = false; break;
    case QUIRE_FIELD_CHOICE: *(int *)at = -1; break;
    case QUIRE_FIELD_TEXT:
    case QUIRE_FIELD_NAME: *(const char **)at = NULL; break;
    case QUIRE_FIELD_FILE: *(const struct quire_source **)at = NULL; break;
    case QUIRE_FIELD_REFERENCE: *(const struct quire_object **)at = NULL; break;
    case QUIRE_FIELD_TRIPLE: ((double *)at)[2] = (double)NAN; /* fall through */
    case QUIRE_FIELD_VECTOR: ((double *)at)[0] = ((double *)at)[1] = (double)NAN; break;
    case QUIRE_FIELD_POINTS: *(struct quire_points *)at = (struct quire_points){NULL, 0}; break;
    }
}

quire_status
quire_value_read(void *params, const struct quire_field *field, const struct quire_field *fields,
                 const char *text, struct quire_arena *arena, const struct quire_site *site)
{
    struct job job = {
        .params = params, .field = field, .fields = fields, .text = text, .site = site};
    void *at = member(params, field);
    switch (field->type) {
    case QUIRE_FIELD_REAL: return read_real(&job, at);
    case QUIRE_FIELD_INTEGER: return read_integer(&job, at);
    case QUIRE_FIELD_BOOLEAN: return read_boolean(&job, at);
    case QUIRE_FIELD_CHOICE: return read_choice(&job, at);
    case QUIRE_FIELD_TEXT:
    case QUIRE_FIELD_NAME: return read_text(&job, at, arena);
    case QUIRE_FIELD_FILE: return read_file_name(&job, at, arena);
    case QUIRE_FIELD_REFERENCE: return QUIRE_OK;
    case QUIRE_FIELD_VECTOR: return read_vector(&job, 2, at);
    case QUIRE_FIELD_TRIPLE: return read_vector(&job, 3, at);
    case QUIRE_FIELD_POINTS: return read_points(&job, at, arena);
    }
    return QUIRE_OK;
}
