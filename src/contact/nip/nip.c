/* Contact between the two rollers of a nip. */
#include "contact/nip/nip.h"

#include <math.h>

#include "contact/body/soft.h"
#include "contact/law/law_state.h"
#include "contact/nip/between.h"

/* How they meet; where rigid ones do not touch the overlap is 0 and nothing else known. */
static void
meet(struct quire_meet *m, const struct quire_state *st, const struct quire_roller *ra,
     const struct quire_roller *rb)
{
    const double *a = st->carrier[ra->small].centre, *b = st->carrier[rb->small].centre;
    const double x = b[0] - a[0], y = b[1] - a[1], both = ra->radius + rb->radius;
    const bool soft = ra->soft >= 0 || rb->soft >= 0;

    if (soft) {
        const struct quire_round first = quire_round_roller(st, ra),
                                 second = quire_round_roller(st, rb);
        const struct quire_rim one = ra->soft >= 0 ? quire_soft_rim(st, ra->soft)
                                                   : quire_rim_of(&first, 1),
                               other = rb->soft >= 0 ? quire_soft_rim(st, rb->soft)
                                                     : quire_rim_of(&second, 1);
        quire_soft_meet(m, st, &one, &other);
    } else if (x * x + y * y < both * both) {
        quire_meet_rollers(m, st, ra, rb);
    } else {
        m->overlap = 0;
    }
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
                     back = 0.5 * (nx * m->x[0][k] + ny * m->x[1][k]);
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
    struct quire_fade_way way = {.by = {0}};
    double moves[QUIRE_MEET_MOST][2];

    if (!between->fades) {
        m->share = 1 - between->share;
        return;
    }
    struct quire_normal_in in = quire_meet_motion(m, y + st->system->layout.v0);
    in.memory = &no_memory;
    const double stored = quire_normal_stored(m->law->normal, m->law->normal_data, &in);
    const double along = quire_push_between(st, nip, between, y, at, stored);
    middle_moves(m, st, driver, moves);
    for (int k = 0; k < m->n; k++) {
        way.by[k] = -(between->by_at[0] * moves[k][0] + between->by_at[1] * moves[k][1]);
    }
    if (along != 0 && stored != 0) {
        way.by[m->n] = -along / stored;
        quire_meet_add(
            m, &(struct quire_handle){.at = -1, .rate = st->carrier[driver->small].shift_speed}, 1);
    }
    quire_meet_fade(m, second(1 - between->share, 0), &way, NULL, false);
}

static void
nip_force(struct quire_state *st, int index, const double *state, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_nip *nip = sys->nip + index;
    const struct quire_roller *ra = sys->roller + nip->driver, *rb = sys->roller + nip->idler;
    struct quire_between between;
    struct quire_meet m;

    meet(&m, st, ra, rb);
    if (!(m.overlap > 0)) {
        return;
    }
    const double at[2] = {m.at_place[0] - 0.5 * m.overlap * m.normal[0],
                          m.at_place[1] - 0.5 * m.overlap * m.normal[1]};
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
