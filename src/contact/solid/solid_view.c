/* What observers see of solids. */
#include <math.h>
#include <string.h>

#include "contact/solid/solid_parts.h"
#include "motion/solid_motion.h"

#define THINNEST 0.02 /* of the longest half axis: what is thinner is drawn as thick */

/* whether all it is is a ball about its centre */
static bool
is_ball(const struct quire_solid *solid)
{
    const double *at = solid->ball->at;

    return solid->n_ball == 1 && at[0] == 0 && at[1] == 0 && at[2] == 0;
}

/* half axes of its cuboid, of its ball, or of an ellipsoid with its mass and inertia; none of them
 * is too small to be seen */
static void
drawn(const struct quire_solid *solid, double half[3])
{
    const struct quire_solid_motion *m = solid->motion;
    double most = 0;

    for (int d = 0; d < 3; d++) {
        const double spread = m->inertia[(d + 1) % 3] + m->inertia[(d + 2) % 3] - m->inertia[d];
        half[d] = quire_solid_has_cuboid(solid) ? solid->half[d]
                  : is_ball(solid)              ? solid->ball->radius
                                                : sqrt(2.5 * fmax(spread, 0) / m->mass);
        most = fmax(most, half[d]);
    }
    for (int d = 0; d < 3; d++) {
        half[d] = fmax(half[d], THINNEST * most);
    }
}

void
quire_solid_view(const struct quire_system *sys, const struct quire_solid *solid, const double *y,
                 struct quire_body_view *out)
{
    const struct quire_small *small = sys->small + solid->small;
    const struct quire_solid_motion *m = solid->motion;
    const double *q = y + small->q0, *v = y + sys->layout.v0 + small->v0, *spin = v + 3;
    const double own[3] = {m->inertia[0] * spin[0], m->inertia[1] * spin[1],
                           m->inertia[2] * spin[2]};
    const double length = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    double axes[3][3], half[3];

    *out = (struct quire_body_view){.name = solid->object->name,
                                    .is_solid = true,
                                    .x = q[0],
                                    .y = q[1],
                                    .z = q[2],
                                    .vx = v[0],
                                    .vy = v[1],
                                    .vz = v[2],
                                    .stretch = {{1, 0}, {0, 1}},
                                    .is_cuboid = quire_solid_has_cuboid(solid),
                                    .ball = solid->shown,
                                    .n_ball = (size_t)solid->n_shown};
    out->radius = is_ball(solid) ? solid->ball->radius : 0;
    quire_solid_axes(q, axes);
    quire_solid_turned(axes, spin, out->rate);
    quire_solid_turned(axes, own, out->momentum);
    for (int d = 0; d < 4; d++) {
        out->turn[d] = q[3 + d] / length;
    }
    drawn(solid, half);
    for (int k = 0; k < 3; k++) {
        for (int d = 0; d < 3; d++) {
            out->axes[k][d] = half[k] * axes[d][k];
        }
    }
}
