/* Rollers. */
#include <math.h>

#include "body/roller.h"
#include "body/roller_fields.h"
#include "model/problem.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_roller_params, name, QUIRE_REQUIRED, "name of the roller"),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct quire_roller_params, centre, "centre", "m", QUIRE_OPTIONAL,
                    "position of the shaft; or give 'path' and 'at'"),
    QUIRE_REFERENCE(struct quire_roller_params, path, "path", "path", QUIRE_OPTIONAL,
                    "path beside which the roller is placed"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_roller_params, at, "at", "m", QUIRE_OPTIONAL, QUIRE_ANY,
                  "distance along the path", NULL),
    QUIRE_REAL_AS(QUIRE_SIGNED, struct quire_roller_params, offset, "offset", "m", "0 m", QUIRE_ANY,
                  "distance of the roller's surface from the path, positive to its left", NULL),
    QUIRE_CHOICE_AS(QUIRE_SIDED, struct quire_roller_params, side, "side", "left|right", "left",
                    "side of the path on which the roller is"),
    QUIRE_ROLLER_FIELDS,
    QUIRE_CHOICE_AS(QUIRE_SIDED, struct quire_roller_params, sense, "sense",
                    "counter-clockwise|clockwise", "counter-clockwise",
                    "direction in which positive speeds turn a roller placed by its centre; a "
                    "roller placed by a path feeds along the path"),
    QUIRE_REAL_AS(QUIRE_HEADING, struct quire_roller_params, slide, "slide", "rad", QUIRE_OPTIONAL,
                  QUIRE_ANY, "heading of the closing direction; default: the shaft is fixed", NULL),
    QUIRE_REAL(struct quire_roller_params, load, "load", "N", "0 N", QUIRE_ANY,
               "closing force at travel 0; pinch rollers 1 N to 20 N", NULL),
    QUIRE_REAL(struct quire_roller_params, rate, "rate", "N/m", "0 N/m", QUIRE_NON_NEGATIVE,
               "stiffness of the load spring; 100 N/m to 5000 N/m", NULL),
    QUIRE_REAL(struct quire_roller_params, damping, "damping", "N*s/m", "1 N*s/m",
               QUIRE_NON_NEGATIVE, "damping of the sliding motion", NULL),
    QUIRE_REAL(struct quire_roller_params, closed_stop, "closed-stop", "m", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE, "largest travel in the closing direction", NULL),
    QUIRE_REAL(struct quire_roller_params, max_gap, "max-gap", "m", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE, "largest travel in the opening direction", NULL),
    QUIRE_ROLLER_STOP_FIELDS,
    QUIRE_SHAFT_FIELDS(struct quire_roller_params, "0 m", QUIRE_OPTIONAL, "0 deg", "0 deg"),
    QUIRE_PROFILE_FIELDS(struct quire_roller_params, shaft.crown, shaft.taper),
    QUIRE_FIELD_END,
};

static quire_status
check_placement(const struct quire_object *self, quire_diag *diag)
{
    static const char *const where[] = {"centre", "path"};
    static const char *const by_path[] = {"at", "offset", "side"};
    static const char *const by_centre[] = {"sense"};
    quire_status status = quire_object_need_one(self, diag, where, COUNT(where));

    status = quire_status_first(status,
                                quire_object_depend(self, diag, "path", by_path, COUNT(by_path)));
    status = quire_status_first(
        status, quire_object_exclude(self, diag, "path", by_centre, COUNT(by_centre)));
    if (quire_object_has(self, "path") && !quire_object_has(self, "at")) {
        status = quire_status_first(
            status, quire_object_error(self, diag, "E-MISSING", NULL,
                                       "'path' also needs 'at', the distance along it"));
    }
    return status;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    static const char *const sliding[] = {"load",    "rate",           "damping", "closed-stop",
                                          "max-gap", "stop-stiffness", "travel"};
    const struct quire_roller_params *p = self->params;
    const quire_status status = quire_status_first(
        check_placement(self, diag), quire_roller_check_shaft(self, diag, p->shaft.width));

    return quire_status_first(status,
                              quire_object_depend(self, diag, "slide", sliding, COUNT(sliding)));
}

const struct quire_kind quire_kind_roller = {
    .family = &quire_family_body,
    .element = "roller",
    .roles = QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_roller_params),
    .fields = fields,
    .children = quire_roller_children,
    .help = "A roller on a fixed shaft, or one that slides along a direction under a load with a "
            "spring, a damper and stops. It is driven, or idles with its inertia and bearing "
            "friction. It is placed by its centre, or by 'path' and 'at'. With a path, 'offset' is "
            "the distance of its surface from the path and 'side' the side of its shaft.",
    .equation = "closing force = load + rate * travel + damping * d(travel)/dt;  travel is "
                "positive in the opening direction",
    .check = check,
};
