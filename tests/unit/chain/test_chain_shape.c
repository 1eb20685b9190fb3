/* What observers ask of a chain's shape: its tensions and its sharpest bend. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>

#include "chain/chain.h"

#define MOST 70 /* segments */

static uint64_t state = 88172645463325252u;

static double
next(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* xorshift64, Marsaglia */
    return (double)(state >> 11) * 0x1p-53;
}

/* a chain of n segments whose vectors are given; quire_chain_work_destroy() frees it */
static struct quire_chain
make(struct quire_chain_work *w, int n)
{
    const int stride = (n + 1 + QUIRE_LANES - 1) / QUIRE_LANES * QUIRE_LANES;
    cr_assert_eq(quire_chain_work_create(w, n, stride), 0);
    for (int i = 0; i < n; i++) {
        w->ex[i] = 0.8 + 0.4 * next();
        w->ey[i] = next() - 0.5;
        w->inv_square[i] = 1 / (w->ex[i] * w->ex[i] + w->ey[i] * w->ey[i]);
        w->tension_ratio[i] = next() - 0.3;
    }
    return (struct quire_chain){.n = n, .stride = stride};
}

static double
turn(const struct quire_chain_work *w, int joint)
{
    const double ax = w->ex[joint - 1], ay = w->ey[joint - 1], bx = w->ex[joint], by = w->ey[joint];
    return (ax * by - ay * bx) / (ax * bx + ay * by);
}

static void
expect_peak(const struct quire_chain *c, const struct quire_chain_work *w)
{
    double peak = 0;
    int where = 0, at;
    for (int i = 1; i < c->n; i++) {
        if (fabs(turn(w, i)) > fabs(peak)) {
            peak = turn(w, i);
            where = i;
        }
    }
    cr_expect_eq(quire_chain_peak_turn(c, w, &at), peak);
    cr_expect_eq(at, where, "%d segments: joint %d, not %d", c->n, at, where);
}

Test(chain_shape, peak_turn_is_the_first_of_the_largest)
{
    for (int n = 1; n <= MOST; n++) {
        struct quire_chain_work w;
        const struct quire_chain c = make(&w, n);
        expect_peak(&c, &w);
        for (int i = 0; i < n; i++) { /* equal ones: a zigzag */
            w.ex[i] = 1;
            w.ey[i] = i % 2 == 0 ? 0.125 : -0.125;
        }
        expect_peak(&c, &w);
        for (int i = 0; i < n; i++) {
            w.ey[i] = 0;
        }
        expect_peak(&c, &w);
        quire_chain_work_destroy(&w);
    }
}

Test(chain_shape, tensions_of_every_number_of_segments)
{
    for (int n = 1; n <= MOST; n++) {
        struct quire_chain_work w;
        const struct quire_chain c = make(&w, n);
        double tension[MOST + 1];
        tension[n] = 7;
        quire_chain_tension(&c, &w, tension);
        for (int i = 0; i < n; i++) {
            cr_expect_eq(tension[i], w.tension_ratio[i] / sqrt(w.inv_square[i]));
        }
        cr_expect_eq(tension[n], 7, "%d segments", n);
        quire_chain_work_destroy(&w);
    }
}
