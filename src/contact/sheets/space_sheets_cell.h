/* How what acts at four places of a sheet in space on cells of another changes. b's place slides
 * along the sheet and across it as nodes move: what the kernel says of a's place past b's and of
 * both directions is completed by the two slides, each of which is one way times a co-vector.
 * Derivation with the same letters: doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_CELL_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_CELL_H

#include "contact/place/place.h"
#include "contact/sheets/space_vectors.h"

/* b's place seen from a's, and its derivatives along (s) and across (e); velocities likewise. */
struct cell_place {
    struct vectors x, s, e, ss, se;
    struct vectors v, vs, ve, vss, vse;
};

/* a's place past b's, a's direction, and of b the derivatives of its place along and across */
enum { W_X, W_Y, W_Z, T_X, T_Y, R_X, R_Y, R_Z, E_X, E_Y, E_Z, CELL_WAYS };

/* Co-vectors of the parameters along and across; and of the share, where it changes. */
struct cell_slides {
    quire_v4 s[CELL_WAYS], e[CELL_WAYS], share[CELL_WAYS];
};

/* Rows: the force on a (x, y, across), the pairs on a's and on b's direction (x, y). */
struct cell_forms {
    quire_v4 f[3][CELL_WAYS], a[2][CELL_WAYS], b[2][CELL_WAYS];
};

QUIRE_INLINE struct flat
flat_of(struct vectors a)
{
    return (struct flat){a.x, a.y};
}

/* what moves as b's place goes on by one unit of either parameter */
QUIRE_INLINE struct place_way
cell_way(struct vectors x, struct vectors v, struct vectors turn, struct vectors turning)
{
    static const struct flat still;

    return (struct place_way){.w = {-x.x, -x.y},
                              .u = {-v.x, -v.y},
                              .across = -v.z,
                              .t = {still, flat_of(turn)},
                              .rate = {still, flat_of(turning)}};
}

QUIRE_INLINE struct place_way
way_along_cell(const struct cell_place *c)
{
    return cell_way(c->s, c->vs, c->ss, c->vss);
}

QUIRE_INLINE struct place_way
way_across_cell(const struct cell_place *c)
{
    return cell_way(c->e, c->ve, c->se, c->vse);
}

/* `gradient`: of a parameter as b's place, seen from a's, and its derivatives move */
QUIRE_INLINE void
set_slide(quire_v4 to[CELL_WAYS], const struct gradients *gradient, double cq)
{
    const struct vectors p = gradient->p, s = gradient->s, e = gradient->e;
    const quire_v4 zero = {0};

    to[W_X] = -cq * p.x;
    to[W_Y] = -cq * p.y;
    to[W_Z] = -cq * p.z;
    to[T_X] = to[T_Y] = zero;
    to[R_X] = cq * s.x;
    to[R_Y] = cq * s.y;
    to[R_Z] = cq * s.z;
    to[E_X] = cq * e.x;
    to[E_Y] = cq * e.y;
    to[E_Z] = cq * e.z;
}

/* A share that changes with both parameters and with the angle from a's direction to b's. */
QUIRE_INLINE void
set_share(const struct place *p, const struct cell_place *c, quire_v4 by_slide, quire_v4 by_turn,
          quire_v4 by_cell, double cq, struct cell_slides *to)
{
    const quire_v4 turn = cq * by_turn, along = by_slide + by_turn * dot(p->b.pair, flat_of(c->ss)),
                   across = by_cell + by_turn * dot(p->b.pair, flat_of(c->se));

    for (int k = 0; k < CELL_WAYS; k++) {
        to->share[k] = along * to->s[k] + across * to->e[k];
    }
    to->share[T_X] -= turn * p->a.pair.x;
    to->share[T_Y] -= turn * p->a.pair.y;
    to->share[R_X] += turn * p->b.pair.x;
    to->share[R_Y] += turn * p->b.pair.y;
}

/* Adds to all rows what changes by a co-vector. */
QUIRE_INLINE void
add_rows(struct cell_forms *to, struct flat f, quire_v4 lateral, struct flat a, struct flat b,
         const quire_v4 by[CELL_WAYS])
{
    for (int k = 0; k < CELL_WAYS; k++) {
        to->f[0][k] += f.x * by[k];
        to->f[1][k] += f.y * by[k];
        to->f[2][k] += lateral * by[k];
        to->a[0][k] += a.x * by[k];
        to->a[1][k] += a.y * by[k];
        to->b[0][k] += b.x * by[k];
        to->b[1][k] += b.y * by[k];
    }
}

QUIRE_INLINE void
add_cell_slide(const struct place *p, const struct place_way *way, const quire_v4 by[CELL_WAYS],
               struct cell_forms *to)
{
    const struct place_change c = place_respond(p, way, true);

    add_rows(to, c.f, c.lateral, times(c.moment_a, p->a.pair),
             mix(c.moment_b, p->b.pair, p->moment_b, pair_by(&p->b, way->t[1])), by);
}

/* one row of the kernel's forms: by W, both directions; `z`: by the place across */
QUIRE_INLINE void
set_cell_row(quire_v4 to[CELL_WAYS], const quire_v4 w[2], quire_v4 z, const quire_v4 a[2],
             const quire_v4 b[2])
{
    const quire_v4 zero = {0};

    for (int k = 0; k < 2; k++) {
        to[W_X + k] = w[k];
        to[T_X + k] = a[k];
        to[R_X + k] = b[k];
    }
    to[W_Z] = z;
    to[R_Z] = to[E_X] = to[E_Y] = to[E_Z] = zero;
}

QUIRE_INLINE void
cell_forms(const struct place *p, const struct cell_place *c, const struct cell_slides *slides,
           double cq, double cv, struct cell_forms *to)
{
    const struct place_way along = way_along_cell(c), across = way_across_cell(c);
    struct forms by;

    place_forms(p, cq, cv, true, &by);
    for (int i = 0; i < 2; i++) {
        set_cell_row(to->f[i], by.f_w + 2 * i, by.f_z[i], by.f_a + 2 * i, by.f_b + 2 * i);
        set_cell_row(to->a[i], by.a_w + 2 * i, by.a_z[i], by.a_a + 2 * i, by.a_b + 2 * i);
        set_cell_row(to->b[i], by.b_w + 2 * i, by.b_z[i], by.b_a + 2 * i, by.b_b + 2 * i);
    }
    set_cell_row(to->f[2], by.l_w, by.l_w[2], by.l_a, by.l_b);
    add_cell_slide(p, &along, slides->s, to);
    add_cell_slide(p, &across, slides->e, to);
    if (p->fades) {
        add_rows(to, mix(p->force, p->n, p->rub, left(p->n)), p->rub_across,
                 times(-p->a.arm * p->rub, p->a.pair), times(-p->b.arm * p->rub, p->b.pair),
                 slides->share);
    }
}

#endif
