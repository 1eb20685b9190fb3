/* Round things and sides of blocks, and how two of them meet: what the touching places of free
 * bodies are made of. Theory: doc/theory/bodies.md, 2. */
#ifndef QUIRE_CONTACT_BODY_ROUND_H
#define QUIRE_CONTACT_BODY_ROUND_H

#include "contact/body/body_contact.h"

struct quire_rim_point;

/* A circle that moves with a small body or with a sheet, or stands still: the rim of a disc or
 * roller, a corner with radius 0, a place on a sheet with half its thickness. */
struct quire_round {
    double centre[2], radius;
    /* handles; the one that is the angle of its body, -1: none */
    int n, turned;
    double arm[2]; /* from that body's centre */
    struct quire_handle handle[QUIRE_BODY_DOFS + 1];
    /* what makes it a point of a soft body's rim; NULL: it is none */
    const struct quire_rim_point *rim;
};

static inline struct quire_round
quire_round_still(const double at[2], double radius)
{
    struct quire_round c; /* no more is looked at */

    c.centre[0] = at[0];
    c.centre[1] = at[1];
    c.radius = radius;
    c.arm[0] = c.arm[1] = 0;
    c.n = 0;
    c.turned = -1;
    c.rim = NULL;
    return c;
}

/* A sheet around a station as a circle of half its thickness, which turns with the curve there. The
 * coordinate of node j along axis i has the index first + j node + i axis in V. */
struct quire_round quire_round_station(const struct station *station, double half, int first,
                                       int node, int axis);
/* ... which is the first surface of a meeting, in the plane or in a column. */
void quire_meet_on_sheet(struct quire_meet *m, const struct station *station, double half,
                         int sheet, int small);

struct quire_round quire_round_roller(const struct quire_state *state,
                                      const struct quire_roller *roller);
/* A disc's rim, or a corner of a block. */
struct quire_round quire_round_body(const struct quire_state *state, const struct quire_free *body,
                                    int corner);

static inline int
quire_round_count(const struct quire_free *body)
{
    return body->roller >= 0 ? 1 : QUIRE_BLOCK_CORNERS;
}

/* Outward unit normal of side 0 to 3 of a block. Side k ends at corners k and k + 3, modulo 4. */
void quire_side_normal(const struct quire_pose *pose, int side, double out[2]);

/* Where a corner of a block is. */
void quire_block_corner(const struct quire_pose *pose, const struct quire_free *block, int corner,
                        double at[2]);
/* The direction in which a corner of a block points, midway between its two sides. */
void quire_corner_axis(const struct quire_pose *pose, int corner, double axis[2]);

/* How far a point is outside a side of a block, and *beyond either end of that side; *end is the
 * way in which it is beyond (-1, 1), along the side's normal turned left. */
double quire_side_distance(const struct quire_pose *pose, const struct quire_free *block, int side,
                           const double p[2], double *beyond, double *end);

/* The side of a block that a point is before: the one whose outside it is on, or from inside the
 * nearest; -1 if it is before none. With an axis only sides that look against it count; a point
 * counts as before a side up to `margin` beyond its ends. */
int quire_side_before(const struct quire_pose *pose, const struct quire_free *block,
                      const double p[2], const double *axis, double margin);

/* How its handles change with its body's angle, where they begin with `first`; sign -1: the first
 * of two. */
void quire_round_bend(struct quire_meet *m, int first, const struct quire_round *c, double sign);

/* Two circles, the second outside the first (convex 1) or inside it (-1). */
void quire_meet_rounds(struct quire_meet *m, const struct quire_round *a,
                       const struct quire_round *b, double convex);

/* Two rigid rollers, met on the first. */
void quire_meet_rollers(struct quire_meet *m, const struct quire_state *state,
                        const struct quire_roller *a, const struct quire_roller *b);

/* A plane that a circle, or the foot of a soft body, is over: a side of a block, or a guide. */
struct quire_flat {
    double out[2], height; /* outward normal; how high that is over it [m] */
    /* velocities at the circle's centre; the one that turns it, -1: none */
    int n, turned;
    struct quire_handle handle[QUIRE_BODY_DOFS];
};

/* A side of a block, under a circle at this place. */
struct quire_flat quire_flat_of_block(const struct quire_state *state,
                                      const struct quire_free *block, int side,
                                      const double place[2], double radius);

/* A circle over a plane, which is the second: the normal turns with that, and the place slides
 * along it. */
void quire_meet_flat(struct quire_meet *m, const struct quire_round *a,
                     const struct quire_flat *flat);
void quire_meet_side(struct quire_meet *m, const struct quire_state *state,
                     const struct quire_round *a, const struct quire_free *block, int side);

/* Adds to a meeting what makes a point of a soft rim more than a circle, as the first (sign -1) or
 * second; see contact/body/soft_rim.h. */
void quire_rim_bend(struct quire_meet *m, int first, const struct quire_rim_point *point,
                    double sign);

/* What is deep in a solid, `behind` its surface, where it should not be, is let go little by
 * little, from half the depth on. */
void quire_meet_let_go(struct quire_meet *m, double behind, double depth);

/* The velocities of a body, and how they move a point of it that stands `arm` from its centre, on a
 * surface of this radius. Returns the one that is its angle, -1: none. */
int quire_body_handles(const struct quire_state *state, const struct quire_free *body,
                       const double arm[2], double radius, struct quire_handle *out);

#endif
