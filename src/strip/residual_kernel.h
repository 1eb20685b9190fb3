/* r = g f - M a of the ladder. Included once for each number of columns M.
 * doc/theory/spatial-sheet.md, 1. */

/* at one station, where the mass along has multiplied already */
QUIRE_INLINE void
NAME(residual_at)(const struct quire_ladder *l, const double *restrict f, const double *a, double g,
                  double *restrict r)
{
    const double middle = l->across[0][0] + l->across[0][0], edge = l->across[0][0],
                 beside = l->across[0][1];

    UNROLL(32)
    for (int k = 0; k < BLOCK; k++) {
        const int j = k / 3;
        const double sides = j == 0 ? a[k + 3] : j == M - 1 ? a[k - 3] : a[k - 3] + a[k + 3];
        r[k] = g * f[k] - ((j == 0 || j == M - 1 ? edge : middle) * a[k] + beside * sides);
    }
}

/* the same at an end, whose one neighbour stands `way` farther on */
QUIRE_INLINE void
NAME(residual_end)(const struct quire_ladder *l, const double *f, const double *a, ptrdiff_t way,
                   double g, double *r)
{
    double mass[BLOCK];

    UNROLL(32)
    for (int k = 0; k < BLOCK; k++) {
        mass[k] = l->along.end * a[k] + l->along.off * a[way + k];
    }
    NAME(residual_at)(l, f, mass, g, r);
}

static void
NAME(residual)(const struct quire_ladder *l, const double *restrict f, const double *restrict a,
               double g, double *restrict r)
{
    const double inner = l->along.inner, off = l->along.off;
    const ptrdiff_t last = (ptrdiff_t)l->n * BLOCK;

    NAME(residual_end)(l, f, a, BLOCK, g, r);
    for (int i = 1; i < l->n; i++) {
        const double *at = a + (ptrdiff_t)i * BLOCK;
        double mass[BLOCK];
        UNROLL(32)
        for (int k = 0; k < BLOCK; k++) {
            mass[k] = inner * at[k] + off * (at[k - BLOCK] + at[k + BLOCK]);
        }
        NAME(residual_at)(l, f + (ptrdiff_t)i * BLOCK, mass, g, r + (ptrdiff_t)i * BLOCK);
    }
    NAME(residual_end)(l, f + last, a + last, -BLOCK, g, r + last);
}
