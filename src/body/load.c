/* Dead loads and moments on a sheet. */
#include <math.h>

#include "body/load.h"
#include "drive/to.h"
#include "model/problem.h"

#define AT_FIELD                                                                                   \
    QUIRE_REAL(struct quire_load_params, at, "at", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,        \
               "position on the sheet, from its trailing edge; default: the leading edge", NULL)
#define FACTOR_FIELD                                                                               \
    QUIRE_REAL(struct quire_load_params, factor, "factor", "", "1", QUIRE_ANY,                     \
               "load factor at t = 0; <to> elements change it", NULL)

static const struct quire_child children[] = {
    {&quire_family_load_to, "to", 0, -1},
    QUIRE_CHILD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    return quire_object_check_times(self, diag);
}

static const struct quire_field load_fields[] = {
    QUIRE_VECTOR(struct quire_load_params, force, "force", "N", QUIRE_REQUIRED,
                 "force over the whole width, or at one position across; its direction stays fixed "
                 "while the sheet turns"),
    AT_FIELD,
    QUIRE_REAL(struct quire_load_params, across, "across", "m", QUIRE_OPTIONAL, QUIRE_ANY,
               "position across the sheet, from its middle, positive to the right; two opposite "
               "loads twist a sheet. Default: distributed over the width (spatial models only)",
               NULL),
    FACTOR_FIELD,
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_load = {
    .family = &quire_family_body,
    .element = "load",
    .roles = QUIRE_ROLE_LOAD,
    .size = sizeof(struct quire_load_params),
    .fields = load_fields,
    .children = children,
    .help = "A dead force on a line across the sheet, or at one point of that line.",
    .check = check,
};

static const struct quire_field moment_fields[] = {
    QUIRE_REAL(struct quire_load_params, torque, "torque", "N*m", QUIRE_REQUIRED, QUIRE_ANY,
               "moment over the whole width, counter-clockwise", NULL),
    AT_FIELD,
    FACTOR_FIELD,
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_moment = {
    .family = &quire_family_body,
    .element = "moment",
    .roles = QUIRE_ROLE_LOAD,
    .size = sizeof(struct quire_load_params),
    .fields = moment_fields,
    .children = children,
    .help = "A moment on a line across the sheet.",
    .check = check,
};

static const struct quire_field to_fields[] = {
    QUIRE_REAL(struct quire_to_params, time, "time", "s", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "time at which the factor is reached", NULL),
    QUIRE_CHOICE(struct quire_to_params, shape, "shape", "linear|smooth|step", "linear",
                 "transition from the previous factor: linear, smooth (3 u^2 - 2 u^3) or a step at "
                 "that time"),
    QUIRE_REAL(struct quire_to_params, factor, "factor", "", QUIRE_REQUIRED, QUIRE_ANY,
               "factor then", NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_load_to = {
    .family = &quire_family_load_to,
    .element = "to",
    .roles = QUIRE_ROLE_CORNER,
    .size = sizeof(struct quire_to_params),
    .fields = to_fields,
    .help = "The next factor of a load or moment.",
};
