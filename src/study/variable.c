/* Variables as the study file has them: of which parameter, in which unit, over which range. */
#include <math.h>
#include <string.h>

#include "model/problem.h"
#include "study/parts.h"

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
    v->seen->nominal = v->seen->words ? (double)NAN : q.value;
    v->dimension = v->seen->words ? (struct quire_dimension){0} : q.dimension;
    v->unit = 1.0;
    v->seen->unit = "";
    if (!v->seen->words) {
        const char *from = quire_quantity_read(&q, start, error, sizeof error) &&
                                   quire_dimension_fits(q.dimension, v->dimension)
                               ? start
                               : v->nominal;
        v->seen->unit = quire_arena_copy(study->arena, quire_study_unit_of(from));
        if (v->seen->unit == NULL) {
            return false;
        }
        v->unit = worth(v->seen->unit);
    }
    return true;
}

#define NARROW 1e-6 /* of its values: a range in which rounding counts */

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
    if (v->last - v->first < NARROW * fmax(fabs(v->first), fabs(v->last))) {
        quire_object_warning(v->object, diag, "W-UNUSUAL", "check both ends",
                             "from low = '%s' to high = '%s' it changes by less than a millionth",
                             p->low, p->high);
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
    quire_study_set_number(v, v->first, 17, &value, text);
    const double low = value.si;
    quire_study_set_number(v, v->last, 17, &value, text);
    v->seen->low = low, v->seen->high = value.si;
    v->seen->step = v->step * v->unit;
    return QUIRE_OK;
}

quire_status
quire_study_read_variable(struct quire_study *study, size_t i, quire_diag *diag)
{
    struct quire_study_own *v = &study->own[i];
    if (v->seen->role == QUIRE_STUDY_NOISE) {
        const struct quire_noise_params *p = v->object->params;
        v->seen->cost = p->cost;
        v->seen->cost_exponent = p->cost_exponent;
        if (!take_nominal(study, v, p->argument[0])) {
            return quire_diag_memory_error(diag);
        }
        if (v->seen->words && !isnan(p->cost)) {
            return quire_object_error(v->object, diag, "E-MODEL", "leave cost out",
                                      "parameter '%s' is no quantity and has no tolerance",
                                      v->seen->name);
        }
        return quire_study_read_noise(study, i, diag);
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
