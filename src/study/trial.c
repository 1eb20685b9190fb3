/* The study against its model: what it names must be there, and every level must make a model that
 * can be read. */
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "design/params.h"
#include "model/parameter.h"
#include "model/problem.h"
#include "study/parts.h"
#include "text/suggest.h"
#include "xml/read/prepared.h"

/* values tried, of all variables together: a reading of a model takes half a millisecond */
#define TRIAL_MOST 400

/* ---- parameters ---- */

static quire_status
check_parameter(const struct quire_study *study, size_t i, quire_diag *diag)
{
    const char *name = study->variable[i].name;
    const struct quire_object *self = study->own[i].object;
    char hint[200];
    struct quire_suggest s = quire_suggest_begin(name);
    for (size_t j = 0; j < i; j++) {
        if (strcmp(study->variable[j].name, name) == 0) {
            return quire_object_error(self, diag, "E-DUPLICATE", NULL,
                                      "parameter '%s' is varied already at line %d", name,
                                      study->own[j].object->place.line);
        }
    }
    for (size_t j = 0; j < study->model->n_parameter; j++) {
        if (strcmp(study->model->parameter[j].name, name) == 0) {
            return QUIRE_OK;
        }
        quire_suggest_offer(&s, study->model->parameter[j].name);
    }
    const char *near = quire_suggest_hint(&s, hint, sizeof hint);
    return quire_object_error(
        self, diag, "E-PARAMETER",
        near == NULL && study->model->n_parameter == 0 ? "the model has no parameters" : near,
        "model '%s' has no parameter '%s'", study->params->model, name);
}

quire_status
quire_study_check_parameters(struct quire_study *study, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < study->n_factor + study->n_noise; i++) {
        const quire_status one = check_parameter(study, i, diag);
        status = one != QUIRE_OK ? one : status;
    }
    return status;
}

/* what the model says of the parameter, for all values that are known beforehand: levels, the ends
 * of a range, of noise its middle and the ends that it is given */
static quire_status
check_limits(const struct quire_study *study, const struct quire_study_own *v, quire_diag *diag)
{
    const struct quire_parameter *p = quire_study_parameter(study, v);
    struct quire_study_value value;
    char text[QUIRE_STUDY_TEXT_SIZE];
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < v->seen->n_level && status == QUIRE_OK; i++) {
        status = quire_parameter_check(p, v->seen->level[i], v->object, diag);
    }
    for (int end = -1; end <= 1 && status == QUIRE_OK && !isnan(v->first); end += 2) {
        quire_study_set(v, &(struct quire_design_value){.sort = QUIRE_DESIGN_CODED, .coded = end},
                        &value, text);
        status = quire_parameter_check(p, text, v->object, diag);
    }
    if (status == QUIRE_OK && v->distribution.family != NULL) {
        quire_study_set_si(v, quire_quantile(v->distribution, 0.5), &value, text);
        status = quire_parameter_check(p, text, v->object, diag);
    }
    const struct quire_distribution_family *family = v->distribution.family;
    for (int i = 0; status == QUIRE_OK && family != NULL && i < QUIRE_DISTRIBUTION_PARAMETERS &&
                    family->parameter[i] != NULL;
         i++) {
        if ((family->ends >> i & 1U) != 0) {
            status = quire_parameter_check(
                p, ((const struct quire_noise_params *)v->object->params)->argument[i], v->object,
                diag);
        }
    }
    return status;
}

/* ---- levels ---- */

/* the first warning of an unusual value beyond `n` of them; SIZE_MAX: there are no more */
static size_t
unusual_beyond(const quire_diag *found, size_t n)
{
    for (size_t i = 0; i < quire_diag_count(found); i++) {
        if (strcmp(quire_diag_get(found, i)->code, "W-UNUSUAL") == 0 && n-- == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* unusual values of the model as it is */
static size_t
count_unusual(struct quire_prepared *model, quire_diag *diag)
{
    const quire_model *tried;
    quire_diag *found = quire_diag_create();
    size_t n = 0;

    if (found == NULL) {
        quire_diag_memory_error(diag);
        return 0;
    }
    quire_prepared_read(&tried, model, NULL, 0, found);
    while (unusual_beyond(found, n) != SIZE_MAX) {
        n++;
    }
    quire_diag_destroy(found);
    return n;
}

/* `usual`: warnings of unusual values that the model has without the setting */
static quire_status
try_value(struct quire_prepared *model, const struct quire_study_own *v, const char *text,
          size_t usual, quire_diag *diag)
{
    const quire_setting setting = {v->seen->name, text};
    const quire_model *tried;
    quire_diag *found = quire_diag_create();
    char why[400] = "", excerpt[QUIRE_EXCERPT_SIZE];
    if (found == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = quire_prepared_read(&tried, model, &setting, 1, found);
    for (size_t i = 0; i < quire_diag_count(found) && why[0] == '\0'; i++) {
        if (quire_diag_get(found, i)->severity == QUIRE_ERROR) {
            quire_diag_format(found, i, why, sizeof why);
        }
    }
    const size_t odd = status == QUIRE_OK ? unusual_beyond(found, usual) : SIZE_MAX;
    if (odd != SIZE_MAX) {
        quire_diag_format(found, odd, why, sizeof why);
        quire_object_warning(v->object, diag, "W-UNUSUAL", NULL, "with %s = %s: %s", v->seen->name,
                             quire_excerpt(excerpt, text), why);
    }
    if (status != QUIRE_OK && quire_diag_is_starved(found)) {
        status = quire_diag_memory_error(diag);
    } else if (status != QUIRE_OK) {
        status =
            quire_object_error(v->object, diag, status == QUIRE_ERROR_INPUT ? "E-RANGE" : "E-LIMIT",
                               NULL, "with %s = %s the model is refused: %s", v->seen->name,
                               quire_excerpt(excerpt, text), why);
    }
    quire_diag_destroy(found);
    return status;
}

static quire_status
try_variable(struct quire_prepared *model, const struct quire_study_own *v, size_t usual,
             size_t *left, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    struct quire_study_value value;
    char text[QUIRE_STUDY_TEXT_SIZE];
    for (size_t i = 0; i<v->seen->n_level && * left> 0; i++, (*left)--) {
        const quire_status one = try_value(model, v, v->seen->level[i], usual, diag);
        status = one != QUIRE_OK ? one : status;
    }
    for (int end = -1; end <= 1 && !isnan(v->first) && *left > 0; end += 2, (*left)--) {
        const struct quire_design_value at = {.sort = QUIRE_DESIGN_CODED, .coded = end};
        quire_study_set(v, &at, &value, text);
        const quire_status one = try_value(model, v, text, usual, diag);
        status = one != QUIRE_OK ? one : status;
    }
    if (v->distribution.family != NULL && *left > 0) {
        quire_study_set_tails(v, 0.5, 0.5, 0.0, &value, text);
        status = quire_status_first(status, try_value(model, v, text, usual, diag));
        (*left)--;
    }
    return status;
}

quire_status
quire_study_try_levels(struct quire_study *study, quire_diag *diag)
{
    size_t left = TRIAL_MOST;
    struct quire_prepared *model;
    quire_status status = quire_prepared_create(&model, study->model, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const size_t usual = count_unusual(model, diag);
    for (size_t i = 0; i < study->n_factor + study->n_noise; i++) {
        const struct quire_study_own *v = &study->own[i];
        const quire_status limits = check_limits(study, v, diag),
                           one = limits == QUIRE_OK ? try_variable(model, v, usual, &left, diag)
                                                    : limits;
        status = one != QUIRE_OK ? one : status;
    }
    quire_prepared_destroy(model);
    return status;
}
