#include "integ/packing.h"

#include <stdlib.h>
#include <string.h>

bool
quire_packing_create(struct quire_packing *p, const struct quire_ode_problem *problem, bool packed)
{
    const struct quire_index_sets *sets = &problem->sets;
    size_t at = 0;

    *p = (struct quire_packing){.sets = sets, .length = problem->layout.length};
    if (!packed) {
        return true;
    }
    p->at = calloc((size_t)sets->n_all + 1, sizeof *p->at);
    /* as far from a boundary of vectors as in y */
    for (int k = 0; p->at != NULL && k < sets->n_all; k++) {
        p->at[k] = quire_round_up(at) + sets->all[k].first % QUIRE_LANES;
        at = p->at[k] + (sets->all[k].last - sets->all[k].first);
    }
    p->length = quire_round_up(at + 1);
    return p->at != NULL;
}

void
quire_packing_destroy(struct quire_packing *p)
{
    free(p->at);
    p->at = NULL;
}

size_t
quire_packed(const struct quire_packing *p, size_t entry)
{
    const struct quire_range *all = p->sets->all;
    int low = 0, high = p->sets->n_all - 1;

    if (p->at == NULL) {
        return entry;
    }
    while (low < high) {
        const int middle = (low + high) / 2;
        if (entry < all[middle].last) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return p->at[low] + (entry - all[low].first);
}

void
quire_unpack_into(const struct quire_packing *p, const double *vector, double *y)
{
    for (int k = 0; k < p->sets->n_all; k++) {
        const struct quire_range at = quire_packed_range(p, k);
        memcpy(y + p->sets->all[k].first, vector + at.first, sizeof *y * (at.last - at.first));
    }
}

const double *
quire_unpack(const struct quire_packing *p, const double *vector, double *room)
{
    if (p->at == NULL) {
        return vector;
    }
    quire_unpack_into(p, vector, room);
    return room;
}

void
quire_pack(const struct quire_packing *p, const double *y, double *vector)
{
    for (int k = 0; y != vector && k < p->sets->n_all; k++) {
        const struct quire_range at = quire_packed_range(p, k);
        memcpy(vector + at.first, y + p->sets->all[k].first, sizeof *y * (at.last - at.first));
    }
}
