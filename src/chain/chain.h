/* The sheet as a chain: nodes joined by stiff springs, with rotational springs between neighbouring
 * segments. Theory: doc/theory/sheet.md. */
#ifndef QUIRE_CHAIN_CHAIN_H
#define QUIRE_CHAIN_CHAIN_H

#include "chain/band.h"

/* Constants of one chain of n segments and n + 1 nodes. Arrays have stride + 2 * QUIRE_EDGE entries
 * and may be read from -QUIRE_EDGE on. */
struct quire_chain {
    int n;         /* segments */
    int stride;    /* n + 1 rounded up to QUIRE_LANES */
    double h;      /* length of a segment [m] */
    double ka, ca; /* axial stiffness [N/m] and damping [N s/m] of a segment */
    double kb, cb; /* bending stiffness [N m/rad] and damping [N m s/rad] of a joint */
    /* consistent mass: inner diagonal, off-diagonal, end diagonal [kg] */
    double mass_inner, mass_off, mass_end;
    double *segment; /* 1 where there is a segment, 0 elsewhere */
    double *rest;    /* rest angle of each joint [rad] */
};

/* A direction in which an end is clamped. Free ends have held = 0. */
struct quire_clamp {
    int held;
    double direction[2]; /* unit vector, from the trailing edge towards the leading edge */
    double spin;         /* its rate of rotation [rad/s] */
};

/* Work space of one chain; quire_chain_work_create() makes it. */
struct quire_chain_work {
    double *ex, *ey;                 /* segment vectors [m] */
    double *inv_length, *inv_square; /* 1 / length, 1 / length^2 */
    double *tension_ratio;           /* tension / length [N/m] */
    double *turn_rate;               /* rate of rotation [rad/s] */
    /* rates of elongation, times the length, and of rotation of which the dissipation was asked
     * [m^2/s], [rad/s] */
    double *ld, *rd;
    double *lm, *rm; /* the same of a small error of the places [m^2], [rad] */
    double *moment;  /* moment of each joint [N m] */
    double *bx, *by; /* force of each segment on its first node [N] */
    /* stiffness of each in joints: 1 at inner nodes, 2 at a clamped end (half a segment), 0
     * elsewhere */
    double *joint;
    double *block;
};

/* 0, or -1 when memory runs out */
int quire_chain_work_create(struct quire_chain_work *w, int n, int stride);
void quire_chain_work_destroy(struct quire_chain_work *w);

/* Adds the chain's internal forces [N] to fx, fy (stride). */
void quire_chain_forces(const struct quire_chain *c, struct quire_chain_work *w,
                        const struct quire_clamp clamp[2], const double *x, const double *y,
                        const double *vx, const double *vy, double *fx, double *fy);

/* The same, and sets b to M - (cq K + cv D), with K = dF/dx [N/m] and D = dF/dv [N s/m]. */
void quire_chain_forces_matrix(const struct quire_chain *c, struct quire_chain_work *w,
                               const struct quire_clamp clamp[2], const double *x, const double *y,
                               const double *vx, const double *vy, double *fx, double *fy,
                               double cq, double cv, struct quire_band *b);

/* Power dissipated in the sheet [W] at these velocities, with the segments as they were in the last
 * evaluation: a step of Newton's hardly moves them, but changes their rates. */
double quire_chain_dissipation(const struct quire_chain *c, struct quire_chain_work *w,
                               const double *vx, const double *vy);
/* After an evaluation, at the same state: elastic energy [J], and the tension of each segment [N]
 * (n). */
double quire_chain_elastic(const struct quire_chain *c, const struct quire_chain_work *w);
void quire_chain_tension(const struct quire_chain *c, const struct quire_chain_work *w,
                         double *tension);
/* After an evaluation: the tangent of the largest angle of a joint [1], and which joint it is, the
 * first of equal ones; 0 and joint 0 where all are straight. */
double quire_chain_peak_turn(const struct quire_chain *c, const struct quire_chain_work *w,
                             int *at);

/* Kinetic energy [J] with the consistent mass. */
double quire_chain_kinetic(const struct quire_chain *c, const double *vx, const double *vy);

/* Work of the dampers' forces along small displacements d of the nodes [J], at the velocities of
 * which the dissipation was asked last. Laid out as a sheet's velocities: x, and y `stride` behind.
 */
double quire_chain_damping_work(const struct quire_chain *c, struct quire_chain_work *w,
                                const double *d);

#endif
