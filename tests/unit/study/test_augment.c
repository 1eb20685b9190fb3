/* Studies that are made larger: what augments a design, and that what was there stays. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/parts.h"
#include "study_fixture.h"

#define THREE                                                                                      \
    "<factor parameter=\"mu\" low=\"0.6\" high=\"1.0\"/><factor parameter=\"load\" low=\"4 N\" "   \
    "high=\"12 N\"/>"                                                                              \
    "<factor parameter=\"speed\" low=\"400 mm/s\" high=\"600 mm/s\"/>"
#define TWO                                                                                        \
    "<factor parameter=\"mu\" low=\"0.6\" high=\"1.0\"/><factor parameter=\"load\" low=\"4 N\" "   \
    "high=\"12 N\"/>"
#define FULL "<design kind=\"full-factorial\"/>"
#define CURL                                                                                       \
    "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m^-1\" deviation=\"0.5 m^-1\"/>"
#define MOST 64

/* coded values and blocks of all runs */
struct points {
    size_t n, k;
    double x[MOST][3];
    int block[MOST];
};

static struct points
points_of(const char *elements)
{
    struct quire_study *study = study_load("", elements);
    struct quire_study_run run = {0};
    struct points out = {.n = (size_t)quire_study_runs(study)};
    cr_assert_leq(out.n, MOST);
    for (size_t i = 0; i < out.n; i++) {
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        out.k = run.n < 3 ? run.n : 3;
        for (size_t j = 0; j < out.k; j++) {
            out.x[i][j] = run.value[j].coded;
        }
        out.block[i] = run.block;
    }
    quire_study_run_clear(&run);
    quire_study_destroy(study);
    return out;
}

static bool
are_equal(const struct points *a, size_t i, const struct points *b, size_t j)
{
    bool equal = a->k == b->k;
    for (size_t c = 0; c < a->k && equal; c++) {
        equal = fabs(a->x[i][c] - b->x[j][c]) < 1e-12;
    }
    return equal;
}

static void
expect_same_points(const char *one, const char *other)
{
    const struct points a = points_of(one), b = points_of(other);
    cr_assert_eq(a.n, b.n);
    for (size_t i = 0; i < a.n; i++) {
        cr_expect(are_equal(&a, i, &b, i), "point %zu", i);
    }
}

Test(augment, a_star_makes_a_central_composite)
{
    expect_same_points(
        THREE FULL "<design kind=\"star\" distance=\"rotatable\" centre=\"1\" augments=\"yes\"/>",
        THREE "<design kind=\"central-composite\" star=\"circumscribed\"/>");
    expect_same_points(THREE FULL "<design kind=\"star\" augments=\"yes\"/><design kind=\"centre\" "
                                  "points=\"3\" augments=\"block\"/>",
                       THREE "<design kind=\"central-composite\" centre=\"3\"/>");
}

/* Box and Hunter's second condition: what a block adds to the sum of squares of each factor is as
 * its share of the points */
Test(augment, an_orthogonal_star_is_orthogonal_to_the_cube)
{
    const struct points p = points_of(
        THREE FULL
        "<design kind=\"centre\" points=\"4\" augments=\"yes\"/>"
        "<design kind=\"star\" distance=\"orthogonal\" centre=\"2\" augments=\"block\"/>");
    double sum[2][3] = {{0}}, n[2] = {0};
    cr_assert_eq(p.n, 8 + 4 + 6 + 2);
    for (size_t i = 0; i < p.n; i++) {
        const int b = p.block[i] - 1;
        cr_assert_eq(b, i < 12 ? 0 : 1);
        n[b]++;
        for (size_t j = 0; j < 3; j++) {
            sum[b][j] += p.x[i][j] * p.x[i][j];
        }
    }
    for (size_t j = 0; j < 3; j++) {
        cr_expect(fabs(sum[0][j] / n[0] - sum[1][j] / n[1]) < 1e-12);
    }
}

/* noise follows from the number of the point */
Test(augment, runs_that_were_there_stay_as_they_are)
{
    struct quire_study *before = study_load("", THREE CURL
                                            "<design kind=\"full-factorial\" replicates=\"3\"/>"),
                       *after;
    struct quire_study_run a = {0}, b = {0};
    after = study_load(
        "", THREE CURL
        "<design kind=\"full-factorial\" replicates=\"3\"/><design kind=\"star\" augments=\"yes\"/>"
        "<design kind=\"latin-hypercube\" points=\"5\" augments=\"block\"/>");
    cr_assert_eq(quire_study_runs(before), 24);
    cr_assert_eq(quire_study_runs(after), 3 * (8 + 6 + 5));
    cr_expect_eq(after->points, 19);
    for (uint64_t i = 0; i < 24; i++) {
        cr_assert_eq(quire_study_run(before, i, &a), QUIRE_OK);
        cr_assert_eq(quire_study_run(after, i, &b), QUIRE_OK);
        for (size_t j = 0; j < 4; j++) {
            cr_expect_str_eq(a.value[j].text, b.value[j].text);
        }
    }
    quire_study_run_clear(&a);
    quire_study_run_clear(&b);
    quire_study_destroy(before);
    quire_study_destroy(after);
}

Test(augment, folding_a_half_fraction_over_makes_it_whole)
{
    const struct points p = points_of(
                            THREE
                            "<design kind=\"fractional-factorial\" generators=\"C=AB\"/><design "
                            "kind=\"fold-over\" augments=\"block\"/>"),
                        whole = points_of(THREE FULL);
    cr_assert_eq(p.n, 8);
    for (size_t i = 0; i < 8; i++) {
        size_t found = 0;
        for (size_t j = 0; j < 8; j++) {
            found += are_equal(&p, j, &whole, i);
        }
        cr_expect_eq(found, 1);
        cr_expect_eq(p.block[i], i < 4 ? 1 : 2);
    }
}

Test(augment, folding_one_factor_turns_it_alone)
{
    const struct points p =
        points_of(THREE "<design kind=\"fractional-factorial\" generators=\"C=AB\"/>"
                        "<design kind=\"fold-over\" factors=\" load \" augments=\"yes\"/>");
    for (size_t i = 0; i < 4; i++) {
        cr_expect(p.x[4 + i][0] == p.x[i][0] && p.x[4 + i][1] == -p.x[i][1] &&
                  p.x[4 + i][2] == p.x[i][2]);
        cr_expect_eq(p.block[4 + i], 1);
    }
}

/* the blocks of a fold-over within the design count too */
Test(augment, blocks_are_numbered_through)
{
    const struct points p = points_of(
        THREE "<design kind=\"fractional-factorial\" generators=\"C=AB\" fold-over=\"yes\"/>"
              "<design kind=\"centre\" points=\"2\" augments=\"yes\"/><design kind=\"star\" "
              "augments=\"block\"/>");
    static const int block[] = {1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3};
    cr_assert_eq(p.n, 16);
    for (size_t i = 0; i < 16; i++) {
        cr_expect_eq(p.block[i], block[i], "point %zu: block %d", i, p.block[i]);
    }
}

static void
expect_one_in_each_slice(const struct points *p)
{
    for (size_t j = 0; j < p->k; j++) {
        int count[MOST] = {0};
        for (size_t i = 0; i < p->n; i++) {
            count[(int)floor(0.5 * (p->x[i][j] + 1) * (double)p->n)]++;
        }
        for (size_t i = 0; i < p->n; i++) {
            cr_expect_eq(count[i], 1, "factor %zu: %d points in slice %zu of %zu", j, count[i], i,
                         p->n);
        }
    }
}

/* n slices become 2 n, 4 n ... without any two points in one */
Test(augment, a_larger_latin_hypercube_is_one)
{
    const struct points twice = points_of(
                            THREE "<design kind=\"latin-hypercube\" points=\"12\"/><design "
                                  "kind=\"latin-hypercube\" points=\"12\" augments=\"yes\"/>"),
                        more = points_of(
                            THREE
                            "<design kind=\"latin-hypercube\" points=\"10\" criterion=\"centred\"/>"
                            "<design kind=\"latin-hypercube\" points=\"40\" criterion=\"maximin\" "
                            "augments=\"yes\"/>");
    expect_one_in_each_slice(&twice);
    expect_one_in_each_slice(&more);
}

/* where n does not divide the sum, slices of two points may be there already; new points keep out
 * of all that are taken */
Test(augment, new_points_of_a_hypercube_take_free_slices)
{
    const struct points p =
        points_of(THREE FULL "<design kind=\"latin-hypercube\" points=\"9\" augments=\"yes\"/>");
    for (size_t j = 0; j < 3; j++) {
        int count[MOST] = {0};
        for (size_t i = 0; i < p.n; i++) {
            const int slice = (int)floor(0.5 * (p.x[i][j] + 1) * 17);
            /* 0.6 of 0.6 to 1 lies at -1 but for rounding */
            count[slice < 0 ? 0 : slice > 16 ? 16 : slice]++;
        }
        for (int i = 0; i < 17; i++) {
            cr_expect(i == 0 || i == 16 ? count[i] == 4 : count[i] <= 1,
                      "factor %zu: %d points in slice %d", j, count[i], i);
        }
    }
}

Test(augment, a_sobol_sequence_goes_on)
{
    expect_same_points(THREE "<design kind=\"sobol\" points=\"16\"/><design kind=\"sobol\" "
                             "points=\"16\" augments=\"yes\"/>",
                       THREE "<design kind=\"sobol\" points=\"32\"/>");
}

/* det(X'X) of 1, x, y, xy, x^2, y^2: Gauss without exchange of rows, as the matrix is positive */
static double
determinant(double (*x)[3], size_t n)
{
    double m[6][6] = {{0}}, det = 1;
    for (size_t i = 0; i < n; i++) {
        const double t[6] = {
            1, x[i][0], x[i][1], x[i][0] * x[i][1], x[i][0] * x[i][0], x[i][1] * x[i][1]};
        for (int a = 0; a < 36; a++) {
            m[a / 6][a % 6] += t[a / 6] * t[a % 6];
        }
    }
    for (int k = 0; k < 6; k++) {
        det *= m[k][k];
        for (int i = k + 1; i < 6 && m[k][k] > 1e-12; i++) {
            const double f = m[i][k] / m[k][k];
            for (int j = k; j < 6; j++) {
                m[i][j] -= f * m[k][j];
            }
        }
    }
    return det;
}

static void
expect_best_three(const struct points *p)
{
    double best = 0, x[MOST][3];
    memcpy(x, p->x, sizeof x);
    for (int set = 0; set < 729; set++) {
        for (int i = 0, rest = set; i < 3; i++, rest /= 9) {
            x[p->n - 3 + (size_t)i][0] = rest % 9 % 3 - 1;
            x[p->n - 3 + (size_t)i][1] = rest % 9 / 3 - 1;
        }
        best = fmax(best, determinant(x, p->n));
    }
    memcpy(x, p->x, sizeof x);
    cr_expect_gt(best, 0);
    cr_expect(fabs(determinant(x, p->n) / best - 1) < 1e-9, "%g, not %g", determinant(x, p->n),
              best);
}

/* three points behind the corners, of all choices of three of nine */
Test(augment, d_optimal_points_are_the_best_beside_those_given)
{
    const struct points
        corners = points_of(
            TWO FULL
            "<design kind=\"d-optimal\" points=\"3\" terms=\"quadratic\" augments=\"yes\"/>"),
        odd =
            points_of(TWO "<design kind=\"latin-hypercube\" points=\"4\"/><design "
                          "kind=\"d-optimal\" points=\"3\" terms=\"quadratic\" augments=\"yes\"/>");
    cr_assert_eq(corners.n, 7);
    expect_best_three(&corners);
    expect_best_three(&odd);
}

/* what was run elsewhere counts as what is given, and what <exclude> leaves out does not */
Test(augment, tables_may_be_augmented)
{
    struct quire_study *study = NULL;
    quire_diag *diag = quire_diag_create();
    struct quire_study_run run = {0};
    cr_assert_eq(study_try(&study, "",
                           TWO "<design kind=\"table\" file=\"points.csv\"/><design "
                               "kind=\"d-optimal\" points=\"2\" augments=\"yes\"/>",
                           "mu,load [N]\n0.6,4\n1,4\n", diag),
                 QUIRE_OK);
    cr_assert_eq(quire_study_runs(study), 4);
    for (uint64_t i = 2; i < 4; i++) { /* two low, so two high */
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        cr_expect_str_eq(run.value[1].text, "12 N");
    }
    quire_study_run_clear(&run);
    quire_study_destroy(study);
    quire_diag_destroy(diag);
}

Test(augment, excluded_points_stay_out)
{
    const struct points p =
        points_of(TWO FULL "<exclude when=\"mu > 0.9 and load > 10 N\"/><design kind=\"fold-over\" "
                           "augments=\"yes\"/>");
    cr_expect_eq(p.n, 6);
}
