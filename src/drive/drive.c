/* Drives: what turns rollers, moves gates and switches holds. */
#include <math.h>
#include <stddef.h>

#include "drive/drive.h"
#include "drive/to.h"
#include "model/problem.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_drive_params, name, QUIRE_REQUIRED,
               "name of the drive, used by rollers and rules"),
    QUIRE_REAL_USUAL(
        struct quire_drive_params, given[QUIRE_DRIVE_SPEED], "speed", "m/s", QUIRE_OPTIONAL,
        QUIRE_ANY, QUIRE_USUALLY(-60.0, 60.0),
        "surface speed at the roller's nominal radius, at t = 0; copiers 0.1 m/s to 1 m/s", NULL),
    QUIRE_REAL_USUAL(struct quire_drive_params, given[QUIRE_DRIVE_SHAFT_SPEED], "shaft-speed",
                     "rad/s", QUIRE_OPTIONAL, QUIRE_ANY, QUIRE_USUALLY(-2e4, 2e4),
                     "speed of the shaft, at t = 0", NULL),
    QUIRE_REAL(
        struct quire_drive_params, given[QUIRE_DRIVE_TORQUE], "torque", "N*m", QUIRE_OPTIONAL,
        QUIRE_ANY,
        "torque on the shaft, at t = 0; with no-load-speed it is the motor's stall torque. Each "
        "roller that names the drive gets the whole torque: give each roller a drive of its own, "
        "with "
        "its part (quire check warns)",
        NULL),
    QUIRE_REAL(struct quire_drive_params, no_load_speed, "no-load-speed", "rad/s", QUIRE_OPTIONAL,
               QUIRE_POSITIVE,
               "no-load speed of the motor: the shaft speed at which its torque is 0", NULL),
    QUIRE_REAL(
        struct quire_drive_params, given[QUIRE_DRIVE_STRESS], "stress", "Pa", QUIRE_OPTIONAL,
        QUIRE_ANY,
        "stress of a contractile body along its axis at t = 0; contraction < 0, expansion > 0",
        NULL),
    QUIRE_REAL(struct quire_drive_params, given[QUIRE_DRIVE_STRETCH], "stretch", "", QUIRE_OPTIONAL,
               QUIRE_FROM_TO(0.2, 5),
               "free stretch of a contractile body along its axis at t = 0; contraction < 1, "
               "expansion > 1",
               NULL),
    QUIRE_REAL(struct quire_drive_params, given[QUIRE_DRIVE_ANGLE], "angle", "rad", QUIRE_OPTIONAL,
               QUIRE_ANY, "angle of a driven guide about its pivot at t = 0, counter-clockwise",
               NULL),
    QUIRE_REAL(struct quire_drive_params, given[QUIRE_DRIVE_STROKE], "stroke", "m", QUIRE_OPTIONAL,
               QUIRE_ANY,
               "displacement of a driven guide along its slide at t = 0; stops 3 mm to 10 mm",
               NULL),
    QUIRE_REAL(struct quire_drive_params, given[QUIRE_DRIVE_PRESSURE], "pressure", "Pa",
               QUIRE_OPTIONAL, QUIRE_ANY, "suction pressure at t = 0, below ambient", NULL),
    QUIRE_REAL(struct quire_drive_params, given[QUIRE_DRIVE_VOLTAGE], "voltage", "V",
               QUIRE_OPTIONAL, QUIRE_ANY, "voltage of an electrostatic hold at t = 0", NULL),
    QUIRE_FIELD_END,
};

static const struct quire_child children[] = {
    {&quire_family_drive_to, "to", 0, -1},
    QUIRE_CHILD_END,
};

/* Every <to> goes on with the quantity that the drive began with. */
static quire_status
check_steps(const struct quire_object *self, quire_diag *diag)
{
    const enum quire_drive_quantity used = quire_drive_given_by(self);
    const struct quire_object *to;
    quire_status status = QUIRE_OK;

    for (size_t i = 0; (to = quire_object_next_with(self, QUIRE_ROLE_CORNER, &i)) != NULL;) {
        /* members with more than one are reported on their own */
        const enum quire_drive_quantity own = quire_drive_given_by(to);
        if (own != QUIRE_DRIVE_NONE && !quire_object_has(to, quire_drive_attribute[used])) {
            status = quire_status_first(
                status, quire_object_error(
                            to, diag, "E-MODEL", "use a separate drive for it",
                            "the drive is given by its '%s'; give every <to> the same attribute",
                            quire_drive_attribute[used]));
        }
    }
    return status;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const motor[] = {"no-load-speed"};
    quire_status status = quire_drive_check_given(self, diag);

    status = status == QUIRE_OK ? check_steps(self, diag) : status;
    status = quire_status_first(status, quire_object_depend(self, diag, "torque", motor, 1));
    return quire_status_first(status, quire_object_check_times(self, diag));
}

const struct quire_kind quire_kind_drive = {
    .family = &quire_family_drive,
    .element = "drive",
    .size = sizeof(struct quire_drive_params),
    .fields = fields,
    .children = children,
    .help =
        "Drives the rollers that name it, by exactly one of a surface speed, a shaft speed or a "
        "torque. A drive may also contract contractile bodies, by a stress or a stretch. It may "
        "move guides that have a pivot or a slide, by an angle or a stroke, or continuously by a "
        "shaft speed or a speed. It may also supply suction with its pressure or an electrostatic "
        "hold with its voltage. <drive> gives the value at t = 0, <to> elements give later values, "
        "and rules may change it. Positive values feed along the path. A speed is commanded at the "
        "nominal radius; the surface moves at omega R with the actual radius.",
    .equation = "omega = speed / nominal-radius;  with a motor: torque (1 - omega / no-load-speed)",
    .check = check,
};
