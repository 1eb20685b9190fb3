/* Where the entries of one problem stand in its own vectors. There may be as many problems as
 * sheets: what each keeps is as long as it is, and is laid out as y only while it is looked at. */
#ifndef QUIRE_INTEG_PACKING_H
#define QUIRE_INTEG_PACKING_H

#include "integ/problem.h"
#include "math/kernel.h"

struct quire_packing {
    const struct quire_index_sets *sets;
    /* (sets->n_all): where each range of sets->all begins; NULL: where it does in y */
    size_t *at;
    size_t length; /* of a vector */
};

/* packed: one range behind the other; otherwise vectors are laid out as y. False when memory runs
 * out. */
bool quire_packing_create(struct quire_packing *packing, const struct quire_ode_problem *problem,
                          bool packed);
void quire_packing_destroy(struct quire_packing *packing);

/* Where range number `range` of sets->all stands in a vector. */
QUIRE_INLINE struct quire_range
quire_packed_range(const struct quire_packing *p, int range)
{
    const struct quire_range all = p->sets->all[range];

    return p->at == NULL
               ? all
               : (struct quire_range){p->at[range], p->at[range] + (all.last - all.first)};
}

/* Where an entry of y stands in a vector. */
size_t quire_packed(const struct quire_packing *packing, size_t entry);

/* A vector laid out as y: copied into y, whose other entries are left alone; or itself where it is
 * laid out so, else copied into `room`, which is returned; and back. */
void quire_unpack_into(const struct quire_packing *packing, const double *vector, double *y);
const double *quire_unpack(const struct quire_packing *packing, const double *vector, double *room);
void quire_pack(const struct quire_packing *packing, const double *y, double *vector);

#endif
