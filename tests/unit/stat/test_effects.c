/* Effects of a published experiment without replicates, and what follows from their definition. */
#include <criterion/criterion.h>
#include <math.h>

#include "fixtures/references.h"
#include "stat/effects.h"
#include "stat/summary.h"

enum { RUNS = 16, COLUMNS = 16 };

/* Filtration rate of a chemical plant, 2^4 in standard order (Montgomery, Design and Analysis of
 * Experiments, 8th ed., table 6.10) */
static const double rate[RUNS] = {45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96};
/* effects by their factors as bits: A = 1, B = 2, AB = 3, C = 4 ... (table 6.11) */
static const double published[COLUMNS] = {0,      21.625, 3.125,  0.125,  9.875,  -18.125,
                                          2.375,  1.875,  14.625, 16.625, -0.375, 4.125,
                                          -1.125, -1.625, -2.625, 1.375};

static void
make_factorial(struct quire_regressors *x)
{
    *x = (struct quire_regressors){.m = RUNS,
                                   .n = COLUMNS,
                                   .x = calloc(RUNS * COLUMNS, sizeof(double)),
                                   .term = calloc(COLUMNS, sizeof(size_t))};
    for (int j = 0; j < COLUMNS; j++) {
        for (int i = 0; i < RUNS; i++) {
            x->x[j * RUNS + i] = __builtin_popcount((unsigned)(j & ~i)) % 2 == 0 ? 1 : -1;
        }
    }
}

Test(effects, effects_and_lenths_margins_are_the_published_ones)
{
    struct quire_regressors x = {0};
    struct quire_fit fit = {0};
    struct quire_lenth lenth;
    double effect[COLUMNS];

    make_factorial(&x);
    cr_assert(quire_fit_make(&fit, &x, rate, NULL, 0.95));
    quire_standard_effects(effect, &fit);
    for (int j = 1; j < COLUMNS; j++) {
        cr_expect_float_eq(effect[j], published[j], 1e-12);
        cr_expect_float_eq(2 * fit.coefficient[j].value, published[j], 1e-12);
    }
    cr_assert(quire_lenth(&lenth, effect, COLUMNS, 0.95));
    cr_assert_eq(lenth.n, 15);
    cr_assert_float_eq(lenth.pseudo_error, 2.625, 1e-12);
    cr_assert_float_eq(lenth.margin, 6.748, 5e-4);      /* 2.571 PSE */
    cr_assert_float_eq(lenth.all_margin, 13.699, 5e-4); /* 5.219 PSE */
    quire_fit_clear(&fit);
    quire_regressors_clear(&x);
}

/* Of numbers that are chance alone no more than one in twenty passes the margin: Lenth's t keeps to
 * the safe side. */
Test(effects, margins_hold_back_chance)
{
    size_t over = 0, experiments_over = 0;
    unsigned long long state = 1;

    for (int i = 0; i < 2000; i++) {
        struct quire_lenth lenth;
        double effect[15];
        bool any = false;
        for (int j = 0; j < 15; j++) {
            double sum = -6;
            for (int k = 0; k < 12; k++) {
                state = state * 6364136223846793005ULL + 1442695040888963407ULL;
                sum += (double)(state >> 11) * 0x1p-53;
            }
            effect[j] = sum;
        }
        cr_assert(quire_lenth(&lenth, effect, 15, 0.95));
        for (int j = 0; j < 15; j++) {
            over += fabs(effect[j]) > lenth.margin;
            any = any || fabs(effect[j]) > lenth.all_margin;
        }
        experiments_over += any;
    }
    cr_assert(over > 0.015 * 30000 && over < 0.05 * 30000, "%zu", over);
    cr_assert(experiments_over > 0.005 * 2000 && experiments_over < 0.05 * 2000, "%zu",
              experiments_over);
}

Test(effects, half_normal_places_are_quantiles)
{
    cr_assert_float_eq(quire_half_normal_place(0, 1), 0.674489750196081743, 1e-14);
    cr_assert_float_eq(quire_half_normal_place(14, 15), 2.12804523, 1e-8); /* of 1 - 1/60 */
}

Test(effects, means_of_levels_and_pairs)
{
    const size_t a[] = {0, 0, 1, 1, 1}, b[] = {0, 1, 0, 1, 1};
    const double y[] = {1, 2, 4, 8, 10};
    struct quire_cell level[3], pair[6];

    quire_level_means(level, 3, a, y, 5);
    cr_assert(level[0].n == 2 && level[0].mean == 1.5 && level[1].n == 3 && level[2].n == 0 &&
              isnan(level[2].mean));
    cr_assert_float_eq(level[1].mean, 22.0 / 3, 1e-15);
    cr_assert_float_eq(level[0].deviation, sqrt(0.5), 1e-15);
    cr_assert(quire_pair_means(pair, 2, a, 3, b, y, 5));
    cr_assert(pair[0].mean == 1 && pair[4].mean == 9 && pair[4].n == 2 && pair[5].n == 0 &&
              isnan(pair[0].deviation));
}
