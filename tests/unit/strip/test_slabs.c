/* The solver of the ladder's matrix. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strip.h"

/* what solving leaves of a random right-hand side, of which `held` unknowns are prescribed;
 * relative to its terms */
static double
residual(struct strip *s, unsigned seed, int held)
{
    const int size = (s->ladder.n + 1) * s->ladder.block;
    double *r = calloc(4 * s->ladder.size, sizeof(double)), *x = r + s->ladder.size,
           *product = x + s->ladder.size, *later = product + s->ladder.size;
    double worst = 0, terms = 0;

    cr_assert_not_null(r);
    quire_ladder_matrix(&s->ladder, s->work, s->q, s->v, s->f, 1e-8, 1e-4, &s->slabs);
    for (int k = 0; k < held; k++) {
        const int at = k * 7 % size;
        strip_hold(&s->slabs, at / s->ladder.block, at % s->ladder.block);
    }
    struct quire_slabs kept = s->slabs;
    const size_t bytes = sizeof(double) * (size_t)(kept.n_station * kept.block * kept.row);
    kept.entry = malloc(bytes);
    cr_assert_not_null(kept.entry);
    memcpy(kept.entry, s->slabs.entry, bytes);
    for (int k = 0; k < size; k++) {
        r[k] = x[k] = later[k] = strip_random(&seed);
    }
    quire_slabs_factorise(s->factor, &s->slabs, x);
    quire_slabs_solve(s->factor, later);
    cr_expect_eq(memcmp(x, later, sizeof *x * (size_t)size), 0,
                 "what is solved on the way has other bits");
    struct strip unfactored = *s;
    unfactored.slabs = kept;
    strip_multiply(&unfactored, x, product);
    for (int k = 0; k < size; k++) {
        worst = fmax(worst, fabs(product[k] - r[k]));
        double *entry = quire_slab_entries(&kept, k / kept.block, k / kept.block, k % kept.block);
        terms = fmax(terms, fabs(entry[k % kept.block] * x[k]));
    }
    for (int k = 0; k < held; k++) {
        cr_expect_lt(fabs(x[k * 7 % size] - r[k * 7 % size]), 1e-14, "held unknown %d",
                     k * 7 % size);
    }
    free(kept.entry);
    free(r);
    return worst / fmax(terms, 1);
}

Test(slabs, solve)
{
    static const int columns[] = {2, 3, 5, 9};

    for (int k = 0; k < 4; k++) {
        for (int n = 4; n < 20; n++) {
            struct strip s;
            const struct quire_ladder ladder = strip_soft(n, columns[k]);
            strip_open(&s, &ladder);
            strip_crumple(&s, (unsigned)n, 2e-4, 0.1);
            cr_expect_lt(residual(&s, (unsigned)n, 0), 1e-11, "%d segments, %d columns: %g", n,
                         columns[k], residual(&s, (unsigned)n, 0));
            cr_expect_lt(residual(&s, (unsigned)n, 5), 1e-11, "%d segments, %d columns, held: %g",
                         n, columns[k], residual(&s, (unsigned)n, 5));
            strip_close(&s);
        }
    }
}
