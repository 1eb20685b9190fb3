#include "state/gate_pose.h"

void
quire_gate_into(const struct quire_gate *gate, const struct quire_gate_pose *pose,
                const double at[2], double out[2])
{
    if (gate->turns) {
        const double dx = at[0] - gate->at[0], dy = at[1] - gate->at[1];
        out[0] = gate->at[0] + (pose->cos * dx + pose->sin * dy);
        out[1] = gate->at[1] + (pose->cos * dy - pose->sin * dx);
    } else {
        out[0] = at[0] - pose->way * gate->at[0];
        out[1] = at[1] - pose->way * gate->at[1];
    }
}

void
quire_gate_out(const struct quire_gate *gate, const struct quire_gate_pose *pose,
               const double at[2], double out[2])
{
    if (gate->turns) {
        const double dx = at[0] - gate->at[0], dy = at[1] - gate->at[1];
        out[0] = gate->at[0] + (pose->cos * dx - pose->sin * dy);
        out[1] = gate->at[1] + (pose->cos * dy + pose->sin * dx);
    } else {
        out[0] = at[0] + pose->way * gate->at[0];
        out[1] = at[1] + pose->way * gate->at[1];
    }
}
