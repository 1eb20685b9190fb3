/* Small bodies, and those of them that are rollers; nips; bodies that deform. */
#ifndef QUIRE_MACHINE_ROLLER_H
#define QUIRE_MACHINE_ROLLER_H

#include <stdbool.h>

#include "kind/body.h"
#include "motion/soft_motion.h"

struct quire_object;
struct quire_outline;

struct quire_small {
    struct quire_body body;
    int q0, v0, z0; /* offsets in Q, V, Z */
    int first;      /* its first unknown among all small unknowns: nv velocities, then nz states */
    int cluster;
    int drive;    /* -1: none */
    int carriage; /* the drive that moves it along its shaft; -1: none */
    /* of its states: the sum of its squared errors is divided by it (doc/adr/0007-norm.md) */
    double count;
};

/* whether what a drive commands moves it */
static inline bool
quire_small_follows(const struct quire_small *small, int drive)
{
    return small->drive == drive || small->carriage == drive;
}

struct quire_roller {
    const struct quire_object *object;
    const char *name;
    int small;     /* its body */
    int clutch;    /* between it and its drive; -1: none */
    double radius; /* [m]; the motion of its body points here, and has no other */
    double reach;  /* of its laws before touch [m] */
    int nip;
    bool is_driver;
    int *law; /* (2 * n_sheet): left face, right face; -1: no contact */
    int free; /* the free body that it is; -1: none */
    int soft; /* the soft body that it is; -1: it is rigid */
};

/* A roller or free disc that deforms; its small body's unknowns are those of motion/soft_motion.h.
 */
struct quire_soft {
    struct quire_soft_motion *motion;
    int small, roller;
};

struct quire_nip {
    const struct quire_object *object;
    int driver, idler;
    int law; /* between the two rollers; -1: none */
    double path_distance;
    const struct quire_outline *path;
    int grip;   /* where friction between its rollers holds on; -1 if it does not */
    int lifter; /* -1: no rule opens it */
};

#endif
