/* Clamps and pins: ends of a sheet that are held or led. */
#include <math.h>

#include "body/hold.h"
#include "drive/to.h"
#include "model/problem.h"

#define HOLD_FIELDS                                                                                \
    QUIRE_CHOICE(struct quire_hold_params, end, "end", "lead|trail", QUIRE_REQUIRED,               \
                 "end of the sheet that is held"),                                                 \
        QUIRE_VECTOR(struct quire_hold_params, velocity, "velocity", "m/s", "0 m/s, 0 m/s",        \
                     "constant velocity of the held end"),                                         \
        QUIRE_REAL(struct quire_hold_params, until, "until", "s", QUIRE_OPTIONAL, QUIRE_POSITIVE,  \
                   "time of release; default: never", NULL),                                       \
        QUIRE_REAL(struct quire_hold_params, slide, "slide", "rad", QUIRE_OPTIONAL, QUIRE_ANY,     \
                   "direction along which the end slides freely; it is held across it. Default: "  \
                   "held in all directions",                                                       \
                   NULL)

#define HOLD_TO_FIELDS                                                                             \
    QUIRE_REAL(struct quire_to_params, time, "time", "s", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,      \
               "time at which the position is reached", NULL),                                     \
        QUIRE_CHOICE(struct quire_to_params, shape, "shape", "linear|smooth|step", "smooth",       \
                     "transition: linear, smooth (3 u^2 - 2 u^3) or a step at that time"),         \
        QUIRE_VECTOR(struct quire_to_params, shift, "shift", "m", "0 m, 0 m",                      \
                     "displacement from the position at the start")

/* ---- checks ---- */

static quire_status
check_hold(const struct quire_object *self, quire_diag *diag)
{
    static const char *const constant[] = {"velocity"};

    size_t from = 0;

    if (quire_object_next_with(self, QUIRE_ROLE_CORNER, &from) != NULL &&
        quire_object_count(self, constant, 1) > 0) {
        return quire_object_error(self, diag, "E-MODEL", "keep one of them",
                                  "both 'velocity' and <to> prescribe the motion of the end");
    }
    return quire_object_check_times(self, diag);
}

/* ---- <clamp> ---- */

static const struct quire_field clamp_fields[] = {HOLD_FIELDS, QUIRE_FIELD_END};

static const struct quire_child clamp_children[] = {
    {&quire_family_clamp_to, "to", 0, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_clamp = {
    .family = &quire_family_body,
    .element = "clamp",
    .roles = QUIRE_ROLE_HOLD,
    .size = sizeof(struct quire_hold_params),
    .fields = clamp_fields,
    .children = clamp_children,
    .help = "Clamps an end of the sheet in position and direction. Half a segment beyond the "
            "clamped line is held, so the first hinge has twice the stiffness of a hinge. The end "
            "rests, moves at a velocity, or follows <to> elements.",
    .check = check_hold,
};

static const struct quire_field clamp_to_fields[] = {
    HOLD_TO_FIELDS,
    QUIRE_REAL(struct quire_to_params, turn, "turn", "rad", "0 deg", QUIRE_ANY,
               "rotation from the direction at the start", NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_clamp_to = {
    .family = &quire_family_clamp_to,
    .element = "to",
    .roles = QUIRE_ROLE_CORNER,
    .size = sizeof(struct quire_to_params),
    .fields = clamp_to_fields,
    .help = "The next position and direction of a clamp, relative to those at the start.",
};

/* ---- <pin> ---- */

static const struct quire_field pin_fields[] = {HOLD_FIELDS, QUIRE_FIELD_END};

static const struct quire_child pin_children[] = {
    {&quire_family_pin_to, "to", 0, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_pin = {
    .family = &quire_family_body,
    .element = "pin",
    .roles = QUIRE_ROLE_HOLD,
    .size = sizeof(struct quire_hold_params),
    .fields = pin_fields,
    .children = pin_children,
    .help = "Holds an end of the sheet in position, free to turn. The end rests, moves at a "
            "velocity, or follows <to> elements.",
    .check = check_hold,
};

static const struct quire_field pin_to_fields[] = {HOLD_TO_FIELDS, QUIRE_FIELD_END};

const struct quire_kind quire_kind_pin_to = {
    .family = &quire_family_pin_to,
    .element = "to",
    .roles = QUIRE_ROLE_CORNER,
    .size = sizeof(struct quire_to_params),
    .fields = pin_to_fields,
    .help = "The next position of a pin, relative to that at the start.",
};
