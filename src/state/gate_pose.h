/* Places in the coordinates of a gate, and back. */
#ifndef QUIRE_STATE_GATE_POSE_H
#define QUIRE_STATE_GATE_POSE_H

#include "state/state.h"

/* A place as the gate's own coordinates have it, and a place there as it is. */
void quire_gate_into(const struct quire_gate *gate, const struct quire_gate_pose *pose,
                     const double at[2], double out[2]);
void quire_gate_out(const struct quire_gate *gate, const struct quire_gate_pose *pose,
                    const double at[2], double out[2]);

/* A direction as the gate's own coordinates have it, as it is. */
QUIRE_INLINE void
quire_gate_turn(const struct quire_gate_pose *pose, double v[2])
{
    const double x = v[0], y = v[1];

    v[0] = pose->cos * x - pose->sin * y;
    v[1] = pose->sin * x + pose->cos * y;
}

/* By how much the gate's material at a place moves with the gate's way. */
QUIRE_INLINE void
quire_gate_way_at(const struct quire_gate *gate, double x, double y, double out[2])
{
    out[0] = gate->turns ? -(y - gate->at[1]) : gate->at[0];
    out[1] = gate->turns ? x - gate->at[0] : gate->at[1];
}

/* A face, a corner where it is: of a gate in `room`, a face without bounds. */
const struct quire_face *quire_face_there(const struct quire_state *state,
                                          const struct quire_face *face, struct quire_face *room);
const struct quire_corner_contact *quire_corner_there(const struct quire_state *state,
                                                      const struct quire_corner_contact *corner,
                                                      struct quire_corner_contact *room);

#endif
