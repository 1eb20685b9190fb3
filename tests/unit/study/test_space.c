/* Distances in the space of standard normal numbers, where they are known exactly. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/distributions.h"
#include "study/boundary.h"
#include "study/space.h"
#include "study_fixture.h"

#define CURL                                                                                       \
    "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m^-1\" deviation=\"0.5 m^-1\"/>"
#define THICK                                                                                      \
    "<noise parameter=\"thickness\" distribution=\"lognormal\" median=\"0.1 mm\" "                 \
    "deviation=\"0.2\"/>"
#define ONE          "<design kind=\"full-factorial\"/>"
#define TIED(value_) "<correlation between=\"curl, thickness\" value=\"" value_ "\"/>"
#define RESOLUTION   1e-3

struct search {
    const struct quire_study_space *space;
    double (*limit)(const double *value); /* fails above 0 */
};

static quire_status
attempt(void *user, const double *designs, size_t count, enum quire_design_outcome *outcome)
{
    const struct search *s = user;
    for (size_t i = 0; i < count; i++) {
        double value[8];
        quire_study_space_values(s->space, designs + i * s->space->n, value);
        outcome[i] = s->limit(value) > 0 ? QUIRE_FAILS : QUIRE_HOLDS;
    }
    return QUIRE_OK;
}

static void
begin(struct quire_study_space *space, const char *elements)
{
    cr_assert_eq(quire_study_space_make(space, study_load("", elements), "study.xml", NULL),
                 QUIRE_OK);
}

static void
end(struct quire_study_space *space)
{
    quire_study_destroy((struct quire_study *)space->study);
    quire_study_space_clear(space);
}

static struct quire_boundary
search(const struct quire_study_space *space, double (*limit)(const double *value))
{
    struct search s = {space, limit};
    double alone[64];
    struct quire_boundary out;
    for (size_t k = 0; k < space->n; k++) {
        quire_study_space_alone(space, k, alone + k * space->n);
    }
    const struct quire_boundary_problem problem = {.n = space->n,
                                                   .alone = alone,
                                                   .reach = 6,
                                                   .resolution = RESOLUTION,
                                                   .budget = 100000,
                                                   .seed = 1,
                                                   .attempt = attempt,
                                                   .user = &s};
    cr_assert_eq(quire_boundary_search(&problem, &out), QUIRE_OK);
    return out;
}

static void
expect_distance(const char *elements, double (*limit)(const double *value), double exact)
{
    struct quire_study_space space;
    begin(&space, elements);
    struct quire_boundary b = search(&space, limit);
    cr_expect(fabs(b.distance - exact) < 5 * RESOLUTION, "%s: %.5g instead of %.5g", elements,
              b.distance, exact);
    quire_boundary_clear(&b);
    end(&space);
}

/* ---- each distribution: Phi(-beta) is the probability of what fails ---- */

static double threshold;

static double
above(const double *value)
{
    return value[0] - threshold;
}

static double
below(const double *value)
{
    return threshold - value[0];
}

static void
expect_both_tails(const char *noise, struct quire_distribution d, double low, double high)
{
    char elements[400];
    snprintf(elements, sizeof elements, "<noise parameter=\"mu\" %s/>" ONE, noise);
    threshold = high;
    expect_distance(elements, above,
                    quire_upper_quantile(quire_normal(0, 1), quire_above(d, high)));
    threshold = low;
    expect_distance(elements, below, -quire_quantile(quire_normal(0, 1), quire_below(d, low)));
}

Test(space, distances_are_the_probabilities_of_one_tail)
{
    expect_both_tails("distribution=\"normal\" mean=\"1\" deviation=\"0.1\"", quire_normal(1, 0.1),
                      0.75, 1.31);
    expect_both_tails("distribution=\"lognormal\" median=\"1\" deviation=\"0.2\"",
                      DISTRIBUTION("lognormal", 1, 0.2), 0.7, exp(0.2 * 1.364));
    expect_both_tails("distribution=\"uniform\" low=\"0.5\" high=\"1.5\"",
                      DISTRIBUTION("uniform", 0.5, 1.5), 0.51, 1.4);
    expect_both_tails("distribution=\"triangular\" low=\"0.5\" mode=\"0.6\" high=\"1.5\"",
                      DISTRIBUTION("triangular", 0.5, 0.6, 1.5), 0.53, 1.45);
    expect_both_tails("distribution=\"weibull\" scale=\"1\" shape=\"1.5\"",
                      DISTRIBUTION("weibull", 1, 1.5), 0.01, 4);
    expect_both_tails(
        "distribution=\"truncated-normal\" mean=\"1\" deviation=\"0.3\" low=\"0.8\" high=\"1.5\"",
        DISTRIBUTION("truncated-normal", 1, 0.3, 0.8, 1.5), 0.805, 1.45);
}

/* levels 1, 2, 3 of weights 5, 3, 2: 3 and above begin at the 80 % point */
Test(space, levels_lie_where_their_weights_put_them)
{
    static const char elements[] = "<noise parameter=\"mu\" distribution=\"discrete\" "
                                   "levels=\"0.8, 0.9, 1\" weights=\"6, 2, 2\"/>" ONE;
    struct quire_study_space space;
    threshold = 0.95;
    expect_distance(elements, above, quire_quantile(quire_normal(0, 1), 0.8));
    begin(&space, elements);
    cr_expect_eq(space.middle[0], 0.8);
    cr_expect_not_null(quire_study_space_begin(&space, 0, 0.85));
    cr_expect_null(quire_study_space_begin(&space, 0, 0.9)); /* from the 70 % point */
    struct quire_boundary b = search(&space, above);
    cr_expect(fabs(b.distance - (quire_quantile(quire_normal(0, 1), 0.8) -
                                 quire_quantile(quire_normal(0, 1), 0.7))) < 2 * RESOLUTION,
              "%g", b.distance);
    quire_boundary_clear(&b);
    end(&space);
}

/* ---- correlation: of a sum of standard normal numbers the variance is a' R a ---- */

/* curl in deviations + twice the logarithm of the thickness in deviations, above 3 */
static double
plane(const double *value)
{
    return value[0] / 0.5 + 2 * log(value[1] / 1e-4) / 0.2 - 3;
}

Test(space, planes_lie_where_correlation_puts_them)
{
    static const double rho[] = {-0.9, -0.5, 0, 0.6, 0.99, 1};
    for (size_t i = 0; i < sizeof rho / sizeof rho[0]; i++) {
        char elements[600];
        const double variance = 1 + 4 + 4 * rho[i];
        snprintf(elements, sizeof elements,
                 CURL THICK "<correlation between=\"curl, thickness\" value=\"%g\"/>" ONE, rho[i]);
        expect_distance(elements, plane, 3 / sqrt(variance));
        snprintf(elements, sizeof elements,
                 CURL THICK
                 "<noise parameter=\"mu\" distribution=\"uniform\" low=\"0.5\" high=\"1\"/>"
                 "<correlation between=\"thickness, curl\" value=\"%g\"/>" ONE,
                 rho[i]);
        expect_distance(elements, plane, 3 / sqrt(variance));
    }
}

static double
thick(const double *value)
{
    return log(value[1] / 1e-4) / 0.2 - 1.5;
}

/* What a correlation drags along has no part; what changes alone has farther to go: sqrt(1 - rho^2)
 * of a deviation is left for it. */
Test(space, shares_are_of_those_that_act)
{
    struct quire_study_space space;
    double own[2], share[2], direction[2], value[2];
    begin(&space, CURL THICK TIED("0.6") ONE);
    struct quire_boundary b = search(&space, thick);
    cr_expect(fabs(b.distance - 1.5) < 2 * RESOLUTION, "%g", b.distance);
    quire_study_space_own(&space, b.nearest, own, share);
    cr_expect(fabs(own[0] - 0.9) < 0.05 && fabs(own[1] - 1.5) < 0.01, "%g %g", own[0], own[1]);
    cr_expect(fabs(share[0]) < 0.05 && fabs(share[1] - 1) < 0.05 &&
                  fabs(share[0] + share[1] - 1) < 1e-12,
              "%g %g", share[0], share[1]);
    cr_expect(isinf(b.axis[0]) && isinf(b.axis[1]) && isinf(b.axis[2]) &&
                  fabs(b.axis[3] - 1.5 / 0.8) < 2 * RESOLUTION,
              "%g", b.axis[3]);
    quire_study_space_alone(&space, 1, direction);
    quire_study_space_values(&space, direction, value);
    cr_expect(value[0] == 0 && fabs(value[1] / (1e-4 * exp(0.2 * 0.8)) - 1) < 1e-12, "%g %g",
              value[0], value[1]);
    quire_boundary_clear(&b);
    end(&space);
}

Test(space, full_correlation_changes_nothing_alone)
{
    struct quire_study_space space;
    double direction[2], value[2];
    begin(&space, CURL THICK TIED("-1") ONE);
    struct quire_boundary b = search(&space, thick);
    cr_expect(isnan(b.axis[0]) && isnan(b.axis[3]) && fabs(b.distance - 1.5) < 2 * RESOLUTION);
    quire_study_space_alone(&space, 0, direction);
    cr_expect(direction[0] == 0 && direction[1] == 0);
    quire_study_space_values(&space, (const double[]){2, 0}, value);
    cr_expect(fabs(value[0] - 1) < 1e-12 && fabs(value[1] / (1e-4 * exp(-0.4)) - 1) < 1e-12);
    cr_expect(quire_study_space_begin(&space, 0, 0.5) == NULL &&
              !quire_study_space_is_possible(&space));
    cr_expect(quire_study_space_begin(&space, 1, 1e-4 * exp(-0.2)) == NULL &&
              quire_study_space_is_possible(&space));
    quire_boundary_clear(&b);
    end(&space);
}

/* ---- factors beside noise ---- */

static double
mixed(const double *value)
{
    return (value[0] - 0.85) / 0.25 + value[1] / 0.5 - 2;
}

Test(space, factors_count_by_half_their_range)
{
    struct quire_study_space space;
    double value[2];
    begin(&space, "<factor parameter=\"mu\" low=\"0.6\" high=\"1.1\"/>" CURL ONE);
    cr_expect_null(quire_study_space_begin(&space, 0, 0.85));
    struct quire_boundary b = search(&space, mixed);
    cr_expect(fabs(b.distance - sqrt(2)) < 3 * RESOLUTION, "%g", b.distance);
    cr_expect_null(quire_study_space_begin(&space, 1, 0.25)); /* half a deviation on the way */
    quire_study_space_values(&space, (const double[]){0, 0}, value);
    cr_expect(value[0] == 0.85 && value[1] == 0.25);
    quire_boundary_clear(&b);
    b = search(&space, mixed);
    cr_expect(fabs(b.distance - 1.5 / sqrt(2)) < 3 * RESOLUTION, "%g", b.distance);
    quire_boundary_clear(&b);
    end(&space);
}

Test(space, what_has_no_place_is_refused)
{
    struct quire_study_space space;
    quire_diag *diag = quire_diag_create();
    char text[600];
    begin(&space, "<noise parameter=\"mu\" distribution=\"uniform\" low=\"0.5\" high=\"1\"/>" ONE);
    cr_expect_str_eq(quire_study_space_begin(&space, 0, 1.5),
                     "the noise has no such value: it is outside of its distribution");
    end(&space);
    struct quire_study *study =
        study_load("", "<noise parameter=\"grade\" distribution=\"discrete\" levels=\"A, B\"/>" CURL
                       "<correlation between=\"curl, grade\" value=\"0.5\"/>" ONE);
    cr_expect_eq(quire_study_space_make(&space, study, "study.xml", diag), QUIRE_ERROR_INPUT);
    quire_diag_format(diag, 0, text, sizeof text);
    cr_expect_not_null(strstr(text, "study.xml:2:1: error [E-MODEL]: words stay as they are while "
                                    "a boundary is searched; those of 'grade'"),
                       "%s", text);
    quire_study_space_clear(&space);
    quire_study_destroy(study);
    quire_diag_destroy(diag);
}
