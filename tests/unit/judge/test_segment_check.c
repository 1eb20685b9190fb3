/* The warning that segments are too long for what a sheet meets. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "judge/segment_check.h"
#include "model/object.h"

#define MOST 400
#define PI   3.14159265358979323846

static const struct quire_kind kind = {.family = &quire_family_body, .element = "sheet"};
static const struct quire_object object = {.kind = &kind, .name = "page"};

/* A film of 200 mm with its middle on top of a circle about 0, 0, round which it bends by an angle.
 */
static void
lay(double radius, double angle, size_t n, double x[MOST], double y[MOST])
{
    for (size_t i = 0; i <= n; i++) {
        const double s = 0.2 * ((double)i / (double)n - 0.5),
                     at = fmax(fmin(s / radius, 0.5 * angle), -0.5 * angle);
        const double off = s - at * radius;
        x[i] = radius * sin(at) + off * cos(at);
        y[i] = radius * cos(at) - off * sin(at);
    }
}

static bool
warned(double radius, double angle, size_t segments, double drag, const char *words)
{
    static double x[MOST], y[MOST];
    struct quire_outline outline = {0};
    struct quire_segment_check c = {0};
    struct quire_sheet_view sheet = {.name = "page",
                                     .object = &object,
                                     .entered = true,
                                     .n_node = segments + 1,
                                     .x = x,
                                     .y = y,
                                     .length = 0.2,
                                     .thickness = 50e-6};
    struct quire_guide_view guide = {
        .name = "bar", .outline = &outline, .side = 1, .normal = 1, .drag = drag, .sheet = 0};
    struct quire_view view = {
        .time = 0.25, .n_sheet = 1, .sheet = &sheet, .n_guide = 1, .guide = &guide};
    quire_diag *diag = quire_diag_create();

    quire_outline_add_circular(&outline, (double[2]){0, 0}, radius, 0, 2 * PI, -1);
    lay(radius, angle, segments, x, y);
    cr_assert_eq(quire_segment_check_observe(&c, &view), QUIRE_OK);
    view.time = 0.5;
    lay(radius, 0.1, segments, x, y); /* straight again */
    cr_assert_eq(quire_segment_check_observe(&c, &view), QUIRE_OK);
    quire_segment_check_warn(&c, diag);
    const size_t n = quire_diag_count(diag);
    for (size_t i = 0; i < n; i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        cr_expect_str_eq(p->code, "W-SEGMENTS");
        cr_expect(words == NULL || strstr(p->text, words) != NULL, "%s", p->text);
    }
    cr_assert_leq(n, 1);
    quire_segment_check_clear(&c);
    quire_outline_clear(&outline);
    quire_diag_destroy(diag);
    return n == 1;
}

Test(segments, are_too_long_where_a_sheet_bends_round_less_than_five_of_them)
{
    /* 2 mm each; 200 mm / (3 mm / 5) */
    cr_expect(warned(3e-3, 110 * PI / 180, 100, 0.2, "at 0.25 s it bends by 11"));
    cr_expect(warned(3e-3, 110 * PI / 180, 100, 0.2, "334 segments"));
    cr_expect(warned(3e-3, 40 * PI / 180, 100, 0.2, "round 'bar', at 3 mm radius"));
    cr_expect(warned(9e-3, 200 * PI / 180, 100, 0.2, NULL));
    cr_expect_not(warned(11e-3, 200 * PI / 180, 100, 0.2, NULL));
    cr_expect_not(warned(3e-3, 200 * PI / 180, 350, 0.2, NULL));
    /* friction 0.5: 1.75 (1 + 0.25) h^2 / (6 r^2) is 0.005 at h = r / 8.5 */
    cr_expect(warned(11e-3, 200 * PI / 180, 100, 0.5, "156 segments"));
    cr_expect(warned(16.5e-3, 200 * PI / 180, 100, 0.5, NULL));
    cr_expect_not(warned(17.5e-3, 200 * PI / 180, 100, 0.5, NULL));
    /* hardly bent, or not rubbed */
    cr_expect_not(warned(3e-3, 20 * PI / 180, 100, 1, NULL));
    cr_expect_not(warned(3e-3, 110 * PI / 180, 100, 0, NULL));
}

/* what `quire check` asks for before it is known how the sheet rubs */
Test(segments, are_as_many_for_an_arc_of_the_path)
{
    cr_expect_float_eq(quire_segments_enough(0.2, quire_segment_longest_in_bend(3e-3, 0, 0)), 334,
                       1e-9);
    cr_expect_float_eq(quire_segment_longest_in_bend(10e-3, 200 * PI / 180, 0.2), 2e-3, 1e-12);
}

/* a floor with a step of this height, which the leading edge meets at an angle */
static size_t
warnings_of_step(double height, double angle, size_t segments)
{
    static double x[MOST], y[MOST];
    struct quire_outline outline = {0};
    struct quire_segment_check c = {0};
    struct quire_sheet_view sheet = {.name = "page",
                                     .object = &object,
                                     .entered = true,
                                     .n_node = segments + 1,
                                     .x = x,
                                     .y = y,
                                     .length = 0.3,
                                     .thickness = 50e-6,
                                     .front = {.guide = "floor", .normal = 1, .angle = angle}};
    const struct quire_guide_view guide = {.name = "floor", .outline = &outline, .side = 1};
    const struct quire_view view = {
        .time = 0.25, .n_sheet = 1, .sheet = &sheet, .n_guide = 1, .guide = &guide};
    const double corner[5][2] = {{-0.1, 0}, {0, 0}, {0, 0.5 * height}, {0, height}, {0.1, height}};
    quire_diag *diag = quire_diag_create();

    for (int i = 0; i < 4; i++) {
        quire_outline_add_segment(&outline, corner[i], corner[i + 1]);
    }
    for (size_t i = 0; i <= segments; i++) {
        x[i] = 0.3 * ((double)i / (double)segments - 1);
        y[i] = 25e-6;
    }
    sheet.front.y = 0.25 * height;
    cr_assert_eq(quire_segment_check_observe(&c, &view), QUIRE_OK);
    quire_segment_check_warn(&c, diag);
    const size_t n = quire_diag_count(diag);
    cr_expect(n == 0 || strstr(quire_diag_get(diag, 0)->text, "a step of 'floor', 0.4 mm high"));
    quire_segment_check_clear(&c);
    quire_outline_clear(&outline);
    quire_diag_destroy(diag);
    return n;
}

Test(segments, are_too_long_where_the_lead_edge_meets_a_low_step)
{
    cr_expect_eq(warnings_of_step(0.4e-3, 80 * PI / 180, 30), 1);
    cr_expect_eq(warnings_of_step(0.4e-3, 10 * PI / 180, 30), 0);
    cr_expect_eq(warnings_of_step(0.4e-3, 80 * PI / 180, 60), 0);
    cr_expect_eq(warnings_of_step(2e-3, 80 * PI / 180, 30), 0);
}

/* at any joint of sheets of all lengths */
Test(segment_check, sees_a_fold_anywhere)
{
    for (size_t n = 3; n <= 15; n++) {
        for (size_t at = 0; at + 1 < n; at++) { /* 0: nowhere */
            double x[15], y[15];
            struct quire_segment_check c = {0};
            const struct quire_sheet_view sheet = {
                .name = "page", .entered = true, .n_node = n, .x = x, .y = y, .length = 0.2};
            const struct quire_view view = {.n_sheet = 1, .sheet = &sheet};
            for (size_t i = 0; i < n; i++) {
                const double behind = at > 0 && i > at ? (double)(i - at) : 0;
                x[i] = (double)i - behind;
                y[i] = behind;
            }
            quire_segment_check_track(&c, &view, 0);
            cr_expect_eq(c.fold.turn > 0, at > 0, "%zu nodes, joint %zu", n, at);
            quire_segment_check_clear(&c);
        }
    }
}
