/* One touching place of small bodies, with each other, with what stands still, or with a sheet: the
 * laws' forces on them, and exact derivatives.
 *
 * All that counts is how each velocity v_k moves the second surface past the first: x_k, a vector,
 * and slip_k, what the surface's own turning adds along the tangent. Derivation with the same
 * letters: doc/theory/bodies.md. */
#ifndef QUIRE_CONTACT_BODY_BODY_CONTACT_H
#define QUIRE_CONTACT_BODY_BODY_CONTACT_H

#include "state/state.h"

#define QUIRE_MEET_MOST (2 * QUIRE_BODY_DOFS)

struct quire_handle {
    /* among all small unknowns; of a sheet's node: which of the six coordinates x0, y0, x1, ...
     * around the place */
    int unknown;
    int at; /* in V */
    double x[2], slip;
    /* it lets material pass the place, which stays where it is: of points of a soft body's rim, its
     * turning */
    bool passes;
    /* by how much half the overlap adds to its slip where friction acts in the middle of the
     * overlap: of a body's angle 1, or -1 */
    double lever;
};

struct quire_meet {
    int n;
    struct quire_handle handle[QUIRE_MEET_MOST];
    /* the first so many handles are a sheet's: 6, or 0 */
    int n_node;
    /* that sheet, the first of its three nodes, and the body that meets it */
    int sheet, node, small;
    /* friction acts in the middle of the overlap, not where each surface would be */
    bool middle;
    double turn[QUIRE_MEET_MOST];                     /* angle of the normal by each q_m */
    bool bends;                                       /* `bend` or `curl` are not zero */
    double bend[QUIRE_MEET_MOST][QUIRE_MEET_MOST][2]; /* dx_k/dq_m */
    double curl[QUIRE_MEET_MOST][QUIRE_MEET_MOST];    /* d(slip_k)/dq_m */
    double normal[2];                                 /* from the first to the second */
    double overlap;                                   /* [m] */
    /* surface speeds that drives command, taken off the slip [m/s] */
    double driven;
    /* their derivatives by each q_m; where it bends */
    double driven_slope[QUIRE_MEET_MOST];
    /* at which drives move the surfaces towards each other [m/s] */
    double approach;
    /* its derivatives by each q_m; where it bends */
    double approach_slope[QUIRE_MEET_MOST];
    /* the first surface is that of a gate that a drive moves */
    bool rides;
    /* speed of an imaginary belt along (-n_y, n_x) [m/s] */
    double belt;
    /* of a sheet's place: how it slides along the sheet by each q_m [segments/m] */
    double slide[QUIRE_MEET_MOST];
    double share;                    /* of the law */
    bool fades;                      /* `d_share` or `d_fade` is not zero */
    double d_share[QUIRE_MEET_MOST]; /* its derivative by each q_m */
    /* the part of it that the potential, share times stored energy, pushes along; the rest is
     * booked as given */
    double d_fade[QUIRE_MEET_MOST];
    /* how that changes with each q_m, but for how the coordinate that fades curves */
    double dd_fade[QUIRE_MEET_MOST][QUIRE_MEET_MOST];
    /* what else changes the share: drives, which do that work, and what is given [1/s] */
    double fade_rate, given_rate;
    double at[2]; /* where [m] */
    int n_rim;    /* soft rims among the two: */
    struct {
        int soft;
        /* of the foot on the undeformed circle [m]; -1 the first surface, 1 the second */
        double place[2], sign;
    } rim[2];
    /* what friction that sticks holds on to; NULL: to nothing */
    struct quire_law_memory *grip;
    const struct quire_contact_law *law;
    const struct quire_slot *slot;  /* where it remembers; NULL: nowhere */
    int station;                    /* there */
    struct quire_contact_pair pair; /* what touches what */
    /* the target is the second surface, the contactor the first; otherwise the other way round */
    bool target_second;
};

/* No handles yet, the whole law, everything else zero. */
void quire_meet_init(struct quire_meet *m);

/* Once its handles are known: makes `bend`, `curl` and `driven_slope` zeros that may be written to.
 */
void quire_meet_bend(struct quire_meet *m);

/* A factor w of a share that depends on one coordinate: w, its first and second derivative by the
 * coordinate, and the rate at which drives change the coordinate. */
struct quire_fade {
    double w, slope, curve, rate;
    /* without the force -U grad(w): w depends on the overlap alone, so that w N has a potential by
     * itself, or is an area */
    bool no_force;
};

/* Multiplies the share; the handles must be known. `by`: the derivative of the coordinate by each
 * q_m; `way`: the coordinate is how far the second surface moves that way past the first. */
void quire_meet_fade_by(struct quire_meet *m, const struct quire_fade *fade, const double *by);
void quire_meet_fade(struct quire_meet *m, const struct quire_fade *fade, const double way[2]);

/* Says that the first (sign -1) or second surface is a soft rim, touched at this place of the
 * undeformed circle. */
void quire_meet_record_rim(struct quire_meet *m, int soft, const double place[2], double sign);

/* What the laws see: closing and slip at velocities V; the belt is not taken off. */
struct quire_normal_in quire_meet_motion(const struct quire_meet *m, const double *v);

/* Adds the forces and, with `matrix`, the derivatives, to state. */
void quire_meet_forces(struct quire_state *state, const struct quire_meet *m, const double *v,
                       double cq, double cv, bool matrix);

#endif
