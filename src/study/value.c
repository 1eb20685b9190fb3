/* Values of factors and noise, and their texts. The text is the value: its number in SI is what the
 * text comes to. */
#include <math.h>
#include <string.h>

#include "math/detmath.h"
#include "model/problem.h"
#include "probability/families.h"
#include "study/parts.h"

/* ---- numbers with units ---- */

const char *
quire_study_unit_of(const char *text)
{
    double number;
    const char *end;
    quire_number_read(&number, text, 0, &end);
    return end + strspn(end, " ");
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
    if (strcmp(quire_study_unit_of(text), v->seen->unit) == 0) {
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

void
quire_study_set_number(const struct quire_study_own *v, double number, int digits,
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
    quire_study_set_number(v, si / v->unit, QUIRE_STUDY_DIGITS, value, text);
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
        quire_study_set_number(v, between(v, from->coded),
                               fabs(from->coded) == 1.0 ? 17 : QUIRE_STUDY_DIGITS, value, text);
        break;
    case QUIRE_DESIGN_LEVEL: quire_study_set_level(v, (size_t)from->level, value, text); break;
    case QUIRE_DESIGN_NOMINAL:
    case QUIRE_DESIGN_TEXT: {
        const char *given = from->sort == QUIRE_DESIGN_TEXT ? from->text : v->nominal;
        if (v->seen->words) {
            set_word(v, given, value, text);
        } else if (quire_study_read_value(v, "", given, &number, NULL)) {
            quire_study_set_number(
                v, number,
                strcmp(quire_study_unit_of(given), v->seen->unit) == 0 ? 17 : QUIRE_STUDY_DIGITS,
                value, text);
        }
        break;
    }
    }
}

bool
quire_study_set_known(const struct quire_study_own *v, const struct quire_study_known *known,
                      struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE])
{
    if (v->seen->words) {
        set_word(v, known->word, value, text);
        return true;
    }
    if (!isfinite(known->number)) {
        return false;
    }
    quire_study_set_number(v, known->number, 17, value, text);
    if (value->level >= 0) { /* which may have been written with other digits */
        quire_study_set_level(v, (size_t)value->level, value, text);
    }
    return true;
}

void
quire_study_set_tails(const struct quire_study_own *v, double below, double above, double z,
                      struct quire_study_value *value, char text[QUIRE_STUDY_TEXT_SIZE])
{
    const struct quire_distribution *d = &v->distribution;
    if (d->family == NULL) {
        size_t level = 0;
        while (level + 1 < v->seen->n_level && below >= v->share[level]) {
            level++;
        }
        quire_study_set_level(v, level, value, text);
    } else if (d->family == &quire_distribution_normal) {
        /* without the detour over probabilities */
        quire_study_set_si(v, d->parameter[0] + d->parameter[1] * z, value, text);
    } else {
        quire_study_set_si(v, d->family->quantile(d->parameter, below, above), value, text);
    }
}
