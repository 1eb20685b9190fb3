/* The surfaces of soft bodies: ellipses that are images of circles. Theory: doc/theory/soft.md, 3.
 */
#ifndef QUIRE_CONTACT_BODY_SOFT_H
#define QUIRE_CONTACT_BODY_SOFT_H

#include "contact/body/round.h"

/* Where the outward normal is `n`: the foot r from the centre, r = V m, and how the ellipse bends
 * there. */
struct quire_foot {
    double n[2], r[2], m[2];
    double bend;    /* radius of curvature [m] */
    double support; /* n . r [m] */
};

/* How a soft body's velocities move the foot, and how its positions move it while the normal stays.
 */
struct quire_soft_ways {
    int n;
    double x[QUIRE_BODY_DOFS][2];     /* velocity of the material there by each v */
    double shift[QUIRE_BODY_DOFS][2]; /* of the foot by each q, at a fixed normal */
    double m[QUIRE_BODY_DOFS][2];     /* of its place m on the undeformed circle */
    double m_turn[2];                 /* of m as the normal turns */
    double by_spin[2];                /* velocity of the material by theta' */
};

/* Shapes of all soft bodies at y. After the carriers. */
void quire_soft_update(struct quire_state *state, const double *y);

/* Makes the powers of soft bodies those at y, after the last evaluation was somewhere else. */
void quire_soft_powers(const struct quire_state *state, const double *y,
                       struct quire_powers *power);

/* adj(V) x = det(V) V^-1 x */
void quire_soft_adjoint(const struct quire_soft_shape *shape, const double x[2], double out[2]);

/* Notes a force on a soft body at the place m of the undeformed circle, for its pressure. */
void quire_soft_squeeze(struct quire_state *state, int soft, const double m[2], double fx,
                        double fy);

/* How far the ellipse reaches from its centre at most [m]. */
double quire_soft_reach(const struct quire_state *state, const struct quire_roller *roller);
/* The same of a pad, of a rigid roller or a soft one, from its shaft. */
double quire_pad_reach(const struct quire_state *state, const struct quire_pad *pad);

void quire_soft_foot(const struct quire_state *state, int soft, const double n[2],
                     struct quire_foot *out);
/* The material at the place m of the undeformed circle: where it is from the centre, and n, x and
 * by_spin of its ways. */
void quire_soft_material(const struct quire_state *state, int soft, const double m[2], double r[2],
                         struct quire_soft_ways *out);
void quire_soft_ways(const struct quire_state *state, int soft, const struct quire_foot *foot,
                     struct quire_soft_ways *out);

/* How x[] and by_spin change with its position `k`, by which the normal turns by `turn`; k = -1:
 * with another body's. */
void quire_soft_bend(const struct quire_state *state, int soft, const struct quire_foot *foot,
                     const struct quire_soft_ways *ways, int k, double turn,
                     double x[QUIRE_BODY_DOFS][2], double by_spin[2]);
/* The same of the material at m, as the place moves by dm. */
void quire_soft_bend_material(const struct quire_state *state, int soft, const double m[2],
                              const double dm[2], int k, double x[QUIRE_BODY_DOFS][2],
                              double by_spin[2]);

/* ---- contact/body/soft_contact.c: soft bodies and round things ---- */

/* One of two that meet: a soft body, or a circle with its centre's handles. */
struct quire_rim {
    int soft; /* -1: a circle */
    double centre[2];
    double radius; /* of a circle; negative: the other one is inside it [m] */
    int n;         /* of a circle: handles */
    const struct quire_handle *handle;
};

/* The direction in which the gap from one rim to the other is stationary: the feet there, with
 * outward normals. Returns the distance between their centres of curvature. */
double quire_soft_face(const struct quire_state *state, const struct quire_rim *first,
                       const struct quire_rim *second, struct quire_foot *foot,
                       struct quire_foot *other);

struct quire_rim quire_soft_rim(const struct quire_state *state, int soft);

/* Adds a soft body's velocities as those of the first (sign -1) or second surface, where its foot
 * is; and, once turns of the normal are known, how they bend, where they begin with `first`. */
void quire_soft_add(struct quire_meet *m, const struct quire_state *state, int soft,
                    const struct quire_foot *foot, double sign, struct quire_soft_ways *ways);
void quire_soft_bends(struct quire_meet *m, const struct quire_state *state, int first, int soft,
                      const struct quire_foot *foot, const struct quire_soft_ways *ways,
                      double sign);

/* Two rims, one of them soft at least. The handles of the first come first. */
void quire_soft_meet(struct quire_meet *m, const struct quire_state *state,
                     const struct quire_rim *first, const struct quire_rim *second);
/* The side of a block that a soft body is before: from which it is farthest away, or which it is
 * least deep behind; -1 if its foot is beyond the ends of that side. */
int quire_soft_before_side(const struct quire_state *state, int soft,
                           const struct quire_free *block);
/* A soft body over a plane: its foot there, and where that is. Then: the foot turns with the plane
 * and slides along it, and friction on both acts there. */
void quire_soft_lowest(const struct quire_state *state, int soft, const double out[2],
                       struct quire_foot *foot, double place[2]);
void quire_soft_meet_flat(struct quire_meet *m, const struct quire_state *state, int soft,
                          const struct quire_foot *foot, const struct quire_flat *flat);

/* A circle as a rim that is not soft; convex -1: the other one is inside it. */
struct quire_rim quire_rim_of(const struct quire_round *circle, double convex);

/* The soft body that a free body is; -1: none. */
int quire_soft_of(const struct quire_state *state, const struct quire_free *body);
/* A circle, and another outside (convex 1) or inside it, or the rim of a body that is `soft`; -1:
 * it is not. */
void quire_meet_body(struct quire_meet *m, const struct quire_state *state,
                     const struct quire_round *a, int soft, const struct quire_round *b,
                     double convex);
/* The same where the first may be soft, too: `soft`, -1 if it is not. */
void quire_meet_bodies(struct quire_meet *m, const struct quire_state *state, int soft,
                       const struct quire_round *a, const struct quire_free *body,
                       const struct quire_round *b);

#endif
