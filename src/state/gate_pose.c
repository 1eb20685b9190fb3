#include "state/gate_pose.h"

#include <math.h>

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

const struct quire_face *
quire_face_there(const struct quire_state *st, const struct quire_face *face,
                 struct quire_face *room)
{
    const int index = st->system->guide[face->guide].gate;

    if (index < 0) {
        return face;
    }
    *room = *face;
    quire_gate_out(st->system->gate + index, st->gate + index, face->at, room->at);
    quire_gate_turn(st->gate + index, room->normal);
    for (int e = 0; e < 2; e++) {
        quire_gate_out(st->system->gate + index, st->gate + index, face->end[e], room->end[e]);
        quire_gate_turn(st->gate + index, room->out[e]);
        room->low[e] = -HUGE_VAL;
        room->high[e] = HUGE_VAL;
    }
    return room;
}

const struct quire_corner_contact *
quire_corner_there(const struct quire_state *st, const struct quire_corner_contact *corner,
                   struct quire_corner_contact *room)
{
    const int index = st->system->guide[corner->guide].gate;

    if (index < 0) {
        return corner;
    }
    *room = *corner;
    quire_gate_out(st->system->gate + index, st->gate + index, corner->at, room->at);
    quire_gate_turn(st->gate + index, room->axis);
    quire_gate_turn(st->gate + index, room->out[0]);
    quire_gate_turn(st->gate + index, room->out[1]);
    return room;
}
