/* What observers see of a place. */
#ifndef QUIRE_CONTACT_PLACE_RECORD_H
#define QUIRE_CONTACT_PLACE_RECORD_H

#include "contact/law/place_book.h"
#include "contact/place/ask.h"

/* Energy that the law stores at lane k, without the share [J]. */
QUIRE_INLINE double
place_stored(const struct quire_contact_law *law, const struct place *p,
             const struct place_memory *m, int k)
{
    const bool keeps = m != NULL && m->slot != NULL;
    const struct quire_normal_in in = {
        .overlap = p->overlap[k],
        .closing = -p->vn[k],
        .memory = keeps ? m->state->memory + m->slot->memory0 + m->at[k] : &no_memory};

    return quire_normal_stored(law->normal, law->normal_data, &in);
}

/* By how much of elastic force times overlap that is known; 0: it is not. */
QUIRE_INLINE double
stored_part_of(const struct quire_contact_law *law, const struct place_memory *m)
{
    const struct quire_normal_law *no = law->normal;

    return no->stored_part != NULL && !(m != NULL && m->slot != NULL)
               ? no->stored_part(law->normal_data)
               : 0;
}

/* The same from what the law has said, where that is enough; `part`: of stored_part_of(). */
QUIRE_INLINE double
lane_stored(const struct quire_contact_law *law, double part, const struct place *p,
            const struct place_memory *m, const struct place_asks *ask, int k)
{
    const double stored = part * ask->no.elastic[k] * p->overlap[k];

    return stored > 0 ? stored : place_stored(law, p, m, k);
}

/* Records lane k, whose place is (x, y); NULL: there is no room. */
QUIRE_INLINE struct quire_touch *
record_lane(struct quire_state *st, const struct quire_contact_law *law, double part,
            const struct place *p, const struct place_memory *m, const struct place_asks *ask,
            int k, double x, double y)
{
    struct quire_touch *t = new_touch(st);
    const double unit = sqrt(p->a.q[k]), share = p->share[k];

    if (t == NULL) {
        return NULL;
    }
    *t = (struct quire_touch){.pair = *pair_of_lane(m, k),
                              .x = x,
                              .y = y,
                              .normal = {p->n.x[k], p->n.y[k]},
                              .force = p->total[k],
                              .friction = p->friction[k],
                              .limit = share * ask->fo.limit[k],
                              .slip = p->slip[k],
                              .belt = belt_of(p, p->total)[k],
                              .overlap = p->overlap[k],
                              .stored = share * lane_stored(law, part, p, m, ask, k),
                              .spring = m->holds ? share * quire_stick_stored(m->slide + k) : 0,
                              .creep = ask->fo.creep[k],
                              .tangent = {p->a.t.x[k] * unit, p->a.t.y[k] * unit}};
#ifdef QUIRE_PLACE_SPACE
    t->creep *= p->way[0][k];
    t->space.lateral = p->lateral[k];
    t->space.slip_lateral = p->across[k];
#endif
    return t;
}

#endif
