/* Room for what couples a small body to a sheet. */
#ifndef QUIRE_CONTACT_LAW_COUPLINGS_H
#define QUIRE_CONTACT_LAW_COUPLINGS_H

#include <string.h>

#include "state/state.h"

/* At three nodes of a sheet in the plane, to be filled in; NULL: there is none. */
QUIRE_INLINE struct quire_coupling *
new_coupling(struct quire_state *st, int small, int sheet, int node)
{
    if (st->n_coupling == st->cap_coupling) {
        st->failed = true;
        return NULL;
    }
    struct quire_coupling *coupling = st->coupling + st->n_coupling++;
    coupling->small = small;
    coupling->sheet = sheet;
    coupling->node = node;
    return coupling;
}

/* The same, with zeros. */
QUIRE_INLINE struct quire_coupling *
empty_coupling(struct quire_state *st, int small, int sheet, int node)
{
    struct quire_coupling *coupling = new_coupling(st, small, sheet, node);

    if (coupling != NULL) {
        *coupling = (struct quire_coupling){.small = small, .sheet = sheet, .node = node};
    }
    return coupling;
}

/* At three stations and two columns of a sheet in space. */
QUIRE_INLINE struct quire_space_coupling *
new_space_coupling(struct quire_state *st, int small, int sheet, int station, int column)
{
    if (st->n_space_coupling == st->cap_space_coupling) {
        st->failed = true;
        return NULL;
    }
    struct quire_space_coupling *coupling = st->space_coupling + st->n_space_coupling++;
    coupling->small = small;
    coupling->sheet = sheet;
    coupling->station = station;
    coupling->column = column;
    return coupling;
}

#endif
