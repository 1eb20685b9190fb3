/* Splines as biarcs, and outlines as SVG. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "cad/svg/outline_svg.h"
#include "geometry/curve.h"
#include "geometry/outline.h"
#include "geometry/spline.h"

#define MM 1e-3

static void
check_smooth(const struct quire_outline *in)
{
    for (size_t i = 1; i < in->n; i++) {
        const struct quire_piece *a = &in->piece[i - 1], *b = &in->piece[i];
        const double *u = a->end_direction, *v = b->direction;
        cr_assert(epsilon_eq(dbl, a->to[0], b->from[0], 1e-15));
        cr_assert(epsilon_eq(dbl, a->to[1], b->from[1], 1e-15));
        cr_assert(epsilon_eq(dbl, u[0] * v[1] - u[1] * v[0], 0.0, 1e-6));
        cr_assert(gt(dbl, u[0] * v[0] + u[1] * v[1], 0.0));
    }
}

/* End points, end tangents and a common tangent in the middle, for an arch and for an S. */
Test(biarc, meets_both_ends_and_is_smooth)
{
    const double a[2] = {0, 0}, b[2] = {30 * MM, 10 * MM}, ta[2] = {0.6, 0.8};
    for (int k = 0; k < 24; k++) {
        const double angle = 2 * M_PI * k / 24, tb[2] = {cos(angle), sin(angle)};
        struct quire_piece pair[2];
        struct quire_outline both = {0};
        cr_assert(quire_biarc(&pair[0], &pair[1], a, ta, b, tb));
        quire_outline_add_piece(&both, &pair[0]);
        quire_outline_add_piece(&both, &pair[1]);
        check_smooth(&both);
        for (int i = 0; i < 2; i++) {
            cr_assert(epsilon_eq(dbl, pair[0].from[i], a[i], 1e-16));
            cr_assert(epsilon_eq(dbl, pair[1].to[i], b[i], 1e-16));
            cr_assert(epsilon_eq(dbl, pair[0].direction[i], ta[i], 1e-14));
            cr_assert(epsilon_eq(dbl, pair[1].end_direction[i], tb[i], 1e-14));
        }
        quire_outline_clear(&both);
    }
}

/* Points of a circle give back the circle: both arcs have its radius. */
Test(biarc, of_a_circle_is_the_circle)
{
    const double a[2] = {40 * MM, 0}, ta[2] = {0, 1};
    const double b[2] = {40 * MM * cos(1.0), 40 * MM * sin(1.0)}, tb[2] = {-sin(1.0), cos(1.0)};
    struct quire_piece pair[2];
    cr_assert(quire_biarc(&pair[0], &pair[1], a, ta, b, tb));
    for (int i = 0; i < 2; i++) {
        cr_assert(epsilon_eq(dbl, pair[i].radius, 40 * MM, 1e-15));
        cr_assert(epsilon_eq(dbl, pair[i].sweep, 0.5, 1e-14));
    }
}

/* Clamped ends and points of a cubic y(x) = x - x^3 at equal x are not exact for chord parameters,
 * but points on a straight line are: the spline is the line. */
Test(spline, through_points_on_a_line_is_the_line)
{
    const double p[4][2] = {{0, 0}, {10 * MM, 5 * MM}, {16 * MM, 8 * MM}, {40 * MM, 20 * MM}};
    struct quire_outline out = {0};
    cr_assert(eq(int, quire_spline_trace(&out, p, 4, (double)NAN, (double)NAN, 1e-6), QUIRE_OK));
    cr_assert(epsilon_eq(dbl, out.length, hypot(40 * MM, 20 * MM), 1e-15));
    for (size_t i = 0; i < out.n; i++) {
        cr_assert(eq(dbl, out.piece[i].turn, 0.0));
    }
    quire_outline_clear(&out);
}

/* Natural spline of three points at equal chords: on the first span y(t) = a (3 t - t^3)/2 rises to
 * the middle point and the curve is symmetric: the closed form of M'' = 0 at both ends. */
Test(spline, of_three_points_has_its_closed_form)
{
    const double a = 3 * MM, b = 10 * MM, p[3][2] = {{-b, 0}, {0, a}, {b, 0}};
    for (int e = 3; e <= 9; e += 2) {
        const double tolerance = pow(10.0, -e);
        struct quire_outline out = {0};
        cr_assert(
            eq(int, quire_spline_trace(&out, p, 3, (double)NAN, (double)NAN, tolerance), QUIRE_OK));
        check_smooth(&out);
        for (int k = 0; k <= 100; k++) {
            const double t = k / 100.0, q[2] = {-b + b * t, a * (3 * t - t * t * t) / 2};
            double s, left;
            quire_outline_project(&out, q, -1.0, &s, &left);
            cr_assert(le(dbl, fabs(left), tolerance + 1e-15));
        }
        quire_outline_clear(&out);
    }
}

/* The deviation falls with the cube of the arcs' length: 8 times the arcs for 1/512 of the
 * tolerance. */
Test(spline, biarcs_converge_with_third_order)
{
    const double p[3][2] = {{-10 * MM, 0}, {0, 3 * MM}, {10 * MM, 0}};
    double n[2];
    for (int k = 0; k < 2; k++) {
        struct quire_outline out = {0};
        quire_spline_trace(&out, p, 3, (double)NAN, (double)NAN, k == 0 ? 1e-6 : 1e-6 / 512);
        n[k] = (double)out.n;
        quire_outline_clear(&out);
    }
    cr_assert(ge(dbl, n[1] / n[0], 4.0));
    cr_assert(le(dbl, n[1] / n[0], 16.0));
}

Test(spline, clamped_ends_keep_their_headings)
{
    const double p[4][2] = {{0, 0}, {20 * MM, 4 * MM}, {30 * MM, 20 * MM}, {28 * MM, 45 * MM}};
    struct quire_outline out = {0};
    cr_assert(eq(int, quire_spline_trace(&out, p, 4, 0.0, M_PI / 2, 1e-6), QUIRE_OK));
    check_smooth(&out);
    cr_assert(epsilon_eq(dbl, out.piece[0].direction[1], 0.0, 1e-14));
    cr_assert(epsilon_eq(dbl, out.piece[out.n - 1].end_direction[0], 0.0, 1e-14));
    for (int k = 0; k < 4; k++) {
        double s, left;
        quire_outline_project(&out, p[k], -1.0, &s, &left);
        cr_assert(epsilon_eq(dbl, left, 0.0, 1e-15));
    }
    cr_assert(le(sz, out.n, 40)); /* a few arcs are enough for a micrometre */
    quire_outline_clear(&out);
}

Test(spline, refuses_what_has_no_curve)
{
    const double p[2][2] = {{0, 0}, {0, 0}};
    struct quire_outline out = {0};
    cr_assert(
        eq(int, quire_spline_trace(&out, p, 1, (double)NAN, (double)NAN, 1e-6), QUIRE_ERROR_INPUT));
    cr_assert(
        eq(int, quire_spline_trace(&out, p, 2, (double)NAN, (double)NAN, 1e-6), QUIRE_ERROR_INPUT));
    quire_outline_clear(&out);
}

static void
check_svg(const struct quire_outline *in, const char *expected)
{
    struct quire_text text = {0};
    quire_outline_svg(&text, in);
    cr_assert(not(text.failed));
    cr_assert(eq(str, text.data, (char *)expected));
    quire_text_clear(&text);
}

Test(outline_svg, draws_lines_and_arcs_with_y_down)
{
    const double at[2] = {0, 0};
    struct quire_outline path;
    quire_outline_begin(&path, at, 0.0);
    quire_outline_add_line(&path, 180 * MM);
    quire_outline_add_arc(&path, 40 * MM, M_PI / 2, 1.0);
    quire_outline_add_line(&path, 300 * MM);
    check_svg(&path, "M 0.0000 0.0000 L 180.0000 0.0000 A 40.0000 40.0000 0 0 0 220.0000 -40.0000 "
                     "L 220.0000 -340.0000");
    quire_outline_clear(&path);
}

Test(outline_svg, splits_circles_and_breaks_at_gaps)
{
    const double at[2] = {0, 0}, a[2] = {1 * MM, 0}, b[2] = {2 * MM, 0}, c[2] = {3 * MM, 0};
    struct quire_outline out = {0};
    quire_outline_add_circular(&out, at, 2 * MM, 0.0, 2 * M_PI, -1.0);
    check_svg(
        &out,
        "M 2.0000 0.0000 A 2.0000 2.0000 0 0 1 -1.0000 1.7321A 2.0000 2.0000 0 0 1 -1.0000 -1.7321"
        "A 2.0000 2.0000 0 0 1 2.0000 0.0000 Z");
    quire_outline_clear(&out);
    quire_outline_add_segment(&out, at, a);
    quire_outline_add_segment(&out, b, c);
    check_svg(&out, "M 0.0000 0.0000 L 1.0000 0.0000 M 2.0000 0.0000 L 3.0000 0.0000");
    quire_outline_clear(&out);
}
