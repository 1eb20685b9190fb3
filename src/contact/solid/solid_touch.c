/* One touching place of a solid: forces of the laws, their derivatives and powers. Theory:
 * doc/theory/solids.md. */
#define QUIRE_PLACE_SPACE
#include <math.h>
#include <string.h>

#include "contact/body/meet_book.h"
#include "contact/law/constants.h"
#include "contact/place/alone.h"
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
    return m;
}

static struct quire_contact_pair
pair_of(const struct touch *c)
{
    return (struct quire_contact_pair){quire_partner(QUIRE_PARTNER_SOLID, c->encounter->solid),
                                       c->target};
}

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

/* What acts there, with its derivatives: along the normal, and along two ways across it. */
struct answer {
    struct place_alone place;
    struct quire_grad3 way[2];
    struct quire_grad slip[2], force[3];
};

/* how four of the directions move the place */
static struct place_way
four_ways(const struct touch *c, const struct motion *m, const struct answer *a, int first)
{
    return (struct place_way){.w = {-quire_load4(c->overlap.d + first)},
                              .u = {-quire_load4(m->closing.d + first)},
                              .past = quire_load4(a->slip[0].d + first),
                              .across = quire_load4(a->slip[1].d + first),
                              .share = quire_load4(c->share.d + first)};
}

/* how that changes what acts, and what is kept of it; NULL: nothing */
static void
derive(const struct touch *c, const struct motion *m, struct answer *a, struct kept_meet *kept)
{
    const struct place *p = &a->place.p;

    for (int first = 0; first < QUIRE_GRADIENT; first += 4) {
        const struct place_way way = four_ways(c, m, a, first);
        const struct place_change by = place_respond(p, &way, false);
        quire_store4(a->force[0].d + first, by.total);
        quire_store4(a->force[1].d + first, by.friction);
        quire_store4(a->force[2].d + first, by.lateral);
        if (kept != NULL) {
            const quire_v4 lost = p->lost / p->share;
            quire_store4(kept->by[KEPT_FRICTION] + first, by.friction);
            quire_store4(kept->by[KEPT_SLIP] + first, way.past);
            quire_store4(kept->by[KEPT_LOST] + first,
                         way.share * lost - p->share * p->d_closing * by.gap);
            quire_store4(kept->by[KEPT_CLOSING] + first, -by.gap);
            quire_store4(kept->by[KEPT_NORMAL] + first, by.one);
            quire_store4(kept->by[KEPT_DRIVES] + first, quire_all4(0));
            quire_store4(kept->by[KEPT_LATERAL] + first, by.lateral);
            quire_store4(kept->by[KEPT_ACROSS] + first, way.across);
        }
    }
}

static void
see(const struct touch *c, const struct motion *m, struct answer *a)
{
    struct place *p = &a->place.p;

    p->on = (quire_mask4){-1, -1, -1, -1};
    p->n = (struct flat){quire_all4(1), quire_all4(0)};
    p->u = (struct flat){quire_all4(-m->closing.x), quire_all4(a->slip[0].x)};
    p->across = quire_all4(a->slip[1].x);
    p->overlap = quire_all4(c->overlap.x);
    p->share = quire_all4(c->share.x);
    p->factor = quire_all4(1);
    p->bend = p->belt = p->surface = quire_all4(0); /* belts are off the slip already */
    p->a = (struct turner){.t = p->n};
    p->arm_by = p->swing = 0;
    p->drags = false;
    p->fades = true;
    place_rates(p, false);
}

static void
ask(struct visit *to, const struct touch *c, const struct motion *m, struct answer *a)
{
    static const double nowhere[3] = {0, 0, 0};
    struct quire_state *st = to->st;
    const struct quire_encounter *e = c->encounter;
    struct quire_law_memory *grip = quire_law_holds(c->law) ? st->grip + e->grip0 + c->place : NULL;

    a->way[0] = way_along(c, grip != NULL ? grip->way : nowhere);
    a->way[1] = grad3_cross(&c->normal, &a->way[0]);
    for (int i = 0; i < 2; i++) {
        a->slip[i] = grad3_dot(&m->slip, a->way + i);
    }
    see(c, m, a);
    remember_alone(&a->place, pair_of(c), e->slot >= 0 ? st->system->slot + e->slot : NULL,
                   c->place, grip);
    for (int d = 0; grip != NULL && c->a != NULL && d < 3; d++) {
        for (int i = 0; i < 3; i++) {
            a->place.slide.way[d] += c->a->axes[i][d] * a->way[0].c[i].x;
        }
    }
    ask_alone(st, c->law, &a->place, to->matrix);
    note_loose(st, &a->place);
    a->force[0] = grad(a->place.p.total[0]);
    a->force[1] = grad(a->place.p.friction[0]);
    a->force[2] = grad(a->place.p.lateral[0]);
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
given_by(const struct visit *to, const struct touch *c, double stored)
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
    return rate * stored;
}

/* what the ledger asks for after the step; NULL: there is no room */
static struct kept_meet *
keep(struct visit *to, const struct touch *c, const struct motion *m, const struct answer *a)
{
    const struct quire_system *sys = to->st->system;
    const struct pose *parties[2] = {c->a, c->b};
    const struct place *p = &a->place.p;
    int at[QUIRE_GRADIENT];

    for (int i = 0; i < QUIRE_GRADIENT; i++) {
        at[i] = -1;
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; parties[i] != NULL && j < QUIRE_SOLID_VELOCITIES; j++) {
            at[parties[i]->first + j] = sys->small[parties[i]->solid->small].v0 + j;
        }
    }
    if (c->ground != NULL && c->ground->held >= 0) {
        at[QUIRE_SOLID_VELOCITIES] = sys->small[c->ground->held].v0;
    }
    struct kept_meet *kept = keep_meet(to->st, QUIRE_GRADIENT, at, &a->place.slide);
    if (kept != NULL) {
        kept->in_space = true;
        kept->belt = c->belt;
        kept->now[KEPT_FRICTION] = p->friction[0];
        kept->now[KEPT_SLIP] = p->slip[0];
        kept->now[KEPT_LOST] = p->lost[0];
        kept->now[KEPT_CLOSING] = m->closing.x;
        kept->now[KEPT_LATERAL] = p->lateral[0];
        kept->now[KEPT_ACROSS] = p->across[0];
    }
    return kept;
}

/* what the force on the solid is to the gate: a push on one that a spring holds, else the drive's
 * work */
static void
act_on_gate(struct visit *to, const struct touch *c, const struct quire_grad3 *force,
            struct kept_meet *kept)
{
    const struct quire_grad3 way = way_at(c->ground, &c->on_b);
    const struct quire_grad pushed = grad3_dot(force, &way),
                            power = grad_mul(c->ground->rate, pushed);

    if (c->ground->held >= 0) {
        push_gate(to, c, &pushed);
        return;
    }
    to->st->power.drives += power.x;
    if (kept != NULL) {
        memcpy(kept->by[KEPT_DRIVES], power.d, sizeof power.d);
    }
}

/* friction and slip by their sizes, not by components */
static void
record_solid_touch(struct quire_state *st, const struct touch *c, const struct motion *m,
                   const struct answer *a, const struct quire_grad3 *force)
{
    struct quire_touch *t =
        record_alone(st, c->law, &a->place,
                     &(struct quire_touch){.x = c->on_b.c[0].x,
                                           .y = c->on_b.c[1].x,
                                           .normal = {c->normal.c[0].x, c->normal.c[1].x},
                                           .push = {force->c[0].x, force->c[1].x, force->c[2].x}});

    if (t != NULL) {
        t->friction = c->share.x * a->place.rub;
        t->slip = sqrt(grad3_dot(&m->slip, &m->slip).x);
        t->belt = c->belt;
        t->creep = a->place.creep;
        t->space.lateral = t->space.slip_lateral = 0;
    }
}

QUIRE_CLONES void
quire_solid_apply(struct visit *to, const struct touch *c)
{
    struct quire_state *st = to->st;
    const struct motion m = quire_solid_touch_motion(c);
    struct kept_meet *kept = NULL;
    struct answer a;

    ask(to, c, &m, &a);
    if (to->matrix) {
        kept = keep(to, c, &m, &a);
        derive(c, &m, &a, kept);
        st->power.given += given_by(to, c, a.place.stored);
    }
    const struct quire_grad3 part[3] = {grad3_scale(a.force[0], c->normal),
                                        grad3_scale(a.force[1], a.way[0]),
                                        grad3_scale(a.force[2], a.way[1])},
                             rubs = grad3_add(part[1], part[2]), force = grad3_add(part[0], rubs),
                             back = grad3_scale(grad(-1), force);
    act(to, c, c->b, &c->on_b, &force);
    if (c->a != NULL) {
        act(to, c, c->a, &c->on_a, &back);
    } else if (c->ground != NULL) {
        act_on_gate(to, c, &force, kept);
    }
    const struct place *p = &a.place.p;
    st->power.friction -= p->friction[0] * p->slip[0] + p->lateral[0] * p->across[0];
    st->power.belts += p->friction[0] * c->belt;
    st->power.contact += p->lost[0] * m.closing.x;
    if (st->record) {
        record_solid_touch(st, c, &m, &a, &force);
    }
}
