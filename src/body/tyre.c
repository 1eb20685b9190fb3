/* Tyres: several rollers on one shaft. */
#include <math.h>

#include "body/roller_fields.h"
#include "model/problem.h"

const struct quire_child quire_roller_children[] = {
    {"body", "tyre", 0, -1},
    {"body", "affine", 0, 1},
    {"body", "contractile", 0, 1},
    QUIRE_CHILD_END,
};

static const struct quire_field fields[] = {
    QUIRE_REAL(struct quire_tyre_params, across, "across", "m", QUIRE_REQUIRED, QUIRE_ANY,
               "where its middle is on the shaft, from the middle of the roller, positive towards the greater z", NULL),
    QUIRE_REAL(struct quire_tyre_params, width, "width", "m", QUIRE_REQUIRED, QUIRE_ROLLER_WIDTH,
               "width along the shaft; feed tyres 10 mm to 30 mm", NULL),
    QUIRE_REAL(struct quire_tyre_params, radius, "radius", "m", QUIRE_OPTIONAL, QUIRE_ROLLER_RADIUS,
               "radius, if it is not that of the roller", NULL),
    QUIRE_PROFILE_FIELDS(struct quire_tyre_params, crown, taper),
    QUIRE_INTEGER(struct quire_tyre_params, pads, "pads", QUIRE_OPTIONAL, QUIRE_FROM_TO(1, 64),
                  "number of discs across as which it touches sheets; without it as for a roller of its width"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_tyre = {
    .family = "body",
    .element = "tyre",
    .size = sizeof(struct quire_tyre_params),
    .fields = fields,
    .help = "One of several tyres on one shaft: they spin and slide as one roller, whose load and law are spread over them by "
            "their widths. Between them the shaft touches nothing. In planar motion a roller has its own radius alone.",
};
