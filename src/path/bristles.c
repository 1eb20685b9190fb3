/* Beds of bristles on guides. */
#include <math.h>

#include "model/problem.h"
#include "path/places.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_bristles_params, name, QUIRE_REQUIRED, "name of the bed"),
    QUIRE_REFERENCE(struct quire_bristles_params, guide, "guide", "guide", QUIRE_REQUIRED,
                    "guide that carries the bristles, on its front side"),
    QUIRE_REAL(struct quire_bristles_params, from, "from", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "start of the bed, as a distance along the guide; default: the first point of the "
               "guide",
               NULL),
    QUIRE_REAL(
        struct quire_bristles_params, to, "to", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
        "end of the bed, as a distance along the guide; default: the last point of the guide",
        NULL),
    QUIRE_REAL(struct quire_bristles_params, height, "height", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "height of the tips above the guide; velvet and flock 0.5 mm to 2 mm, brushes 3 mm "
               "to 15 mm",
               NULL),
    QUIRE_CHOICE(struct quire_bristles_params, lean, "lean", "upright|forward|backward", "upright",
                 "the way the bristles lean: forward along the guide, from its first point to its "
                 "last, or backward. A sheet that slides the same way slides with the bristles"),
    QUIRE_TEXT(struct quire_bristles_params, surface, "surface", QUIRE_REQUIRED,
               "name of the surface of the bed, used by pairs; its contact has the laws fibre-bed "
               "and directional, "
               "or others"),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_bristles_params *p = self->params;

    return p->to <= p->from /* not where one of them is absent */
               ? quire_object_error(self, diag, "E-RANGE", NULL, "'to' must be greater than 'from'")
               : QUIRE_OK;
}

const struct quire_kind quire_kind_bristles = {
    .family = &quire_family_model,
    .element = "bristles",
    .roles = QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_bristles_params),
    .fields = fields,
    .help = "A bed of bristles on a guide, as of a brush table, or a pile, as of a guide lined "
            "with velvet. Sheets sink into it along their length, and touch the guide where it is "
            "pressed down. At its ends the bristles spread like a fan, so sheets may enter from "
            "the side. Sheets alone touch it. For bristles as a pressure without a contact law, "
            "use <brush>.",
    .check = check,
};
