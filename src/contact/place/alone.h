/* A place alone: all four lanes are the same one, so that four ways in which it moves stand side by
 * side. Its laws are asked once. */
#ifndef QUIRE_CONTACT_PLACE_ALONE_H
#define QUIRE_CONTACT_PLACE_ALONE_H

#include "contact/law/law_state.h"
#include "contact/law/place_book.h"
#include "contact/law/stick.h"
#include "contact/law/stiffening.h"
#include "contact/place/place.h"

struct place_alone {
    struct place p;
    struct quire_contact_pair pair;
    const struct quire_slot *slot; /* where the normal law remembers; NULL: nowhere */
    int station;                   /* there */
    /* what friction holds on to, and which way (grip NULL: it does not); the rest is filled in */
    struct quire_slide slide;
    struct stiffening stiff;   /* by which the normal law grows; times 1: it does not */
    struct quire_normal_in in; /* as the laws saw it, and what they said besides: */
    double elastic, rub, limit, creep;
    double stored; /* energy of the law, where the share fades [J] */
};

/* What is remembered there. */
QUIRE_INLINE void
remember_alone(struct place_alone *at, struct quire_contact_pair pair,
               const struct quire_slot *slot, int station, struct quire_law_memory *grip)
{
    at->pair = pair;
    at->slot = slot;
    at->station = station;
    at->stiff.times = 1;
    at->slide.grip = grip;
    at->slide.rolling = at->slide.way[0] = at->slide.way[1] = at->slide.way[2] = 0;
}

QUIRE_INLINE double
stored_alone(const struct quire_contact_law *law, const struct place_alone *at)
{
    return at->stiff.times * quire_normal_stored(law->normal, law->normal_data, &at->in);
}

QUIRE_INLINE void
press_alone(struct quire_state *st, const struct quire_contact_law *law, struct place_alone *at)
{
    const int memory = at->slot != NULL ? at->slot->memory0 + at->station : -1;
    struct quire_normal_out no = {.elastic = 0};
    struct place *p = &at->p;

    at->in = (struct quire_normal_in){.overlap = p->overlap[0],
                                      .closing = -p->vn[0],
                                      .memory = memory >= 0 ? st->memory + memory : &no_memory};
    if (at->in.overlap >= law->deepest) {
        st->too_deep = (struct quire_slide){.law = law, .pair = at->pair};
    }
    if (memory >= 0) {
        quire_memory_note(st, memory, &at->in);
        st->motion[memory].share += p->share[0];
    }
    law->normal->eval(law->normal_data, &at->in, &no);
    if (at->stiff.times > 1) {
        stiffen_law(law, &at->stiff, &at->in, &no);
    }
    at->elastic = no.elastic;
    p->force = quire_all4(no.force);
    p->total = p->share * no.force;
    p->lost = p->share * (no.force - no.elastic);
    p->d_overlap = quire_all4(no.d_overlap);
    p->d_closing = quire_all4(no.d_closing);
}

/* Notes a law that is cut while the surfaces still overlap. */
QUIRE_INLINE void
note_loose(struct quire_state *st, const struct place_alone *at)
{
    st->n_loose += quire_normal_is_cut(
        &(struct quire_normal_out){.force = at->p.force[0], .elastic = at->elastic});
}

/* friction that does not hold on, in space as a vector */
QUIRE_INLINE void
slip_alone(const struct quire_contact_law *law, struct place *p, struct quire_friction_in *in,
           struct quire_friction_out *fo)
{
#ifdef QUIRE_PLACE_SPACE
    const double along = p->slip[0], across = p->across[0],
                 w = sqrt(along * along + across * across), per = w > 0 ? 1 / w : 0;

    in->slip = w;
    in->aside = 1 - along * per;
    if (law->friction != NULL) {
        law->friction->eval(law->friction_data, in, fo);
    }
    const double ratio = w > 0 ? fo->force * per : fo->d_slip;
    p->ratio = quire_all4(ratio);
    p->way[0] = quire_all4(along * per);
    p->way[1] = quire_all4(across * per);
    follow_slip(p, quire_all4(fo->d_slip - ratio), quire_all4(fo->d_aside * per));
    p->rub = ratio * p->slip;
    p->rub_across = ratio * p->across;
#else
    if (law->friction != NULL) {
        law->friction->eval(law->friction_data, in, fo);
    }
    p->rub = quire_all4(fo->force);
#endif
}

QUIRE_INLINE void
hold_alone(struct quire_state *st, bool matrix, struct place *p, struct quire_slide *slide,
           struct quire_friction_out *fo)
{
#ifdef QUIRE_PLACE_SPACE
    struct quire_stick_vector v;

    slide->slip_across = p->across[0];
    quire_stick_hold(st, matrix, slide, &v, fo);
    p->ratio = quire_all4(v.ratio);
    p->way[0] = quire_all4(v.u[0]);
    p->way[1] = quire_all4(v.u[1]);
    follow_slip(p, quire_all4(v.more), quire_all4(0));
    p->rub = quire_all4(v.f[0]);
    p->rub_across = quire_all4(v.f[1]);
#else
    quire_stick_hold_along(st, matrix, slide, fo);
    p->rub = quire_all4(fo->force);
#endif
}

/* Asks the laws, when its rates are known. */
QUIRE_INLINE void
ask_alone(struct quire_state *st, const struct quire_contact_law *law, struct place_alone *at,
          bool matrix)
{
    struct quire_friction_out fo = {.limit = 0};
    struct place *p = &at->p;
    struct quire_slide *s = &at->slide;

    press_alone(st, law, at);
    if (p->drags) {
        p->slip -= p->drag * p->total;
    }
    const bool presses = p->force[0] > 0; /* what pulls does not rub */
    struct quire_friction_in in = {.slip = p->slip[0],
                                   .normal = presses ? p->force[0] : 0,
                                   .factor = p->factor[0],
                                   .overlap = p->overlap[0],
                                   .memory = &no_memory};
    if (s->grip != NULL) {
        *s = (struct quire_slide){.grip = s->grip,
                                  .law = law,
                                  .share = p->share[0],
                                  .pair = at->pair,
                                  .rolling = s->rolling,
                                  .in = in,
                                  .way = {s->way[0], s->way[1], s->way[2]}};
        hold_alone(st, matrix, p, s, &fo);
    } else {
        slip_alone(law, p, &in, &fo);
    }
    at->rub = fo.force;
    at->limit = fo.limit;
    at->creep = fo.creep;
    p->d_slip = quire_all4(fo.d_slip);
    p->d_normal = quire_all4(presses ? fo.d_normal : 0);
    p->d_rub = quire_all4(fo.d_overlap);
    p->d_factor = quire_all4(fo.d_factor);
    p->rubs_deeper = law->friction != NULL && law->friction->by_overlap;
    p->friction = p->share * p->rub;
#ifdef QUIRE_PLACE_SPACE
    p->lateral = p->share * p->rub_across;
#endif
    at->stored = p->fades ? stored_alone(law, at) : 0;
}

/* its powers, which all lanes have */
QUIRE_INLINE void
add_powers_alone(struct quire_powers *to, const struct place_powers *p)
{
    to->friction -= p->friction[0];
    to->belts += p->belts[0];
    to->contact += p->lost[0];
}

/* What observers see; `where` says where it is. NULL: there is no room. */
QUIRE_INLINE struct quire_touch *
record_alone(struct quire_state *st, const struct quire_contact_law *law,
             const struct place_alone *at, const struct quire_touch *where)
{
    const struct place *p = &at->p;
    const double share = p->share[0];
    struct quire_touch *t = new_touch(st);

    if (t != NULL) {
        *t = *where;
        t->pair = at->pair;
        t->force = p->total[0];
        t->friction = p->friction[0];
        t->limit = share * at->limit;
        t->slip = p->slip[0];
        t->belt = belt_of(p, p->total)[0];
        t->overlap = p->overlap[0];
        t->stored = share * stored_alone(law, at);
        t->spring = at->slide.grip != NULL ? share * quire_stick_stored(&at->slide) : 0;
        t->creep = at->creep;
#ifdef QUIRE_PLACE_SPACE
        t->creep *= p->way[0][0];
        t->space.lateral = p->lateral[0];
        t->space.slip_lateral = p->across[0];
#endif
    }
    return t;
}

#endif
