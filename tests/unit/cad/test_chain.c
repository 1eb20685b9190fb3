/* Strokes become one outline. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

#include "fixtures/drawn.h"
#include "geometry/outline.h"

/* Lines, arcs and half a circle of a path that turns round, in any order and direction: 100 mm, a
 * half circle of 20 mm about (100, 20), 100 mm back. */
static const char turn[] = "0 LINE 10 0 20 40 11 100 21 40 0 ARC 10 100 20 20 40 20 50 0 51 90 "
                           "0 LINE 10 100 20 0 11 0 21 0 0 ARC 10 100 20 20 40 20 50 -90 51 0";

Test(chain, runs_as_its_first_stroke_was_drawn)
{
    const struct quire_chain_options options = chained_by_default();
    struct quire_drawing d = good_dxf(turn);
    struct quire_outline out = chained(&d, &options);
    cr_assert_eq(out.n, 4);
    cr_assert(epsilon_eq(dbl, out.length, (200 + 20 * M_PI) * MM, 1e-14));
    cr_assert(epsilon_eq(dbl, out.piece[0].from[1], 40 * MM, 1e-15));
    cr_assert_eq(out.piece[1].turn, -1.0);
    cr_assert_not(out.closed);
    check_smooth_outline(&out);
    quire_outline_clear(&out);
}

Test(chain, begins_near_the_start_point_or_the_other_way_round)
{
    struct quire_chain_options options = chained_by_default();
    options.start[0] = -3 * MM;
    options.start[1] = 1 * MM;
    for (int reverse = 0; reverse < 2; reverse++) {
        struct quire_drawing d = good_dxf(turn);
        options.reverse = reverse != 0;
        struct quire_outline out = chained(&d, &options);
        const double *from = out.piece[0].from;
        cr_assert(epsilon_eq(dbl, from[1], reverse ? 40 * MM : 0.0, 1e-15));
        cr_assert_eq(out.piece[1].turn, reverse ? -1.0 : 1.0);
        check_smooth_outline(&out);
        quire_outline_clear(&out);
    }
}

/* A frame of four lines is closed; it begins at the corner nearest to the start point and runs as
 * its first line was drawn. */
Test(chain, closed_ones_begin_at_a_joint)
{
    struct quire_chain_options options = chained_by_default();
    options.start[0] = 11 * MM;
    options.start[1] = 9 * MM;
    struct quire_drawing d = good_dxf("0 LINE 10 0 20 0 11 10 21 0 0 LINE 10 10 20 10 11 10 21 0 "
                                      "0 LINE 10 10 20 10 11 0 21 10 0 LINE 10 0 20 10 11 0 21 0");
    struct quire_outline out = chained(&d, &options);
    cr_assert(out.closed);
    cr_assert_eq(out.n, 4);
    cr_assert(epsilon_eq(dbl, out.piece[0].from[0], 10 * MM, 1e-15));
    cr_assert(epsilon_eq(dbl, out.piece[0].from[1], 10 * MM, 1e-15));
    cr_assert(epsilon_eq(dbl, out.piece[0].direction[0], -1.0, 1e-15));
    quire_outline_clear(&out);
}

/* A joint that turns by 0.005 deg becomes smooth: the points stay, and the line deviates by no more
 * than the angle allows. */
Test(chain, nearly_smooth_joints_become_smooth)
{
    const double angle = 0.005 * M_PI / 180.0;
    struct quire_chain_options options = chained_by_default();
    options.corners = false;
    struct quire_drawing d =
        good_dxf("0 LINE 10 0 20 0 11 100 21 0 0 LINE 10 100 20 0 11 200 21 0.0087266463");
    struct quire_outline out = chained(&d, &options);
    check_smooth_outline(&out);
    cr_assert(gt(sz, out.n, 2));
    for (double s = 0.0; s <= 0.2; s += 1e-3) {
        double p[2];
        quire_outline_at(&out, s, p, NULL);
        const double drawn = p[0] < 0.1 ? 0.0 : (p[0] - 0.1) * angle;
        cr_assert(epsilon_eq(dbl, p[1], drawn, 0.1 * angle / 8));
    }
    quire_outline_clear(&out);
}

/* Ends a few micrometres apart are joined: lines are led to them, arcs begin there. */
Test(chain, small_gaps_are_closed)
{
    static const char *const drawn[] = {
        /* a line and two arcs; a line and a line; an arc and a line */
        ("0 LINE 10 0 20 0.004 11 99.995 21 0 0 ARC 10 100 20 20 40 20 50 -90 51 0 "
         "0 ARC 10 100.003 20 20 40 20 50 0 51 90"),
        "0 LINE 10 0 20 0 11 50 21 0 0 LINE 10 50 20 0.004 11 100 21 30",
        "0 ARC 10 0 20 20 40 20 50 -90 51 0 0 LINE 10 20.004 20 20 11 20.004 21 80",
    };
    static const double lengths[] = {100 + 20 * M_PI, 50 + 58.309519, 10 * M_PI + 60}; /* [mm] */
    const struct quire_chain_options options = chained_by_default();

    for (int k = 0; k < 3; k++) {
        struct quire_drawing d = good_dxf(drawn[k]);
        struct quire_outline out = chained(&d, &options);
        cr_assert_geq(out.n, 2);
        cr_expect(epsilon_eq(dbl, out.length, lengths[k] * MM, 0.01 * MM), "drawing %d", k);
        for (size_t i = 1; i < out.n; i++) {
            cr_expect_eq(memcmp(out.piece[i - 1].to, out.piece[i].from, sizeof out.piece[i].from),
                         0, "drawing %d, joint %zu", k, i);
        }
        quire_outline_clear(&out);
    }
}

/* whatever meets there; the ends of the whole stay where they are drawn */
Test(chain, small_gaps_are_closed_between_lines_and_arcs)
{
    static const struct {
        const char *strokes;
        double from[2], to[2];
    } cases[] = {
        {"0 LINE 10 0 20 0 11 99.995 21 0 0 LINE 10 100 20 0.003 11 200 21 0", {0, 0}, {200, 0}},
        {"0 LINE 10 0 20 0 11 99.995 21 0 0 LINE 10 100 20 0.003 11 100 21 50", {0, 0}, {100, 50}},
        {"0 ARC 10 0 20 20 40 20 50 -90 51 0 0 LINE 10 20.004 20 20 11 20 21 60", {0, 0}, {20, 60}},
        {"0 LINE 10 0 20 0 11 99.996 21 0 0 ARC 10 100 20 20 40 20 50 -90 51 0", {0, 0}, {120, 20}},
    };
    const struct quire_chain_options options = chained_by_default();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct quire_drawing d = good_dxf(cases[k].strokes);
        struct quire_outline out = chained(&d, &options);
        cr_assert_geq(out.n, 2);
        for (size_t i = 1; i < out.n; i++) {
            cr_expect_eq(memcmp(out.piece[i - 1].to, out.piece[i].from, sizeof out.piece[i].from),
                         0, "case %zu: %g, %g and %g, %g", k, out.piece[i - 1].to[0],
                         out.piece[i - 1].to[1], out.piece[i].from[0], out.piece[i].from[1]);
        }
        for (int axis = 0; axis < 2; axis++) {
            cr_expect(fabs(out.piece[0].from[axis] - cases[k].from[axis] * MM) < 1e-12, "case %zu",
                      k);
            cr_expect(fabs(out.piece[out.n - 1].to[axis] - cases[k].to[axis] * MM) < 1e-12,
                      "case %zu", k);
        }
        quire_outline_clear(&out);
    }
}

static void
check_refused(const char *entities, const struct quire_chain_options *options, const char *words)
{
    struct quire_drawing d = good_dxf(entities);
    struct quire_outline out;
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_drawing_chain(&out, &d, options, diag), QUIRE_ERROR_INPUT);
    cr_assert_neq(strstr(first_problem(diag), words), NULL, "%s", first_problem(diag));
    cr_assert_eq(out.n, 0);
    quire_drawing_clear(&d);
    quire_diag_destroy(diag);
}

Test(chain, refuses_with_places_in_the_drawing)
{
    struct quire_chain_options options = chained_by_default();
    check_refused("0 LINE 10 0 20 0 11 100 21 0 0 LINE 10 100.3 20 0 11 200 21 0", &options,
                  "they end 0.3 mm apart at (100 mm, 0 mm), line 16 of the drawing");
    check_refused("0 LINE 10 0 20 0 11 100 21 0 0 LINE 10 100 20 0 11 200 21 0 0 LINE 10 100 20 0 "
                  "11 200 21 9",
                  &options, "more than two lines meet at (100 mm, 0 mm), line 16 of the drawing");
    check_refused("0 LINE 10 0 20 0 11 1e-3 21 0 0 LINE 10 1e-3 20 0 11 200 21 0", &options,
                  "line 16 of the drawing, is only 0.001 mm long");
    check_refused("0 CIRCLE 10 0 20 0 40 5 0 CIRCLE 10 20 20 0 40 5", &options,
                  "2 separate outlines, at (5 mm, 0 mm), line 16 of the drawing, and at (25 mm, 0 "
                  "mm), line 24 of the drawing");
    options.corners = false;
    check_refused("0 LINE 10 0 20 0 11 100 21 0 0 LINE 10 100 20 0 11 200 21 9", &options,
                  "turns by 5.14 deg at (100 mm, 0 mm), line 16 of the drawing");
}

/* the first warning about a polyline; "" if there is none */
static const char *
warning_about(const char *polyline)
{
    const struct quire_chain_options options = chained_by_default();
    struct quire_drawing d = good_dxf(polyline);
    struct quire_outline out;
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_drawing_chain(&out, &d, &options, diag), QUIRE_OK);
    const char *text = first_problem(diag);
    quire_outline_clear(&out);
    quire_drawing_clear(&d);
    quire_diag_destroy(diag);
    return text;
}

/* Lines, arcs, and a line with an arc that cross, at points known from the figures; a line that
 * touches itself with its end, a frame and a spiral do not cross. */
Test(chain, loops_are_told)
{
    static const char at[] = "crosses itself at (5 mm, 5 mm), line 16 of the drawing";
    cr_assert_neq(
        strstr(warning_about("0 LWPOLYLINE 90 4 70 0 10 0 20 0 10 10 20 10 10 10 20 0 10 0 20 10"),
               at),
        NULL);
    cr_assert_neq(
        strstr(
            warning_about("0 LWPOLYLINE 90 4 70 0 10 0 20 0 42 1 10 10 20 0 10 5 20 -10 10 5 20 3"),
            "crosses itself at (5 mm, -5 mm)"),
        NULL);
    cr_assert_neq(
        strstr(
            warning_about(
                "0 LWPOLYLINE 90 4 70 0 10 0 20 0 42 1 10 10 20 0 10 12 20 -10 42 1 10 0 20 -10"),
            "crosses itself at ("),
        NULL);
    cr_assert_str_eq(
        warning_about("0 LWPOLYLINE 90 4 70 0 10 0 20 0 10 10 20 0 10 10 20 5 10 5 20 0"), "");
    cr_assert_str_eq(
        warning_about("0 LWPOLYLINE 90 4 70 1 10 0 20 0 10 10 20 0 10 10 20 5 10 0 20 5"), "");
    cr_assert_str_eq(
        warning_about(
            "0 LWPOLYLINE 90 4 70 0 10 0 20 0 42 1 10 10 20 0 42 1 10 1 20 0 42 1 10 9 20 0"),
        "");
}

/* By origin, angle and mirror: a quarter of a circle about (10, 0). */
Test(chain, outlines_are_moved)
{
    const struct quire_chain_options options = chained_by_default();
    struct quire_drawing d = good_dxf("0 ARC 10 10 20 0 40 5 50 0 51 90");
    struct quire_outline out = chained(&d, &options);
    quire_outline_move(&out, true, M_PI_2, (const double[]){1.0, 2.0});
    const struct quire_piece *arc = &out.piece[0];
    cr_assert(epsilon_eq(dbl, arc->centre[0], 1.0, 1e-15));
    cr_assert(epsilon_eq(dbl, arc->centre[1], 2.0 + 10 * MM, 1e-15));
    cr_assert(epsilon_eq(dbl, arc->from[1], 2.0 + 15 * MM, 1e-15));
    cr_assert(epsilon_eq(dbl, arc->to[0], 1.0 + 5 * MM, 1e-15));
    cr_assert(epsilon_eq(dbl, arc->direction[0], 1.0, 1e-15));
    cr_assert_eq(arc->turn, -1.0);
    quire_outline_clear(&out);
}
