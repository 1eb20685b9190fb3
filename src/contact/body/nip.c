/* Contact between the two rollers of a nip. */
#include "contact/body/nip.h"

#include <math.h>

#include "contact/body/soft.h"
#include "contact/touch/pad_strip.h"
#include "contact/touch/touch.h"
#include "math/smoothstep.h"

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

/* distance of a place from the origin, and its rate */
static double
distance(double x, double y, double vx, double vy, double *rate)
{
    const double d = sqrt(x * x + y * y);

    *rate = d > 0 ? (x * vx + y * vy) / d : 0;
    return d;
}

/* How far one sheet parts the rollers of a nip, which touch at `at` and move there with `velocity`,
 * and the rate of that. */
static double
parted_by(const struct quire_sheet *sheet, const struct scatter *c, int near, double wedge,
          const double at[2], const double velocity[2], double *rate)
{
    const int n = sheet->chain.n;
    struct station p;
    double trail_rate, lead_rate, aside_rate, slope, fall;

    nearest_station(&p, c, n, near, at);
    place_station(&p, c, at, velocity);
    const double trail = distance(c->x[0] - at[0], c->y[0] - at[1], c->vx[0] - velocity[0],
                                  c->vy[0] - velocity[1], &trail_rate);
    const double lead = distance(c->x[n] - at[0], c->y[n] - at[1], c->vx[n] - velocity[0],
                                 c->vy[n] - velocity[1], &lead_rate);
    const double aside = distance(p.x[0], p.x[1], p.v[0], p.v[1], &aside_rate);
    const double beyond = quire_step(trail < lead ? trail : lead, 0, 0, wedge, 1, &slope);
    const double within = quire_step(aside, sheet->thickness, 1, 2 * sheet->thickness, 0, &fall);
    *rate = p.cap == 0 ? slope * (trail < lead ? trail_rate : lead_rate) * within +
                             beyond * fall * aside_rate
                       : 0;
    return p.cap == 0 ? beyond * within : 0;
}

/* How far a nip is parted by a sheet in space over one of the driver's pads, times the pad's share,
 * and the rate of that. */
static double
parted_at_pad(const struct quire_state *st, int index, const struct quire_pad *pad, double wedge,
              const double *y, const double at[2], const double velocity[2], double *rate)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    const struct quire_space_work *w = st->sheet[index].space;
    const double *q = y + sheet->x0;
    const struct quire_pad moved =
        quire_pad_shifted(pad, st->carrier[sys->roller[pad->roller].small].shift);
    int near;
    const double share =
        pad->share * quire_space_strip(sheet, w, &moved, q, q + sys->layout.v0, at, &near);
    const struct scatter c = {.x = w->strip[0],
                              .y = w->strip[1],
                              .vx = w->strip[2],
                              .vy = w->strip[3],
                              .half = sheet->half};

    *rate = 0;
    if (!(share > 0)) {
        return 0;
    }
    const double one = share * parted_by(sheet, &c, near, wedge, at, velocity, rate);
    *rate *= share;
    return one;
}

/* The same over its pads that face the other roller, in pairs from outside inwards: the mirrored
 * machine has the same sum. */
static double
parted_in_space(const struct quire_state *st, int index, int roller, double wedge, const double *y,
                const double at[2], const double velocity[2], double *rate)
{
    const struct quire_pad *pad = st->system->pad;
    int first = 0, last = st->system->n_pad - 1;
    double sum = 0, facing = 0;

    while (pad[first].roller != roller) {
        first++;
    }
    while (pad[last].roller != roller) {
        last--;
    }
    *rate = 0;
    for (; first <= last; first++, last--) {
        double both = 0, rates = 0, shares = 0;
        for (int side = 0; side < (last > first ? 2 : 1); side++) {
            const struct quire_pad *p = pad + (side == 0 ? first : last);
            double by = 0;
            if (p->faces) {
                both += parted_at_pad(st, index, p, wedge, y, at, velocity, &by);
                rates += by;
                shares += p->share;
            }
        }
        sum += both;
        facing += shares;
        *rate += rates;
    }
    *rate /= facing;
    return sum / facing;
}

/* How far a sheet lies between the rollers of a nip: 1 when it does, 0 when its edge is there or
 * farther back. The laws of the sheet's two faces then hold for the covers, and the rollers' own
 * contact would count them twice. It fades in over the wedge that the edge opens between the
 * rollers. */
static double
sheet_between(const struct quire_state *st, const struct quire_nip *nip, const double *y,
              const double at[2], const double velocity[2], double *rate)
{
    const struct quire_system *sys = st->system;
    double most = 0;

    *rate = 0;
    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = sys->sheet + k;
        const struct quire_sheet_work *w = st->sheet + k;
        for (int i = 0; w->entered && i < w->n_roller; i++) {
            double one_rate;
            if (w->roller[i].target != nip->driver) {
                continue;
            }
            const double *x = y + sheet->x0, *v = y + sys->layout.v0 + sheet->x0;
            const double wedge = sqrt(sys->roller[nip->driver].radius * sheet->thickness);
            if (sheet->ladder != NULL) {
                const double here =
                    parted_in_space(st, k, nip->driver, wedge, y, at, velocity, &one_rate);
                *rate = here > most ? one_rate : *rate;
                most = here > most ? here : most;
                continue;
            }
            const struct scatter c = {.x = x,
                                      .y = x + sheet->chain.stride,
                                      .vx = v,
                                      .vy = v + sheet->chain.stride,
                                      .half = sheet->half};
            const double one =
                parted_by(sheet, &c, w->roller[i].near, wedge, at, velocity, &one_rate);
            *rate = one > most ? one_rate : *rate;
            most = one > most ? one : most;
        }
    }
    return most;
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

static void
nip_force(struct quire_state *st, int index, const double *state, double cq, double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_nip *nip = sys->nip + index;
    const struct quire_roller *ra = sys->roller + nip->driver, *rb = sys->roller + nip->idler;
    const struct quire_carrier *a = st->carrier + ra->small, *b = st->carrier + rb->small;
    struct quire_meet m;

    (ra->soft >= 0 || rb->soft >= 0 ? meet_soft : meet_rigid)(&m, st, ra, rb);
    if (!(m.overlap > 0)) {
        return;
    }
    const double at[2] = {m.at[0] - 0.5 * m.overlap * m.normal[0],
                          m.at[1] - 0.5 * m.overlap * m.normal[1]};
    const double middle[2] = {0.5 * (a->velocity[0] + b->velocity[0]),
                              0.5 * (a->velocity[1] + b->velocity[1])};
    double parting;
    /* its own slope matters little: rollers that a sheet parts hardly touch */
    m.share = 1 - sheet_between(st, nip, state, at, middle, &parting);
    if (!(m.share > 0)) {
        return;
    }
    m.share_rate = -parting;
    m.grip = nip->grip >= 0 ? st->grip + nip->grip : NULL;
    m.pair.target = quire_partner(QUIRE_PARTNER_NIP, index);
    m.law = sys->law + nip->law;
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
