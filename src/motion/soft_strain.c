#include "motion/soft_strain.h"

#include <math.h>

#include "math/detmath.h"

void
quire_soft_shape(const struct quire_soft_motion *soft, const struct quire_command *command,
                 const double *q, const double *v, struct quire_soft_shape *out)
{
    const int n = soft->frame.nv;
    const double *s = q + n, *r = v + n;
    struct quire_carrier frame;

    soft->frame.ops->carrier(soft->frame.self, command, q, v, &frame);
    out->a = s[0];
    out->b = s[1];
    out->rate[0] = r[0];
    out->rate[1] = r[1];
    out->n = soft->compressible ? 3 : 2;
    if (soft->compressible) {
        out->c = s[2];
        out->rate[2] = r[2];
        out->slope[0] = out->slope[1] = 0;
    } else {
        out->c = sqrt(1 + s[0] * s[0] + s[1] * s[1]);
        out->slope[0] = s[0] / out->c;
        out->slope[1] = s[1] / out->c;
        out->rate[2] = out->slope[0] * r[0] + out->slope[1] * r[1];
    }
    out->spin = frame.turn * frame.surface / *soft->radius;
    out->driven = frame.turn * frame.driven / *soft->radius;
}

void
quire_soft_set_contraction(const struct quire_soft_motion *soft,
                           const struct quire_command *command, const double *q, const double *z,
                           double d_angle, struct quire_strain *s)
{
    s->grown = (struct quire_map){.p = {1, 0}};
    s->stress = s->growing = (struct quire_map){.p = {0, 0}};
    if (soft->contracts == QUIRE_CONTRACTS_NOT) {
        return;
    }
    const double twice = 2 * (soft->axis + (soft->angle >= 0 ? soft->turn * q[soft->angle] : 0));
    const double d_twice = soft->angle >= 0 ? 2 * soft->turn * d_angle : 0, cs = quire_cos(twice),
                 sn = quire_sin(twice);
    const struct quire_dual x = {cs, -sn * d_twice}, y = {sn, cs * d_twice};
    if (soft->contracts == QUIRE_CONTRACTS_BY_STRETCH) {
        const double stretch =
            command->quantity == QUIRE_DRIVE_STRETCH && command->value > 0 ? command->value : 1;
        const double rate = command->quantity == QUIRE_DRIVE_STRETCH ? command->rate / stretch : 0,
                     half = 0.5 * (stretch - 1 / stretch);
        s->grown = (struct quire_map){dual(0.5 * (stretch + 1 / stretch)), dual(0),
                                      dual_times(half, x), dual_times(half, y)};
        s->growing = (struct quire_map){dual(0), dual(0), dual_times(rate, x), dual_times(rate, y)};
        return;
    }
    const double stress = command->quantity == QUIRE_DRIVE_STRESS ? command->value : 0;
    s->grown = (struct quire_map){dual(z[0]), dual(z[1]), dual(z[2]), dual(z[3])};
    s->stress = (struct quire_map){dual(0), dual(0), dual_times(stress, x), dual_times(stress, y)};
}

void
quire_soft_set_strain(const struct quire_soft_motion *soft, const struct quire_command *command,
                      const double *q, const double *z, const struct quire_soft_shape *shape,
                      double d_angle, struct quire_strain *s)
{
    s->a = dual(shape->a);
    s->b = dual(shape->b);
    s->c = dual(shape->c);
    s->da = dual(shape->rate[0]);
    s->db = dual(shape->rate[1]);
    s->dc = dual(shape->rate[2]);
    s->spin = dual(shape->spin);
    quire_soft_set_contraction(soft, command, q, z, d_angle, s);
}

void
quire_soft_strain(const struct quire_soft_motion *soft, const struct quire_command *command,
                  const double *q, const double *v, const double *z, struct quire_strain *out)
{
    struct quire_soft_shape shape;

    quire_soft_shape(soft, command, q, v, &shape);
    quire_soft_set_strain(soft, command, q, z, &shape, 0, out);
}
