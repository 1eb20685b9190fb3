#include "contact/body/round.h"

#include <math.h>
#include <string.h>

#include "contact/body/soft.h"
#include "contact/touch/station.h"
#include "motion/free_motion.h"

/* sides of a block: their outward normals while its angle is 0 */
static const double side_normal[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* ---- round things ---- */

/* velocity k of a roller; behind the last one, of a surface that a drive turns */
static struct quire_handle
roller_handle(const struct quire_carrier *carrier, const struct quire_small *s, int k)
{
    return k == s->body.nv
               ? (struct quire_handle){.at = -1,
                                       .rate = carrier->turn * carrier->driven,
                                       .slip = -1}
               : (struct quire_handle){.unknown = s->first + k,
                                       .at = s->v0 + k,
                                       .x = {carrier->d_centre[0][k], carrier->d_centre[1][k]},
                                       .slip = -carrier->turn * carrier->d_surface[k]};
}

struct quire_round
quire_round_roller(const struct quire_state *st, const struct quire_roller *roller)
{
    const struct quire_carrier *carrier = st->carrier + roller->small;
    const struct quire_small *s = st->system->small + roller->small;
    struct quire_round c = quire_round_still(carrier->centre, roller->radius);

    for (int k = 0; k < s->body.nv + (carrier->driven != 0); k++) {
        c.handle[c.n++] = roller_handle(carrier, s, k);
    }
    return c;
}

struct quire_round
quire_round_station(const struct station *p, double half, int first, int node, int axis)
{
    struct quire_round r =
        quire_round_still((double[2]){p->at[0] + p->x[0], p->at[1] + p->x[1]}, half);

    for (int k = 0; k < 6; k++) {
        struct quire_handle *h = r.handle + r.n++;
        *h = (struct quire_handle){.unknown = k,
                                   .at = first + node * (p->node + k / 2) + axis * (k & 1)};
        h->x[k & 1] = p->b[k / 2];
    }
    return r;
}

void
quire_meet_on_sheet(struct quire_meet *m, const struct station *p, double half, int sheet,
                    int small)
{
    m->n_node = 6;
    m->on = p;
    memset(m->t, 0, sizeof m->t);
    memset(m->t_slides, 0, sizeof m->t_slides);
    memset(m->z_slides, 0, sizeof m->z_slides);
    for (int k = 0; k < 6; k++) {
        m->t[k & 1][k] = p->d[k / 2];
        m->t_slides[k & 1][k] = p->dd[k / 2];
    }
    m->half = half;
    m->sheet = sheet;
    m->node = p->node;
    m->small = small;
}

int
quire_body_handles(const struct quire_state *st, const struct quire_free *body, const double arm[2],
                   double radius, struct quire_handle *out)
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
            out[k].lever = 1;
        } else {
            out[k].x[motion->dof[k]] = 1;
        }
    }
    return turned;
}

/* which way a corner stands from the centre, along the block's own axes */
static void
corner_signs(int corner, double sign[2])
{
    sign[0] = corner == 0 || corner == 3 ? 1 : -1;
    sign[1] = corner < 2 ? 1 : -1;
}

static void
turn(const struct quire_pose *pose, double x, double y, double out[2])
{
    out[0] = pose->cos * x - pose->sin * y;
    out[1] = pose->sin * x + pose->cos * y;
}

static void
corner_arm(const struct quire_pose *pose, const struct quire_free *block, int corner, double arm[2])
{
    double sign[2];

    corner_signs(corner, sign);
    turn(pose, sign[0] * block->half[0], sign[1] * block->half[1], arm);
}

void
quire_block_corner(const struct quire_pose *pose, const struct quire_free *block, int corner,
                   double at[2])
{
    corner_arm(pose, block, corner, at);
    at[0] += pose->at[0];
    at[1] += pose->at[1];
}

struct quire_round
quire_round_body(const struct quire_state *st, const struct quire_free *body, int corner)
{
    const struct quire_pose *pose = st->pose + (body - st->system->free);
    const struct quire_roller *disc = body->roller >= 0 ? st->system->roller + body->roller : NULL;
    struct quire_round c = {.radius = disc == NULL      ? 0
                                      : disc->soft >= 0 ? quire_soft_reach(st, disc)
                                                        : disc->radius,
                            .n = body->motion->n};

    c.centre[0] = pose->at[0];
    c.centre[1] = pose->at[1];
    if (body->roller < 0) {
        corner_arm(pose, body, corner, c.arm);
        c.centre[0] += c.arm[0];
        c.centre[1] += c.arm[1];
    }
    c.turned = quire_body_handles(st, body, c.arm, c.radius, c.handle);
    return c;
}

/* ---- sides ---- */

void
quire_side_normal(const struct quire_pose *pose, int side, double out[2])
{
    turn(pose, side_normal[side][0], side_normal[side][1], out);
}

void
quire_corner_axis(const struct quire_pose *pose, int corner, double axis[2])
{
    double sign[2];

    corner_signs(corner, sign);
    turn(pose, sign[0], sign[1], axis);
}

double
quire_side_distance(const struct quire_pose *pose, const struct quire_free *block, int side,
                    const double p[2], double *beyond, double *end)
{
    const double *n = side_normal[side], x = p[0] - pose->at[0], y = p[1] - pose->at[1];
    const double local[2] = {pose->cos * x + pose->sin * y, -pose->sin * x + pose->cos * y};
    const double along = n[0] * local[1] - n[1] * local[0];

    *end = along < 0 ? -1 : 1;
    *beyond = fabs(along) - block->half[1 - (side & 1)];
    return n[0] * local[0] + n[1] * local[1] - block->half[side & 1];
}

int
quire_side_before(const struct quire_pose *pose, const struct quire_free *block, const double p[2],
                  const double *axis, double margin)
{
    double least = -HUGE_VAL;
    int best = -1;

    for (int k = 0; k < 4; k++) {
        double n[2], beyond, end;
        const double out = quire_side_distance(pose, block, k, p, &beyond, &end);
        quire_side_normal(pose, k, n);
        const bool against = axis == NULL || n[0] * axis[0] + n[1] * axis[1] < 0;
        if (beyond <= margin && against && out > least) {
            least = out;
            best = k;
        }
    }
    return best;
}

/* ---- how two surfaces meet ---- */

/* adds a circle's handles as those of the first (sign -1) or of the second surface; call after
 * quire_meet_bend() for `bend` */
static void
add_round(struct quire_meet *m, const struct quire_round *c, double sign)
{
    for (int k = 0; k < c->n; k++) {
        quire_meet_add(m, c->handle + k, sign);
    }
}

void
quire_round_bend(struct quire_meet *m, int first, const struct quire_round *c, double sign)
{
    if (c->rim != NULL) {
        quire_rim_bend(m, first, c->rim, sign);
    }
    if (c->turned >= 0 && (c->arm[0] != 0 || c->arm[1] != 0)) {
        const int k = first + c->turned;
        quire_meet_bend(m);
        m->bend[k][0][k] -= sign * c->arm[0];
        m->bend[k][1][k] -= sign * c->arm[1];
    }
}

/* Centres and radii. Returns by how much the normal turns as the second moves across. */
static double
face_rounds(struct quire_meet *m, const double a[2], double ra, const double b[2], double rb,
            double convex)
{
    const double x = b[0] - a[0], y = b[1] - a[1], d = sqrt(x * x + y * y), way = convex / d;

    quire_meet_init(m);
    m->normal[0] = way * x;
    m->normal[1] = way * y;
    m->overlap = rb + convex * ra - convex * d;
    return way;
}

static void
turn_rounds(struct quire_meet *m, double way)
{
    for (int k = 0; k < m->n; k++) {
        m->turn[k] = way * (m->normal[0] * m->x[1][k] - m->normal[1] * m->x[0][k]);
    }
}

void
quire_meet_rounds(struct quire_meet *m, const struct quire_round *a, const struct quire_round *b,
                  double convex)
{
    const double way = face_rounds(m, a->centre, a->radius, b->centre, b->radius, convex);

    m->at_place[0] = b->centre[0] - b->radius * m->normal[0];
    m->at_place[1] = b->centre[1] - b->radius * m->normal[1];
    add_round(m, a, -1);
    add_round(m, b, 1);
    turn_rounds(m, way);
    quire_round_bend(m, 0, a, -1);
    quire_round_bend(m, a->n, b, 1);
}

void
quire_meet_rollers(struct quire_meet *m, const struct quire_state *st, const struct quire_roller *a,
                   const struct quire_roller *b)
{
    const struct quire_carrier *one = st->carrier + a->small, *other = st->carrier + b->small;
    const double way = face_rounds(m, one->centre, a->radius, other->centre, b->radius, 1);

    for (int d = 0; d < 2; d++) {
        m->at_place[d] = one->centre[d] + a->radius * m->normal[d];
    }
    for (int e = 0; e < 2; e++) {
        const struct quire_carrier *carrier = e == 0 ? one : other;
        const struct quire_small *s = st->system->small + (e == 0 ? a : b)->small;
        for (int k = 0; k < s->body.nv + (carrier->driven != 0); k++) {
            const struct quire_handle h = roller_handle(carrier, s, k);
            quire_meet_add(m, &h, e == 0 ? -1 : 1);
        }
    }
    turn_rounds(m, way);
}

/* ---- planes ---- */

struct quire_flat
quire_flat_of_block(const struct quire_state *st, const struct quire_free *block, int side,
                    const double place[2], double radius)
{
    const struct quire_pose *pose = st->pose + (block - st->system->free);
    const double arm[2] = {place[0] - pose->at[0], place[1] - pose->at[1]};
    struct quire_flat f = {.n = block->motion->n};

    quire_side_normal(pose, side, f.out);
    f.height = f.out[0] * arm[0] + f.out[1] * arm[1] - block->half[side & 1];
    f.turned = quire_body_handles(st, block, arm, -radius, f.handle);
    return f;
}

void
quire_meet_flat(struct quire_meet *m, const struct quire_round *a, const struct quire_flat *flat)
{
    quire_meet_init(m);
    m->overlap = a->radius - flat->height;
    for (int d = 0; d < 2; d++) {
        m->normal[d] = -flat->out[d];
        m->at_place[d] = a->centre[d] + a->radius * m->normal[d];
    }
    add_round(m, a, -1);
    for (int k = 0; k < flat->n; k++) {
        quire_meet_add(m, flat->handle + k, 1);
    }
    if (flat->turned >= 0) { /* places on it follow the circle and lag behind */
        const int turned = a->n + flat->turned;
        quire_meet_bend(m);
        m->lever[turned] = -1; /* its friction acts at the circle, which is inside it */
        m->turn[turned] = 1;
        for (int k = 0; k < m->n; k++) {
            if (k != turned) {
                m->bend[turned][0][k] = m->x[1][k];
                m->bend[turned][1][k] = -m->x[0][k];
            }
        }
    }
    quire_round_bend(m, 0, a, -1); /* the normal's turning is known now */
}

void
quire_meet_side(struct quire_meet *m, const struct quire_state *st, const struct quire_round *a,
                const struct quire_free *block, int side)
{
    const struct quire_flat flat = quire_flat_of_block(st, block, side, a->centre, a->radius);

    quire_meet_flat(m, a, &flat);
}

void
quire_meet_let_go(struct quire_meet *m, double behind, double depth)
{
    if (behind > 0.5 * depth) {
        struct quire_fade_way way;
        /* less deep along the normal */
        const struct second w = second_ramp(-behind, -depth, 0, -0.5 * depth, 1);
        quire_meet_way(m, m->normal, true, &way);
        quire_meet_fade(m, w, &way, NULL, true);
    }
}
