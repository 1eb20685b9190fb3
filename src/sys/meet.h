/* One touching place of small bodies, with each other or with what stands still: the laws' forces on them, and exact derivatives.
 *
 * All that counts is how each velocity v_k moves the second surface past the first: x_k, a vector, and slip_k, what the surface's own
 * turning adds along the tangent. Derivation with the same letters: doc/theory/bodies.md. */
#ifndef QUIRE_SYS_MEET_H
#define QUIRE_SYS_MEET_H

#include "sys/system.h"

#define QUIRE_MEET_MOST (2 * QUIRE_BODY_DOFS)

struct quire_handle {
    int unknown;  /* among all small unknowns */
    int at;       /* in V */
    double x[2], slip;
};

struct quire_meet {
    int n;
    struct quire_handle handle[QUIRE_MEET_MOST];
    double turn[QUIRE_MEET_MOST];                     /* angle of the normal by each q_m */
    bool bends;                                       /* `bend` is not zero */
    double bend[QUIRE_MEET_MOST][QUIRE_MEET_MOST][2]; /* dx_k/dq_m */
    double normal[2];                                 /* from the first to the second */
    double overlap;                                   /* [m] */
    double driven;                                    /* surface speeds that drives command, taken off the slip [m/s] */
    double driven_slope[QUIRE_MEET_MOST];             /* their derivatives by each q_m; where it bends */
    double belt;                                      /* speed of an imaginary belt along (-n_y, n_x) [m/s] */
    double share, share_slope;                        /* of the law, and its derivative by the overlap */
    double share_rate;                                /* what else changes the share [1/s] */
    double at[2];                                     /* where [m] */
    struct quire_law_memory *grip;                    /* what friction that sticks holds on to; NULL: to nothing */
};

/* What touches what, for observers. */
struct quire_parties {
    enum quire_target target;
    int index; /* roller, guide, nip or free body */
    int body;  /* 1 + the free body that touches it; 0: a nip's rollers each other */
};

/* No handles yet, the whole law, everything else zero. */
void quire_meet_init(struct quire_meet *m);

/* Once its handles are known: makes `bend` and `driven_slope` zeros that may be written to. */
void quire_meet_bend(struct quire_meet *m);

/* What the laws see: closing and slip at velocities V; the belt is not taken off. */
struct quire_normal_in quire_meet_motion(const struct quire_meet *m, const double *v);

/* Adds the forces and, with `matrix`, the derivatives, to state. `slot` and `station` are where the law remembers (NULL: nowhere);
 * `as` says what touches what for observers. */
void quire_meet_forces(struct quire_state *state, const struct quire_meet *m, const struct quire_contact_law *law,
                       const struct quire_slot *slot, int station, const struct quire_parties *as, const double *v, double cq, double cv,
                       bool matrix);

#endif
