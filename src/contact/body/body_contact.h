/* One touching place of small bodies, with each other, with what stands still, or with a sheet: the
 * laws' forces on them, and exact derivatives.
 *
 * All that counts is how each velocity v_k moves the second surface past the first: x_k, a vector,
 * and slip_k, what the surface's own turning adds along the tangent. The rest is done by
 * contact/place/place.h. Derivation with the same letters: doc/theory/bodies.md. */
#ifndef QUIRE_CONTACT_BODY_BODY_CONTACT_H
#define QUIRE_CONTACT_BODY_BODY_CONTACT_H

#include "contact/place/second.h"
#include "state/state.h"

/* three nodes of a sheet in space and a body, or two bodies and a gate; whole packs of lanes */
#define QUIRE_MEET_MOST 16

struct station;

/* A velocity that moves the place. */
struct quire_handle {
    /* among all small unknowns; of a sheet's node: which of the coordinates x0, y0, x1, ... around
     * the place */
    int unknown;
    int at;      /* in V; -1: it is no unknown, a drive prescribes it */
    double rate; /* then: how fast it is */
    double x[2], slip;
    double z; /* of a sheet's node in space: how it moves the place across */
    /* it lets material pass the place, which stays where it is: of points of a soft body's rim, its
     * turning */
    bool passes;
    /* by how much half the overlap adds to its slip where friction acts in the middle of the
     * overlap: of a body's angle 1, or -1 */
    double lever;
};

/* Numbers of all velocities; they go on with zeros to the end of a pack of four. */
typedef double quire_meet_row[QUIRE_MEET_MOST];

struct quire_meet {
    /* velocities, and what struct quire_handle says of them; moves: 1, or 0 where it passes */
    int n, unknown[QUIRE_MEET_MOST], at[QUIRE_MEET_MOST];
    quire_meet_row x[2], slip, z, lever, moves, rate;
    quire_meet_row turn;  /* angle of the normal by each q_m */
    quire_meet_row slide; /* how a sheet's place slides along it by each q_m [segments/m] */
    bool bends;           /* the next is not zero */
    quire_meet_row bend[QUIRE_MEET_MOST][2]; /* dx_k/dq_m: of k, along, by m */
    /* The first so many velocities are a sheet's: 6, or 0. How they count to its direction where it
     * is touched; and to that, and to z, as the place slides. */
    int n_node;
    quire_meet_row t[2], t_slides[2], z_slides;
    /* of that sheet: where it is touched, half its thickness, and the first of its three nodes */
    const struct station *on;
    double half;
    int sheet, node, small; /* small: the body that meets it */
    /* friction acts in the middle of the overlap, not where each surface would be */
    bool middle;
    double normal[2];       /* from the first to the second */
    double overlap;         /* [m] */
    double belt;            /* speed of an imaginary belt along (-n_y, n_x) [m/s] */
    double share;           /* of the law */
    bool fades;             /* the next three are not zero: */
    quire_meet_row d_share; /* its derivative by each q_m, */
    /* the part of it that the potential, share times stored energy, pushes along; the rest is
     * booked as given; and how that changes with each q_m */
    quire_meet_row d_fade, dd_fade[QUIRE_MEET_MOST];
    double at_place[2]; /* where [m] */
    double tangent[2];  /* of the sheet there, for observers */
    int n_rim;          /* soft rims among the two: */
    struct {
        int soft;
        /* of the foot on the undeformed circle [m]; -1 the first surface, 1 the second */
        double place[2], sign;
    } rim[2];
    /* what friction that sticks holds on to; NULL: to nothing */
    struct quire_law_memory *grip;
    /* speed of elastic creep for each newton of friction, under a point contact that rolls [m/(N
     * s)] */
    double rolling;
    const struct quire_contact_law *law;
    const struct quire_slot *slot;  /* where it remembers; NULL: nowhere */
    int station;                    /* there */
    struct quire_contact_pair pair; /* what touches what */
    /* the target is the second surface, the contactor the first; otherwise the other way round */
    bool target_second;
};

/* No handles yet, the whole law, everything else zero. */
void quire_meet_init(struct quire_meet *m);

/* Adds a velocity of the first (sign -1) or second surface. */
void quire_meet_add(struct quire_meet *m, const struct quire_handle *handle, double sign);

/* Once these are known: makes `bend` zeros that may be written to. */
void quire_meet_bend(struct quire_meet *m);

/* A length or an angle over which a share fades: its derivatives by each q_m, and by two of them.
 */
struct quire_fade_way {
    quire_meet_row by, curve[QUIRE_MEET_MOST];
};

/* How far the second surface moves this way past the first; `turns`: the way turns with the normal.
 */
void quire_meet_way(const struct quire_meet *m, const double way[2], bool turns,
                    struct quire_fade_way *out);

/* Multiplies the share by a factor that depends on one or two such ways; the velocities must be
 * known. no_force: without the force -U grad(factor), as it depends on the overlap alone, so that
 * factor times N has a potential by itself, or is an area. */
void quire_meet_fade(struct quire_meet *m, struct second factor, const struct quire_fade_way *u,
                     const struct quire_fade_way *v, bool no_force);

/* Says that the first (sign -1) or second surface is a soft rim, touched at this place of the
 * undeformed circle. */
void quire_meet_record_rim(struct quire_meet *m, int soft, const double place[2], double sign);

/* What the laws see: overlap and closing at velocities V. */
struct quire_normal_in quire_meet_motion(const struct quire_meet *m, const double *v);

/* Adds the forces and, with `matrix`, the derivatives, to state. */
void quire_meet_forces(struct quire_state *state, const struct quire_meet *m, const double *v,
                       double cq, double cv, bool matrix);

#endif
