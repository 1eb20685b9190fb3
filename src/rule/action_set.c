/* <set>: gives a drive a new value. */
#include <math.h>

#include "kind/action.h"
#include "model/problem.h"
#include "model/quantity.h"

struct params {
    const struct quire_object *drive;
    double given[QUIRE_DRIVE_GIVEN], ramp;
    const char *to;
};

static const struct quire_field fields[] = {
    QUIRE_REFERENCE(struct params, drive, "drive", "drive", QUIRE_REQUIRED, "drive to change"),
    QUIRE_REAL(struct params, given[QUIRE_DRIVE_SPEED], "speed", "m/s", QUIRE_OPTIONAL, QUIRE_ANY,
               "new surface speed", NULL),
    QUIRE_REAL(struct params, given[QUIRE_DRIVE_SHAFT_SPEED], "shaft-speed", "rad/s",
               QUIRE_OPTIONAL, QUIRE_ANY, "new shaft speed", NULL),
    QUIRE_REAL(struct params, given[QUIRE_DRIVE_TORQUE], "torque", "N*m", QUIRE_OPTIONAL, QUIRE_ANY,
               "new torque", NULL),
    QUIRE_REAL(struct params, given[QUIRE_DRIVE_ANGLE], "angle", "rad", QUIRE_OPTIONAL, QUIRE_ANY,
               "new angle of the guides that the drive turns", NULL),
    QUIRE_REAL(struct params, given[QUIRE_DRIVE_STROKE], "stroke", "m", QUIRE_OPTIONAL, QUIRE_ANY,
               "new stroke of the guides that the drive moves", NULL),
    QUIRE_REAL(struct params, given[QUIRE_DRIVE_PRESSURE], "pressure", "Pa", QUIRE_OPTIONAL,
               QUIRE_ANY, "new suction pressure", NULL),
    QUIRE_REAL(struct params, given[QUIRE_DRIVE_VOLTAGE], "voltage", "V", QUIRE_OPTIONAL, QUIRE_ANY,
               "new voltage of the electrostatic hold", NULL),
    QUIRE_TEXT_AS(QUIRE_FORMULA, struct params, to, "to", QUIRE_OPTIONAL,
                  "formula for the new value of the drive's own quantity, evaluated when the rule "
                  "acts, for example -feed.command"),
    QUIRE_REAL(struct params, ramp, "ramp", "s", "0 s", QUIRE_NON_NEGATIVE,
               "duration of the linear ramp from the present value to the new one; 0: a jump. "
               "Angles and strokes need a ramp, and follow it smoothly (3 u^2 - 2 u^3)",
               NULL),
    QUIRE_FIELD_END,
};

/* what rules may set; the others are for bodies that contract, whose courses the model knows
 * beforehand */
static const char *const settable[] = {"speed",  "shaft-speed", "torque",  "angle",
                                       "stroke", "pressure",    "voltage", "to"};
enum { N_SETTABLE = sizeof settable / sizeof settable[0] };

/* what is set; by a formula, what the drive is given by */
static enum quire_drive_quantity
quantity_of(const struct quire_object *self)
{
    const struct params *p = self->params;

    return quire_drive_given_by(p->to != NULL ? p->drive : self);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    quire_status status = quire_object_need_one(self, diag, settable, N_SETTABLE);
    if (status != QUIRE_OK || p->drive == NULL) {
        return status;
    }
    const enum quire_drive_quantity quantity = quantity_of(self),
                                    given = quire_drive_given_by(p->drive);
    const char *name = quire_drive_attribute[quantity];
    if (given == QUIRE_DRIVE_STRESS || given == QUIRE_DRIVE_STRETCH) {
        return quire_object_error(self, diag, "E-MODEL", "prescribe its motion by <to> elements",
                                  "drive '%s' is given by '%s', which rules cannot set",
                                  p->drive->name, quire_drive_attribute[given]);
    }
    if ((quantity == QUIRE_DRIVE_ANGLE || quantity == QUIRE_DRIVE_STROKE) && !(p->ramp > 0)) {
        return quire_object_error(
            self, diag, "E-MODEL", "solenoids take 10 ms to 50 ms",
            "a new '%s' needs a 'ramp' (time of the move): a guide cannot jump", name);
    }
    if (given != QUIRE_DRIVE_NONE && given != quantity) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "'%s' cannot be set: drive '%s' is given by '%s'", name,
                                  p->drive->name, quire_drive_attribute[given]);
    }
    return QUIRE_OK;
}

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    const enum quire_drive_quantity quantity = quantity_of(self);

    *out = (struct quire_action){.kind = QUIRE_ACTION_SET_DRIVE,
                                 .target = p->drive,
                                 .formula = p->to,
                                 .quantity = quantity,
                                 .value = p->to != NULL ? (double)NAN : p->given[quantity],
                                 .ramp = p->ramp};
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_set = {
    .family = &quire_family_action,
    .element = "set",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Gives a drive a new value. Give exactly one of 'to' and the quantity by which the "
            "drive is given: speed, shaft-speed, torque, angle, stroke, pressure or voltage. Later "
            "values of the drive's own profile are discarded.",
    .ops = &ops,
    .check = check,
};
