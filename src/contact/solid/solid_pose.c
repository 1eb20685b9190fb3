/* Where a solid is, and how its material moves. */
#include "contact/solid/solid_parts.h"

struct quire_grad3
quire_solid_carried(const struct pose *p, const double own[3])
{
    double now[3];

    quire_solid_turned(p->axes, own, now);
    struct quire_grad3 out = grad3(now);
    for (int k = 0; k < 3; k++) { /* a small turn about axis k */
        const double turn[3] = {k == 1   ? own[2]
                                : k == 2 ? -own[1]
                                         : 0,
                                k == 2   ? own[0]
                                : k == 0 ? -own[2]
                                         : 0,
                                k == 0   ? own[1]
                                : k == 1 ? -own[0]
                                         : 0};
        double moved[3];
        quire_solid_turned(p->axes, turn, moved);
        for (int i = 0; i < 3; i++) {
            out.c[i].d[p->first + 3 + k] = p->cq * moved[i];
        }
    }
    return out;
}

struct pose
quire_solid_pose(const struct quire_system *sys, const struct quire_solid *solid, const double *y,
                 int first, double cq, double cv)
{
    const struct quire_small *small = sys->small + solid->small;
    const double *q = y + small->q0, *v = y + sys->layout.v0 + small->v0;
    struct pose p = {
        .solid = solid, .first = first, .cq = cq, .at = grad3(q), .velocity = grad3(v)};

    quire_solid_axes(q, p.axes);
    p.spin = quire_solid_carried(&p, v + 3);
    for (int k = 0; k < 3; k++) {
        p.at.c[k].d[first + k] = cq;
        p.velocity.c[k].d[first + k] = cv;
        for (int i = 0; i < 3; i++) {
            p.spin.c[i].d[first + 3 + k] += cv * p.axes[i][k];
        }
    }
    return p;
}

struct quire_grad3
quire_ball_centre(const struct pose *p, const struct quire_ball *ball)
{
    const struct quire_grad3 arm = quire_solid_carried(p, ball->at);

    return grad3_add(p->at, arm);
}

struct quire_grad3
quire_solid_velocity_at(const struct pose *p, const struct quire_grad3 *x)
{
    const struct quire_grad3 arm = grad3_sub(*x, p->at), turning = grad3_cross(&p->spin, &arm);

    return grad3_add(p->velocity, turning);
}
