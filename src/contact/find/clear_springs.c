/* Strings and buffers ahead of what hangs on them: springs that only pull or only push, which a
 * step must not carry it through while they are slack at both its ends. Theory:
 * doc/theory/finders.md, 5. */
#include <math.h>

#include "contact/find/clear_parts.h"
#include "element/spring.h"
#include "math/detmath.h"
#include "motion/free_motion.h"
#include "motion/roller_motion.h"

/* an end of a spring: where it is, how it moves, and the reciprocal of the mass that it moves */
struct end {
    double at[2], velocity[2], ease; /* [1/kg]; 0: it is held */
};

static struct end
end_of_body(const struct quire_state *st, const struct quire_anchor *a, const double *y,
            const double *rate, double later)
{
    const struct quire_system *sys = st->system;
    const struct quire_small *small = sys->small + a->index;
    const size_t v0 = sys->layout.v0 + (size_t)small->v0;
    double at[3], speed[3], now[QUIRE_BODY_DOFS];

    if (a->free < 0) { /* a shaft: as it was at the last evaluation */
        const struct quire_carrier *c = st->carrier + a->index;
        const struct quire_roller_motion *m =
            small->body.ops == &quire_roller_motion_ops ? small->body.self : NULL;
        return (struct end){{c->centre[0], c->centre[1]},
                            {c->velocity[0], c->velocity[1]},
                            m != NULL && m->slides ? 1 / m->mass : 0};
    }
    const struct quire_free_motion *motion = sys->free[a->free].motion;
    for (int k = 0; k < motion->n; k++) {
        now[k] = y[v0 + (size_t)k] + (rate != NULL ? later * rate[v0 + (size_t)k] : 0);
    }
    quire_free_place(motion, y + small->q0, now, at, speed);
    const double c = quire_cos(at[QUIRE_FREE_ANGLE]), s = quire_sin(at[QUIRE_FREE_ANGLE]),
                 arm[2] = {c * a->at[0] - s * a->at[1], s * a->at[0] + c * a->at[1]},
                 spin = speed[QUIRE_FREE_ANGLE];
    return (struct end){{at[0] + arm[0], at[1] + arm[1]},
                        {speed[0] - spin * arm[1], speed[1] + spin * arm[0]},
                        1 / motion->mass + quire_flight_dot(arm, arm) / motion->inertia};
}

static struct end
end_of_sheet(const struct quire_system *sys, const struct quire_anchor *a, const double *y,
             const double *rate, double later)
{
    const struct quire_sheet *sheet = sys->sheet + a->index;
    struct end end = {.ease = 1 / sheet->chain.mass_inner};

    for (int i = 0; i < 2; i++) {
        const double weight = i == 0 ? 1 - a->weight : a->weight;
        for (int d = 0; d < 2; d++) {
            const size_t at = sheet->x0 + (size_t)(d * sheet->chain.stride + a->node + i),
                         v = sys->layout.v0 + at;
            end.at[d] += weight * y[at];
            end.velocity[d] += weight * (y[v] + (rate != NULL ? later * rate[v] : 0));
        }
    }
    return end;
}

static struct end
end_of(const struct quire_state *st, const struct quire_anchor *a, const double *y,
       const double *rate, double later)
{
    switch (a->kind) {
    case QUIRE_ANCHOR_BODY: return end_of_body(st, a, y, rate, later);
    case QUIRE_ANCHOR_SHEET: return end_of_sheet(st->system, a, y, rate, later);
    default: return (struct end){{a->at[0], a->at[1]}, {0, 0}, 0};
    }
}

static bool
is_in(const struct quire_state *st, const struct quire_part *part, const struct quire_anchor *a)
{
    return (a->kind == QUIRE_ANCHOR_BODY && part->has_small[a->index]) ||
           (a->kind == QUIRE_ANCHOR_SHEET && part->has_sheet[a->index] &&
            st->sheet[a->index].entered);
}

/* Whether it is slack, and how its ends lie to each other. */
static bool
is_slack(const struct quire_state *st, const struct quire_part *part,
         const struct quire_spring *spring, const double *y, const double *rate, double later,
         struct end *apart)
{
    if (spring->acts == QUIRE_SPRING_BOTH ||
        !(is_in(st, part, spring->end) || is_in(st, part, spring->end + 1))) {
        return false;
    }
    const struct end from = end_of(st, spring->end, y, rate, later),
                     to = end_of(st, spring->end + 1, y, rate, later);
    for (int d = 0; d < 2; d++) {
        apart->at[d] = to.at[d] - from.at[d];
        apart->velocity[d] = to.velocity[d] - from.velocity[d];
    }
    apart->ease = from.ease + to.ease;
    const double length = sqrt(quire_flight_dot(apart->at, apart->at));
    return spring->acts == QUIRE_SPRING_PULLS ? length < spring->length : length > spring->length;
}

double
quire_clear_of_springs(const struct quire_state *st, const struct quire_part *part, const double *y,
                       const double *rate, double h, double later)
{
    for (int k = 0; k < st->system->n_spring; k++) {
        const struct quire_spring *spring = st->system->spring + k;
        struct end apart;
        if (is_slack(st, part, spring, y, rate, later, &apart) && spring->stiffness > 0) {
            const double when =
                spring->acts == QUIRE_SPRING_PULLS
                    ? quire_flight_out_of(apart.at, apart.velocity, spring->length)
                    : quire_flight_into(apart.at, apart.velocity, spring->length, 0);
            h = fmin(h, when + QUIRE_CLEAR_OF_SPRING / sqrt(spring->stiffness * apart.ease));
        }
    }
    return h;
}

bool
quire_clear_springs_may_pass(const struct quire_state *st, const struct quire_part *part,
                             const double *y, double h)
{
    const double *g = st->system->gravity, fall = h * (fabs(g[0]) + fabs(g[1]));

    for (int k = 0; k < st->system->n_spring; k++) {
        const struct quire_spring *spring = st->system->spring + k;
        struct end apart;
        if (is_slack(st, part, spring, y, NULL, 0, &apart) &&
            fabs(sqrt(quire_flight_dot(apart.at, apart.at)) - spring->length) <
                h * (sqrt(quire_flight_dot(apart.velocity, apart.velocity)) + fall)) {
            return true;
        }
    }
    return false;
}
