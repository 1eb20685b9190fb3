/* Affine: a disc or roller whose deformation is the same all over. doc/theory/soft.md */
#include <math.h>

#include "body/affine.h"
#include "body/free.h"
#include "body/roller.h"
#include "body/soft_children.h"
#include "model/problem.h"

#define SOURCE "Tatone, Contento, Di Egidio, Soft and rigid impact, 2009"

const struct quire_child quire_soft_children[] = {
    {&quire_family_body, "affine", 0, 1},
    {&quire_family_body, "contractile", 0, 1},
    QUIRE_CHILD_END,
};

#define SOFT_FIELDS                                                                                \
    QUIRE_REAL(struct quire_affine_params, width, "width", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,    \
               "width of the soft part across the feed", NULL),                                    \
        QUIRE_REAL(struct quire_affine_params, inner_radius, "inner-radius", "m", "0 m",           \
                   QUIRE_NON_NEGATIVE, "radius of a central hole", NULL),                          \
        QUIRE_REAL(struct quire_affine_params, shear_modulus, "shear-modulus", "Pa",               \
                   QUIRE_REQUIRED, QUIRE_POSITIVE,                                                 \
                   "shear modulus G; for a Mooney-Rivlin material 2 (c1 + c2), the only "          \
                   "combination that matters here. Rubber 0.3 MPa to 3 MPa. A solid roller in a "  \
                   "nip is two to four times softer than one homogeneous deformation predicts; "   \
                   "fit G to the measured stiffness of the nip",                                   \
                   SOURCE),                                                                        \
        QUIRE_REAL(                                                                                \
            struct quire_affine_params, lame_modulus, "lame-modulus", "Pa", QUIRE_OPTIONAL,        \
            QUIRE_NON_NEGATIVE,                                                                    \
            "Lambda, the stiffness against a change of area; default: the area is constant",       \
            NULL),                                                                                 \
        QUIRE_REAL(struct quire_affine_params, viscosity, "viscosity", "Pa*s", "0 Pa*s",           \
                   QUIRE_NON_NEGATIVE, "viscosity mu: stress per rate of deformation", SOURCE),    \
        QUIRE_REAL(struct quire_affine_params, stretch, "stretch", "", "1", QUIRE_FROM_TO(0.2, 5), \
                   "stretch along 'axis' at t = 0; the section is shortened across it", NULL),     \
        QUIRE_REAL_AS(QUIRE_HEADING, struct quire_affine_params, axis, "axis", "rad", "0 deg",     \
                      QUIRE_ANY, "direction of the stretch", NULL),                                \
        QUIRE_REAL(struct quire_affine_params, dilation, "dilation", "", "1",                      \
                   QUIRE_FROM_TO(0.2, 5),                                                          \
                   "additional uniform stretch at t = 0; needs lame-modulus", NULL),               \
        QUIRE_VECTOR_AS(                                                                           \
            QUIRE_UNTURNED, struct quire_affine_params, stretch_rate, "stretch-rate", "s^-1",      \
            "0 s^-1, 0 s^-1",                                                                      \
            "initial rates of a and b, half the difference and the off-diagonal of V in F = V R")

static const struct quire_field fields[] = {
    SOFT_FIELDS,
    QUIRE_FIELD_END,
};

static const struct quire_field contractile_fields[] = {
    SOFT_FIELDS,
    QUIRE_REAL(struct quire_affine_params, growth_viscosity, "growth-viscosity", "Pa*s",
               QUIRE_REQUIRED, QUIRE_POSITIVE,
               "viscosity of flow mu_gamma of the shape at rest; a small stress relaxes with the "
               "time constant mu_gamma/(2 G)",
               SOURCE),
    QUIRE_REFERENCE(struct quire_affine_params, drive, "drive", "drive", QUIRE_OPTIONAL,
                    "drive with a stress or a stretch that contracts the body; default: none, the "
                    "body only relaxes"),
    QUIRE_REAL_AS(QUIRE_HEADING, struct quire_affine_params, drive_axis, "drive-axis", "rad",
                  "0 deg", QUIRE_ANY,
                  "direction of contraction in the undeformed body; across it the drive acts with "
                  "the opposite sign",
                  NULL),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_affine_params *p = self->params;
    const bool is_disc = quire_object_is(self->parent, QUIRE_ROLE_FREE_BODY);
    const struct quire_free_params *disc = self->parent->params;
    const struct quire_roller_params *roller = self->parent->params;
    const double radius = is_disc ? disc->radius : roller->radius;
    static const char *const bulk[] = {"dilation"};
    quire_status status = quire_object_depend(self, diag, "lame-modulus", bulk, 1);

    if (self->kind != &quire_kind_affine &&
        quire_object_child_of(self->parent, &quire_kind_affine) != NULL) {
        status = quire_status_first(status,
                                    quire_object_error(self, diag, "E-MODEL", "keep one of them",
                                                       "a %s cannot be both affine and contractile",
                                                       self->parent->kind->element));
    }
    if (p->inner_radius >= radius) {
        status = quire_status_first(
            status, quire_object_error(self, diag, "E-RANGE", NULL,
                                       "'inner-radius' must be less than the radius of the %s",
                                       self->parent->kind->element));
    }
    if (!is_disc && !(roller->inertia > 0)) {
        status = quire_status_first(
            status, quire_object_error(
                        self, diag, "E-MISSING", "a solid cylinder has m R^2/2",
                        "a soft %s needs 'inertia': half of it is the inertia against deformation",
                        self->parent->kind->element));
    }
    return status;
}

const struct quire_kind quire_kind_affine = {
    .family = &quire_family_body,
    .element = "affine",
    .size = sizeof(struct quire_affine_params),
    .fields = fields,
    .help =
        "Makes a disc or roller soft: its cross-section deforms homogeneously from a circle to an "
        "ellipse, with inertia, elasticity and viscosity. Contacts act on the ellipse. Its surface "
        "moves with the material, so a roller pressed flat feeds faster than its angular speed "
        "times its radius. A drive turns the mean rotation of the material, from the polar "
        "decomposition. A normal law that acts before contact acts point by point on the whole "
        "rim, against guides and rigid bodies. Its area is that of the whole undeformed rim; its "
        "tractions are per deformed area, or per reference area where the law says so. Two soft "
        "bodies touch at one point. Mass and moment of inertia are those of the disc or roller.",
    .equation = "F'' J = M - V S;  S = mu sym(F' F^-1) F^-T + G F - pi F^-T, det F = 1;  with "
                "lame-modulus S = mu sym(F' F^-1) F^-T + G (F - F^-T) + Lambda ln(det F) F^-T",
    .source = SOURCE,
    .check = check,
};

const struct quire_kind quire_kind_contractile = {
    .family = &quire_family_body,
    .element = "contractile",
    .size = sizeof(struct quire_affine_params),
    .fields = contractile_fields,
    .help = "Makes a disc or roller soft, as <affine> does, and lets its shape at rest change: F = "
            "F_e G, and only F_e is elastic. G flows under stress, so a roller at rest in a nip "
            "takes a set. A drive may contract the body, by a stress Q that acts on G or by G "
            "itself. Without lame-modulus neither F_e nor G changes the area.",
    .equation =
        "mu_gamma G' G^-1 = F_e^T S G^T - det(G) phi I + Q;  S = mu sym(F_e' F_e^-1) F^-T + "
        "det(G) dphi/dF_e G^-T - pi F^-T",
    .source = SOURCE,
    .check = check,
};
