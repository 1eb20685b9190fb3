/* A touching place of bodies as contact/place/place.h has it: the first surface is a, the second b,
 * and what moves them are ways of a past b, four of them side by side. All four lanes are the one
 * place. In the plane, or in space where QUIRE_PLACE_SPACE is defined. doc/theory/bodies.md, 2. */
#ifndef QUIRE_CONTACT_BODY_MEET_PLACE_H
#define QUIRE_CONTACT_BODY_MEET_PLACE_H

#include "contact/body/body_contact.h"
#include "contact/body/meet_book.h"
#include "contact/place/alone.h"
#include "contact/touch/station.h"

struct meet_place {
    const struct quire_meet *m;
    quire_meet_row v; /* velocities */
    struct place_alone place;
    quire_meet_row slip; /* what each velocity adds to the slip by itself, */
    double levers;       /* and the levers' own for each metre of overlap */
};

/* what acts along each velocity, and how it changes with displacements and velocities, row by row
 */
struct meet_forces {
    quire_meet_row force, by[QUIRE_MEET_MOST];
};

/* four of a row */
QUIRE_INLINE quire_v4
four(const quire_meet_row row, int first)
{
    return quire_load4(row + first);
}

QUIRE_INLINE struct flat
four_flat(const quire_meet_row of[2], int first)
{
    return (struct flat){four(of[0], first), four(of[1], first)};
}

/* ---- where it is, and how fast ---- */

/* the sheet's direction turns with the first surface; without a sheet nothing does */
QUIRE_INLINE void
set_turner(const struct quire_meet *m, struct turner *t)
{
    static const double along[2] = {1, 0}, still[2] = {0, 0};

    t->t = all_flat(m->on != NULL ? m->on->x1 : along);
    t->rate = all_flat(m->on != NULL ? m->on->v1 : still);
    t->arm = quire_all4(m->on != NULL ? m->half : 0);
}

QUIRE_INLINE void
find_meet_place(const struct quire_meet *m, const double *v, struct meet_place *at)
{
    const quire_v4 lever = quire_all4(m->middle ? 0.5 * m->overlap : 0);
    struct flat u = {{0}, {0}};
    quire_v4 spun = {0}, levers = {0}, across = {0};
    struct place *p = &at->place.p;

    at->m = m;
    for (int k = 0; k < m->n; k += 4) {
        quire_v4 rate = {0};
        for (int i = 0; i < 4 && k + i < m->n; i++) {
            rate[i] = m->at[k + i] < 0 ? m->rate[k + i] : v[m->at[k + i]];
        }
        const quire_v4 slip = four(m->slip, k) + lever * four(m->lever, k);
        quire_store4(at->v + k, rate);
        quire_store4(at->slip + k, slip);
        u = mix(quire_all4(1), u, -rate, four_flat(m->x, k));
        spun += slip * rate;
        levers += four(m->lever, k) * rate;
        across += four(m->z, k) * rate;
    }
    at->levers = quire_sum4(levers);
    p->on = (quire_mask4){-1, -1, -1, -1};
    p->n = times(quire_all4(-1), all_flat(m->normal));
    p->u = (struct flat){quire_all4(quire_sum4(u.x)), quire_all4(quire_sum4(u.y))};
    p->overlap = quire_all4(m->overlap);
    p->bend = quire_all4(0);
    p->share = quire_all4(m->share);
    p->factor = quire_all4(1);
    p->belt = quire_all4(m->belt);
    p->surface = quire_all4(-quire_sum4(spun));
    p->arm_by = p->swing = 0;
    p->drags = false;
    p->fades = m->fades;
    set_turner(m, &p->a);
#ifdef QUIRE_PLACE_SPACE
    p->across = quire_all4(quire_sum4(across));
#else
    (void)across;
#endif
    place_rates(p, false);
}

QUIRE_INLINE void
ask_meet_laws(struct quire_state *st, struct meet_place *at, bool matrix)
{
    const struct quire_meet *m = at->m;

    remember_alone(&at->place, m->pair, m->slot, m->station, m->grip);
    at->place.slide.rolling = m->rolling;
    ask_alone(st, m->law, &at->place, matrix);
    note_loose(st, &at->place);
    place_forces(&at->place.p, false);
}

/* ---- forces ---- */

QUIRE_INLINE void
meet_pushes(const struct meet_place *at, struct meet_forces *to)
{
    const struct quire_meet *m = at->m;
    const struct place *p = &at->place.p;
    const struct flat pair = times(p->moment_a, p->a.pair);

    for (int k = 0; k < m->n; k += 4) {
        quire_v4 sum = four(at->slip, k) * p->friction - dot(p->f, four_flat(m->x, k));
        if (k < m->n_node) {
            sum += dot(pair, four_flat(m->t, k));
        }
        if (m->fades) {
            sum -= at->place.stored * four(m->d_fade, k);
        }
#ifdef QUIRE_PLACE_SPACE
        sum += four(m->z, k) * p->lateral;
#endif
        quire_store4(to->force + k, sum);
    }
}

/* drives put in what acts along what they prescribe; and what is given */
QUIRE_INLINE void
meet_powers(const struct meet_place *at, const struct meet_forces *f, struct quire_powers *to)
{
    const struct quire_meet *m = at->m;
    const struct place *p = &at->place.p;

    to->friction -= p->friction[0] * p->slip[0];
    to->belts += p->friction[0] * m->belt;
    to->contact -= p->lost[0] * p->vn[0];
#ifdef QUIRE_PLACE_SPACE
    to->friction -= p->lateral[0] * p->across[0];
#endif
    for (int k = 0; k < m->n; k++) {
        to->drives -= m->rate[k] * f->force[k];
        to->given += m->fades ? at->place.stored * (m->d_share[k] - m->d_fade[k]) * at->v[k] : 0;
    }
}

/* ---- derivatives ---- */

/* Four of the ways: displacements times q, which is nothing where the place stays. */
struct meet_ways {
    struct place_way way;
    quire_v4 q, farther, slide; /* times q: farther apart, and along the sheet */
};

QUIRE_INLINE void
find_ways(const struct meet_place *at, int first, double cq, double cv, struct meet_ways *to)
{
    const struct quire_meet *m = at->m;
    const quire_v4 v = quire_all4(cv), q = cq * four(m->moves, first);
    const struct flat x = four_flat(m->x, first);
    struct flat u = {{0}, {0}};

    for (int k = 0; m->bends && k < m->n; k++) {
        u = mix(quire_all4(1), u, quire_all4(at->v[k]), four_flat(m->bend[k], first));
    }
    to->q = q;
    to->slide = q * four(m->slide, first);
    to->way = (struct place_way){
        .w = times(-q, x), .u = mix(-v, x, -q, u), .turn = q * four(m->turn, first)};
    to->farther = dot(at->place.p.n, to->way.w);
    to->way.past = v * four(at->slip, first);
    if (m->middle) {
        to->way.past -= 0.5 * at->levers * to->farther;
    }
    if (m->fades) {
        to->way.share = q * four(m->d_share, first);
    }
    if (m->on != NULL) {
        const struct flat t = four_flat(m->t, first);
        to->way.t[0] = mix(q, t, to->slide, all_flat(m->on->x2));
        to->way.rate[0] = mix(v, t, to->slide, all_flat(m->on->v2));
    }
#ifdef QUIRE_PLACE_SPACE
    double lag = 0; /* of slip across, as the place slides */
    for (int k = 0; k < m->n; k++) {
        lag += m->z_slides[k] * at->v[k];
    }
    to->way.across = v * four(m->z, first) + to->slide * lag;
#endif
}

/* The four ways' entries in row k; pair: how the one on the direction changes. */
QUIRE_INLINE quire_v4
row_of_meet(const struct meet_place *at, int k, int first, const struct meet_ways *w,
            const struct place_change *c, struct flat pair)
{
    const struct quire_meet *m = at->m;
    const struct place *p = &at->place.p;
    quire_v4 sum = c->friction * at->slip[k] - (c->f.x * m->x[0][k] + c->f.y * m->x[1][k]);

    if (m->bends) {
        sum -= w->q * dot(p->f, four_flat(m->bend[k], first));
    }
    if (m->middle) {
        sum -= 0.5 * m->lever[k] * p->friction * w->farther;
    }
    if (k < m->n_node) {
        sum += pair.x * m->t[0][k] + pair.y * m->t[1][k] +
               w->slide * p->moment_a *
                   (p->a.pair.x * m->t_slides[0][k] + p->a.pair.y * m->t_slides[1][k]);
    }
    if (m->fades) { /* what is stored changes with the overlap */
        sum += at->place.elastic * m->d_fade[k] * w->farther -
               at->place.stored * w->q * four(m->dd_fade[k], first);
    }
#ifdef QUIRE_PLACE_SPACE
    sum += c->lateral * m->z[k] + w->slide * p->lateral * m->z_slides[k];
#endif
    return sum;
}

/* how the powers change, for what is kept */
QUIRE_INLINE void
keep_ways(int first, const struct place_change *c, quire_v4 drives, struct kept_meet *kept)
{
    quire_store4(kept->by[KEPT_FRICTION] + first, c->friction);
    quire_store4(kept->by[KEPT_SLIP] + first, c->slip);
    quire_store4(kept->by[KEPT_LOST] + first, c->lost);
    quire_store4(kept->by[KEPT_CLOSING] + first, -c->gap);
    quire_store4(kept->by[KEPT_NORMAL] + first, c->one);
    quire_store4(kept->by[KEPT_DRIVES] + first, drives);
#ifdef QUIRE_PLACE_SPACE
    quire_store4(kept->by[KEPT_LATERAL] + first, c->lateral);
    quire_store4(kept->by[KEPT_ACROSS] + first, c->across);
#endif
}

/* all that changes: the matrix's rows into `to`, and what is kept */
QUIRE_INLINE void
derive_meet(struct quire_state *st, const struct meet_place *at, double cq, double cv,
            struct meet_forces *to)
{
    const struct quire_meet *m = at->m;
    const struct place *p = &at->place.p;
    struct kept_meet *kept = keep_meet(st, m->n, m->at, &at->place.slide);

    if (kept == NULL) {
        return;
    }
    kept->now[KEPT_FRICTION] = p->friction[0];
    kept->now[KEPT_SLIP] = p->slip[0];
    kept->now[KEPT_LOST] = p->lost[0];
    kept->now[KEPT_CLOSING] = -p->vn[0];
    kept->belt = m->belt;
#ifdef QUIRE_PLACE_SPACE
    kept->in_space = true;
    kept->now[KEPT_LATERAL] = p->lateral[0];
    kept->now[KEPT_ACROSS] = p->across[0];
#endif
    for (int first = 0; first < m->n; first += 4) {
        struct meet_ways w;
        find_ways(at, first, cq, cv, &w);
        const struct place_change c = place_respond(p, &w.way, false);
        const struct flat pair =
            mix(c.moment_a, p->a.pair, p->moment_a, pair_by(&p->a, w.way.t[0]));
        quire_v4 drives = {0};
        for (int k = 0; k < m->n; k++) {
            const quire_v4 row = row_of_meet(at, k, first, &w, &c, pair);
            drives -= m->rate[k] * row;
            quire_store4(to->by[k] + first, row);
        }
        keep_ways(first, &c, drives, kept);
    }
}

#endif
