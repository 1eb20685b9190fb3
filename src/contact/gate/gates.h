/* Guides that move: gates. A sheet meets one as it meets a guide at rest, in coordinates that move
 * with the gate: places and velocities of its nodes are turned and taken back into those. What
 * touches is found there, and acts in the machine's axes (contact/touch/gate_party.h).
 * doc/theory/gates.md */
#ifndef QUIRE_CONTACT_GATE_GATES_H
#define QUIRE_CONTACT_GATE_GATES_H

#include "contact/touch/facing.h"
#include "state/gate_pose.h"

/* What each sheet needs for each gate; false when memory runs out. */
bool quire_frames_create(const struct quire_system *system, const struct quire_sheet *sheet,
                         struct quire_sheet_work *work);
void quire_frames_destroy(struct quire_sheet_work *work);

/* Where one is at (t, y). */
struct quire_gate_pose quire_gate_pose_at(const struct quire_state *state, int gate, double t,
                                          const double *y);
/* All of them, into state->gate; those that springs hold if they are of the part in the focus. */
void quire_gates_place(struct quire_state *state, double t, const double *y);

/* The way of one at a time, where a drive moves it [rad] or [m]. */
double quire_gate_way(const struct quire_state *state, int gate, double t);

/* Whether sheets of the part in the focus may touch it: one that a spring holds may be another
 * part's, and too far away. */
bool quire_gate_is_there(const struct quire_state *state, int gate);

/* A sheet's nodes as a gate sees them that moves like this: places along its own axes, velocities
 * past its material. */
void quire_gate_take_back(const struct quire_gate *gate, const struct quire_gate_pose *pose,
                          const struct quire_nodes *from, int n, const struct quire_node_curve *to);

/* The same into a sheet's frame, with the lists of what is near. */
void quire_frame_follow(struct quire_state *state, int sheet, int gate,
                        const struct quire_nodes *from);

/* Adds the forces (and, with a band, the derivatives) of all gates on a sheet. */
void quire_gate_contacts(const struct scatter *c);

#endif
