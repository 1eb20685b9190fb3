/* Noise: its distributions, and what goes together. */
#include <math.h>
#include <string.h>

#include "design/params.h"
#include "model/parameter.h"
#include "model/problem.h"
#include "probability/families.h"
#include "study/parts.h"
#include "text/suggest.h"

/* probability of a draw outside the parameter's range: the largest studies lose some runs of
 * millions */
#define NEGLIGIBLE  1e-6
#define SAME_SHARE  1e-9 /* rounding of weights */
#define LEVELS_TOLD 8
#define OUTER_MOST  10000 /* points of an outer array that are held against the range beforehand */

/* ---- distributions ---- */

static quire_status
read_weights(struct quire_study *study, struct quire_study_own *v, const char *weights,
             quire_diag *diag)
{
    const size_t n = v->seen->n_level;
    const char *const *text = NULL;
    double *share = quire_arena_get(study->arena, n, sizeof *share), total = 0.0, first = 1.0;
    v->alike = true;
    if (share == NULL) {
        return quire_diag_memory_error(diag);
    }
    const size_t n_weight = weights != NULL ? quire_study_split(study->arena, v->object, "weights",
                                                                weights, &text, diag)
                                            : n;
    if (n_weight != n) {
        return n_weight == 0
                   ? QUIRE_ERROR_INPUT
                   : quire_object_error(v->object, diag, "E-MODEL", NULL,
                                        "there are %zu weights for %zu levels", n_weight, n);
    }
    for (size_t i = 0; i < n; i++) {
        struct quire_quantity q = {.value = 1.0};
        char error[200];
        if (text != NULL &&
            (!quire_quantity_read(&q, text[i], error, sizeof error) ||
             !quire_dimension_fits(q.dimension, (struct quire_dimension){0}) || !(q.value > 0))) {
            return quire_object_error(v->object, diag, "E-NUMBER", NULL,
                                      "weight '%s' must be a number greater than 0", text[i]);
        }
        total += q.value;
        share[i] = total;
        first = i == 0 ? q.value : first;
        v->alike = v->alike && q.value == first;
    }
    for (size_t i = 0; i < n; i++) {
        share[i] /= total;
    }
    v->share = share;
    return isfinite(total)
               ? QUIRE_OK
               : quire_object_error(v->object, diag, "E-NUMBER", NULL, "the weights are too large");
}

static bool
read_argument(struct quire_study_own *v, const char *text, int i, quire_diag *diag)
{
    const struct quire_distribution_family *family = v->distribution.family;
    struct quire_quantity q;
    char error[200];
    double *out = &v->distribution.parameter[i], number;
    if ((family->measured >> i & 1U) != 0) {
        if (!quire_study_read_value(v, family->parameter[i], text, &number, diag)) {
            return false;
        }
        quire_quantity_read(&q, text, error, sizeof error);
        *out = q.value;
        return true;
    }
    if (!quire_quantity_read(&q, text, error, sizeof error) ||
        !quire_dimension_fits(q.dimension, (struct quire_dimension){0})) {
        char excerpt[QUIRE_EXCERPT_SIZE];
        quire_object_error(v->object, diag, "E-NUMBER", NULL, "%s = '%s' must be a plain number",
                           family->parameter[i], quire_excerpt(excerpt, text));
        return false;
    }
    *out = q.value;
    return true;
}

quire_status
quire_study_read_noise(struct quire_study *study, size_t i, quire_diag *diag)
{
    /* probability below -1 of a standard normal number */
    static const double deviation = 0.15865525393145705;
    struct quire_study_own *v = &study->own[i];
    const struct quire_noise_params *p = v->object->params;
    char excerpt[QUIRE_EXCERPT_SIZE];
    quire_status status = QUIRE_OK;
    v->distribution.family = quire_distribution_find(v->object->kind->variant);
    if (v->distribution.family == NULL) { /* discrete */
        status = quire_study_read_levels(study, v, p->argument[0], diag);
        return status == QUIRE_OK ? read_weights(study, v, p->argument[1], diag) : status;
    }
    if (v->seen->words) {
        return quire_object_error(v->object, diag, "E-UNIT",
                                  "words scatter with distribution=\"discrete\"",
                                  "parameter '%s' = '%s' is no quantity", v->seen->name,
                                  quire_excerpt(excerpt, v->nominal));
    }
    for (int k = 0;
         k < QUIRE_DISTRIBUTION_PARAMETERS && v->distribution.family->parameter[k] != NULL; k++) {
        if (!read_argument(v, p->argument[k], k, diag)) {
            status = QUIRE_ERROR_INPUT;
        }
    }
    if (status == QUIRE_OK && !quire_distribution_valid(v->distribution)) {
        status = quire_object_error(v->object, diag, "E-RANGE", NULL, "%s",
                                    v->distribution.family->refusal);
    }
    if (status == QUIRE_OK) {
        v->seen->low = quire_quantile(v->distribution, deviation);
        v->seen->high = quire_upper_quantile(v->distribution, deviation);
    }
    return status;
}

/* ---- ranges of the model ---- */

/* a limit of the parameter, which was read before; NaN if there is none */
static double
limit_of(const char *text)
{
    struct quire_quantity q = {.value = (double)NAN};
    char error[200];
    return text != NULL && quire_quantity_read(&q, text, error, sizeof error) ? q.value
                                                                              : (double)NAN;
}

/* draws that the model would refuse, one by one while the study runs */
static quire_status
check_draws(const struct quire_study *study, const struct quire_study_own *v,
            const struct quire_parameter *p, quire_diag *diag)
{
    const double low = limit_of(p->minimum), high = limit_of(p->maximum);
    const double below = isnan(low) ? 0.0 : quire_below(v->distribution, low),
                 above = isnan(high) ? 0.0 : quire_above(v->distribution, high);
    if (below + above <= NEGLIGIBLE) {
        return QUIRE_OK;
    }
    const char *cut = v->distribution.family == &quire_distribution_normal
                          ? "distribution=\"truncated-normal\" with low and high leaves them out"
                          : NULL;
    return quire_object_error(
        v->object, diag, "E-RANGE", cut,
        "parameter '%s': a draw is outside its range (%s%s%s%s%s), as the model says at line %d, "
        "with a probability of %.2g: of %llu runs about %.2g would be refused",
        p->name, p->minimum != NULL ? "at least " : "", p->minimum != NULL ? p->minimum : "",
        p->minimum != NULL && p->maximum != NULL ? ", " : "", p->maximum != NULL ? "at most " : "",
        p->maximum != NULL ? p->maximum : "", p->place.line, below + above,
        (unsigned long long)study->runs, (below + above) * (double)study->runs);
}

/* values that an outer array sets on purpose */
static quire_status
check_outer(const struct quire_study *study, size_t i, const struct quire_parameter *p,
            quire_diag *diag)
{
    const uint64_t n = study->outer_points < OUTER_MOST ? study->outer_points : OUTER_MOST;
    struct quire_study_run run = {0};
    quire_status status = QUIRE_OK;
    for (uint64_t point = 0; point < n && status == QUIRE_OK; point++) {
        status = quire_study_run(study, point * study->replicates, &run);
        status = status == QUIRE_OK
                     ? quire_parameter_check(p, run.value[i].text, study->own[i].object, diag)
                     : quire_diag_memory_error(diag);
    }
    quire_study_run_clear(&run);
    return status;
}

/* ---- weights ---- */

/* how many points of the outer array have which level of a noise; *other becomes a point that has
 * another value, if any has */
static void
count_levels(const struct quire_study *study, size_t i, struct quire_design_value *value,
             uint64_t *count, uint64_t *other)
{
    const struct quire_design_plan *outer = &study->outer;
    for (uint64_t point = 0; point < outer->points; point++) {
        struct quire_study_value found;
        char text[QUIRE_STUDY_TEXT_SIZE];
        outer->ops->point(outer, point, value);
        quire_study_set(&study->own[i], &value[i - study->n_factor], &found, text);
        if (found.level >= 0) {
            count[found.level]++;
        } else {
            *other = point;
        }
    }
}

/* "plain-80 in 2, card-300 in 2" */
static void
list_counts(struct quire_text *out, const struct quire_study_variable *v, const uint64_t *count)
{
    for (size_t l = 0; l < v->n_level && l < LEVELS_TOLD; l++) {
        quire_text_format(out, "%s%s in %llu", l > 0 ? ", " : "", v->level[l],
                          (unsigned long long)count[l]);
    }
    quire_text_add(out, v->n_level > LEVELS_TOLD ? ", ..." : "");
}

static quire_status
refuse_counts(const struct quire_study *study, size_t i, const uint64_t *count, quire_diag *diag)
{
    const struct quire_study_own *v = &study->own[i];
    const char *weights = ((const struct quire_noise_params *)v->object->params)->argument[1];
    struct quire_text list = {0};
    list_counts(&list, v->seen, count);
    const quire_status status =
        list.failed
            ? quire_diag_memory_error(diag)
            : quire_object_error(v->object, diag, "E-MODEL",
                                 "a latin-hypercube, sobol or saltelli design of=\"noise\" keeps "
                                 "weights, and so do replicates without an outer "
                                 "array; or give these numbers as weights",
                                 "%s%s%s but the outer %s array at line %d, of %llu points, has %s",
                                 weights != NULL ? "weights = '" : "",
                                 weights != NULL ? weights
                                                 : "without weights all levels are equally likely,",
                                 weights != NULL ? "'," : "", study->outer_object->kind->variant,
                                 study->outer_object->place.line,
                                 (unsigned long long)study->outer.points, list.data);
    quire_text_clear(&list);
    return status;
}

/* an outer array that does not draw its points is the noise's distribution: each level must be in
 * as many points as its weight says */
static quire_status
check_weights(const struct quire_study *study, size_t i, quire_diag *diag)
{
    const struct quire_study_own *v = &study->own[i];
    const size_t n = v->seen->n_level;
    if (study->outer.samples || study->outer.ops->layout == QUIRE_LAYOUT_MORRIS) {
        /* these turn shares into levels; a Morris grid is looked at where it is made */
        return QUIRE_OK;
    }
    struct quire_design_value *value = quire_arena_get(study->arena, study->n_noise, sizeof *value);
    uint64_t *count = quire_arena_get(study->arena, n, sizeof *count), other = UINT64_MAX;
    if (value == NULL || count == NULL) {
        return quire_diag_memory_error(diag);
    }
    count_levels(study, i, value, count, &other);
    if (other != UINT64_MAX) {
        const struct quire_place place =
            study->outer.ops->place != NULL
                ? study->outer.ops->place(&study->outer, other, i - study->n_factor)
                : v->object->place;
        return quire_diag_error(
            diag, "E-MODEL", place, NULL, "add it to the levels",
            "the outer array gives noise '%s' a value that is none of its levels", v->seen->name);
    }
    for (size_t l = 0; l < n; l++) {
        const double wanted = v->share[l] - (l > 0 ? v->share[l - 1] : 0.0);
        if (fabs((double)count[l] / (double)study->outer.points - wanted) > SAME_SHARE) {
            return refuse_counts(study, i, count, diag);
        }
    }
    return QUIRE_OK;
}

quire_status
quire_study_check_noise(const struct quire_study *study, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    for (size_t i = study->n_factor; i < study->n_factor + study->n_noise; i++) {
        const struct quire_study_own *v = &study->own[i];
        const struct quire_parameter *p = quire_study_parameter(study, v);
        if (v->distribution.family != NULL && (p->minimum != NULL || p->maximum != NULL)) {
            const quire_status one = study->outer_object != NULL ? check_outer(study, i, p, diag)
                                                                 : check_draws(study, v, p, diag);
            status = quire_status_first(status, one);
        }
        if (v->distribution.family == NULL && study->outer_object != NULL) {
            status = quire_status_first(status, check_weights(study, i, diag));
        }
    }
    return status;
}

/* ---- correlations ---- */

static bool
find_noise(const struct quire_study *study, const struct quire_object *self, const char *name,
           size_t *out, quire_diag *diag)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_suggest s = quire_suggest_begin(name);
    for (size_t i = 0; i < study->n_noise; i++) {
        const char *other = study->variable[study->n_factor + i].name;
        if (strcmp(other, name) == 0) {
            *out = i;
            return true;
        }
        quire_suggest_offer(&s, other);
    }
    quire_object_error(self, diag, "E-REFERENCE", quire_suggest_hint(&s, hint, sizeof hint),
                       "there is no noise of a parameter '%s'", quire_excerpt(excerpt, name));
    return false;
}

static quire_status
read_correlation(struct quire_study *study, const struct quire_object *self, double *matrix,
                 quire_diag *diag)
{
    const struct quire_correlation_params *p = self->params;
    const size_t n = study->n_noise;
    const char *const *name;
    size_t a, b;
    const size_t n_name = quire_study_split(study->arena, self, "between", p->between, &name, diag);
    if (n_name != 2) {
        return n_name == 0
                   ? QUIRE_ERROR_INPUT
                   : quire_object_error(self, diag, "E-MODEL", NULL,
                                        "a correlation is between two parameters, not %zu", n_name);
    }
    if (!find_noise(study, self, name[0], &a, diag) ||
        !find_noise(study, self, name[1], &b, diag)) {
        return QUIRE_ERROR_INPUT;
    }
    if (a == b || matrix[a * n + b] != 0) {
        return quire_object_error(self, diag, "E-DUPLICATE", NULL,
                                  a == b ? "a parameter's correlation with itself is 1"
                                         : "the correlation of the two is given twice");
    }
    matrix[a * n + b] = matrix[b * n + a] = p->value;
    return QUIRE_OK;
}

/* lower factor in place; false if the matrix is not positive semidefinite */
static bool
factor(double *m, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        double pivot = m[j * n + j];
        for (size_t k = 0; k < j; k++) {
            pivot -= m[j * n + k] * m[j * n + k];
        }
        if (pivot < -1e-12) { /* rounding of sums of at most n squares below 1 */
            return false;
        }
        m[j * n + j] = pivot > 1e-12 ? sqrt(pivot) : 0.0;
        for (size_t i = j + 1; i < n; i++) {
            double sum = m[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= m[i * n + k] * m[j * n + k];
            }
            if (m[j * n + j] == 0.0 && fabs(sum) > 1e-9) {
                return false;
            }
            m[i * n + j] = m[j * n + j] > 0.0 ? sum / m[j * n + j] : 0.0;
        }
    }
    return true;
}

quire_status
quire_study_read_correlations(struct quire_study *study, quire_diag *diag)
{
    const size_t n = study->n_noise;
    const struct quire_object *self, *last = NULL;
    quire_status status = QUIRE_OK;
    double *matrix = NULL;
    for (size_t i = 0;
         (self = quire_object_next_of(study->file->root, &quire_kind_correlation, &i)) != NULL;
         last = self) {
        matrix = matrix != NULL ? matrix : quire_arena_get(study->arena, n * n + 1, sizeof *matrix);
        if (matrix == NULL) {
            return quire_diag_memory_error(diag);
        }
        const quire_status one = read_correlation(study, self, matrix, diag);
        status = one != QUIRE_OK ? one : status;
    }
    if (matrix == NULL || status != QUIRE_OK) {
        return status;
    }
    if (study->outer_object != NULL) {
        return quire_object_error(
            last, diag, "E-MODEL", NULL,
            "an outer array sets the noise on purpose, so that it cannot be correlated");
    }
    for (size_t i = 0; i < n; i++) {
        matrix[i * n + i] = 1.0;
    }
    if (!factor(matrix, n)) {
        return quire_object_error(
            last, diag, "E-MODEL", "make them smaller",
            "no noise can have these correlations at the same time: their matrix is not positive");
    }
    study->cholesky = matrix;
    return QUIRE_OK;
}
