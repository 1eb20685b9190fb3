#include "integ/workspace.h"
#include "math/kernel.h"

#include <stdint.h>
#include <stdlib.h>

#define VECTORS 5

/* the next boundary that the widest loads want */
static double *
aligned(void *block)
{
    return (double *)(((uintptr_t)block + 63) / 64 * 64);
}

bool
quire_newton_vectors_create(struct quire_newton_vectors *v, const struct quire_layout *l)
{
    const size_t edge = 2 * QUIRE_LANES, y = l->length + edge, vz = l->nv + l->nz + edge,
                 z = l->nz + edge;
    void *block = calloc(y + 3 * vz + z + 2 * QUIRE_LANES, sizeof(double));

    *v = (struct quire_newton_vectors){.block = block};
    if (block == NULL) {
        return false;
    }
    v->y = aligned(block);
    v->rates = v->y + y + QUIRE_LANES;
    v->step = v->y + y + vz + QUIRE_LANES;
    v->delta_since_jacobian = v->step + vz;
    v->z_fixed = v->delta_since_jacobian + vz;
    return true;
}

void
quire_newton_vectors_destroy(struct quire_newton_vectors *v)
{
    free(v->block);
    *v = (struct quire_newton_vectors){0};
}

bool
quire_workspace_create(struct quire_workspace *w, const struct quire_layout *l)
{
    const size_t each = quire_round_up(l->length) + 2 * QUIRE_LANES;
    void *block = calloc(VECTORS * each + QUIRE_LANES, sizeof(double));

    *w = (struct quire_workspace){.block = block};
    if (block == NULL || !quire_newton_vectors_create(&w->newton, l)) {
        quire_workspace_destroy(w);
        return false;
    }
    w->y = aligned(block);
    w->spare = w->y + each;
    w->given = w->y + 2 * each;
    w->history = w->y + 3 * each;
    w->weights = w->y + 4 * each;
    return true;
}

void
quire_workspace_destroy(struct quire_workspace *w)
{
    quire_newton_vectors_destroy(&w->newton);
    free(w->block);
    *w = (struct quire_workspace){0};
}
