/* Discs: free rigid bodies with a round rim. */
#include <math.h>

#include "body/free.h"
#include "body/free_fields.h"
#include "body/soft_children.h"
#include "model/problem.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_free_params, name, QUIRE_REQUIRED, "name of the disc"),
    QUIRE_REAL(struct quire_free_params, radius, "radius", "m", QUIRE_REQUIRED, QUIRE_FREE_SIZE,
               "radius of its rim", NULL),
    QUIRE_FREE_FIELDS("moment of inertia about its centre; without it that of a solid disc, "
                      "m R^2/2"),
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
    .help = "A rigid disc that moves freely under gravity, contact, springs and drag. It touches "
            "guides, sheets, and the rollers, discs and blocks for which there is a <pair>; in "
            "pairs its surface may be named as media or as surface. The contact's law is the whole "
            "contact's, whatever its distribution. In spatial models its motion stays planar: it "
            "moves along x and y and turns about z, and touches sheets as a roller of its width.",
    .equation = "m x'' = sum of forces;  J angle'' = sum of moments;  slip at the rim = v_t - R "
                "angle'",
};
