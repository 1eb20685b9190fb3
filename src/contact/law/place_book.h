/* What is noted of a touching place for observers. */
#ifndef QUIRE_CONTACT_LAW_PLACE_BOOK_H
#define QUIRE_CONTACT_LAW_PLACE_BOOK_H

#include "math/kernel.h"
#include "state/state.h"

/* what observers see; NULL: no room */
QUIRE_INLINE struct quire_touch *
new_touch(struct quire_state *st)
{
    return st->n_touch < st->cap_touch ? st->touch + st->n_touch++ : NULL;
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
