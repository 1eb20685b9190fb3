/* Drag of the air. */
#include <math.h>

#include "element/drag.h"
#include "model/problem.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define SOURCE      "Hoerner, Fluid-Dynamic Drag, 1965"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_drag_params, name, QUIRE_REQUIRED, "name of the drag"),
    QUIRE_REFERENCE(struct quire_drag_params, on, "on", "disc|block|sheet", QUIRE_REQUIRED,
                    "sheet, disc or block on which it acts"),
    QUIRE_REAL(struct quire_drag_params, coefficient, "coefficient", "", "0", QUIRE_NON_NEGATIVE,
               "drag coefficient; for a sheet: of flow across it; flat plate square to the flow "
               "1.1 to 1.3, long cylinder 1.2",
               SOURCE),
    QUIRE_REAL(
        struct quire_drag_params, tangential, "tangential-coefficient", "", "0", QUIRE_NON_NEGATIVE,
        "drag coefficient of flow along the sheet, both faces together (sheets only); about 0.01",
        SOURCE),
    QUIRE_REAL(struct quire_drag_params, area, "area", "m^2", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "reference area of the drag coefficient (discs and blocks only)", NULL),
    QUIRE_REAL(struct quire_drag_params, density, "density", "kg/m^3", "1.2 kg/m^3",
               QUIRE_NON_NEGATIVE, "density of the air; 1.2 kg/m^3 at 20 degrees", NULL),
    QUIRE_REAL(struct quire_drag_params, linear, "linear", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
               "linear drag: force per velocity; for a sheet: of motion across it, distributed "
               "evenly over its area",
               NULL),
    QUIRE_REAL(
        struct quire_drag_params, tangential_linear, "tangential-linear", "N*s/m", "0 N*s/m",
        QUIRE_NON_NEGATIVE,
        "linear drag of motion along the sheet, distributed evenly over its area (sheets only)",
        NULL),
    QUIRE_VECTOR(struct quire_drag_params, wind, "wind", "m/s", "0 m/s, 0 m/s",
                 "velocity of the air"),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const of_sheets[] = {"tangential-coefficient", "tangential-linear"};
    const struct quire_drag_params *p = self->params;
    const bool sheet = p->on != NULL && quire_object_is(p->on, QUIRE_ROLE_SHEET);

    if (sheet && quire_object_has(self, "area")) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "'area' is for discs and blocks only; a sheet has its own area");
    }
    for (size_t i = 0; p->on != NULL && !sheet && i < COUNT(of_sheets); i++) {
        if (quire_object_has(self, of_sheets[i])) {
            return quire_object_error(self, diag, "E-MODEL", NULL, "'%s' is for sheets only",
                                      of_sheets[i]);
        }
    }
    if (p->on != NULL && !sheet && p->coefficient > 0 && !quire_object_has(self, "area")) {
        return quire_object_error(self, diag, "E-MISSING", NULL, "'coefficient' also needs 'area'");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_drag = {
    .family = &quire_family_element,
    .element = "drag",
    .size = sizeof(struct quire_drag_params),
    .fields = fields,
    .help = "Quadratic and linear air drag. On a disc or block it acts at the centre, against the "
            "motion. On a sheet it acts per area, across and along each segment.",
    .equation = "F = -(density/2 * coefficient * area * |u| + linear) * u, u: velocity relative to "
                "the air; on a sheet the components of u across and along it are used, each with "
                "its own coefficients",
    .source = SOURCE,
    .check = check,
};
