/* A compiled machine with a state vector to play with, and its derivatives by differences. Sheets,
 * rollers and guides are counted in the order of the text, which is not that of the system; nips
 * too, where they are touched. */
#ifndef QUIRE_TESTS_MACHINE_H
#define QUIRE_TESTS_MACHINE_H

#include "machine/system.h"

struct machine {
    quire_model *model;
    struct quire_system *system;
    struct quire_state *state;
    double *y; /* start values (layout.length) */
    size_t n;  /* unknowns [V | Z], with padding */
};

/* What stands between <model> and </model>; the test fails if it is refused. */
void machine_open(struct machine *m, const char *parts);
/* The same with motion="spatial"; machine_nodes() and machine_drift() are for planar sheets. */
void machine_open_in_space(struct machine *m, const char *parts);
void machine_close(struct machine *m);
/* Puts another body in the place of a small one, and starts anew; small bodies are counted in the
 * order of the text. */
void machine_replace(struct machine *m, int small, const struct quire_body *body);

/* x, y and velocities of a sheet's nodes within any vector laid out as the state */
struct nodes {
    double *x, *y, *vx, *vy;
    int n; /* last node */
};
struct nodes machine_nodes(const struct machine *m, int sheet, double *y);

/* Where the system has the sheet, roller or guide that is this one in the order of the text; of a
 * channel the left side comes first; -1: there is none. */
int machine_sheet(const struct machine *m, int sheet);
int machine_roller(const struct machine *m, int roller);
int machine_guide(const struct machine *m, int guide);

/* Moves and speeds up every node of every sheet at random, within these bounds [m], [m/s]. */
void machine_shake(struct machine *m, unsigned seed, double shift, double speed);
/* Adds this velocity to every node of a sheet. */
void machine_drift(struct machine *m, int sheet, double vx, double vy);

/* Where a velocity unknown's position stands in y; in the small bodies' order. */
size_t machine_position(const struct machine *m, size_t unknown);

/* Evaluates at y; counts places where sheet `sheet` (-1: none) touches a target. */
int machine_touches(struct machine *m, enum quire_target target, int index, int sheet);
/* Largest share of the friction limit that is used, over all touches of the last machine_touches().
 */
double machine_traction(const struct machine *m);

/* The assembled matrix, dense, row-major (n x n). */
void machine_matrix(struct machine *m, double t, double cq, double cv, double *dense);
/* The mass matrix, dense. */
void machine_mass(struct machine *m, double t, double *dense);

/* The largest difference between the assembled derivatives and differences of the forces, by
 * position and by velocity, relative to the largest entry of the row that belongs to the same body.
 * With --verbose=1 it tells of rows where they differ by more than 1e-6. */
double machine_jacobian_error(struct machine *m, double t);

/* A number between -1 and 1, always the same sequence from the same seed. */
double machine_random(unsigned *seed);

#endif
