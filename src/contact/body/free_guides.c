/* Where free bodies touch guides. Theory: doc/theory/bodies.md, 2. */
#include <math.h>

#include "contact/body/free.h"
#include "contact/body/soft.h"
#include "contact/body/soft_rim.h"
#include "contact/body/visit.h"
#include "contact/law/constants.h"
#include "contact/law/law_state.h"
#include "motion/free_motion.h"
#include "state/gate_pose.h"

static bool
in_box(const struct quire_face *face, const double p[2], double reach)
{
    return p[0] > face->low[0] - reach && p[0] < face->high[0] + reach &&
           p[1] > face->low[1] - reach && p[1] < face->high[1] + reach;
}

/* What a body touches with: the rim of a disc, a corner of a block, or a point of the rim of a soft
 * disc. */
struct toucher {
    const struct quire_free *body;
    const struct quire_round *round;
    int place;
    int soft; /* the soft disc whose whole rim it is; -1: it is rigid, or a point */
};

/* What it touches of a guide: a circle, whose radius is negative where it is inside, a corner of
 * radius 0, or a plane. */
struct ground {
    const double *centre; /* NULL: a plane */
    double radius;
    const struct quire_face *face; /* NULL: a corner, or under a block's side */
};

/* with laws that act before touch a soft disc touches point by point */
static bool
touches(const struct quire_visit *to, const struct toucher *t, int guide, int view)
{
    const struct quire_system *sys = to->st->system;
    const int law = t->body->law[guide];

    return law >= 0 && (view < 0 || sys->guide[guide].view == view) &&
           (quire_soft_of(to->st, t->body) < 0 || (t->soft < 0) == (sys->law[law].reach > 0));
}

/* ---- guides, which may be gates ---- */

/* How a gate's material at a place goes with its way, which a drive or a spring has. */
static struct quire_handle
gate_handle(const struct quire_state *st, int index, const double at[2])
{
    const struct quire_gate *gate = st->system->gate + index;
    const struct quire_small *small = gate->small < 0 ? NULL : st->system->small + gate->small;
    struct quire_handle h = {.unknown = small != NULL ? small->first : -1,
                             .at = small != NULL ? small->v0 : -1,
                             .rate = small != NULL ? 0 : st->gate[index].rate};

    quire_gate_way_at(gate, at[0], at[1], h.x);
    return h;
}

/* A circle of a guide, of negative radius where it is hollow, or a corner. */
static struct quire_round
guide_round(const struct quire_state *st, int guide, const double centre[2], double radius)
{
    const int gate = st->system->guide[guide].gate;
    struct quire_round c = quire_round_still(centre, fabs(radius));

    if (gate < 0) {
        return c;
    }
    c.n = 1;
    c.handle[0] = gate_handle(st, gate, centre);
    if (st->system->gate[gate].turns) {
        const double *pivot = st->system->gate[gate].at;
        c.turned = 0;
        c.arm[0] = centre[0] - pivot[0];
        c.arm[1] = centre[1] - pivot[1];
        c.handle[0].slip = -radius;
        c.handle[0].lever = 1;
    }
    return c;
}

/* A plane of a guide, under a circle. */
static struct quire_flat
guide_flat(const struct quire_state *st, int guide, const double at[2], const double normal[2],
           const double place[2], double radius)
{
    const int gate = st->system->guide[guide].gate;
    struct quire_flat f = {.out = {normal[0], normal[1]},
                           .height =
                               normal[0] * (place[0] - at[0]) + normal[1] * (place[1] - at[1]),
                           .turned = -1};

    if (gate >= 0) {
        f.handle[f.n++] = gate_handle(st, gate, place);
        if (st->system->gate[gate].turns) {
            f.turned = 0;
            f.handle[0].slip = radius;
        }
    }
    return f;
}

static void
meet_plane(struct quire_meet *m, const struct quire_visit *to, int guide, const double at[2],
           const double normal[2], const struct toucher *t)
{
    struct quire_foot foot;
    double place[2];

    if (t->soft >= 0) {
        quire_soft_lowest(to->st, t->soft, normal, &foot, place);
        const struct quire_flat flat = guide_flat(to->st, guide, at, normal, place, 0);
        quire_soft_meet_flat(m, to->st, t->soft, &foot, &flat);
    } else {
        const struct quire_flat flat =
            guide_flat(to->st, guide, at, normal, t->round->centre, t->round->radius);
        quire_meet_flat(m, t->round, &flat);
    }
    m->target_second = true;
}

/* ---- what is let go ---- */

/* How deep a place is behind a surface, and where it is let go of at the latest [m]. */
struct depth {
    double now, most;
};

/* How the centre of a round moves past the guide with each velocity. What a soft one's strains move
 * is its rim alone. */
struct way_past {
    double x[QUIRE_MEET_MOST][2];
    bool rigid; /* it turns as the body does */
    int gate;   /* the velocity that turns the guide; -1: none */
};

static void
find_way_past(struct way_past *out, const struct quire_meet *m, const struct quire_state *st,
              const struct toucher *t, int gate)
{
    const struct quire_soft *soft = t->soft >= 0 ? st->system->soft + t->soft : NULL;
    /* a gate is the first of the velocities where the guide is the first surface, else the last */
    const int first = gate >= 0 && !m->target_second, of_gate = first ? 0 : m->n - 1;

    out->rigid = soft == NULL;
    out->gate = gate >= 0 && st->system->gate[gate].turns ? of_gate : -1;
    for (int k = 0; k < m->n; k++) {
        const int frame = soft != NULL && k - first < soft->motion->frame.nv ? k - first : -1;
        for (int d = 0; d < 2; d++) {
            out->x[k][d] = soft == NULL ? (m->target_second ? -1 : 1) * m->x[d][k]
                           : frame >= 0 ? st->carrier[soft->small].d_centre[d][frame]
                                        : 0;
        }
    }
    if (gate >= 0) {
        double way[2];
        quire_gate_way_at(st->system->gate + gate, t->round->centre[0], t->round->centre[1], way);
        out->x[of_gate][0] = -way[0];
        out->x[of_gate][1] = -way[1];
    }
}

/* how far along a direction of the guide, which turns by `bend` for each way across */
struct along {
    double on[2], bend; /* [1/m] */
};

/* its second derivative by k and j; seen from the guide a way across is one the other way */
static double
curve_past(const struct quire_meet *m, const struct way_past *way, const struct along *a, int k,
           int j)
{
    const double tx = -a->on[1], ty = a->on[0];
    const double over[2] = {tx * way->x[k][0] + ty * way->x[k][1],
                            tx * way->x[j][0] + ty * way->x[j][1]};
    const double bent = a->bend * over[0] * over[1];

    if (k == way->gate || j == way->gate) {
        return bent + over[k == way->gate];
    }
    return way->rigid && m->bends ? bent + a->on[0] * m->bend[k][0][j] + a->on[1] * m->bend[k][1][j]
                                  : bent;
}

/* The share goes to nothing while `at` goes from half of `most` to all of it, as it does along
 * `a`. `alone`: `at` goes with the overlap. */
static void
fade_on(struct quire_meet *m, double at, double most, const struct along *a,
        const struct way_past *way, bool alone)
{
    struct quire_fade_way by;

    if (!(at > 0.5 * most)) {
        return;
    }
    const struct second w = second_ramp(at, 0.5 * most, 1, most, 0);
    for (int k = 0; k < m->n; k++) {
        by.by[k] = a->on[0] * way->x[k][0] + a->on[1] * way->x[k][1];
        for (int j = 0; j < m->n; j++) {
            by.curve[k][j] = curve_past(m, way, a, k, j);
        }
    }
    for (int k = 0; k < m->n && !alone; k++) { /* what passes moves no place on */
        by.by[k] = m->moves[k] * by.by[k];
        for (int j = 0; j < m->n; j++) {
            by.curve[k][j] = m->moves[k] * m->moves[j] * by.curve[k][j];
        }
    }
    quire_meet_fade(m, w, &by, NULL, alone);
}

/* A round whose centre is deep behind the surface, or far beyond its end in the solid behind
 * another. */
static void
let_go_of_round(struct quire_meet *m, const struct quire_state *st, const struct toucher *t,
                const struct ground *ground, const struct depth *depth, int gate)
{
    const struct quire_face *face = ground->face;
    const double *c = t->round->centre;
    const double into = m->target_second ? 1 : -1;
    struct along in = {{into * m->normal[0], into * m->normal[1]}, 0};
    struct way_past way;

    find_way_past(&way, m, st, t, gate);
    if (ground->centre != NULL && t->soft >= 0) {
        const double x = c[0] - ground->centre[0], y = c[1] - ground->centre[1];
        const double unit = (ground->radius < 0 ? 1 : -1) / sqrt(x * x + y * y);
        in = (struct along){{unit * x, unit * y}, unit};
    }
    fade_on(m, depth->now, depth->most, &in, &way, t->soft < 0);
    for (int e = 0; face != NULL && e < 2; e++) {
        if (!face->taper[e] && face->past[e] > 0) {
            const struct along out = {{face->out[e][0], face->out[e][1]}, 0};
            fade_on(m, quire_face_beyond(face, e, c), face->past[e], &out, &way, false);
        }
    }
}

/* ---- at a place ---- */

/* On a gate that turns friction acts where the surface of a round body is, on both. */
static void
rub_at_body(struct quire_meet *m)
{
    for (int k = 0; k < m->n; k++) {
        m->lever[k] = k == 0 ? 2 * m->lever[k] : 0;
    }
    m->middle = true;
}

static void
take_guide(struct quire_visit *to, struct quire_meet *m, const struct toucher *t,
           const struct ground *ground, int guide_index, int run, const struct depth *depth)
{
    const struct quire_system *sys = to->st->system;
    const struct quire_free *body = t->body;
    const struct quire_guide *guide = sys->guide + guide_index;
    const struct quire_contact_law *law = sys->law + body->law[guide_index];
    const int slot = body->slot[guide->view], place = run * quire_free_places(body) + t->place;

    if (!(m->overlap > to->least - law->reach) || !(depth->now < depth->most)) {
        return;
    }
    m->share *= body->roller >= 0 ? 1 : QUIRE_BLOCK_SHARE;
    if (t->round != NULL && t->round->rim != NULL) {
        quire_rim_share(m, t->round->rim, guide->gate >= 0 && !m->target_second, law);
    }
    m->middle |= law->normal->middle;
    if (guide->gate >= 0 && t->round != NULL && ground->centre != NULL && !m->middle) {
        rub_at_body(m);
    }
    if (t->round != NULL) {
        let_go_of_round(m, to->st, t, ground, depth, guide->gate);
    } else {
        quire_meet_let_go(m, depth->now, depth->most);
    }
    m->belt = -guide->side * guide->velocity;
    m->grip = quire_law_grip(to->st, law,
                             body->grip0 + body->place[guide->view] - body->place[0] + place);
    m->pair =
        (struct quire_contact_pair){quire_partner(QUIRE_PARTNER_FREE, (int)(body - sys->free)),
                                    quire_partner(QUIRE_PARTNER_GUIDE, guide_index)};
    m->law = law;
    m->slot = slot >= 0 ? sys->slot + slot : NULL;
    m->station = place;
    to->take(to, m);
}

static double
behind_face(const struct quire_face *face, const double p[2])
{
    const double x = p[0] - face->at[0], y = p[1] - face->at[1];

    return face->radius > 0 ? face->convex * (face->radius - sqrt(x * x + y * y))
                            : -(face->normal[0] * x + face->normal[1] * y);
}

static void
circle_on_face(struct quire_visit *to, const struct toucher *t, const struct quire_face *face)
{
    const struct quire_guide *guide = to->st->system->guide + face->guide;
    const struct quire_round *c = t->round;
    const double reach = c->radius + to->st->system->law[t->body->law[face->guide]].reach,
                 behind = behind_face(face, c->centre);
    struct ground ground = {NULL, 0, face};
    struct quire_meet m;

    if (!(behind + reach > to->least) || (to->least >= 0 && !in_box(face, c->centre, reach)) ||
        !quire_face_faces(face, c->centre, behind, QUIRE_FREE_EDGE * guide->depth)) {
        return;
    }
    if (face->radius > 0) {
        const struct quire_round arc =
            guide_round(to->st, face->guide, face->at, face->convex * face->radius);
        quire_meet_body(&m, to->st, &arc, t->soft, c, face->convex);
        ground = (struct ground){face->at, face->convex * face->radius, face};
    } else {
        meet_plane(&m, to, face->guide, face->at, face->normal, t);
    }
    take_guide(to, &m, t, &ground, face->guide, face->run, &(struct depth){behind, guide->depth});
}

/* at a corner of a guide, or before the end of a wall */
static void
circle_at_corner(struct quire_visit *to, const struct toucher *t,
                 const struct quire_corner_contact *corner)
{
    const struct quire_guide *guide = to->st->system->guide + corner->guide;
    const double x = t->round->centre[0] - corner->at[0], y = t->round->centre[1] - corner->at[1];
    const double u = x * corner->out[0][0] + y * corner->out[0][1],
                 up = x * corner->out[1][0] + y * corner->out[1][1],
                 far = t->round->radius + to->st->system->law[t->body->law[corner->guide]].reach -
                       to->least;
    struct quire_meet m;

    if (u > 0 && up > 0 && x * x + y * y < far * far) {
        const struct quire_round point = guide_round(to->st, corner->guide, corner->at, 0);
        quire_meet_body(&m, to->st, &point, t->soft, t->round, 1);
        take_guide(to, &m, t, &(struct ground){corner->at, 0, NULL}, corner->guide, corner->run,
                   &(struct depth){0, guide->depth});
    } else if (corner->end && u < far && up <= -QUIRE_FREE_EDGE * guide->depth &&
               up >= -guide->depth && u > up) {
        meet_plane(&m, to, corner->guide, corner->at, corner->out[0], t);
        take_guide(to, &m, t, &(struct ground){NULL, 0, NULL}, corner->guide, corner->run,
                   &(struct depth){-u, guide->depth});
    }
}

/* What is deeper under a side than the block is thick there is behind the block. */
static double
deepest_under(const struct quire_state *st, const struct quire_free *block, int side, int guide)
{
    return fmin(st->system->guide[guide].depth, 2 * block->half[side & 1]);
}

static void
block_on_corner(struct quire_visit *to, const struct quire_free *block,
                const struct quire_corner_contact *corner)
{
    const struct quire_round point = guide_round(to->st, corner->guide, corner->at, 0);
    const int side = quire_side_before(to->st->pose + (block - to->st->system->free), block,
                                       corner->at, corner->axis, 0);
    struct quire_meet m;

    if (side >= 0) {
        quire_meet_side(&m, to->st, &point, block, side);
        take_guide(to, &m, &(struct toucher){block, NULL, 4 + side, -1},
                   &(struct ground){corner->at, 0, NULL}, corner->guide, corner->run,
                   &(struct depth){m.overlap, deepest_under(to->st, block, side, corner->guide)});
    }
}

static void
block_on_arc(struct quire_visit *to, const struct quire_free *block, const struct quire_face *face)
{
    const struct quire_round arc = guide_round(to->st, face->guide, face->at, face->radius);
    const int side =
        quire_side_before(to->st->pose + (block - to->st->system->free), block, face->at, NULL, 0);
    struct quire_meet m;

    if (side >= 0) {
        quire_meet_side(&m, to->st, &arc, block, side);
        if (quire_face_faces(face, m.at_place, 0, 1)) {
            take_guide(to, &m, &(struct toucher){block, NULL, 4 + side, -1},
                       &(struct ground){face->at, face->radius, NULL}, face->guide, face->run,
                       &(struct depth){m.overlap, deepest_under(to->st, block, side, face->guide)});
        }
    }
}

/* all guides, or those of one view */
static void
touch_guides(struct quire_visit *to, const struct toucher *t, int view)
{
    const struct quire_system *sys = to->st->system;

    for (int k = 0; k < sys->n_face; k++) {
        struct quire_face room;
        if (touches(to, t, sys->face[k].guide, view)) {
            circle_on_face(to, t, quire_face_there(to->st, sys->face + k, &room));
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        struct quire_corner_contact room;
        if (touches(to, t, sys->corner[k].guide, view)) {
            circle_at_corner(to, t, quire_corner_there(to->st, sys->corner + k, &room));
        }
    }
}

static void
block_on_guides(struct quire_visit *to, const struct quire_free *block, int view)
{
    const struct quire_system *sys = to->st->system;
    const struct toucher t = {block, NULL, 0, -1};

    for (int k = 0; k < sys->n_face; k++) {
        const struct quire_face *face = sys->face + k;
        struct quire_face room;
        if (face->radius > 0 && face->convex > 0 && touches(to, &t, face->guide, view)) {
            block_on_arc(to, block, quire_face_there(to->st, face, &room));
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        struct quire_corner_contact room;
        if (touches(to, &t, sys->corner[k].guide, view)) {
            block_on_corner(to, block, quire_corner_there(to->st, sys->corner + k, &room));
        }
    }
}

/* whether some guide may be within reach of a place before it */
static bool
guides_near(const struct quire_system *sys, const double p[2], double reach)
{
    for (int k = 0; k < sys->n_face; k++) {
        const struct quire_face *f = sys->face + k;
        const double x = p[0] - f->at[0], y = p[1] - f->at[1];
        if (in_box(f, p, reach) && (f->radius > 0 ? fabs(sqrt(x * x + y * y) - f->radius) < reach
                                                  : f->normal[0] * x + f->normal[1] * y < reach)) {
            return true;
        }
    }
    for (int k = 0; k < sys->n_corner; k++) {
        const struct quire_corner_contact *c = sys->corner + k;
        const double x = p[0] - c->at[0], y = p[1] - c->at[1],
                     far = reach + (c->end ? sys->guide[c->guide].depth : 0);
        if (x * x + y * y < far * far) {
            return true;
        }
    }
    return false;
}

static void
rim_on_guides(struct quire_visit *to, const struct quire_free *disc, int soft, int view)
{
    for (int i = 0; i < QUIRE_RIM_POINTS; i++) {
        struct quire_rim_point p;
        double at[2];
        quire_rim_place(to->st, soft, i, at);
        if (guides_near(to->st->system, at, disc->reach)) {
            quire_rim_point(&p, to->st, soft, i);
            touch_guides(to, &(struct toucher){disc, &p.round, 0, -1}, view);
        }
    }
}

void
quire_visit_guides(struct quire_visit *to, const struct quire_free *body, int view)
{
    const int n = quire_round_count(body), soft = quire_soft_of(to->st, body);

    for (int i = 0; i < n; i++) {
        const struct quire_round c = quire_round_body(to->st, body, i);
        touch_guides(to, &(struct toucher){body, &c, i, soft}, view);
    }
    if (body->roller < 0) {
        block_on_guides(to, body, view);
    }
    if (soft >= 0 && body->reach > 0) {
        rim_on_guides(to, body, soft, view);
    }
}
