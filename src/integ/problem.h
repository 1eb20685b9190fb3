/* What an integrator knows of the system that it advances: where the entries of its state stand,
 * and a table of callbacks.
 *
 *     q' = T(q) v        M(q) v' = F(t, q, v, z)        z' = G(t, q, v, z)
 *
 * Some velocities may be held, that is prescribed as functions of time. Theory:
 * doc/theory/integrator.md, 1 and 2.
 *
 * The state is y = [ Q | V | Z ], see machine/layout.h. A problem may be a part of a larger system:
 * of every vector it reads and writes its own index sets alone. Vectors stand on boundaries of 64
 * bytes. "As y" means layout.length numbers, "as V" layout.nv, "as Z" layout.nz, and "as [V | Z]"
 * both one behind the other. Units are those of SI: q [m] or [rad], v [m/s] or [rad/s], t [s], F
 * [N] or [N m], energies [J], flows of energy [W].
 *
 * Callbacks are called once in an evaluation or a step, never once a number. Only derivative(),
 * forces() and matrix() can fail. All of them speak of the problem chosen by select(). A step:
 *
 *     select, begin_step, may_miss_contact, longest_step
 *     each try of it: fix_states, positions, hold, hold_accelerations
 *         each iteration: matrix or forces, residual, factorise or solve, positions
 *         mismatch, finish_states
 *     keep_solution, flows_after, told_forces, drift_work, add_hold_flow, end_step; flows_at within
 * it
 *
 * and derivative() at the start of a stretch. The generic solver calls derivative(), matrix() and
 * its own three instead of those between begin_step and keep_solution. What is never called may be
 * NULL: positions() where all are aligned, add_hold_flow() without holds, kinematics() without
 * turned blocks, and the generic solver's. */
#ifndef QUIRE_INTEG_PROBLEM_H
#define QUIRE_INTEG_PROBLEM_H

#include <stdbool.h>

#include "machine/layout.h"

struct quire_object; /* of the model; no more than passed on */

/* Ranges of entries, rising: of y, of [V | Z], and of Z. */
struct quire_index_sets {
    const struct quire_range *all, *vz, *z;
    int n_all, n_vz, n_z;
};

/* How the squares of a block's entries are added up. */
enum quire_block_sum {
    /* all entries of Q, and all of V, have the weight of the first one. Their number is a multiple
     * of 16; in eight partial sums */
    QUIRE_SUM_LANES,
    /* each entry has a weight of its own; one after the other */
    QUIRE_SUM_WEIGHTED
};

/* What errors are measured of by themselves: one body. */
struct quire_block {
    enum quire_block_sum sum;
    int nq, nv, nz;
    size_t q, v, z; /* its first entries: of Q, of V, of Z */
    double count;   /* the sum of its squared errors is divided by it */
    /* of QUIRE_SUM_LANES: so many velocities that follow each other are of places near each other,
     * along one axis; those of the same places along the next follow after `axis` of them. Where
     * `axis` is nv all axes are among them. The first `places` of an axis are of places, those
     * behind them fill it up and are zero. */
    int side_by_side, axis, places;
    /* T is not the identity: see kinematics() */
    bool turned;
    bool varies; /* its mass depends on Q */
};
#define QUIRE_BLOCK_DOFS      6 /* most velocities of a turned block, */
#define QUIRE_BLOCK_POSITIONS 8 /* and most positions */

/* Energy that flows through the system, by kinds that the problem numbers: [W]; or what has flown
 * [J]. */
#define QUIRE_FLOWS_MOST 16
struct quire_flows {
    double of[QUIRE_FLOWS_MOST];
};

/* Inner states are states of no block: while a step is solved they follow z = fixed + gamma z'. */
struct quire_inner_states {
    double gamma;        /* [s] */
    const double *fixed; /* as Z */
};

/* A step's formula for any entry x of y: x = predicted - rl1 history + gamma x'. */
struct quire_step_formula {
    const double *predicted, *history; /* as y */
    double rl1, gamma;
};

/* A step that Newton's method has solved: the last evaluation was before its last iteration. */
struct quire_solved_step {
    double t;
    const double *y; /* at its end */
    /* as [V | Z]: the last iteration's change, and all since the matrix was evaluated; NULL: the
     * step was solved by other means */
    const double *last, *since;
    double gamma;
    bool refreshed; /* the matrix was evaluated in the last iteration */
};

/* An estimated error, and the state that it belongs to. */
struct quire_step_error {
    double t;
    const double *y, *error; /* as y */
    double position_tolerance, velocity_tolerance;
    bool uncounted; /* evaluations are not among those of counts() */
};

enum quire_trouble { QUIRE_TROUBLE_NONE, QUIRE_TROUBLE_NOT_FINITE, QUIRE_TROUBLE_MEMORY };

/* An entry of a matrix by its row and column of [V | Z]. */
typedef void quire_ode_entry_fn(void *user, size_t row, size_t column, double value);

struct quire_ode_problem_ops {
    void (*destroy)(void *self);
    /* The callbacks speak of this problem from now on, until another one is chosen. */
    void (*select)(void *self);

    /* ---- the equations ---- */

    /* y' at (t, y), as y. False: something is not finite, or memory ran out. */
    bool (*derivative)(void *self, double t, const double *y, double *rate);
    /* Evaluates F and G at (t, y), and with the matrix M - cq dF/dq - cv dF/dv besides, with the
     * rows of z likewise, for what follows. inner NULL: inner states are those in y. False:
     * something is not finite, or memory ran out. */
    bool (*forces)(void *self, double t, const double *y, const struct quire_inner_states *inner);
    bool (*matrix)(void *self, double t, const double *y, double cq, double cv,
                   const struct quire_inner_states *inner);
    /* r = gamma [F | G] - [M a | a] with F, G of the last evaluation, which was at y; rows of inner
     * states are 0. a and r: as [V | Z]; eight numbers before `a` may be read. */
    void (*residual)(void *self, double gamma, const double *y, const double *a, double *r);
    /* Factorises the matrix of the last evaluation and solves it in place for r, as [V | Z]; solves
     * for another. */
    void (*factorise)(void *self, double *r);
    void (*solve)(void *self, double *r);

    /* ---- what is known without solving ---- */

    /* Puts held positions and velocities into y, as they are prescribed at t. */
    void (*hold)(void *self, double t, double *y);
    /* Puts `times` their prescribed accelerations into a vector as V; 0: zeros. */
    void (*hold_accelerations)(void *self, double t, double times, double *v);
    /* Solves for the positions in y that do not stand where their velocities do in V (see
     * n_aligned), with the velocities in y. first: starts at the prediction, else where they are.
     */
    void (*positions)(void *self, const struct quire_step_formula *formula, bool first, double *y);
    /* States that must not be extrapolated in a step with this gamma: puts into `fixed`, as Z, what
     * they are in y at the step's start. */
    void (*fix_states)(void *self, const double *y, double gamma, double *fixed);
    /* The step is small enough for y to be the solution. How far forces that have kinks, such as
     * friction that sticks or slides, are there from what the last matrix has foreseen; 1: wholly
     * other ones. NULL: there are none. */
    double (*mismatch)(void *self, const double *since, const struct quire_inner_states *inner);
    /* The solution is found, in y: lets inner states follow the last change of it; since: as [V |
     * Z]. */
    void (*finish_states)(void *self, double *y, const double *since,
                          const struct quire_inner_states *inner);
    /* Bodies are on each other: iterations cost more than steps. */
    bool (*is_stacked)(void *self);
    /* What went wrong in an evaluation since the last step began. */
    enum quire_trouble (*trouble)(void *self);

    /* ---- between steps ---- */

    /* Weights of errors, as y: the inverse of tolerances. The rest of w is left as it is. */
    void (*error_weights)(void *self, double position_tolerance, double velocity_tolerance,
                          double *w);
    /* A step is solved: keeps what the last evaluation found. */
    void (*keep_solution)(void *self);
    /* Keeps what the end of a step of length h is like, (t, y). */
    void (*end_step)(void *self, double t, double h, const double *y);
    /* A step begins at (t, y): what was kept is committed to memory. Returns the energy that is
     * lost by that [J], which belongs to flow lost_flow, and in *given what appears, which belongs
     * to flow given_flow besides. */
    double (*begin_step)(void *self, double t, const double *y, double *given);
    /* A stretch begins at y: friction that holds nothing lets go of what it has stored. True: y has
     * changed. */
    bool (*relax)(void *self, double *y);
    /* Whether a step of length h from (t, y) may be too long for contact to be seen; cheap. Then
     * the longest that is not, at most h; rate: y', as y. */
    bool (*may_miss_contact)(void *self, double t, const double *y, double h);
    double (*longest_step)(void *self, double t, const double *y, const double *rate, double h);

    /* ---- energy: doc/theory/energy.md ---- */

    /* At a state that no step has evaluated. The evaluation is not counted, and the choice of
     * select() stays. */
    void (*flows_at)(void *self, double t, const double *y, struct quire_flows *flows);
    void (*flows_after)(void *self, const struct quire_solved_step *step,
                        struct quire_flows *flows);
    /* Adds what holds put in at (t, y) with y' = rate; spoils the forces. */
    void (*add_hold_flow)(void *self, double t, const double *y, const double *rate,
                          struct quire_flows *flows);
    /* Those forces that flows tell of and that may change fast within a step, as at its end: as V.
     * Other entries of the chosen problem are set to 0. */
    void (*told_forces)(void *self, double gamma, double *force);
    /* Work of all others that flows tell of along a small displacement from (t, y), and what small
     * changes of states add to the stored energy [J]: as [V | Z]. Those of held entries are set to
     * 0. Forces with a potential that told_forces() contains are taken out, at `middle`: as y,
     * positions and states half a step before. */
    double (*drift_work)(void *self, double t, const double *y, const double *middle,
                         double *drift);
    /* Whether a contact's force was cut in the last evaluation: flows may jump. */
    bool (*is_cut)(void *self);

    /* ---- messages and figures ---- */

    /* Says what is not finite, or came too near; false: nothing is. *about: the object behind it,
     * or NULL. */
    bool (*name_trouble)(void *self, const struct quire_object **about, char *text, size_t size);
    /* Says what the largest error concerns; returns the object behind it, or NULL. */
    const struct quire_object *(*name_error)(void *self, const struct quire_step_error *error,
                                             char *text, size_t size);
    /* Evaluations of F so far without the matrix and with it. */
    void (*counts)(void *self, long *forces, long *matrices);

    /* ---- the generic solver's ---- */

    /* Calls back for every entry of the matrix of the last evaluation; of the mass matrix at (t,
     * y), identity for z. */
    void (*entries)(void *self, quire_ode_entry_fn *fn, void *user);
    void (*mass_entries)(void *self, double t, const double *y, quire_ode_entry_fn *fn, void *user);
    /* q' = T(q) v of a turned block, by its number. */
    void (*kinematics)(void *self, int block, const double *q, const double *v, double *rate);
};

struct quire_ode_problem {
    const struct quire_ode_problem_ops *ops;
    void *self; /* what the callbacks are given */
    struct quire_layout layout;
    struct quire_index_sets sets;
    /* Those that errors are measured of, in the order of their velocities (n_block). Where
     * may_miss_contact() changes which they are it counts `regrouped` up. There are never more than
     * at the start. Entries that are of no block go on at constant velocities: the problem holds
     * these, and forces on them do no work that it does not tell of. */
    const struct quire_block *block;
    int n_block, regrouped;
    /* of the last time: some came or went while others accelerated them, so that flows are not what
     * they were at the end of the last step */
    bool reopened;
    /* velocities before this one of V have q' = v, with q at the same place of Q */
    size_t n_aligned;
    int n_flow;
    /* numbers of two flows: what contacts lose; what the formula takes out, which the problem
     * leaves 0 */
    int lost_flow, formula_flow;
    int given_flow; /* is taken together with lost_flow; where there is none: lost_flow itself */
    /* of each flow: 1, it brings the energy of forces; -1, it takes some, or is in one that does
     * without being work of a force; 0, it is no part of the balance */
    double into[QUIRE_FLOWS_MOST];
    bool holds; /* add_hold_flow() has something to add */
    /* contacts may end within a step, where what they have stored is lost at once */
    bool ends_within;
};

#endif
