#include "space/constant.h"

#include "space/across.h"
#include "space/kernel.h"

static size_t
row_of(const struct quire_ladder *l)
{
    return ((size_t)(5 * l->block) + 7) / 8 * 8;
}

size_t
quire_constant_size(const struct quire_ladder *l)
{
    return QUIRE_CONSTANT_SLABS * (size_t)l->block * row_of(l) + 8; /* whole vectors are read from the last column */
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
            sum += quire_hinge(l, hinge) * quire_hinge_weight(l, hinge, at->k) * quire_hinge_weight(l, hinge, at->i);
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

static double
entry(const struct quire_ladder *l, double cq, double cv, const struct place *at)
{
    const double mass = at->i == at->k ? l->grammage * quire_station_length(l, at->k) * l->across[at->p][at->j] : 0;

    return (mass + (cq + cv * l->damp_bend) * (bending_along(l, at) + bending_across(l, at))) + (cq + cv * l->damp_twist) * twisting(l, at);
}

void
quire_constant_slabs(const struct quire_ladder *l, double cq, double cv, double *slab)
{
    const int stations[QUIRE_CONSTANT_SLABS] = {0, 1, 2, l->n - 1, l->n};
    const size_t row = row_of(l);

    for (int s = 0; s < QUIRE_CONSTANT_SLABS; s++) {
        const int k = stations[s];
        for (int j = 0; j < l->m; j++) {
            for (int i = k < 2 ? 0 : k - 2; i <= l->n && i <= k + 2; i++) {
                for (int p = 0; p < l->m; p++) {
                    const double value = entry(l, cq, cv, &(struct place){k, j, i, p});
                    for (int c = 0; c < 3; c++) {
                        slab[(size_t)(s * l->block + 3 * j + c) * row + (size_t)((i - k + 2) * l->block + 3 * p + c)] = value;
                    }
                }
            }
        }
    }
}
