#include "drive/to.h"

#include <math.h>

#include "drive/drive.h"
#include "model/problem.h"

static const struct quire_field fields[] = {
    QUIRE_REAL(struct quire_to_params, time, "time", "s", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "time at which the value is reached", NULL),
    QUIRE_CHOICE(struct quire_to_params, shape, "shape", "linear|smooth|step", "linear",
                 "transition from the previous value: linear, smooth (3 u^2 - 2 u^3) or a step at "
                 "that time"),
    QUIRE_REAL_USUAL(struct quire_to_params, given[QUIRE_DRIVE_SPEED], "speed", "m/s",
                     QUIRE_OPTIONAL, QUIRE_ANY, QUIRE_USUALLY(-60.0, 60.0),
                     "surface speed at the nominal radius at that time", NULL),
    QUIRE_REAL_USUAL(struct quire_to_params, given[QUIRE_DRIVE_SHAFT_SPEED], "shaft-speed", "rad/s",
                     QUIRE_OPTIONAL, QUIRE_ANY, QUIRE_USUALLY(-2e4, 2e4),
                     "shaft speed at that time", NULL),
    QUIRE_REAL(struct quire_to_params, given[QUIRE_DRIVE_TORQUE], "torque", "N*m", QUIRE_OPTIONAL,
               QUIRE_ANY, "torque then", NULL),
    QUIRE_REAL(struct quire_to_params, given[QUIRE_DRIVE_STRESS], "stress", "Pa", QUIRE_OPTIONAL,
               QUIRE_ANY, "stress of a contractile body at that time", NULL),
    QUIRE_REAL(struct quire_to_params, given[QUIRE_DRIVE_STRETCH], "stretch", "", QUIRE_OPTIONAL,
               QUIRE_FROM_TO(0.2, 5), "free stretch of a contractile body at that time", NULL),
    QUIRE_REAL(struct quire_to_params, given[QUIRE_DRIVE_ANGLE], "angle", "rad", QUIRE_OPTIONAL,
               QUIRE_ANY, "angle of the guide at that time", NULL),
    QUIRE_REAL(struct quire_to_params, given[QUIRE_DRIVE_STROKE], "stroke", "m", QUIRE_OPTIONAL,
               QUIRE_ANY, "stroke of the guide at that time", NULL),
    QUIRE_REAL(struct quire_to_params, given[QUIRE_DRIVE_PRESSURE], "pressure", "Pa",
               QUIRE_OPTIONAL, QUIRE_ANY, "suction pressure at that time", NULL),
    QUIRE_REAL(struct quire_to_params, given[QUIRE_DRIVE_VOLTAGE], "voltage", "V", QUIRE_OPTIONAL,
               QUIRE_ANY, "voltage of the hold at that time", NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_drive_to = {
    .family = &quire_family_drive_to,
    .element = "to",
    .roles = QUIRE_ROLE_CORNER,
    .size = sizeof(struct quire_to_params),
    .fields = fields,
    .help = "The next value of a drive: reached at 'time' and kept until the next <to>. Corners of "
            "the profile are events.",
    .check = quire_drive_check_given,
};

quire_status
quire_object_check_times(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_object *to;
    quire_status status = QUIRE_OK;
    double last = 0.0;

    for (size_t i = 0; (to = quire_object_next_with(self, QUIRE_ROLE_CORNER, &i)) != NULL;) {
        const double time = ((const struct quire_to_params *)to->params)->time;
        if (time < last) {
            status = quire_status_first(
                status,
                quire_object_error(to, diag, "E-RANGE", "write the <to> elements in order of time",
                                   "'time' is earlier than that of the previous <to>"));
        }
        last = time;
    }
    return status;
}
