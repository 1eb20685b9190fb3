/* The path that a problem has gone in its last steps, the forces along it, and their work:
 * doc/theory/energy.md, 4. */
#ifndef QUIRE_INTEG_STEP_PATH_H
#define QUIRE_INTEG_STEP_PATH_H

#include "integ/problem.h"
#include "math/path_work.h"

/* Vectors hold what belongs to the velocities or positions of a block, and behind that to its
 * states; one block behind the other. */
struct quire_step_path {
    const struct quire_ode_problem *problem;
    int n; /* places that are known, the last one first */
    double t[QUIRE_PATH_PLACES];
    double *force[QUIRE_PATH_PLACES];           /* mass times acceleration */
    double *way[QUIRE_PATH_PLACES - 1];         /* from place k + 1 to place k */
    double *place[2], *rate[QUIRE_PATH_PLACES]; /* positions; velocities and rates of states */
    double *told_force[2]; /* forces that flows tell of, at both ends of the last step */
    double *scratch;
    double product[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES - 1]; /* force i times way j [J] */
    /* power that flows tell of at these places [W] */
    double told[QUIRE_PATH_PLACES];
    /* work in the last step of all forces that flows do not tell of, and how far it may be off [J];
     * of how many places it is made */
    double work, doubt;
    int n_tell;
    /* of the polynomials through so many places, and through one less */
    double weight[2][QUIRE_PATH_PLACES][QUIRE_PATH_PLACES - 1], time[2][QUIRE_PATH_PLACES];
    void *block;
    /* (n_of) of the blocks: the first velocity and place in the vectors; and of those before */
    struct quire_path_place {
        size_t v, at;
    } * of, *of_before;
    int n_of;
    size_t length;     /* of the vectors */
    double *y, *drift; /* where masses are asked for that vary; NULL: none does */
};

/* False when memory runs out. The problem must live on. */
bool quire_step_path_create(struct quire_step_path *path, const struct quire_ode_problem *problem);
void quire_step_path_destroy(struct quire_step_path *path);

/* The problem's blocks are other ones than they were, at the start of a step, which is left and at
 * y: what was no block has gone on at constant velocities. */
void quire_step_path_regroup(struct quire_step_path *path, const double *y);

/* A stretch begins: nothing is known. What was the end of a step is the start of one. */
void quire_step_path_open(struct quire_step_path *path);
void quire_step_path_leave(struct quire_step_path *path);
/* The last place is at (t, y), where forces and rates of states are `times` r, as [V | Z]. May be
 * said again. */
void quire_step_path_put(struct quire_step_path *path, double t, const double *y, const double *r,
                         double times);
/* Forces there that flows tell of, as V. */
void quire_step_path_put_told(struct quire_step_path *path, const double *force);
/* With what power flows bring energy there: the work of the step to it. */
void quire_step_path_tell(struct quire_step_path *path, double power);

/* Kinetic energy at the last place, and by how much the last step has changed it. Masses that
 * depend on the place are those at y; both rooms, as y, are overwritten. */
double quire_step_path_kinetic(const struct quire_step_path *path, const double *y,
                               double *const room[2]);
double quire_step_path_growth(const struct quire_step_path *path, const double *y,
                              double *const room[2]);
/* Puts into y the means of the positions and states at both ends of the last step, but of positions
 * only those that masses or potentials may depend on: of blocks without lanes; or these alone. */
void quire_step_path_middle(const struct quire_step_path *path, bool all, double *y);

/* Puts into `drift`, as [V | Z], what positions and states have changed by in the last step besides
 * what their rates make by the polynomials of time that powers are taken for. */
void quire_step_path_drift(const struct quire_step_path *path, double *drift);

/* Work along it, as [V | Z], of the forces that were put: their mean at both ends of the step. */
double quire_step_path_beside(const struct quire_step_path *path, const double *drift);

/* For turned blocks: forces, as V, as forces on their positions in y, as Q. */
void quire_step_path_spread(const struct quire_step_path *path, const double *y,
                            const double *force, double *on_q);
/* Power of forces along rates of positions, as y: of these, and of those at one of the last two
 * places. */
double quire_step_path_power(const struct quire_step_path *path, const double *force,
                             const double *on_q, const double *rates);
double quire_step_path_power_at(const struct quire_step_path *path, int place, const double *rates);

#endif
