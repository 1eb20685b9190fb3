/* One touching place of a solid: forces of the laws, their derivatives and powers. Theory:
 * doc/theory/solids.md. */
#include <math.h>
#include <string.h>

#include "contact/law/constants.h"
#include "contact/law/place_book.h"
#include "contact/solid/solid_parts.h"
#include "motion/solid_motion.h"

/* the middle of the overlap is nearer to either by half of it */
static struct quire_grad3
along(const struct quire_grad3 *from, const struct quire_grad3 *normal, struct quire_grad way)
{
    const struct quire_grad3 step = grad3_scale(way, *normal);

    return grad3_add(*from, step);
}

void
quire_solid_offer(struct visit *to, struct touch *c, double radius,
                  const struct quire_grad3 *centre, struct quire_grad distance)
{
    c->overlap = grad_sub(grad(radius), distance);
    if (!(c->overlap.x > to->least - c->law->reach)) {
        return;
    }
    /* two solids push each other back in one point: they keep their angular momentum */
    const bool one_point = c->a != NULL || c->law->normal->middle;
    const struct quire_grad middle = one_point ? grad_times(0.5, c->overlap) : grad(0);
    c->on_b = along(centre, &c->normal, grad_sub(middle, grad(radius)));
    c->on_a = along(centre, &c->normal, grad_times(-1, grad_add(distance, middle)));
    to->take(to, c);
}

struct motion
quire_solid_touch_motion(const struct touch *c)
{
    struct motion m;
    const struct quire_grad3 own = quire_solid_velocity_at(c->b, &c->on_b);
    struct quire_grad3 past = own;

    if (c->a != NULL) {
        const struct quire_grad3 other = quire_solid_velocity_at(c->a, &c->on_a);
        past = grad3_sub(own, other);
    } else if (c->ground != NULL) {
        const struct quire_grad3 way = way_at(c->ground, &c->on_b),
                                 other = grad3_scale(c->ground->rate, way);
        past = grad3_sub(own, other);
    }
    const struct quire_grad parting = grad3_dot(&past, &c->normal);
    const struct quire_grad3 straight = grad3_scale(parting, c->normal);
    m.closing = grad_times(-1, parting);
    m.slip = grad3_sub(past, straight);
    m.slip.c[0] = grad_add(m.slip.c[0], grad_times(c->belt, c->normal.c[1]));
    m.slip.c[1] = grad_sub(m.slip.c[1], grad_times(c->belt, c->normal.c[0]));
    const struct quire_grad square = grad3_dot(&m.slip, &m.slip);
    m.speed = square.x > QUIRE_SOLID_NO_SLIP * QUIRE_SOLID_NO_SLIP ? grad_sqrt(square) : grad(0);
    return m;
}

static struct quire_contact_pair
pair_of(const struct touch *c)
{
    return (struct quire_contact_pair){quire_partner(QUIRE_PARTNER_SOLID, c->encounter->solid),
                                       c->target};
}

/* What the laws say: forces with their derivatives. */
struct answer {
    struct quire_grad normal, lost;    /* normal force, the part of it that dissipates [N] */
    struct quire_grad3 friction_force; /* [N] */
    /* Friction and slip whose products are its power: of components along and across, or between
     * solids where friction does not hold on of magnitudes. */
    struct quire_grad friction[2], slip[2];
    int parts;
    struct place_motion see;
    struct place_action laws; /* friction without direction, its slide */
};

/* Direction along the surface in which the way slid is counted: on a guide that in which its line
 * runs. Between solids the first carries it along from where it was after the last step, and it
 * stays in the plane in which they touch. */
static struct quire_grad3
way_along(const struct touch *c, const double last[3])
{
    const struct quire_grad3 *n = &c->normal;
    struct quire_grad3 way;

    if (c->a == NULL) {
        return (struct quire_grad3){{grad_times(-1, n->c[1]), n->c[0], grad(0)}};
    }
    if (last[0] != 0 || last[1] != 0 || last[2] != 0) {
        way = quire_solid_carried(c->a, last);
    } else { /* the machine's axis that is farthest from the normal */
        int axis = 0;
        for (int d = 1; d < 3; d++) {
            axis = fabs(n->c[d].x) < fabs(n->c[axis].x) ? d : axis;
        }
        way = grad3((const double[3]){axis == 0, axis == 1, axis == 2});
    }
    const struct quire_grad3 straight = grad3_scale(grad3_dot(&way, n), *n),
                             flat = grad3_sub(way, straight);
    return grad3_scale(grad_inverse(grad_sqrt(grad3_dot(&flat, &flat))), flat);
}

/* friction against the slip, once the law has said how much */
static void
rub(const struct touch *c, const struct motion *m, struct answer *a)
{
    const struct quire_friction_out *f = &a->laws.fo;
    const bool slides = m->speed.x > 0;
    struct quire_grad ease = grad(0); /* friction by slip [N s/m] */

    if (c->law->friction != NULL) {
        const double normal = a->normal.x, by_slip = slides ? f->force / m->speed.x : f->d_slip;
        const double by_normal = !(normal > 0) ? 0
                                 : slides      ? f->d_normal / m->speed.x
                                               : f->d_slip / normal;
        ease = grad_add(
            grad_add(grad_of(m->speed, by_slip, slides ? (f->d_slip - by_slip) / m->speed.x : 0),
                     grad_of(a->normal, 0, by_normal)),
            grad_of(c->overlap, 0, slides ? f->d_overlap / m->speed.x : 0));
    }
    a->friction_force = grad3_scale(ease, m->slip);
    a->parts = c->a == NULL ? 2 : 1;
    a->slip[0] = m->speed;
    if (c->a == NULL) {
        const struct quire_grad3 along_way = way_along(c, NULL),
                                 across = grad3_cross(&c->normal, &along_way);
        a->slip[0] = grad3_dot(&m->slip, &along_way);
        a->slip[1] = grad3_dot(&m->slip, &across);
    }
    for (int i = 0; i < a->parts; i++) {
        a->friction[i] = grad_mul(ease, a->slip[i]);
    }
}

/* friction that holds on: one spring with a way along and one across */
static void
hold(struct visit *to, const struct touch *c, const struct motion *m, double normal,
     struct answer *a)
{
    struct quire_state *st = to->st;
    struct quire_law_memory *grip = st->grip + c->encounter->grip0 + c->place;
    const struct quire_grad3 along_way = way_along(c, grip->way),
                             across = grad3_cross(&c->normal, &along_way),
                             *way[2] = {&along_way, &across};
    struct quire_stick_vector v;

    for (int i = 0; i < 2; i++) {
        a->slip[i] = grad3_dot(&m->slip, way[i]);
    }
    struct quire_slide *slide = &a->laws.slide;
    a->see.grip = grip;
    *slide = (struct quire_slide){
        .grip = grip,
        .law = c->law,
        .pair = pair_of(c),
        .slip_across = a->slip[1].x,
        .in = {.slip = a->slip[0].x, .normal = normal, .factor = 1, .overlap = c->overlap.x}};
    for (int d = 0; c->a != NULL && d < 3; d++) {
        for (int i = 0; i < 3; i++) {
            slide->way[d] += c->a->axes[i][d] * along_way.c[i].x;
        }
    }
    quire_stick_hold(st, to->matrix, slide, &v, &a->laws.fo);
    for (int i = 0; i < 2; i++) {
        const double by_along = (i == 0 ? v.ratio : 0) + v.more * v.u[i] * v.u[0],
                     by_across = (i == 1 ? v.ratio : 0) + v.more * v.u[i] * v.u[1];
        a->friction[i] = grad_add(
            grad_add(grad_of(a->slip[0], v.f[i], by_along), grad_of(a->slip[1], 0, by_across)),
            grad_of(a->normal, 0, a->laws.fo.d_normal * v.u[i]));
    }
    const struct quire_grad3 one = grad3_scale(a->friction[0], along_way),
                             two = grad3_scale(a->friction[1], across);
    a->friction_force = grad3_add(one, two);
    a->parts = 2;
}

static struct answer
ask(struct visit *to, const struct touch *c, const struct motion *m)
{
    struct quire_state *st = to->st;
    const struct quire_contact_law *law = c->law;
    const struct quire_slot *slot =
        c->encounter->slot >= 0 ? st->system->slot + c->encounter->slot : NULL;
    struct answer a = {.see = {.law = law,
                               .pair = pair_of(c),
                               .overlap = c->overlap.x,
                               .closing = m->closing.x,
                               .past = m->speed.x,
                               .share = c->share.x,
                               .factor = 1,
                               .slot = slot,
                               .place = c->place,
                               .matrix = to->matrix}};
    const struct quire_normal_out *no = &a.laws.no;

    ask_normal_law(st, &a.see, &a.laws);
    st->n_loose += quire_normal_is_cut(no);
    a.normal = grad_add(grad_of(c->overlap, no->force, no->d_overlap),
                        grad_of(m->closing, 0, no->d_closing));
    a.lost = grad_of(m->closing, no->force - no->elastic, no->d_closing);
    if (quire_law_holds(law)) {
        hold(to, c, m, no->force, &a);
    } else {
        struct place_motion rubs = a.see;
        rubs.slot = NULL; /* friction remembers nothing here */
        ask_friction_law(st, &rubs, false, &a.laws);
        rub(c, m, &a);
    }
    a.laws.belt = c->belt;
    return a;
}

/* force and moment on one solid, along its own velocities */
static void
act(struct visit *to, const struct touch *c, const struct pose *p, const struct quire_grad3 *at,
    const struct quire_grad3 *force)
{
    const struct quire_grad3 arm = grad3_sub(*at, p->at), moment = grad3_cross(&arm, force);
    struct sum *sum = to->sum + c->half;

    if (!sum->any) {
        memset(sum, 0, sizeof *sum);
        sum->any = true;
    }
    for (int k = 0; k < QUIRE_SOLID_VELOCITIES; k++) {
        const struct quire_grad3 axis =
            quire_solid_carried(p, (const double[3]){k == 3, k == 4, k == 5});
        const struct quire_grad row = k < 3 ? force->c[k] : grad3_dot(&axis, &moment);
        sum->force[p->first + k] += row.x;
        for (int j = 0; to->matrix && j < QUIRE_GRADIENT; j++) {
            sum->by[p->first + k][j] += row.d[j];
        }
    }
}

/* what a solid does to a gate that a spring holds, along its way */
static void
push_gate(struct visit *to, const struct touch *c, const struct quire_grad *pushed)
{
    struct sum *sum = to->sum + c->half;

    sum->force[QUIRE_SOLID_VELOCITIES] -= pushed->x;
    for (int j = 0; to->matrix && j < QUIRE_GRADIENT; j++) {
        sum->by[QUIRE_SOLID_VELOCITIES][j] -= pushed->d[j];
    }
}

/* brings what the places of an encounter came to into the state; `gate`: the small body of one that
 * a spring holds, -1: none */
void
quire_solid_add_sums(struct visit *to, const struct pose *first, const struct pose *second,
                     int gate)
{
    struct quire_state *st = to->st;
    const struct pose *party[2] = {first, second};
    const int n = second != NULL ? QUIRE_GRADIENT : QUIRE_SOLID_VELOCITIES + (gate >= 0 ? 1 : 0);
    struct sum *sum = to->sum;
    int unknown[QUIRE_GRADIENT], at[QUIRE_GRADIENT];

    if (sum == NULL || (!sum[0].any && !sum[1].any && !sum[2].any)) {
        return;
    }
    for (int h = 0; h < 3; h++) {
        if (!sum[h].any) {
            memset(sum + h, 0, sizeof *sum);
        }
        sum[h].any = false;
    }
    for (int k = 0; k < n; k++) {
        const struct pose *own = party[k / QUIRE_SOLID_VELOCITIES];
        const struct quire_small *small =
            st->system->small + (own != NULL ? own->solid->small : gate);
        unknown[k] = small->first + k % QUIRE_SOLID_VELOCITIES;
        at[k] = small->v0 + k % QUIRE_SOLID_VELOCITIES;
    }
    for (int k = 0; k < n; k++) {
        st->force[at[k]] += (sum[0].force[k] + sum[1].force[k]) + sum[2].force[k];
        double *row = quire_dense_row(st, unknown[k]);
        for (int j = 0; to->matrix && j < n; j++) {
            row[unknown[j]] -= (sum[0].by[k][j] + sum[1].by[k][j]) + sum[2].by[k][j];
        }
    }
}

/* power with which a share that changes makes stored energy of nothing */
static double
given_by(const struct visit *to, const struct touch *c, const struct place_motion *see)
{
    const struct pose *parties[2] = {c->a, c->b};
    const struct quire_system *sys = to->st->system;
    double rate = 0;

    for (int i = 0; to->cq > 0 && i < 2; i++) {
        for (int j = 0; parties[i] != NULL && j < QUIRE_SOLID_VELOCITIES; j++) {
            rate += c->share.d[parties[i]->first + j] / to->cq *
                    to->y[sys->layout.v0 + (size_t)(sys->small[parties[i]->solid->small].v0 + j)];
        }
    }
    return rate == 0 ? 0 : rate * stored_by_law(to->st, see);
}

/* how the powers change, for the ledger: friction's part `which`, and with the first what the
 * normal force loses */
static void
record_flow(struct visit *to, const struct touch *c, const struct motion *m, const struct answer *a,
            int which)
{
    struct quire_state *st = to->st;
    const struct pose *parties[2] = {c->a, c->b};
    const struct quire_grad friction = grad_mul(c->share, a->friction[which]),
                            slip = a->slip[which];
    const struct quire_grad lost = which == 0 ? grad_mul(c->share, a->lost) : grad(0);

    struct quire_flow *flow = begin_drive(st, -1, 0, 0);
    flow->now = (quire_v4){friction.x, slip.x, lost.x, m->closing.x};
    if (which == 0) {
        record_grip(flow, &a->laws.slide);
        flow->belt = c->belt;
        flow->given = given_by(to, c, &a->see);
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; parties[i] != NULL && j < QUIRE_SOLID_VELOCITIES; j++) {
            const int k = parties[i]->first + j;
            add_flow_pair(st, flow,
                          (quire_v4){friction.d[k], slip.d[k], lost.d[k], m->closing.d[k]},
                          a->normal.d[k], st->system->small[parties[i]->solid->small].v0 + j);
        }
    }
    if (c->ground != NULL && c->ground->held >= 0) {
        const int k = QUIRE_SOLID_VELOCITIES;
        add_flow_pair(st, flow, (quire_v4){friction.d[k], slip.d[k], lost.d[k], m->closing.d[k]},
                      a->normal.d[k], st->system->small[c->ground->held].v0);
    }
}

/* what the drive of a gate puts in */
static void
record_drive(struct quire_state *st, const struct touch *c, const struct quire_grad *power)
{
    struct quire_flow *flow = begin_drive(st, -1, 0, 1);

    for (int j = 0; flow != NULL && j < QUIRE_SOLID_VELOCITIES; j++) {
        add_flow_pair(st, flow, (quire_v4){power->d[j], 0, 0, 0}, 0,
                      st->system->small[c->b->solid->small].v0 + j);
    }
}

/* what the force on the solid is to the gate: a push on one that a spring holds, else the drive's
 * work */
static void
act_on_gate(struct visit *to, const struct touch *c, const struct quire_grad3 *force)
{
    const struct quire_grad3 way = way_at(c->ground, &c->on_b);
    const struct quire_grad pushed = grad3_dot(force, &way),
                            power = grad_mul(c->ground->rate, pushed);

    if (c->ground->held >= 0) {
        push_gate(to, c, &pushed);
        return;
    }
    to->st->power.drives += power.x;
    if (to->matrix) {
        record_drive(to->st, c, &power);
    }
}

/* friction and slip by their sizes, not by components */
static void
record_solid_touch(struct quire_state *st, const struct touch *c, const struct motion *m,
                   const struct answer *a, const struct quire_grad3 *force)
{
    struct place_action whole = a->laws;

    whole.friction = c->share.x * a->laws.fo.force;
    whole.lateral = 0;
    whole.r = (struct friction_vector){.slip = {m->speed.x}, .u = {1}};
    record_touch(st, &a->see, &whole, c->share.x,
                 &(struct quire_touch){.x = c->on_b.c[0].x,
                                       .y = c->on_b.c[1].x,
                                       .normal = {c->normal.c[0].x, c->normal.c[1].x},
                                       .push = {force->c[0].x, force->c[1].x, force->c[2].x}});
}

void
quire_solid_apply(struct visit *to, const struct touch *c)
{
    struct quire_state *st = to->st;
    const struct motion m = quire_solid_touch_motion(c);
    const struct answer a = ask(to, c, &m);
    const struct quire_grad3 pressing = grad3_scale(a.normal, c->normal),
                             sum = grad3_add(pressing, a.friction_force),
                             force = grad3_scale(c->share, sum);
    const struct quire_grad3 back = grad3_scale(grad(-1), force);

    act(to, c, c->b, &c->on_b, &force);
    if (c->a != NULL) {
        act(to, c, c->a, &c->on_a, &back);
    } else if (c->ground != NULL) {
        act_on_gate(to, c, &force);
    }
    for (int i = 0; i < a.parts; i++) {
        st->power.friction -= c->share.x * a.friction[i].x * a.slip[i].x;
    }
    st->power.belts += c->share.x * a.friction[0].x * c->belt;
    st->power.contact += c->share.x * a.lost.x * m.closing.x;
    for (int i = 0; to->matrix && i < a.parts && st->n_flow + a.parts - i <= st->cap_flow; i++) {
        record_flow(to, c, &m, &a, i);
    }
    if (st->record) {
        record_solid_touch(st, c, &m, &a, &force);
    }
}
