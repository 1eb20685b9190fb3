/* Values of factors and noise: read from texts, written as texts. The text is the value: its number
 * in SI is what the text comes to. */
#include <math.h>
#include <string.h>

#include "math/detmath.h"
#include "model/problem.h"
#include "study/parts.h"
#include "text/suggest.h"

/* of numbers that are computed: enough for nothing to be lost that matters, few enough for 0.85 to
 * be 0.85 */
#define DIGITS     15
#define LEVEL_MOST 1000 /* levels of one variable */

/* ---- numbers with units ---- */

/* the unit at the end of a quantity's text */
static const char *
unit_of(const char *text)
{
    double number;
    const char *end;
    quire_number_read(&number, text, 0, &end);
    return end + strspn(end, " ");
}

static double
worth(const char *unit)
{
    struct quire_unit u;
    struct quire_unit_error error;
    double power;
    if (!quire_unit_parse(&u, unit, NULL, NULL, &error) ||
        quire_number_read(&power, "1", u.decimal, NULL) != QUIRE_NUMBER_OK) {
        return 1.0; /* the text was read before */
    }
    return power * u.residual;
}

/* "8" and "N" as "8 N", with its value in SI */
static double
write_quantity(const struct quire_study_own *v, const char *number,
               char text[QUIRE_STUDY_TEXT_SIZE])
{
    struct quire_quantity q = {.value = (double)NAN};
    char error[200];
    quire_number_format(text, QUIRE_STUDY_TEXT_SIZE, "%s%s%s", number,
                        v->seen->unit[0] != '\0' ? " " : "", v->seen->unit);
    return quire_quantity_read(&q, text, error, sizeof error) ? q.value : (double)NAN;
}

bool
quire_study_read_value(const struct quire_study_own *v, const char *name, const char *text,
                       double *number, quire_diag *diag)
{
    struct quire_quantity q;
    char error[200], excerpt[QUIRE_EXCERPT_SIZE], other[QUIRE_DIMENSION_SIZE];
    if (strlen(text) > QUIRE_STUDY_QUANTITY_LIMIT) {
        quire_object_error(v->object, diag, "E-NUMBER", NULL,
                           "%s = '%s' is too long for a quantity", name,
                           quire_excerpt(excerpt, text));
        return false;
    }
    if (!quire_quantity_read(&q, text, error, sizeof error)) {
        quire_object_error(v->object, diag, "E-NUMBER", NULL,
                           "%s: %s; parameter '%s' is a quantity", name, error, v->seen->name);
        return false;
    }
    if (!quire_dimension_fits(q.dimension, v->dimension)) {
        const char *have = quire_dimension_name(q.dimension),
                   *want = quire_dimension_name(v->dimension);
        quire_object_error(v->object, diag, "E-UNIT", NULL, "%s = '%s' is %s; parameter '%s' is %s",
                           name, quire_excerpt(excerpt, text),
                           have != NULL ? have : quire_dimension_write(other, q.dimension),
                           v->seen->name, want != NULL ? want : v->nominal);
        return false;
    }
    if (strcmp(unit_of(text), v->seen->unit) == 0) {
        quire_number_read(number, text, 0, NULL);
    } else {
        *number = q.value / v->unit;
    }
    return true;
}

/* ---- setting values ---- */

static double
coded_of(const struct quire_study_own *v, double si)
{
    const double low = v->seen->low, high = v->seen->high;
    if (low == high) {
        return 0.0; /* one level */
    }
    if (v->seen->logarithmic) {
        return 2.0 * quire_log(si / low) / quire_log(high / low) - 1.0;
    }
    return (2.0 * si - (low + high)) / (high - low);
}

/* the number in the variable's unit, rounded to what is written */
static void
set_number(const struct quire_study_own *v, double number, int digits,
           struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE])
{
    char written[QUIRE_NUMBER_SIZE];
    if (digits < 17) {
        quire_number_write_rounded(written, number == 0 ? 0.0 : number, digits);
    } else {
        quire_number_write(written, number == 0 ? 0.0 : number);
    }
    value->si = write_quantity(v, written, text);
    value->coded = coded_of(v, value->si);
    value->level = -1;
    for (size_t i = 0; v->level_si != NULL && i < v->seen->n_level; i++) {
        if (v->level_si[i] == value->si) {
            value->level = (long)i;
        }
    }
}

void
quire_study_set_si(const struct quire_study_own *v, double si, struct quire_study_value *value,
                   char text[QUIRE_STUDY_TEXT_SIZE])
{
    set_number(v, si / v->unit, DIGITS, value, text);
}

static void
set_word(const struct quire_study_own *v, const char *word, struct quire_study_value *value,
         char text[QUIRE_STUDY_TEXT_SIZE])
{
    quire_number_format(text, QUIRE_STUDY_TEXT_SIZE, "%s", word);
    value->si = value->coded = (double)NAN;
    value->level = -1;
    for (size_t i = 0; i < v->seen->n_level; i++) {
        if (strcmp(v->seen->level[i], word) == 0) {
            value->level = (long)i;
        }
    }
}

void
quire_study_set_level(const struct quire_study_own *v, size_t level,
                      struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE])
{
    quire_number_format(text, QUIRE_STUDY_TEXT_SIZE, "%s", v->seen->level[level]);
    value->si = v->level_si != NULL ? v->level_si[level] : (double)NAN;
    value->coded = v->level_si != NULL ? coded_of(v, value->si) : (double)NAN;
    value->level = (long)level;
}

static double
between(const struct quire_study_own *v, double coded)
{
    if (coded == -1.0 || coded == 1.0) {
        return coded < 0 ? v->first : v->last;
    }
    if (v->seen->logarithmic) {
        return v->first * quire_exp(0.5 * (coded + 1.0) * quire_log(v->last / v->first));
    }
    const double number = 0.5 * (v->first + v->last) + 0.5 * coded * (v->last - v->first);
    return isnan(v->step) ? number : v->first + v->step * round((number - v->first) / v->step);
}

void
quire_study_set(const struct quire_study_own *v, const struct quire_design_value *from,
                struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE])
{
    double number;
    switch (from->sort) {
    case QUIRE_DESIGN_CODED:
        set_number(v, between(v, from->coded), fabs(from->coded) == 1.0 ? 17 : DIGITS, value, text);
        break;
    case QUIRE_DESIGN_LEVEL: quire_study_set_level(v, (size_t)from->level, value, text); break;
    case QUIRE_DESIGN_NOMINAL:
    case QUIRE_DESIGN_TEXT: {
        const char *given = from->sort == QUIRE_DESIGN_TEXT ? from->text : v->nominal;
        if (v->seen->words) {
            set_word(v, given, value, text);
        } else if (quire_study_read_value(v, "", given, &number, NULL)) {
            set_number(v, number, strcmp(unit_of(given), v->seen->unit) == 0 ? 17 : DIGITS, value,
                       text);
        }
        break;
    }
    }
}

/* ---- reading variables ---- */

size_t
quire_study_split(struct quire_arena *arena, const struct quire_object *object, const char *name,
                  const char *text, const char *const **out, quire_diag *diag)
{
    size_t n = 1, i = 0;
    *out = NULL;
    for (const char *p = text; *p != '\0'; p++) {
        n += *p == ',' ? 1 : 0;
    }
    if (n > LEVEL_MOST) {
        quire_object_error(object, diag, "E-LIMIT", NULL, "%s lists more than %d values", name,
                           LEVEL_MOST);
        return 0;
    }
    const char **list = quire_arena_get(arena, n, sizeof *list);
    for (const char *p = text; list != NULL && i < n; i++) {
        size_t length = strcspn(p, ",");
        const char *next = p + length + (p[length] == ',' ? 1 : 0);
        while (length > 0 && *p == ' ') {
            p++, length--;
        }
        while (length > 0 && p[length - 1] == ' ') {
            length--;
        }
        if (length == 0) {
            quire_object_error(object, diag, "E-MISSING", NULL,
                               "%s: value %zu of the list is empty", name, i + 1);
            return 0;
        }
        if (length > QUIRE_STUDY_QUANTITY_LIMIT) {
            quire_object_error(object, diag, "E-LIMIT", NULL,
                               "%s: value %zu of the list is longer than %d bytes", name, i + 1,
                               QUIRE_STUDY_QUANTITY_LIMIT);
            return 0;
        }
        if ((list[i] = quire_arena_copy_bytes(arena, p, length)) == NULL) {
            break;
        }
        p = next;
    }
    if (list == NULL || i < n) {
        quire_diag_memory_error(diag);
        return 0;
    }
    *out = list;
    return n;
}

/* the model's own value decides whether the variable is a quantity, and of which dimension; the
 * unit is that of the first value in the study */
static bool
take_nominal(struct quire_study *study, struct quire_study_own *v, const char *values)
{
    struct quire_quantity q;
    char error[200], first[QUIRE_STUDY_QUANTITY_LIMIT + 1] = "";
    if (values != NULL) {
        const size_t n = strcspn(values, ",");
        quire_number_format(first, sizeof first, "%.*s",
                            (int)(n < sizeof first ? n : sizeof first - 1), values);
        for (size_t end = strlen(first); end > 0 && first[end - 1] == ' '; end--) {
            first[end - 1] = '\0';
        }
    }
    const char *start = first + strspn(first, " ");
    for (size_t i = 0; i < study->model->n_parameter; i++) {
        if (strcmp(study->model->parameter[i].name, v->seen->name) == 0) {
            v->nominal = study->model->parameter[i].value;
        }
    }
    v->seen->words = !quire_quantity_read(&q, v->nominal, error, sizeof error);
    v->nominal_si = v->seen->nominal = v->seen->words ? (double)NAN : q.value;
    v->dimension = v->seen->words ? (struct quire_dimension){0} : q.dimension;
    v->unit = 1.0;
    v->seen->unit = "";
    if (!v->seen->words) {
        const char *from = quire_quantity_read(&q, start, error, sizeof error) &&
                                   quire_dimension_fits(q.dimension, v->dimension)
                               ? start
                               : v->nominal;
        v->seen->unit = quire_arena_copy(study->arena, unit_of(from));
        if (v->seen->unit == NULL) {
            return false;
        }
        v->unit = worth(v->seen->unit);
    }
    return true;
}

static quire_status
read_quantities(struct quire_study *study, struct quire_study_own *v, const char *const *given,
                quire_diag *diag)
{
    const size_t n = v->seen->n_level;
    const char **text = quire_arena_get(study->arena, n, sizeof *text);
    double *si = quire_arena_get(study->arena, n, sizeof *si);
    if (text == NULL || si == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; i < n; i++) {
        struct quire_study_value value;
        char written[QUIRE_STUDY_TEXT_SIZE];
        double number;
        if (!quire_study_read_value(v, "levels", given[i], &number, diag)) {
            return QUIRE_ERROR_INPUT;
        }
        set_number(v, number, strcmp(unit_of(given[i]), v->seen->unit) == 0 ? 17 : DIGITS, &value,
                   written);
        if (v->seen->logarithmic && !(value.si > 0)) {
            char excerpt[QUIRE_EXCERPT_SIZE];
            return quire_object_error(v->object, diag, "E-RANGE", NULL,
                                      "levels = '%s' must be greater than 0 on a logarithmic scale",
                                      quire_excerpt(excerpt, given[i]));
        }
        si[i] = value.si;
        if ((text[i] = quire_arena_copy(study->arena, written)) == NULL) {
            return quire_diag_memory_error(diag);
        }
    }
    v->seen->level = text;
    v->level_si = si;
    v->seen->low = v->seen->high = si[0];
    for (size_t i = 1; i < n; i++) {
        v->seen->low = fmin(v->seen->low, si[i]);
        v->seen->high = fmax(v->seen->high, si[i]);
    }
    return QUIRE_OK;
}

quire_status
quire_study_read_levels(struct quire_study *study, struct quire_study_own *v, const char *levels,
                        quire_diag *diag)
{
    const char *const *given;
    v->seen->n_level = quire_study_split(study->arena, v->object, "levels", levels, &given, diag);
    if (v->seen->n_level == 0) {
        return QUIRE_ERROR_INPUT;
    }
    v->seen->level = given;
    const quire_status status = v->seen->words ? QUIRE_OK : read_quantities(study, v, given, diag);
    for (size_t i = 1; i < v->seen->n_level && status == QUIRE_OK; i++) {
        for (size_t j = 0; j < i; j++) {
            if (v->level_si != NULL ? v->level_si[i] == v->level_si[j]
                                    : strcmp(given[i], given[j]) == 0) {
                char excerpt[QUIRE_EXCERPT_SIZE];
                return quire_object_error(v->object, diag, "E-DUPLICATE", NULL,
                                          "levels %zu and %zu are the same: '%s'", j + 1, i + 1,
                                          quire_excerpt(excerpt, given[i]));
            }
        }
    }
    return status;
}

static quire_status
read_range(struct quire_study_own *v, const struct quire_factor_params *p, quire_diag *diag)
{
    char excerpt[QUIRE_EXCERPT_SIZE], text[QUIRE_STUDY_TEXT_SIZE];
    struct quire_study_value value;
    if (v->seen->words) {
        return quire_object_error(v->object, diag, "E-UNIT", "list its values by levels",
                                  "parameter '%s' = '%s' is no quantity and has no low and high",
                                  v->seen->name, quire_excerpt(excerpt, v->nominal));
    }
    if (!quire_study_read_value(v, "low", p->low, &v->first, diag) ||
        !quire_study_read_value(v, "high", p->high, &v->last, diag) ||
        (p->step != NULL && !quire_study_read_value(v, "step", p->step, &v->step, diag))) {
        return QUIRE_ERROR_INPUT;
    }
    if (!(v->first < v->last)) {
        return quire_object_error(v->object, diag, "E-RANGE", NULL,
                                  "low = '%s' must be less than high = '%s'", p->low, p->high);
    }
    if (v->seen->logarithmic && !(v->first > 0)) {
        return quire_object_error(v->object, diag, "E-RANGE", NULL,
                                  "low = '%s' must be greater than 0 on a logarithmic scale",
                                  p->low);
    }
    if (p->step != NULL && !(v->step > 0 && v->step <= v->last - v->first)) {
        return quire_object_error(v->object, diag, "E-RANGE", NULL,
                                  "step = '%s' must be greater than 0 and at most high - low",
                                  p->step);
    }
    v->seen->low = 0.0, v->seen->high = 1.0; /* for the coded values below, which nobody reads */
    set_number(v, v->first, 17, &value, text);
    const double low = value.si;
    set_number(v, v->last, 17, &value, text);
    v->seen->low = low, v->seen->high = value.si;
    return QUIRE_OK;
}

quire_status
quire_study_read_variable(struct quire_study *study, size_t i, quire_diag *diag)
{
    struct quire_study_own *v = &study->own[i];
    if (v->seen->role == QUIRE_STUDY_NOISE) {
        const struct quire_noise_params *p = v->object->params;
        return take_nominal(study, v, p->argument[0]) ? quire_study_read_noise(study, i, diag)
                                                      : quire_diag_memory_error(diag);
    }
    const struct quire_factor_params *p = v->object->params;
    if (!take_nominal(study, v, p->low != NULL ? p->low : p->levels)) {
        return quire_diag_memory_error(diag);
    }
    v->seen->logarithmic = p->scale == 1;
    if (v->seen->logarithmic && v->seen->words) {
        return quire_object_error(v->object, diag, "E-MODEL", "leave scale out",
                                  "parameter '%s' is no quantity and has no logarithm",
                                  v->seen->name);
    }
    if (p->levels != NULL) {
        return quire_study_read_levels(study, v, p->levels, diag);
    }
    return p->low != NULL ? read_range(v, p, diag) : QUIRE_OK;
}
