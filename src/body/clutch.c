/* Clutches between a drive and its roller. */
#include <math.h>

#include "body/clutch.h"
#include "body/roller.h"
#include "model/problem.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_clutch_params, name, QUIRE_OPTIONAL,
               "name of the clutch, used by rules and the log of events"),
    QUIRE_REAL(struct quire_clutch_params, torque, "torque", "N*m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "largest torque that the clutch transmits, beyond which it slips; torque limiters "
               "of separation rollers 10 mN*m to 50 mN*m",
               NULL),
    QUIRE_CHOICE(struct quire_clutch_params, carries, "carries", "both|forward|backward", "both",
                 "direction of drive; forward: a one-way clutch, the roller may overrun its drive"),
    QUIRE_BOOLEAN(struct quire_clutch_params, engaged, "engaged", "yes",
                  "no: the clutch transmits no torque until a rule engages it"),
    QUIRE_REAL(struct quire_clutch_params, windup, "windup", "m", "10 um", QUIRE_POSITIVE,
               "elastic deflection of the locked clutch at full torque, at the surface of the "
               "roller; proportional to the torque",
               NULL),
    QUIRE_REAL(struct quire_clutch_params, damping_time, "damping-time", "s", "10 ms",
               QUIRE_NON_NEGATIVE, "damping of the deflection, divided by its stiffness", NULL),
    QUIRE_REAL(struct quire_clutch_params, creep, "creep", "m/s", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "slip speed at the roller's surface at which a creeping clutch transmits its full "
               "torque; such a clutch never locks. Default: the clutch locks",
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
                                  "the roller has no drive");
    }
    return quire_object_has(roller->drive, "speed") ||
                   quire_object_has(roller->drive, "shaft-speed")
               ? QUIRE_OK
               : quire_object_error(
                     self, diag, "E-MODEL", "give the drive by 'speed' or 'shaft-speed'",
                     "drive '%s' commands no speed for the roller to follow", roller->drive->name);
}

const struct quire_kind quire_kind_clutch = {
    .family = &quire_family_body,
    .element = "clutch",
    .size = sizeof(struct quire_clutch_params),
    .fields = fields,
    .help =
        "Connects a roller to its drive, which must be given by a speed. The roller then turns "
        "with its own inertia, and the clutch transmits torque to it. The torque may be limited "
        "(torque limiter, friction clutch) or act in one direction only (one-way clutch). The "
        "clutch transmits torque only while it is engaged (<engage>, <disengage>).",
    .equation = "Q = s * torque * max(-1, min(1, x / windup)), x' = (omega_drive - omega) * radius "
                "where it does not slip, and damping; forward: max(0, ...); with 'creep' Q = s * "
                "torque * STEP(omega_drive - omega; -w, -1; w, 1), w = creep / radius",
    .check = check,
};
