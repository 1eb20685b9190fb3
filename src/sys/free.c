#include "sys/free.h"

#include <math.h>
#include <string.h>

#include "body/free_motion.h"
#include "num/detmath.h"
#include "num/step.h"
#include "sys/lay.h"
#include "sys/round.h"
#include "sys/soft.h"

#define BLOCK_SHARE 0.5 /* of the law at each place where a block touches: a flat side has two */
#define END 0.05        /* of the smallest half side: how far about the end of a side the corner of another block passes over to the block's own */
#define EDGE 0.1        /* of a solid's depth: a point less deep than that is behind the face, not before the end of the wall */

/* ---- what a body touches ---- */

/* Where to take each touching place to. */
struct visit {
    struct quire_state *st;
    const double *y;
    double least; /* overlap above which a place counts */
    void (*take)(struct visit *to, const struct quire_meet *m, const struct quire_contact_law *law, const struct quire_slot *slot,
                 int station, const struct quire_parties *as);
    double cq, cv;
    bool matrix;
    int station;  /* the one that is looked for */
    struct quire_normal_in *found;
    double *belt;
    double *overlap; /* of each place */
};

/* what the friction of a law holds on to; NULL: to nothing */
static struct quire_law_memory *
grip_of(const struct quire_state *st, const struct quire_contact_law *law, int grip)
{
    return law->friction != NULL && law->friction->settle != NULL ? st->grip + grip : NULL;
}

/* how far before touch a law's force counts */
static double
reach_of(const struct visit *to, const struct quire_contact_law *law)
{
    return to->least < 0 ? 0 : law->reach;
}

static void
take_guide(struct visit *to, struct quire_meet *m, const struct quire_free *body, int guide_index, int run, int place, double behind)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_guide *guide = sys->guide + guide_index;
    const int slot = body->slot[guide->view];

    if (!(m->overlap > to->least - reach_of(to, sys->law + body->law[guide_index])) || !(behind < guide->depth)) {
        return;
    }
    m->share *= body->roller >= 0 ? 1 : BLOCK_SHARE;
    quire_meet_let_go(m, behind, guide->depth);
    m->belt = -guide->side * guide->velocity;
    m->middle |= sys->law[body->law[guide_index]].normal->middle;
    m->grip = grip_of(to->st, sys->law + body->law[guide_index], body->grip0 + body->place[guide->view] - body->place[0] + run * quire_free_places(body) + place);
    to->take(to, m, sys->law + body->law[guide_index], slot >= 0 ? sys->slot + slot : NULL, run * quire_free_places(body) + place,
             &(struct quire_parties){.target = QUIRE_TARGET_GUIDE, .index = guide_index, .body = 1 + (int)(body - sys->free)});
}

/* how far a point is beyond an end of a face */
static double
beyond(const struct quire_face *face, int end, const double p[2])
{
    return (p[0] - face->end[end][0]) * face->out[end][0] + (p[1] - face->end[end][1]) * face->out[end][1];
}

/* Whether the face is what a point touches that stands `behind` it: at a convex kink or a free end only while it is nearer to the
 * face than to what begins there. */
static bool
over_face(const struct quire_face *face, const double p[2], double behind, double edge)
{
    for (int e = 0; e < 2; e++) {
        const double u = beyond(face, e, p), limit = face->taper[e] ? (behind > edge ? -behind : 0) : face->past[e];
        if (u > limit || (e == 0 && u >= limit)) {
            return false;
        }
    }
    return true;
}

static bool
in_box(const struct quire_face *face, const double p[2], double reach)
{
    return p[0] > face->low[0] - reach && p[0] < face->high[0] + reach && p[1] > face->low[1] - reach && p[1] < face->high[1] + reach;
}

/* tractions before touch over all the rim of a soft disc */
static void
rim_over_face(struct visit *to, const struct quire_free *body, int place, const struct quire_face *face)
{
    const struct quire_guide *guide = to->st->system->guide + face->guide;

    for (int i = 0; i < QUIRE_SOFT_POINTS; i++) {
        struct quire_meet m;
        quire_soft_meet_point(&m, to->st, face->at, face->normal, quire_soft_of(to->st, body), i);
        if (over_face(face, m.at, m.overlap, EDGE * guide->depth)) {
            take_guide(to, &m, body, face->guide, face->run, place, m.overlap);
        }
    }
}

/* a disc or a corner of a block over a face */
static void
circle_on_face(struct visit *to, const struct quire_free *body, const struct quire_round *c, int place, const struct quire_face *face)
{
    const struct quire_guide *guide = to->st->system->guide + face->guide;
    struct quire_meet m;

    if (to->least >= 0 && !in_box(face, c->centre, c->radius + to->st->system->law[body->law[face->guide]].reach)) {
        return;
    }
    if (!(face->radius > 0) && quire_soft_of(to->st, body) >= 0 && to->st->system->law[body->law[face->guide]].reach > 0) {
        rim_over_face(to, body, place, face);
        return;
    }
    if (face->radius > 0) {
        const struct quire_round arc = quire_round_still(face->at, face->radius);
        quire_meet_body(&m, to->st, &arc, body, c, face->convex);
    } else if (quire_soft_of(to->st, body) >= 0) {
        quire_soft_meet_plane(&m, to->st, face->at, face->normal, quire_soft_of(to->st, body));
    } else {
        quire_meet_plane(&m, face->at, face->normal, c);
    }
    const double behind = m.overlap - c->radius;
    if (over_face(face, c->centre, behind, EDGE * guide->depth)) {
        take_guide(to, &m, body, face->guide, face->run, place, behind);
    }
}

/* a disc or a corner of a block at a corner of a guide, or before the end of a wall */
static void
circle_at_corner(struct visit *to, const struct quire_free *body, const struct quire_round *c, int place,
                 const struct quire_corner_contact *corner)
{
    const struct quire_guide *guide = to->st->system->guide + corner->guide;
    const double x = c->centre[0] - corner->at[0], y = c->centre[1] - corner->at[1];
    const double u = x * corner->out[0][0] + y * corner->out[0][1], up = x * corner->out[1][0] + y * corner->out[1][1];
    struct quire_meet m;

    if (u > 0 && up > 0) {
        const struct quire_round point = quire_round_still(corner->at, 0);
        quire_meet_body(&m, to->st, &point, body, c, 1);
        take_guide(to, &m, body, corner->guide, corner->run, place, 0);
    } else if (corner->end && up <= -EDGE * guide->depth && up >= -guide->depth && u > up) {
        if (quire_soft_of(to->st, body) >= 0) {
            quire_soft_meet_plane(&m, to->st, corner->at, corner->out[0], quire_soft_of(to->st, body));
        } else {
            quire_meet_plane(&m, corner->at, corner->out[0], c);
        }
        take_guide(to, &m, body, corner->guide, corner->run, place, -u);
    }
}

static void
block_on_corner(struct visit *to, const struct quire_free *block, const struct quire_corner_contact *corner)
{
    const struct quire_round point = quire_round_still(corner->at, 0);
    const int side = quire_side_before(to->st->pose + (block - to->st->system->free), block, corner->at, corner->axis, 0);
    struct quire_meet m;

    if (side >= 0) {
        quire_meet_side(&m, to->st, &point, block, side);
        take_guide(to, &m, block, corner->guide, corner->run, 4 + side, m.overlap);
    }
}

static void
block_on_arc(struct visit *to, const struct quire_free *block, const struct quire_face *face)
{
    const struct quire_round arc = quire_round_still(face->at, face->radius);
    const int side = quire_side_before(to->st->pose + (block - to->st->system->free), block, face->at, NULL, 0);
    struct quire_meet m;

    if (side >= 0) {
        quire_meet_side(&m, to->st, &arc, block, side);
        if (over_face(face, m.at, 0, 1)) {
            take_guide(to, &m, block, face->guide, face->run, 4 + side, m.overlap);
        }
    }
}

/* all guides, or those of one view */
static void
visit_guides(struct visit *to, const struct quire_free *body, int view)
{
    const struct quire_system *sys = to->st->system;
    const bool block = body->roller < 0;
    struct quire_round corner[4];
    const int n = quire_round_count(body);

    for (int i = 0; i < n; i++) {
        corner[i] = quire_round_body(to->st, body, i);
    }
    for (int k = 0; k < sys->n_face; k++) {
        const struct quire_face *face = sys->face + k;
        if (body->law[face->guide] < 0 || (view >= 0 && sys->guide[face->guide].view != view)) {
            continue;
        }
        for (int i = 0; i < n; i++) {
            circle_on_face(to, body, corner + i, i, face);
        }
        if (block && face->radius > 0 && face->convex > 0) {
            block_on_arc(to, body, face);
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        const struct quire_corner_contact *at = sys->corner + k;
        if (body->law[at->guide] < 0 || (view >= 0 && sys->guide[at->guide].view != view)) {
            continue;
        }
        for (int i = 0; i < n; i++) {
            circle_at_corner(to, body, corner + i, i, at);
        }
        if (block) {
            block_on_corner(to, body, at);
        }
    }
}

/* ---- forces ---- */

static void
apply(struct visit *to, const struct quire_meet *m, const struct quire_contact_law *law, const struct quire_slot *slot, int station,
      const struct quire_parties *as)
{
    quire_meet_forces(to->st, m, law, slot, station, as, to->y + to->st->system->layout.v0, to->cq, to->cv, to->matrix);
}

/* ---- bodies and rollers ---- */

/* one place of a meeting; as the law shares it out between them */
static void
take_meeting(struct visit *to, struct quire_meet *m, const struct quire_meeting *meeting, int place, bool first)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_contact_law *law = sys->law + meeting->law;

    m->grip = grip_of(to->st, law, meeting->grip + place);
    m->middle |= law->normal->middle;
    if (m->overlap > to->least - reach_of(to, law)) {
        to->take(to, m, law, meeting->slot >= 0 ? sys->slot + meeting->slot : NULL, place,
                 &(struct quire_parties){.target = meeting->target, .index = meeting->index, .body = 1 + meeting->free, .first = first});
    }
}

/* a round thing, and a disc or block */
static void
visit_round(struct visit *to, const struct quire_meeting *meeting)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_free *body = sys->free + meeting->free;
    const struct quire_round other = meeting->target == QUIRE_TARGET_ROLLER ? quire_round_roller(to->st, sys->roller + meeting->index)
                                                                            : quire_round_body(to->st, sys->free + meeting->index, 0);
    const int other_soft = meeting->target == QUIRE_TARGET_ROLLER ? sys->roller[meeting->index].soft
                                                                  : quire_soft_of(to->st, sys->free + meeting->index);
    const int side = body->roller >= 0 ? -1
                     : other_soft >= 0 ? quire_soft_before_side(to->st, other_soft, body)
                                       : quire_side_before(to->st->pose + meeting->free, body, other.centre, NULL, 0);
    struct quire_meet m;

    if (side >= 0 && other_soft >= 0) {
        quire_soft_meet_side(&m, to->st, other_soft, body, side);
    } else if (side >= 0) {
        quire_meet_side(&m, to->st, &other, body, side);
    }
    if (side >= 0) {
        m.share = BLOCK_SHARE;
        take_meeting(to, &m, meeting, 0, false);
        return;
    }
    for (int i = 0; i < quire_round_count(body); i++) {
        const struct quire_round c = quire_round_body(to->st, body, i);
        quire_meet_bodies(&m, to->st, other_soft, &other, body, &c);
        m.share = body->roller >= 0 ? 1 : BLOCK_SHARE;
        take_meeting(to, &m, meeting, body->roller >= 0 ? 0 : 1 + i, false);
    }
}

/* A corner of one block under a side of another. About the end of that side it counts less and less. Where two sides lie on each other what it
 * loses there the other block's own corner takes over. */
static void
corner_under_side(struct visit *to, const struct quire_meeting *meeting, const struct quire_free *of, int corner, const struct quire_free *on,
                  int place, bool first)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_pose *pose = to->st->pose;
    const struct quire_round c = quire_round_body(to->st, of, corner);
    const double taper = END * fmin(fmin(of->half[0], of->half[1]), fmin(on->half[0], on->half[1]));
    double axis[2], beyond, end, n[2], slope;
    struct quire_meet m;

    quire_corner_axis(pose + (of - sys->free), corner, axis);
    const int side = quire_side_before(pose + (on - sys->free), on, c.centre, axis, taper);
    if (side < 0) {
        return;
    }
    const double out = quire_side_distance(pose + (on - sys->free), on, side, c.centre, &beyond, &end), depth = 2 * on->half[side & 1];
    if (out <= -depth) {
        return;
    }
    quire_meet_side(&m, to->st, &c, on, side);
    m.share = BLOCK_SHARE;
    quire_side_normal(pose + (on - sys->free), side, n);
    const double way[2] = {-end * n[1], end * n[0]}; /* out over the end of the side */
    const bool slides_off = way[0] * axis[0] + way[1] * axis[1] < 0; /* the blocks hardly reach over each other */
    const double w = quire_step(-beyond, slides_off ? 0 : -taper, 0, taper, 1, &slope);
    if (!(w > 0)) {
        return;
    }
    quire_meet_fade(&m, w, slope, way);
    quire_meet_let_go(&m, -out, depth);
    take_meeting(to, &m, meeting, place, first);
}

static void
visit_meeting(struct visit *to, const struct quire_meeting *meeting)
{
    const struct quire_free *a = to->st->system->free + meeting->free, *b = to->st->system->free + meeting->index;

    if (meeting->target == QUIRE_TARGET_ROLLER || b->roller >= 0) {
        visit_round(to, meeting);
        return;
    }
    for (int i = 0; i < QUIRE_BLOCK_CORNERS; i++) {
        corner_under_side(to, meeting, b, i, a, i, false);
        corner_under_side(to, meeting, a, i, b, QUIRE_BLOCK_CORNERS + i, true);
    }
}

void
quire_free_update(struct quire_state *st, const double *y)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_free *body = sys->free + k;
        const struct quire_small *s = sys->small + body->small;
        double at[3], rate[3];
        if (!st->part->has_small[body->small]) {
            continue;
        }
        quire_free_place(body->motion, y + s->q0, y + sys->layout.v0 + s->v0, at, rate);
        st->pose[k] = (struct quire_pose){.at = {at[0], at[1]}, .cos = quire_cos(at[2]), .sin = quire_sin(at[2])};
    }
}

void
quire_free_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    struct visit to = {.st = st, .y = y, .take = apply, .cq = cq, .cv = cv, .matrix = matrix};

    for (int k = 0; k < sys->n_free; k++) {
        if (st->part->has_small[sys->free[k].small]) {
            visit_guides(&to, sys->free + k, -1);
        }
    }
    for (int k = 0; k < sys->n_meeting; k++) {
        if (st->part->has_small[sys->free[sys->meeting[k].free].small]) {
            visit_meeting(&to, sys->meeting + k);
        }
    }
}

/* ---- gaps, so that no touch is passed unseen ---- */

int
quire_free_gap_count(const struct quire_system *sys)
{
    return sys->n_place + sys->n_meeting_place + sys->n_free * sys->n_sheet;
}

const struct quire_free *
quire_free_of_gap(const struct quire_system *sys, int gap)
{
    int k = sys->n_free - 1;

    if (gap >= sys->n_place + sys->n_meeting_place) {
        return sys->free + (gap - sys->n_place - sys->n_meeting_place) / sys->n_sheet;
    }
    for (int i = sys->n_meeting - 1; gap >= sys->n_place && i >= 0; i--) {
        if (gap - sys->n_place >= sys->meeting[i].place) {
            return sys->free + sys->meeting[i].free;
        }
    }
    while (k > 0 && sys->free[k].place[0] > gap) {
        k--;
    }
    return sys->free + k;
}

static void
note_overlap(struct visit *to, const struct quire_meet *m, const struct quire_contact_law *law, const struct quire_slot *slot, int station,
             const struct quire_parties *as)
{
    const struct quire_system *sys = to->st->system;
    double *overlap = to->overlap;

    (void)law;
    (void)slot;
    overlap += station + (as->target == QUIRE_TARGET_GUIDE ? sys->free[as->body - 1].place[sys->guide[as->index].view] : 0);
    *overlap = m->overlap > *overlap ? m->overlap : *overlap;
}

void
quire_free_gaps(struct quire_state *st, double t, const double *y, double *overlap)
{
    const struct quire_system *sys = st->system;
    struct visit to = {.st = st, .y = y, .least = -1, .take = note_overlap, .overlap = overlap};
    const int n = quire_free_gap_count(sys);

    quire_state_place(st, t, y);
    for (int i = 0; i < n; i++) {
        overlap[i] = -1;
    }
    for (int k = 0; k < sys->n_free; k++) {
        if (st->part->has_small[sys->free[k].small]) {
            visit_guides(&to, sys->free + k, -1);
        }
    }
    for (int k = 0; k < sys->n_meeting; k++) {
        to.overlap = overlap + sys->n_place + sys->meeting[k].place;
        if (st->part->has_small[sys->free[sys->meeting[k].free].small]) {
            visit_meeting(&to, sys->meeting + k);
        }
    }
    overlap += sys->n_place + sys->n_meeting_place;
    for (int k = 0; k < sys->n_free; k++) {
        for (int i = 0; i < sys->n_sheet; i++, overlap++) {
            if (st->part->has_small[sys->free[k].small] && st->part->has_sheet[i] && st->sheet[i].entered) {
                *overlap = quire_lay_overlap(st, sys->free + k, sys->sheet + i, y);
            }
        }
    }
}

/* ---- for the laws' memories ---- */

/* keeps the deepest place of the station that is looked for */
static void
keep_deepest(struct visit *to, const struct quire_meet *m, const struct quire_contact_law *law, const struct quire_slot *slot, int station,
             const struct quire_parties *as)
{
    (void)law;
    (void)slot;
    (void)as;
    if (station == to->station && m->overlap > to->found->overlap) {
        *to->found = quire_meet_motion(m, to->y + to->st->system->layout.v0);
        *to->belt = m->belt;
    }
}

struct quire_normal_in
quire_free_station(const struct quire_state *st, const struct quire_slot *slot, const double *y, int station, double *belt)
{
    const struct quire_system *sys = st->system;
    struct quire_normal_in in = {.overlap = -1};
    struct visit to = {.st = (struct quire_state *)st, .y = y, .least = -1, .take = keep_deepest, .station = station, .found = &in, .belt = belt};

    *belt = 0;
    if (slot->meeting >= 0) {
        visit_meeting(&to, sys->meeting + slot->meeting);
        return in;
    }
    for (int k = 0; k < sys->n_free; k++) {
        if (sys->free[k].small == slot->small) {
            visit_guides(&to, sys->free + k, slot->guide);
        }
    }
    return in;
}
