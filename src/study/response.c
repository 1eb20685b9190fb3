/* Responses: the figures that they are, or are made of, what is desired of them, their models. */
#include <math.h>
#include <string.h>

#include "design/params.h"
#include "kind/check.h"
#include "model/problem.h"
#include "run/figure_names.h"
#include "stat/regressors.h"
#include "study/parts.h"
#include "text/suggest.h"

#define FIGURES_MOST 32  /* of a formula */
#define TERMS_MOST   300 /* of a model */

#define VARIES "'%s' is in %s, as its check has a window of time and one of distance"

/* what the values of a response are measured in */
struct measured_in {
    bool known;
    struct quire_dimension dimension;
    bool varies; /* from run to run: QUIRE_CHECK_UNITS */
};

static bool
read_unit(const char *unit, struct quire_dimension *out)
{
    struct quire_unit u;
    struct quire_unit_error error;
    const bool good = quire_unit_parse(&u, strcmp(unit, "1") == 0 ? "" : unit, NULL, NULL, &error);

    if (good) {
        *out = u.dimension;
    }
    return good;
}

/* ---- figures ---- */

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
             size_t first, struct measured_in *in, quire_diag *diag)
{
    struct quire_figures possible;
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    const struct quire_figure *found = NULL;
    const char *named;
    bool known;
    struct quire_suggest s = quire_suggest_begin(from);
    quire_status status = quire_possible_figures(study->model, from, &possible, &known);
    if (status != QUIRE_OK) {
        status = quire_diag_memory_error(diag);
    } else if (known && (found = quire_figures_find(&possible, from)) == NULL &&
               (named = quire_figure_of_named_check(study->model, &possible, from)) != NULL) {
        quire_number_format(hint, sizeof hint, "write '%s'", named);
        status = quire_object_error(
            self, diag, "E-REFERENCE", hint,
            "from = '%s': '%.*s' is the kind of a check, whose figures are called by its name",
            quire_excerpt(excerpt, from), (int)first, from);
    } else if (known && found == NULL) {
        for (size_t i = 0; i < possible.n; i++) {
            if (strncmp(possible.at[i].name, from, first + 1) == 0) {
                quire_suggest_offer(&s, possible.at[i].name);
            }
        }
        status = quire_object_error(
            self, diag, "E-REFERENCE", quire_suggest_hint(&s, hint, sizeof hint),
            "from = '%s': no run of the model has such a figure", quire_excerpt(excerpt, from));
    }
    in->known = found != NULL && read_unit(found->unit, &in->dimension);
    in->varies = found != NULL && !in->known;
    quire_figures_clear(&possible);
    return status;
}

static quire_status
check_figure(const struct quire_study *study, const struct quire_object *self,
             struct measured_in *in, quire_diag *diag)
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
    return s.found ? check_ending(study, self, p->from, length, in, diag)
                   : quire_object_error(self, diag, "E-REFERENCE",
                                        quire_suggest_hint(&s.suggest, hint, sizeof hint),
                                        "from = '%s': the model has nothing that is called '%s'",
                                        quire_excerpt(excerpt, p->from), first);
}

static quire_status
take_figure(struct quire_study *study, const struct quire_object *self,
            struct quire_study_response *out, struct measured_in *in, quire_diag *diag)
{
    const struct quire_response_params *p = self->params;
    const quire_status status = check_figure(study, self, in, diag);
    const char **figure = quire_arena_get(study->arena, 1, sizeof *figure);

    if (figure == NULL) {
        return quire_diag_memory_error(diag);
    }
    figure[0] = p->from;
    out->figure = figure;
    out->n_figure = 1;
    return status;
}

/* ---- formulas of figures ---- */

struct naming {
    struct quire_study *study;
    const char **figure; /* (n) of FIGURES_MOST */
    size_t n;
};

/* what a dotted name is made of; a minus needs blanks around it */
static size_t
name_length(const char *text)
{
    size_t n = 0;

    while ((text[n] >= 'a' && text[n] <= 'z') || (text[n] >= 'A' && text[n] <= 'Z') ||
           (text[n] >= '0' && text[n] <= '9') || text[n] == '_' || text[n] == '.' ||
           text[n] == '-' || (text[n] & 0x80) != 0) {
        n++;
    }
    return n;
}

static bool
is_formula(const char *from)
{
    return from[name_length(from)] != '\0';
}

static bool
find_figure(void *user, const char *text, size_t *length, struct quire_formula_name *out,
            char *error, size_t size)
{
    struct naming *self = user;
    struct quire_figures possible;
    struct quire_dimension dimension;
    char excerpt[QUIRE_EXCERPT_SIZE];
    bool known;

    *length = name_length(text);
    char *name = quire_arena_get(self->study->arena, *length + 1, 1);
    if (name == NULL || self->n == FIGURES_MOST) {
        quire_number_format(error, size, "it has too many names");
        return false;
    }
    memcpy(name, text, *length);
    if (quire_possible_figures(self->study->model, name, &possible, &known) != QUIRE_OK) {
        quire_figures_clear(&possible);
        quire_formula_lack_memory(error, size);
        return false;
    }
    const struct quire_figure *found = quire_figures_find(&possible, name);
    const bool good = found != NULL && read_unit(found->unit, &dimension);
    const char *named =
        found == NULL ? quire_figure_of_named_check(self->study->model, &possible, name) : NULL;
    if (named != NULL) {
        quire_number_format(error, size, "'%s' begins with the kind of a check; write '%s'",
                            quire_excerpt(excerpt, name), named);
    } else if (found != NULL && !good) {
        quire_number_format(error, size, VARIES, quire_excerpt(excerpt, name), found->unit);
    } else if (!good) {
        quire_number_format(error, size,
                            known ? "no run of the model has a figure '%s'%s"
                                  : "the figure '%s' of this model is known after a run only%s",
                            quire_excerpt(excerpt, name),
                            known && strchr(name, '-') != NULL ? "; a minus has blanks around it"
                                                               : "");
    }
    quire_figures_clear(&possible);
    if (!good) {
        return false;
    }
    size_t k = 0;
    while (k < self->n && strcmp(self->figure[k], name) != 0) {
        k++;
    }
    self->figure[k] = name;
    self->n += k == self->n;
    *out = (struct quire_formula_name){.index = (int)k, .dimension = dimension};
    return true;
}

static quire_status
read_formula(struct quire_study *study, const struct quire_object *self,
             struct quire_study_response *out, struct measured_in *in, quire_diag *diag)
{
    const struct quire_response_params *p = self->params;
    struct naming naming = {.study = study,
                            .figure =
                                quire_arena_get(study->arena, FIGURES_MOST, sizeof *naming.figure)};
    const struct quire_formula_names names = {find_figure, &naming};
    char error[300] = "", excerpt[QUIRE_EXCERPT_SIZE], text[QUIRE_DIMENSION_SIZE];
    double value;

    if (naming.figure == NULL) {
        return quire_diag_memory_error(diag);
    }
    if (!quire_formula_read(&out->formula, p->from, false, &names, error, sizeof error)) {
        return quire_formula_lacked_memory(error)
                   ? quire_diag_memory_error(diag)
                   : quire_object_error(self, diag, "E-FORMULA",
                                        "such as out.lead.time - s1.lead.time", "from = '%s': %s",
                                        quire_excerpt(excerpt, p->from), error);
    }
    if (quire_formula_is_known(out->formula, &value)) {
        return quire_object_error(self, diag, "E-FORMULA", "such as out.lead.time - s1.lead.time",
                                  "from = '%s' has no figure of a run",
                                  quire_excerpt(excerpt, p->from));
    }
    *in = (struct measured_in){true, quire_formula_dimension(out->formula), false};
    out->figure = naming.figure;
    out->n_figure = naming.n;
    out->unit = quire_arena_copy(
        study->arena, quire_dimension_symbol(text, quire_formula_dimension(out->formula)));
    return out->unit != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
}

/* ---- what is desired, and modelled ---- */

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
    if (p->target != NULL && (smaller || r->better == QUIRE_STUDY_LARGER)) {
        return quire_object_error(self, diag, "E-MODEL",
                                  "use maximum, minimum or best, or better=\"nominal\"",
                                  "a target is for better=\"nominal\"");
    }
    if (p->worst != NULL && p->best != NULL &&
        !(smaller ? r->best < r->worst : r->best > r->worst)) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "best = '%s' is not better than worst = '%s', as %s values are",
                                  p->best, p->worst, smaller ? "smaller" : "larger");
    }
    return QUIRE_OK;
}

/* "a length", or the unit of what has no common name */
static const char *
dimension_text(char buf[QUIRE_DIMENSION_SIZE + 20], struct quire_dimension d)
{
    char unit[QUIRE_DIMENSION_SIZE];
    const char *name = quire_dimension_name(d);

    quire_number_format(buf, QUIRE_DIMENSION_SIZE + 20, name != NULL ? "%s" : "measured in %s",
                        name != NULL ? name : quire_dimension_symbol(unit, d));
    return buf;
}

/* a limit of the dimension `have` where `like` is of another */
static quire_status
refuse_dimension(const struct quire_object *self, const char *name, const char *text,
                 struct quire_dimension have, const char *like, struct quire_dimension want,
                 quire_diag *diag)
{
    char mine[QUIRE_DIMENSION_SIZE + 20], other[QUIRE_DIMENSION_SIZE + 20], hint[80],
        excerpt[2][QUIRE_EXCERPT_SIZE];
    const char *example = quire_dimension_example(want);

    if (example != NULL) {
        quire_number_format(hint, sizeof hint, "write it like '%s'", example);
    }
    return quire_object_error(self, diag, "E-UNIT", example != NULL ? hint : NULL,
                              "%s = '%s' is %s; %s is %s", name, quire_excerpt(excerpt[0], text),
                              dimension_text(mine, have), quire_excerpt(excerpt[1], like),
                              dimension_text(other, want));
}

/* target and limits: quantities of one dimension, which is the figure's where that is known */
static quire_status
read_limits(struct quire_response_params *p, const struct quire_object *self,
            struct quire_study_response *out, const struct measured_in *in, quire_diag *diag)
{
    static const char *const names[] = {"target", "minimum", "maximum", "worst", "best"};
    const char *const text[] = {p->target, p->minimum, p->maximum, p->worst, p->best};
    double *const value[] = {&out->target, &out->minimum, &out->maximum, &out->worst, &out->best};
    struct quire_dimension dimension = in->dimension;
    const char *like = in->known ? p->from : NULL; /* what has this dimension */
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct quire_quantity q;
        char error[200], excerpt[QUIRE_EXCERPT_SIZE];
        *value[i] = (double)NAN;
        if (text[i] == NULL) {
            continue;
        }
        if (in->varies) {
            return quire_object_error(self, diag, "E-UNIT", "give each window a check of its own",
                                      VARIES ": it has no %s", quire_excerpt(excerpt, p->from),
                                      QUIRE_CHECK_UNITS, names[i]);
        }
        if (!quire_quantity_read(&q, text[i], error, sizeof error)) {
            return quire_object_error(self, diag, "E-NUMBER", NULL, "%s: %s", names[i], error);
        }
        if (like != NULL && !quire_dimension_fits(q.dimension, dimension)) {
            return refuse_dimension(self, names[i], text[i], q.dimension, like, dimension, diag);
        }
        like = like != NULL ? like : names[i];
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
    if (out->target < out->minimum || out->target > out->maximum) {
        const bool low = out->target < out->minimum;
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "target = '%s' is %s = '%s', so that no run near it would be "
                                  "within the limits",
                                  p->target, low ? "less than minimum" : "greater than maximum",
                                  low ? p->minimum : p->maximum);
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
    out->n_term =
        quire_terms_read(term, TERMS_MOST, p->terms, find_variable, study, &error, &at, &length);
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
        struct measured_in in = {false, {0, 0, 0, 0, 0}, false};
        const quire_status figure = is_formula(p->from) ? read_formula(study, self, out, &in, diag)
                                                        : take_figure(study, self, out, &in, diag),
                           limits = read_limits(p, self, out, &in, diag);
        char unit[QUIRE_DIMENSION_SIZE];
        if (in.known && (out->measured_in = quire_arena_copy(
                             study->arena, quire_dimension_symbol(unit, in.dimension))) == NULL) {
            return quire_diag_memory_error(diag);
        }
        const quire_status terms = p->terms != NULL ? read_terms(study, self, out, diag) : QUIRE_OK;
        status = figure != QUIRE_OK   ? figure
                 : limits != QUIRE_OK ? limits
                 : terms != QUIRE_OK  ? terms
                                      : status;
    }
    return status;
}
