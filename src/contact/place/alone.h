/* A place alone: all four lanes are the same one, so that four ways in which it moves stand side by
 * side. */
#ifndef QUIRE_CONTACT_PLACE_ALONE_H
#define QUIRE_CONTACT_PLACE_ALONE_H

#include "contact/place/record.h"

struct place_alone {
    struct place p;
    struct place_memory memory; /* of the first lane */
    struct place_asks ask;
    double stored, elastic; /* by the law, where the share fades: energy, its force [J], [N] */
};

/* What is remembered there: the normal law's place of a slot (NULL: nothing), and what friction
 * holds on to (NULL: nothing). */
QUIRE_INLINE void
remember_alone(struct place_alone *at, struct quire_contact_pair pair,
               const struct quire_slot *slot, int station, struct quire_law_memory *grip)
{
    struct place_memory *m = &at->memory;

    m->pair = pair;
    m->slot = slot;
    m->at[0] = station;
    m->rolling[0] = 0;
    m->holds = grip != NULL;
    m->slide[0].grip = grip;
    m->slide[0].way[0] = m->slide[0].way[1] = m->slide[0].way[2] = 0;
}

/* every lane is the place that was asked for */
QUIRE_INLINE void
spread_answer(struct place *p)
{
    quire_v4 *const of[] = {&p->total,     &p->friction,   &p->lost,   &p->force,    &p->rub,
                            &p->d_overlap, &p->d_closing,  &p->d_slip, &p->d_normal, &p->d_rub,
#ifdef QUIRE_PLACE_SPACE
                            &p->lateral,   &p->rub_across, &p->ratio,  &p->more,     &p->way[0],
                            &p->way[1]
#endif
    };

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        *of[k] = quire_all4((*of[k])[0]);
    }
}

/* Asks the laws once, when its rates are known. */
QUIRE_INLINE void
ask_alone(struct quire_state *st, const struct quire_contact_law *law, struct place_alone *at,
          bool matrix)
{
    at->memory.state = st;
    at->memory.matrix = matrix;
    at->p.on = (quire_mask4){-1, 0, 0, 0};
    place_laws(law, &at->p, &at->memory, &at->ask);
    at->elastic = at->ask.no.elastic[0];
    st->n_loose += quire_normal_is_cut(
        &(struct quire_normal_out){.force = at->p.force[0], .elastic = at->elastic});
    spread_answer(&at->p);
    at->p.on = (quire_mask4){-1, -1, -1, -1};
    at->stored = at->p.fades ? place_stored(law, &at->p, &at->memory, 0) : 0;
}

/* What observers see; `where` says where it is. NULL: there is no room. */
QUIRE_INLINE struct quire_touch *
record_alone(struct quire_state *st, const struct quire_contact_law *law,
             const struct place_alone *at, const struct quire_touch *where)
{
    const struct place *p = &at->p;
    struct quire_touch *t = new_touch(st);

    if (t != NULL) {
        *t = *where;
        t->pair = at->memory.pair;
        t->force = p->total[0];
        t->friction = p->friction[0];
        t->limit = p->share[0] * at->ask.fo.limit[0];
        t->slip = p->slip[0];
        t->belt = p->belt[0];
        t->overlap = p->overlap[0];
        t->stored = p->share[0] * place_stored(law, p, &at->memory, 0);
        t->spring = at->memory.holds ? p->share[0] * quire_stick_stored(at->memory.slide) : 0;
        t->creep = at->ask.fo.creep[0];
#ifdef QUIRE_PLACE_SPACE
        t->creep *= p->way[0][0];
        t->space.lateral = p->lateral[0];
        t->space.slip_lateral = p->across[0];
#endif
    }
    return t;
}

#endif
