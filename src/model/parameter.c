#include "model/parameter.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "kind/value.h"
#include "model/problem.h"
#include "text/number.h"

static bool fail(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool
fail(char *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    quire_number_vformat(why, QUIRE_PARAMETER_WHY, format, arguments);
    va_end(arguments);
    return false;
}

/* "a length", or the base units where it has no name */
static const char *
dimension_words(struct quire_dimension d, char buf[QUIRE_DIMENSION_SIZE])
{
    const char *name = quire_dimension_name(d);
    return name != NULL ? name : quire_dimension_write(buf, d);
}

/* ---- ranges ---- */

static bool
read_limit(struct quire_quantity *out, const char *name, const char *text, char *why)
{
    char error[200], excerpt[QUIRE_EXCERPT_SIZE];
    if (quire_quantity_read(out, text, error, sizeof error)) {
        return true;
    }
    return fail(why, "%s = '%s' is not a number with a unit", name, quire_excerpt(excerpt, text));
}

/* whether `text` is a quantity on the right side of the limit; side 0: of its sort */
static bool
within(const char *text, const char *name, const char *limit, double side, char *why)
{
    struct quire_quantity q, bound;
    char error[200], excerpt[QUIRE_EXCERPT_SIZE], buf[2][QUIRE_DIMENSION_SIZE];
    if (!read_limit(&bound, name, limit, why)) {
        return false;
    }
    if (!quire_quantity_read(&q, text, error, sizeof error)) {
        return fail(why, "'%s' is not a number with a unit, but its %s is %s",
                    quire_excerpt(excerpt, text), name, limit);
    }
    if (!quire_dimension_fits(q.dimension, bound.dimension)) {
        return fail(why, "'%s' is %s; its %s, %s, is %s", quire_excerpt(excerpt, text),
                    dimension_words(q.dimension, buf[0]), name, limit,
                    dimension_words(bound.dimension, buf[1]));
    }
    if (fabs(side) > 0 && side * (q.value - bound.value) < 0) {
        return fail(why, "'%s' must be %s %s", quire_excerpt(excerpt, text),
                    side > 0 ? "at least" : "at most", limit);
    }
    return true;
}

/* ---- choices ---- */

/* NULL at the end */
static const char *
next_choice(const char **list, size_t *size)
{
    const char *p = *list + strspn(*list, " ");
    size_t n = strcspn(p, ",");
    if (**list == '\0') {
        return NULL;
    }
    *list = p + n + (p[n] == ',');
    while (n > 0 && p[n - 1] == ' ') {
        n--;
    }
    *size = n;
    return p;
}

bool
quire_parameter_next_choice(const char **list, char out[QUIRE_QUANTITY_LIMIT + 1])
{
    size_t n;
    const char *p = next_choice(list, &n);
    if (p == NULL) {
        return false;
    }
    n = n < QUIRE_QUANTITY_LIMIT ? n : QUIRE_QUANTITY_LIMIT;
    memcpy(out, p, n);
    out[n] = '\0';
    return true;
}

static bool
is_same(const char *a, const char *b)
{
    struct quire_quantity x, y;
    char error[200];
    if (strcmp(a, b) == 0) {
        return true;
    }
    return quire_quantity_read(&x, a, error, sizeof error) &&
           quire_quantity_read(&y, b, error, sizeof error) &&
           quire_dimension_fits(x.dimension, y.dimension) && x.value >= y.value &&
           x.value <= y.value;
}

static bool
is_chosen(const char *choices, const char *text)
{
    char one[QUIRE_QUANTITY_LIMIT + 1];
    while (quire_parameter_next_choice(&choices, one)) {
        if (is_same(one, text)) {
            return true;
        }
    }
    return false;
}

static bool
choices_are_good(const char *choices, char *why)
{
    size_t size;
    int n = 0;
    for (const char *p = choices; next_choice(&p, &size) != NULL; n++) {
        if (size == 0) {
            return fail(why, "choices: value %d of the list is empty", n + 1);
        }
        if (size > QUIRE_QUANTITY_LIMIT) {
            return fail(why, "choices: value %d of the list has more than %d bytes", n + 1,
                        QUIRE_QUANTITY_LIMIT);
        }
    }
    return n > 0 ? true : fail(why, "choices is empty");
}

/* ---- all together ---- */

/* Whether a step is possible between the limits, which are good [SI]; of another unit than theirs
 * it is not of the value's either. */
static bool
step_fits(const struct quire_parameter *p, double step, char *why)
{
    struct quire_quantity low, high;
    char error[200];
    return p->step == NULL || p->minimum == NULL || p->maximum == NULL ||
                   !quire_quantity_read(&low, p->minimum, error, sizeof error) ||
                   !quire_quantity_read(&high, p->maximum, error, sizeof error) ||
                   step <= high.value - low.value
               ? true
               : fail(why, "step = %s is larger than the range, %s to %s", p->step, p->minimum,
                      p->maximum);
}

bool
quire_parameter_limits_are_good(const struct quire_parameter *p, const char **at,
                                char why[QUIRE_PARAMETER_WHY])
{
    struct quire_quantity limit;
    *at = "tolerance";
    if (p->tolerance != NULL && !read_limit(&limit, "tolerance", p->tolerance, why)) {
        return false;
    }
    if (p->tolerance != NULL && !(limit.value > 0)) {
        return fail(why, "tolerance = %s is not greater than 0", p->tolerance);
    }
    *at = "step";
    if (p->step != NULL && !read_limit(&limit, "step", p->step, why)) {
        return false;
    }
    if (p->step != NULL && !(limit.value > 0)) {
        return fail(why, "step = %s is not greater than 0", p->step);
    }
    if (p->step != NULL && p->choices != NULL) {
        return fail(why, "has both choices and a step");
    }
    const double step = p->step != NULL ? limit.value : 0;
    *at = "choices";
    if (p->choices != NULL) {
        if (p->minimum != NULL || p->maximum != NULL) {
            return fail(why, "has both choices and a range");
        }
        return choices_are_good(p->choices, why);
    }
    *at = "minimum";
    if (p->minimum != NULL && !read_limit(&limit, "minimum", p->minimum, why)) {
        return false;
    }
    *at = "maximum";
    if (p->maximum != NULL && !read_limit(&limit, "maximum", p->maximum, why)) {
        return false;
    }
    char less[QUIRE_PARAMETER_WHY];
    if (p->minimum != NULL && p->maximum != NULL &&
        !within(p->maximum, "minimum", p->minimum, 1, less)) {
        return fail(why, "maximum = %s", less);
    }
    *at = "step";
    return step_fits(p, step, why);
}

bool
quire_parameter_allows(const struct quire_parameter *p, const char *text, const char **at,
                       char why[QUIRE_PARAMETER_WHY])
{
    char excerpt[2][QUIRE_EXCERPT_SIZE];
    *at = "choices";
    if (p->choices != NULL && !is_chosen(p->choices, text)) {
        return fail(why, "'%s' must be one of %s", quire_excerpt(excerpt[0], text),
                    quire_excerpt(excerpt[1], p->choices));
    }
    *at = "minimum";
    if (p->minimum != NULL && !within(text, "minimum", p->minimum, 1, why)) {
        return false;
    }
    *at = "maximum";
    if (p->maximum != NULL && !within(text, "maximum", p->maximum, -1, why)) {
        return false;
    }
    *at = "tolerance";
    if (p->tolerance != NULL && !within(text, "tolerance", p->tolerance, 0, why)) {
        return false;
    }
    *at = "step";
    return p->step == NULL || within(text, "step", p->step, 0, why);
}

quire_status
quire_parameter_check(const struct quire_parameter *p, const char *text,
                      const struct quire_object *giver, quire_diag *diag)
{
    char why[QUIRE_PARAMETER_WHY];
    const char *at;
    if (quire_parameter_allows(p, text, &at, why)) {
        return QUIRE_OK;
    }
    return quire_object_error(giver, diag, "E-RANGE", NULL,
                              "parameter '%s': %s, as the model says at line %d", p->name, why,
                              p->place.line);
}

const char *
quire_parameter_unit(const char *text)
{
    struct quire_quantity q;
    const char *end;
    char error[200];
    double number;
    if (!quire_quantity_read(&q, text, error, sizeof error)) {
        return "";
    }
    quire_number_read(&number, text, 0, &end);
    return end + strspn(end, " ");
}
