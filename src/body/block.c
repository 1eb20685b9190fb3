/* Blocks: free rigid bodies with four corners. */
#include <math.h>

#include "body/free.h"
#include "body/free_fields.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_free_params, name, QUIRE_REQUIRED, "name of the block"),
    QUIRE_REAL(struct quire_free_params, width, "width", "m", QUIRE_REQUIRED, QUIRE_FREE_SIZE,
               "size along x at angle 0", NULL),
    QUIRE_REAL(struct quire_free_params, height, "height", "m", QUIRE_REQUIRED, QUIRE_FREE_SIZE,
               "size along y at angle 0", NULL),
    QUIRE_FREE_FIELDS(
        "moment of inertia about the centre; default: that of a solid block, m (w^2 + h^2)/12"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_block = {
    .family = &quire_family_body,
    .element = "block",
    .roles = QUIRE_ROLE_FREE_BODY | QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_free_params),
    .fields = fields,
    .check = quire_free_check,
    .help = "A rigid rectangular block that moves freely under gravity, contact, springs and drag. "
            "Its corners touch guides, and its sides touch the corners and the convex arcs of "
            "guides. It touches rollers, discs, blocks and sheets if there is a <pair> for them. "
            "The pair may name its surface as media or as surface (for sheets: as surface). "
            "Between two blocks, corners touch sides. Each contact point of a block on a guide or "
            "a body has half the force of the law; a block that lies flat on two corners has the "
            "full force. On a sheet, a side acts as a guide does, with its law distributed along "
            "the sheet, and a corner has the full force. Make sides longer than the segments of "
            "the sheet. In spatial models the motion of the block stays planar: it moves along x "
            "and y, turns about z, and touches sheets as a guide of the same width does.",
    .equation = "m x'' = sum of forces;  J angle'' = sum of moments",
};
