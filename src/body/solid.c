/* Solids: rigid bodies that move freely in space, and what they touch with: balls and cuboids. */
#include <math.h>

#include "body/free_fields.h"
#include "body/solid.h"
#include "model/problem.h"

static const struct quire_field solid_fields[] = {
    QUIRE_NAME(struct quire_solid_params, name, QUIRE_REQUIRED, "name of the solid"),
    QUIRE_TEXT(struct quire_solid_params, surface, "surface", QUIRE_REQUIRED,
               "name of its surface, used by pairs"),
    QUIRE_REAL(struct quire_solid_params, mass, "mass", "kg", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "its mass", NULL),
    QUIRE_TRIPLE(struct quire_solid_params, inertia, "inertia", "kg*m^2", QUIRE_OPTIONAL,
                 QUIRE_POSITIVE,
                 "principal moments of inertia about its own axes x, y, z through the mass centre; "
                 "default: those of its ball or cuboid, if it has only one"),
    QUIRE_TRIPLE(struct quire_solid_params, centre, "centre", "m", QUIRE_REQUIRED, QUIRE_ANY,
                 "position of the mass centre at t = 0"),
    QUIRE_TRIPLE(
        struct quire_solid_params, turn, "turn", "rad", "0 deg, 0 deg, 0 deg", QUIRE_ANY,
        "orientation of its own axes at t = 0: rotation vector, whose length is the angle"),
    QUIRE_TRIPLE(struct quire_solid_params, velocity, "velocity", "m/s", "0 m/s, 0 m/s, 0 m/s",
                 QUIRE_ANY, "velocity of the mass centre at t = 0"),
    QUIRE_TRIPLE(struct quire_solid_params, spin, "spin", "rad/s", "0 rad/s, 0 rad/s, 0 rad/s",
                 QUIRE_ANY, "angular velocity at t = 0, in machine axes"),
    QUIRE_FIELD_END,
};

static const struct quire_child solid_children[] = {
    {&quire_family_body, "ball", 0, -1},
    {&quire_family_body, "cuboid", 0, 1},
    QUIRE_CHILD_END,
};

/* The sum of two moments of inertia is never less than the third. */
static quire_status
check_solid(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_solid_params *p = self->params;
    const double *i = p->inertia;

    if (self->n_child == 0) {
        return quire_object_error(self, diag, "E-MISSING", "give it a <ball> or a <cuboid>",
                                  "it has no shape for contact");
    }
    if (quire_object_has(self, "inertia")) {
        for (int d = 0; d < 3; d++) {
            if (i[d] > (1 + 1e-9) * (i[(d + 1) % 3] + i[(d + 2) % 3])) {
                return quire_object_error(
                    self, diag, "E-RANGE", NULL,
                    "no moment of inertia can exceed the sum of the other two");
            }
        }
        return QUIRE_OK;
    }
    const struct quire_object *only = self->child[0];
    const struct quire_ball_params *ball =
        quire_object_child_of(self, &quire_kind_ball) == only ? only->params : NULL;
    if (self->n_child > 1 || (ball != NULL && (ball->at[0] != 0 || ball->at[1] != 0 ||
                                               ball->at[2] != 0 || !(ball->radius > 0)))) {
        return quire_object_error(self, diag, "E-MISSING", "give 'inertia'",
                                  "the moments of inertia follow from the shape only for one "
                                  "cuboid, or for one ball in the mass centre");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_solid = {
    .family = &quire_family_body,
    .roles = QUIRE_ROLE_SOLID | QUIRE_ROLE_SURFACE,
    .element = "solid",
    .size = sizeof(struct quire_solid_params),
    .fields = solid_fields,
    .children = solid_children,
    .help = "A rigid body that moves freely in three dimensions under gravity and contact (spatial "
            "models only). It touches guides, which extend across the whole machine, and other "
            "solids if there is a <pair> for them. Contact acts on its balls and on the corners of "
            "its cuboid. A ball touches a cuboid anywhere; two cuboids also touch where edges "
            "cross. A pair may name its surface as media or as surface. The law applies to the "
            "contact as a whole, whatever its distribution. A corner of a cuboid has a quarter of "
            "the force, because a flat side has four corners; so has a crossing of two edges. "
            "Friction between two solids acts in the middle of their overlap. Static friction is "
            "one vector. Sheets, rollers, discs and blocks have no contact with solids.",
    .equation =
        "m x'' = sum of forces;  J spin' + spin x (J spin) = sum of moments, along its own axes",
    .check = check_solid,
};

static const struct quire_field ball_fields[] = {
    QUIRE_TRIPLE(struct quire_ball_params, at, "at", "m", "0 mm, 0 mm, 0 mm", QUIRE_ANY,
                 "position of the middle, along the solid's own axes from the mass centre"),
    QUIRE_REAL(struct quire_ball_params, radius, "radius", "m", QUIRE_REQUIRED,
               QUIRE_FROM_TO(0.0, 100.0), "radius; 0: a point", NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_ball = {
    .family = &quire_family_body,
    .element = "ball",
    .size = sizeof(struct quire_ball_params),
    .fields = ball_fields,
    .help = "A ball that gives a solid its contact, for example the tip of a top.",
};

static const struct quire_field cuboid_fields[] = {
    QUIRE_TRIPLE(struct quire_cuboid_params, size, "size", "m", QUIRE_REQUIRED, QUIRE_FREE_SIZE,
                 "size along the solid's own axes; its middle is the mass centre"),
    QUIRE_REAL(struct quire_cuboid_params, edge_radius, "edge-radius", "m", "0 mm",
               QUIRE_NON_NEGATIVE, "radius of its rounded edges and corners", NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_cuboid(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_cuboid_params *p = self->params;

    if (!(2 * p->edge_radius <= fmin(fmin(p->size[0], p->size[1]), p->size[2]))) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "'edge-radius' must be at most half the smallest side");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_cuboid = {
    .family = &quire_family_body,
    .element = "cuboid",
    .size = sizeof(struct quire_cuboid_params),
    .fields = cuboid_fields,
    .help = "A cuboid that gives a solid its contact. Its eight corners touch guides; corners and "
            "crossing edges touch other cuboids; sides, edges and corners touch balls.",
    .check = check_cuboid,
};
