#include "model/quantity.h"

#include "model/problem.h"

const char *const quire_drive_attribute[QUIRE_DRIVE_GIVEN] = {
    [QUIRE_DRIVE_NONE] = "",
    [QUIRE_DRIVE_SPEED] = "speed",
    [QUIRE_DRIVE_SHAFT_SPEED] = "shaft-speed",
    [QUIRE_DRIVE_TORQUE] = "torque",
    [QUIRE_DRIVE_STRESS] = "stress",
    [QUIRE_DRIVE_STRETCH] = "stretch",
    [QUIRE_DRIVE_ANGLE] = "angle",
    [QUIRE_DRIVE_STROKE] = "stroke",
    [QUIRE_DRIVE_PRESSURE] = "pressure",
    [QUIRE_DRIVE_VOLTAGE] = "voltage",
};

const char *const quire_drive_unit[QUIRE_DRIVE_GIVEN] = {
    [QUIRE_DRIVE_NONE] = "",      [QUIRE_DRIVE_SPEED] = "m/s", [QUIRE_DRIVE_SHAFT_SPEED] = "rad/s",
    [QUIRE_DRIVE_TORQUE] = "N*m", [QUIRE_DRIVE_STRESS] = "Pa", [QUIRE_DRIVE_STRETCH] = "",
    [QUIRE_DRIVE_ANGLE] = "rad",  [QUIRE_DRIVE_STROKE] = "m",  [QUIRE_DRIVE_PRESSURE] = "Pa",
    [QUIRE_DRIVE_VOLTAGE] = "V",
};

enum quire_drive_quantity
quire_drive_given_by(const struct quire_object *object)
{
    for (int i = QUIRE_DRIVE_SPEED; i < QUIRE_DRIVE_GIVEN; i++) {
        if (quire_object_has(object, quire_drive_attribute[i])) {
            return (enum quire_drive_quantity)i;
        }
    }
    return QUIRE_DRIVE_NONE;
}

quire_status
quire_drive_check_given(const struct quire_object *object, quire_diag *diag)
{
    return quire_object_need_one(object, diag, quire_drive_attribute + QUIRE_DRIVE_SPEED,
                                 QUIRE_DRIVE_GIVEN - QUIRE_DRIVE_SPEED);
}
