/* What is kept of a touching place: its powers, how these flow, and its record for observers. */
#ifndef QUIRE_CONTACT_LAW_PLACE_BOOK_H
#define QUIRE_CONTACT_LAW_PLACE_BOOK_H

#include "contact/law/place_laws.h"

/* Power: what rubs and what the normal force loses, what belts and drives put in, `driven` being
 * the speed of the surface that its drive commands [m/s] and `besides` what drives put in across or
 * along the normal [W]; `given`: with which the share, as it changes, makes stored energy of
 * nothing [W]. */
QUIRE_INLINE void
book_power(struct quire_powers *power, const struct place_motion *m, const struct place_action *a,
           double driven, double besides, double given)
{
    power->friction -= a->friction * a->r.slip[0] + a->lateral * a->r.slip[1];
    power->belts += a->friction * a->belt;
    power->contact += a->lost * m->closing;
    power->drives += a->friction * driven + besides;
    power->given += given;
}

/* what observers see; NULL: no room */
QUIRE_INLINE struct quire_touch *
new_touch(struct quire_state *st)
{
    return st->n_touch < st->cap_touch ? st->touch + st->n_touch++ : NULL;
}

/* The same of one place; `where` says where it is. `part`: of the law, whose stored energy is
 * there. */
QUIRE_INLINE void
record_touch(struct quire_state *st, const struct place_motion *m, const struct place_action *a,
             double part, const struct quire_touch *where)
{
    struct quire_touch *t = new_touch(st);

    if (t != NULL) {
        *t = *where;
        t->pair = m->pair;
        t->force = a->total;
        t->friction = a->friction;
        t->limit = m->share * a->fo.limit;
        t->slip = a->r.slip[0];
        t->belt = a->belt;
        t->overlap = m->overlap;
        t->stored = part * stored_by_law(st, m);
        t->spring = m->grip != NULL ? m->share * quire_stick_stored(&a->slide) : 0;
        t->creep = a->fo.creep * a->r.u[0];
        t->space.lateral = a->lateral;
        t->space.slip_lateral = a->r.slip[1];
    }
}

/* Notes that a sheet touches this guide, roller or other sheet; two threads may note the same. */
QUIRE_INLINE void
mark_touched(struct quire_state *st, int sheet, struct quire_partner target)
{
    const int column = quire_touched_column(st->system, target);

    if (column >= 0) {
        __atomic_store_n(st->touched + quire_touched_row(st->system, sheet) + (size_t)column, 1,
                         __ATOMIC_RELAXED);
    }
}

#endif
