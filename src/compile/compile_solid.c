#include <math.h>

#include "body/solid.h"
#include "compile/compile.h"
#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "contact/solid/solid.h"
#include "geometry/box_edges.h"
#include "geometry/outline.h"
#include "model/order.h"
#include "model/problem.h"
#include "motion/solid_motion.h"

#define CORNERS      8
#define CORNER_SHARE 0.25 /* of the law at each corner: a flat side has four */

/* ---- shape and motion ---- */

static void
add_cuboid(struct quire_solid *solid, const struct quire_cuboid_params *p)
{
    solid->edge = p->edge_radius;
    for (int d = 0; d < 3; d++) {
        solid->half[d] = 0.5 * p->size[d];
    }
    for (int i = 0; i < CORNERS; i++) {
        struct quire_ball *ball = solid->ball + solid->n_ball++;
        *ball = (struct quire_ball){
            .radius = p->edge_radius, .share = CORNER_SHARE, .corner = true, .half = i >> 2};
        for (int d = 0; d < 3; d++) {
            ball->at[d] = (i >> d & 1 ? 1 : -1) * (solid->half[d] - p->edge_radius);
        }
    }
}

static bool
is_aside(const struct quire_ball *ball)
{
    return ball->at[0] != 0 || ball->at[1] != 0 || ball->at[2] != 0;
}

static void
compile_shape(struct quire_compile *c, struct quire_solid *solid)
{
    const struct quire_object *object = solid->object,
                              *cuboid = quire_object_child_of(object, &quire_kind_cuboid),
                              *child = NULL;

    solid->ball = quire_compile_get(
        c, (size_t)quire_compile_count(object, &quire_kind_ball) + CORNERS, sizeof *solid->ball);
    if (c->status != QUIRE_OK) {
        return;
    }
    while ((child = quire_object_following(object, &quire_kind_ball, child)) != NULL) {
        const struct quire_ball_params *p = child->params;
        solid->ball[solid->n_ball++] = (struct quire_ball){
            .at = {p->at[0], p->at[1], p->at[2]}, .radius = p->radius, .share = 1, .half = 2};
    }
    solid->shown = quire_compile_get(c, (size_t)solid->n_ball + 1, sizeof *solid->shown);
    for (int i = 0;
         c->status == QUIRE_OK && (cuboid != NULL || solid->n_ball > 1 || is_aside(solid->ball)) &&
         i < solid->n_ball;
         i++) {
        const struct quire_ball *b = solid->ball + i;
        solid->shown[solid->n_shown++] =
            (struct quire_ball_view){.at = {b->at[0], b->at[1], b->at[2]}, .radius = b->radius};
    }
    if (cuboid != NULL) {
        add_cuboid(solid, cuboid->params);
    }
}

/* those of the one homogeneous ball or cuboid that the solid is, where the file does not say */
static void
moments(const struct quire_solid *solid, const struct quire_solid_params *p, double out[3])
{
    const double *h = solid->half;

    for (int d = 0; d < 3; d++) {
        const double e = h[(d + 1) % 3], f = h[(d + 2) % 3], r = solid->ball[0].radius;
        out[d] = !isnan(p->inertia[0]) ? p->inertia[d]
                                       : p->mass * (h[0] > 0 ? (e * e + f * f) / 3 : 0.4 * r * r);
    }
}

static struct quire_solid_motion *
compile_motion(struct quire_compile *c, const struct quire_solid *solid,
               const struct quire_solid_params *p)
{
    struct quire_solid_motion *m = quire_compile_get(c, 1, sizeof *m);
    double axes[3][3];

    if (m == NULL) {
        return NULL;
    }
    m->mass = p->mass;
    moments(solid, p, m->inertia);
    quire_solid_turn(p->turn, m->start + 3);
    quire_solid_axes(m->start, axes);
    for (int d = 0; d < 3; d++) {
        m->weight[d] = d < 2 ? p->mass * c->sys->gravity[d] : 0;
        m->start[d] = p->centre[d];
        m->rate[d] = p->velocity[d];
        for (int i = 0; i < 3; i++) {
            m->rate[3 + d] += axes[i][d] * p->spin[i];
        }
    }
    for (int i = 0; i < solid->n_ball; i++) {
        const double *at = solid->ball[i].at;
        m->size = fmax(m->size,
                       sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]) + solid->ball[i].radius);
    }
    return m;
}

/* a solid as laws see it that take numbers from their pair: with the curvature of its balls, where
 * that is one */
static struct quire_side
side_of(const struct quire_solid *solid)
{
    struct quire_side side = QUIRE_NO_SIDE;

    side.mass = solid->motion->mass;
    side.curvature = solid->ball[0].radius > 0 ? 1 / solid->ball[0].radius : (double)NAN;
    for (int i = 1; i < solid->n_ball; i++) {
        side.curvature = fabs(solid->ball[i].radius - solid->ball[0].radius) < 1e-9 ? side.curvature
                                                                                    : (double)NAN;
    }
    return side;
}

static void
compile_solid(struct quire_compile *c, const struct quire_object *object)
{
    struct quire_system *sys = c->sys;
    const struct quire_solid_params *p = object->params;
    struct quire_solid *solid = sys->solid + sys->n_solid++;

    *solid = (struct quire_solid){.object = object, .small = sys->n_small};
    if (sys->run->kind != QUIRE_RUN_TRANSIENT) {
        quire_compile_note(c, quire_object_error(object, c->diag, "E-MODEL",
                                                 "use a transient analysis",
                                                 "solids are not supported in states of rest"));
        return;
    }
    compile_shape(c, solid);
    if (c->status != QUIRE_OK) {
        return;
    }
    solid->motion = compile_motion(c, solid, p);
    sys->small[sys->n_small++] = (struct quire_small){.body = {.ops = &quire_solid_motion_ops,
                                                               .self = solid->motion,
                                                               .name = p->name,
                                                               .nq = QUIRE_SOLID_POSITIONS,
                                                               .nv = QUIRE_SOLID_VELOCITIES},
                                                      .cluster = sys->n_cluster++,
                                                      .drive = -1,
                                                      .carriage = -1};
}

/* ---- what solids touch ---- */

static struct quire_encounter *
add_encounter(struct quire_compile *c, int solid, struct quire_partner target, int n_law)
{
    struct quire_system *sys = c->sys;
    struct quire_encounter *e = sys->encounter + sys->n_encounter++;

    *e = (struct quire_encounter){.solid = solid,
                                  .target = target,
                                  .slot = -1,
                                  .law = quire_compile_get(c, (size_t)n_law, sizeof *e->law)};
    return e;
}

static void
meet_guides(struct quire_compile *c, int index)
{
    struct quire_system *sys = c->sys;
    const struct quire_solid *solid = sys->solid + index;
    const struct quire_solid_params *p = solid->object->params;
    struct quire_encounter *e = NULL;

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_guide; k++) {
        struct quire_side own = side_of(solid), target = QUIRE_NO_SIDE;
        target.curvature = quire_outline_curvature(&sys->guide[k].outline, sys->guide[k].side);
        if (k == 0 || sys->guide[k - 1].view != sys->guide[k].view) {
            e = add_encounter(c, index, quire_partner(QUIRE_PARTNER_GUIDE, k), sys->n_guide);
            for (int i = 0; c->status == QUIRE_OK && i < sys->n_guide; i++) {
                e->law[i] = -1;
            }
        }
        if (c->status == QUIRE_OK && !sys->guide[k].bristles) {
            e->law[k] = quire_compile_pair(
                c,
                &(struct quire_touching){
                    .name = {p->surface, quire_object_surface(sys->guide[k].object)},
                    .side = {own, target}},
                0, solid->object, true);
        }
        if (sys->guide[k].gate >= 0 && sys->gate[sys->guide[k].gate].small >= 0) {
            quire_compile_join(c, solid->small, sys->gate[sys->guide[k].gate].small);
        }
    }
}

static void
meet_solid(struct quire_compile *c, int one, int two)
{
    struct quire_system *sys = c->sys;
    const struct quire_solid *a = sys->solid + one, *b = sys->solid + two;
    const struct quire_solid_params *pa = a->object->params, *pb = b->object->params;
    const struct quire_side first = side_of(a), second = side_of(b);
    int law = quire_compile_pair(
        c, &(struct quire_touching){.name = {pa->surface, pb->surface}, .side = {first, second}}, 0,
        a->object, false);

    law = law >= 0 || c->status != QUIRE_OK
              ? law
              : quire_compile_pair(c,
                                   &(struct quire_touching){.name = {pb->surface, pa->surface},
                                                            .side = {second, first}},
                                   0, a->object, false);
    if (law >= 0 && c->status == QUIRE_OK) {
        struct quire_encounter *e =
            add_encounter(c, two, quire_partner(QUIRE_PARTNER_SOLID, one), 1);
        if (c->status == QUIRE_OK) {
            e->law[0] = law;
            quire_compile_join(c, a->small, b->small);
        }
    }
}

void
quire_compile_solids(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const size_t n = (size_t)quire_compile_count(c->root, &quire_kind_solid);
    const struct quire_object *object;

    sys->solid = quire_compile_get(c, n, sizeof *sys->solid);
    sys->encounter =
        quire_compile_get(c, n * (n + (size_t)sys->n_guide_view), sizeof *sys->encounter);
    for (size_t i = 0; sys->spatial && c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_solid, &i)) != NULL;) {
        compile_solid(c, object);
    }
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_solid; k++) {
        meet_guides(c, k);
        for (int i = 0; c->status == QUIRE_OK && i < k; i++) {
            meet_solid(c, i, k);
        }
    }
}

/* ---- what laws remember ---- */

static int
laws_of(const struct quire_system *sys, const struct quire_encounter *e)
{
    return e->target.kind == QUIRE_PARTNER_SOLID ? 1 : sys->n_guide;
}

/* the first of an encounter's laws that remembers anything; -1: none */
static int
remembers(const struct quire_compile *c, const struct quire_encounter *e)
{
    for (int k = 0; k < laws_of(c->sys, e); k++) {
        if (e->law[k] >= 0 && quire_law_keeps(c->sys->law + e->law[k])) {
            return e->law[k];
        }
    }
    return -1;
}

/* For a guide each ball on each of its runs; for a solid each pair of balls, each ball with the
 * other's cuboid, and each pair of edges. */
static void
count_places(const struct quire_system *sys, struct quire_encounter *e)
{
    const struct quire_solid *solid = sys->solid + e->solid;
    const int n = solid->n_ball;
    int runs = 1;

    if (e->target.kind == QUIRE_PARTNER_SOLID) {
        const struct quire_solid *other = sys->solid + e->target.index;
        const bool edges = quire_solid_has_cuboid(solid) && quire_solid_has_cuboid(other);
        const int m = other->n_ball;
        e->n_place = m * n + m + n + (edges ? QUIRE_CROSSINGS : 0);
        return;
    }
    const int view = sys->guide[e->target.index].view;
    for (int k = 0; k < sys->n_face; k++) {
        if (sys->guide[sys->face[k].guide].view == view && sys->face[k].run >= runs) {
            runs = sys->face[k].run + 1;
        }
    }
    e->n_place = runs * n;
}

void
quire_compile_solid_slots(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_encounter; k++) {
        struct quire_encounter *e = sys->encounter + k;
        const int law = remembers(c, e);
        count_places(sys, e);
        e->place = sys->n_solid_place;
        sys->n_solid_place += e->n_place;
        if (law >= 0) {
            sys->slot[sys->n_slot] = (struct quire_slot){
                .pair = {quire_partner(QUIRE_PARTNER_SOLID, e->solid), e->target},
                .small = sys->solid[e->solid].small,
                .meeting = -1,
                .encounter = k,
                .law = law,
                .n_station = e->n_place,
                .memory0 = sys->n_memory};
            sys->n_memory += e->n_place;
            e->slot = sys->n_slot++;
        }
    }
}

void
quire_compile_solid_grips(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_encounter; k++) {
        struct quire_encounter *e = sys->encounter + k;
        bool holds = false;
        for (int i = 0; i < laws_of(sys, e); i++) {
            holds = holds || (e->law[i] >= 0 && quire_law_holds(sys->law + e->law[i]));
        }
        e->grip0 = sys->n_grip;
        e->n_grip = holds ? e->n_place : 0;
        sys->n_grip += e->n_grip;
    }
}
