/* r = g f - M a of the ladder. Included once for each number of columns M.
 * doc/theory/spatial-sheet.md, 1. */

static void
NAME(residual)(const struct quire_ladder *l, const double *restrict f, const double *restrict a,
               double g, double *restrict r)
{
    const double middle = l->across[0][0] + l->across[0][0], edge = l->across[0][0],
                 beside = l->across[0][1];

    for (int i = 0; i <= l->n; i++) {
        const double mass = l->grammage * (i == 0 || i == l->n ? l->h / 2 : l->h);
        UNROLL(32)
        for (int k = 0; k < BLOCK; k++) {
            const int j = k / 3, at = i * BLOCK + k;
            const double sides = j == 0       ? a[at + 3]
                                 : j == M - 1 ? a[at - 3]
                                              : a[at - 3] + a[at + 3];
            r[at] = g * f[at] -
                    mass * ((j == 0 || j == M - 1 ? edge : middle) * a[at] + beside * sides);
        }
    }
}
