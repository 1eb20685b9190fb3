/* The velocity matrix of one spatial sheet: block pentadiagonal with blocks of 3 m, one slab of
 * columns for each station, eliminated from both ends without pivoting. Theory:
 * doc/theory/spatial-sheet.md.
 *
 * The column of unknown b (0 ... 3 m - 1) of station k holds the rows of the stations k - 2 ... k +
 * 2, one behind the other: entry (row r of station i, column b of station k) is at entry[((k *
 * block + b) * row) + (i - k + 2) * block + r], |i - k| <= 2. Rows of stations that are not there
 * hold any finite number. */
#ifndef QUIRE_STRIP_SLABS_H
#define QUIRE_STRIP_SLABS_H

#include <stddef.h>

struct quire_slabs {
    int n_station, block;
    int row; /* doubles from column to column: 5 block, rounded up to 8 */
    /* (n_station * block, row), on a boundary of 64 bytes; two stations more before and behind may
     * be written */
    double *entry;
    void *memory;
};

struct quire_slab_factor; /* for one matrix of that shape */

/* 0, or -1 when memory runs out */
int quire_slabs_create(struct quire_slabs *s, int n_station, int columns);
void quire_slabs_destroy(struct quire_slabs *s);

/* Where the entries of column b of station k begin that belong to the rows of station i. */
static inline double *
quire_slab_entries(const struct quire_slabs *s, int i, int k, int b)
{
    return s->entry + ((ptrdiff_t)k * s->block + b) * s->row + (ptrdiff_t)(i - k + 2) * s->block;
}

/* NULL when memory runs out */
struct quire_slab_factor *quire_slab_factor_create(int n_station, int columns);
void quire_slab_factor_destroy(struct quire_slab_factor *f);

/* Factors s, which is lost, and solves in place for vectors of n_station * block: for a first one
 * on the way, with the same bits. */
void quire_slabs_factorise(struct quire_slab_factor *f, struct quire_slabs *s, double *r);
void quire_slabs_solve(const struct quire_slab_factor *f, double *r);

#endif
