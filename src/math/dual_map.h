/* Linear maps of the plane with entries that carry derivatives: X -> P X + Z conj(X) for complex P
 * = p + iq, Z = a + ib, which is [p + a, b - q; b + q, p - a]: a turn with a stretch all round, and
 * a stretch with its opposite across. */
#ifndef QUIRE_MATH_DUAL_MAP_H
#define QUIRE_MATH_DUAL_MAP_H

#include "math/dual.h"

struct quire_map {
    struct quire_dual p, q, a, b;
};

/* m n */
static inline struct quire_map
map_mul(const struct quire_map *m, const struct quire_map *n)
{
    return (struct quire_map){dual_add(dual_sub(dual_mul(m->p, n->p), dual_mul(m->q, n->q)),
                                       dual_dot(m->a, n->a, m->b, n->b)),
                              dual_add(dual_dot(m->p, n->q, m->q, n->p),
                                       dual_sub(dual_mul(m->b, n->a), dual_mul(m->a, n->b))),
                              dual_add(dual_sub(dual_mul(m->p, n->a), dual_mul(m->q, n->b)),
                                       dual_dot(m->a, n->p, m->b, n->q)),
                              dual_add(dual_dot(m->p, n->b, m->q, n->a),
                                       dual_sub(dual_mul(m->b, n->p), dual_mul(m->a, n->q)))};
}

static inline struct quire_dual
map_det(const struct quire_map *m)
{
    return dual_sub(dual_square(m->p, m->q), dual_square(m->a, m->b));
}

static inline struct quire_map
map_inverse(const struct quire_map *m)
{
    const struct quire_dual det = map_det(m), less = dual_times(-1, det);

    return (struct quire_map){dual_div(m->p, det), dual_div(m->q, less), dual_div(m->a, less),
                              dual_div(m->b, less)};
}

static inline struct quire_map
map_transpose(const struct quire_map *m)
{
    return (struct quire_map){m->p, dual_times(-1, m->q), m->a, m->b};
}

static inline struct quire_map
map_add(const struct quire_map *m, const struct quire_map *n)
{
    return (struct quire_map){dual_add(m->p, n->p), dual_add(m->q, n->q), dual_add(m->a, n->a),
                              dual_add(m->b, n->b)};
}

static inline struct quire_map
map_times(double s, const struct quire_map *m)
{
    return (struct quire_map){dual_times(s, m->p), dual_times(s, m->q), dual_times(s, m->a),
                              dual_times(s, m->b)};
}

/* m : n */
static inline double
map_product(const struct quire_map *m, const struct quire_map *n)
{
    return 2 * (m->p.x * n->p.x + m->q.x * n->q.x + m->a.x * n->a.x + m->b.x * n->b.x);
}

#endif
