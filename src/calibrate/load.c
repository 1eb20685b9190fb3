/* Reading a calibration: the file, its model, the unknowns, the measurements. */
#include <math.h>
#include <string.h>

#include "calibrate/calibration.h"
#include "catalog/catalog.h"
#include "design/common.h"
#include "kind/value.h"
#include "math/detmath.h"
#include "model/parameter.h"
#include "model/problem.h"
#include "xml/read/read.h"

/* ---- unknowns ---- */

/* a quantity of the dimension, or a share of the prior */
static quire_status
read_prior(struct doe_unknown *u, const struct quire_unknown_params *p, quire_diag *diag)
{
    double prior, deviation;
    struct quire_quantity q;
    char error[200];

    if (p->prior == NULL) {
        return QUIRE_OK;
    }
    quire_status status =
        doe_calibration_quantity(u->object, "prior", p->prior, u->dimension,
                                 "the parameter is of another dimension", &prior, diag);
    const bool share = quire_quantity_read(&q, p->prior_deviation, error, sizeof error) &&
                       strchr(p->prior_deviation, '%') != NULL;
    if (status == QUIRE_OK && share) {
        deviation = q.value * fabs(prior);
    } else if (status == QUIRE_OK) {
        status =
            doe_calibration_quantity(u->object, "prior-deviation", p->prior_deviation, u->dimension,
                                     "the parameter is of another dimension", &deviation, diag);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (!(deviation > 0) || (u->logarithmic && !(prior > 0))) {
        return quire_object_error(u->object, diag, "E-RANGE", NULL,
                                  "prior-deviation must be greater than 0, and so must the prior "
                                  "of a logarithmic scale");
    }
    u->prior = doe_unknown_x(u, prior);
    u->deviation = u->logarithmic ? deviation / prior / quire_log(u->high / u->low)
                                  : deviation / (u->high - u->low);
    return QUIRE_OK;
}

static quire_status
read_range(struct doe_calibration *self, struct doe_unknown *u,
           const struct quire_unknown_params *p, const struct quire_parameter *parameter,
           quire_diag *diag)
{
    struct quire_quantity q;
    char error[200], like[300], excerpt[QUIRE_EXCERPT_SIZE];

    if (!quire_quantity_read(&q, parameter->value, error, sizeof error)) {
        return quire_object_error(u->object, diag, "E-UNIT", "a study can vary it",
                                  "parameter '%s' = '%s' is no quantity and cannot be fitted",
                                  u->name, quire_excerpt(excerpt, parameter->value));
    }
    u->nominal = q.value;
    u->dimension = q.dimension;
    quire_number_format(like, sizeof like, "parameter '%s' is %s in the model", u->name,
                        quire_excerpt(excerpt, parameter->value));
    quire_status status = doe_calibration_quantity(u->object, "low", p->low, q.dimension, like,
                                                   &u->low, diag),
                 second = doe_calibration_quantity(u->object, "high", p->high, q.dimension, like,
                                                   &u->high, diag);
    status = quire_status_first(status, second);
    if (status != QUIRE_OK) {
        return status;
    }
    if (!(u->low < u->high)) {
        return quire_object_error(u->object, diag, "E-RANGE", NULL,
                                  "low = '%s' must be less than high = '%s'", p->low, p->high);
    }
    if (u->logarithmic && !(u->low > 0)) {
        return quire_object_error(u->object, diag, "E-RANGE", NULL,
                                  "low = '%s' must be greater than 0 on a logarithmic scale",
                                  p->low);
    }
    u->unit = quire_arena_copy(self->arena, quire_parameter_unit(p->low));
    if (u->unit == NULL) {
        return quire_diag_memory_error(diag);
    }
    doe_calibration_unit(u->unit, &u->worth, &q.dimension);
    status = quire_parameter_check(parameter, p->low, u->object, diag);
    return quire_status_first(status, quire_parameter_check(parameter, p->high, u->object, diag));
}

static quire_status
read_unknown(struct doe_calibration *self, const struct quire_object *object, quire_diag *diag)
{
    const struct quire_unknown_params *p = object->params;
    const struct quire_parameter *parameter = doe_calibration_parameter(self, p->parameter);
    struct doe_unknown *u = &self->unknown[self->n_unknown];

    if (parameter == NULL) {
        return doe_calibration_refuse_parameter(self, object, object->place, p->parameter, diag);
    }
    for (size_t i = 0; i < self->n_unknown; i++) {
        if (strcmp(self->unknown[i].name, p->parameter) == 0) {
            return quire_object_error(object, diag, "E-DUPLICATE", NULL,
                                      "parameter '%s' is an unknown already at line %d",
                                      p->parameter, self->unknown[i].object->place.line);
        }
    }
    *u = (struct doe_unknown){.object = object,
                              .name = p->parameter,
                              .unit = "",
                              .worth = 1,
                              .logarithmic = p->scale == 1,
                              .prior = (double)NAN};
    quire_status status = read_range(self, u, p, parameter, diag);
    if (status == QUIRE_OK) {
        status = read_prior(u, p, diag);
    }
    if (status == QUIRE_OK) {
        const double si = fmin(fmax(u->nominal, u->low), u->high);
        u->outside = u->nominal < u->low || u->nominal > u->high;
        u->start = fmin(fmax(doe_unknown_x(u, si), 0), 1);
        self->n_unknown++;
    }
    return status;
}

/* ---- the file ---- */

static quire_status
read_file(struct doe_calibration *self, quire_diag *diag)
{
    const char *slash = strrchr(self->path, '/');
    struct quire_catalog *catalog = quire_arena_get(self->arena, 1, sizeof *catalog);

    self->folder = quire_arena_copy_bytes(self->arena, self->path,
                                          slash != NULL ? (size_t)(slash - self->path) + 1 : 0);
    if (catalog == NULL || self->folder == NULL) {
        return quire_diag_memory_error(diag);
    }
    *catalog = *quire_catalog_all();
    catalog->root = "calibration";
    quire_status status = quire_xml_load(&self->file, catalog, self->path, NULL, 0, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    self->params = self->file->root->params;
    status = quire_design_path(&self->model_path, self->arena, self->file->root, self->folder,
                               self->params->model, diag);
    return status == QUIRE_OK ? quire_model_load(&self->model, self->model_path, NULL, 0, diag)
                              : status;
}

static quire_status
read_measured(struct doe_calibration *self, const struct quire_object *object, quire_diag *diag)
{
    return object->kind == &quire_kind_measured_times
               ? doe_calibration_read_times(self, object, diag)
           : object->kind == &quire_kind_measured_figure
               ? doe_calibration_read_figure(self, object, diag)
               : doe_calibration_read_points(self, object,
                                             object->kind == &quire_kind_measured_shape, diag);
}

static quire_status
read_children(struct doe_calibration *self, quire_diag *diag)
{
    const struct quire_object *root = self->file->root;
    quire_status status = QUIRE_OK;

    self->unknown = quire_arena_get(self->arena, root->n_child, sizeof *self->unknown);
    if (self->unknown == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; i < root->n_child; i++) {
        if (root->child[i]->kind == &quire_kind_unknown) {
            status = quire_status_first(status, read_unknown(self, root->child[i], diag));
        }
    }
    for (size_t i = 0; i < root->n_child; i++) {
        if (root->child[i]->kind != &quire_kind_unknown) {
            status = quire_status_first(status, read_measured(self, root->child[i], diag));
        }
    }
    return status;
}

static quire_status
check_numbers(const struct doe_calibration *self, quire_diag *diag)
{
    size_t priors = 0;

    for (size_t i = 0; i < self->n_unknown; i++) {
        priors += isnan(self->unknown[i].prior) ? 0 : 1;
    }
    if (self->n_datum > DOE_CALIBRATION_DATA) {
        return quire_object_error(self->file->root, diag, "E-LIMIT", NULL,
                                  "there are more than %d measured values", DOE_CALIBRATION_DATA);
    }
    if (self->n_datum + priors <= self->n_unknown) {
        return quire_object_error(
            self->file->root, diag, "E-MISSING",
            "measure at more sensors or with other settings, leave unknowns out, or give what you "
            "know of them by 'prior'",
            "%zu measured values%s cannot determine %zu unknowns and leave something to judge the "
            "fit by",
            self->n_datum, priors > 0 ? " and the priors" : "", self->n_unknown);
    }
    return QUIRE_OK;
}

quire_status
doe_calibration_load(struct doe_calibration *self, const char *path, quire_diag *diag)
{
    *self = (struct doe_calibration){.arena = quire_arena_create()};
    if (self->arena == NULL || (self->path = quire_arena_copy(self->arena, path)) == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = read_file(self, diag);
    if (status == QUIRE_OK) {
        status = read_children(self, diag);
    }
    return status == QUIRE_OK ? check_numbers(self, diag) : status;
}

void
doe_calibration_clear(struct doe_calibration *self)
{
    quire_model_destroy(self->model);
    quire_xml_free(self->file);
    quire_arena_destroy(self->arena);
    *self = (struct doe_calibration){0};
}
