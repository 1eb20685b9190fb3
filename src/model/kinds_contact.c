/* Contacts and the pairs of media and surfaces that they belong to. */
#include <math.h>
#include <string.h>

#include "model/kinds_contact.h"
#include "model/kinds_media.h"
#include "model/problem.h"

/* ---- <contact> ---- */

static const struct quire_field contact_fields[] = {
    QUIRE_NAME(struct quire_contact_params, name, QUIRE_REQUIRED,
               "name of the contact, used by pairs"),
    QUIRE_FIELD_END,
};

static const struct quire_child contact_children[] = {
    {&quire_family_normal, "normal", 1, 1},     {&quire_family_friction, "friction", 0, 1},
    {&quire_family_contact, "overdrive", 0, 1}, {&quire_family_contact, "vertex", 0, 1},
    {&quire_family_contact, "cover", 0, 1},     QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_contact = {
    .family = &quire_family_contact,
    .element = "contact",
    .size = sizeof(struct quire_contact_params),
    .fields = contact_fields,
    .children = contact_children,
    .help = "How two surfaces act on each other: one normal law, at most one friction law "
            "(default: frictionless) and factors.",
};

static const struct quire_field overdrive_fields[] = {
    QUIRE_REAL(struct quire_overdrive_params, factor, "factor", "N^-1", QUIRE_REQUIRED,
               QUIRE_FROM_TO(-0.1, 0.1),
               "relative speed gain per total normal force between a roller and a sheet; rubber "
               "rollers 1e-4 N^-1 to 1e-2 N^-1",
               NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_overdrive = {
    .family = &quire_family_contact,
    .element = "overdrive",
    .size = sizeof(struct quire_overdrive_params),
    .fields = overdrive_fields,
    .help = "A pressed rubber roller feeds a little faster than its surface turns. Only contacts "
            "of rollers may have this element.",
    .equation = "effective surface speed = omega R (1 + factor N)",
    .source = "RecurDyn manual, MTT3D contact formulations (overdrive)",
};

static const struct quire_field vertex_fields[] = {
    QUIRE_REAL(
        struct quire_vertex_params, friction_factor, "friction-factor", "", "1", QUIRE_NON_NEGATIVE,
        "factor on the coefficient of friction at the ends of the sheet; cut edges 1 to 2", NULL),
    QUIRE_REAL(struct quire_vertex_params, normal_factor, "normal-factor", "", "1", QUIRE_POSITIVE,
               "factor on the normal law where the end of the sheet meets a guide head-on: a sheet "
               "is much stiffer along itself than across",
               NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_vertex = {
    .family = &quire_family_contact,
    .element = "vertex",
    .size = sizeof(struct quire_vertex_params),
    .fields = vertex_fields,
    .help =
        "The ends of the sheet, where a cut edge scratches a guide. The friction factor "
        "blends to 1 over one sheet thickness. Only contacts of guides may have a friction factor. "
        "The normal factor grows with the angle between sheet and surface, from 1 below 20 deg "
        "to its full value from 44 deg on; rollers and other sheets have none.",
    .equation = "mu -> friction-factor * mu on the end of the sheet",
    .source = "RecurDyn manual, MTT3D contact formulations (vertex)",
};

/* ---- <cover> and <surface> ---- */

static const struct quire_field cover_fields[] = {
    QUIRE_CHOICE(struct quire_cover_params, kind, "kind", "compressible|incompressible|solid",
                 QUIRE_REQUIRED,
                 "compressible: a thin cover on a rigid core, for example foam; incompressible: a "
                 "thin rubber cover bonded to a rigid core; solid: no core (Hertz)"),
    QUIRE_REAL(struct quire_cover_params, modulus, "modulus", "Pa", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "Young's modulus; rubber 1 MPa to 10 MPa, foam 0.1 MPa", NULL),
    QUIRE_REAL(struct quire_cover_params, poisson_ratio, "poisson-ratio", "", "0.3",
               QUIRE_FROM_TO(0.0, 0.5),
               "Poisson's ratio of a compressible cover or a solid; ignored for an incompressible "
               "cover, which has 0.5",
               NULL),
    QUIRE_REAL(struct quire_cover_params, thickness, "thickness", "m", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "thickness of the cover; thinner than the contact is wide", NULL),
    QUIRE_REAL(
        struct quire_cover_params, largest, "largest-penetration", "m", QUIRE_OPTIONAL,
        QUIRE_POSITIVE,
        "penetration up to which the law of a solid is fitted by a power, from a tenth of it on",
        NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_cover(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_cover_params *p = self->params;
    const bool solid = p->kind == 2;
    const char *needs = solid ? "largest-penetration" : "thickness",
               *not_for = solid ? "thickness" : "largest-penetration";

    if (quire_object_has(self, not_for)) {
        return quire_object_error(self, diag, "E-MODEL", NULL, "%s is not for this kind", not_for);
    }
    if (p->kind == 0 && !(p->poisson_ratio < 0.499)) {
        return quire_object_error(self, diag, "E-RANGE", "take kind=\"incompressible\"",
                                  "poisson-ratio %g is too near to 0.5 for a compressible cover",
                                  p->poisson_ratio);
    }
    return quire_object_has(self, needs)
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-MISSING", NULL, "needs %s", needs);
}

const struct quire_kind quire_kind_cover = {
    .family = &quire_family_contact,
    .element = "cover",
    .size = sizeof(struct quire_cover_params),
    .fields = cover_fields,
    .help = "Computes stiffness and exponent of the normal law from the material of a roller, for "
            "each sheet and roller. It uses the line contact over the width of the sheet, with the "
            "effective radius of both. For laws without a given stiffness.",
    .equation = "P per width = 4*sqrt(2)/3*M/b*sqrt(R)*d^1.5, M = E*(1 - nu)/((1 + nu)*(1 - 2*nu)) "
                "(compressible); 2*6^2.5/15*(E/3)*R^1.5/b^3*d^2.5 "
                "(incompressible, bonded, frictionless outside); d = P*(1 - "
                "nu^2)/(pi*E)*(2*ln(4*R/a) - 1), a^2 = 4*P*R*(1 - nu^2)/(pi*E) (solid); "
                "E modulus, nu poisson-ratio, b thickness, R effective radius, d penetration",
    .source = "Johnson, Contact Mechanics, 1985, 5.8 and 5.6",
    .check = check_cover,
};

static const struct quire_field surface_fields[] = {
    QUIRE_NAME(struct quire_surface_params, name, QUIRE_REQUIRED,
               "name of the surface, used by rollers, guides and pairs"),
    QUIRE_REAL(struct quire_surface_params, modulus, "modulus", "Pa", QUIRE_OPTIONAL,
               QUIRE_POSITIVE, "Young's modulus of the material; default: rigid", NULL),
    QUIRE_REAL(struct quire_surface_params, poisson_ratio, "poisson-ratio", "", "0.3",
               QUIRE_FROM_TO(0.0, 0.5), "Poisson's ratio of the material", NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_surface = {
    .family = &quire_family_model,
    .element = "surface",
    .size = sizeof(struct quire_surface_params),
    .fields = surface_fields,
    .help = "Material of a surface, for laws that use an effective modulus of both materials. "
            "Surfaces without this element are rigid.",
};

/* ---- <pair> ---- */

static const struct quire_field pair_fields[] = {
    QUIRE_TEXT(struct quire_pair_params, media, "media", "*",
               "name of a medium, or of the surface of a disc or block, or * for all"),
    QUIRE_TEXT(struct quire_pair_params, surface, "surface", "*",
               "name of a surface of rollers, guides, channels, discs and blocks, or * for all"),
    QUIRE_TEXT(struct quire_pair_params, other_media, "other-media", QUIRE_OPTIONAL,
               "name of a medium, or * for all: the pair is for two media whose sheets touch each "
               "other (planar models only)"),
    QUIRE_CHOICE(struct quire_pair_params, face, "face", "both|left|right", "both",
                 "face of the sheet, seen along the feed, for media with different faces"),
    QUIRE_REFERENCE(struct quire_pair_params, contact, "contact", "contact", QUIRE_REQUIRED,
                    "contact between the two surfaces"),
    QUIRE_FIELD_END,
};

bool
quire_pair_is_any(const char *pattern)
{
    return strcmp(pattern, "*") == 0;
}

/* whether there is a medium of this name to look for */
static bool
names_one(const char *name)
{
    return name != NULL && !quire_pair_is_any(name);
}

static bool
has_media(const struct quire_object *model, const char *name)
{
    const struct quire_object *media;

    for (size_t i = 0; (media = quire_object_next_of(model, &quire_kind_media, &i)) != NULL;) {
        if (media->name != NULL && strcmp(media->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* the surface of a body that is no roller; NULL: it is none */
static const char *
body_surface(const struct quire_object *object)
{
    return quire_object_is(object, QUIRE_ROLE_FREE_BODY | QUIRE_ROLE_SOLID)
               ? quire_object_surface(object)
               : NULL;
}

/* free bodies stand as media under the name of their surface */
static bool
has_body_surface(const struct quire_object *model, const char *name)
{
    for (size_t i = 0; i < model->n_child; i++) {
        const char *surface = body_surface(model->child[i]);
        if (surface != NULL && strcmp(surface, name) == 0) {
            return true;
        }
    }
    return false;
}

static quire_status
check_media_pair(const struct quire_object *self, const struct quire_pair_params *pair,
                 quire_diag *diag)
{
    const char *name[2] = {pair->media, pair->other_media};

    for (int k = 0; self->parent != NULL && k < 2; k++) {
        if (names_one(name[k]) && !has_media(self->parent, name[k])) {
            return quire_object_error(self, diag, "E-REFERENCE", "write * for all media",
                                      "there is no <media> named '%s'", name[k]);
        }
    }
    if (names_one(pair->surface)) {
        return quire_object_error(self, diag, "E-MODEL", "keep one of them",
                                  "a pair is for a medium and a surface, or for two media: it has "
                                  "both 'surface' and 'other-media'");
    }
    return pair->face == 0
               ? QUIRE_OK
               : quire_object_error(
                     self, diag, "E-MODEL", "remove 'face'",
                     "a pair of two media applies to all their faces and has no 'face'");
}

static quire_status
check_pair(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_pair_params *pair = self->params;

    if (names_one(pair->media) && self->parent != NULL && !has_media(self->parent, pair->media) &&
        !has_body_surface(self->parent, pair->media)) {
        return quire_object_error(self, diag, "E-REFERENCE", "write media=\"*\" for all media",
                                  "there is no <media> named '%s'", pair->media);
    }
    return pair->other_media != NULL ? check_media_pair(self, pair, diag) : QUIRE_OK;
}

const struct quire_kind quire_kind_pair = {
    .family = &quire_family_contact,
    .element = "pair",
    .size = sizeof(struct quire_pair_params),
    .fields = pair_fields,
    .help = "Assigns a contact to a medium and a surface. The most specific pair is used: a name "
            "is more specific than *, one face more than both. Two equally specific pairs for one "
            "medium and surface are an error. A surface within reach of a medium without a pair is "
            "an error too. A pair with other-media defines how sheets touch each other; without "
            "one, sheets of these media do not interact.",
    .check = check_pair,
};
