#include "contact/solid/solid.h"

#include <math.h>
#include <string.h>

#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "contact/solid/ground.h"
#include "contact/touch/touch.h"
#include "geometry/box_edges.h"
#include "motion/solid_motion.h"

/* of a guide's depth: a point less deep than that is behind the face, not before the end of the
 * wall */
#define EDGE     0.1
#define THINNEST 0.02 /* of the longest half axis: what is thinner is drawn as thick */
/* of the law where two edges cross: two bars that lie crosswise have four such places */
#define CROSSING_SHARE 0.25
#define NO_SLIP        1e-12 /* slip below which friction is reckoned by its slope [m/s] */

bool
quire_solid_has_cuboid(const struct quire_solid *solid)
{
    return solid->half[0] > 0;
}

/* ---- where a solid is ---- */

/* Place and motion, with derivatives by its displacements and small turns (times cq) and by its
 * velocities (times cv) in six directions from `first` on. */
struct pose {
    const struct quire_solid *solid;
    int first;
    double cq;
    double axes[3][3];                     /* columns: its own axes */
    struct quire_grad3 at, velocity, spin; /* along the machine's axes */
};

static void
turned(const double axes[3][3], const double own[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = axes[i][0] * own[0] + axes[i][1] * own[1] + axes[i][2] * own[2];
    }
}

/* a vector that the solid carries along, given along its own axes */
static struct quire_grad3
carried(const struct pose *p, const double own[3])
{
    double now[3];

    turned(p->axes, own, now);
    struct quire_grad3 out = grad3(now);
    for (int k = 0; k < 3; k++) { /* a small turn about axis k */
        const double turn[3] = {k == 1   ? own[2]
                                : k == 2 ? -own[1]
                                         : 0,
                                k == 2   ? own[0]
                                : k == 0 ? -own[2]
                                         : 0,
                                k == 0   ? own[1]
                                : k == 1 ? -own[0]
                                         : 0};
        double moved[3];
        turned(p->axes, turn, moved);
        for (int i = 0; i < 3; i++) {
            out.c[i].d[p->first + 3 + k] = p->cq * moved[i];
        }
    }
    return out;
}

static struct pose
pose_of(const struct quire_system *sys, const struct quire_solid *solid, const double *y, int first,
        double cq, double cv)
{
    const struct quire_small *small = sys->small + solid->small;
    const double *q = y + small->q0, *v = y + sys->layout.v0 + small->v0;
    struct pose p = {
        .solid = solid, .first = first, .cq = cq, .at = grad3(q), .velocity = grad3(v)};

    quire_solid_axes(q, p.axes);
    p.spin = carried(&p, v + 3);
    for (int k = 0; k < 3; k++) {
        p.at.c[k].d[first + k] = cq;
        p.velocity.c[k].d[first + k] = cv;
        for (int i = 0; i < 3; i++) {
            p.spin.c[i].d[first + 3 + k] += cv * p.axes[i][k];
        }
    }
    return p;
}

static struct quire_grad3
ball_centre(const struct pose *p, const struct quire_ball *ball)
{
    const struct quire_grad3 arm = carried(p, ball->at);

    return grad3_add(p->at, arm);
}

/* velocity of the solid's material at a point */
static struct quire_grad3
velocity_at(const struct pose *p, const struct quire_grad3 *x)
{
    const struct quire_grad3 arm = grad3_sub(*x, p->at), turning = grad3_cross(&p->spin, &arm);

    return grad3_add(p->velocity, turning);
}

/* ---- a touching place ---- */

struct touch {
    const struct pose *a, *b; /* the solid that touches is b; a: the other, NULL: a guide */
    /* which moves like this; NULL: it stands still, or is another solid */
    const struct ground *ground;
    const struct quire_encounter *encounter;
    const struct quire_contact_law *law;
    int place, guide;                      /* of the encounter; the guide, -1: none */
    int half;                              /* as of struct quire_ball */
    double belt;                           /* speed of a guide's belt along (-n_y, n_x, 0) [m/s] */
    struct quire_grad share, overlap;      /* share: of the law */
    struct quire_grad3 normal, on_a, on_b; /* from a to b; where each surface feels friction */
};

/* Forces on what meets, along the velocities of both solids, and their derivatives. */
struct sum {
    bool any;
    double force[QUIRE_GRADIENT], by[QUIRE_GRADIENT][QUIRE_GRADIENT];
};

struct visit {
    struct quire_state *st;
    const double *y;
    double cq, cv, least; /* overlap above which a place counts */
    bool matrix;
    void (*take)(struct visit *to, const struct touch *c);
    double *overlap; /* of each place, for gaps */
    const int *only; /* the place that is looked for; NULL: all */
    struct quire_normal_in *found;
    /* of each half and of what is in neither, added up last, so that what is mirrored in z comes to
     * the same to the bit; (3) */
    struct sum *sum;
};

static bool
wanted(const struct visit *to, int place)
{
    return to->only == NULL || *to->only == place;
}

/* the middle of the overlap is nearer to either by half of it */
static struct quire_grad3
along(const struct quire_grad3 *from, const struct quire_grad3 *normal, struct quire_grad way)
{
    const struct quire_grad3 step = grad3_scale(way, *normal);

    return grad3_add(*from, step);
}

/* b's ball, of this radius, before a surface `distance` from its centre along the normal */
static void
offer(struct visit *to, struct touch *c, double radius, const struct quire_grad3 *centre,
      struct quire_grad distance)
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

/* closing, slip vector (the belt taken off), and its magnitude */
struct motion {
    struct quire_grad closing, speed;
    struct quire_grad3 slip;
};

static struct motion
motion_of(const struct touch *c)
{
    struct motion m;
    const struct quire_grad3 own = velocity_at(c->b, &c->on_b);
    struct quire_grad3 past = own;

    if (c->a != NULL) {
        const struct quire_grad3 other = velocity_at(c->a, &c->on_a);
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
    m.speed = square.x > NO_SLIP * NO_SLIP ? grad_sqrt(square) : grad(0);
    return m;
}

/* What the laws say: forces with their derivatives. */
struct answer {
    struct quire_grad normal, lost; /* normal force, the part of it that dissipates [N] */
    struct quire_grad3 rubbing;     /* friction [N] */
    /* Friction and slip whose products are its power: of components along and across, or between
     * solids where friction does not hold on of magnitudes. */
    struct quire_grad friction[2], slip[2];
    int parts;
    double belt; /* speed of the belt that goes with the first [m/s] */
    struct quire_friction_out by;
    struct quire_slide slide; /* grip is NULL where friction does not hold on */
    double stored, spring;    /* [J] */
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
        way = carried(c->a, last);
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

/* friction against the slip */
static void
rub_against(const struct touch *c, const struct motion *m, double normal, struct answer *a)
{
    const struct quire_contact_law *law = c->law;
    const struct quire_friction_in rubbing = {.slip = m->speed.x,
                                              .normal = fmax(normal, 0),
                                              .factor = 1,
                                              .overlap = c->overlap.x,
                                              .state = QUIRE_FRESH_STATE,
                                              .memory = QUIRE_FRESH_MEMORY};
    struct quire_friction_out *f = &a->by;
    struct quire_grad ease = grad(0); /* friction by slip [N s/m] */

    if (law->friction != NULL) {
        law->friction->eval(law->friction_data, &rubbing, f);
        const bool slides = m->speed.x > 0;
        const double by_slip = slides ? f->force / m->speed.x : f->d_slip;
        const double by_normal = !(normal > 0) ? 0
                                 : slides      ? f->d_normal / m->speed.x
                                               : f->d_slip / normal;
        ease = grad_add(
            grad_add(grad_of(m->speed, by_slip, slides ? (f->d_slip - by_slip) / m->speed.x : 0),
                     grad_of(a->normal, 0, by_normal)),
            grad_of(c->overlap, 0, slides ? f->d_overlap / m->speed.x : 0));
    }
    a->rubbing = grad3_scale(ease, m->slip);
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
    a->slide = (struct quire_slide){
        .grip = grip,
        .law = c->law,
        .target = c->guide >= 0 ? QUIRE_TARGET_GUIDE : QUIRE_TARGET_BODY,
        .sheet = -1,
        .index = c->guide >= 0 ? c->guide : st->system->n_free + c->encounter->other,
        .slip_across = a->slip[1].x,
        .in = {.slip = a->slip[0].x, .normal = normal, .factor = 1, .overlap = c->overlap.x}};
    for (int d = 0; c->a != NULL && d < 3; d++) {
        for (int i = 0; i < 3; i++) {
            a->slide.way[d] += c->a->axes[i][d] * along_way.c[i].x;
        }
    }
    quire_stick_hold(st, to->matrix, &a->slide, &v, &a->by);
    for (int i = 0; i < 2; i++) {
        const double by_along = (i == 0 ? v.ratio : 0) + v.more * v.u[i] * v.u[0],
                     by_across = (i == 1 ? v.ratio : 0) + v.more * v.u[i] * v.u[1];
        a->friction[i] = grad_add(
            grad_add(grad_of(a->slip[0], v.f[i], by_along), grad_of(a->slip[1], 0, by_across)),
            grad_of(a->normal, 0, a->by.d_normal * v.u[i]));
    }
    const struct quire_grad3 one = grad3_scale(a->friction[0], along_way),
                             two = grad3_scale(a->friction[1], across);
    a->rubbing = grad3_add(one, two);
    a->parts = 2;
    a->spring = st->record ? quire_stick_stored(&a->slide) : 0;
}

static struct answer
ask(struct visit *to, const struct touch *c, const struct motion *m)
{
    struct quire_state *st = to->st;
    const struct quire_contact_law *law = c->law;
    const struct quire_slot *slot =
        c->encounter->slot >= 0 ? st->system->slot + c->encounter->slot : NULL;
    struct quire_normal_in in = {.overlap = c->overlap.x,
                                 .closing = m->closing.x,
                                 .slip = m->speed.x,
                                 .state = QUIRE_FRESH_STATE,
                                 .memory = QUIRE_FRESH_MEMORY};
    struct quire_normal_out out;
    struct answer a = {.normal = grad(0), .belt = c->belt};
    double by_slip = 0;

    if (in.overlap >= law->deepest) {
        st->too_deep =
            (struct quire_slide){.law = law,
                                 .target = c->guide >= 0 ? QUIRE_TARGET_GUIDE : QUIRE_TARGET_BODY,
                                 .sheet = -1,
                                 .index = c->guide >= 0 ? st->system->guide[c->guide].view
                                                        : st->system->n_free + c->encounter->other};
    }
    if (slot != NULL) {
        in.memory = st->memory + 2 * (slot->memory0 + c->place);
        quire_memory_normal(st, slot, c->place, law, &in, &out, &by_slip);
        st->motion[slot->memory0 + c->place].share += c->share.x;
    } else {
        law->normal->eval(law->normal_data, &in, &out);
    }
    st->n_loose += quire_normal_is_cut(&out);
    a.stored =
        st->record || to->matrix ? quire_normal_stored(law->normal, law->normal_data, &in) : 0;
    a.normal = grad_add(grad_add(grad_of(c->overlap, out.force, out.d_overlap),
                                 grad_of(m->closing, 0, out.d_closing)),
                        grad_of(m->speed, 0, by_slip));
    a.lost = grad_of(m->closing, out.force - out.elastic, out.d_closing);
    if (quire_law_holds(law)) {
        hold(to, c, m, out.force, &a);
    } else {
        rub_against(c, m, out.force, &a);
    }
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
        const struct quire_grad3 axis = carried(p, (const double[3]){k == 3, k == 4, k == 5});
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
static void
add_sums(struct visit *to, const struct pose *first, const struct pose *second, int gate)
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
    return rate == 0 ? 0 : rate * stored;
}

/* how the powers change, for the ledger: friction's part `which`, and with the first what the
 * normal force loses */
static void
note_flow(struct visit *to, const struct touch *c, const struct motion *m, const struct answer *a,
          int which)
{
    struct quire_state *st = to->st;
    const struct pose *parties[2] = {c->a, c->b};
    const struct quire_grad friction = grad_mul(c->share, a->friction[which]),
                            slip = a->slip[which];
    const struct quire_grad lost = which == 0 ? grad_mul(c->share, a->lost) : grad(0);

    struct quire_flow *flow = st->flow + st->n_flow++;
    *flow = (struct quire_flow){
        .sheet = -1, .pair = st->n_flow_pair, .now = {friction.x, slip.x, lost.x, m->closing.x}};
    if (which == 0) {
        flow->slide = a->slide;
        flow->belt = a->belt;
        flow->given = given_by(to, c, a->stored);
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; parties[i] != NULL && j < QUIRE_SOLID_VELOCITIES &&
                        st->n_flow_pair < st->cap_flow_pair;
             j++) {
            const int k = parties[i]->first + j;
            st->flow_pair[st->n_flow_pair++] = (struct quire_flow_pair){
                .by = {friction.d[k], slip.d[k], lost.d[k], m->closing.d[k]},
                .normal = a->normal.d[k],
                .at = st->system->small[parties[i]->solid->small].v0 + j};
            flow->n_pair++;
        }
    }
    if (c->ground != NULL && c->ground->held >= 0 && st->n_flow_pair < st->cap_flow_pair) {
        const int k = QUIRE_SOLID_VELOCITIES;
        st->flow_pair[st->n_flow_pair++] =
            (struct quire_flow_pair){.by = {friction.d[k], slip.d[k], lost.d[k], m->closing.d[k]},
                                     .normal = a->normal.d[k],
                                     .at = st->system->small[c->ground->held].v0};
        flow->n_pair++;
    }
}

/* a flow in which nothing rubs: what the drive of a gate puts in */
static void
note_drive(struct quire_state *st, const struct touch *c, const struct quire_grad *power)
{
    if (st->n_flow >= st->cap_flow) {
        return;
    }
    struct quire_flow *flow = st->flow + st->n_flow++;
    *flow = (struct quire_flow){.sheet = -1, .pair = st->n_flow_pair, .driven = 1};
    for (int j = 0; j < QUIRE_SOLID_VELOCITIES && st->n_flow_pair < st->cap_flow_pair; j++) {
        st->flow_pair[st->n_flow_pair++] = (struct quire_flow_pair){
            .by = {power->d[j], 0, 0, 0}, .at = st->system->small[c->b->solid->small].v0 + j};
        flow->n_pair++;
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
        note_drive(to->st, c, &power);
    }
}

static void
note_touch(struct quire_state *st, const struct touch *c, const struct motion *m,
           const struct answer *a, const struct quire_grad3 *force)
{
    const struct quire_system *sys = st->system;
    const double share = c->share.x;

    st->touch[st->n_touch++] =
        (struct quire_touch){.target = c->guide >= 0 ? QUIRE_TARGET_GUIDE : QUIRE_TARGET_BODY,
                             .sheet = -1,
                             .index = c->guide >= 0 ? c->guide : sys->n_free + c->encounter->other,
                             .body = 1 + sys->n_free + c->encounter->solid,
                             .x = c->on_b.c[0].x,
                             .y = c->on_b.c[1].x,
                             .normal = {c->normal.c[0].x, c->normal.c[1].x},
                             .force = share * a->normal.x,
                             .friction = share * a->by.force,
                             .limit = share * a->by.limit,
                             .slip = m->speed.x,
                             .belt = c->belt,
                             .overlap = c->overlap.x,
                             .stored = share * a->stored,
                             .spring = share * a->spring,
                             .creep = a->by.creep,
                             .push = {force->c[0].x, force->c[1].x, force->c[2].x}};
}

static void
apply(struct visit *to, const struct touch *c)
{
    struct quire_state *st = to->st;
    const struct motion m = motion_of(c);
    const struct answer a = ask(to, c, &m);
    const struct quire_grad3 pressing = grad3_scale(a.normal, c->normal),
                             sum = grad3_add(pressing, a.rubbing),
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
    st->power.belts += c->share.x * a.friction[0].x * a.belt;
    st->power.contact += c->share.x * a.lost.x * m.closing.x;
    for (int i = 0; to->matrix && i < a.parts && st->n_flow + a.parts - i <= st->cap_flow; i++) {
        note_flow(to, c, &m, &a, i);
    }
    if (st->record && st->n_touch < st->cap_touch) {
        note_touch(st, c, &m, &a, &force);
    }
}

/* ---- solids and guides ---- */

static void
meet_guide(struct visit *to, struct touch *c, int guide, const struct quire_ball *ball,
           const struct quire_grad3 *centre, struct quire_grad distance)
{
    const struct quire_guide *g = to->st->system->guide + guide;

    if (-distance.x < g->depth) {
        c->guide = guide;
        c->law = to->st->system->law + c->encounter->law[guide];
        c->belt = -g->side * g->velocity;
        if (c->ground != NULL) {
            c->normal = turned_forth(c->ground, &c->normal, 1);
        }
        offer(to, c, ball->radius, centre, distance);
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
    if (quire_face_faces(face, p, -distance.x, EDGE * depth)) {
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
    const struct quire_grad3 centre = ball_centre(pose, ball);
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
        if (wanted(to, c.place) && sys->guide[face->guide].view == e->view &&
            e->law[face->guide] >= 0) {
            ball_on_face(to, &c, face, ball, &centre, seen);
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        const struct quire_corner_contact *corner = sys->corner + k;
        c.place = corner->run * pose->solid->n_ball + i;
        if (wanted(to, c.place) && sys->guide[corner->guide].view == e->view &&
            e->law[corner->guide] >= 0) {
            ball_at_corner(to, &c, corner, ball, &centre, seen);
        }
    }
}

/* the gate that a guide is, -1: it does not move */
static int
gate_of_view(const struct quire_system *sys, int view)
{
    int k = 0;

    while (k + 1 < sys->n_guide && sys->guide[k].view != view) {
        k++;
    }
    return sys->guide[k].gate - 1;
}

static void
visit_guide(struct visit *to, const struct quire_encounter *e)
{
    const int gate = gate_of_view(to->st->system, e->view);
    struct ground ground = {.held = -1};
    const struct quire_solid *solid = to->st->system->solid + e->solid;
    const struct pose pose = pose_of(to->st->system, solid, to->y, 0, to->cq, to->cv);

    if (gate >= 0) {
        ground = ground_of(to->st, gate, to->cq, to->cv);
    }
    for (int i = 0; i < solid->n_ball; i++) {
        if (to->only == NULL || *to->only % solid->n_ball == i) {
            ball_on_guide(to, &pose, e, gate >= 0 ? &ground : NULL, i);
        }
    }
    add_sums(to, &pose, NULL, ground.held);
}

/* ---- solids and solids ---- */

static void
ball_on_ball(struct visit *to, struct touch *c, const struct quire_ball *first,
             const struct quire_ball *second)
{
    const struct quire_grad3 from = ball_centre(c->a, first), centre = ball_centre(c->b, second),
                             way = grad3_sub(centre, from);
    const struct quire_grad square = grad3_dot(&way, &way);

    if (square.x > 0) { /* two centres in one place have no direction */
        const struct quire_grad r = grad_sqrt(square);
        c->normal = grad3_scale(grad_inverse(r), way);
        offer(to, c, second->radius, &centre, grad_sub(r, grad(first->radius)));
    }
}

/* b's ball before a's cuboid: nearest to a side, an edge or a corner of what is left of it without
 * its round edges */
static void
ball_on_cuboid(struct visit *to, struct touch *c, const struct quire_ball *ball)
{
    const struct quire_solid *solid = c->a->solid;
    const struct quire_grad3 centre = ball_centre(c->b, ball), way = grad3_sub(centre, c->a->at);
    struct quire_grad3 axis[3], out = grad3((const double[3]){0, 0, 0});
    struct quire_grad place[3], square = grad(0);
    int nearest = 0;
    double least = HUGE_VAL;

    for (int d = 0; d < 3; d++) {
        const double half = solid->half[d] - solid->edge;
        axis[d] = carried(c->a, (const double[3]){d == 0, d == 1, d == 2});
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
        offer(to, c, ball->radius, &centre, grad_sub(r, grad(solid->edge)));
    } else {
        const double sign = copysign(1, place[nearest].x);
        c->normal = grad3_scale(grad(sign), axis[nearest]);
        offer(to, c, ball->radius, &centre,
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
        box.axis[d] = carried(p, (const double[3]){d == 0, d == 1, d == 2});
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
        c.share = grad_times(CROSSING_SHARE, crossing->share);
        offer(edges->to, &c, c.b->solid->edge, &crossing->on_b,
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

static void
visit_solid(struct visit *to, const struct quire_encounter *e)
{
    const struct quire_system *sys = to->st->system;
    const struct pose a = pose_of(sys, sys->solid + e->other, to->y, 0, to->cq, to->cv),
                      b = pose_of(sys, sys->solid + e->solid, to->y, 6, to->cq, to->cv);
    struct touch c = {.a = &a, .b = &b, .encounter = e, .law = sys->law + e->law[0], .guide = -1};
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
    add_sums(to, &a, &b, -1);
}

static void
visit(struct visit *to, const struct quire_encounter *e)
{
    if (e->other < 0) {
        visit_guide(to, e);
    } else {
        visit_solid(to, e);
    }
}

static bool
is_here(const struct quire_state *st, const struct quire_encounter *e)
{
    return st->part->has_small[st->system->solid[e->solid].small];
}

void
quire_solid_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    struct sum sum[3];
    struct visit to = {
        .st = st, .y = y, .take = apply, .cq = cq, .cv = cv, .matrix = matrix, .sum = sum};

    sum[0].any = sum[1].any = sum[2].any = false;

    for (int k = 0; k < st->system->n_encounter; k++) {
        if (is_here(st, st->system->encounter + k)) {
            visit(&to, st->system->encounter + k);
        }
    }
}

/* ---- gaps, so that no touch is passed unseen; and for the laws' memories ---- */

static void
note_overlap(struct visit *to, const struct touch *c)
{
    double *overlap = to->overlap + c->encounter->place + c->place;

    *overlap = fmax(*overlap, c->overlap.x + c->law->reach);
}

void
quire_solid_gaps(struct quire_state *st, const double *y, double *overlap)
{
    struct visit to = {.st = st, .y = y, .take = note_overlap, .least = -1, .overlap = overlap};

    for (int i = 0; i < st->system->n_solid_place; i++) {
        overlap[i] = -1;
    }
    for (int k = 0; k < st->system->n_encounter; k++) {
        if (is_here(st, st->system->encounter + k)) {
            visit(&to, st->system->encounter + k);
        }
    }
}

const struct quire_solid *
quire_solid_of_gap(const struct quire_system *sys, int gap)
{
    int k = sys->n_encounter - 1;

    while (k > 0 && sys->encounter[k].place > gap) {
        k--;
    }
    return sys->solid + sys->encounter[k].solid;
}

static void
keep_deepest(struct visit *to, const struct touch *c)
{
    if (c->overlap.x > to->found->overlap) {
        const struct motion m = motion_of(c);
        *to->found = (struct quire_normal_in){
            .overlap = c->overlap.x, .closing = m.closing.x, .slip = m.speed.x};
    }
}

struct quire_normal_in
quire_solid_station(const struct quire_state *st, const struct quire_slot *slot, const double *y,
                    int place)
{
    struct quire_normal_in in = {.overlap = -1};
    struct visit to = {.st = (struct quire_state *)st,
                       .y = y,
                       .take = keep_deepest,
                       .least = -1,
                       .only = &place,
                       .found = &in};

    visit(&to, st->system->encounter + slot->encounter - 1);
    return in;
}

/* ---- for observers ---- */

/* whether all it is is a ball about its centre */
static bool
is_ball(const struct quire_solid *solid)
{
    const double *at = solid->ball->at;

    return solid->n_ball == 1 && at[0] == 0 && at[1] == 0 && at[2] == 0;
}

/* half axes of its cuboid, of its ball, or of an ellipsoid that has its mass and inertia; none so
 * thin that it can not be seen */
static void
drawn(const struct quire_solid *solid, double half[3])
{
    const struct quire_solid_motion *m = solid->motion;
    double most = 0;

    for (int d = 0; d < 3; d++) {
        const double spread = m->inertia[(d + 1) % 3] + m->inertia[(d + 2) % 3] - m->inertia[d];
        half[d] = quire_solid_has_cuboid(solid) ? solid->half[d]
                  : is_ball(solid)              ? solid->ball->radius
                                                : sqrt(2.5 * fmax(spread, 0) / m->mass);
        most = fmax(most, half[d]);
    }
    for (int d = 0; d < 3; d++) {
        half[d] = fmax(half[d], THINNEST * most);
    }
}

void
quire_solid_view(const struct quire_system *sys, const struct quire_solid *solid, const double *y,
                 struct quire_body_view *out)
{
    const struct quire_small *small = sys->small + solid->small;
    const struct quire_solid_motion *m = solid->motion;
    const double *q = y + small->q0, *v = y + sys->layout.v0 + small->v0, *spin = v + 3;
    const double own[3] = {m->inertia[0] * spin[0], m->inertia[1] * spin[1],
                           m->inertia[2] * spin[2]};
    const double length = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    double axes[3][3], half[3];

    *out = (struct quire_body_view){.name = solid->name,
                                    .is_solid = true,
                                    .x = q[0],
                                    .y = q[1],
                                    .z = q[2],
                                    .vx = v[0],
                                    .vy = v[1],
                                    .vz = v[2],
                                    .stretch = {{1, 0}, {0, 1}},
                                    .is_cuboid = quire_solid_has_cuboid(solid),
                                    .ball = solid->shown,
                                    .n_ball = (size_t)solid->n_shown};
    out->radius = is_ball(solid) ? solid->ball->radius : 0;
    quire_solid_axes(q, axes);
    turned(axes, spin, out->rate);
    turned(axes, own, out->momentum);
    for (int d = 0; d < 4; d++) {
        out->turn[d] = q[3 + d] / length;
    }
    drawn(solid, half);
    for (int k = 0; k < 3; k++) {
        for (int d = 0; d < 3; d++) {
            out->axes[k][d] = half[k] * axes[d][k];
        }
    }
}
