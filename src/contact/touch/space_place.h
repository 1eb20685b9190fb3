/* A touching place of a sheet in space: where it is, how it moves, what acts there.
 *
 * The place is linear in three stations' nodes of one or two neighbouring columns: node (k, j)
 * counts b_k c_j to the place itself (P), d_k c_j to its derivative along the curve (P_s), b_k e_j
 * to that across (P_e). A derivative is a gradient: how much a displacement or velocity of P, of
 * P_s and of P_e counts; displacements times cq, velocities times cv. Derivation with the same
 * letters: doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_PLACE_H
#define QUIRE_CONTACT_TOUCH_SPACE_PLACE_H

#include <math.h>
#include <string.h>

#include "contact/law/couplings.h"
#include "contact/law/place_book.h"
#include "contact/law/stiffening.h"
#include "contact/place/second.h"
#include "contact/touch/columns.h"

/* ---- vectors of three numbers, the fourth is 0; gradients ---- */

QUIRE_INLINE double
dot3(quire_v4 a, quire_v4 b)
{
    const quire_v4 p = a * b;

    return (p[0] + p[1]) + p[2];
}

QUIRE_INLINE quire_v4
cross3(quire_v4 a, quire_v4 b)
{
    return QUIRE_PICK(a, a, 1, 2, 0, 3) * QUIRE_PICK(b, b, 2, 0, 1, 3) -
           QUIRE_PICK(a, a, 2, 0, 1, 3) * QUIRE_PICK(b, b, 1, 2, 0, 3);
}

struct gradient {
    quire_v4 p, s, e;
};

QUIRE_INLINE struct gradient
scaled(double f, struct gradient a)
{
    return (struct gradient){f * a.p, f * a.s, f * a.e};
}

QUIRE_INLINE struct gradient
sum2(struct gradient a, struct gradient b)
{
    return (struct gradient){a.p + b.p, a.s + b.s, a.e + b.e};
}

/* f a + g b */
QUIRE_INLINE struct gradient
mix2(double f, struct gradient a, double g, struct gradient b)
{
    return (struct gradient){f * a.p + g * b.p, f * a.s + g * b.s, f * a.e + g * b.e};
}

/* ---- what touches ---- */

struct space_place {
    int station, column;      /* the first of the three, of the two */
    int columns;              /* 1 or 2; looked at where guides and rollers touch */
    double b[3], d[3], dd[3]; /* along: of the place, of its first and second derivative */
    /* across: of the place, of its derivative; e is 0 where there is one column */
    double c[2], e[2];
    quire_v4 x, xs, xe, xss, xse; /* x from the target's point */
    quire_v4 v, vs, ve, vss, vse; /* v relative to that point's */
    quire_v4 at;                  /* the target's point */
    /* how the place moves along the curve and across as the nodes move */
    struct gradient s, t;
};

struct space_moves;

/* As struct fading, with gradients in place of forms. */
struct space_fading {
    struct gradient by;
    struct gradient turns; /* of that what moves and turns with the curve, as in the plane, */
    bool in_plane;         /* and whether there is any */
    int n;
    struct {
        struct gradient p, q;
        double times;
    } product[FADES];
};

struct space_facing {
    /* normal to the sheet, the direction in which the surface runs, that across; right-handed */
    quire_v4 n, t, a;
    double overlap, share, factor;
    struct gradient turn; /* of the normal, about a */
    struct gradient d_share, d_factor;
    double surface, belt;          /* speeds of the surface and of a belt on it, along t [m/s] */
    int pad;                       /* of the roller; -1: a guide, which has none */
    const struct quire_slot *slot; /* where the law of the normal force remembers, NULL: nowhere, */
    int place;                     /* and at which place there */
    struct quire_law_memory *grip; /* what its friction holds on to; NULL: to nothing */
    double rolling;                /* as in struct facing */
    const struct space_moves *moves; /* what else moves with the nodes; NULL: nothing */
    const struct stiffening *stiff;  /* NULL: the law is as it is */
    struct space_fading *fading;     /* of `share`; NULL: nothing fades */
};

/* Nothing fades yet. Products are set as they are added: there is much room for them. */
QUIRE_INLINE void
begin_fading(struct space_fading *f)
{
    const quire_v4 zero = {0, 0, 0, 0};

    f->by = (struct gradient){zero, zero, zero};
    f->in_plane = false;
    f->n = 0;
}

/* of the second derivative of the share: times (p q' + q p') / 2 */
QUIRE_INLINE void
add_space_product(struct space_fading *f, double times, struct gradient p, struct gradient q)
{
    if (times != 0 && f->n < FADES) {
        f->product[f->n].p = p;
        f->product[f->n].q = q;
        f->product[f->n++].times = times;
    }
}

/* As fade_by(): the share is multiplied by a factor of two quantities, whose gradients are u and v;
 * their second derivatives are left to the caller. Returns what the share was. */
QUIRE_INLINE double
fade_in_space(struct space_facing *f, struct space_fading *fading, struct second w,
              struct gradient u, struct gradient v)
{
    const double share = f->share;
    const struct gradient before = fading->by;

    for (int k = 0; k < fading->n; k++) {
        fading->product[k].times *= w.x;
    }
    if (f->fading != NULL) {
        add_space_product(fading, 2 * w.d[0], before, u);
        add_space_product(fading, 2 * w.d[1], before, v);
    }
    add_space_product(fading, share * w.dd[0], u, u);
    add_space_product(fading, 2 * share * w.dd[1], u, v);
    add_space_product(fading, share * w.dd[2], v, v);
    const struct gradient by = mix2(share * w.d[0], u, share * w.d[1], v);
    fading->by = sum2(scaled(w.x, fading->by), by);
    if (fading->in_plane) {
        fading->turns = scaled(w.x, fading->turns);
    }
    f->d_share = sum2(scaled(w.x, f->d_share), by);
    f->share *= w.x;
    f->fading = fading;
    return share;
}

/* As struct place_moves: by the x, y, z of the place, the logarithm of its share and its overlap.
 */
struct space_moves {
    quire_v4 share, overlap;
};

/* How the surface moves at a place where it is not that of a rigid roller: the vectors of each of
 * the body's velocities or positions. doc/theory/soft.md, 4. */
struct space_rim {
    int n;
    quire_v4 x[QUIRE_BODY_DOFS];                     /* velocity of the material there by each v */
    quire_v4 shift[QUIRE_BODY_DOFS];                 /* of the place by each q, at a fixed normal */
    quire_v4 swings[QUIRE_BODY_DOFS];                /* x by the turn of the normal */
    quire_v4 bend[QUIRE_BODY_DOFS][QUIRE_BODY_DOFS]; /* x_i by each q_k, at a fixed normal */
    /* the material's velocity by the turn of the normal, and by each q at a fixed normal */
    quire_v4 swing, more[QUIRE_BODY_DOFS];
    quire_v4 driven;  /* velocity of the material that a drive commands [m/s] */
    quire_v4 squeeze; /* by which a force adds to the pressure in the body [m] */
};

/* A body whose surface it is. */
struct space_mover {
    const struct quire_carrier *carrier;
    int small;
    const struct space_rim *soft; /* NULL: that of a rigid roller */
    double *squeeze;              /* of a soft one, as in struct quire_state; added up here */
    double rim;                   /* by how much this place's radius is larger than the carrier's */
    double *force;                /* on it: added up here (nv) */
    double (*self)[QUIRE_BODY_DOFS]; /* and its own part of -(cq K + cv D) (nv, nv) */
};

struct space_scatter {
    struct quire_state *state;
    int sheet;
    double *force;                   /* as the sheet's block in V */
    const struct quire_slabs *slabs; /* NULL: forces only */
    double cq, cv, half;
    double spin;                   /* of the gate from which all this is seen [rad/s] */
    const struct quire_gate *gate; /* it; NULL: none */
    const struct quire_gate_pose *pose;
    double *swing; /* as in struct quire_column */
    struct quire_stations *felt;
};

/* ---- forces ---- */

/* What acts at the place: a force, and friction's moment as a pair of forces on the sheet's
 * direction. */
struct space_action {
    quire_v4 force, pair; /* pair: of a unit moment [1/m] */
    double moment;
};

/* takes off what acts on one node, or on two that stand side by side */
QUIRE_INLINE void
take_rows(double *from, const quire_v4 row[2], int columns)
{
    if (columns == 2) { /* no number is stored by one and loaded by the next */
        const quire_v4 other = row[1];
        quire_v2 rest;
        __builtin_memcpy(&rest, from + 4, sizeof rest);
        rest -= (quire_v2){other[1], other[2]};
        quire_store4(from, quire_load4(from) - QUIRE_PICK(row[0], other, 0, 1, 2, 4));
        __builtin_memcpy(from + 4, &rest, sizeof rest);
    } else {
        for (int i = 0; i < 3; i++) {
            from[i] -= row[0][i];
        }
    }
}

/* The same numbers, as they stand; of `rest` two. */
struct node_rows {
    quire_v4 first, rest;
};

QUIRE_INLINE struct node_rows
node_rows_of(const quire_v4 row[2], int columns)
{
    const quire_v4 zero = {0}, other = columns == 2 ? row[1] : zero;

    return (struct node_rows){columns == 2 ? QUIRE_PICK(row[0], other, 0, 1, 2, 4) : row[0],
                              QUIRE_PICK(other, zero, 1, 2, 4, 4)};
}

/* f a + g b */
QUIRE_INLINE struct node_rows
mix_rows(double f, const struct node_rows *a, double g, const struct node_rows *b)
{
    return (struct node_rows){f * a->first + g * b->first, f * a->rest + g * b->rest};
}

QUIRE_INLINE void
take_node_rows(double *from, const struct node_rows *a, int columns)
{
    if (columns == 2) {
        quire_v2 rest;
        __builtin_memcpy(&rest, from + 4, sizeof rest);
        rest -= (quire_v2){a->rest[0], a->rest[1]};
        quire_store4(from, quire_load4(from) - a->first);
        __builtin_memcpy(from + 4, &rest, sizeof rest);
    } else {
        for (int i = 0; i < 3; i++) {
            from[i] -= a->first[i];
        }
    }
}

/* writes what belongs to one node, or to two that stand side by side */
QUIRE_INLINE void
put_rows(double *to, const quire_v4 row[2], int columns)
{
    if (columns == 2) {
        const quire_v4 other = row[1];
        const quire_v2 rest = {other[1], other[2]};
        quire_store4(to, QUIRE_PICK(row[0], other, 0, 1, 2, 4));
        __builtin_memcpy(to + 4, &rest, sizeof rest);
    } else {
        for (int i = 0; i < 3; i++) {
            to[i] = row[0][i];
        }
    }
}

QUIRE_INLINE double *
node_at(double *block, int m, int station, int column)
{
    return block + ((ptrdiff_t)station * m + column) * 3;
}

QUIRE_INLINE void
add_action(const struct space_scatter *c, const struct space_place *p, const struct space_action *a,
           int columns, double *block)
{
    const int m = c->state->system->sheet[c->sheet].ladder->m;

    for (int k = 0; k < 3; k++) {
        const quire_v4 f = p->b[k] * a->force + (p->d[k] * a->moment) * a->pair;
        const quire_v4 less[2] = {-p->c[0] * f, -p->c[1] * f};
        take_rows(node_at(block, m, p->station + k, p->column), less, columns);
    }
}

/* Adds the reaction to an action on the sheet to the body's forces; `friction`: along t [N]. */
QUIRE_INLINE void
push_mover(const struct quire_system *sys, const struct space_mover *b,
           const struct space_action *a, double friction, double *force)
{
    const struct quire_carrier *carrier = b->carrier;

    for (int i = 0; b->soft != NULL && i < b->soft->n; i++) {
        force[i] -= dot3(a->force, b->soft->x[i]);
    }
    for (int i = 0; b->soft == NULL && i < sys->small[b->small].body.nv; i++) {
        force[i] -= a->force[0] * carrier->d_centre[0][i] + a->force[1] * carrier->d_centre[1][i] +
                    friction * b->rim * carrier->turn * carrier->d_surface[i];
    }
}

/* ---- derivatives ---- */

/* of u . X at the place, which changes by `own` as the nodes move */
QUIRE_INLINE struct gradient
along(const struct space_place *p, quire_v4 u, quire_v4 own, quire_v4 by_s, quire_v4 by_e)
{
    const double s = dot3(u, by_s), e = dot3(u, by_e);

    return (struct gradient){own + s * p->s.p + e * p->t.p, s * p->s.s + e * p->t.s,
                             s * p->s.e + e * p->t.e};
}

/* How the force and the moment's pair change, and a force on P_e: three columns each for P, P_s and
 * P_e. */
struct action_changes {
    quire_v4 force[9], pair[9], twist[9];
};

QUIRE_INLINE double
entry_of(const struct gradient *g, int i)
{
    return i < 3 ? g->p[i] : i < 6 ? g->s[i - 3] : g->e[i - 6];
}

/* The changes of nodal forces, into the matrix. For each component q and each station of rows: what
 * its nodes feel of P, P_s and P_e; then that by all nodes' component q. As weights of places add
 * up to 1 and those of derivatives to 0, the middle station has what is left. */
QUIRE_INLINE void
add_matrix(const struct space_scatter *c, const struct space_place *p, const struct space_action *a,
           const struct action_changes *d, int columns)
{
    const double b[3] = {p->b[0], p->b[1], p->b[2]}, ds[3] = {p->d[0], p->d[1], p->d[2]},
                 w[2] = {p->c[0], p->c[1]}, e[2] = {p->e[0], p->e[1]};
    const ptrdiff_t row = c->slabs->row, block = c->slabs->block;
    double *first =
        quire_slab_entries(c->slabs, p->station, p->station, 3 * p->column) + 3 * p->column;
    const ptrdiff_t next = block * row - block; /* the same rows, of the next station's column */

    for (int k = 0; k < 3; k++) {
        /* of the force, as the place moves along and across */
        const quire_v4 along_s = ds[k] * a->force + (p->dd[k] * a->moment) * a->pair;
        const quire_v4 along_e = b[k] * a->force + (ds[k] * a->moment) * a->pair;
        for (int q = 0; q < 3; q++) {
            const double s[3] = {p->s.p[q], p->s.s[q], p->s.e[q]},
                         t[3] = {p->t.p[q], p->t.s[q], p->t.e[q]};
            struct node_rows by[3];
            for (int g = 0; g < 3; g++) {
                const quire_v4 both = (b[k] * d->force[3 * g + q] + ds[k] * d->pair[3 * g + q]) +
                                      s[g] * along_s,
                               across = t[g] * along_e + b[k] * d->twist[3 * g + q];
                const quire_v4 at[2] = {w[0] * both + e[0] * across, w[1] * both + e[1] * across};
                by[g] = node_rows_of(at, columns);
            }
            for (int i = 0; i < columns; i++) {
                double *from = first + (3 * i + q) * row + k * block;
                const struct node_rows place = mix_rows(w[i], by, e[i], by + 2),
                                       turn = {w[i] * by[1].first, w[i] * by[1].rest},
                                       trail = mix_rows(b[0], &place, ds[0], &turn),
                                       lead = mix_rows(b[2], &place, ds[2], &turn),
                                       middle = {place.first - (trail.first + lead.first),
                                                 place.rest - (trail.rest + lead.rest)};
                take_node_rows(from, &trail, columns);
                take_node_rows(from + next, &middle, columns);
                take_node_rows(from + 2 * next, &lead, columns);
            }
        }
    }
}

#endif
