#include "integ/packing.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "integ/newton.h"

#define ROOMS 5

bool
quire_rooms_create(struct quire_rooms *rooms, const struct quire_system *system)
{
    const size_t each = quire_round_up(system->layout.length) + 2 * QUIRE_LANES,
                 work = quire_newton_work(system);
    double *at = calloc(ROOMS * each + work + QUIRE_LANES, sizeof *at);

    *rooms = (struct quire_rooms){.block = at};
    if (at == NULL) {
        return false;
    }
    at = (double *)(((uintptr_t)at + 63) / 64 * 64);
    rooms->y = at;
    rooms->spare = at + each;
    rooms->given = at + 2 * each;
    rooms->history = at + 3 * each;
    rooms->weights = at + 4 * each;
    rooms->work = at + ROOMS * each;
    return true;
}

void
quire_rooms_destroy(struct quire_rooms *rooms)
{
    free(rooms->block);
    *rooms = (struct quire_rooms){0};
}

bool
quire_packing_create(struct quire_packing *p, const struct quire_system *system,
                     const struct quire_part *part, const struct quire_rooms *rooms)
{
    size_t at = 0;

    *p = (struct quire_packing){.part = part, .length = system->layout.length};
    if (rooms == NULL) {
        return true;
    }
    p->at = calloc((size_t)part->n_all + 1, sizeof *p->at);
    /* as far from a boundary of vectors as in y */
    for (int k = 0; p->at != NULL && k < part->n_all; k++) {
        p->at[k] = quire_round_up(at) + part->all[k].first % QUIRE_LANES;
        at = p->at[k] + (part->all[k].last - part->all[k].first);
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
quire_packed_search(const struct quire_packing *p, size_t entry)
{
    const struct quire_range *all = p->part->all;
    int low = 0, high = p->part->n_all - 1;

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

const double *
quire_unpack(const struct quire_packing *p, const double *vector, double *room)
{
    if (p->at == NULL) {
        return vector;
    }
    for (int k = 0; k < p->part->n_all; k++) {
        const struct quire_range all = p->part->all[k];
        memcpy(room + all.first, vector + p->at[k], sizeof *room * (all.last - all.first));
    }
    return room;
}

void
quire_pack(const struct quire_packing *p, const double *y, double *vector)
{
    for (int k = 0; y != vector && k < p->part->n_all; k++) {
        const struct quire_range all = p->part->all[k];
        memcpy(vector + quire_packed_range(p, k).first, y + all.first,
               sizeof *y * (all.last - all.first));
    }
}
