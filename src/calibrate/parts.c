/* What parts of reading a calibration share: units, values, and lists that grow. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/calibration.h"
#include "kind/value.h"
#include "math/detmath.h"
#include "model/parameter.h"
#include "model/problem.h"
#include "run/figure_names.h"
#include "table/table.h"
#include "text/suggest.h"

/* ---- values ---- */

bool
doe_calibration_unit(const char *unit, double *worth, struct quire_dimension *dimension)
{
    struct quire_unit u;
    struct quire_unit_error error;
    double power;

    if (!quire_unit_parse(&u, unit, NULL, NULL, &error) ||
        quire_number_read(&power, "1", u.decimal, NULL) != QUIRE_NUMBER_OK) {
        return false;
    }
    *worth = power * u.residual;
    *dimension = u.dimension;
    return true;
}

double
doe_unknown_si(const struct doe_unknown *u, double x)
{
    if (x <= 0 || x >= 1) {
        return x <= 0 ? u->low : u->high;
    }
    return u->logarithmic ? u->low * quire_exp(x * quire_log(u->high / u->low))
                          : u->low + x * (u->high - u->low);
}

double
doe_unknown_x(const struct doe_unknown *u, double si)
{
    return u->logarithmic ? quire_log(si / u->low) / quire_log(u->high / u->low)
                          : (si - u->low) / (u->high - u->low);
}

const char *
doe_unknown_text(const struct doe_unknown *u, double x, int digits, char out[DOE_CALIBRATION_TEXT])
{
    char number[QUIRE_NUMBER_SIZE];

    quire_number_write_rounded(number, doe_unknown_si(u, x) / u->worth, digits);
    quire_number_format(out, DOE_CALIBRATION_TEXT, "%s%s%s", number, u->unit[0] != '\0' ? " " : "",
                        u->unit);
    return out;
}

quire_status
doe_calibration_quantity(const struct quire_object *object, const char *name, const char *text,
                         struct quire_dimension want, const char *like, double *out,
                         quire_diag *diag)
{
    struct quire_quantity q;
    char error[200], excerpt[QUIRE_EXCERPT_SIZE], buf[QUIRE_DIMENSION_SIZE];

    if (strlen(text) > DOE_CALIBRATION_TEXT / 2) {
        return quire_object_error(object, diag, "E-NUMBER", NULL, "%s is too long for a quantity",
                                  name);
    }
    if (!quire_quantity_read(&q, text, error, sizeof error)) {
        return quire_object_error(object, diag, "E-NUMBER", NULL, "%s: %s", name, error);
    }
    if (!quire_dimension_fits(q.dimension, want)) {
        const char *have = quire_dimension_name(q.dimension);
        return quire_object_error(
            object, diag, "E-UNIT", NULL, "%s = '%s' is %s; %s", name, quire_excerpt(excerpt, text),
            have != NULL ? have : quire_dimension_write(buf, q.dimension), like);
    }
    *out = q.value;
    return QUIRE_OK;
}

/* ---- lists ---- */

/* room for one more of a list in the arena */
static bool
grow(struct doe_calibration *self, void **list, size_t n, size_t size, size_t *capacity)
{
    if (n < *capacity) {
        return true;
    }
    const size_t more = 2 * *capacity + 16;
    void *bigger = quire_arena_get(self->arena, more, size);
    if (bigger == NULL) {
        return false;
    }
    if (n > 0) {
        memcpy(bigger, *list, n * size);
    }
    *list = bigger;
    *capacity = more;
    return true;
}

char *
doe_calibration_keep(const struct doe_calibration *self, struct quire_text *text)
{
    char *kept =
        text->failed ? NULL : quire_arena_copy(self->arena, text->data != NULL ? text->data : "");

    quire_text_clear(text);
    return kept;
}

static bool
same_settings(const struct doe_condition *c, const quire_setting *setting, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < c->n; k++) {
            found += strcmp(c->setting[k].name, setting[i].name) == 0 &&
                             strcmp(c->setting[k].value, setting[i].value) == 0
                         ? 1
                         : 0;
        }
    }
    return c->n == n && found == n;
}

static bool
make_condition(struct doe_calibration *self, struct doe_condition *c, const quire_setting *setting,
               size_t n)
{
    struct quire_text words = {0};

    c->n = n;
    c->setting = quire_arena_get(self->arena, n, sizeof *c->setting);
    for (size_t i = 0; c->setting != NULL && i < n; i++) {
        c->setting[i].name = quire_arena_copy(self->arena, setting[i].name);
        c->setting[i].value = quire_arena_copy(self->arena, setting[i].value);
        if (c->setting[i].name == NULL || c->setting[i].value == NULL) {
            c->setting = NULL;
            break;
        }
        quire_text_format(&words, "%s%s = %s", i > 0 ? ", " : "", setting[i].name,
                          setting[i].value);
    }
    c->words = doe_calibration_keep(self, &words);
    return c->setting != NULL && c->words != NULL;
}

size_t
doe_calibration_condition(struct doe_calibration *self, const quire_setting *setting, size_t n)
{
    for (size_t i = 0; i < self->n_condition; i++) {
        if (same_settings(&self->condition[i], setting, n)) {
            return i;
        }
    }
    void *list = self->condition;
    if (!grow(self, &list, self->n_condition, sizeof *self->condition, &self->capacity[0])) {
        return QUIRE_TABLE_NONE;
    }
    self->condition = list;
    return make_condition(self, &self->condition[self->n_condition], setting, n)
               ? self->n_condition++
               : QUIRE_TABLE_NONE;
}

size_t
doe_calibration_output(struct doe_calibration *self, struct doe_output output)
{
    for (size_t i = 0; i < self->n_output && output.sort == DOE_OUTPUT_FIGURE; i++) {
        if (self->output[i].sort == DOE_OUTPUT_FIGURE &&
            strcmp(self->output[i].name, output.name) == 0) {
            return i;
        }
    }
    void *list = self->output;
    if (!grow(self, &list, self->n_output, sizeof *self->output, &self->capacity[1])) {
        return QUIRE_TABLE_NONE;
    }
    self->output = list;
    self->output[self->n_output] = output;
    return self->n_output++;
}

struct doe_datum *
doe_calibration_datum(struct doe_calibration *self)
{
    void *list = self->datum;

    if (!grow(self, &list, self->n_datum, sizeof *self->datum, &self->capacity[2])) {
        return NULL;
    }
    self->datum = list;
    self->datum[self->n_datum] = (struct doe_datum){.count = 1};
    return &self->datum[self->n_datum++];
}

const struct quire_parameter *
doe_calibration_parameter(const struct doe_calibration *self, const char *name)
{
    for (size_t i = 0; i < self->model->n_parameter; i++) {
        if (strcmp(self->model->parameter[i].name, name) == 0) {
            return &self->model->parameter[i];
        }
    }
    return NULL;
}

/* ---- what measurements name ---- */

quire_status
doe_calibration_refuse_parameter(const struct doe_calibration *self,
                                 const struct quire_object *object, struct quire_place place,
                                 const char *name, quire_diag *diag)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE], label[QUIRE_EXCERPT_SIZE];
    struct quire_suggest s = quire_suggest_begin(name);

    for (size_t i = 0; i < self->model->n_parameter; i++) {
        quire_suggest_offer(&s, self->model->parameter[i].name);
    }
    return quire_diag_error(
        diag, "E-PARAMETER", place, quire_object_label(object, label, sizeof label),
        quire_suggest_hint(&s, hint, sizeof hint), "model '%s' has no parameter '%s'",
        self->params->model, quire_excerpt(excerpt, name));
}

quire_status
doe_calibration_check_setting(const struct doe_calibration *self, const struct quire_object *object,
                              struct quire_place place, const char *name, const char *value,
                              quire_diag *diag)
{
    const struct quire_parameter *p = doe_calibration_parameter(self, name);
    struct quire_quantity have, want;
    char why[QUIRE_PARAMETER_WHY], error[200], excerpt[QUIRE_EXCERPT_SIZE];
    const char *at;

    if (p == NULL) {
        return doe_calibration_refuse_parameter(self, object, place, name, diag);
    }
    for (size_t i = 0; i < self->n_unknown; i++) {
        if (strcmp(self->unknown[i].name, name) == 0) {
            return quire_diag_error(diag, "E-DUPLICATE", place, NULL, NULL,
                                    "parameter '%s' is an unknown and cannot be set as well", name);
        }
    }
    if (quire_quantity_read(&want, p->value, error, sizeof error)) {
        if (!quire_quantity_read(&have, value, error, sizeof error)) {
            return quire_diag_error(diag, "E-NUMBER", place, NULL, NULL, "%s = '%s': %s", name,
                                    quire_excerpt(excerpt, value), error);
        }
        if (!quire_dimension_fits(have.dimension, want.dimension)) {
            return quire_diag_error(diag, "E-UNIT", place, NULL, NULL,
                                    "%s = '%s' is of another dimension than the model's %s", name,
                                    quire_excerpt(excerpt, value), p->value);
        }
    }
    return quire_parameter_allows(p, value, &at, why)
               ? QUIRE_OK
               : quire_diag_error(diag, "E-RANGE", place, NULL, NULL, "%s = '%s' %s", name,
                                  quire_excerpt(excerpt, value), why);
}

static quire_status
refuse_figure(const quire_model *model, const struct quire_figures *possible,
              struct quire_place place, const char *name, quire_diag *diag)
{
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    struct quire_suggest s = quire_suggest_begin(name);
    const char *named = quire_figure_of_named_check(model, possible, name);

    if (named != NULL) {
        quire_number_format(hint, sizeof hint, "write '%s'", named);
        return quire_diag_error(diag, "E-REFERENCE", place, NULL, hint,
                                "'%s' begins with the kind of a check, whose figures are called by "
                                "its name",
                                quire_excerpt(excerpt, name));
    }
    for (size_t i = 0; i < possible->n; i++) {
        quire_suggest_offer(&s, possible->at[i].name);
    }
    return quire_diag_error(
        diag, "E-REFERENCE", place, NULL, quire_suggest_hint(&s, hint, sizeof hint),
        "'%s' is neither a figure nor a parameter of the model", quire_excerpt(excerpt, name));
}

quire_status
doe_calibration_figure(struct doe_calibration *self, const struct quire_object *object,
                       struct quire_place place, const char *name, const char **figure,
                       const char **unit, quire_diag *diag)
{
    struct quire_figures possible;
    bool known;
    char timed[2 * QUIRE_NAME_LIMIT + 20];

    (void)object;
    quire_number_format(timed, sizeof timed, "%.*s.time", (int)(2 * QUIRE_NAME_LIMIT), name);
    quire_status status = quire_possible_figures(self->model, name, &possible, &known);
    if (status != QUIRE_OK) {
        status = quire_diag_memory_error(diag);
    } else {
        const struct quire_figure *f = quire_figures_find(&possible, name);
        f = f != NULL ? f : quire_figures_find(&possible, timed);
        if (f == NULL && known) {
            status = refuse_figure(self->model, &possible, place, name, diag);
        } else {
            *figure = quire_arena_copy(self->arena, f != NULL ? f->name : name);
            *unit = f != NULL ? f->unit : NULL;
            status = *figure != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
        }
    }
    quire_figures_clear(&possible);
    return status;
}
