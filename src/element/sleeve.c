/* Sleeves: pieces of path that a sheet cannot leave. */
#include <math.h>
#include <stddef.h>

#include "element/sleeve.h"
#include "model/problem.h"

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_sleeve_params, name, QUIRE_REQUIRED, "name of the sleeve"),
    QUIRE_REFERENCE(struct quire_sleeve_params, path, "path", "path", QUIRE_REQUIRED,
                    "path to which sheets are held"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_sleeve_params, from, "from", "m", QUIRE_REQUIRED,
                  QUIRE_ANY, "start of the sleeve, as a distance along the path", NULL),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_sleeve_params, to, "to", "m", QUIRE_REQUIRED, QUIRE_ANY,
                  "end of the sleeve, as a distance along the path", NULL),
    QUIRE_REAL(struct quire_sleeve_params, stiffness, "stiffness", "N/m^2", "1e6 N/m^2",
               QUIRE_POSITIVE,
               "force per length of sheet and distance from the path; 1e5 N/m^2 to 1e7 N/m^2 holds "
               "paper like a tight slot",
               NULL),
    QUIRE_REAL(struct quire_sleeve_params, damping, "damping", "N*s/m^2", "100 N*s/m^2",
               QUIRE_NON_NEGATIVE, "force per length of sheet and speed across the path", NULL),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_sleeve_params *sleeve = self->params;

    if (sleeve->to <= sleeve->from) {
        return quire_object_error(self, diag, "E-RANGE", NULL, "'to' must be greater than 'from'");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_sleeve = {
    .family = &quire_family_element,
    .element = "sleeve",
    .size = sizeof(struct quire_sleeve_params),
    .fields = fields,
    .help = "Holds the mid-line of every sheet on a section of a path, in both directions and "
            "without friction, as an ideal tight slot would. The sheet slides through it freely.",
    .equation = "force per length = -stiffness * height - damping * d(height)/dt, across the path",
    .check = check,
};
