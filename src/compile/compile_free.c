#include <math.h>

#include "body/free.h"
#include "body/sheet.h"
#include "compile/compile.h"
#include "contact/body/free.h"
#include "contact/gate/gates.h"
#include "geometry/outline.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "motion/flap_motion.h"
#include "motion/free_motion.h"
#include "state/gate_pose.h"

/* ---- bodies ---- */

static void
free_directions(struct quire_free_motion *m, int guided)
{
    const bool turns = guided == QUIRE_GUIDED_NONE || guided == QUIRE_GUIDED_CENTRE;
    const bool slides[2] = {guided != QUIRE_GUIDED_Y && guided != QUIRE_GUIDED_CENTRE,
                            guided != QUIRE_GUIDED_X && guided != QUIRE_GUIDED_CENTRE};

    for (int d = 0; d < 2; d++) {
        if (slides[d]) {
            m->dof[m->n++] = d;
        }
    }
    if (turns) {
        m->dof[m->n++] = QUIRE_FREE_ANGLE;
    }
}

static struct quire_free_motion *
compile_motion(struct quire_compile *c, const struct quire_free_params *p, bool disc)
{
    struct quire_free_motion *m = quire_compile_get(c, 1, sizeof *m);
    const double solid =
        disc ? 0.5 * p->radius * p->radius : (p->width * p->width + p->height * p->height) / 12;

    if (m == NULL) {
        return NULL;
    }
    m->mass = p->mass;
    m->inertia = isnan(p->inertia) ? p->mass * solid : p->inertia;
    for (int d = 0; d < 2; d++) {
        m->weight[d] = p->mass * c->sys->gravity[d];
        m->start[d] = p->centre[d];
        m->rate[d] = p->velocity[d];
    }
    m->start[QUIRE_FREE_ANGLE] = p->angle;
    m->rate[QUIRE_FREE_ANGLE] = p->spin;
    m->size = disc ? p->radius : 0.5 * sqrt(p->width * p->width + p->height * p->height);
    free_directions(m, p->guided);
    return m;
}

/* A body as laws see it that take numbers from their pair: a block has no curvature, and what turns
 * about its centre alone stays there. */
static struct quire_side
side_of(const struct quire_free *body)
{
    const struct quire_free_params *p = body->object->params;
    struct quire_side side = QUIRE_NO_SIDE;

    side.mass = p->guided == QUIRE_GUIDED_CENTRE ? (double)NAN : p->mass;
    side.curvature = body->roller >= 0 ? 1 / p->radius : (double)NAN;
    return side;
}

/* whether two things stand beside each other across the feed */
static bool
passes_beside(const struct quire_compile *c, const double a[2], const double b[2])
{
    return c->sys->spatial && (a[0] >= b[1] || b[0] >= a[1]);
}

/* the laws between a body and the guides; there must be one for each that it does not pass beside
 */
static void
guide_laws(struct quire_compile *c, struct quire_free *body, const char *surface)
{
    struct quire_system *sys = c->sys;

    body->law = quire_compile_get(c, (size_t)sys->n_guide, sizeof *body->law);
    body->slot = quire_compile_get(c, (size_t)sys->n_guide_view, sizeof *body->slot);
    body->place = quire_compile_get(c, (size_t)sys->n_guide_view, sizeof *body->place);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_guide; k++) {
        const char *other = quire_object_surface(sys->guide[k].object);
        struct quire_side target = QUIRE_NO_SIDE, own = side_of(body);
        if (passes_beside(c, body->across, sys->guide[k].across) || sys->guide[k].bristles) {
            body->law[k] = -1;
            continue;
        }
        target.curvature = quire_outline_curvature(&sys->guide[k].outline, sys->guide[k].side);
        body->law[k] = quire_compile_pair(
            c, &(struct quire_touching){.name = {surface, other}, .side = {own, target}}, 0,
            body->object, true);
        if (sys->guide[k].gate >= 0 && sys->gate[sys->guide[k].gate].small >= 0) {
            quire_compile_join(c, body->small, sys->gate[sys->guide[k].gate].small);
        }
        body->reach =
            body->law[k] >= 0 ? fmax(body->reach, sys->law[body->law[k]].reach) : body->reach;
    }
}

/* the laws between a block and both faces of all sheets, where there is a pair for them */
static int *
block_laws(struct quire_compile *c, const char *surface, const struct quire_free *block)
{
    const struct quire_system *sys = c->sys;
    const struct quire_side own = side_of(block);
    int *law = quire_compile_get(c, 2 * (size_t)sys->n_sheet, sizeof *law);

    for (int k = 0; c->status == QUIRE_OK && k < 2 * sys->n_sheet; k++) {
        const struct quire_sheet_params *sheet = sys->sheet[k / 2].object->params;
        const struct quire_side face = quire_compile_sheet_side(sys, k / 2, k % 2);
        law[k] =
            sys->sheet[k / 2].chain.n < 3
                ? -1
                : quire_compile_pair(c,
                                     &(struct quire_touching){.name = {sheet->media->name, surface},
                                                              .side = {face, own},
                                                              .line = true},
                                     k % 2 + 1, block->object, false);
    }
    return law;
}

/* how far a gate has moved at the start */
static double
start_of(const struct quire_system *sys, const struct quire_gate *gate)
{
    if (gate->small >= 0) {
        return ((const struct quire_flap_motion *)sys->small[gate->small].body.self)->start;
    }
    const struct quire_drive *drive = sys->drive + gate->drive;
    const bool place =
        drive->quantity == QUIRE_DRIVE_ANGLE || drive->quantity == QUIRE_DRIVE_STROKE;
    return place ? quire_course_at(&drive->course, 0, NULL, NULL) : 0;
}

/* where a body starts, as a gate has it */
static void
start_into(const struct quire_system *sys, const struct quire_gate *gate, const double start[2],
           double out[2])
{
    const double way = start_of(sys, gate);
    const struct quire_gate_pose pose = {.way = way, .cos = quire_cos(way), .sin = quire_sin(way)};

    quire_gate_into(gate, &pose, start, out);
}

/* a body whose centre is in a solid would be thrown out of it */
static void
check_outside(struct quire_compile *c, const struct quire_free *body)
{
    for (int k = 0; c->status == QUIRE_OK && k < c->sys->n_guide; k++) {
        const struct quire_guide *guide = c->sys->guide + k;
        double at[2] = {body->motion->start[0], body->motion->start[1]};
        if (body->law[k] < 0) {
            continue;
        }
        if (guide->gate >= 0) {
            start_into(c->sys, c->sys->gate + guide->gate, body->motion->start, at);
        }
        const struct quire_gap gap = quire_outline_gap(&guide->outline, guide->side, at);
        if (gap.distance < 0 && gap.distance > -guide->depth) {
            quire_compile_note(
                c,
                quire_object_error(
                    body->object, c->diag, "E-MODEL", "move it, or reverse the side of the guide",
                    "its centre is %.3g mm deep in the solid of guide '%s' at the start",
                    -1e3 * gap.distance, guide->name));
        }
    }
}

static void
compile_body(struct quire_compile *c, const struct quire_object *object, bool disc)
{
    struct quire_system *sys = c->sys;
    const struct quire_free_params *p = object->params;
    const int index = sys->n_free++;
    struct quire_free *body = sys->free + index;
    struct quire_small *small = sys->small + sys->n_small;
    struct quire_free_motion *motion = compile_motion(c, p, disc);

    *body = (struct quire_free){.object = object,
                                .motion = motion,
                                .small = sys->n_small++,
                                .roller = -1,
                                .half = {0.5 * p->width, 0.5 * p->height},
                                .across = {isnan(p->across_from) ? -HUGE_VAL : p->across_from,
                                           isnan(p->across_to) ? HUGE_VAL : p->across_to}};
    if (c->status != QUIRE_OK) {
        return;
    }
    *small = (struct quire_small){.body = {.ops = &quire_free_motion_ops,
                                           .self = body->motion,
                                           .name = p->name,
                                           .nq = body->motion->n,
                                           .nv = body->motion->n},
                                  .cluster = sys->n_cluster++,
                                  .drive = -1,
                                  .carriage = -1};
    if (disc) {
        body->roller = sys->n_roller++;
        const struct quire_side own = side_of(body);
        struct quire_roller *roller = sys->roller + body->roller;
        *roller =
            (struct quire_roller){.object = object,
                                  .name = p->name,
                                  .small = body->small,
                                  .clutch = -1,
                                  .radius = p->radius,
                                  .nip = -1,
                                  .law = quire_compile_pairs(c, p->surface, object, &own, false),
                                  .free = index,
                                  .soft = -1};
        motion->radius = &roller->radius;
        roller->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, roller->law) : 0;
    }
    body->sheet_law = disc ? NULL : block_laws(c, p->surface, body);
    guide_laws(c, body, p->surface);
    check_outside(c, body);
}

/* ---- bodies that meet rollers and each other ---- */

/* The law between two surfaces, either of which may stand as the pair's medium; -1: they pass
 * through each other. */
static int
meeting_law(struct quire_compile *c, const struct quire_free *body, const struct quire_side *own,
            const struct quire_object *other, const struct quire_side *its)
{
    const char *sa = quire_object_surface(body->object), *sb = quire_object_surface(other);
    const int law =
        quire_compile_pair(c, &(struct quire_touching){.name = {sa, sb}, .side = {*own, *its}}, 0,
                           body->object, false);

    return law >= 0 || c->status != QUIRE_OK
               ? law
               : quire_compile_pair(
                     c, &(struct quire_touching){.name = {sb, sa}, .side = {*its, *own}}, 0,
                     body->object, false);
}

/* what a body may meet */
struct candidate {
    struct quire_partner target;
    int small;
    struct quire_side side;
};

static void
add_meeting(struct quire_compile *c, int body, const struct candidate *other)
{
    struct quire_system *sys = c->sys;
    struct quire_side own = side_of(sys->free + body);
    if (isnan(own.mass) && isnan(other->side.mass)) { /* neither goes anywhere: any mass will do */
        own.mass = sys->free[body].motion->mass;
    }
    const struct quire_object *object = quire_partner_label(sys, other->target).object;
    const int law = meeting_law(c, sys->free + body, &own, object, &other->side);

    if (law < 0) {
        return;
    }
    const int partner = quire_partner_index(other->target, QUIRE_PARTNER_FREE);
    const bool blocks = partner >= 0 && sys->free[partner].roller < 0;
    const int places = sys->free[body].roller >= 0 ? QUIRE_DISC_PLACES
                       : blocks                    ? QUIRE_BLOCKS_PLACES
                                                   : QUIRE_ROUND_PLACES;
    sys->meeting[sys->n_meeting++] = (struct quire_meeting){.free = body,
                                                            .law = law,
                                                            .target = other->target,
                                                            .n_place = places,
                                                            .place = sys->n_meeting_place,
                                                            .slot = -1};
    sys->n_meeting_place += places;
    quire_compile_join(c, sys->free[body].small, other->small);
}

static struct candidate
candidate_roller(const struct quire_compile *c, int index)
{
    const struct quire_roller *r = c->sys->roller + index;

    return (struct candidate){quire_partner(QUIRE_PARTNER_ROLLER, index), r->small,
                              quire_compile_roller_side(c, r)};
}

static struct candidate
candidate_body(const struct quire_compile *c, int index)
{
    const struct quire_free *body = c->sys->free + index;

    return (struct candidate){quire_partner(QUIRE_PARTNER_FREE, index), body->small, side_of(body)};
}

static void
compile_meetings(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const size_t bodies = (size_t)sys->n_free, rollers = (size_t)sys->n_roller;

    sys->meeting = quire_compile_get(c, bodies * (bodies + rollers), sizeof *sys->meeting);
    for (int k = 0; k < sys->n_free; k++) {
        for (int r = 0; c->status == QUIRE_OK && r < sys->n_roller; r++) {
            if (sys->roller[r].free < 0 && quire_roller_reaches(c, r, sys->free[k].across)) {
                const struct candidate roller = candidate_roller(c, r);
                add_meeting(c, k, &roller);
            }
        }
        for (int i = 0; c->status == QUIRE_OK && i < sys->n_free; i++) {
            const bool disc = sys->free[i].roller >= 0, block = sys->free[k].roller < 0;
            const bool beside = passes_beside(c, sys->free[k].across, sys->free[i].across);
            if (i != k && !beside && ((disc && block) || (disc != block && i < k))) {
                const struct candidate other = candidate_body(c, i);
                add_meeting(c, k, &other);
            }
        }
    }
}

void
quire_compile_bodies(struct quire_compile *c)
{
    for (size_t i = 0; c->status == QUIRE_OK && i < c->root->n_child; i++) {
        const struct quire_object *object = c->root->child[i];
        if (quire_object_is(object, QUIRE_ROLE_FREE_BODY)) {
            compile_body(c, object, object->kind == &quire_kind_disc);
        }
    }
    if (c->status == QUIRE_OK) {
        compile_meetings(c);
    }
}

/* ---- what laws remember ---- */

/* room for what a law remembers of `like` at some stations; -1 if that is nothing */
static int
add_slot(struct quire_compile *c, struct quire_slot like)
{
    struct quire_system *sys = c->sys;
    const struct quire_contact_law *l = like.law >= 0 ? sys->law + like.law : NULL;
    struct quire_slot *slot = sys->slot + sys->n_slot;

    if (l == NULL || !quire_law_keeps(l)) {
        return -1;
    }
    *slot = like;
    slot->memory0 = sys->n_memory;
    sys->n_memory += slot->n_station;
    return sys->n_slot++;
}

/* counts the surfaces between hollow kinks of each view's guides, and numbers faces and corners by
 * them */
static void
number_runs(struct quire_system *sys, int *runs)
{
    for (int k = 0; k < sys->n_face; k++) {
        struct quire_face *face = sys->face + k;
        const int view = sys->guide[face->guide].view;
        const bool begins = k == 0 || sys->face[k - 1].guide != face->guide || face->past[0] > 0;
        runs[view] += begins ? 1 : 0;
        face->run = runs[view] - 1;
    }
    for (int k = 0; k < sys->n_corner; k++) {
        struct quire_corner_contact *corner = sys->corner + k;
        for (int i = 0; i < sys->n_face; i++) {
            const struct quire_face *face = sys->face + i;
            for (int e = 0; face->guide == corner->guide && e < 2; e++) {
                if (fabs(face->end[e][0] - corner->at[0]) + fabs(face->end[e][1] - corner->at[1]) <
                    1e-9) {
                    corner->run = face->run;
                }
            }
        }
    }
}

void
quire_compile_body_slots(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    int *runs = quire_compile_get(c, (size_t)sys->n_guide_view, sizeof *runs);

    if (c->status != QUIRE_OK || sys->n_free + sys->n_solid == 0) {
        return;
    }
    number_runs(sys, runs);
    for (int k = 0; k < sys->n_meeting; k++) {
        struct quire_meeting *m = sys->meeting + k;
        m->slot = add_slot(
            c, (struct quire_slot){.pair = {quire_partner(QUIRE_PARTNER_FREE, m->free), m->target},
                                   .small = sys->free[m->free].small,
                                   .meeting = k,
                                   .encounter = -1,
                                   .law = m->law,
                                   .n_station = m->n_place});
    }
    for (int k = 0; k < sys->n_free; k++) {
        struct quire_free *body = sys->free + k;
        for (int g = 0; g < sys->n_guide; g++) {
            const int view = sys->guide[g].view;
            if (g == 0 || sys->guide[g - 1].view != view) {
                const int places = runs[view] * quire_free_places(body);
                body->slot[view] =
                    add_slot(c, (struct quire_slot){.pair = {quire_partner(QUIRE_PARTNER_FREE, k),
                                                             quire_partner(QUIRE_PARTNER_GUIDE, g)},
                                                    .small = body->small,
                                                    .meeting = -1,
                                                    .encounter = -1,
                                                    .law = body->law[g],
                                                    .n_station = places});
                body->place[view] = sys->n_place;
                sys->n_place += places;
            }
        }
    }
}
