/* What solids share wherever they touch: where they are, a touching place, and what is done there.
 */
#ifndef QUIRE_CONTACT_SOLID_SOLID_PARTS_H
#define QUIRE_CONTACT_SOLID_SOLID_PARTS_H

#include "contact/solid/ground.h"
#include "contact/solid/solid.h"
#include "math/gradient.h"

/* Place and motion, with derivatives by its displacements and small turns (times cq) and by its
 * velocities (times cv) in six directions from `first` on. */
struct pose {
    const struct quire_solid *solid;
    int first;
    double cq;
    double axes[3][3];                     /* columns: its own axes */
    struct quire_grad3 at, velocity, spin; /* along the machine's axes */
};

struct pose quire_solid_pose(const struct quire_system *sys, const struct quire_solid *solid,
                             const double *y, int first, double cq, double cv);
/* A vector that the solid carries along, given along its own axes. */
struct quire_grad3 quire_solid_carried(const struct pose *p, const double own[3]);
struct quire_grad3 quire_ball_centre(const struct pose *p, const struct quire_ball *ball);
/* Velocity of the solid's material at a point. */
struct quire_grad3 quire_solid_velocity_at(const struct pose *p, const struct quire_grad3 *x);

/* A touching place. */
struct touch {
    const struct pose *a, *b; /* the solid that touches is b; a: the other, NULL: a guide */
    /* which moves like this; NULL: it stands still, or is another solid */
    const struct ground *ground;
    const struct quire_encounter *encounter;
    const struct quire_contact_law *law;
    int place;                             /* of the encounter */
    struct quire_partner target;           /* the guide, or the other solid */
    int half;                              /* as of struct quire_ball */
    double belt;                           /* speed of a guide's belt along (-n_y, n_x, 0) [m/s] */
    struct quire_grad share, overlap;      /* share: of the law */
    struct quire_grad3 normal, on_a, on_b; /* from a to b; where each surface feels friction */
};

/* Forces on what meets, along the velocities of both solids, and their derivatives. */
struct sum {
    bool any;
    double force[QUIRE_GRADIENT], by[QUIRE_GRADIENT][QUIRE_GRADIENT];
};

struct visit {
    struct quire_state *st;
    const double *y;
    double cq, cv, least; /* overlap above which a place counts */
    bool matrix;
    void (*take)(struct visit *to, const struct touch *c);
    double *overlap; /* of each place, for gaps */
    const int *only; /* the place that is looked for; NULL: all */
    struct quire_normal_in *found;
    /* of each half and of what is in neither, added up last, so that what is mirrored in z comes to
     * the same to the bit; (3) */
    struct sum *sum;
};

static inline bool
wanted(const struct visit *to, int place)
{
    return to->only == NULL || *to->only == place;
}

/* closing, and slip vector (the belt taken off) */
struct motion {
    struct quire_grad closing;
    struct quire_grad3 slip;
};

/* b's ball, of this radius, before a surface `distance` from its centre along the normal. */
void quire_solid_offer(struct visit *to, struct touch *c, double radius,
                       const struct quire_grad3 *centre, struct quire_grad distance);
struct motion quire_solid_touch_motion(const struct touch *c);
/* Forces of the laws at a place, their derivatives and powers. */
void quire_solid_apply(struct visit *to, const struct touch *c);
/* What was summed up at all places of two that touch, or of a solid and a gate. */
void quire_solid_add_sums(struct visit *to, const struct pose *first, const struct pose *second,
                          int gate);

/* contact/solid/solid_guides.c, solid_pairs.c: all places of a solid with the guides of a view, and
 * with another solid. */
void quire_solid_visit_guide(struct visit *to, const struct quire_encounter *e);
void quire_solid_visit_solid(struct visit *to, const struct quire_encounter *e);

#endif
