/* <set>: gives a drive a new value. */
#include <math.h>

#include "kind/sensor.h"
#include "model/params.h"
#include "model/problem.h"

struct params {
    const struct quire_object *drive;
    double speed, shaft_speed, torque, angle, stroke, pressure, voltage, ramp;
    const char *to;
};

static const struct quire_field fields[] = {
    QUIRE_REFERENCE(struct params, drive, "drive", "drive", QUIRE_REQUIRED,
                    "the drive that is changed"),
    QUIRE_REAL(struct params, speed, "speed", "m/s", QUIRE_OPTIONAL, QUIRE_ANY, "new surface speed",
               NULL),
    QUIRE_REAL(struct params, shaft_speed, "shaft-speed", "rad/s", QUIRE_OPTIONAL, QUIRE_ANY,
               "new speed of the shaft", NULL),
    QUIRE_REAL(struct params, torque, "torque", "N*m", QUIRE_OPTIONAL, QUIRE_ANY, "new torque",
               NULL),
    QUIRE_REAL(struct params, angle, "angle", "rad", QUIRE_OPTIONAL, QUIRE_ANY,
               "new angle of the guides that it turns", NULL),
    QUIRE_REAL(struct params, stroke, "stroke", "m", QUIRE_OPTIONAL, QUIRE_ANY,
               "new stroke of the guides that it moves", NULL),
    QUIRE_REAL(struct params, pressure, "pressure", "Pa", QUIRE_OPTIONAL, QUIRE_ANY,
               "new pressure of suction", NULL),
    QUIRE_REAL(struct params, voltage, "voltage", "V", QUIRE_OPTIONAL, QUIRE_ANY,
               "new voltage of an electrostatic hold", NULL),
    QUIRE_TEXT(struct params, to, "to", QUIRE_OPTIONAL,
               "a formula for the new value, worked out when the rule acts, such as -feed.command; of what the drive is given by"),
    QUIRE_REAL(struct params, ramp, "ramp", "s", "0 s", QUIRE_NON_NEGATIVE,
               "time to get from the present value to the new one, linearly; 0: a jump. Angles and strokes "
               "need one, and get there smoothly (3 u^2 - 2 u^3)",
               NULL),
    QUIRE_FIELD_END,
};

/* in the order of quire_action.quantity */
static const char *const quantities[] = {"speed", "shaft-speed", "torque", "angle", "stroke", "pressure", "voltage", "to"};
enum { ANGLE = 3, STROKE, N_QUANTITY = 7 };

/* the first of them that an object has; 0 if it has none */
static int
first_of(const struct quire_object *object)
{
    for (int i = 0; i < N_QUANTITY; i++) {
        if (quire_object_has(object, quantities[i])) {
            return i;
        }
    }
    return 0;
}

/* what is set; by a formula, what the drive is given by */
static int
quantity_of(const struct quire_object *self)
{
    const struct params *p = self->params;
    return first_of(p->to != NULL ? p->drive : self);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    quire_status status = quire_object_need_one(self, diag, quantities, N_QUANTITY + 1);
    if (status != QUIRE_OK || p->drive == NULL) {
        return status;
    }
    const int index = quantity_of(self);
    const char *quantity = quantities[index];
    if ((index == ANGLE || index == STROKE) && !(p->ramp > 0)) {
        return quire_object_error(self, diag, "E-MODEL", "solenoids take 10 ms to 50 ms",
                                  "a new '%s' needs a 'ramp', the time to get there: a guide can not jump", quantity);
    }
    for (int i = 0; p->to == NULL && i < N_QUANTITY; i++) {
        if (quire_object_has(p->drive, quantities[i]) && !quire_object_has(p->drive, quantity)) {
            return quire_object_error(self, diag, "E-MODEL", NULL,
                                      "'%s' can not be set: drive '%s' is given by '%s'", quantity,
                                      p->drive->name, quantities[i]);
        }
    }
    return QUIRE_OK;
}

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    const double values[] = {p->speed, p->shaft_speed, p->torque, p->angle, p->stroke, p->pressure, p->voltage};
    const int quantity = quantity_of(self);
    *out = (struct quire_action){.kind = QUIRE_ACTION_SET_DRIVE, .target = p->drive, .formula = p->to, .quantity = quantity,
                                 .value = p->to != NULL ? (double)NAN : values[quantity], .ramp = p->ramp};
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_set = {
    .family = "action",
    .element = "set",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Gives a drive a new value: exactly one of speed, shaft-speed, torque, angle, stroke, pressure, voltage, the same one "
            "by which the drive is given, and to. What the drive's own profile says for later times is "
            "given up.",
    .ops = &ops,
    .check = check,
};
