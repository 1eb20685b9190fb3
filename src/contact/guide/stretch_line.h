/* The line of a sheet in space on which stretches are: how its nodes count, and in which axes it is
 * seen. Within the plane of these axes a stretch is as on a planar sheet; besides, there is the
 * slip across, and shares fade where guides end across. Guides that are tilted it sees as if they
 * stood level, and gates along their own axes. doc/theory/spatial-contact.md, 3 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_LINE_H
#define QUIRE_CONTACT_GUIDE_STRETCH_LINE_H

#include "contact/place/nodes.h"
#include "contact/place/place.h"
#include "contact/touch/columns.h"
#include "contact/touch/cover.h"
#include "contact/touch/tilt.h"

/* A vector, with what is across the plane. */
struct spatial {
    struct flat in;
    quire_v4 z;
};

struct stretch_line {
    int column, columns;           /* one column of nodes, or two, */
    double c[2];                   /* and how much their nodes count */
    const struct quire_tilt *tilt; /* of the guide that it sees; NULL: that is level */
    double up[3];                  /* the machine's z along these axes */
    double cosine, sine;           /* of the gate */
    bool fades;                    /* the share changes with the machine's z, */
    quire_v4 by_z, by_zz;          /* by which it does; 0: not [1/m], [1/m^2] */
    quire_v4 t_z, rate_z;          /* across: of the direction, and how fast that changes */
};

/* A gate that turns, or that a spring holds: looked at where a place is on one. */
struct stretch_gate {
    double rate, turns; /* of a pivot; 1 of an angle, 0 of a way */
    int v;              /* place of its rate in V; -1: a drive moves it */
    struct spatial j;   /* by which its way moves its material at the place */
    quire_v4 ends[2];   /* by which the ends of stretches follow it */
};

/* ---- axes ---- */

/* A vector, or a point so far above the tilt's line, as if the guide stood level. */
static inline void
see_level(const struct quire_tilt *t, double height, double v[3])
{
    const double by = quire_tilt_back(t, height, v + 2);

    v[0] += by * t->normal[0];
    v[1] += by * t->normal[1];
}

/* a vector back to where it is, and from there */
QUIRE_INLINE struct spatial
tilt_out(const struct quire_tilt *t, struct spatial a)
{
    const quire_v4 u = a.in.x * t->normal[0] + a.in.y * t->normal[1],
                   by = t->cosine * u - t->sine * a.z - u;

    return (struct spatial){{a.in.x + by * t->normal[0], a.in.y + by * t->normal[1]},
                            t->sine * u + t->cosine * a.z};
}

QUIRE_INLINE struct spatial
tilt_in(const struct quire_tilt *t, struct spatial a)
{
    const quire_v4 u = a.in.x * t->normal[0] + a.in.y * t->normal[1],
                   by = t->cosine * u + t->sine * a.z - u;

    return (struct spatial){{a.in.x + by * t->normal[0], a.in.y + by * t->normal[1]},
                            t->cosine * a.z - t->sine * u};
}

QUIRE_INLINE struct spatial
spatial_out(const struct stretch_line *l, struct spatial a)
{
    return l->tilt != NULL ? tilt_out(l->tilt, a) : a;
}

/* a vector's part along the machine's z, */
QUIRE_INLINE quire_v4
along_up(const struct stretch_line *l, struct spatial a)
{
    return l->tilt == NULL ? a.z : l->up[0] * a.in.x + l->up[1] * a.in.y + l->up[2] * a.z;
}

/* and turned about that: z x a */
QUIRE_INLINE struct spatial
about_up(const struct stretch_line *l, struct spatial a)
{
    const double *up = l->up;

    return (struct spatial){{up[1] * a.z - up[2] * a.in.y, up[2] * a.in.x - up[0] * a.z},
                            up[0] * a.in.y - up[1] * a.in.x};
}

/* f a + g b */
QUIRE_INLINE struct spatial
mix_spatial(quire_v4 f, struct spatial a, quire_v4 g, struct spatial b)
{
    return (struct spatial){mix(f, a.in, g, b.in), f * a.z + g * b.z};
}

/* the direction of a place as a vector in space, and its rate */
QUIRE_INLINE struct spatial
direction_of(const struct place *p, const struct stretch_line *l)
{
    return (struct spatial){p->a.t, l->t_z};
}

QUIRE_INLINE struct spatial
rate_of(const struct place *p, const struct stretch_line *l)
{
    return (struct spatial){p->a.rate, l->rate_z};
}

QUIRE_INLINE struct spatial
velocity_of(const struct place *p)
{
    return (struct spatial){p->u, p->across};
}

/* ---- to the nodes ---- */

/* How three numbers of the line count at its two columns, which stand side by side: weights of the
 * first four, and of the last two. */
struct beside {
    quire_v4 first;
    double rest;
};

QUIRE_INLINE struct beside
beside_of(double left, double right)
{
    return (struct beside){{left, left, left, right}, right};
}

QUIRE_INLINE void
add_beside(const struct beside *w, quire_v4 v, double *to)
{
    quire_v2 rest;

    quire_store4(to, quire_load4(to) + w->first * QUIRE_PICK(v, v, 0, 1, 2, 0));
    __builtin_memcpy(&rest, to + 4, sizeof rest);
    rest += w->rest * (quire_v2){v[1], v[2]};
    __builtin_memcpy(to + 4, &rest, sizeof rest);
}

/* of one column alone */
QUIRE_INLINE void
add_three(quire_v4 v, double *to)
{
    quire_v2 two;

    __builtin_memcpy(&two, to, sizeof two);
    two += (quire_v2){v[0], v[1]};
    __builtin_memcpy(to, &two, sizeof two);
    to[2] += v[2];
}

/* Adds what acts on the three nodes of each lane to a block as in V; `out`: which is along the
 * machine's axes, not along the gate's. */
QUIRE_INLINE void
push_line(const struct stretch_line *l, const struct place_nodes *at, quire_mask4 on,
          const struct spatial force[3], bool out, int block, double *to)
{
    const quire_v4 zero = {0};
    const struct beside w = beside_of(l->c[0], l->c[1]);
    quire_v4 by[3][LANES];

    for (int i = 0; i < 3; i++) {
        struct spatial f = spatial_out(l, force[i]);
        if (out && l->sine != 0) {
            f.in = mix(quire_all4(l->cosine), f.in, quire_all4(l->sine), left(f.in));
        }
        quire_transpose4(by[i], f.in.x, f.in.y, f.z, zero);
    }
    for (int k = 0; k < LANES; k++) {
        double *node = to + (ptrdiff_t)at->node[k] * block + 3 * l->column;
        for (int i = 0; on[k] != 0 && i < 3; i++, node += block) {
            if (l->columns == 2) {
                add_beside(&w, by[i][k], node);
            } else {
                add_three(by[i][k], node);
            }
        }
    }
}

#endif
