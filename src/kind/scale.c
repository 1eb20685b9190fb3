#include "kind/scale.h"

#include <string.h>

static const struct quire_scale scales[] = {
    {"rad", 1e6, 1e6, "an angle"}, /* sines are known up to 2^20 (math/detmath.h) */
    {"m", 100, 1e4, "a length"},   {"s", 600, 1e6, "a time"}, {"kg", 20, 0, NULL},
    {"kg*m^2", 0.5, 0, NULL},      {"m/s", 100, 0, NULL},     {"m/s^2", 1000, 0, NULL},
    {"m^-1", 250, 0, NULL},        {"N", 1e5, 0, NULL},       {"N*m", 1000, 0, NULL},
    {"N/m", 1e10, 0, NULL},        {"N*s/m", 1e5, 0, NULL},   {"N*m*s", 100, 0, NULL},
    {"Pa", 1e13, 0, NULL},
};

const struct quire_scale *
quire_scale_of(const struct quire_field *field)
{
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        if (strcmp(scales[i].unit, field->unit) == 0) {
            return scales + i;
        }
    }
    return NULL;
}
