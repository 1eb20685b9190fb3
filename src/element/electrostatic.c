/* Electrostatic hold on a guide or belt. */
#include "element/pressure.h"
#include "element/pressure_fields.h"
#include "model/problem.h"

#define SOURCE "Jackson, Classical Electrodynamics, 3rd ed., 1.11 and 4.7"

struct params {
    struct quire_pressure_params place;
    double charge, dielectric, permittivity;
};

static const struct quire_field fields[] = {
    QUIRE_PRESSURE_FIELDS(struct params, "hold"),
    QUIRE_REAL(struct params, place.supply, "voltage", "V", QUIRE_OPTIONAL, QUIRE_ANY,
               "voltage between the sheet and the electrode behind the dielectric; transport belts "
               "500 V to 2000 V",
               NULL),
    QUIRE_REFERENCE(struct params, place.drive, "drive", "drive", QUIRE_OPTIONAL,
                    "drive that commands the voltage; instead of 'voltage'"),
    QUIRE_REAL(struct params, charge, "charge", "C/m^2", QUIRE_OPTIONAL, QUIRE_ANY,
               "charge per area of an insulating sheet above a grounded guide; instead of "
               "'voltage'; corona-charged paper 1e-5 C/m^2 to 1e-4 C/m^2",
               NULL),
    QUIRE_REAL(struct params, dielectric, "dielectric-thickness", "m", "50 um", QUIRE_POSITIVE,
               "thickness of the dielectric between electrode and sheet, for example of the belt",
               NULL),
    QUIRE_REAL(struct params, permittivity, "permittivity", "", "3", QUIRE_FROM_TO(1, 1e4),
               "relative permittivity of the dielectric; polyimide 3.4, rubber 3 to 6", NULL),
    QUIRE_REAL(struct params, place.reach, "reach", "m", "10 mm", QUIRE_POSITIVE,
               "cut-off gap: the force fades out from half of it to zero at it", NULL),
    QUIRE_FIELD_END,
};

/* Maxwell's stress on the sheet, in the air gap. */
static double
at(const void *params, double supply, double gap, double *slope)
{
    const struct params *p = params;

    if (!isnan(p->charge)) {
        *slope = 0;
        return p->charge * p->charge / (2 * QUIRE_VACUUM_PERMITTIVITY);
    }
    const double way = p->dielectric / p->permittivity + gap, field = supply / way;
    const double stress = 0.5 * QUIRE_VACUUM_PERMITTIVITY * field * field;
    *slope = -2 * stress / way;
    return stress;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    return quire_pressure_check(self, diag, "charge");
}

static const struct quire_pressure_ops ops = {
    .at = at, .quantity = QUIRE_DRIVE_VOLTAGE, .supply = "voltage"};

const struct quire_kind quire_kind_electrostatic = {
    .family = &quire_family_pressure,
    .element = "electrostatic",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Holds sheets on a guide by an electric field, as a charged transport belt or plate "
            "does. The sheet either conducts and has a voltage to an electrode behind a "
            "dielectric, or insulates and keeps its charge above ground. The field only presses; "
            "friction acts in the contact. Breakdown of the air and charging are not modelled.",
    .equation = "pressure = eps0/2 (voltage / (dielectric-thickness/permittivity + gap))^2;  or "
                "charge^2 / (2 eps0)",
    .source = SOURCE,
    .ops = &ops,
    .check = check,
};
