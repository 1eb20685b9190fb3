#include "sys/free.h"

#include <math.h>
#include <string.h>

#include "body/free_motion.h"
#include "num/detmath.h"
#include "num/step.h"
#include "sys/soft.h"

#define BLOCK_SHARE 0.5 /* of the law at each place where a block touches: a flat side has two */
#define EDGE 0.1        /* of a solid's depth: a point less deep than that is behind the face, not before the end of the wall */

/* sides of a block: their outward normals while its angle is 0 */
static const double side_normal[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* ---- round things ---- */

/* A circle that moves with a small body, or stands still: the rim of a disc or roller, a corner with radius 0. */
struct circle {
    double centre[2], radius, driven;
    int n, turned;                          /* handles; the one that is the angle of its body, -1: none */
    double arm[2];                          /* from that body's centre */
    struct quire_handle handle[QUIRE_BODY_DOFS];
};

static struct circle
still_circle(const double at[2], double radius)
{
    return (struct circle){.centre = {at[0], at[1]}, .radius = radius, .turned = -1};
}

static struct circle
roller_circle(const struct quire_state *st, const struct quire_roller *roller)
{
    const struct quire_carrier *carrier = st->carrier + roller->small;
    const struct quire_small *s = st->system->small + roller->small;
    struct circle c = still_circle(carrier->centre, roller->radius);

    for (int k = 0; k < s->body.nv; k++) {
        c.handle[c.n++] = (struct quire_handle){.unknown = s->first + k, .at = s->v0 + k,
                                                .x = {carrier->d_centre[0][k], carrier->d_centre[1][k]},
                                                .slip = -carrier->turn * carrier->d_surface[k]};
    }
    c.driven = carrier->turn * carrier->driven;
    return c;
}

/* the velocities of a body, and how they move a point of it that stands `arm` from its centre; returns the one that is its angle */
static int
body_handles(const struct quire_state *st, const struct quire_free *body, const double arm[2], double radius, struct quire_handle *out)
{
    const struct quire_small *s = st->system->small + body->small;
    const struct quire_free_motion *motion = body->motion;
    int turned = -1;

    for (int k = 0; k < motion->n; k++) {
        out[k] = (struct quire_handle){.unknown = s->first + k, .at = s->v0 + k};
        if (motion->dof[k] == QUIRE_FREE_ANGLE) {
            turned = k;
            out[k].x[0] = -arm[1];
            out[k].x[1] = arm[0];
            out[k].slip = -radius;
        } else {
            out[k].x[motion->dof[k]] = 1;
        }
    }
    return turned;
}

/* a disc's rim, or a corner of a block */
static struct circle
body_circle(const struct quire_state *st, const struct quire_free *body, int corner)
{
    const struct quire_pose *pose = st->pose + (body - st->system->free);
    const struct quire_roller *disc = body->roller >= 0 ? st->system->roller + body->roller : NULL;
    struct circle c = {.radius = disc != NULL && disc->soft >= 0 ? quire_soft_reach(st, disc) : body->motion->radius, .n = body->motion->n};

    if (body->roller < 0) {
        const double x = (corner == 0 || corner == 3 ? 1 : -1) * body->half[0], y = (corner < 2 ? 1 : -1) * body->half[1];
        c.arm[0] = pose->cos * x - pose->sin * y;
        c.arm[1] = pose->sin * x + pose->cos * y;
    }
    c.centre[0] = pose->at[0] + c.arm[0];
    c.centre[1] = pose->at[1] + c.arm[1];
    c.turned = body_handles(st, body, c.arm, c.radius, c.handle);
    return c;
}

static int
corners_of(const struct quire_free *body)
{
    return body->roller >= 0 ? 1 : QUIRE_BLOCK_CORNERS;
}

/* ---- how two surfaces meet ---- */

/* adds a circle's handles as those of the first (sign -1) or of the second surface; call after quire_meet_bend() for `bend` */
static void
add_circle(struct quire_meet *m, const struct circle *c, double sign)
{
    for (int k = 0; k < c->n; k++) {
        m->handle[m->n] = c->handle[k];
        m->handle[m->n].x[0] *= sign;
        m->handle[m->n++].x[1] *= sign;
    }
    m->driven += c->driven;
}

static void
bend_circle(struct quire_meet *m, int first, const struct circle *c, double sign)
{
    if (c->turned >= 0) {
        const int k = first + c->turned;
        m->bend[k][k][0] -= sign * c->arm[0];
        m->bend[k][k][1] -= sign * c->arm[1];
    }
}

/* Two circles, the second outside the first (convex 1) or inside it (-1). */
static void
meet_circles(struct quire_meet *m, const struct circle *a, const struct circle *b, double convex)
{
    const double x = b->centre[0] - a->centre[0], y = b->centre[1] - a->centre[1], d = sqrt(x * x + y * y), way = convex / d;

    quire_meet_init(m);
    m->normal[0] = way * x;
    m->normal[1] = way * y;
    m->overlap = b->radius + convex * (a->radius - d);
    m->at[0] = b->centre[0] - b->radius * m->normal[0];
    m->at[1] = b->centre[1] - b->radius * m->normal[1];
    add_circle(m, a, -1);
    add_circle(m, b, 1);
    quire_meet_bend(m);
    bend_circle(m, 0, a, -1);
    bend_circle(m, a->n, b, 1);
    for (int k = 0; k < m->n; k++) {
        m->turn[k] = way * (m->normal[0] * m->handle[k].x[1] - m->normal[1] * m->handle[k].x[0]);
    }
}

/* A circle over a plane that stands still. */
static void
meet_plane(struct quire_meet *m, const double at[2], const double normal[2], const struct circle *b)
{
    quire_meet_init(m);
    m->normal[0] = normal[0];
    m->normal[1] = normal[1];
    m->overlap = b->radius - (normal[0] * (b->centre[0] - at[0]) + normal[1] * (b->centre[1] - at[1]));
    m->at[0] = b->centre[0] - b->radius * normal[0];
    m->at[1] = b->centre[1] - b->radius * normal[1];
    add_circle(m, b, 1);
    quire_meet_bend(m);
    bend_circle(m, 0, b, 1);
}

/* ---- soft discs ---- */

static int
soft_of(const struct quire_state *st, const struct quire_free *body)
{
    return body->roller >= 0 ? st->system->roller[body->roller].soft : -1;
}

static struct quire_rim
rim_of(const struct circle *c, double convex)
{
    return (struct quire_rim){.soft = -1, .centre = {c->centre[0], c->centre[1]}, .radius = convex * c->radius, .driven = c->driven,
                              .n = c->n, .handle = c->handle};
}

/* a circle and a free body's circle outside (convex 1) or inside it */
static void
meet_body(struct quire_meet *m, const struct quire_state *st, const struct circle *a, const struct quire_free *body,
          const struct circle *b, double convex)
{
    const int soft = soft_of(st, body);

    if (soft < 0) {
        meet_circles(m, a, b, convex);
        return;
    }
    const struct quire_rim first = rim_of(a, convex), second = quire_soft_rim(st, soft);
    quire_soft_meet(m, st, &first, &second);
    bend_circle(m, 0, a, -1);
}

/* A circle under a side of a block: the normal turns with the block, and the place slides along its side. */
static void
meet_side(struct quire_meet *m, const struct quire_state *st, const struct circle *a, const struct quire_free *block, int side)
{
    const struct quire_pose *pose = st->pose + (block - st->system->free);
    const double *out = side_normal[side], w[2] = {a->centre[0] - pose->at[0], a->centre[1] - pose->at[1]};
    int turned;

    quire_meet_init(m);
    m->normal[0] = -(pose->cos * out[0] - pose->sin * out[1]);
    m->normal[1] = -(pose->sin * out[0] + pose->cos * out[1]);
    m->overlap = a->radius + block->half[side & 1] + m->normal[0] * w[0] + m->normal[1] * w[1];
    m->at[0] = a->centre[0] + a->radius * m->normal[0];
    m->at[1] = a->centre[1] + a->radius * m->normal[1];
    add_circle(m, a, -1);
    turned = body_handles(st, block, w, -a->radius, m->handle + m->n);
    m->n += block->motion->n;
    quire_meet_bend(m);
    bend_circle(m, 0, a, -1);
    if (turned >= 0) { /* the arm w follows the circle and lags behind the block */
        turned += a->n;
        m->turn[turned] = 1;
        for (int k = 0; k < m->n; k++) {
            if (k != turned) {
                m->bend[turned][k][0] = m->handle[k].x[1];
                m->bend[turned][k][1] = -m->handle[k].x[0];
            }
        }
    }
}

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

static void
take_guide(struct visit *to, struct quire_meet *m, const struct quire_free *body, int guide_index, int run, int place, double behind)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_guide *guide = sys->guide + guide_index;
    const int slot = body->slot[guide->view];

    if (!(m->overlap > to->least) || !(behind < guide->depth)) {
        return;
    }
    m->share = body->roller >= 0 ? 1 : BLOCK_SHARE;
    if (behind > 0.5 * guide->depth) { /* deep in the solid, where it should not be: let go little by little */
        double slope;
        const double w = quire_step(behind, 0.5 * guide->depth, 1, guide->depth, 0, &slope);
        m->share_slope = slope * m->share;
        m->share *= w;
    }
    m->belt = -guide->side * guide->velocity;
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

/* a disc or a corner of a block over a face */
static void
circle_on_face(struct visit *to, const struct quire_free *body, const struct circle *c, int place, const struct quire_face *face)
{
    const struct quire_guide *guide = to->st->system->guide + face->guide;
    struct quire_meet m;

    if (to->least >= 0 && !in_box(face, c->centre, c->radius)) {
        return;
    }
    if (face->radius > 0) {
        const struct circle arc = still_circle(face->at, face->radius);
        meet_body(&m, to->st, &arc, body, c, face->convex);
    } else if (soft_of(to->st, body) >= 0) {
        quire_soft_meet_plane(&m, to->st, face->at, face->normal, soft_of(to->st, body));
    } else {
        meet_plane(&m, face->at, face->normal, c);
    }
    const double behind = m.overlap - c->radius;
    if (over_face(face, c->centre, behind, EDGE * guide->depth)) {
        take_guide(to, &m, body, face->guide, face->run, place, behind);
    }
}

/* a disc or a corner of a block at a corner of a guide, or before the end of a wall */
static void
circle_at_corner(struct visit *to, const struct quire_free *body, const struct circle *c, int place,
                 const struct quire_corner_contact *corner)
{
    const struct quire_guide *guide = to->st->system->guide + corner->guide;
    const double x = c->centre[0] - corner->at[0], y = c->centre[1] - corner->at[1];
    const double u = x * corner->out[0][0] + y * corner->out[0][1], up = x * corner->out[1][0] + y * corner->out[1][1];
    struct quire_meet m;

    if (u > 0 && up > 0) {
        const struct circle point = still_circle(corner->at, 0);
        meet_body(&m, to->st, &point, body, c, 1);
        take_guide(to, &m, body, corner->guide, corner->run, place, 0);
    } else if (corner->end && up <= -EDGE * guide->depth && up >= -guide->depth && u > up) {
        if (soft_of(to->st, body) >= 0) {
            quire_soft_meet_plane(&m, to->st, corner->at, corner->out[0], soft_of(to->st, body));
        } else {
            meet_plane(&m, corner->at, corner->out[0], c);
        }
        take_guide(to, &m, body, corner->guide, corner->run, place, -u);
    }
}

/* The side of a block that a point is before: the one whose outside it is on, or from inside the nearest; -1 if it is before none. With an
 * axis only sides that look against it count. */
static int
side_before(const struct quire_pose *pose, const struct quire_free *block, const double p[2], const double *axis)
{
    const double x = p[0] - pose->at[0], y = p[1] - pose->at[1];
    const double local[2] = {pose->cos * x + pose->sin * y, -pose->sin * x + pose->cos * y};
    double least = -HUGE_VAL;
    int best = -1;

    for (int k = 0; k < 4; k++) {
        const double *n = side_normal[k];
        const double out = n[0] * local[0] + n[1] * local[1] - block->half[k & 1];
        const double along = fabs(n[1] * local[0] - n[0] * local[1]);
        const double against = axis == NULL ? 1 : -((pose->cos * n[0] - pose->sin * n[1]) * axis[0] + (pose->sin * n[0] + pose->cos * n[1]) * axis[1]);
        if (along <= block->half[1 - (k & 1)] && against > 0 && out > least) {
            least = out;
            best = k;
        }
    }
    return best;
}

static void
block_on_corner(struct visit *to, const struct quire_free *block, const struct quire_corner_contact *corner)
{
    const struct circle point = still_circle(corner->at, 0);
    const int side = side_before(to->st->pose + (block - to->st->system->free), block, corner->at, corner->axis);
    struct quire_meet m;

    if (side >= 0) {
        meet_side(&m, to->st, &point, block, side);
        take_guide(to, &m, block, corner->guide, corner->run, 4 + side, m.overlap);
    }
}

static void
block_on_arc(struct visit *to, const struct quire_free *block, const struct quire_face *face)
{
    const struct circle arc = still_circle(face->at, face->radius);
    const int side = side_before(to->st->pose + (block - to->st->system->free), block, face->at, NULL);
    struct quire_meet m;

    if (side >= 0) {
        meet_side(&m, to->st, &arc, block, side);
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
    struct circle corner[4];
    const int n = corners_of(body);

    for (int i = 0; i < n; i++) {
        corner[i] = body_circle(to->st, body, i);
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

/* a disc or block and a roller or disc */
static void
visit_meeting(struct visit *to, const struct quire_meeting *meeting)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_free *body = sys->free + meeting->free;
    const struct quire_parties as = {.target = meeting->target, .index = meeting->index, .body = 1 + meeting->free};
    const struct circle other = meeting->target == QUIRE_TARGET_ROLLER ? roller_circle(to->st, sys->roller + meeting->index)
                                                                       : body_circle(to->st, sys->free + meeting->index, 0);
    const struct quire_contact_law *law = sys->law + meeting->law;
    const int other_soft = meeting->target == QUIRE_TARGET_ROLLER ? sys->roller[meeting->index].soft : soft_of(to->st, sys->free + meeting->index);
    const int side = body->roller >= 0 ? -1 : side_before(to->st->pose + meeting->free, body, other.centre, NULL);
    struct quire_meet m;

    if (side >= 0) {
        meet_side(&m, to->st, &other, body, side);
        m.share = BLOCK_SHARE;
        m.grip = grip_of(to->st, law, meeting->grip);
        if (m.overlap > to->least) {
            to->take(to, &m, law, NULL, 0, &as);
        }
        return;
    }
    for (int i = 0; i < corners_of(body); i++) {
        const struct circle c = body_circle(to->st, body, i);
        if (other_soft >= 0) {
            const struct quire_rim first = quire_soft_rim(to->st, other_soft);
            const struct quire_rim second = soft_of(to->st, body) >= 0 ? quire_soft_rim(to->st, soft_of(to->st, body)) : rim_of(&c, 1);
            quire_soft_meet(&m, to->st, &first, &second);
            if (second.soft < 0) {
                bend_circle(&m, m.n - c.n, &c, 1);
            }
        } else {
            meet_body(&m, to->st, &other, body, &c, 1);
        }
        m.share = body->roller >= 0 ? 1 : BLOCK_SHARE;
        m.grip = grip_of(to->st, law, meeting->grip + i);
        if (m.overlap > to->least) {
            to->take(to, &m, law, NULL, 0, &as);
        }
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
    int discs = 0;

    for (int k = 0; k < sys->n_free; k++) {
        discs += sys->free[k].roller >= 0 ? 1 : 0;
    }
    return sys->n_place + sys->n_meeting + discs * sys->n_sheet;
}

/* the disc that a gap to a sheet is about */
static const struct quire_free *
disc_of_gap(const struct quire_system *sys, int gap)
{
    for (int k = 0; k < sys->n_free; k++) {
        gap -= sys->free[k].roller >= 0 ? sys->n_sheet : 0;
        if (gap < 0) {
            return sys->free + k;
        }
    }
    return NULL;
}

const struct quire_free *
quire_free_of_gap(const struct quire_system *sys, int gap)
{
    int k = sys->n_free - 1;

    if (gap >= sys->n_place + sys->n_meeting) {
        return disc_of_gap(sys, gap - sys->n_place - sys->n_meeting);
    }
    if (gap >= sys->n_place) {
        return sys->free + sys->meeting[gap - sys->n_place].free;
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
    if (as->target == QUIRE_TARGET_GUIDE) {
        overlap += sys->free[as->body - 1].place[sys->guide[as->index].view] + station;
    }
    *overlap = m->overlap > *overlap ? m->overlap : *overlap;
}

/* how deep a disc is in a sheet, by its nodes and the segments between them */
static double
overlap_with_sheet(const struct quire_state *st, const struct quire_free *disc, const struct quire_sheet *sheet, const double *y)
{
    const double *c = st->carrier[disc->small].centre, *x = y + sheet->x0, *z = x + sheet->chain.stride;
    double least = HUGE_VAL;

    for (int i = 0; i < sheet->chain.n; i++) {
        const double ex = x[i + 1] - x[i], ey = z[i + 1] - z[i], px = c[0] - x[i], py = c[1] - z[i];
        double s = (px * ex + py * ey) / (ex * ex + ey * ey);
        s = s < 0 ? 0 : s > 1 ? 1 : s;
        const double dx = px - s * ex, dy = py - s * ey, square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    return disc->motion->radius + sheet->half - sqrt(least);
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
    to.overlap += sys->n_place;
    for (int k = 0; k < sys->n_meeting; k++, to.overlap++) {
        if (st->part->has_small[sys->free[sys->meeting[k].free].small]) {
            visit_meeting(&to, sys->meeting + k);
        }
    }
    for (int k = 0; k < sys->n_free; k++) {
        for (int i = 0; sys->free[k].roller >= 0 && i < sys->n_sheet; i++, to.overlap++) {
            if (st->part->has_small[sys->free[k].small] && st->part->has_sheet[i] && st->sheet[i].entered) {
                *to.overlap = overlap_with_sheet(st, sys->free + k, sys->sheet + i, y);
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
    for (int k = 0; k < sys->n_free; k++) {
        if (sys->free[k].small == slot->small) {
            visit_guides(&to, sys->free + k, slot->guide);
        }
    }
    return in;
}
