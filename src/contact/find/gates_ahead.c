#include "contact/find/gates_ahead.h"

#include <math.h>

#include "contact/gate/flap.h"
#include "contact/gate/gates.h"
#include "integ/constants.h"
#include "math/detmath.h"

/* How fast a gate that a spring holds goes on average in the step behind: as if no sheet were
 * there, or with what acts on it now, if that changes its speed less. Otherwise a light gate that
 * lies on a sheet would be thought to fall through it, and one that is struck to go on with a push
 * that does not last. `rate`: of all that moves; NULL: not known. */
static double
flap_rate_ahead(const struct quire_state *st, const struct quire_gate *gate, const double *y,
                const double *rate, double h)
{
    const size_t v = st->system->layout.v0 + (size_t)st->system->small[gate->small].v0;
    const double alone = quire_flap_rate_ahead(st, gate, y, h),
                 now = rate != NULL ? y[v] + 0.5 * h * rate[v] : alone;

    return fabs(now - y[v]) < fabs(alone - y[v]) ? now : alone;
}

struct quire_gate_pose
quire_gate_ahead(const struct quire_state *st, int k, double t, const double *y, const double *rate,
                 double h)
{
    const struct quire_gate *gate = st->system->gate + k;
    struct quire_gate_pose pose = gate->small >= 0 ? quire_gate_pose_at(st, k, t, y) : st->gate[k];

    if (gate->small >= 0) {
        pose.rate = flap_rate_ahead(st, gate, y, rate, h);
    } else {
        pose.rate = h > 0 ? (quire_gate_way(st, k, t + h) - quire_gate_way(st, k, t)) / h : 0;
    }
    return pose;
}

int
quire_gate_parts_ahead(const struct quire_state *st, int k, double t,
                       const struct quire_gate_pose *pose, double h)
{
    const struct quire_gate *gate = st->system->gate + k;
    const double turn = gate->turns ? h * pose->rate : 0, half = 0.5 * h;
    const double uneven =
        gate->small >= 0
            ? 0
            : fabs(quire_gate_way(st, k, t + half) - quire_gate_way(st, k, t) - half * pose->rate);
    const double parts = sqrt(gate->arm * (0.5 * turn * turn + 4 * uneven) /
                              (QUIRE_GATE_STRAIGHT * st->system->safe_travel));

    return parts > 1 ? (int)fmin(ceil(parts), QUIRE_GATE_PARTS) : 1;
}

struct quire_gate_pose
quire_gate_later(const struct quire_state *st, int k, double t, const struct quire_gate_pose *now,
                 double by, double part)
{
    const struct quire_gate *gate = st->system->gate + k;
    struct quire_gate_pose pose = *now;

    if (gate->small >= 0) {
        pose.way += by * now->rate;
    } else {
        pose.way = quire_gate_way(st, k, t + by);
        pose.rate = (quire_gate_way(st, k, t + by + part) - pose.way) / part;
    }
    pose.cos = gate->turns ? quire_cos(pose.way) : 1;
    pose.sin = gate->turns ? quire_sin(pose.way) : 0;
    return pose;
}

double
quire_gates_way_ahead(const struct quire_state *st, double t, const double *y, const double *rate,
                      double h)
{
    double most = 0;

    for (int k = 0; k < st->system->n_gate; k++) {
        if (quire_gate_is_there(st, k)) {
            most = fmax(most, h * fabs(quire_gate_ahead(st, k, t, y, rate, h).rate) *
                                  st->system->gate[k].arm);
        }
    }
    return most;
}
