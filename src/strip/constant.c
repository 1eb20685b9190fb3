#include "strip/constant.h"

#include <stdbool.h>
#include <stdlib.h>

#include "strip/across.h"
#include "strip/kernel.h"

static size_t
row_of(const struct quire_ladder *l)
{
    return ((size_t)(5 * l->block) + 7) / 8 * 8;
}

size_t
quire_constant_size(const struct quire_ladder *l)
{
    /* whole vectors are read from the last column */
    return QUIRE_CONSTANT_SLABS * (size_t)l->block * row_of(l) + 8;
}

/* column node (k, j), row node (i, p) */
struct place {
    int k, j, i, p;
};

static double
bending_along(const struct quire_ladder *l, const struct place *at)
{
    double sum = 0;

    for (int hinge = at->k - 1; hinge <= at->k + 1; hinge++) {
        if (hinge >= 0 && hinge <= l->n) {
            sum += quire_hinge(l, hinge) * quire_hinge_weight(l, hinge, at->k) *
                   quire_hinge_weight(l, hinge, at->i);
        }
    }
    return sum * l->bend_md / (l->h * l->h * l->h) * l->across[at->p][at->j];
}

static double
bending_across(const struct quire_ladder *l, const struct place *at)
{
    double sum = 0;

    for (int x = 1; at->i == at->k && x < l->m - 1; x++) {
        const int a = at->j - x, b = at->p - x;
        sum += a < -1 || a > 1 || b < -1 || b > 1 ? 0 : (a == 0 ? -2 : 1) * (b == 0 ? -2 : 1);
    }
    return sum * l->bend_cd * quire_station_length(l, at->k) / (l->w * l->w * l->w);
}

static double
twisting(const struct quire_ladder *l, const struct place *at)
{
    double sum = 0;

    for (int y = at->k - 1; y <= at->k; y++) { /* cells that both nodes belong to */
        for (int x = at->j - 1; x <= at->j; x++) {
            const int own = y >= 0 && y < l->n && x >= 0 && x < l->m - 1;
            if (own && at->i >= y && at->i <= y + 1 && at->p >= x && at->p <= x + 1) {
                sum += ((at->k - y + at->j - x) & 1) == ((at->i - y + at->p - x) & 1) ? 1 : -1;
            }
        }
    }
    return sum * l->twist / (l->h * l->w);
}

/* of each of the slabs, in the order they have there: mass, bending, twist between a node of the
 * column and one of the rows */
size_t
quire_constant_table_size(const struct quire_ladder *l)
{
    return (size_t)(3 * QUIRE_CONSTANT_SLABS * 5 * l->m * l->m);
}

void
quire_constant_table(const struct quire_ladder *l, double *table)
{
    const int stations[QUIRE_CONSTANT_SLABS] = {0, 1, 2, l->n - 1, l->n};

    for (int s = 0; s < QUIRE_CONSTANT_SLABS; s++) {
        for (int at = 0; at < 5 * l->m * l->m; at++, table += 3) {
            const int k = stations[s];
            const struct place place = {k, at / (5 * l->m), k - 2 + at / l->m % 5, at % l->m};
            const bool there = place.i >= 0 && place.i <= l->n;
            table[0] = there && abs(place.i - k) < 2
                           ? quire_rods_entry(&l->along, place.i, k) * l->across[place.p][place.j]
                           : 0;
            table[1] = there ? bending_along(l, &place) + bending_across(l, &place) : 0;
            table[2] = there ? twisting(l, &place) : 0;
        }
    }
}

void
quire_constant_slabs(const struct quire_ladder *l, const double *table, double cq, double cv,
                     double *slab)
{
    const double bend = cq + cv * l->damp_bend, twist = cq + cv * l->damp_twist;
    const size_t row = row_of(l);

    for (int column = 0; column < QUIRE_CONSTANT_SLABS * l->m; column++) {
        double *to = slab + (size_t)(3 * column) * row;
        for (int p = 0; p < 5 * l->m; p++, table += 3, to += 3) {
            const double value = (table[0] + bend * table[1]) + twist * table[2];
            to[0] = to[row + 1] = to[2 * row + 2] = value;
        }
    }
}
