/* Free rigid bodies in the plane, solids in space, and what they may touch. */
#ifndef QUIRE_MACHINE_BODY_H
#define QUIRE_MACHINE_BODY_H

#include <stdbool.h>

#include "kind/view.h"
#include "machine/contact_law.h"
#include "motion/solid_motion.h"

struct quire_object;
struct quire_free_motion;

/* A free rigid body. */
struct quire_free {
    const struct quire_object *object;
    const struct quire_free_motion *motion;
    int small;        /* its body */
    int roller;       /* a disc's place among the rollers, as which sheets see it; -1: a block */
    double half[2];   /* half width and height of a block [m]; motion->size is made of them */
    double across[2]; /* in space: from where to where it reaches in z [m]; may be infinite */
    int *law;         /* (n_guide) */
    double reach;     /* of these before touch [m] */
    int *slot;        /* (n_guide_view): -1 where the law remembers nothing */
    int *place;       /* (n_guide_view): its first place there among all gaps */
    /* where friction may hold on to it: one for each of its places, in their order */
    int grip0, n_grip;
    /* of a block (2 * n_sheet): left face, right face; -1: they pass through each other */
    int *sheet_law;
    /* where friction may hold a sheet on a block's corners: one for each corner and sheet */
    int sheet_grip;
};

/* One ball with which a solid touches: a corner of its cuboid, or one of its own. */
struct quire_ball {
    double at[3], radius, share; /* along the solid's axes from its centre; of the law */
    bool corner;
    /* corners: 0, 1 on the lower, upper side along the solid's third axis; others: 2 */
    int half;
};

/* A rigid body in space. */
struct quire_solid {
    const struct quire_object *object;
    const struct quire_solid_motion *motion;
    int small;
    struct quire_ball *ball; /* (n_ball) */
    int n_ball;
    /* (n_shown): those that are no corners, and do not stand for all of it */
    struct quire_ball_view *shown;
    int n_shown;
    /* half the extents of its cuboid, and the radius of its edges [m]; half[0] is 0: it has none */
    double half[3], edge;
};

/* A solid and what it may touch: a guide, or another solid. */
struct quire_encounter {
    int solid;
    struct quire_partner target; /* another solid, or a guide: the first of its view */
    int *law;                    /* of each guide (n_guide); with a solid the first alone */
    /* places where they may touch, and the first of them among those of all encounters */
    int n_place, place;
    int slot;          /* where the law remembers; -1: nowhere */
    int grip0, n_grip; /* places where friction may hold on: all or none */
};

/* A free body and the roller or other free body that it may touch. */
struct quire_meeting {
    int free, law;
    struct quire_partner target;
    int n_place; /* places where they may touch */
    int place;   /* the first of them among those of all meetings */
    int grip;    /* where friction holds on: one for each place */
    int slot;    /* where the law remembers, a station for each place; -1: nowhere */
};

#endif
