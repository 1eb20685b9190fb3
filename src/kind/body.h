/* Small bodies: rollers, carriages and whatever else has a handful of degrees of freedom.
 *
 * A body's state is a block [q | v | z]: positions, velocities, first-order internal states, with
 * q' = T(q) v. Derivatives with respect to position are taken along T, that is for the displacement
 * dq = T(q) dv. */
#ifndef QUIRE_KIND_BODY_H
#define QUIRE_KIND_BODY_H

#include <stdbool.h>
#include <stddef.h>

#define QUIRE_BODY_DOFS 6 /* most velocities of a small body */
/* most positions: a free body in space has a point and a quaternion */
#define QUIRE_BODY_POSITIONS 8
#define QUIRE_BODY_STATES    4 /* most first-order states of a small body */

/* The round surface a body offers to sheets, and how it moves with the body's velocities. */
struct quire_carrier {
    double centre[2];   /* [m] */
    double velocity[2]; /* of the centre [m/s] */
    /* speed of the surface along turn * (-n_y, n_x) [m/s] */
    double surface;
    /* the part of it that a drive commands, not carried by any v [m/s] */
    double driven;
    double turn;                         /* +1 counter-clockwise is positive, -1 clockwise */
    double d_centre[2][QUIRE_BODY_DOFS]; /* velocity of the centre by each v */
    double d_surface[QUIRE_BODY_DOFS];   /* surface speed by each v */
    /* along its shaft, as its carriage has moved it [m], [m/s] */
    double shift, shift_speed;
};

/* What a body's own forces are, at a time. Matrices are row-major (nv x nv), ... and are added to
 * only if `want_matrix`. */
struct quire_body_forces {
    bool want_matrix;
    double force[QUIRE_BODY_DOFS];
    double d_position[QUIRE_BODY_DOFS][QUIRE_BODY_DOFS]; /* dF/dq T */
    double d_velocity[QUIRE_BODY_DOFS][QUIRE_BODY_DOFS];
    double d_state[QUIRE_BODY_DOFS][QUIRE_BODY_STATES];
    double rate[QUIRE_BODY_STATES]; /* z' */
    double rate_d_position[QUIRE_BODY_STATES][QUIRE_BODY_DOFS];
    double rate_d_velocity[QUIRE_BODY_STATES][QUIRE_BODY_DOFS];
    double rate_d_state[QUIRE_BODY_STATES][QUIRE_BODY_STATES];
    /* for the energy ledger [W] */
    double power_drive; /* put in by drives and loads */
    double power_dissipated;
};

/* The drive a body hangs on: what it commands at this time. BRAKE: a drive given by a torque brakes
 * what it turned. */
enum quire_drive_quantity {
    QUIRE_DRIVE_NONE,
    QUIRE_DRIVE_SPEED,
    QUIRE_DRIVE_SHAFT_SPEED,
    QUIRE_DRIVE_TORQUE,
    QUIRE_DRIVE_STRESS,
    QUIRE_DRIVE_STRETCH,
    QUIRE_DRIVE_ANGLE,
    QUIRE_DRIVE_STROKE,
    QUIRE_DRIVE_PRESSURE,
    QUIRE_DRIVE_VOLTAGE,
    QUIRE_DRIVE_BRAKE
};
struct quire_command {
    enum quire_drive_quantity quantity;
    double value;         /* [m/s], [rad/s], [N m], [Pa], [1], [rad], [m], [Pa] or [V] */
    double no_load_speed; /* TORQUE: [rad/s]; NaN: constant torque */
    double rate;          /* STRETCH, ANGLE, STROKE: of the value [1/s], [rad/s], [m/s] */
    /* SPEED, SHAFT_SPEED: integral of the value since the start [m], [rad]; in planar motion where
     * gates want it */
    double travel;
};

struct quire_body_ops {
    void (*start)(const void *self, double *q, double *v, double *z);
    /* NULL: q' = v */
    void (*kinematics)(const void *self, const double *q, const double *v, double *qdot);
    /* row-major (nv x nv), zeros when called */
    void (*mass)(const void *self, const double *q, double *m);
    bool steady; /* mass() does not look at q */
    void (*forces)(const void *self, const struct quire_command *command, const double *q,
                   const double *v, const double *z, struct quire_body_forces *out);
    /* The surface; false if it has none. */
    bool (*carrier)(const void *self, const struct quire_command *command, const double *q,
                    const double *v, struct quire_carrier *out);
    double (*stored)(const void *self, const double *q); /* springs [J] */
    /* Energy of the body's own deformation [J]; NULL: it has none. */
    double (*elastic)(const void *self, const struct quire_command *command, const double *q,
                      const double *z);
    /* Tolerance of each velocity relative to that of a translation, such as 1/radius for a rotation
     * [1 or 1/m]. */
    void (*scale)(const void *self, double *scale);
};

struct quire_body {
    const struct quire_body_ops *ops;
    const void *self; /* compiled constants */
    const char *name;
    int nq, nv, nz;
    const double *mass; /* (nv x nv) where it is steady; NULL: mass() says */
};

/* Mass matrix at q (nv x nv): the body's own, or in `room`. */
static inline const double *
quire_body_mass(const struct quire_body *body, const double *q,
                double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS])
{
    if (body->mass != NULL || body->nv == 0) {
        return body->mass;
    }
    for (int i = 0; i < body->nv * body->nv; i++) {
        room[i] = 0;
    }
    body->ops->mass(body->self, q, room);
    return room;
}

#endif
