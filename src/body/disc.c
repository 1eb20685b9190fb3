/* Discs: free rigid bodies with a round rim. */
#include <math.h>

#include "body/free.h"
#include "body/free_fields.h"
#include "body/soft_children.h"
#include "model/problem.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_free_params, name, QUIRE_REQUIRED, "name of the disc"),
    QUIRE_REAL(struct quire_free_params, radius, "radius", "m", QUIRE_REQUIRED, QUIRE_FREE_SIZE,
               "radius of the rim", NULL),
    QUIRE_FREE_FIELDS("moment of inertia about the centre; default: that of a solid disc, m R^2/2"),
    QUIRE_FIELD_END,
};

quire_status
quire_free_check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_free_params *p = self->params;

    if (p->across_from >= p->across_to) { /* not where one of them is absent */
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "'across-to' must be greater than 'across-from'");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_disc = {
    .family = &quire_family_body,
    .element = "disc",
    .roles = QUIRE_ROLE_FREE_BODY | QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_free_params),
    .fields = fields,
    .children = quire_soft_children,
    .check = quire_free_check,
    .help =
        "A rigid disc that moves freely under gravity, contact, springs and drag. It touches "
        "guides and sheets, and rollers, discs and blocks if there is a <pair> for them. A pair "
        "may name its surface as media or as surface. The law applies to the contact as a whole, "
        "whatever its distribution. In spatial models the motion of the disc stays planar: it "
        "moves along x and y, turns about z, and touches sheets as a roller of its width does.",
    .equation = "m x'' = sum of forces;  J angle'' = sum of moments;  slip at the rim = v_t - R "
                "angle'",
};
