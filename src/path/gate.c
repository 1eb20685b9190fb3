/* What lets guides move. */
#include <math.h>

#include "model/problem.h"
#include "path/gate.h"

/* ---- what a spring holds ---- */

#define NEEDS_INERTIA "a gate needs a 'drive', or inertia so that sheets can push it"

/* Where it stops, and where it is at the start. `start`: the attribute that says so. */
static quire_status
check_stops(const struct quire_object *self, const struct quire_gate_params *p, const char *start,
            quire_diag *diag)
{
    static const char *const stop[] = {"stop-stiffness", "restitution"};

    if (p->from >= p->to) {
        return quire_object_error(self, diag, "E-RANGE", "exchange them",
                                  "stop 'to' must be greater than stop 'from'");
    }
    if (p->start < p->from || p->start > p->to) {
        return quire_object_error(self, diag, "E-RANGE", "start between 'from' and 'to'",
                                  "'%s' at t = 0 is beyond the stop", start);
    }
    return quire_object_has(self, "from") ? QUIRE_OK
                                          : quire_object_depend(self, diag, "to", stop, 2);
}

/* One that no drive moves has inertia; one that a drive moves has nothing that a spring holds. */
static quire_status
check_holding(const struct quire_object *self, const char *const *held, size_t n, bool has_inertia,
              const char *hint, quire_diag *diag)
{
    static const char *const rest[] = {"rest"};
    const struct quire_gate_params *p = self->params;

    if (p->drive != NULL) {
        return quire_object_exclude(self, diag, "drive", held, n);
    }
    if (!has_inertia) {
        return quire_object_error(self, diag, "E-MISSING", hint, NEEDS_INERTIA);
    }
    const quire_status status = quire_object_depend(self, diag, "stiffness", rest, 1);
    return quire_status_first(status, check_stops(self, p, held[0], diag));
}

/* ---- <pivot> ---- */

static const struct quire_field pivot_fields[] = {
    QUIRE_VECTOR_AS(QUIRE_POINT, struct quire_gate_params, at, "at", "m", QUIRE_REQUIRED,
                    "point about which the guide turns"),
    QUIRE_REFERENCE_AS(QUIRE_UNMIRRORED, struct quire_gate_params, drive, "drive", "drive",
                       QUIRE_OPTIONAL,
                       "drive that turns the guide: by 'angle', or continuously by 'shaft-speed'. "
                       "Default: none; a spring holds the guide, and sheets push it aside"),
    QUIRE_REAL(
        struct quire_gate_params, inertia, "inertia", "kg*m^2", QUIRE_OPTIONAL, QUIRE_POSITIVE,
        "moment of inertia about the pivot; small flaps 1e-8 kg*m^2 to 1e-5 kg*m^2; default: 4/3 m "
        "d^2 with the mass m and the distance d of its centre, as for a flap hinged at its edge",
        NULL),
    QUIRE_REAL(struct quire_gate_params, mass, "mass", "kg", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "mass, used with 'centre' for the moment of the weight", NULL),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct quire_gate_params, centre, "centre", "m", QUIRE_OPTIONAL,
                    "centre of mass, as drawn"),
    QUIRE_REAL(struct quire_gate_params, stiffness, "stiffness", "N*m/rad", "0 N*m/rad",
               QUIRE_NON_NEGATIVE,
               "stiffness of the spring; for a thin flap of length l that bends, 3 E I/l", NULL),
    QUIRE_REAL_AS(QUIRE_SIGNED, struct quire_gate_params, rest, "rest", "rad", "0 deg", QUIRE_ANY,
                  "angle at which the spring is relaxed", NULL),
    QUIRE_REAL_AS(QUIRE_SIGNED, struct quire_gate_params, preload, "preload", "N*m", "0 N*m",
                  QUIRE_ANY, "additional constant moment, counter-clockwise", NULL),
    QUIRE_REAL(struct quire_gate_params, damping, "damping", "N*m*s/rad", "0 N*m*s/rad",
               QUIRE_NON_NEGATIVE,
               "viscous damping: moment per angular speed in the bearing or spring", NULL),
    QUIRE_REAL_AS(QUIRE_LOWER_STOP, struct quire_gate_params, from, "from", "rad", QUIRE_OPTIONAL,
                  QUIRE_ANY, "angle of the clockwise stop; default: no stop", NULL),
    QUIRE_REAL_AS(QUIRE_UPPER_STOP, struct quire_gate_params, to, "to", "rad", QUIRE_OPTIONAL,
                  QUIRE_ANY, "angle of the counter-clockwise stop; default: no stop", NULL),
    QUIRE_REAL(struct quire_gate_params, stop_stiffness, "stop-stiffness", "N*m/rad",
               QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "stiffness of the stops: moment per angle; default: a rebound takes about 1 ms or "
               "less, and spring and weight press the guide at most 1 mrad into a stop",
               NULL),
    QUIRE_REAL(struct quire_gate_params, restitution, "restitution", "", "0.3",
               QUIRE_FROM_TO(0.15, 1),
               "coefficient of restitution at the stops: rebound speed divided by impact speed, at "
               "any speed",
               NULL),
    QUIRE_REAL_AS(QUIRE_SIGNED, struct quire_gate_params, start, "angle", "rad", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "angle at t = 0, where the guide is at rest; default: the equilibrium of spring, "
                  "weight and stops",
                  NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_pivot(const struct quire_object *self, quire_diag *diag)
{
    static const char *const held[] = {"angle",     "inertia", "mass",           "centre",
                                       "stiffness", "rest",    "preload",        "damping",
                                       "from",      "to",      "stop-stiffness", "restitution"};
    static const char *const mass[] = {"mass"}, *const centre[] = {"centre"};
    quire_status status =
        check_holding(self, held, sizeof held / sizeof held[0],
                      quire_object_has(self, "inertia") || quire_object_has(self, "mass"),
                      "give it 'inertia', or 'mass' and 'centre'", diag);

    status = quire_status_first(status, quire_object_depend(self, diag, "centre", mass, 1));
    return quire_status_first(status, quire_object_depend(self, diag, "mass", centre, 1));
}

const struct quire_kind quire_kind_gate_pivot = {
    .family = &quire_family_gate,
    .element = "pivot",
    .size = sizeof(struct quire_gate_params),
    .fields = pivot_fields,
    .help = "Lets a guide turn about a point, as a flap that diverts sheets. The guide is drawn at "
            "angle 0; positive angles are counter-clockwise. Contacts use its position and surface "
            "velocity, and the energy balance includes the work of its drive. Without a drive the "
            "guide is a body: sheets turn it against its spring, its weight and its stops.",
    .equation = "without a drive: inertia q'' = preload - stiffness (q - rest) - damping q' + "
                "moment of its weight + stops + sheets",
    .check = check_pivot,
};

/* ---- <slide> ---- */

static const struct quire_field slide_fields[] = {
    QUIRE_VECTOR_AS(QUIRE_ARROW, struct quire_gate_params, at, "direction", "", QUIRE_REQUIRED,
                    "direction of motion; its length is ignored"),
    QUIRE_REFERENCE(struct quire_gate_params, drive, "drive", "drive", QUIRE_OPTIONAL,
                    "drive that moves the guide: by 'stroke', or continuously by 'speed'. Default: "
                    "none; a spring holds the guide, and sheets push it aside"),
    QUIRE_REAL(struct quire_gate_params, mass, "mass", "kg", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "moving mass of a guide without a drive; its weight acts along the slide", NULL),
    QUIRE_REAL(struct quire_gate_params, stiffness, "stiffness", "N/m", "0 N/m", QUIRE_NON_NEGATIVE,
               "stiffness of the spring", NULL),
    QUIRE_REAL(struct quire_gate_params, rest, "rest", "m", "0 mm", QUIRE_ANY,
               "stroke at which the spring is relaxed", NULL),
    QUIRE_REAL(struct quire_gate_params, preload, "preload", "N", "0 N", QUIRE_ANY,
               "additional constant force along the direction", NULL),
    QUIRE_REAL(struct quire_gate_params, damping, "damping", "N*s/m", "0 N*s/m", QUIRE_NON_NEGATIVE,
               "viscous damping: force per speed", NULL),
    QUIRE_REAL(struct quire_gate_params, from, "from", "m", QUIRE_OPTIONAL, QUIRE_ANY,
               "stroke of the stop in the backward direction; default: no stop", NULL),
    QUIRE_REAL(struct quire_gate_params, to, "to", "m", QUIRE_OPTIONAL, QUIRE_ANY,
               "stroke of the stop in the forward direction; default: no stop", NULL),
    QUIRE_REAL(struct quire_gate_params, stop_stiffness, "stop-stiffness", "N/m", QUIRE_OPTIONAL,
               QUIRE_POSITIVE,
               "stiffness of the stops: force per distance; default: a rebound takes about 1 ms or "
               "less, and spring and weight press the guide at most 10 um into a stop",
               NULL),
    QUIRE_REAL(struct quire_gate_params, restitution, "restitution", "", "0.3",
               QUIRE_FROM_TO(0.15, 1),
               "coefficient of restitution at the stops: rebound speed divided by impact speed, at "
               "any speed",
               NULL),
    QUIRE_REAL(struct quire_gate_params, start, "stroke", "m", QUIRE_OPTIONAL, QUIRE_ANY,
               "stroke at t = 0, where the guide is at rest; default: the equilibrium of spring, "
               "weight and stops",
               NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_slide(const struct quire_object *self, quire_diag *diag)
{
    static const char *const held[] = {"stroke",         "mass",       "stiffness", "rest",
                                       "preload",        "damping",    "from",      "to",
                                       "stop-stiffness", "restitution"};
    const struct quire_gate_params *p = self->params;

    if (!(p->at[0] * p->at[0] + p->at[1] * p->at[1] > 0)) {
        return quire_object_error(self, diag, "E-RANGE", NULL, "'direction' must not be 0, 0");
    }
    return check_holding(self, held, sizeof held / sizeof held[0], quire_object_has(self, "mass"),
                         "give it 'mass'", diag);
}

const struct quire_kind quire_kind_gate_slide = {
    .family = &quire_family_gate,
    .element = "slide",
    .size = sizeof(struct quire_gate_params),
    .fields = slide_fields,
    .help = "Lets a guide move straight along a direction, as a retractable stop. The guide is "
            "drawn at stroke 0. Contacts use its position and velocity, and the energy balance "
            "includes the work of its drive. Without a drive the guide is a body: sheets push it "
            "against its spring, its weight and its stops.",
    .equation = "without a drive: mass q'' = preload - stiffness (q - rest) - damping q' + its "
                "weight + stops + sheets",
    .check = check_slide,
};
