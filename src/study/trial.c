/* The study against its model: what it names must be there, and every level must make a model that
 * can be read. */
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "design/params.h"
#include "model/parameter.h"
#include "model/problem.h"
#include "run/figure_names.h"
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

static quire_status
try_value(struct quire_prepared *model, const struct quire_study_own *v, const char *text,
          quire_diag *diag)
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
    if (status != QUIRE_OK) {
        status =
            quire_object_error(v->object, diag, status == QUIRE_ERROR_INPUT ? "E-RANGE" : "E-LIMIT",
                               NULL, "with %s = %s the model is refused: %s", v->seen->name,
                               quire_excerpt(excerpt, text), why);
    }
    quire_diag_destroy(found);
    return status;
}

static quire_status
try_variable(struct quire_prepared *model, const struct quire_study_own *v, size_t *left,
             quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    struct quire_study_value value;
    char text[QUIRE_STUDY_TEXT_SIZE];
    for (size_t i = 0; i<v->seen->n_level && * left> 0; i++, (*left)--) {
        const quire_status one = try_value(model, v, v->seen->level[i], diag);
        status = one != QUIRE_OK ? one : status;
    }
    for (int end = -1; end <= 1 && !isnan(v->first) && *left > 0; end += 2, (*left)--) {
        const struct quire_design_value at = {.sort = QUIRE_DESIGN_CODED, .coded = end};
        quire_study_set(v, &at, &value, text);
        const quire_status one = try_value(model, v, text, diag);
        status = one != QUIRE_OK ? one : status;
    }
    if (v->distribution.family != NULL && *left > 0) {
        quire_study_set_tails(v, 0.5, 0.5, 0.0, &value, text);
        status = quire_status_first(status, try_value(model, v, text, diag));
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
    for (size_t i = 0; i < study->n_factor + study->n_noise; i++) {
        const struct quire_study_own *v = &study->own[i];
        const quire_status limits = check_limits(study, v, diag),
                           one = limits == QUIRE_OK ? try_variable(model, v, &left, diag) : limits;
        status = one != QUIRE_OK ? one : status;
    }
    quire_prepared_destroy(model);
    return status;
}

#define TERMS_MOST 300 /* of a model */

/* ---- responses ---- */

/* names that figures begin with besides those of objects and checks (summary/summary_figures.c,
 * trace/series.c) */
static const char *const common_names[] = {"jam", "energy", "solver", "run", "time", "equilibrium"};

struct search {
    const char *name; /* first part of a figure's name */
    size_t length;
    struct quire_suggest suggest;
    bool found;
};

static void
offer(struct search *s, const char *name)
{
    if (name != NULL) {
        s->found = s->found || (strlen(name) == s->length && memcmp(name, s->name, s->length) == 0);
        quire_suggest_offer(&s->suggest, name);
    }
}

/* any named object, and what stands inside it */
static void
offer_objects(struct search *s, const struct quire_object *object)
{
    offer(s, object->name);
    for (size_t i = 0; i < object->n_child; i++) {
        offer_objects(s, object->child[i]);
    }
}

static void
offer_all(struct search *s, const quire_model *model)
{
    offer_objects(s, model->root);
    for (size_t i = 0; i < sizeof common_names / sizeof common_names[0]; i++) {
        offer(s, common_names[i]);
    }
    for (size_t i = 0; i < model->catalog->n; i++) {
        if (model->catalog->kind[i]->family == &quire_family_check) {
            offer(s, model->catalog->kind[i]->variant);
        }
    }
}

/* whether any run of the model as it stands has a figure of that name, whose first part is right */
static quire_status
check_ending(const struct quire_study *study, const struct quire_object *self, const char *from,
             size_t first, quire_diag *diag)
{
    struct quire_figures possible;
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    bool known;
    struct quire_suggest s = quire_suggest_begin(from);
    quire_status status = quire_possible_figures(study->model, from, &possible, &known);
    if (status != QUIRE_OK) {
        status = quire_diag_memory_error(diag);
    } else if (known && quire_figures_find(&possible, from) == NULL) {
        for (size_t i = 0; i < possible.n; i++) {
            if (strncmp(possible.at[i].name, from, first + 1) == 0) {
                quire_suggest_offer(&s, possible.at[i].name);
            }
        }
        status = quire_object_error(
            self, diag, "E-REFERENCE", quire_suggest_hint(&s, hint, sizeof hint),
            "from = '%s': no run of the model has such a figure", quire_excerpt(excerpt, from));
    }
    quire_figures_clear(&possible);
    return status;
}

static quire_status
check_figure(const struct quire_study *study, const struct quire_object *self, quire_diag *diag)
{
    const struct quire_response_params *p = self->params;
    const size_t length = strcspn(p->from, ".");
    char first[QUIRE_NAME_LIMIT + 1], hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    if (length == 0 || length > QUIRE_NAME_LIMIT || p->from[length] == '\0' ||
        p->from[strlen(p->from) - 1] == '.') {
        return quire_object_error(self, diag, "E-NAME", "such as s1.lead.time",
                                  "from = '%s' is no dotted name of a figure",
                                  quire_excerpt(excerpt, p->from));
    }
    quire_number_format(first, sizeof first, "%.*s", (int)length, p->from);
    struct search s = {.name = p->from, .length = length, .suggest = quire_suggest_begin(first)};
    offer_all(&s, study->model);
    return s.found ? check_ending(study, self, p->from, length, diag)
                   : quire_object_error(self, diag, "E-REFERENCE",
                                        quire_suggest_hint(&s.suggest, hint, sizeof hint),
                                        "from = '%s': the model has nothing that is called '%s'",
                                        quire_excerpt(excerpt, p->from), first);
}

/* worst and best belong to a direction */
static quire_status
check_desirability(const struct quire_response_params *p, const struct quire_object *self,
                   const struct quire_study_response *r, quire_diag *diag)
{
    const bool smaller = r->better == QUIRE_STUDY_SMALLER;

    if ((p->worst != NULL || p->best != NULL) && r->better != QUIRE_STUDY_LARGER && !smaller) {
        return quire_object_error(
            self, diag, "E-MODEL",
            "where nominal is better, minimum and maximum are the worst values",
            "worst and best are for better=\"smaller\" and \"larger\"");
    }
    if (p->worst != NULL && p->best != NULL &&
        !(smaller ? r->best < r->worst : r->best > r->worst)) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "best = '%s' is not better than worst = '%s', as %s values are",
                                  p->best, p->worst, smaller ? "smaller" : "larger");
    }
    return QUIRE_OK;
}

/* target and limits: quantities of one dimension, whatever the figure's is */
static quire_status
read_limits(struct quire_response_params *p, const struct quire_object *self,
            struct quire_study_response *out, quire_diag *diag)
{
    static const char *const names[] = {"target", "minimum", "maximum", "worst", "best"};
    const char *const text[] = {p->target, p->minimum, p->maximum, p->worst, p->best};
    double *const value[] = {&out->target, &out->minimum, &out->maximum, &out->worst, &out->best};
    struct quire_dimension dimension = {0};
    bool any = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct quire_quantity q;
        char error[200];
        *value[i] = (double)NAN;
        if (text[i] == NULL) {
            continue;
        }
        if (!quire_quantity_read(&q, text[i], error, sizeof error)) {
            return quire_object_error(self, diag, "E-NUMBER", NULL, "%s: %s", names[i], error);
        }
        if (any && !quire_dimension_fits(q.dimension, dimension)) {
            return quire_object_error(self, diag, "E-UNIT", NULL,
                                      "%s = '%s' is measured in another way than the one before",
                                      names[i], text[i]);
        }
        any = true;
        dimension = q.dimension;
        *value[i] = q.value;
    }
    if (out->better == QUIRE_STUDY_NOMINAL && isnan(out->target)) {
        return quire_object_error(self, diag, "E-MISSING", NULL,
                                  "attribute 'target' is missing: the nominal value that is best");
    }
    if (out->minimum > out->maximum) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "minimum = '%s' is greater than maximum = '%s'", p->minimum,
                                  p->maximum);
    }
    return check_desirability(p, self, out, diag);
}

static long
find_variable(void *user, const char *name, size_t length)
{
    const struct quire_study *study = user;

    for (size_t i = 0; i < study->n_factor + study->n_noise; i++) {
        const char *own = study->variable[i].name;
        if (strlen(own) == length && memcmp(own, name, length) == 0) {
            return (long)i;
        }
    }
    return -1;
}

static quire_status
read_terms(struct quire_study *study, const struct quire_object *self,
           struct quire_study_response *out, quire_diag *diag)
{
    const struct quire_response_params *p = self->params;
    struct quire_term *term = quire_arena_get(study->arena, TERMS_MOST, sizeof *term);
    const char *error;
    size_t at, length;

    if (term == NULL) {
        return quire_diag_memory_error(diag);
    }
    out->term = term;
    out->n_term = quire_analysis_read_terms(term, TERMS_MOST, p->terms, find_variable, study,
                                            &error, &at, &length);
    return out->n_term > 0 ? QUIRE_OK
                           : quire_object_error(self, diag, "E-FORMULA", NULL,
                                                "terms: '%.*s' at character %zu: %s", (int)length,
                                                p->terms + at, at + 1, error);
}

quire_status
quire_study_read_responses(struct quire_study *study, quire_diag *diag)
{
    const struct quire_object *root = study->file->root, *self;
    quire_status status = QUIRE_OK;
    study->response = quire_arena_get(study->arena, root->n_child, sizeof *study->response);
    if (study->response == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; (self = quire_object_next_of(root, &quire_kind_response, &i)) != NULL;) {
        struct quire_response_params *p = self->params;
        struct quire_study_response *out = &study->response[study->n_response++];
        *out = (struct quire_study_response){.name = p->name,
                                             .from = p->from,
                                             .better = (enum quire_study_better)(p->better + 1),
                                             .importance = p->importance,
                                             .shape = p->shape,
                                             .transform = p->transform,
                                             .select = p->select == 1};
        const quire_status figure = check_figure(study, self, diag),
                           limits = read_limits(p, self, out, diag);
        const quire_status terms = p->terms != NULL ? read_terms(study, self, out, diag) : QUIRE_OK;
        status = figure != QUIRE_OK   ? figure
                 : limits != QUIRE_OK ? limits
                 : terms != QUIRE_OK  ? terms
                                      : status;
    }
    return status;
}
