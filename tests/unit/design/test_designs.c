/* Designs: published tables, and what makes each design what it is. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "design/common.h"
#include "design/factorial/fraction.h"
#include "design/plans.h"
#include "design/sampling/sobol_points.h"
#include "table/table.h"

TestSuite(designs, .init = begin_plans, .fini = end_plans);

/* ---- two levels ---- */

/* Words of length 3, 4, 5 and 6 in the defining relations: J. Chen, D. X. Sun, C. F. J. Wu, Int.
 * Statist. Rev. 61 (1993) 131, tables 1 to 3, the first (least aberration) design of each size; 128
 * runs: Box, Hunter, Hunter, table 6.22. */
static const struct {
    int k, resolution, m;
    uint64_t words[4];
} fractions[] = {
    {3, 3, 2, {1, 0, 0, 0}},    {4, 4, 3, {0, 1, 0, 0}},    {5, 3, 3, {2, 1, 0, 0}},
    {6, 3, 3, {4, 3, 0, 0}},    {7, 3, 3, {7, 7, 0, 0}},    {5, 5, 4, {0, 0, 1, 0}},
    {6, 4, 4, {0, 3, 0, 0}},    {7, 4, 4, {0, 7, 0, 0}},    {8, 4, 4, {0, 14, 0, 0}},
    {9, 3, 4, {4, 14, 8, 0}},   {10, 3, 4, {8, 18, 16, 8}}, {6, 6, 5, {0, 0, 0, 1}},
    {7, 5, 6, {0, 0, 0, 0}},    {8, 5, 6, {0, 0, 2, 1}},    {9, 4, 5, {0, 6, 8, 0}},
    {10, 4, 5, {0, 10, 16, 0}}, {11, 4, 5, {0, 25, 0, 27}}, {9, 5, 7, {0, 0, 0, 3}},
    {10, 5, 7, {0, 0, 3, 3}},   {11, 5, 7, {0, 0, 6, 6}},
};

Test(designs, fractions_have_the_published_numbers_of_words)
{
    for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++) {
        struct quire_fraction f;
        uint64_t words[QUIRE_FRACTION_FACTORS + 1];
        quire_fraction_choose(&f, fractions[i].k, fractions[i].resolution);
        cr_expect(quire_fraction_words(&f, words) >= fractions[i].resolution);
        cr_expect_eq(f.m, fractions[i].m, "k = %d, resolution %d: 2^%d runs", f.k,
                     fractions[i].resolution, f.m);
        for (int length = 3; length <= 6; length++) {
            cr_expect_eq(words[length], fractions[i].words[length - 3],
                         "k = %d, m = %d: %llu words of %d letters", f.k, f.m,
                         (unsigned long long)words[length], length);
        }
    }
}

/* ---- least aberration, by looking through all choices of generators ---- */

struct least {
    int m, added;
    uint32_t word[8];
    uint64_t best[8]; /* words of three to seven letters */
    bool found;
};

static void
count_words(const struct least *l, uint64_t words[8])
{
    memset(words, 0, 8 * sizeof *words);
    for (uint32_t subset = 1; subset < UINT32_C(1) << l->added; subset++) {
        uint32_t product = 0;
        for (int i = 0; i < l->added; i++) {
            product ^= (subset >> i & 1) != 0 ? l->word[i] : 0;
        }
        const int length = __builtin_popcount(product) + __builtin_popcount(subset);
        words[length < 8 ? length : 7]++;
    }
    words[7] = 0; /* longer words do not decide here */
}

static void
look_through(struct least *l, int n, uint32_t from)
{
    uint64_t words[8];
    if (n == l->added) {
        count_words(l, words);
        for (int i = 3; i <= 6; i++) {
            if (!l->found || words[i] != l->best[i]) {
                if (!l->found || words[i] < l->best[i]) {
                    memcpy(l->best, words, sizeof words);
                    l->found = true;
                }
                return;
            }
        }
        return;
    }
    for (uint32_t word = from; word < UINT32_C(1) << l->m; word++) {
        if (__builtin_popcount(word) > 1) {
            l->word[n] = word;
            look_through(l, n + 1, word + 1);
        }
    }
}

/* no choice of generators has fewer words of three letters, then of four, five and six */
Test(designs, fractions_have_the_least_aberration)
{
    for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++) {
        struct least l = {.m = fractions[i].m, .added = fractions[i].k - fractions[i].m};
        look_through(&l, 0, 3);
        for (int length = 3; length <= 6; length++) {
            cr_expect_eq(fractions[i].words[length - 3], l.best[length],
                         "k = %d, m = %d: %llu words of %d letters", fractions[i].k, l.m,
                         (unsigned long long)l.best[length], length);
        }
    }
}

/* whatever is asked for: resolution, and every factor at each level equally often with every other
 */
Test(designs, fractions_of_any_size_have_the_resolution_asked_for)
{
    for (int k = 2; k <= 32; k += k < 12 ? 1 : 5) {
        for (int resolution = 3; resolution <= 5; resolution++) {
            struct quire_fraction f;
            uint64_t words[QUIRE_FRACTION_FACTORS + 1];
            quire_fraction_choose(&f, k, resolution);
            const int found = k - f.m <= 12 ? quire_fraction_words(&f, words) : resolution;
            cr_expect(found == 0 || found >= resolution, "k = %d: %d", k, found);
            cr_expect(f.m < k || k <= resolution - (resolution == 3 ? 1 : 0) || k <= 5,
                      "k = %d, resolution %d: all 2^%d runs", k, resolution, f.m);
        }
    }
}

/* resolution IV has room for half as many factors as there are runs, and no more */
Test(designs, fractions_of_resolution_four_are_as_small_as_can_be)
{
    for (int k = 5; k <= 26; k++) {
        struct quire_fraction f;
        quire_fraction_choose(&f, k, 4);
        cr_expect(k <= 1 << (f.m - 1) && k > 1 << (f.m - 2), "k = %d: 2^%d runs", k, f.m);
    }
}

static void
expect_orthogonal(const struct quire_design_plan *plan, const char *what)
{
    for (size_t a = 0; a < plan->n; a++) {
        for (size_t b = a; b < plan->n; b++) {
            double sum = 0, product = 0, x[COLUMNS_MOST];
            for (uint64_t i = 0; i < plan->points; i++) {
                coded(plan, i, x);
                sum += x[a];
                product += x[a] * x[b];
            }
            cr_expect(sum == 0 && product == (a == b ? (double)plan->points : 0),
                      "%s: columns %zu and %zu", what, a, b);
        }
    }
}

Test(designs, plackett_burman_columns_are_orthogonal)
{
    static const size_t runs[] = {8, 12, 16, 20, 24, 32, 36};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        struct quire_design_plan plan;
        char text[8];
        snprintf(text, sizeof text, "%zu", runs[i]);
        PLAN(&plan, "plackett-burman", runs[i] - 1, 0, {"runs", text});
        cr_expect_eq(plan.points, runs[i]);
        expect_orthogonal(&plan, text);
        PLAN(&plan, "plackett-burman", runs[i] - 1, 0, {"runs", text}, {"fold-over", "yes"});
        cr_expect_eq(plan.points, 2 * runs[i]);
        expect_orthogonal(&plan, "folded");
    }
}

Test(designs, generators_give_signs_and_aliases)
{
    struct quire_design_plan plan;
    struct quire_text text = {0};
    PLAN(&plan, "fractional-factorial", 5, 2, {"generators", "D=AB, E=-AC"});
    cr_expect_eq(plan.points, 8);
    for (uint64_t i = 0; i < 8; i++) {
        double x[COLUMNS_MOST];
        coded(&plan, i, x);
        for (int j = 0; j < 5; j++) {
            x[j] = 2 * x[j] - 1;
        }
        cr_expect(x[3] == x[0] * x[1] && x[4] == -x[0] * x[2]);
    }
    plan.ops->describe(&plan, &text);
    /* by hand: I = ABD = -ACE = -BCDE */
    cr_expect_str_eq(
        text.data,
        "A: x0, B: x1, C: x2, D: x3 = AB, E: x4 = -AC\nresolution III\n"
        "aliases of factors and two-factor interactions (effects on the same line are "
        "aliased):\n"
        "  A = BD = -CE\n  B = AD\n  C = -AE\n  D = AB\n  E = -AC\n  BC = -DE\n  BE = -CD\n");
    quire_text_clear(&text);
}

Test(designs, folding_over_frees_the_factors)
{
    struct quire_design_plan plan;
    uint64_t words[QUIRE_FRACTION_FACTORS + 1];
    PLAN(&plan, "fractional-factorial", 7, 0, {"resolution", "3"}, {"fold-over", "yes"});
    cr_expect_eq(plan.points, 16);
    cr_expect_eq(quire_fraction_words(plan.data, words), 4);
    cr_expect(plan.ops->block(&plan, 7) == 1 && plan.ops->block(&plan, 8) == 2);
    for (uint64_t i = 0; i < 8; i++) {
        double x[COLUMNS_MOST], y[COLUMNS_MOST];
        coded(&plan, i, x);
        coded(&plan, 8 + i, y);
        for (size_t j = 0; j < 7; j++) {
            cr_expect_eq(y[j], -x[j]);
        }
    }
}

/* ---- blocks ---- */

/* Suggested blocks of 2^k designs: D. C. Montgomery, Design and Analysis of Experiments, table 7.9.
 * None may take up fewer interactions than those found: of two first, then of three. */
static const struct {
    size_t k;
    const char *blocks, *generators;
} blockings[] = {
    {3, "2", "ABC"},
    {3, "4", "AB, AC"},
    {4, "2", "ABCD"},
    {4, "4", "ABC, ACD"},
    {4, "8", "AB, BC, CD"},
    {5, "2", "ABCDE"},
    {5, "4", "ABC, CDE"},
    {5, "8", "ABE, BCE, CDE"},
    {5, "16", "AB, AC, CD, DE"},
    {6, "2", "ABCDEF"},
    {6, "4", "ABCF, CDEF"},
    {6, "8", "ABEF, ABCD, ACE"},
    {6, "16", "ABF, ACF, BDF, DEF"},
    {6, "32", "AB, BC, CD, DE, EF"},
    {7, "2", "ABCDEFG"},
    {7, "4", "ABCFG, CDEFG"},
    {7, "8", "ABC, DEF, AFG"},
    {7, "16", "ABD, EFG, CDE, ADG"},
    {7, "32", "ABG, BCG, CDG, DEG, EFG"},
    {7, "64", "AB, BC, CD, DE, EF, FG"},
};

/* how many effects of so many factors are the same as, or part of, the difference between blocks:
 * sums over a block that are not 0 */
static int
effects_in_blocks(const struct quire_design_plan *plan, int order)
{
    int lost = 0;
    for (uint32_t effect = 1; effect < UINT32_C(1) << plan->n; effect++) {
        double sum[65] = {0}, x[COLUMNS_MOST];
        bool free = true;
        if (__builtin_popcount(effect) != order) {
            continue;
        }
        for (uint64_t i = 0; i < plan->points; i++) {
            double product = 1;
            coded(plan, i, x);
            for (size_t j = 0; j < plan->n; j++) {
                product *= (effect >> j & 1) != 0 ? x[j] : 1;
            }
            sum[plan->ops->block(plan, i)] += product;
        }
        for (int b = 0; b <= 64; b++) {
            free = free && sum[b] == 0;
        }
        lost += free ? 0 : 1;
    }
    return lost;
}

static void
expect_equal_blocks(const struct quire_design_plan *plan, int blocks)
{
    uint64_t count[65] = {0};
    for (uint64_t i = 0; i < plan->points; i++) {
        count[plan->ops->block(plan, i)]++;
    }
    cr_expect_eq(plan->blocks, blocks);
    for (int b = 1; b <= blocks; b++) {
        cr_expect_eq(count[b] * (uint64_t)blocks, plan->points);
    }
}

Test(designs, blocks_of_factorials_take_up_no_more_than_those_published)
{
    for (size_t i = 0; i < sizeof blockings / sizeof blockings[0]; i++) {
        struct quire_design_plan own, published;
        PLAN(&own, "full-factorial", blockings[i].k, 0, {"blocks", blockings[i].blocks});
        PLAN(&published, "full-factorial", blockings[i].k, 0,
             {"block-generators", blockings[i].generators});
        expect_equal_blocks(&own, (int)strtol(blockings[i].blocks, NULL, 10));
        expect_equal_blocks(&published, (int)strtol(blockings[i].blocks, NULL, 10));
        const int two = effects_in_blocks(&own, 2),
                  published_two = effects_in_blocks(&published, 2);
        const int three = effects_in_blocks(&own, 3),
                  published_three = effects_in_blocks(&published, 3);
        cr_expect_eq(effects_in_blocks(&own, 1), 0);
        cr_expect(two < published_two || (two == published_two && three <= published_three),
                  "2^%zu in %s blocks: %d, %d; published %d, %d", blockings[i].k,
                  blockings[i].blocks, two, three, published_two, published_three);
    }
}

/* of a fraction all aliases of a block's effect are lost: 2^(6-2) in 2 and 4 blocks keeps its
 * factors */
Test(designs, blocks_of_fractions_keep_the_factors)
{
    static const char *const blocks[] = {"2", "4", "8"};
    for (size_t k = 5; k <= 8; k++) {
        for (size_t i = 0; i < 3; i++) {
            struct quire_design_plan plan;
            if (k == 5 && i == 2) {
                continue; /* 8 pairs need words of even length alone, and E = ABCD is one */
            }
            PLAN(&plan, "fractional-factorial", k, 0, {"resolution", "4"}, {"blocks", blocks[i]});
            expect_equal_blocks(&plan, 2 << i);
            cr_expect_eq(effects_in_blocks(&plan, 1), 0, "k = %zu, %s blocks", k, blocks[i]);
        }
    }
}

/* ---- response surfaces ---- */

/* rotatable distances: R. H. Myers, D. C. Montgomery, Response Surface Methodology, 2nd ed.,
 * table 7.4 */
Test(designs, central_composites_have_the_published_stars)
{
    static const struct {
        size_t k;
        uint64_t corners;
        double alpha;
    } stars[] = {{2, 4, 1.414},  {3, 8, 1.682},  {4, 16, 2.000},
                 {5, 16, 2.000}, {6, 32, 2.378}, {7, 64, 2.828}};
    for (size_t i = 0; i < sizeof stars / sizeof stars[0]; i++) {
        struct quire_design_plan plan;
        double x[COLUMNS_MOST];
        PLAN(&plan, "central-composite", stars[i].k, 0, {"star", "circumscribed"}, {"centre", "3"});
        cr_expect_eq(plan.points, stars[i].corners + 2 * stars[i].k + 3);
        coded(&plan, stars[i].corners + 1, x);
        cr_expect(fabs(x[0] - stars[i].alpha) < 5e-4 && x[1] == 0, "%g", x[0]);
        PLAN(&plan, "central-composite", stars[i].k, 0, {"star", "inscribed"});
        coded(&plan, 0, x);
        cr_expect(fabs(x[0] + 1 / stars[i].alpha) < 5e-4);
        PLAN(&plan, "central-composite", stars[i].k, 0, {"centre", "0"});
        cr_expect_eq(plan.points, stars[i].corners + 2 * stars[i].k);
    }
}

/* the terms of a quadratic model; returns how many */
static size_t
quadratic_terms(const double *x, size_t k, double *out)
{
    size_t n = 0;
    out[n++] = 1;
    for (size_t i = 0; i < k; i++) {
        out[n++] = x[i];
        for (size_t j = i; j < k; j++) {
            out[n++] = x[i] * x[j];
        }
    }
    return n;
}

/* whether all coefficients of a quadratic model follow from the points: X'X is positive */
static bool
tells_squares(const struct quire_design_plan *plan)
{
    double x[COLUMNS_MOST], row[200];
    size_t n = 0;
    double *m = calloc(200 * 200, sizeof *m);
    bool positive = true;
    for (uint64_t i = 0; i < plan->points; i++) {
        coded(plan, i, x);
        n = quadratic_terms(x, plan->n, row);
        for (size_t a = 0; a < n * n; a++) {
            m[a] += row[a / n] * row[a % n];
        }
    }
    for (size_t k = 0; k < n && positive; k++) {
        positive = m[k * n + k] > 1e-6;
        for (size_t i = k + 1; i < n && positive; i++) {
            const double f = m[i * n + k] / m[k * n + k];
            for (size_t j = k; j < n; j++) {
                m[i * n + j] -= f * m[k * n + j];
            }
        }
    }
    free(m);
    return positive;
}

/* Box and Behnken, table 1: runs without centre; all factors vary equally often, and of 3, 4, 5, 7
 * and 11 factors every pair together equally often */
Test(designs, box_behnken_designs_are_balanced)
{
    static const uint64_t runs[17] = {
        [3] = 12, 24, 40, 48, 56, [9] = 120, 160, 176, 192, [16] = 384};
    for (size_t k = 3; k <= 16; k++) {
        struct quire_design_plan plan;
        double square[16] = {0}, pair[16][16] = {{0}}, x[COLUMNS_MOST];
        if (runs[k] == 0) {
            continue;
        }
        PLAN(&plan, "box-behnken", k, 0, {"centre", "0"});
        cr_expect_eq(plan.points, runs[k]);
        for (uint64_t i = 0; i < plan.points; i++) {
            coded(&plan, i, x);
            for (size_t a = 0; a < k; a++) {
                square[a] += x[a] * x[a];
                for (size_t b = 0; b < k; b++) {
                    pair[a][b] += x[a] * x[a] * x[b] * x[b];
                }
            }
        }
        const bool balanced = k <= 5 || k == 7 || k == 11;
        for (size_t a = 0; a < k; a++) {
            cr_expect_eq(square[a], square[0], "k = %zu", k);
            for (size_t b = 0; b < a; b++) {
                cr_expect(balanced ? pair[a][b] == pair[1][0] : pair[a][b] > 0, "k = %zu", k);
            }
        }
        PLAN(&plan, "box-behnken", k, 0, {"centre", "1"});
        cr_expect(tells_squares(&plan), "k = %zu", k);
    }
}

/* In each block the sums of factors and of products are 0 and those of squares are the block's
 * share: blocks do not bias a quadratic model. */
static void
expect_orthogonal_blocks(const struct quire_design_plan *plan, int blocks)
{
    double n[65] = {0}, sum[65][200] = {{0}}, x[COLUMNS_MOST], row[200];
    size_t terms = 0;
    cr_assert_eq(plan->blocks, blocks);
    for (uint64_t i = 0; i < plan->points; i++) {
        const int b = plan->ops->block(plan, i);
        cr_assert(b >= 1 && b <= blocks, "block %d", b);
        coded(plan, i, x);
        terms = quadratic_terms(x, plan->n, row);
        n[b - 1]++;
        for (size_t t = 0; t < terms; t++) {
            sum[b - 1][t] += row[t];
        }
    }
    for (int b = 1; b < blocks; b++) {
        for (size_t t = 0; t < terms; t++) {
            cr_expect(fabs(sum[b][t] / n[b] - sum[0][t] / n[0]) < 1e-12,
                      "%zu factors, %d blocks: term %zu in block %d", plan->n, blocks, t, b + 1);
        }
    }
}

/* the blocks that Box and Behnken give */
Test(designs, box_behnken_blocks_are_orthogonal)
{
    static const struct {
        size_t k;
        const char *blocks;
        int n;
    } cases[] = {{4, "3", 3},  {5, "2", 2},  {6, "2", 2},   {7, "2", 2},
                 {9, "5", 5},  {9, "2", 2},  {9, "10", 10}, {10, "2", 2},
                 {12, "2", 2}, {16, "6", 6}, {16, "2", 2},  {16, "12", 12}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct quire_design_plan plan;
        PLAN(&plan, "box-behnken", cases[i].k, 0, {"centre", "2"}, {"blocks", cases[i].blocks});
        expect_orthogonal_blocks(&plan, cases[i].n);
    }
}

/* corners, blocks, centre points of a cube's block and of the star, distance: Box and Hunter 1957,
 * as in NIST/SEMATECH e-Handbook 5.3.3.6 and Myers and Montgomery, 2nd ed., table 7.6 */
Test(designs, blocks_of_central_composites_are_the_published_ones)
{
    static const struct {
        size_t k;
        const char *blocks, *centre, *star_centre, *fraction;
        uint64_t points;
        double alpha;
    } cases[] = {{2, "2", "3", "3", "yes", 14, 1.4142}, {3, "3", "2", "2", "yes", 20, 1.6330},
                 {4, "3", "2", "2", "yes", 30, 2.0000}, {5, "5", "2", "4", "no", 54, 2.3664},
                 {5, "2", "6", "1", "yes", 33, 2.0000}, {6, "3", "4", "2", "yes", 54, 2.3664},
                 {6, "9", "1", "6", "no", 90, 2.8284},  {7, "9", "1", "4", "yes", 90, 2.8284}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct quire_design_plan plan;
        double x[COLUMNS_MOST];
        PLAN(&plan, "central-composite", cases[i].k, 0, {"star", "circumscribed"},
             {"centre", cases[i].centre}, {"star-centre", cases[i].star_centre},
             {"blocks", cases[i].blocks}, {"fraction", cases[i].fraction});
        cr_expect_eq(plan.points, cases[i].points, "k = %zu: %llu points", cases[i].k,
                     (unsigned long long)plan.points);
        uint64_t star = 0;
        do {
            coded(&plan, star++, x);
        } while (x[1] != 0);
        cr_expect(fabs(x[0] + cases[i].alpha) < 5e-5, "k = %zu: %g", cases[i].k, x[0]);
        expect_orthogonal_blocks(&plan, (int)strtol(cases[i].blocks, NULL, 10));
    }
}

/* ---- Taguchi ---- */

Test(designs, taguchi_arrays_are_orthogonal_in_every_pair_of_columns)
{
    static const struct {
        const char *name;
        size_t columns;
        int levels;
    } arrays[] = {{"l4", 3, 2},    {"l8", 7, 2},  {"l9", 4, 3},  {"l12", 11, 2}, {"l16", 15, 2},
                  {"l16-4", 5, 4}, {"l18", 7, 3}, {"l25", 6, 5}, {"l27", 13, 3}};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        struct quire_design_plan plan;
        PLAN(&plan, "taguchi", arrays[i].columns, arrays[i].levels, {"array", arrays[i].name});
        for (size_t a = 0; a < plan.n; a++) {
            for (size_t b = 0; b < a; b++) {
                int count[5][5] = {{0}};
                for (uint64_t run = 0; run < plan.points; run++) {
                    double x[COLUMNS_MOST];
                    coded(&plan, run, x);
                    count[(int)x[a]][(int)x[b]]++;
                }
                for (int c = 0; c < arrays[i].levels * arrays[i].levels; c++) {
                    cr_expect_eq((uint64_t)(count[c / arrays[i].levels][c % arrays[i].levels] *
                                            arrays[i].levels * arrays[i].levels),
                                 plan.points, "%s: columns %zu and %zu", arrays[i].name, b + 1,
                                 a + 1);
                }
            }
        }
    }
}

/* level of a column in a run, from 1, of NIST's array; of its L18 the first column of six levels
 * stands for the first two */
static int
printed_level(const char *levels, bool merged, size_t column)
{
    const int first = levels[0] - '0';
    return !merged       ? levels[column] - '0'
           : column == 0 ? 1 + (first - 1) / 3
           : column == 1 ? 1 + (first - 1) % 3
                         : levels[column - 1] - '0';
}

static void
expect_printed_row(const char *name, uint64_t run, const char *levels)
{
    const bool merged = strcmp(name, "l18") == 0;
    const size_t columns = strlen(levels) + (merged ? 1 : 0);
    const int most = strcmp(name, "l25") == 0                                        ? 5
                     : strcmp(name, "l16-4") == 0                                    ? 4
                     : strcmp(name, "l9") == 0 || strcmp(name, "l27") == 0 || merged ? 3
                                                                                     : 2;
    struct quire_design_plan plan;
    double x[COLUMNS_MOST];
    const size_t first = merged ? 1 : 0; /* the column of two levels goes to a factor of two */
    PLAN(&plan, "taguchi", columns - first, most, {"array", name});
    coded(&plan, run - 1, x);
    for (size_t j = 0; j < plan.n; j++) {
        cr_expect_eq((int)x[j] + 1, printed_level(levels, merged, j + first),
                     "%s: run %d, column %zu", name, (int)run, j + 1 + first);
    }
}

/* tests/data/design/arrays.csv: all rows of NIST's arrays */
Test(designs, taguchi_arrays_are_those_of_nist)
{
    char path[4096], line[200], name[16], levels[64];
    int run, n = 0;
    snprintf(path, sizeof path, "%s/tests/data/design/arrays.csv", getenv("QUIRE_SRCDIR"));
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    cr_assert_not_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file) != NULL) {
        cr_assert_eq(sscanf(line, "%15[^,],%d,%63s", name, &run, levels), 3, "%s", line);
        expect_printed_row(name, (uint64_t)run, levels);
        n++;
    }
    fclose(file);
    cr_expect_eq(n, 4 + 8 + 9 + 12 + 16 + 16 + 18 + 25 + 27);
}

/* ---- space filling ---- */

Test(designs, sobol_points_are_those_of_scipy)
{
    char path[4096], *text;
    size_t size, n = 0;
    struct quire_table table;
    struct quire_sobol sobol;
    quire_status status = QUIRE_OK;
    snprintf(path, sizeof path, "%s/tests/data/design/sobol-scipy.csv", getenv("QUIRE_SRCDIR"));
    cr_assert_eq(quire_file_read(&text, &size, path, QUIRE_FILE_LIMIT, plan_diag), QUIRE_OK);
    cr_assert_eq(quire_table_open(&table, text, size, path, plan_diag), QUIRE_OK);
    cr_assert(quire_sobol_init(&sobol, QUIRE_SOBOL_DIMENSIONS, false, 0, plan_arena));
    quire_table_next(&table, &status); /* the header */
    for (; quire_table_next(&table, &status); n++) {
        const unsigned long point = strtoul(table.cell[0], NULL, 10),
                            dimension = strtoul(table.cell[1], NULL, 10),
                            word = strtoul(table.cell[2], NULL, 10);
        cr_expect_eq(quire_sobol_word(&sobol, point, dimension) >> 2, word,
                     "point %lu, dimension %lu", point, dimension);
    }
    cr_expect_eq(n, 663);
    quire_table_clear(&table);
    free(text);
}

/* scrambled or not: the first 2^m points have one in each slice of each dimension, and one in each
 * cell of any grid of 2^m cells over the first two */
Test(designs, sobol_points_stay_even_when_scrambled)
{
    struct quire_sobol sobol;
    cr_assert(quire_sobol_init(&sobol, 64, true, 5, plan_arena));
    for (uint32_t dimension = 0; dimension < 64; dimension++) {
        bool seen[256] = {false};
        for (uint64_t i = 0; i < 256; i++) {
            seen[quire_sobol_word(&sobol, i, dimension) >> 24] = true;
        }
        for (int slice = 0; slice < 256; slice++) {
            cr_expect(seen[slice], "dimension %u", dimension);
        }
    }
    for (int bits = 0; bits <= 8; bits++) {
        int count[256] = {0};
        for (uint64_t i = 0; i < 256; i++) {
            const uint64_t x = quire_sobol_word(&sobol, i, 0), y = quire_sobol_word(&sobol, i, 1);
            count[(x >> (32 - bits)) << (8 - bits) | y >> (24 + bits)]++;
        }
        for (int cell = 0; cell < 256; cell++) {
            cr_expect_eq(count[cell], 1);
        }
    }
}

/* A level has as much of [0, 1) as its share is, its lower end included. */
Test(designs, numbers_become_levels_by_their_shares)
{
    static const double share[] = {0.2, 0.2, 0.5, 1};
    const struct quire_design_column shared = {.name = "a", .levels = 4, .share = share},
                                     even = {.name = "b", .levels = 4}, range = {.name = "c"};
    static const struct {
        double u;
        long shared, even;
    } cases[] = {{0, 0, 0},     {0.199, 0, 0}, {0.2, 2, 0},  {0.249, 2, 0}, {0.25, 2, 1},
                 {0.499, 2, 1}, {0.5, 3, 2},   {0.75, 3, 3}, {0.999, 3, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct quire_design_value a = quire_design_at_share(&shared, cases[i].u),
                                        b = quire_design_at_share(&even, cases[i].u),
                                        c = quire_design_at_share(&range, cases[i].u);
        cr_expect(a.sort == QUIRE_DESIGN_LEVEL && a.level == cases[i].shared, "%g: level %ld",
                  cases[i].u, a.level);
        cr_expect(b.sort == QUIRE_DESIGN_LEVEL && b.level == cases[i].even, "%g: level %ld",
                  cases[i].u, b.level);
        cr_expect(c.sort == QUIRE_DESIGN_CODED && fabs(c.coded - (2 * cases[i].u - 1)) < 1e-15,
                  "%g: %g", cases[i].u, c.coded);
    }
}

/* The first point of the sequence is 0 in all dimensions: scrambled, its bits are tosses of coins,
 * of each dimension and seed anew. Of 200 tosses 60 to 140 are heads with a probability of all but
 * 1e-8. */
Test(designs, sobol_points_are_scrambled_by_chance)
{
    struct quire_sobol one, other;
    cr_assert(quire_sobol_init(&one, 200, true, 5, plan_arena));
    cr_assert(quire_sobol_init(&other, 200, true, 6, plan_arena));
    for (int bit = 0; bit < 32; bit++) {
        int heads = 0, differ = 0;
        for (size_t dimension = 0; dimension < 200; dimension++) {
            const uint32_t a = quire_sobol_word(&one, 0, dimension) >> bit & 1,
                           b = quire_sobol_word(&other, 0, dimension) >> bit & 1;
            heads += (int)a;
            differ += a != b;
        }
        cr_expect(heads >= 60 && heads <= 140, "bit %d: %d", bit, heads);
        cr_expect(differ >= 60 && differ <= 140, "bit %d: %d of the seeds' points differ", bit,
                  differ);
    }
}

Test(designs, latin_hypercubes_have_one_point_in_each_slice)
{
    static const char *const points[] = {"1", "7", "100", "5000"};
    static const char *const criteria[] = {"plain", "centred", "maximin"};
    for (size_t i = 0; i < 11; i++) {
        struct quire_design_plan plan;
        const size_t n = strtoul(points[i % 4], NULL, 10);
        bool *seen = calloc(3 * n, sizeof *seen);
        PLAN(&plan, "latin-hypercube", 3, 0, {"points", points[i % 4]},
             {"criterion", criteria[i / 4]});
        for (uint64_t p = 0; p < n; p++) {
            double x[COLUMNS_MOST];
            coded(&plan, p, x);
            for (size_t j = 0; j < 3; j++) {
                const size_t slice = (size_t)(0.5 * (x[j] + 1) * (double)n);
                cr_assert_lt(slice, n);
                cr_expect(!seen[j * n + slice], "%s of %s", criteria[i / 4], points[i % 4]);
                seen[j * n + slice] = true;
            }
        }
        free(seen);
    }
}

static double
least_distance(const struct quire_design_plan *plan)
{
    double least = INFINITY;
    for (uint64_t a = 0; a < plan->points; a++) {
        for (uint64_t b = 0; b < a; b++) {
            double x[COLUMNS_MOST], y[COLUMNS_MOST], sum = 0;
            coded(plan, a, x);
            coded(plan, b, y);
            for (size_t j = 0; j < plan->n; j++) {
                sum += (x[j] - y[j]) * (x[j] - y[j]);
            }
            least = fmin(least, sqrt(sum));
        }
    }
    return least;
}

/* two dimensions, 9 points: the largest least distance of a Latin hypercube is sqrt(10) slices (E.
 * R. van Dam et al., Oper. Res. 55 (2007) 158) */
Test(designs, maximin_hypercubes_come_near_the_best_there_is)
{
    struct quire_design_plan plan;
    PLAN(&plan, "latin-hypercube", 2, 0, {"points", "9"}, {"criterion", "maximin"});
    const double slices = least_distance(&plan) * 9 / 2;
    cr_expect(slices >= sqrt(8) - 1e-9 && slices <= sqrt(10) + 1e-9, "%g", slices);
    PLAN(&plan, "latin-hypercube", 5, 0, {"points", "50"}, {"criterion", "centred"});
    const double by_chance = least_distance(&plan);
    PLAN(&plan, "latin-hypercube", 5, 0, {"points", "50"}, {"criterion", "maximin"});
    cr_expect(least_distance(&plan) > 1.5 * by_chance, "%g, %g", least_distance(&plan), by_chance);
}

/* ---- sensitivity ---- */

Test(designs, morris_trajectories_move_each_factor_once_over_half_the_levels)
{
    struct quire_design_plan plan;
    PLAN(&plan, "morris", 6, 0, {"trajectories", "50"}, {"levels", "4"});
    int up = 0;
    cr_expect_eq(plan.points, 50 * 7);
    for (uint64_t t = 0; t < 50; t++) {
        int moved[6] = {0};
        for (uint64_t s = 0; s < 6; s++) {
            double x[COLUMNS_MOST], y[COLUMNS_MOST];
            int changes = 0;
            coded(&plan, t * 7 + s, x);
            coded(&plan, t * 7 + s + 1, y);
            for (size_t j = 0; j < 6; j++) {
                if (x[j] != y[j]) {
                    changes++;
                    moved[j]++;
                    up += y[j] > x[j] ? 1 : 0;
                    /* delta = p/(2(p - 1)) of the range, which is 2 */
                    cr_expect(fabs(fabs(y[j] - x[j]) - 4.0 / 3) < 1e-12);
                }
            }
            cr_expect_eq(changes, 1);
        }
        for (size_t j = 0; j < 6; j++) {
            cr_expect_eq(moved[j], 1);
        }
    }
    cr_expect(abs(up - 150) < 5 * sqrt(75), "%d of 300 moves go up", up);
}

Test(designs, saltelli_points_take_one_factor_from_b)
{
    struct quire_design_plan plan;
    PLAN(&plan, "saltelli", 4, 0, {"points", "16"});
    cr_expect_eq(plan.points, 16 * 6);
    for (uint64_t row = 0; row < 16; row++) {
        double a[COLUMNS_MOST], b[COLUMNS_MOST], x[COLUMNS_MOST];
        coded(&plan, row * 6, a);
        coded(&plan, row * 6 + 5, b);
        for (size_t i = 0; i < 4; i++) {
            coded(&plan, row * 6 + 1 + i, x);
            for (size_t j = 0; j < 4; j++) {
                cr_expect_eq(x[j], j == i ? b[j] : a[j]);
            }
        }
    }
}

/* ---- D-optimal ---- */

/* det(X'X) of the terms 1, x, y, xy, x^2, y^2 at six points */
static double
determinant(double points[6][2])
{
    double m[6][6] = {{0}}, det = 1;
    for (int i = 0; i < 6; i++) {
        const double x = points[i][0], y = points[i][1], t[6] = {1, x, y, x * y, x * x, y * y};
        for (int a = 0; a < 6; a++) {
            m[i][a] = t[a];
        }
    }
    for (int k = 0; k < 6; k++) { /* X is square: det(X)^2 */
        int best = k;
        for (int i = k; i < 6; i++) {
            best = fabs(m[i][k]) > fabs(m[best][k]) ? i : best;
        }
        for (int j = 0; j < 6; j++) {
            const double kept = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = kept;
        }
        det *= m[k][k];
        for (int i = k + 1; i < 6 && m[k][k] != 0; i++) {
            const double f = m[i][k] / m[k][k];
            for (int j = k; j < 6; j++) {
                m[i][j] -= f * m[k][j];
            }
        }
    }
    return det * det;
}

/* all choices of six of the nine points of a 3 x 3 grid */
static double
best_determinant(void)
{
    double best = 0;
    for (int set = 0; set < 512; set++) {
        double points[6][2];
        int n = 0;
        if (__builtin_popcount((unsigned)set) != 6) {
            continue;
        }
        for (int c = 0; c < 9; c++) {
            if ((set >> c & 1) != 0) {
                points[n][0] = c % 3 - 1;
                points[n++][1] = c / 3 - 1;
            }
        }
        best = fmax(best, determinant(points));
    }
    return best;
}

Test(designs, d_optimal_points_are_the_best_of_all_choices)
{
    struct quire_design_plan plan;
    double points[6][2], x[COLUMNS_MOST];
    PLAN(&plan, "d-optimal", 2, 0, {"points", "6"}, {"terms", "quadratic"});
    for (uint64_t i = 0; i < 6; i++) {
        coded(&plan, i, x);
        points[i][0] = x[0];
        points[i][1] = x[1];
    }
    cr_expect_gt(best_determinant(), 0);
    cr_expect(fabs(determinant(points) - best_determinant()) < 1e-9, "%g, not %g",
              determinant(points), best_determinant());
}

/* where orthogonal points exist they are the best (Hadamard's bound) */
Test(designs, d_optimal_points_are_orthogonal_where_that_is_possible)
{
    struct quire_design_plan plan;
    PLAN(&plan, "d-optimal", 7, 0, {"points", "8"});
    expect_orthogonal(&plan, "8 points of 7 factors");
    PLAN(&plan, "d-optimal", 3, 0, {"points", "8"}, {"terms", "interactions"});
    expect_orthogonal(&plan, "8 points of 3 factors");
}

/* ---- what is refused ---- */

static const struct {
    const char *variant;
    size_t n;
    long levels;
    quire_setting setting;
    const char *says;
} refusals[] = {
    {"fractional-factorial",
     4,
     3,
     {"resolution", "3"},
     "factor 'x0' has 3 levels; this design needs 2"},
    {"fractional-factorial", 4, 0, {"generators", "D=ABE"}, "only 4 factors exist"},
    {"fractional-factorial", 4, 0, {"generators", "D+ABC"}, "'D+ABC' is not a generator"},
    {"fractional-factorial", 4, 0, {"generators", "D=ABC, D=AB"}, "factor D is generated twice"},
    {"fractional-factorial",
     5,
     0,
     {"generators", "D=AB, E=CD"},
     "factor E is generated from a generated factor"},
    {"fractional-factorial", 40, 0, {"resolution", "3"}, "a fraction has at most 32 factors"},
    {"plackett-burman",
     36,
     0,
     {"of", "factors"},
     "no such Plackett-Burman design exists for 36 factors"},
    {"plackett-burman",
     12,
     0,
     {"runs", "12"},
     "no such Plackett-Burman design exists for 12 factors"},
    {"central-composite", 1, 0, {"of", "factors"}, "this design has 2 to 32 factors, not 1"},
    {"central-composite",
     3,
     3,
     {"of", "factors"},
     "this design needs ranges ('low' and 'high'); factor 'x0' has levels"},
    {"central-composite", 3, 0, {"alpha", "1.5"}, "alpha is 1 for a faced star"},
    {"box-behnken",
     8,
     0,
     {"of", "factors"},
     "Box-Behnken designs exist for 3 to 7, 9 to 12 and 16 factors, not for 8"},
    {"box-behnken",
     11,
     0,
     {"blocks", "2"},
     "a Box-Behnken design of 11 factors cannot have 2 blocks"},
    {"full-factorial", 3, 0, {"blocks", "3"}, "blocks = 3 must be 2, 4, 8"},
    {"full-factorial",
     3,
     0,
     {"blocks", "8"},
     "8 blocks of 8 runs cannot be separated from factors"},
    {"full-factorial", 3, 3, {"blocks", "2"}, "only designs of two-level factors can have blocks"},
    {"full-factorial",
     9,
     0,
     {"blocks", "2"},
     "blocks are found automatically for up to 256 runs only; give the effects that define"},
    {"full-factorial",
     4,
     0,
     {"block-generators", "AB, ACD, BCD"},
     "'BCD' does not divide the blocks further"},
    {"full-factorial",
     4,
     0,
     {"block-generators", "ABC, AB"},
     "a factor would be aliased with these blocks"},
    {"full-factorial", 4, 0, {"block-generators", "ABE"}, "'ABE': only 4 factors exist"},
    {"full-factorial", 4, 0, {"block-generators", "A*B"}, "'A*B' is not an effect"},
    {"central-composite",
     3,
     0,
     {"blocks", "5"},
     "with 5 blocks two-factor interactions would be aliased with them"},
    {"central-composite", 3, 0, {"blocks", "4"}, "blocks = 3 must be 2"},
    {"central-composite", 3, 0, {"star-centre", "1"}, "star-centre needs blocks"},
    {"taguchi", 5, 3, {"array", "l9"}, "array L9 has no column for each factor"},
    {"taguchi", 10, 4, {"of", "factors"}, "no array has a column for each factor"},
    {"d-optimal", 5, 0, {"points", "5"}, "5 points cannot determine 6 coefficients"},
    {"d-optimal", 20, 0, {"points", "30"}, "more than 20000 combinations to choose from"},
    {"morris", 3, 1, {"of", "factors"}, "factor 'x0' has 1 levels; this design needs at least 2"},
};

Test(designs, what_can_not_be_is_refused)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct quire_design_plan plan;
        quire_diag_destroy(plan_diag);
        plan_diag = quire_diag_create();
        cr_expect_neq(try_plan(&plan, refusals[i].variant, refusals[i].n, refusals[i].levels,
                               &refusals[i].setting, 1),
                      QUIRE_OK);
        cr_expect(strstr(plan_problem(), refusals[i].says) != NULL, "found: %s\nexpected: %s",
                  plan_problem(), refusals[i].says);
    }
}
