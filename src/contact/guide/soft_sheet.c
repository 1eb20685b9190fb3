/* Where sheets touch soft rollers. doc/theory/soft.md, 4.
 *
 * To first order the ellipse is its osculating circle, so that a place is found, and its geometry
 * changes with the sheet, as on a rigid roller with that centre and radius. What differs is how the
 * surface moves: each velocity of the body moves the material at the foot by a vector of its own,
 * and that changes with the foot and with the body's positions. */
#include "contact/guide/soft_sheet.h"

#include <math.h>

#include "contact/body/round.h"
#include "contact/body/soft.h"
#include "contact/law/constants.h"
#include "contact/law/place_book.h"
#include "contact/touch/places.h"
#include "contact/touch/wraps.h"

/* One place. */
struct place {
    const struct scatter *c;
    const struct quire_roller *roller;
    const struct quire_contact_law *law;
    struct station p; /* seen from the centre of curvature */
    struct facing f;
    struct quire_foot foot;
};

/* fills in the station that is there already, seen from the ellipse whose foot is known */
QUIRE_INLINE void
place_at_foot(struct place *at)
{
    const struct scatter *c = at->c;
    const double *centre = c->state->carrier[at->roller->small].centre, inside = at->foot.bend,
                 still[2] = {0, 0};
    double curvature[2];

    for (int d = 0; d < 2; d++) {
        curvature[d] = centre[d] + at->foot.r[d] - inside * at->foot.n[d];
    }
    place_station(&at->p, c, curvature, still);
    const double distance = sqrt(at->p.x[0] * at->p.x[0] + at->p.x[1] * at->p.x[1]);
    at->f = (struct facing){.n = {at->p.x[0] / distance, at->p.x[1] / distance},
                            .radial = 1 / distance,
                            .overlap = inside + c->half - distance};
}

/* The point of the sheet nearest to the ellipse, from node i; false if it is out of reach. */
static QUIRE_CLONES bool
find_nearest(struct place *at, int n, int node)
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

/* ---- what moves there ---- */

/* The normal turns, and the place slides along the sheet where it is the nearest one. Not the
 * material at the foot counts, but the foot, `shift`. */
static void
turn_normal(struct quire_meet *m, const struct place *at, const struct quire_soft_ways *ways)
{
    const struct station *p = &at->p;
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1];
    const double bend = fmax(t2 + p->x[0] * p->x2[0] + p->x[1] * p->x2[1], QUIRE_BEND_LEAST * t2);

    for (int k = 0; k < 6 + ways->n; k++) {
        double x = k < 6 ? m->x[0][k] : ways->shift[k - 6][0],
               y = k < 6 ? m->x[1][k] : ways->shift[k - 6][1];
        if (p->slides) {
            const double s =
                (x * p->x1[0] + y * p->x1[1] - p->x[0] * m->t[0][k] - p->x[1] * m->t[1][k]) / bend;
            m->slide[k] = s;
            x -= p->x1[0] * s;
            y -= p->x1[1] * s;
            for (int i = 0; i < 6; i++) {
                m->bend[i][i & 1][k] -= m->t[i & 1][i] * s;
            }
        }
        m->turn[k] = at->f.radial * (m->normal[0] * y - m->normal[1] * x);
    }
}

static void
meet(struct quire_meet *m, const struct place *at)
{
    const struct scatter *c = at->c;
    const struct quire_state *st = c->state;
    const struct quire_sheet *sheet = st->system->sheet + c->sheet;
    const struct quire_round round =
        quire_round_station(&at->p, c->half, (int)sheet->x0, 1, sheet->chain.stride);
    const double unit = 1 / sqrt(at->p.x1[0] * at->p.x1[0] + at->p.x1[1] * at->p.x1[1]);
    struct quire_soft_ways ways;

    quire_meet_init(m);
    m->overlap = at->f.overlap;
    for (int d = 0; d < 2; d++) {
        m->normal[d] = -at->f.n[d];
        m->at_place[d] = round.centre[d];
        m->tangent[d] = unit * at->p.x1[d];
    }
    for (int k = 0; k < round.n; k++) {
        quire_meet_add(m, round.handle + k, -1);
    }
    quire_meet_on_sheet(m, &at->p, c->half, c->sheet, at->roller->small);
    quire_soft_add(m, st, at->roller->soft, &at->foot, 1, &ways);
    if (c->band != NULL) {
        quire_meet_bend(m);
        turn_normal(m, at, &ways);
        quire_soft_bends(m, st, round.n, at->roller->soft, &at->foot, &ways, 1);
    }
}

static void
touch_there(struct place *at)
{
    const struct scatter *c = at->c;
    const int roller = (int)(at->roller - c->state->system->roller);
    struct quire_meet m;

    meet(&m, at);
    m.share = at->f.share;
    m.law = at->law;
    m.slot = at->f.slot;
    m.station = at->f.place;
    m.grip = at->f.grip;
    m.rolling = at->f.rolling;
    m.pair = quire_sheet_with(c->sheet, quire_partner(QUIRE_PARTNER_ROLLER, roller));
    m.target_second = true;
    mark_touched(c->state, c->sheet, m.pair.target);
    quire_meet_forces(c->state, &m, c->v, c->cq, c->cv, c->band != NULL);
}

/* ---- where ---- */

/* a fixed station's foot */
static QUIRE_CLONES void
find_station(struct place *at, int n, int node)
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
    struct place at = {.c = c, .roller = roller};

    if (nearest) {
        find_nearest(&at, n, node);
    } else {
        find_station(&at, n, node);
    }
    struct quire_meet m;
    meet(&m, &at);
    return quire_meet_motion(&m, c->v);
}

/* stations one by one, each with its share of `weight` of the law */
static void
touch_stations(struct place *at, const struct quire_candidates *nodes, double weight)
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
follows(const struct place *nearest, const struct quire_candidates *nodes, const double *square,
        double limit)
{
    const struct scatter *c = nearest->c;
    const int n = c->state->system->sheet[c->sheet].chain.n;
    double most = nearest->p.slides ? wrapping(&nearest->p, c, n) : 0;

    for (int i = nodes->low; i < nodes->high && most < 1; i++) {
        struct place at = {.c = c, .roller = nearest->roller};
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
    struct place at = {.c = c, .roller = roller};
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
stored_there(const struct place *at)
{
    const struct quire_normal_in in =
        quire_normal_at(at->c->state, at->f.slot, at->f.place, at->f.overlap, 0);

    return quire_normal_stored(at->law->normal, at->law->normal_data, &in);
}

/* the law there, if it is one that acts in a point or along a line; NULL: none */
static const struct quire_contact_law *
law_that_follows(const struct place *at)
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
    struct place at = {.c = c, .roller = roller};
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
