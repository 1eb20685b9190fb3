/* Guides that move, and sheets in space. A sheet meets a gate as it meets a guide at rest, in
 * coordinates that move with the gate, as in the plane (contact/gate/gates.h): all its nodes are
 * turned and taken back into those, and forces, derivatives and flows out of them.
 * doc/theory/gates.md, 9 */
#ifndef QUIRE_CONTACT_GATE_SPACE_GATES_H
#define QUIRE_CONTACT_GATE_SPACE_GATES_H

#include "contact/gate/gates.h"
#include "contact/touch/columns.h"

/* A sheet as gates see it, one after the other. */
struct quire_space_gates {
    /* (n_gate): the columns that each one's guides touch; nothing else of it is there */
    struct quire_space_work *seen;
    /* scratch: the sheet's nodes past a gate, along the gate's axes: blocks as in Q and V */
    double *q, *v;
    /* what a gate does to them along its axes, and its part of the matrix: 0 but while it is
     * evaluated */
    double *force;
    /* besides, of a gate on a pivot that a spring holds: as in struct quire_column */
    double *swing;
    struct quire_slabs slabs;
    /* by a displacement or velocity of the nodes, of the power of all drives: of the last
     * evaluation with the matrix */
    double *drive;
    bool drives;               /* it is not 0 */
    double middle[2], half[2]; /* of a box around all nodes, and half of what it measures [m] */
};

/* One gate and one sheet that touch. */
struct quire_gate_meeting {
    struct quire_state *state;
    int sheet;
    const struct quire_ladder *ladder;
    const struct quire_gate *gate;
    const struct quire_gate_pose *pose;
    struct quire_space_gates *work;
    int low, high; /* the stations that feel it, both included */
    double cq;
};

/* What forces on the sheet along the gate's axes are along its way, of those stations: a moment
 * about the pivot or a force along the slide. How that of the gate's own changes with coordinate d
 * of a node, along its axes. */
double quire_gate_meeting_pushed(const struct quire_gate_meeting *meeting, const double *forces);
double quire_gate_meeting_pushed_changes(const struct quire_gate_meeting *meeting, int station,
                                         int column, int d);

/* False when memory runs out. */
bool quire_space_gates_create(const struct quire_system *system, const struct quire_sheet *sheet,
                              struct quire_space_work *work);
void quire_space_gates_destroy(const struct quire_system *system, struct quire_space_work *work);

/* Puts nodes at q with velocities v (blocks as in Q and V, of which v may be the scratch itself)
 * into gates->q and gates->v, past a gate that moves like this. */
void quire_space_gate_take_back(const struct quire_state *state, int sheet, int gate,
                                const struct quire_gate_pose *pose, const double *q,
                                const double *v);

/* How far a sheet reaches whose columns are filled. */
void quire_space_gates_bound(struct quire_state *state, int sheet);

/* The same as taking back with the gate as it is, into the columns that it sees, with the lists of
 * what is near; returns these, or NULL where the gate is too far away to touch a sheet within its
 * bounds. */
struct quire_space_work *quire_space_gate_follow(struct quire_state *state, int sheet, int gate,
                                                 const double *q, const double *v);

/* Adds the forces (and, with `matrix`, the derivatives) of all gates on a sheet, whose two sides
 * are empty; nothing where there are no gates. cq, cv as of quire_space_contact_forces(). */
void quire_space_gate_contacts(struct quire_state *state, int sheet, const double *q,
                               const double *v, double cq, double cv, bool matrix);

/* What Newton's step [V] changes of the power of all drives of gates, times the matrix's cv [W s].
 */
double quire_space_gate_powers(const struct quire_state *state, const double *step);

#endif
