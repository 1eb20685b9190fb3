/* <reverse>, <brake>: what engineers say of drives, beside <set>. */
#include <math.h>

#include "kind/action.h"
#include "model/problem.h"

struct params {
    const struct quire_object *drive;
    double torque, ramp;
};

/* Drives that turn something have these; others command a place, or a contraction. */
static const char *const turning[] = {"speed", "shaft-speed", "torque"};

static quire_status
check_turns(const struct quire_object *self, quire_diag *diag, const char *what)
{
    const struct params *p = self->params;

    return p->drive == NULL || quire_object_count(p->drive, turning, 3) > 0
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-MODEL", "use <set>",
                                    "drive '%s' turns nothing that could be %s", p->drive->name,
                                    what);
}

/* ---- <reverse> ---- */

static const struct quire_field reverse_fields[] = {
    QUIRE_REFERENCE(struct params, drive, "drive", "drive", QUIRE_REQUIRED, "drive to reverse"),
    QUIRE_REAL(struct params, ramp, "ramp", "s", "0 s", QUIRE_NON_NEGATIVE,
               "duration of the linear ramp; 0: a jump", NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_reverse(const struct quire_object *self, quire_diag *diag)
{
    return check_turns(self, diag, "reversed");
}

static void
describe_reverse(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    *out = (struct quire_action){.kind = QUIRE_ACTION_SET_DRIVE,
                                 .target = p->drive,
                                 .change = QUIRE_CHANGE_REVERSE,
                                 .ramp = p->ramp,
                                 .value = NAN};
}

static const struct quire_action_ops reverse_ops = {describe_reverse};

const struct quire_kind quire_kind_action_reverse = {
    .family = &quire_family_action,
    .element = "reverse",
    .size = sizeof(struct params),
    .fields = reverse_fields,
    .help = "Reverses a drive: to its present or commanded speed or torque with the opposite sign. "
            "For drives given by speed, shaft-speed or torque.",
    .ops = &reverse_ops,
    .check = check_reverse,
};

/* ---- <brake> ---- */

static const struct quire_field brake_fields[] = {
    QUIRE_REFERENCE(struct params, drive, "drive", "drive", QUIRE_REQUIRED, "drive to stop"),
    QUIRE_REAL(struct params, torque, "torque", "N*m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "torque of the brake, for drives given by a torque; it acts on each roller against "
               "its rotation and holds the roller at rest",
               NULL),
    QUIRE_REAL(struct params, ramp, "ramp", "s", "0 s", QUIRE_NON_NEGATIVE,
               "time to rest of drives given by a speed, on a linear ramp; for drives given by a "
               "torque, time until the brake has its full torque",
               NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_brake(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const quire_status status = check_turns(self, diag, "braked");

    if (status != QUIRE_OK || p->drive == NULL ||
        quire_object_has(p->drive, "torque") == !isnan(p->torque)) {
        return status;
    }
    return isnan(p->torque)
               ? quire_object_error(
                     self, diag, "E-MISSING", NULL,
                     "drive '%s' is given by a torque: 'torque' of the brake is missing",
                     p->drive->name)
               : quire_object_error(self, diag, "E-MODEL", "give 'ramp', the time to come to rest",
                                    "drive '%s' has a prescribed speed: no 'torque' is needed",
                                    p->drive->name);
}

static void
describe_brake(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    *out = (struct quire_action){.kind = QUIRE_ACTION_SET_DRIVE,
                                 .target = p->drive,
                                 .change = QUIRE_CHANGE_BRAKE,
                                 .ramp = p->ramp,
                                 .value = isnan(p->torque) ? 0 : p->torque};
}

static const struct quire_action_ops brake_ops = {describe_brake};

const struct quire_kind quire_kind_action_brake = {
    .family = &quire_family_action,
    .element = "brake",
    .size = sizeof(struct params),
    .fields = brake_fields,
    .help = "Stops a drive. A drive given by a speed stops within the time 'ramp'. A drive given "
            "by a torque loses its torque, and a brake acts until the drive is set again.",
    .ops = &brake_ops,
    .check = check_brake,
};
