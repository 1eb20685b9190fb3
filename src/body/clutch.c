/* Clutches between a drive and its roller. */
#include <math.h>

#include "body/clutch.h"
#include "body/roller.h"
#include "model/problem.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_clutch_params, name, QUIRE_OPTIONAL,
               "name of the clutch, for rules and the log of events"),
    QUIRE_REAL(struct quire_clutch_params, torque, "torque", "N*m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "most that it carries; beyond it slips; torque limiters of separation rollers 10 "
               "mN*m to 50 mN*m",
               NULL),
    QUIRE_CHOICE(struct quire_clutch_params, carries, "carries", "both|forward|backward", "both",
                 "which way the drive may turn the roller: forward, a one-way clutch, lets the "
                 "roller run ahead of its drive"),
    QUIRE_BOOLEAN(struct quire_clutch_params, engaged, "engaged", "yes",
                  "no: it carries nothing until a rule engages it"),
    QUIRE_REAL(
        struct quire_clutch_params, windup, "windup", "m", "10 um", QUIRE_POSITIVE,
        "elastic deflection of the locked clutch at its full torque, at the roller's surface; "
        "proportional to the torque",
        NULL),
    QUIRE_REAL(struct quire_clutch_params, damping_time, "damping-time", "s", "10 ms",
               QUIRE_NON_NEGATIVE, "damping of that deflection, over its stiffness", NULL),
    QUIRE_REAL(
        struct quire_clutch_params, creep, "creep", "m/s", QUIRE_OPTIONAL, QUIRE_POSITIVE,
        "slip speed of the roller's surface at which the clutch carries all its torque; such a "
        "clutch never locks. Without it the clutch locks",
        NULL),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_roller_params *roller = self->parent != NULL ? self->parent->params : NULL;

    if (roller == NULL) {
        return QUIRE_OK;
    }
    if (roller->drive == NULL) {
        return quire_object_error(self, diag, "E-MODEL", "give the roller a 'drive'",
                                  "it has no drive to carry torque from");
    }
    return quire_object_has(roller->drive, "speed") ||
                   quire_object_has(roller->drive, "shaft-speed")
               ? QUIRE_OK
               : quire_object_error(
                     self, diag, "E-MODEL", "give the drive by 'speed' or 'shaft-speed'",
                     "drive '%s' gives no speed for the roller to follow", roller->drive->name);
}

const struct quire_kind quire_kind_clutch = {
    .family = &quire_family_body,
    .element = "clutch",
    .size = sizeof(struct quire_clutch_params),
    .fields = fields,
    .help = "Acts between a roller and its drive, given by a speed. The roller then turns by its "
            "own inertia, and the clutch carries torque to it: up to a limit (a torque limiter, a "
            "friction clutch), one way alone (a one-way clutch), and only while it is engaged "
            "(<engage>, <disengage>).",
    .equation = "Q = s * torque * max(-1, min(1, x / windup)), x' = (omega_drive - omega) * radius "
                "where it does not slip, and damping; forward: max(0, ...); with 'creep' Q = s * "
                "torque * STEP(omega_drive - omega; -w, -1; w, 1), w = creep / radius",
    .check = check,
};
