/* Asks the laws of four places side by side: normal force, then friction. */
#ifndef QUIRE_CONTACT_PLACE_ASK_H
#define QUIRE_CONTACT_PLACE_ASK_H

#include "contact/law/law_lanes.h"
#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "contact/place/place.h"

/* What was asked and answered; needed no longer than until the places are recorded. */
struct place_asks {
    _Alignas(32) struct quire_normal_lanes no;
    struct quire_friction_lanes fo;
};

/* Where laws remember, lane by lane. */
struct place_memory {
    struct quire_state *state;
    bool matrix;
    struct quire_contact_pair pair;
    const struct quire_contact_pair *pairs; /* (LANES), in its place; NULL: all have `pair` */
    const struct quire_slot *slot;          /* of the normal law; NULL: it remembers nothing */
    int at[LANES];                          /* there */
    /* speed of elastic creep for each newton of friction, under a point contact that rolls [m/(N
     * s)] */
    double rolling[LANES];
    /* of friction that holds on: what it holds on to (grip NULL: nothing), filled in by the asking
     */
    bool holds;
    struct quire_slide slide[LANES];
};

QUIRE_INLINE const struct quire_contact_pair *
pair_of_lane(const struct place_memory *m, int k)
{
    return m->pairs != NULL ? m->pairs + k : &m->pair;
}

/* ---- normal force ---- */

/* Lane by lane, where the law remembers; notes how deep places are, and where too deep. */
QUIRE_INLINE void
ask_normal_each(const struct quire_contact_law *law, const struct place *p,
                const struct place_memory *m, struct quire_normal_lanes *no)
{
    struct quire_state *st = m->state;

    for (int k = 0; k < LANES; k++) {
        struct quire_normal_out out = {.elastic = 0};
        if (p->on[k] != 0) {
            const int at = m->slot != NULL ? m->slot->memory0 + m->at[k] : -1;
            const struct quire_normal_in in = {.overlap = p->overlap[k],
                                               .closing = -p->vn[k],
                                               .memory = at >= 0 ? st->memory + at : &no_memory};
            if (in.overlap >= law->deepest) {
                st->too_deep = (struct quire_slide){.law = law, .pair = *pair_of_lane(m, k)};
            }
            if (at >= 0) {
                quire_memory_note(st, at, &in);
                st->motion[at].share += p->share[k];
            }
            law->normal->eval(law->normal_data, &in, &out);
        }
        no->force[k] = out.force;
        no->d_overlap[k] = out.d_overlap;
        no->d_closing[k] = out.d_closing;
        no->elastic[k] = out.elastic;
    }
}

/* ---- friction ---- */

QUIRE_INLINE void
put_answer(const struct quire_friction_out *out, int k, struct quire_friction_lanes *fo)
{
    fo->force[k] = out->force;
    fo->d_slip[k] = out->d_slip;
    fo->d_normal[k] = out->d_normal;
    fo->d_factor[k] = out->d_factor;
    fo->limit[k] = out->limit;
    fo->creep[k] = out->creep;
}

/* The law's friction in one lane, by slip, factor, overlap and the direction of the slip. Returns
 * the derivative by the latter. */
QUIRE_INLINE double
rub_lane(const struct quire_contact_law *law, struct place *p, struct quire_friction_lanes *fo,
         int k, double aside)
{
    struct quire_friction_out out = {.limit = 0};

    if (p->on[k] != 0) {
        law->friction->eval(law->friction_data,
                            &(struct quire_friction_in){.slip = fo->slip[k],
                                                        .aside = aside,
                                                        .normal = fo->normal[k],
                                                        .factor = fo->factor[k],
                                                        .overlap = p->overlap[k],
                                                        .memory = &no_memory},
                            &out);
    }
    put_answer(&out, k, fo);
    p->d_rub[k] = out.d_overlap;
    return out.d_aside;
}

/* the same of all lanes, by slip, factor and, where it follows that, overlap */
QUIRE_INLINE void
rub_lanes(const struct quire_contact_law *law, struct place *p, struct quire_friction_lanes *fo)
{
    if (!p->rubs_deeper) {
        ask_friction(law, fo);
        return;
    }
    for (int k = 0; k < LANES; k++) {
        rub_lane(law, p, fo, k, 0);
    }
}

/* What friction holds on to in one lane, as the law is to see it. */
QUIRE_INLINE void
see_slide(const struct quire_contact_law *law, const struct place *p, struct place_memory *m, int k,
          const struct quire_friction_lanes *fo)
{
    struct quire_law_memory *grip = m->slide[k].grip;

    m->slide[k] = (struct quire_slide){.grip = grip,
                                       .law = law,
                                       .share = p->share[k],
                                       .pair = *pair_of_lane(m, k),
                                       .rolling = m->rolling[k],
                                       .in = {.slip = p->slip[k],
                                              .normal = fo->normal[k],
                                              .factor = fo->factor[k],
                                              .overlap = p->overlap[k],
                                              .memory = &no_memory}};
}

#ifdef QUIRE_PLACE_SPACE
/* The law is asked for F(w) at the slip's size w. */
QUIRE_INLINE void
ask_rubbing(const struct quire_contact_law *law, struct place *p, struct quire_friction_lanes *fo)
{
    const quire_v4 zero = {0}, slip = quire_where4(p->on, p->slip),
                   across = quire_where4(p->on, p->across),
                   w = quire_sqrt4(slip * slip + across * across);
    const quire_mask4 moves = w > zero;
    const quire_v4 per = quire_where4(moves, 1 / quire_select4(moves, w, quire_all4(1)));

    quire_v4 by_aside = zero;

    p->way[0] = slip * per;
    p->way[1] = across * per;
    quire_set_lanes(fo->slip, w);
    if (law->friction != NULL && law->friction->directed) {
        for (int k = 0; k < LANES; k++) {
            by_aside[k] = rub_lane(law, p, fo, k, 1 - p->way[0][k]);
        }
    } else {
        rub_lanes(law, p, fo);
    }
    p->d_slip = quire_lanes(fo->d_slip);
    p->ratio = quire_select4(moves, quire_lanes(fo->force) * per, p->d_slip);
    follow_slip(p, p->d_slip - p->ratio, by_aside * per);
    p->rub = p->ratio * slip;
    p->rub_across = p->ratio * across;
}

QUIRE_INLINE void
hold_lanes(const struct quire_contact_law *law, struct place *p, struct place_memory *m,
           struct quire_friction_lanes *fo)
{
    for (int k = 0; k < LANES; k++) {
        struct quire_friction_out out = {.limit = 0};
        struct quire_stick_vector v = {.ratio = 0};
        if (p->on[k] != 0) {
            see_slide(law, p, m, k, fo);
            m->slide[k].slip_across = p->across[k];
            quire_stick_hold(m->state, m->matrix, m->slide + k, &v, &out);
        }
        put_answer(&out, k, fo);
        p->d_slip[k] = out.d_slip;
        p->ratio[k] = v.ratio;
        p->more[0][k] = v.more * v.u[0];
        p->more[1][k] = v.more * v.u[1];
        p->way[0][k] = v.u[0];
        p->way[1][k] = v.u[1];
        p->rub[k] = v.f[0];
        p->rub_across[k] = v.f[1];
    }
}
#else
QUIRE_INLINE void
ask_rubbing(const struct quire_contact_law *law, struct place *p, struct quire_friction_lanes *fo)
{
    quire_set_lanes(fo->slip, quire_where4(p->on, p->slip));
    rub_lanes(law, p, fo);
    p->d_slip = quire_lanes(fo->d_slip);
    p->rub = quire_where4(p->on, quire_lanes(fo->force));
}

QUIRE_INLINE void
hold_lanes(const struct quire_contact_law *law, struct place *p, struct place_memory *m,
           struct quire_friction_lanes *fo)
{
    for (int k = 0; k < LANES; k++) {
        struct quire_friction_out out = {.limit = 0};
        if (p->on[k] != 0) {
            see_slide(law, p, m, k, fo);
            quire_stick_hold_along(m->state, m->matrix, m->slide + k, &out);
        }
        put_answer(&out, k, fo);
    }
    p->d_slip = quire_lanes(fo->d_slip);
    p->rub = quire_lanes(fo->force);
}
#endif

/* What the normal law has answered. */
QUIRE_INLINE void
set_pressing(struct place *p, const struct place_asks *ask)
{
    const quire_v4 force = quire_where4(p->on, quire_lanes(ask->no.force));

    p->force = force;
    p->total = p->share * force;
    p->d_overlap = quire_lanes(ask->no.d_overlap);
    p->d_closing = quire_lanes(ask->no.d_closing);
    p->lost = p->share * quire_where4(p->on, force - quire_lanes(ask->no.elastic));
}

/* Asks the normal law of the places that touch. `m` as below. */
QUIRE_INLINE void
ask_pressing(const struct quire_contact_law *law, struct place *p, struct place_memory *m,
             struct place_asks *ask)
{
    /* those that do not touch are no work */
    quire_set_lanes(ask->no.overlap, quire_select4(p->on, p->overlap, quire_all4(-1)));
    quire_set_lanes(ask->no.closing, quire_where4(p->on, -p->vn));
    if (m != NULL && (law->normal->commit != NULL || law->deepest < HUGE_VAL)) {
        ask_normal_each(law, p, m, &ask->no);
    } else {
        ask_normal(law, &ask->no);
    }
    set_pressing(p, ask);
}

/* Asks for the friction under a normal force of the law, without the share. */
QUIRE_INLINE void
ask_friction_under(const struct quire_contact_law *law, quire_v4 force, struct place *p,
                   struct place_memory *m, struct place_asks *ask)
{
    const quire_v4 zero = {0};
    const quire_mask4 presses = force > zero; /* what pulls does not rub */

    quire_set_lanes(ask->fo.normal, quire_where4(presses, force));
    quire_set_lanes(ask->fo.factor, p->factor);
    p->rubs_deeper = law->friction != NULL && law->friction->by_overlap;
    p->d_rub = zero;
    if (p->drags) {
        p->slip -= p->drag * p->total;
    }
    if (m != NULL && m->holds) {
        hold_lanes(law, p, m, &ask->fo);
    } else {
        ask_rubbing(law, p, &ask->fo);
    }
    p->friction = p->share * p->rub;
#ifdef QUIRE_PLACE_SPACE
    p->lateral = p->share * p->rub_across;
#endif
    p->d_factor = quire_lanes(ask->fo.d_factor);
    p->d_normal = quire_where4(presses, quire_lanes(ask->fo.d_normal));
}

/* Asks both laws of the places that touch; `m`: NULL where they remember nothing, and no overlap is
 * too deep. */
QUIRE_INLINE void
place_laws(const struct quire_contact_law *law, struct place *p, struct place_memory *m,
           struct place_asks *ask)
{
    ask_pressing(law, p, m, ask);
    ask_friction_under(law, p->force, p, m, ask);
}

#endif
