/* Tyres: several rollers on one shaft. */
#include <math.h>

#include "body/roller.h"
#include "body/roller_fields.h"
#include "model/problem.h"

const struct quire_child quire_roller_children[] = {
    {&quire_family_body, "tyre", 0, -1},
    {&quire_family_body, "affine", 0, 1},
    {&quire_family_body, "contractile", 0, 1},
    {&quire_family_body, "clutch", 0, 1},
    QUIRE_CHILD_END,
};

/* ---- what must be so ---- */

static quire_status
check_profile(const struct quire_object *self, quire_diag *diag, double radius, double crown,
              double taper)
{
    const double least = radius - fmax(crown, 0) - 0.5 * fabs(taper);

    if (least <= 0) {
        return quire_object_error(self, diag, "E-RANGE",
                                  "crown and taper are a fraction of a millimetre",
                                  "crown and taper leave no radius at an end: %g mm", 1e3 * least);
    }
    return QUIRE_OK;
}

static bool
overlap(const struct quire_tyre_params *a, const struct quire_tyre_params *b)
{
    return fabs(a->across - b->across) < 0.5 * (a->width + b->width) * (1 - 1e-9);
}

static quire_status
check_tyre_at(const struct quire_object *self, size_t at, quire_diag *diag, double width)
{
    const struct quire_roller_params *roller = self->params;
    const struct quire_object *tyre = self->child[at];
    const struct quire_tyre_params *p = tyre->params;
    quire_status status = check_profile(tyre, diag, isnan(p->radius) ? roller->radius : p->radius,
                                        p->crown, p->taper);

    /* not where the width is not told */
    if (fabs(p->across) + 0.5 * p->width > 0.5 * width * (1 + 1e-9)) {
        status = quire_status_first(
            status, quire_object_error(
                        tyre, diag, "E-MODEL", "make the roller wider, or omit its width",
                        "the tyre extends beyond the roller, which is %g mm wide", 1e3 * width));
    }
    for (size_t i = 0; i < at; i++) {
        const struct quire_object *other = self->child[i];
        if (other->kind == tyre->kind && overlap(p, other->params)) {
            return quire_status_first(
                status,
                quire_object_error(tyre, diag, "E-MODEL",
                                   "'across' is the position of the middle of the tyre",
                                   "the tyre overlaps the tyre at line %d", other->place.line));
        }
    }
    return status;
}

quire_status
quire_shaft_check_carriage(const struct quire_object *self, quire_diag *diag,
                           const struct quire_shaft_params *shaft)
{
    if (shaft->carriage != NULL && !quire_object_has(shaft->carriage, "speed")) {
        return quire_object_error(self, diag, "E-MODEL", "name a drive with 'speed'",
                                  "drive '%s' gives no speed to move the carriage",
                                  shaft->carriage->name);
    }
    return QUIRE_OK;
}

quire_status
quire_roller_check_shaft(const struct quire_object *self, quire_diag *diag, double width)
{
    static const char *const own[] = {"crown", "taper", "pads"};
    const struct quire_roller_params *p = self->params;
    quire_status status =
        quire_status_first(check_profile(self, diag, p->radius, p->shaft.crown, p->shaft.taper),
                           quire_shaft_check_carriage(self, diag, &p->shaft));
    bool any = false;

    for (size_t i = 0; i < self->n_child; i++) {
        if (self->child[i]->kind == &quire_kind_tyre) {
            status = quire_status_first(status, check_tyre_at(self, i, diag, width));
            any = true;
        }
    }
    if (any && quire_object_count(self, own, sizeof own / sizeof own[0]) > 0) {
        status = quire_status_first(
            status,
            quire_object_error(self, diag, "E-MODEL", "give them to its tyres",
                               "a roller with tyres cannot have crown, taper or pads of its own"));
    }
    return status;
}

/* ---- <tyre> ---- */

static const struct quire_field fields[] = {
    QUIRE_REAL(struct quire_tyre_params, across, "across", "m", QUIRE_REQUIRED, QUIRE_ANY,
               "position of its middle on the shaft, from the middle of the roller, positive "
               "towards greater z",
               NULL),
    QUIRE_REAL(struct quire_tyre_params, width, "width", "m", QUIRE_REQUIRED, QUIRE_ROLLER_WIDTH,
               "width along the shaft; feed tyres 10 mm to 30 mm", NULL),
    QUIRE_REAL(struct quire_tyre_params, radius, "radius", "m", QUIRE_OPTIONAL, QUIRE_ROLLER_RADIUS,
               "radius of the tyre; default: that of the roller", NULL),
    QUIRE_PROFILE_FIELDS(struct quire_tyre_params, crown, taper),
    QUIRE_INTEGER(struct quire_tyre_params, pads, "pads", QUIRE_OPTIONAL, QUIRE_FROM_TO(1, 64),
                  "number of discs across the width that model contact with sheets; default: as "
                  "for a roller of this width"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_tyre = {
    .family = &quire_family_body,
    .element = "tyre",
    .size = sizeof(struct quire_tyre_params),
    .fields = fields,
    .help = "One of several tyres on one shaft. They turn and slide as one roller, and share its "
            "load and law in proportion to their widths. The shaft between them has no contact. "
            "Planar models use the radius of the roller only.",
};
