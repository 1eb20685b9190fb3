#include "contact/body/block_on_sheet.h"

#include <math.h>
#include <string.h>

#include "contact/law/constants.h"
#include "contact/touch/places.h"
#include "motion/free_motion.h"

/* One block on one sheet. */
struct block_contact {
    const struct scatter *c;
    const struct quire_sheet *sheet;
    const struct quire_free *block;
    const struct quire_pose *pose;
    const double *v;                  /* velocities V */
    double widest;                    /* of the fade at the ends of its sides [m] */
    double reach;                     /* how far before touch a law of theirs acts [m] */
    struct quire_meet_across *across; /* in space: of the sheet's column; NULL in the plane */
};

/* ---- a place on the sheet ---- */

/* Takes the angle of the curve's direction at a fixed station off `angle`. */
static void
less_tangent(const struct station *p, struct quire_fade_way *angle)
{
    const double x = p->x1[0], y = p->x1[1], q = 1 / (x * x + y * y), by[2] = {-q * y, q * x},
                 same = 2 * q * q * x * y, other = q * q * (y * y - x * x);

    for (int k = 0; k < 6; k++) {
        angle->by[k] -= p->d[k / 2] * by[k & 1];
        for (int j = 0; j < 6; j++) {
            const double curve = (k & 1) != (j & 1) ? other : k & 1 ? -same : same;
            angle->curve[k][j] -= p->d[k / 2] * p->d[j / 2] * curve;
        }
    }
}

/* the angle of the normal, where it turns with a block or not at all */
static void
normal_angle(const struct quire_meet *m, struct quire_fade_way *angle)
{
    memcpy(angle->by, m->turn, sizeof angle->by);
    memset(angle->curve, 0, sizeof angle->curve);
}

static struct quire_round
station_round(const struct block_contact *l, const struct station *p)
{
    const struct quire_sheet *sheet = l->sheet;
    const int first = (int)sheet->x0;

    return l->across == NULL
               ? quire_round_station(p, sheet->half, first, 1, sheet->chain.stride)
               : quire_round_station(p, sheet->half, first + 3 * l->across->column->index,
                                     3 * sheet->ladder->m, 1);
}

/* ---- one touching place ---- */

static void
take(const struct block_contact *l, struct quire_meet *m, const struct station *p,
     const struct quire_contact_law *law, int face, int corner)
{
    const struct scatter *c = l->c;
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const int node = owner(p);

    quire_meet_on_sheet(m, p, l->sheet->half, c->sheet, l->block->small);
    m->grip = station_grip(c, law, node, face);
    int place = quire_station_place(sys, c->sheet, 0, face, node);
    if (corner >= 0) { /* of its own: the station's are those of the side */
        m->grip = m->grip != NULL
                      ? st->grip + l->block->sheet_grip + QUIRE_BLOCK_CORNERS * c->sheet + corner
                      : NULL;
        place = quire_block_place(sys, c->sheet, (int)(l->block - sys->free), corner);
    }
    if (m->grip != NULL && corner >= 0 && l->across != NULL) { /* one for each column */
        m->grip += QUIRE_BLOCK_CORNERS * sys->n_sheet * l->across->column->index;
    }
    m->pair =
        quire_sheet_with(c->sheet, quire_partner(QUIRE_PARTNER_FREE, (int)(l->block - sys->free)));
    m->target_second = true;
    m->law = law;
    m->slot = quire_slot_of(sys, c->sheet, law);
    m->station = place;
    if (l->across != NULL) {
        quire_meet_across(st, m, l->across, l->v, c->cq, c->cv);
        return;
    }
    quire_meet_forces(st, m, l->v, c->cq, c->cv, c->band != NULL);
}

static const struct quire_contact_law *
law_of_face(const struct block_contact *l, int face)
{
    const int law = l->block->sheet_law[2 * l->c->sheet + face];

    return law < 0 ? NULL : l->c->state->system->law + law;
}

/* ---- sides ---- */

/* As the share of a station fades over the end of a guide (contact/guide/contact.c): over `widest`
 * to either side while the sheet lies along the side, over half its thickness where it is inclined;
 * and a mid-line behind the side counts as that much further out. */
static void
fade(struct quire_meet *m, const struct station *p, double beyond, double end, double behind,
     double widest, double half)
{
    /* n points into the block */
    const double n[2] = {m->normal[0], m->normal[1]}, out[2] = {end * n[1], -end * n[0]};
    const double unit = 1 / sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    /* of the angle from the curve to the normal */
    const double cosine = unit * (p->x1[0] * n[0] + p->x1[1] * n[1]),
                 sine = unit * (p->x1[0] * n[1] - p->x1[1] * n[0]);
    const struct second tilt = second_of(second(0, 1), cosine / QUIRE_BLOCK_TILT,
                                         -sine / QUIRE_BLOCK_TILT, -cosine / QUIRE_BLOCK_TILT),
                        taper = second_step(second_mul(tilt, tilt), widest, half),
                        u = second(-beyond - (behind > 0 ? behind : 0), 0);
    /* from 0 at -taper to 1 at taper */
    struct second s = second_mul(u, second_of(taper, 0.5 / taper.x, -0.5 / (taper.x * taper.x),
                                              1 / (taper.x * taper.x * taper.x)));
    s.x += 0.5;
    const struct second w = second_step(s, 0, 1);
    if (w.x >= 1) {
        return;
    }
    struct quire_fade_way way, angle;
    quire_meet_way(m, behind > 0 ? (double[2]){out[0] + n[0], out[1] + n[1]} : out, true, &way);
    normal_angle(m, &angle);
    less_tangent(p, &angle);
    quire_meet_fade(m, w, &way, &angle, false);
}

static void
station_on_side(const struct block_contact *l, const struct station *p, const struct quire_round *r,
                int side)
{
    const struct quire_state *st = l->c->state;
    const double depth = l->block->half[side & 1], half = l->sheet->half;
    double beyond, end;
    struct quire_meet m;

    const double out = quire_side_distance(l->pose, l->block, side, r->centre, &beyond, &end);
    if (!(out < half + l->reach) || out <= -depth || beyond + (out < 0 ? -out : 0) >= l->widest) {
        return;
    }
    quire_meet_side(&m, st, r, l->block, side);
    const int face = touched_face(p, (double[2]){-m.normal[0], -m.normal[1]});
    const struct quire_contact_law *law = law_of_face(l, face);
    if (law == NULL || !(m.overlap > -law->reach)) {
        return;
    }
    m.share = l->sheet->station_length[owner(p)] / law->reference_length;
    quire_meet_let_go(&m, -out, depth);
    fade(&m, p, beyond, end, -out, l->widest, half);
    if (m.share > 0) {
        take(l, &m, p, law, face, -1);
    }
}

/* ---- corners ---- */

static const double nowhere[2] = {0, 0};

/* the node nearest to a point, and its squared distance */
static int
nearest_node(const struct scatter *c, int n, const double at[2], double *square)
{
    int best = 0;

    *square = HUGE_VAL;
    for (int i = 0; i <= n; i++) {
        const double dx = c->x[i] - at[0], dy = c->y[i] - at[1], d = dx * dx + dy * dy;
        if (d < *square) {
            *square = d;
            best = i;
        }
    }
    return best;
}

/* A corner at the sheet's round end: how the angle of the normal, along which they are `distance`
 * apart, turns. */
static void
round_angle(const struct quire_meet *m, double distance, struct quire_fade_way *angle)
{
    const double nx = m->normal[0], ny = m->normal[1];
    struct quire_fade_way away, across;

    quire_meet_way(m, m->normal, false, &away);
    quire_meet_way(m, (double[2]){-ny, nx}, false, &across);
    normal_angle(m, angle);
    for (int k = 0; k < m->n; k++) {
        for (int j = 0; j < m->n; j++) {
            angle->curve[k][j] =
                (across.curve[k][j] - m->turn[j] * away.by[k] - m->turn[k] * away.by[j]) / distance;
        }
    }
}

/* A corner before the curve: the parameter of the place nearest to it, and the curve's angle there,
 * follow each q_k. */
struct curve_moves {
    double moved[QUIRE_MEET_MOST][2];  /* the direction there, at a fixed parameter, */
    double turned[QUIRE_MEET_MOST][2]; /* and in all */
    double per; /* 1 over the second derivative of half the squared distance, */
    bool held;  /* which is held from below */
};

static void
find_curve_moves(const struct quire_meet *m, const struct station *p, struct curve_moves *c,
                 double slide[QUIRE_MEET_MOST])
{
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1],
                 bends = t2 + p->x[0] * p->x2[0] + p->x[1] * p->x2[1];

    c->held = bends < QUIRE_BEND_LEAST * t2;
    c->per = 1 / (c->held ? QUIRE_BEND_LEAST * t2 : bends);
    for (int k = 0; k < m->n; k++) {
        const double x[2] = {m->x[0][k], m->x[1][k]};
        double *moved = c->moved[k];
        moved[0] = k < 6 && (k & 1) == 0 ? p->d[k / 2] : 0;
        moved[1] = k < 6 && (k & 1) != 0 ? p->d[k / 2] : 0;
        slide[k] =
            c->per * (x[0] * p->x1[0] + x[1] * p->x1[1] - p->x[0] * moved[0] - p->x[1] * moved[1]);
        for (int d = 0; d < 2; d++) {
            c->turned[k][d] = moved[d] + p->x2[d] * slide[k];
        }
    }
}

static double
cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

static double
dot2(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* how the angle of the normal follows, which is the curve's; m->bend must be known */
static void
curve_angle(const struct quire_meet *m, const struct station *p, const struct curve_moves *c,
            struct quire_fade_way *angle)
{
    const double q = 1 / dot2(p->x1, p->x1);

    normal_angle(m, angle);
    for (int k = 0; k < m->n; k++) {
        const double x[2] = {m->x[0][k], m->x[1][k]};
        for (int j = 0; j < m->n; j++) {
            const double s = m->slide[j],
                         from[2] = {p->x1[0] * s - m->x[0][j], p->x1[1] * s - m->x[1][j]};
            const double dx[2] = {m->bend[k][0][j], m->bend[k][1][j]};
            double dd[2] = {0, 0}, x2[2] = {0, 0};
            if (k < 6) {
                dd[k & 1] = p->dd[k / 2] * s;
            }
            if (j < 6) {
                x2[j & 1] = p->dd[j / 2];
            }
            const double d_bend =
                c->held ? 2 * QUIRE_BEND_LEAST * dot2(p->x1, c->turned[j])
                        : 2 * dot2(p->x1, c->turned[j]) + dot2(from, p->x2) + dot2(p->x, x2);
            const double slid =
                c->per * (dot2(dx, p->x1) + dot2(x, c->turned[j]) - dot2(from, c->moved[k]) -
                          dot2(p->x, dd) - m->slide[k] * d_bend);
            const double more[2] = {dd[0] + x2[0] * m->slide[k] + p->x2[0] * slid,
                                    dd[1] + x2[1] * m->slide[k] + p->x2[1] * slid};
            angle->curve[k][j] = q * (cross(c->turned[j], c->turned[k]) + cross(p->x1, more) -
                                      2 * dot2(p->x1, c->turned[j]) * m->turn[k]);
        }
    }
}

/* A corner on the sheet's face: the normal is the sheet's, and the place slides along the sheet. */
static void
meet_curve(struct quire_meet *m, const struct block_contact *l, const struct station *p,
           const double axis[2], const struct quire_round *corner, struct quire_fade_way *angle)
{
    const double q = 1 / dot2(p->x1, p->x1);
    struct curve_moves moves;
    /* against the corner's axis: to the block */
    double n[2] = {-p->x1[1] * sqrt(q), p->x1[0] * sqrt(q)};

    if (dot2(n, axis) > 0) {
        n[0] = -n[0];
        n[1] = -n[1];
    }
    m->normal[0] = n[0];
    m->normal[1] = n[1];
    m->overlap = l->sheet->half + dot2(n, p->x);
    m->at_place[0] = corner->centre[0];
    m->at_place[1] = corner->centre[1];
    find_curve_moves(m, p, &moves, m->slide);
    quire_meet_bend(m);
    for (int k = 0; k < m->n; k++) {
        m->turn[k] = q * cross(p->x1, moves.turned[k]);
        for (int i = 0; i < 6; i++) {
            m->bend[i][i & 1][k] -= p->d[i / 2] * m->slide[k];
        }
    }
    curve_angle(m, p, &moves, angle);
}

/* Between the normals of its two sides a corner acts in full, at a side's own normal not at all. */
static void
gate(struct quire_meet *m, const struct quire_pose *pose, const double axis[2],
     struct quire_fade_way *angle)
{
    const double *n = m->normal; /* into the block */

    for (int k = 0; k < m->n; k++) { /* from the block's own */
        angle->by[k] -= m->lever[k];
    }
    for (int e = 0; e < 2; e++) {
        double out[2];
        quire_side_normal(pose, e, out);
        const double sign = dot2(out, axis) > 0 ? -1 : 1;
        const struct second sine = second_of(second(0, 0), sign * dot2(n, out) / QUIRE_BLOCK_TILT,
                                             sign * cross(n, out) / QUIRE_BLOCK_TILT,
                                             -sign * dot2(n, out) / QUIRE_BLOCK_TILT);
        quire_meet_fade(m, second_step(sine, 0, 1), angle, NULL, false);
    }
}

/* Corner i on the sheet; *face and *p say where. NULL: they do not touch, or no law acts. */
static const struct quire_contact_law *
meet_corner(const struct block_contact *l, int i, struct quire_meet *m, struct station *p,
            int *face)
{
    const struct scatter *c = l->c;
    const int n = l->sheet->chain.n;
    const struct quire_round corner = quire_round_body(c->state, l->block, i);
    const double reach = 0.75 * l->sheet->chain.h + l->sheet->half + l->reach,
                 depth = fmin(l->block->half[0], l->block->half[1]);
    struct quire_fade_way angle;
    double square, axis[2];

    const int node = nearest_node(c, n, corner.centre, &square);
    if (square > reach * reach) {
        return NULL;
    }
    nearest_station(p, c, n, node, corner.centre);
    place_station(p, c, corner.centre, nowhere);
    const struct quire_round sheet = station_round(l, p);
    quire_corner_axis(l->pose, i, axis);
    quire_meet_rounds(m, &sheet, &corner, 1);
    if (p->cap != 0) {
        round_angle(m, l->sheet->half - m->overlap, &angle);
    } else { /* its handles, and how they bend, stay */
        meet_curve(m, l, p, axis, &corner, &angle);
    }
    if (!(m->overlap > -l->reach) || m->overlap - l->sheet->half >= depth) {
        return NULL;
    }
    *face = touched_face(p, (double[2]){-m->normal[0], -m->normal[1]});
    const struct quire_contact_law *law = law_of_face(l, *face);
    if (law == NULL || !(m->overlap > -law->reach)) {
        return NULL;
    }
    quire_meet_let_go(m, m->overlap - l->sheet->half, depth);
    gate(m, l->pose, axis, &angle);
    return m->share > 0 ? law : NULL;
}

static void
corner_on_sheet(const struct block_contact *l, int i)
{
    struct station p;
    struct quire_meet m;
    int face;

    const struct quire_contact_law *law = meet_corner(l, i, &m, &p, &face);
    if (law != NULL) {
        take(l, &m, &p, law, face, i);
    }
}

/* ---- all blocks ---- */

/* no node farther from a block's centre touches it */
static double
reach_of(const struct block_contact *l)
{
    return l->block->motion->size + l->sheet->thickness + l->sheet->chain.h + l->reach;
}

static void
one_block(const struct block_contact *l)
{
    const struct scatter *c = l->c;
    const int n = l->sheet->chain.n;
    const double reach = reach_of(l);
    bool near = false;

    for (int i = 0; i <= n; i++) {
        const double dx = c->x[i] - l->pose->at[0], dy = c->y[i] - l->pose->at[1];
        if (!(dx * dx + dy * dy < reach * reach)) {
            continue;
        }
        struct station p;
        near = true;
        fixed_weights(i, n, &p);
        place_station(&p, c, l->pose->at, nowhere);
        const struct quire_round r = station_round(l, &p);
        for (int side = 0; side < 4; side++) {
            station_on_side(l, &p, &r, side);
        }
    }
    for (int i = 0; near && i < QUIRE_BLOCK_CORNERS; i++) {
        corner_on_sheet(l, i);
    }
}

bool
quire_block_may_touch(const struct quire_free *body, int sheet)
{
    return body->roller < 0 &&
           (body->sheet_law[2 * sheet] >= 0 || body->sheet_law[2 * sheet + 1] >= 0);
}

double
quire_block_reach(const struct quire_system *sys, const struct quire_free *block, int sheet)
{
    double reach = 0;

    for (int face = 0; face < 2; face++) {
        const int law = block->sheet_law[2 * sheet + face];
        reach = law >= 0 ? fmax(reach, sys->law[law].reach) : reach;
    }
    return reach;
}

static struct block_contact
laying_of(const struct scatter *c, const struct quire_free *block, const double *y)
{
    const struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;

    return (struct block_contact){.reach = quire_block_reach(st->system, block, c->sheet),
                                  .c = c,
                                  .sheet = sheet,
                                  .block = block,
                                  .pose = st->pose + (block - st->system->free),
                                  .v = y + st->system->layout.v0,
                                  .widest = fmax(0.5 * sheet->chain.h, sheet->half)};
}

void
quire_block_sheet_forces(const struct scatter *c, const double *y)
{
    const struct quire_state *st = c->state;

    for (int k = 0; k < st->system->n_free; k++) {
        const struct quire_free *body = st->system->free + k;
        if (quire_block_may_touch(body, c->sheet) && st->part->has_small[body->small]) {
            const struct block_contact l = laying_of(c, body, y);
            one_block(&l);
        }
    }
}

void
quire_block_on_column(const struct scatter *c, int body, const double *y,
                      struct quire_meet_across *across)
{
    struct block_contact l = laying_of(c, c->state->system->free + body, y);

    l.across = across;
    one_block(&l);
}

/* ---- for memories ---- */

/* a station of the sheet over the sides of a block */
static void
find_side(const struct block_contact *l, const struct station *p, int law, int face,
          struct quire_normal_in *in)
{
    const struct quire_round r = station_round(l, p);

    for (int side = 0; side < 4; side++) {
        double beyond, end;
        struct quire_meet m;
        const double out = quire_side_distance(l->pose, l->block, side, r.centre, &beyond, &end);
        if (out > -l->block->half[side & 1] && beyond + fmax(-out, 0) < l->widest &&
            l->sheet->half - out > in->overlap) {
            quire_meet_side(&m, l->c->state, &r, l->block, side);
            if (touched_face(p, (double[2]){-m.normal[0], -m.normal[1]}) == face &&
                l->block->sheet_law[2 * l->c->sheet + face] == law) {
                *in = quire_meet_motion(&m, l->v);
            }
        }
    }
}

struct quire_normal_in
quire_block_sheet_gap_at_corner(const struct quire_state *st, int body, const struct scatter *at,
                                const struct quire_slot *slot, const double *y, int corner)
{
    const struct quire_free *block = st->system->free + body;
    struct quire_normal_in in = {.overlap = -1};
    struct station p;
    struct quire_meet m;
    int face;

    if (quire_block_may_touch(block, quire_slot_sheet(slot)) && st->part->has_small[block->small]) {
        const struct block_contact l = laying_of(at, block, y);
        if (meet_corner(&l, corner, &m, &p, &face) == st->system->law + slot->law) {
            in = quire_meet_motion(&m, l.v);
        }
    }
    return in;
}

struct quire_normal_in
quire_block_sheet_gap_at(const struct quire_state *st, int body, const struct scatter *at,
                         const struct quire_slot *slot, const double *y, int node, int face)
{
    const struct quire_free *block = st->system->free + body;
    struct scatter c = *at;
    struct quire_normal_in in = {.overlap = -1};
    struct station p;

    if (!quire_block_may_touch(block, quire_slot_sheet(slot)) ||
        !st->part->has_small[block->small]) {
        return in;
    }
    c.state = (struct quire_state *)st;
    c.sheet = quire_slot_sheet(slot);
    const struct block_contact l = laying_of(&c, block, y);
    const double dx = c.x[node] - l.pose->at[0], dy = c.y[node] - l.pose->at[1],
                 reach = reach_of(&l);
    if (dx * dx + dy * dy < reach * reach) {
        fixed_weights(node, l.sheet->chain.n, &p);
        place_station(&p, &c, l.pose->at, nowhere);
        find_side(&l, &p, slot->law, face, &in);
    }
    return in;
}
