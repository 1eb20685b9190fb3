/* Contact between the two rollers of a nip. */
#include "contact/nip/nip.h"

#include <math.h>

#include "contact/body/soft.h"
#include "contact/law/place_laws.h"
#include "contact/nip/between.h"

/* adds how a roller moves its surface past another's, as the first (sign -1) or the second of the
 * two */
static void
add_roller(struct quire_meet *m, const struct quire_system *sys,
           const struct quire_carrier *carrier, int small, double sign)
{
    const struct quire_small *s = sys->small + small;

    for (int k = 0; k < s->body.nv; k++) {
        m->handle[m->n++] = (struct quire_handle){
            .unknown = s->first + k,
            .at = s->v0 + k,
            .x = {sign * carrier->d_centre[0][k], sign * carrier->d_centre[1][k]},
            .slip = -carrier->turn * carrier->d_surface[k]};
    }
    m->driven += carrier->turn * carrier->driven;
}

/* two rigid rollers; where they do not touch the overlap is 0 and nothing else known */
static void
meet_rigid(struct quire_meet *m, const struct quire_state *st, const struct quire_roller *ra,
           const struct quire_roller *rb)
{
    const struct quire_system *sys = st->system;
    const struct quire_carrier *a = st->carrier + ra->small, *b = st->carrier + rb->small;
    const double x = b->centre[0] - a->centre[0], y = b->centre[1] - a->centre[1],
                 square = x * x + y * y, both = ra->radius + rb->radius;

    m->overlap = 0;
    if (square >= both * both) {
        return;
    }
    const double d = sqrt(square), inverse = 1 / d, nx = x * inverse, ny = y * inverse;
    quire_meet_init(m);
    m->overlap = both - d;
    m->normal[0] = nx;
    m->normal[1] = ny;
    m->at[0] = a->centre[0] + nx * ra->radius;
    m->at[1] = a->centre[1] + ny * ra->radius;
    add_roller(m, sys, a, ra->small, -1);
    add_roller(m, sys, b, rb->small, 1);
    for (int k = 0; k < m->n; k++) {
        m->turn[k] = (nx * m->handle[k].x[1] - ny * m->handle[k].x[0]) * inverse;
    }
}

/* a roller as a rim, its handles in `room` */
static struct quire_rim
rim_of(const struct quire_state *st, const struct quire_roller *r, struct quire_meet *room)
{
    const struct quire_carrier *carrier = st->carrier + r->small;

    if (r->soft >= 0) {
        return quire_soft_rim(st, r->soft);
    }
    quire_meet_init(room);
    add_roller(room, st->system, carrier, r->small, 1);
    return (struct quire_rim){.soft = -1,
                              .centre = {carrier->centre[0], carrier->centre[1]},
                              .radius = r->radius,
                              .driven = room->driven,
                              .n = room->n,
                              .handle = room->handle};
}

static void
meet_soft(struct quire_meet *m, const struct quire_state *st, const struct quire_roller *ra,
          const struct quire_roller *rb)
{
    struct quire_meet room[2];
    const struct quire_rim a = rim_of(st, ra, room), b = rim_of(st, rb, room + 1);

    quire_soft_meet(m, st, &a, &b);
}

/* ---- a sheet between them ---- */

/* how the middle of the overlap moves with each position */
static void
middle_moves(const struct quire_meet *m, const struct quire_state *st, const struct quire_roller *a,
             double out[QUIRE_MEET_MOST][2])
{
    const double nx = m->normal[0], ny = m->normal[1];
    const int own = st->system->small[a->small].body.nv;
    const struct quire_carrier *carrier = st->carrier + a->small;
    struct quire_soft_ways ways;
    struct quire_foot foot = {.bend = a->radius};

    if (a->soft >= 0) {
        quire_soft_foot(st, a->soft, m->normal, &foot);
        quire_soft_ways(st, a->soft, &foot, &ways);
    }
    for (int k = 0; k < m->n; k++) {
        const double by_turn = (foot.bend - 0.5 * m->overlap) * m->turn[k],
                     back = 0.5 * (nx * m->handle[k].x[0] + ny * m->handle[k].x[1]);
        out[k][0] = back * nx - by_turn * ny;
        out[k][1] = back * ny + by_turn * nx;
        for (int d = 0; k < own && d < 2; d++) {
            out[k][d] += a->soft >= 0 ? ways.shift[k][d] : carrier->d_centre[d][k];
        }
    }
}

/* Takes off the share of a sheet between them: what is stored, (1 - share) U, draws the edge away
 * from the middle and pushes the rollers the other way. Along their shaft a drive moves them. */
static void
let_sheet_between(struct quire_meet *m, struct quire_state *st, const struct quire_nip *nip,
                  const struct quire_between *between, const double *y, const double at[2])
{
    const struct quire_roller *driver = st->system->roller + nip->driver;
    double moves[QUIRE_MEET_MOST][2], by[QUIRE_MEET_MOST];

    if (!between->fades) {
        m->share = 1 - between->share;
        return;
    }
    const struct quire_normal_in in = quire_meet_motion(m, y + st->system->layout.v0);
    const double stored = stored_by_law(
        st, &(struct place_motion){.law = m->law, .overlap = in.overlap, .closing = in.closing});
    const double along = quire_push_between(st, nip, between, y, at, stored);
    middle_moves(m, st, driver, moves);
    for (int k = 0; k < m->n; k++) {
        by[k] = -(between->by_at[0] * moves[k][0] + between->by_at[1] * moves[k][1]);
    }
    const double rate = stored != 0 ? -along / stored * st->carrier[driver->small].shift_speed : 0;
    quire_meet_fade_by(m, &(struct quire_fade){.w = 1 - between->share, .slope = 1, .rate = rate},
                       by);
}

static void
nip_force(struct quire_state *st, int index, const double *state, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_nip *nip = sys->nip + index;
    const struct quire_roller *ra = sys->roller + nip->driver, *rb = sys->roller + nip->idler;
    struct quire_between between;
    struct quire_meet m;

    (ra->soft >= 0 || rb->soft >= 0 ? meet_soft : meet_rigid)(&m, st, ra, rb);
    if (!(m.overlap > 0)) {
        return;
    }
    const double at[2] = {m.at[0] - 0.5 * m.overlap * m.normal[0],
                          m.at[1] - 0.5 * m.overlap * m.normal[1]};
    quire_find_between(&between, st, nip, state, at);
    if (!(between.share < 1)) {
        return;
    }
    m.grip = nip->grip >= 0 ? st->grip + nip->grip : NULL;
    m.pair.target = quire_partner(QUIRE_PARTNER_NIP, index);
    m.law = sys->law + nip->law;
    if (between.sheet >= 0) {
        let_sheet_between(&m, st, nip, &between, state, at);
    }
    quire_meet_forces(st, &m, state + sys->layout.v0, cq, cv, matrix);
}

void
quire_nip_forces(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    QUIRE_EACH(k, st->part, nip)
    {
        if (st->system->nip[k].law >= 0) {
            nip_force(st, k, y, cq, cv, matrix);
        }
    }
}
