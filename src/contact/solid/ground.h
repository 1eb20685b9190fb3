/* A gate that a solid touches, as numbers that carry derivatives: see contact/solid/solid_parts.h.
 * doc/theory/gates.md, 10 */
#ifndef QUIRE_CONTACT_SOLID_GROUND_H
#define QUIRE_CONTACT_SOLID_GROUND_H

#include "math/gradient.h"
#include "motion/solid_motion.h"
#include "state/state.h"

/* A gate that is touched: its pose, with derivatives in one more direction behind those of the
 * solid where a spring holds it. */
struct ground {
    const struct quire_gate *gate;
    int held; /* its small body; -1: a drive moves it */
    struct quire_grad cos, sin, way, rate;
};

static inline struct ground
ground_of(const struct quire_state *st, int index, double cq, double cv)
{
    const struct quire_gate_pose *p = st->gate + index;
    struct ground g = {.gate = st->system->gate + index,
                       .cos = grad(p->cos),
                       .sin = grad(p->sin),
                       .way = grad(p->way),
                       .rate = grad(p->rate)};

    g.held = g.gate->small;
    if (g.held >= 0) {
        g.cos.d[QUIRE_SOLID_VELOCITIES] = g.gate->turns ? -cq * p->sin : 0;
        g.sin.d[QUIRE_SOLID_VELOCITIES] = g.gate->turns ? cq * p->cos : 0;
        g.way.d[QUIRE_SOLID_VELOCITIES] = cq;
        g.rate.d[QUIRE_SOLID_VELOCITIES] = cv;
    }
    return g;
}

/* a vector along the machine's axes (way 1) or the gate's own (-1), from the others */
static inline struct quire_grad3
turned_forth(const struct ground *g, const struct quire_grad3 *v, double way)
{
    const struct quire_grad sine = grad_times(way, g->sin);

    return (struct quire_grad3){{grad_sub(grad_mul(g->cos, v->c[0]), grad_mul(sine, v->c[1])),
                                 grad_add(grad_mul(sine, v->c[0]), grad_mul(g->cos, v->c[1])),
                                 v->c[2]}};
}

/* a place as the gate's own coordinates have it */
static inline struct quire_grad3
seen_from(const struct ground *g, const struct quire_grad3 *x)
{
    const double *at = g->gate->at, pivot[3] = {at[0], at[1], 0};

    if (g->gate->turns) {
        const struct quire_grad3 arm = grad3_sub(*x, grad3(pivot)),
                                 back = turned_forth(g, &arm, -1);
        return grad3_add(back, grad3(pivot));
    }
    return (struct quire_grad3){{grad_sub(x->c[0], grad_times(at[0], g->way)),
                                 grad_sub(x->c[1], grad_times(at[1], g->way)), x->c[2]}};
}

/* D: how the gate's material at a place goes with its way */
static inline struct quire_grad3
way_at(const struct ground *g, const struct quire_grad3 *x)
{
    const double *at = g->gate->at;

    if (g->gate->turns) {
        return (struct quire_grad3){
            {grad_sub(grad(at[1]), x->c[1]), grad_sub(x->c[0], grad(at[0])), grad(0)}};
    }
    return grad3((const double[3]){at[0], at[1], 0});
}

#endif
