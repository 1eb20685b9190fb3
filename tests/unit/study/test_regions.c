/* Optimal designs for terms by name and within regions. */
#include <criterion/criterion.h>
#include <math.h>

#include "study/parts.h"
#include "study_fixture.h"

#define TWO                                                                                        \
    "<factor parameter=\"radius\" low=\"5 mm\" high=\"25 mm\"/>"                                   \
    "<factor parameter=\"load\" low=\"4 N\" high=\"12 N\"/>"
#define WHERE "where=\"radius + 2 mm/N*load &lt; 32 mm\""

enum { MOST = 16 };

struct points {
    size_t n;
    double x[MOST][2], si[MOST][2]; /* coded, SI */
};

static struct points
points_of(const char *design)
{
    struct quire_text elements = {0};
    struct quire_study_run run = {0};
    quire_text_format(&elements, TWO "%s", design);
    struct quire_study *study = study_load("", elements.data);
    struct points out = {.n = (size_t)quire_study_runs(study)};
    cr_assert(out.n <= MOST);
    for (size_t i = 0; i < out.n; i++) {
        cr_assert_eq(quire_study_run(study, i, &run), QUIRE_OK);
        for (size_t j = 0; j < 2; j++) {
            out.x[i][j] = run.value[j].coded;
            out.si[i][j] = run.value[j].si;
        }
    }
    quire_study_run_clear(&run);
    quire_study_destroy(study);
    quire_text_clear(&elements);
    return out;
}

Test(regions, terms_by_name_are_those_of_the_words)
{
    static const char *const pairs[][2] = {
        {"linear", "radius + load"},
        {"interactions", "radius + load + radius*load"},
        {"quadratic", "radius + load + load*radius + radius^2 + load^2"},
    };
    static const char *const kinds[] = {"d-optimal", "i-optimal"};
    for (size_t i = 0; i < 6; i++) {
        struct quire_text text[2] = {{0}, {0}};
        struct points p[2];
        for (size_t k = 0; k < 2; k++) {
            quire_text_format(&text[k], "<design kind=\"%s\" points=\"9\" terms=\"%s\"/>",
                              kinds[i % 2], pairs[i / 2][k]);
            p[k] = points_of(text[k].data);
            quire_text_clear(&text[k]);
        }
        cr_assert_eq(p[0].n, p[1].n);
        for (size_t r = 0; r < p[0].n; r++) {
            cr_expect(p[0].x[r][0] == p[1].x[r][0] && p[0].x[r][1] == p[1].x[r][1], "%zu %zu", i,
                      r);
        }
    }
}

/* one more than the largest power */
Test(regions, levels_follow_from_the_terms)
{
    const struct points p =
        points_of("<design kind=\"d-optimal\" points=\"8\" terms=\"radius + load + radius^2\"/>");
    for (size_t r = 0; r < p.n; r++) {
        cr_expect(fabs(fabs(p.x[r][1]) - 1) < 1e-12, "the load has no square: two levels");
        cr_expect(fabs(fabs(p.x[r][0]) - 1) < 1e-12 || fabs(p.x[r][0]) < 1e-12);
    }
    const struct points q = points_of(
        "<design kind=\"i-optimal\" points=\"10\" terms=\"radius + radius^2 + radius^3\"/>");
    for (size_t r = 0; r < q.n; r++) {
        cr_expect(fabs(fabs(q.x[r][0]) - 1) < 1e-12 || fabs(fabs(q.x[r][0]) - 1.0 / 3) < 1e-12,
                  "%g", q.x[r][0]);
    }
}

/* twice the area of the triangle of three points: sqrt of det(X'X) of 1, x, y */
static double
area(double x[3][2])
{
    return fabs((x[1][0] - x[0][0]) * (x[2][1] - x[0][1]) -
                (x[2][0] - x[0][0]) * (x[1][1] - x[0][1]));
}

Test(regions, points_are_the_best_of_all_choices_within_the_region)
{
    struct points p = points_of("<design kind=\"d-optimal\" points=\"3\" grid=\"9\" " WHERE "/>");
    double allowed[81][2], best = 0;
    size_t n = 0;
    for (int i = 0; i < 81; i++) {
        const double x = (i % 9 - 4) / 4.0, y = (i / 9 - 4) / 4.0;
        if (15 + 10 * x + 2 * (8 + 4 * y) < 32 - 1e-9) {
            allowed[n][0] = x;
            allowed[n++][1] = y;
        }
    }
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n; b++) {
            for (size_t c = b + 1; c < n; c++) {
                double x[3][2] = {{allowed[a][0], allowed[a][1]},
                                  {allowed[b][0], allowed[b][1]},
                                  {allowed[c][0], allowed[c][1]}};
                best = fmax(best, area(x));
            }
        }
    }
    cr_assert_eq(p.n, 3);
    cr_expect(fabs(area(p.x) - best) < 1e-9, "%g, not %g", area(p.x), best);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(p.si[i][0] + 2e-3 * p.si[i][1] < 32e-3, "point %zu", i);
    }
}

Test(regions, i_optimal_points_stay_within_the_region)
{
    const struct points p =
        points_of("<design kind=\"i-optimal\" points=\"12\" terms=\"quadratic\" " WHERE "/>");
    for (size_t i = 0; i < p.n; i++) {
        cr_expect(p.si[i][0] + 2e-3 * p.si[i][1] < 32e-3, "point %zu", i);
    }
}
