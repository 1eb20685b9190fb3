/* Where the entries of one part of a machine stand in its own vectors. There may be as many parts
 * as sheets: what each keeps is as long as the part is, and is laid out as y only while it is
 * looked at. */
#ifndef QUIRE_INTEG_PACKING_H
#define QUIRE_INTEG_PACKING_H

#include "machine/system.h"

/* Rooms laid out as y that all parts share; each holds what was put there last. */
struct quire_rooms {
    double *y, *spare, *given, *history, *weights;
    double *work; /* Newton's, see integ/newton.h */
    void *block;
};

/* False when memory runs out; then there is nothing to be destroyed. */
bool quire_rooms_create(struct quire_rooms *rooms, const struct quire_system *system);
void quire_rooms_destroy(struct quire_rooms *rooms);

struct quire_packing {
    const struct quire_part *part;
    /* (part->n_all): where each range of part->all begins; NULL: where it does in y */
    size_t *at;
    size_t length; /* of a vector */
};

/* rooms NULL: vectors are laid out as y. False when memory runs out. */
bool quire_packing_create(struct quire_packing *packing, const struct quire_system *system,
                          const struct quire_part *part, const struct quire_rooms *rooms);
void quire_packing_destroy(struct quire_packing *packing);

/* Where range number `range` of part->all stands in a vector. */
QUIRE_INLINE struct quire_range
quire_packed_range(const struct quire_packing *p, int range)
{
    const struct quire_range all = p->part->all[range];

    return p->at == NULL
               ? all
               : (struct quire_range){p->at[range], p->at[range] + (all.last - all.first)};
}

/* Where an entry of y stands in a vector. */
size_t quire_packed_search(const struct quire_packing *packing, size_t entry);

QUIRE_INLINE size_t
quire_packed(const struct quire_packing *p, size_t entry)
{
    return p->at == NULL ? entry : quire_packed_search(p, entry);
}

/* A vector laid out as y: itself, or in `room`, which is returned; and back. */
const double *quire_unpack(const struct quire_packing *packing, const double *vector, double *room);
void quire_pack(const struct quire_packing *packing, const double *y, double *vector);

#endif
