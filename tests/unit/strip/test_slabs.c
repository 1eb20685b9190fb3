/* The solver of the ladder's matrix. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strip.h"

/* What joins stations with the next but one: bending alone; contact as well, of any component with
 * any, either way or one. */
enum joins { BY_BENDING, BY_CONTACT, ONE_WAY };

static void
join(struct quire_slabs *s, unsigned seed, enum joins by)
{
    for (int i = 0; by != BY_BENDING && i + 2 < s->n_station; i += 2) {
        for (int k = 0; k < s->block; k++) {
            const int other = (k + 1) % s->block;
            const double most = 0.05 * quire_slab_entries(s, i, i, k)[k];
            quire_slab_entries(s, i, i + 2, k)[other] += most * strip_random(&seed);
            if (by == BY_CONTACT) {
                quire_slab_entries(s, i + 2, i, other)[k] += most * strip_random(&seed);
            }
        }
    }
}

/* what solving leaves of a random right-hand side, of which `held` unknowns are prescribed;
 * relative to its terms */
static double
residual(struct strip *s, unsigned seed, int held, enum joins by)
{
    const int size = (s->ladder.n + 1) * s->ladder.block;
    double *r = calloc(4 * s->ladder.size, sizeof(double)), *x = r + s->ladder.size,
           *product = x + s->ladder.size, *later = product + s->ladder.size;
    double worst = 0, terms = 0;

    cr_assert_not_null(r);
    quire_ladder_matrix(&s->ladder, s->work, s->q, s->v, s->f, 1e-8, 1e-4, &s->slabs);
    join(&s->slabs, seed, by);
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
            for (int by = BY_BENDING; by <= ONE_WAY; by++) {
                for (int held = 0; held <= 5; held += 5) {
                    const double left = residual(&s, (unsigned)n, held, by);
                    cr_expect_lt(left, 1e-11, "%d segments, %d columns, %d held, joined %d: %g", n,
                                 columns[k], held, by, left);
                }
            }
            strip_close(&s);
        }
    }
}
