/* Where sheets touch soft rollers. doc/theory/soft.md, 4.
 *
 * To first order the ellipse is its osculating circle, so that a place is found, and its geometry
 * changes with the sheet, as on a rigid roller with that centre and radius. What differs is how the
 * surface moves: each velocity of the body moves the material at the foot by a vector of its own,
 * and that changes with the foot and with the body's positions. */
#include "contact/guide/soft_sheet.h"

#include <math.h>
#include <string.h>

#include "contact/body/soft.h"
#include "contact/law/constants.h"
#include "contact/touch/places.h"
#include "contact/touch/touch.h"
#include "contact/touch/wraps.h"

/* One place. */
struct rim_place {
    const struct scatter *c;
    const struct quire_roller *roller;
    const struct quire_contact_law *law;
    /* seen from the centre of curvature, moving with the material at the foot */
    struct station p;
    struct facing f;
    struct quire_foot foot;
    struct quire_soft_ways ways;
    /* velocity of the surface at the foot by the turn of its normal [m/s] */
    double swing[2];
    double swings[QUIRE_BODY_DOFS][2]; /* the same of each velocity's vector [m] */
    struct touched t;
};

QUIRE_INLINE void
surface_velocity(const struct quire_state *st, const struct rim_place *at,
                 const double x[QUIRE_BODY_DOFS][2], const double by_spin[2], const double *v,
                 double out[2])
{
    const double driven = st->shape[at->roller->soft].driven;

    for (int d = 0; d < 2; d++) {
        out[d] = driven * by_spin[d];
        for (int k = 0; k < at->ways.n; k++) {
            out[d] += x[k][d] * v[k];
        }
    }
}

/* the velocities of the small body */
QUIRE_INLINE const double *
velocities(const struct rim_place *at)
{
    const struct quire_system *sys = at->c->state->system;

    return at->c->v + sys->small[at->roller->small].v0;
}

/* fills in the station that is there already, seen from the ellipse whose foot is known */
QUIRE_INLINE void
place_at_foot(struct rim_place *at)
{
    const struct scatter *c = at->c;
    const struct quire_state *st = c->state;
    const double *centre = st->carrier[at->roller->small].centre, inside = at->foot.bend;
    double curvature[2], velocity[2], by_spin[2];

    quire_soft_ways(st, at->roller->soft, &at->foot, &at->ways);
    surface_velocity(st, at, (const double(*)[2])at->ways.x, at->ways.by_spin, velocities(at),
                     velocity);
    for (int d = 0; d < 2; d++) {
        curvature[d] = centre[d] + at->foot.r[d] - inside * at->foot.n[d];
    }
    place_station(&at->p, c, curvature, velocity);
    const double distance = sqrt(at->p.x[0] * at->p.x[0] + at->p.x[1] * at->p.x[1]);
    at->f = (struct facing){.turning = NORMAL_RADIAL,
                            .n = {at->p.x[0] / distance, at->p.x[1] / distance},
                            .radial = 1 / distance,
                            .overlap = inside + c->half - distance,
                            .share = 1,
                            .factor = 1,
                            .load = NAN};
    quire_soft_bend(st, at->roller->soft, &at->foot, &at->ways, -1, 1, at->swings, by_spin);
    surface_velocity(st, at, (const double(*)[2])at->swings, by_spin, velocities(at), at->swing);
}

/* The point of the sheet nearest to the ellipse, from node i; false if it is out of reach. */
static QUIRE_CLONES bool
find_nearest(struct rim_place *at, int n, int node)
{
    const struct scatter *c = at->c;
    const double *centre = c->state->carrier[at->roller->small].centre, still[2] = {0, 0};
    double normal[2] = {c->x[node] - centre[0], c->y[node] - centre[1]};

    for (int k = 0; k < QUIRE_SOFT_TURNS; k++) {
        const double unit = 1 / sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
        double from[2];
        normal[0] *= unit;
        normal[1] *= unit;
        quire_soft_foot(c->state, at->roller->soft, normal, &at->foot);
        for (int d = 0; d < 2; d++) {
            from[d] = centre[d] + at->foot.r[d] - at->foot.bend * normal[d];
        }
        nearest_station(&at->p, c, n, node, from);
        place_station(&at->p, c, from, still);
        const double turn = (normal[0] * at->p.x[1] - normal[1] * at->p.x[0]) /
                            (normal[0] * at->p.x[0] + normal[1] * at->p.x[1]);
        if (!(fabs(turn) > QUIRE_SOFT_TURN_DONE)) {
            break;
        }
        normal[0] = at->p.x[0];
        normal[1] = at->p.x[1];
    }
    place_at_foot(at);
    return at->f.overlap > -at->roller->reach;
}

/* ---- laws and forces ---- */

/* speed along the surface that the drive commands [m/s] */
QUIRE_INLINE double
driven_at(const struct rim_place *at)
{
    return at->c->state->shape[at->roller->soft].driven *
           (at->f.n[0] * at->ways.by_spin[1] - at->f.n[1] * at->ways.by_spin[0]);
}

QUIRE_INLINE void
push(struct rim_place *at)
{
    struct quire_state *st = at->c->state;
    const struct touched *t = &at->t;
    const int v0 = st->system->small[at->roller->small].v0;

    push_sheet(&at->t);
    for (int k = 0; k < at->ways.n; k++) {
        st->force[v0 + k] -= t->fx * at->ways.x[k][0] + t->fy * at->ways.x[k][1];
    }
    book_power(&st->power, &t->m, t->a, driven_at(at), 0, 0);
    mark_touched(st, at->c->sheet, t->m.pair.target);
    if (st->record) {
        quire_soft_squeeze(st, at->roller->soft, at->foot.m, -t->fx, -t->fy);
        record_place(t, t->m.share);
    }
}

/* ---- derivatives ---- */

/* the surface's velocity changes with the place where it is touched */
QUIRE_INLINE void
swing(const struct rim_place *at, struct geometry_forms *g)
{
    g->u -= at->swing[0] * g->turn;
    g->v -= at->swing[1] * g->turn;
}

/* the body's positions and velocities from the given one, in the lanes of forms */
QUIRE_INLINE void
body_forms(struct geometry_forms *g, const struct rim_place *at, int first)
{
    const struct station *p = &at->p;
    const struct facing *f = &at->f;
    const struct scatter *c = at->c;
    const double tx = -f->n[1], ty = f->n[0], t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1];
    const double bend = fmax(t2 + p->x[0] * p->x2[0] + p->x[1] * p->x2[1], QUIRE_BEND_LEAST * t2);
    const form none = {0, 0, 0, 0};

    *g = (struct geometry_forms){none, none, none, none, none, none, none, none, none, none};
    for (int i = 0; i < 4 && first + i < at->ways.n; i++) {
        const int k = first + i;
        const double turn =
            -c->cq * f->radial * (tx * at->ways.shift[k][0] + ty * at->ways.shift[k][1]);
        const double s = p->slides ? -turn / f->radial * (tx * p->x1[0] + ty * p->x1[1]) / bend : 0;
        double x[QUIRE_BODY_DOFS][2], by_spin[2], more[2];
        quire_soft_bend(c->state, at->roller->soft, &at->foot, &at->ways, k, 0, x, by_spin);
        surface_velocity(c->state, at, (const double(*)[2])x, by_spin, velocities(at), more);
        g->s[i] = s;
        g->x[i] = p->x1[0] * s - c->cq * at->ways.x[k][0];
        g->y[i] = p->x1[1] * s - c->cq * at->ways.x[k][1];
        g->turn[i] = turn + f->radial * s * (f->n[0] * p->x1[1] - f->n[1] * p->x1[0]);
        g->u[i] = p->v1[0] * s - c->cv * at->ways.x[k][0] - c->cq * more[0];
        g->v[i] = p->v1[1] * s - c->cv * at->ways.x[k][1] - c->cq * more[1];
        g->x1[i] = p->x2[0] * s;
        g->y1[i] = p->x2[1] * s;
        g->u1[i] = p->v2[0] * s;
        g->v1[i] = p->v2[1] * s;
    }
    swing(at, g);
}

/* the body's row i in four directions, but for what its own positions do to x_i at a fixed normal
 */
QUIRE_INLINE form
body_row(const struct rim_place *at, const struct geometry_forms *g, const struct touch_forms *r,
         int i)
{
    const double *x = at->ways.x[i], *turned = at->swings[i];

    return -(x[0] * r->fx + x[1] * r->fy + (at->t.fx * turned[0] + at->t.fy * turned[1]) * g->turn);
}

QUIRE_INLINE void
body_columns(const struct rim_place *at, struct quire_flow *flow, struct quire_coupling *coupling,
             int first)
{
    const struct scatter *c = at->c;
    const struct touched *t = &at->t;
    struct quire_state *st = c->state;
    const struct quire_small *s = st->system->small + at->roller->small;
    const form none = {0, 0, 0, 0};
    struct geometry_forms g;

    body_forms(&g, at, first);
    const struct touch_forms r = touch_forms(t, &g, none, none, none);
    for (int lane = 0; lane < 4 && first + lane < at->ways.n; lane++) {
        const int k = first + lane;
        double x[QUIRE_BODY_DOFS][2], by_spin[2];
        add_flow_pair(st, flow,
                      (quire_v4){r.by.friction[lane], r.by.slip[lane],
                                 -t->m.share * t->a->no.d_closing * r.gap[lane], -r.gap[lane]},
                      r.by.one[lane], s->v0 + k);
        for (int j = 0; j < 3; j++) {
            form row[2];
            node_forms(t, &r, g.s, t->moment, j, row);
            coupling->row[2 * j][k] = -row[0][lane];
            coupling->row[2 * j + 1][k] = -row[1][lane];
        }
        quire_soft_bend(st, at->roller->soft, &at->foot, &at->ways, k, 0, x, by_spin);
        for (int i = 0; i < at->ways.n; i++) {
            const double own =
                body_row(at, &g, &r, i)[lane] - c->cq * (t->fx * x[i][0] + t->fy * x[i][1]);
            quire_dense_row(st, s->first + i)[s->first + k] -= own;
        }
    }
}

QUIRE_INLINE void
derivatives(const struct rim_place *at)
{
    const struct scatter *c = at->c;
    const struct station *p = &at->p;
    struct quire_state *st = c->state;
    const form none = {0, 0, 0, 0};
    struct geometry_forms g;
    quire_v4 by[4], by_b[3];

    geometry_forms(&g, p, &at->f, c->cq, c->cv);
    swing(at, &g);
    const struct touch_forms r = touch_forms(&at->t, &g, none, none, none);
    struct quire_flow *flow = flow_forms(&at->t, &r, driven_at(at), by);
    struct quire_coupling *coupling = new_coupling(st, at->roller->small, c->sheet, p->node);
    if (coupling == NULL) {
        return;
    }
    scatter_rows(&at->t, &r, g.s, by_b);
    for (int i = 0; i < at->ways.n; i++) {
        const form row = body_row(at, &g, &r, i);
        for (int l = 0; l < 3; l++) {
            coupling->column[i][2 * l] = -(p->b[l] * row[0] + p->d[l] * row[2]);
            coupling->column[i][2 * l + 1] = -(p->b[l] * row[1] + p->d[l] * row[3]);
        }
    }
    for (int first = 0; first < at->ways.n; first += 4) {
        body_columns(at, flow, coupling, first);
    }
}

static QUIRE_CLONES void
touch_there(struct rim_place *at)
{
    const struct scatter *c = at->c;
    const int roller = (int)(at->roller - c->state->system->roller);
    struct place_action a;

    at->t.a = &a;
    see_place(&at->t, c, &at->p, &at->f, at->law, 0, quire_partner(QUIRE_PARTNER_ROLLER, roller));
    ask_laws(c->state, &at->t.m, false, &a);
    push(at);
    if (c->band != NULL) {
        derivatives(at);
    }
}

/* ---- where ---- */

/* a fixed station's foot */
static QUIRE_CLONES void
find_station(struct rim_place *at, int n, int node)
{
    const struct scatter *c = at->c;
    const struct quire_rim rim = quire_soft_rim(c->state, at->roller->soft);
    const double still[2] = {0, 0};
    struct quire_foot point;

    fixed_weights(node, n, &at->p);
    place_station(&at->p, c, rim.centre, still);
    const struct quire_rim station = {
        .soft = -1, .centre = {rim.centre[0] + at->p.x[0], rim.centre[1] + at->p.x[1]}};
    quire_soft_face(c->state, &rim, &station, &at->foot, &point);
    place_at_foot(at);
}

struct quire_normal_in
quire_soft_station(const struct scatter *c, const struct quire_roller *roller, int node,
                   bool nearest)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    struct rim_place at = {.c = c, .roller = roller};

    if (nearest) {
        find_nearest(&at, n, node);
    } else {
        find_station(&at, n, node);
    }
    const struct station *p = &at.p;
    const double *normal = at.f.n;
    return (struct quire_normal_in){.overlap = at.f.overlap,
                                    .closing = -(normal[0] * p->v[0] + normal[1] * p->v[1])};
}

/* stations one by one, each with its share of `weight` of the law */
static void
touch_stations(struct rim_place *at, const struct quire_candidates *nodes, double weight)
{
    const struct scatter *c = at->c;
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    for (int i = nodes->low; i < nodes->high; i++) {
        find_station(at, sheet->chain.n, i);
        if ((at->law = law_of(c->state->system, at->roller->law, c->sheet, &at->p, at->f.n)) ==
                NULL ||
            !(at->f.overlap > -at->law->reach)) {
            continue;
        }
        at->f.share = weight * sheet->station_length[i] / at->law->reference_length;
        remember_at_station(c, at->law, i, touched_face(&at->p, at->f.n), &at->f);
        touch_there(at);
    }
}

/* how far the sheet follows the roller at the nearest point, or at any station that is pressed */
static double
follows(const struct rim_place *nearest, const struct quire_candidates *nodes, const double *square,
        double limit)
{
    const struct scatter *c = nearest->c;
    const int n = c->state->system->sheet[c->sheet].chain.n;
    double most = nearest->p.slides ? wrapping(&nearest->p, c, n) : 0;

    for (int i = nodes->low; i < nodes->high && most < 1; i++) {
        struct rim_place at = {.c = c, .roller = nearest->roller};
        if (square[i] > limit * limit) {
            continue;
        }
        find_station(&at, n, i);
        most = fmax(most, wrapping_at(c, n, i, at.foot.bend + c->half + nearest->law->reach,
                                      nearest->f.overlap + nearest->law->reach, at.p.at));
    }
    return most;
}

void
quire_soft_contacts(const struct scatter *c, const struct quire_roller *roller,
                    struct quire_candidates *nodes, const double *square)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_chain *chain = &sys->sheet[c->sheet].chain;
    const double limit =
        quire_soft_reach(c->state, roller) + c->half + 0.75 * chain->h + roller->reach;
    struct rim_place at = {.c = c, .roller = roller};
    double wrap = 0;
    bool once = false;

    /* each nearest node of a stretch that may touch */
    for (int i = nodes->low; i < nodes->high; i++) {
        if (!is_nearest_node(square, nodes->low, nodes->high, limit, i) ||
            !find_nearest(&at, chain->n, i)) {
            continue;
        }
        nodes->near = i;
        at.law = law_of(sys, roller->law, c->sheet, &at.p, at.f.n);
        if (at.law == NULL || !(at.f.overlap > -at.law->reach)) {
            continue;
        }
        const double along = wrap_share(c->state, at.law, c->sheet, nodes->target);
        wrap = fmax(wrap, along);
        if (!(along < 1)) {
            continue;
        }
        at.f.share = 1 - along;
        remember_on_roller(c, at.law, nodes->target, once, &at.p, &at.f);
        once = true;
        touch_there(&at);
    }
    if (wrap > 0) {
        touch_stations(&at, nodes, wrap);
    }
}

/* what a law stores that acts as a whole, at a place that is found */
static double
stored_there(const struct rim_place *at)
{
    const struct place_motion m = {
        .law = at->law, .overlap = at->f.overlap, .slot = at->f.slot, .place = at->f.place};

    return stored_by_law(at->c->state, &m);
}

/* the law there, if it is one that acts in a point or along a line; NULL: none */
static const struct quire_contact_law *
law_that_follows(const struct rim_place *at)
{
    const struct quire_contact_law *law =
        law_of(at->c->state->system, at->roller->law, at->c->sheet, &at->p, at->f.n);

    return law != NULL && law->distribution == QUIRE_DISTRIBUTION_AUTO &&
                   at->f.overlap > -law->reach
               ? law
               : NULL;
}

struct wrap_now
quire_soft_wrap(const struct scatter *c, const struct quire_roller *roller,
                const struct quire_candidates *nodes, const double *square)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const double limit =
        quire_soft_reach(c->state, roller) + c->half + 0.75 * sheet->chain.h + roller->reach;
    struct rim_place at = {.c = c, .roller = roller};
    struct wrap_now out = {-1, 0, 0};
    bool once = false;

    for (int i = nodes->low; i < nodes->high; i++) {
        if (!is_nearest_node(square, nodes->low, nodes->high, limit, i) ||
            !find_nearest(&at, sheet->chain.n, i) || (at.law = law_that_follows(&at)) == NULL) {
            continue;
        }
        out.share = fmax(out.share, follows(&at, nodes, square, limit));
        remember_on_roller(c, at.law, nodes->target, once, &at.p, &at.f);
        once = true;
        out.point += stored_there(&at);
    }
    if (!wrap_changes(c->state, c->sheet, nodes->target, &out)) {
        return out;
    }
    for (int i = nodes->low; i < nodes->high; i++) {
        find_station(&at, sheet->chain.n, i);
        if ((at.law = law_that_follows(&at)) != NULL) {
            remember_at_station(c, at.law, i, touched_face(&at.p, at.f.n), &at.f);
            out.line += sheet->station_length[i] / at.law->reference_length * stored_there(&at);
        }
    }
    return out;
}
