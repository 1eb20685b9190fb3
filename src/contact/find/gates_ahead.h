/* How gates go on in the step ahead, so that it carries no sheet across one. Theory:
 * doc/theory/finders.md, 5. */
#ifndef QUIRE_CONTACT_FIND_GATES_AHEAD_H
#define QUIRE_CONTACT_FIND_GATES_AHEAD_H

#include "state/state.h"

/* Gate k as it is at t, with the speed that it has on average in the step of length h behind t.
 * `rate`: of all that moves; NULL: not known. */
struct quire_gate_pose quire_gate_ahead(const struct quire_state *state, int k, double t,
                                        const double *y, const double *rate, double h);

/* In so many parts of that step it goes nearly straight past a sheet: one that turns, or whose
 * drive changes its speed, does not go so in all of it. */
int quire_gate_parts_ahead(const struct quire_state *state, int k, double t,
                           const struct quire_gate_pose *pose, double h);

/* The same gate `by` later, with the average speed of a part of the step that is so long. */
struct quire_gate_pose quire_gate_later(const struct quire_state *state, int k, double t,
                                        const struct quire_gate_pose *now, double by, double part);

/* How far the material of any gate comes in a step [m]. */
double quire_gates_way_ahead(const struct quire_state *state, double t, const double *y,
                             const double *rate, double h);

#endif
