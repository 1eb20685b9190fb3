/* Where solids touch each other. Theory: doc/theory/solids.md. */
#include <math.h>

#include "contact/law/constants.h"
#include "contact/solid/solid_parts.h"
#include "geometry/box_edges.h"
#include "motion/solid_motion.h"

static void
ball_on_ball(struct visit *to, struct touch *c, const struct quire_ball *first,
             const struct quire_ball *second)
{
    const struct quire_grad3 from = quire_ball_centre(c->a, first),
                             centre = quire_ball_centre(c->b, second),
                             way = grad3_sub(centre, from);
    const struct quire_grad square = grad3_dot(&way, &way);

    if (square.x > 0) { /* two centres in one place have no direction */
        const struct quire_grad r = grad_sqrt(square);
        c->normal = grad3_scale(grad_inverse(r), way);
        quire_solid_offer(to, c, second->radius, &centre, grad_sub(r, grad(first->radius)));
    }
}

/* b's ball before a's cuboid: nearest to a side, an edge or a corner of what is left of it without
 * its round edges */
static void
ball_on_cuboid(struct visit *to, struct touch *c, const struct quire_ball *ball)
{
    const struct quire_solid *solid = c->a->solid;
    const struct quire_grad3 centre = quire_ball_centre(c->b, ball),
                             way = grad3_sub(centre, c->a->at);
    struct quire_grad3 axis[3], out = grad3((const double[3]){0, 0, 0});
    struct quire_grad place[3], square = grad(0);
    int nearest = 0;
    double least = HUGE_VAL;

    for (int d = 0; d < 3; d++) {
        const double half = solid->half[d] - solid->edge;
        axis[d] = quire_solid_carried(c->a, (const double[3]){d == 0, d == 1, d == 2});
        place[d] = grad3_dot(&axis[d], &way);
        const double past = fabs(place[d].x) - half;
        if (past > 0) {
            const struct quire_grad over = grad_sub(place[d], grad(copysign(half, place[d].x)));
            const struct quire_grad3 part = grad3_scale(over, axis[d]);
            out = grad3_add(out, part);
            square = grad_add(square, grad_mul(over, over));
        }
        if (-past < least) {
            least = -past;
            nearest = d;
        }
    }
    if (square.x > 0) {
        const struct quire_grad r = grad_sqrt(square);
        c->normal = grad3_scale(grad_inverse(r), out);
        quire_solid_offer(to, c, ball->radius, &centre, grad_sub(r, grad(solid->edge)));
    } else {
        const double sign = copysign(1, place[nearest].x);
        c->normal = grad3_scale(grad(sign), axis[nearest]);
        quire_solid_offer(to, c, ball->radius, &centre,
                          grad_sub(grad_times(sign, place[nearest]), grad(solid->half[nearest])));
    }
}

static void
balls_on_cuboid(struct visit *to, struct touch *c)
{
    for (int i = 0; i < c->b->solid->n_ball; i++, c->place++) {
        const struct quire_ball *ball = c->b->solid->ball + i;
        if (quire_solid_has_cuboid(c->a->solid) && wanted(to, c->place)) {
            c->share = grad(ball->share);
            c->half = ball->half;
            ball_on_cuboid(to, c, ball);
        }
    }
}

static void
balls_on_balls(struct visit *to, struct touch *c)
{
    for (int i = 0; i < c->a->solid->n_ball; i++) {
        for (int j = 0; j < c->b->solid->n_ball; j++, c->place++) {
            const struct quire_ball *first = c->a->solid->ball + i, *second = c->b->solid->ball + j;
            if (!first->corner && !second->corner && wanted(to, c->place)) {
                c->share = grad(second->share);
                c->half = second->half;
                ball_on_ball(to, c, first, second);
            }
        }
    }
}

static struct quire_box
box_of(const struct pose *p)
{
    struct quire_box box = {.at = p->at, .round = p->solid->edge};

    for (int d = 0; d < 3; d++) {
        box.axis[d] = quire_solid_carried(p, (const double[3]){d == 0, d == 1, d == 2});
        box.half[d] = p->solid->half[d] - p->solid->edge;
    }
    return box;
}

/* a crossing of two edges and whose it is */
struct met_edges {
    struct visit *to;
    struct touch *c; /* its place: that of the first crossing */
};

static void
edges_meet(void *user, const struct quire_crossing *crossing)
{
    const struct met_edges *edges = user;
    struct touch c = *edges->c;

    c.place += crossing->place;
    if (wanted(edges->to, c.place)) {
        c.normal = crossing->normal;
        c.half = crossing->half;
        c.share = grad_times(QUIRE_CROSSING_SHARE, crossing->share);
        quire_solid_offer(edges->to, &c, c.b->solid->edge, &crossing->on_b,
                          grad_sub(crossing->distance, grad(c.a->solid->edge)));
    }
}

static void
edges_on_edges(struct visit *to, struct touch *c)
{
    const struct quire_box a = box_of(c->a), b = box_of(c->b);

    quire_crossings_visit(&a, &b, c->law->reach, edges_meet, &(struct met_edges){to, c});
}

/* whether two solids are so near to each other that they may touch */
static bool
are_near(const struct pose *a, const struct pose *b, double reach)
{
    const struct quire_grad3 way = grad3_sub(b->at, a->at);
    const double near = a->solid->motion->size + b->solid->motion->size + reach;

    return way.c[0].x * way.c[0].x + way.c[1].x * way.c[1].x + way.c[2].x * way.c[2].x <
           near * near;
}

void
quire_solid_visit_solid(struct visit *to, const struct quire_encounter *e)
{
    const struct quire_system *sys = to->st->system;
    const struct pose a = quire_solid_pose(sys, sys->solid + e->target.index, to->y, 0, to->cq,
                                           to->cv),
                      b = quire_solid_pose(sys, sys->solid + e->solid, to->y, 6, to->cq, to->cv);
    struct touch c = {
        .a = &a, .b = &b, .encounter = e, .law = sys->law + e->law[0], .target = e->target};
    const bool near = are_near(&a, &b, c.law->reach);

    if (!near && to->least >= 0) {
        return;
    }
    balls_on_balls(to, &c);
    balls_on_cuboid(to, &c);
    c.a = &b;
    c.b = &a;
    balls_on_cuboid(to, &c);
    c.a = &a;
    c.b = &b;
    if (near && quire_solid_has_cuboid(a.solid) && quire_solid_has_cuboid(b.solid) &&
        (to->only == NULL || *to->only >= c.place)) {
        edges_on_edges(to, &c);
    }
    quire_solid_add_sums(to, &a, &b, -1);
}
