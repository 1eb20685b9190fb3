#include "strip/slabs.h"

#include <stdlib.h>
#include <string.h>

#include "strip/kernel.h"

static size_t
padded(int n)
{
    return ((size_t)n + 7) / 8 * 8;
}

/* room for the slabs and for two stations more on either side */
static double *
slabs_of(int n_station, int block, void **memory)
{
    const size_t slab = (size_t)block * padded(5 * block),
                 size = sizeof(double) * ((size_t)n_station + 4) * slab;

    *memory = aligned_alloc(64, size);
    if (*memory == NULL) {
        return NULL;
    }
    memset(*memory, 0, size);
    return (double *)*memory + 2 * slab;
}

int
quire_slabs_create(struct quire_slabs *s, int n_station, int columns)
{
    s->n_station = n_station;
    s->block = 3 * columns;
    s->row = (int)padded(5 * s->block);
    s->entry = slabs_of(n_station, s->block, &s->memory);
    return s->entry == NULL ? -1 : 0;
}

void
quire_slabs_destroy(struct quire_slabs *s)
{
    free(s->memory);
    s->memory = NULL;
    s->entry = NULL;
}

struct quire_slab_factor *
quire_slab_factor_create(int n_station, int columns)
{
    const int block = 3 * columns;
    const int rows = columns < QUIRE_COLUMNS_SKIP ? 2 * block : block + (int)padded(block);
    const size_t inverse = (size_t)(n_station * block) * padded(block),
                 left = (size_t)(n_station * block) * padded(rows);
    const size_t vector = (size_t)n_station * padded(block),
                 size = sizeof(double) * (8 + inverse + left + vector + 8);
    struct quire_slab_factor *f = calloc(1, sizeof *f);

    if (f == NULL) {
        return NULL;
    }
    f->memory = aligned_alloc(64, size / 64 * 64 + 64);
    f->entry = slabs_of(n_station, block, &f->entries);
    if (f->memory == NULL || f->entry == NULL) {
        quire_slab_factor_destroy(f);
        return NULL;
    }
    memset(f->memory, 0, size);
    f->n_station = n_station;
    f->block = block;
    f->row = (int)padded(5 * block);
    f->inverse = (double *)f->memory + 8; /* something may be loaded before it */
    f->left = f->inverse + inverse;
    f->vector = f->left + left;
    f->kernel = quire_space_kernel(columns);
    return f;
}

void
quire_slab_factor_destroy(struct quire_slab_factor *f)
{
    if (f != NULL) {
        free(f->memory);
        free(f->entries);
        free(f);
    }
}

/* the matrix is worked on where it stands, and the factor's former slabs are the next matrix's */
void
quire_slabs_factorise(struct quire_slab_factor *f, struct quire_slabs *s, double *r)
{
    double *const entry = f->entry;
    void *const entries = f->entries;

    f->entry = s->entry;
    f->entries = s->memory;
    s->entry = entry;
    s->memory = entries;
    f->kernel->factorise(f, r);
}

void
quire_slabs_solve(const struct quire_slab_factor *f, double *r)
{
    f->kernel->solve(f, r);
}
