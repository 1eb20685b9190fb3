/* Corners of surfaces, and the gap between a point and a surface. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "geometry/corners.h"
#include "geometry/outline.h"

#define MM 1e-3

/* Along x, then square up (turn +1) or down (-1). */
static struct quire_outline
bracket(double turn)
{
    const double a[2] = {0, 0}, b[2] = {10 * MM, 0}, c[2] = {10 * MM, turn * 5 * MM};
    struct quire_outline out = {0};
    quire_outline_add_segment(&out, a, b);
    quire_outline_add_segment(&out, b, c);
    return out;
}

static void
check_vector(const double v[2], double x, double y)
{
    cr_assert(epsilon_eq(dbl, v[0], x, 1e-15));
    cr_assert(epsilon_eq(dbl, v[1], y, 1e-15));
}

/* The sheet runs on the left, above: turning down sticks out towards it, turning up does not. */
Test(corners, kink_sticks_out_when_it_turns_away_from_the_sheet)
{
    for (int side = -1; side <= 1; side += 2) {
        for (int turn = -1; turn <= 1; turn += 2) {
            struct quire_outline in = bracket(turn);
            struct quire_corners corners;
            cr_assert(eq(int, quire_corners_find(&corners, &in, side), QUIRE_OK));
            cr_assert(eq(sz, corners.n_convex, side * turn < 0 ? 3 : 2));
            cr_assert(eq(sz, corners.n_concave, side * turn < 0 ? 0 : 1));
            const struct quire_corner *kink =
                side * turn < 0 ? &corners.convex[1] : corners.concave;
            check_vector(kink->at, 10 * MM, 0);
            check_vector(kink->normal[0], 0, side);
            check_vector(kink->normal[1], -side * turn, 0);
            check_vector(kink->tangent[0], 1, 0);
            check_vector(kink->tangent[1], 0, -turn);
            check_vector(kink->axis, -side * turn * sqrt(0.5), side * sqrt(0.5));
            cr_assert(epsilon_eq(dbl, kink->angle, M_PI / 2, 1e-15));
            cr_assert(epsilon_eq(dbl, kink->s, 10 * MM, 1e-18));
            cr_assert(not(kink->end));
            quire_corners_clear(&corners);
            quire_outline_clear(&in);
        }
    }
}

/* At a free end the surface meets the end face of its solid. */
Test(corners, free_ends_have_the_surface_and_the_end_face)
{
    struct quire_outline in = bracket(1);
    struct quire_corners corners;
    quire_corners_find(&corners, &in, 1.0);
    const struct quire_corner *first = &corners.convex[0], *last = &corners.convex[1];
    cr_assert(first->end && last->end);
    check_vector(first->at, 0, 0);
    check_vector(first->normal[0], -1, 0);
    check_vector(first->normal[1], 0, 1);
    check_vector(first->tangent[0], 0, 1);
    check_vector(first->tangent[1], -1, 0);
    check_vector(last->at, 10 * MM, 5 * MM);
    check_vector(last->normal[0], -1, 0);
    check_vector(last->normal[1], 0, 1);
    check_vector(last->axis, -sqrt(0.5), sqrt(0.5));
    quire_corners_clear(&corners);
    quire_outline_clear(&in);
}

Test(corners, thin_walls_have_two_faces_at_each_end)
{
    struct quire_outline in = bracket(1);
    struct quire_corners corners;
    quire_corners_find(&corners, &in, 0.0);
    cr_assert(eq(sz, corners.n_convex, 3)); /* two ends, and the kink seen from the right */
    cr_assert(eq(sz, corners.n_concave, 1));
    check_vector(corners.convex[0].axis, -1, 0);
    cr_assert(epsilon_eq(dbl, corners.convex[0].angle, M_PI, 1e-15));
    check_vector(corners.convex[1].normal[0], 0, -1);
    check_vector(corners.concave[0].normal[0], 0, 1);
    check_vector(corners.convex[2].axis, 0, 1);
    quire_corners_clear(&corners);
    quire_outline_clear(&in);
}

Test(corners, smooth_joints_and_circles_have_none)
{
    const double at[2] = {0, 0};
    struct quire_outline in;
    struct quire_corners corners;
    quire_outline_begin(&in, at, 0.3);
    quire_outline_add_line(&in, 0.1);
    quire_outline_add_arc(&in, 0.04, 1.0, -1.0);
    quire_outline_add_arc(&in, 0.02, 2.0, 1.0);
    quire_corners_find(&corners, &in, 1.0);
    cr_assert(eq(sz, corners.n_convex, 2));
    cr_assert(eq(sz, corners.n_concave, 0));
    quire_corners_clear(&corners);
    quire_outline_clear(&in);

    quire_outline_add_circular(&in, at, 0.01, 0.0, 2 * M_PI, 1.0);
    quire_corners_find(&corners, &in, -1.0);
    cr_assert(eq(sz, corners.n_convex + corners.n_concave, 0));
    quire_corners_clear(&corners);
    quire_outline_clear(&in);
}

/* A line that doubles back has a sharp point whichever side the sheet is on. */
Test(corners, a_fold_is_a_sharp_point)
{
    const double a[2] = {0, 0}, b[2] = {10 * MM, 0};
    for (int side = -1; side <= 1; side++) {
        struct quire_outline in = {0};
        struct quire_corners corners;
        quire_outline_add_segment(&in, a, b);
        quire_outline_add_segment(&in, b, a);
        quire_corners_find(&corners, &in, side);
        cr_assert(eq(sz, corners.n_convex, 3));
        check_vector(corners.convex[1].axis, 1, 0);
        quire_corners_clear(&corners);
        quire_outline_clear(&in);
    }
}

static void
check_gap(const struct quire_outline *in, double side, double x, double y, double distance)
{
    const double p[2] = {x * MM, y * MM};
    const struct quire_gap gap = quire_outline_gap(in, side, p);
    double foot[2];
    cr_assert(epsilon_eq(dbl, gap.distance, distance * MM, 1e-16), "(%g, %g): %g", x, y,
              gap.distance);
    cr_assert(epsilon_eq(dbl, hypot(gap.normal[0], gap.normal[1]), 1.0, 1e-15));
    for (int i = 0; i < 2; i++) {
        cr_assert(epsilon_eq(dbl, gap.foot[i] + gap.distance * gap.normal[i], p[i], 1e-16));
    }
    quire_outline_at(in, gap.s, foot, NULL);
    check_vector(foot, gap.foot[0], gap.foot[1]);
}

Test(gap, has_the_sign_of_the_sheet_side)
{
    struct quire_outline in = bracket(-1); /* the solid lies below the x axis, left of the drop */
    check_gap(&in, 1.0, 4, 3, 3);
    check_gap(&in, 1.0, 4, -2, -2);
    check_gap(&in, -1.0, 4, -2, 2);
    check_gap(&in, 0.0, 4, -2, 2);
    check_gap(&in, 1.0, 13, -2, 3);
    check_gap(&in, 1.0, 9, -2, -1);
    check_gap(&in, 1.0, 13, 4, 5); /* from the kink */
    check_gap(&in, -1.0, 13, 4, -5);
    check_gap(&in, 1.0, -3, 4, 5); /* beyond the free end */
    check_gap(&in, -1.0, -3, 4, 5);
    check_gap(&in, 0.0, 13, -9, 5);
    quire_outline_clear(&in);
}

Test(gap, normal_is_defined_on_the_surface_itself)
{
    struct quire_outline in = bracket(-1);
    const double on[2] = {4 * MM, 0}, kink[2] = {10 * MM, 0}, end[2] = {0, 0};
    check_vector(quire_outline_gap(&in, 1.0, on).normal, 0, 1);
    check_vector(quire_outline_gap(&in, -1.0, on).normal, 0, -1);
    check_vector(quire_outline_gap(&in, 1.0, end).normal, 0, 1);
    const struct quire_gap gap = quire_outline_gap(&in, 1.0, kink);
    cr_assert(epsilon_eq(dbl, gap.distance, 0.0, 1e-18));
    cr_assert(epsilon_eq(dbl, hypot(gap.normal[0], gap.normal[1]), 1.0, 1e-15));
    quire_outline_clear(&in);
}

Test(gap, of_a_round_bar_is_radial)
{
    const double centre[2] = {3 * MM, 4 * MM};
    struct quire_outline bar = {0};
    quire_outline_add_circular(&bar, centre, 2 * MM, 0.0, 2 * M_PI, -1.0);
    for (int k = 0; k < 12; k++) {
        check_gap(&bar, 1.0, 3 + 3 * cos(k), 4 + 3 * sin(k), 1);
        check_gap(&bar, 1.0, 3 + 1.5 * cos(k), 4 + 1.5 * sin(k), -0.5);
    }
    quire_outline_clear(&bar);
}

/* The corner where a closed outline begins is like any other. */
Test(gap, closed_outlines_have_no_free_ends)
{
    const double p[4][2] = {{0, 0}, {0, 10 * MM}, {10 * MM, 10 * MM}, {10 * MM, 0}};
    struct quire_outline box = {0};
    struct quire_corners corners;
    for (int i = 0; i < 4; i++) {
        quire_outline_add_segment(&box, p[i], p[(i + 1) % 4]); /* clockwise: outside is left */
    }
    box.closed = true;
    check_gap(&box, 1.0, -3, -4, 5);
    check_gap(&box, 1.0, 1, 2, -1);
    check_gap(&box, -1.0, -3, -4, -5);
    quire_corners_find(&corners, &box, 1.0);
    cr_assert(eq(sz, corners.n_convex, 4));
    cr_assert(eq(sz, corners.n_concave, 0));
    for (int i = 0; i < 4; i++) {
        cr_assert(not(corners.convex[i].end));
    }
    quire_corners_clear(&corners);
    quire_corners_find(&corners, &box, -1.0);
    cr_assert(eq(sz, corners.n_convex, 0));
    cr_assert(eq(sz, corners.n_concave, 4));
    quire_corners_clear(&corners);
    quire_outline_clear(&box);
}

/* Beyond either end of an arc the nearer end counts, whichever way round the circle is shorter. */
Test(gap, beyond_an_arc_is_from_its_nearer_end)
{
    const double centre[2] = {0, 0};
    struct quire_outline arc = {0};
    quire_outline_add_circular(&arc, centre, 5 * MM, 0.0, M_PI / 2, 1.0);
    check_gap(&arc, 0.0, 5, -2, 2);
    check_gap(&arc, 0.0, -2, 5, 2);
    check_gap(&arc, 0.0, -5, -1, hypot(5, 6));
    check_gap(&arc, 0.0, -1, -5, hypot(6, 5));
    check_gap(&arc, -1.0, 6 * sqrt(0.5), 6 * sqrt(0.5), 1);
    quire_outline_clear(&arc);
}
