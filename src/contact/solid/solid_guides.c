/* Where solids touch guides. Theory: doc/theory/solids.md. */
#include <math.h>

#include "contact/law/constants.h"
#include "contact/solid/solid_parts.h"

static void
meet_guide(struct visit *to, struct touch *c, int guide, const struct quire_ball *ball,
           const struct quire_grad3 *centre, struct quire_grad distance)
{
    const struct quire_guide *g = to->st->system->guide + guide;

    if (-distance.x < g->depth) {
        c->target = quire_partner(QUIRE_PARTNER_GUIDE, guide);
        c->law = to->st->system->law + c->encounter->law[guide];
        c->belt = -g->side * g->velocity;
        if (c->ground != NULL) {
            c->normal = turned_forth(c->ground, &c->normal, 1);
        }
        quire_solid_offer(to, c, ball->radius, centre, distance);
    }
}

/* from a line across the machine, at `at` */
static struct quire_grad
from_line(struct touch *c, const double at[2], const struct quire_grad3 *centre, double way)
{
    const struct quire_grad x = grad_sub(centre->c[0], grad(at[0])),
                            y = grad_sub(centre->c[1], grad(at[1]));
    const struct quire_grad r = grad_sqrt(grad_add(grad_mul(x, x), grad_mul(y, y))),
                            inverse = grad_times(way, grad_inverse(r));

    c->normal = (struct quire_grad3){{grad_mul(x, inverse), grad_mul(y, inverse), grad(0)}};
    return grad_times(way, r);
}

/* `seen`: the centre along the guide's own axes, where a gate has moved */
static void
ball_on_face(struct visit *to, struct touch *c, const struct quire_face *face,
             const struct quire_ball *ball, const struct quire_grad3 *centre,
             const struct quire_grad3 *seen)
{
    const double p[2] = {seen->c[0].x, seen->c[1].x},
                 depth = to->st->system->guide[face->guide].depth;
    struct quire_grad distance;

    if (face->radius > 0) {
        distance =
            grad_sub(from_line(c, face->at, seen, face->convex), grad(face->convex * face->radius));
    } else {
        const double n[3] = {face->normal[0], face->normal[1], 0},
                     from[3] = {face->at[0], face->at[1], 0};
        const struct quire_grad3 way = grad3_sub(*seen, grad3(from));
        c->normal = grad3(n);
        distance = grad3_dot(&way, &c->normal);
    }
    if (quire_face_faces(face, p, -distance.x, QUIRE_SOLID_EDGE * depth)) {
        meet_guide(to, c, face->guide, ball, centre, distance);
    }
}

static void
ball_at_corner(struct visit *to, struct touch *c, const struct quire_corner_contact *corner,
               const struct quire_ball *ball, const struct quire_grad3 *centre,
               const struct quire_grad3 *seen)
{
    const double x = seen->c[0].x - corner->at[0], y = seen->c[1].x - corner->at[1];

    if (x * corner->out[0][0] + y * corner->out[0][1] > 0 &&
        x * corner->out[1][0] + y * corner->out[1][1] > 0) {
        meet_guide(to, c, corner->guide, ball, centre, from_line(c, corner->at, seen, 1));
    }
}

static void
ball_on_guide(struct visit *to, const struct pose *pose, const struct quire_encounter *e,
              const struct ground *ground, int i)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_ball *ball = pose->solid->ball + i;
    const int view = sys->guide[e->target.index].view;
    const struct quire_grad3 centre = quire_ball_centre(pose, ball);
    struct quire_grad3 there;
    const struct quire_grad3 *seen = &centre;
    struct touch c = {.b = pose,
                      .ground = ground,
                      .encounter = e,
                      .share = grad(ball->share),
                      .half = ball->half};

    if (ground != NULL) {
        there = seen_from(ground, &centre);
        seen = &there;
    }
    for (int k = 0; k < sys->n_face; k++) {
        const struct quire_face *face = sys->face + k;
        c.place = face->run * pose->solid->n_ball + i;
        if (wanted(to, c.place) && sys->guide[face->guide].view == view &&
            e->law[face->guide] >= 0) {
            ball_on_face(to, &c, face, ball, &centre, seen);
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        const struct quire_corner_contact *corner = sys->corner + k;
        c.place = corner->run * pose->solid->n_ball + i;
        if (wanted(to, c.place) && sys->guide[corner->guide].view == view &&
            e->law[corner->guide] >= 0) {
            ball_at_corner(to, &c, corner, ball, &centre, seen);
        }
    }
}

void
quire_solid_visit_guide(struct visit *to, const struct quire_encounter *e)
{
    const int gate = to->st->system->guide[e->target.index].gate;
    struct ground ground = {.held = -1};
    const struct quire_solid *solid = to->st->system->solid + e->solid;
    const struct pose pose = quire_solid_pose(to->st->system, solid, to->y, 0, to->cq, to->cv);

    if (gate >= 0) {
        ground = ground_of(to->st, gate, to->cq, to->cv);
    }
    for (int i = 0; i < solid->n_ball; i++) {
        if (to->only == NULL || *to->only % solid->n_ball == i) {
            ball_on_guide(to, &pose, e, gate >= 0 ? &ground : NULL, i);
        }
    }
    quire_solid_add_sums(to, &pose, NULL, ground.held);
}
