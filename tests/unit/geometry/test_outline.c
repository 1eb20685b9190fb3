/* Outlines: chains of lines and arcs. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "geometry/outline.h"

#define MM     1e-3
#define DEGREE (M_PI / 180.0)

static const double origin[2] = {0.0, 0.0};

/* Straight, left, right, straight; turned, mirrored (-1) and shifted as asked. */
static struct quire_outline
winding_path(const double at[2], double heading, double mirror)
{
    struct quire_outline out;
    quire_outline_begin(&out, at, heading);
    cr_assert(eq(int, quire_outline_add_line(&out, 180 * MM), QUIRE_OK));
    cr_assert(eq(int, quire_outline_add_arc(&out, 40 * MM, 90 * DEGREE, mirror), QUIRE_OK));
    cr_assert(eq(int, quire_outline_add_line(&out, 60 * MM), QUIRE_OK));
    cr_assert(eq(int, quire_outline_add_arc(&out, 25 * MM, 180 * DEGREE, -mirror), QUIRE_OK));
    cr_assert(eq(int, quire_outline_add_line(&out, 100 * MM), QUIRE_OK));
    return out;
}

static void
check_identity(const struct quire_outline *path, double s, double d, double hint)
{
    double p[2], t[2], s_found, d_found;
    quire_outline_at(path, s, p, t);
    p[0] -= d * t[1];
    p[1] += d * t[0];
    quire_outline_project(path, p, hint, &s_found, &d_found);
    cr_assert(epsilon_eq(dbl, s_found, s, 1e-13), "s = %g, d = %g: %g", s, d, s_found);
    cr_assert(epsilon_eq(dbl, d_found, d, 1e-13), "s = %g, d = %g: %g", s, d, d_found);
}

/* project is the inverse of at plus a step along the normal, also on the ends gone on with and at
 * joints. */
Test(outline, project_inverts_at_everywhere)
{
    for (int mirror = -1; mirror <= 1; mirror += 2) {
        struct quire_outline path = winding_path(origin, 0.3, mirror);
        for (int k = -40; k <= 540; k++) {
            for (int j = -4; j <= 4; j++) {
                check_identity(&path, k * MM, j * MM, -1.0);
                check_identity(&path, k * MM, j * MM, k * MM);
            }
        }
        for (size_t i = 0; i < path.n; i++) {
            check_identity(&path, path.piece[i].start, 2 * MM, -1.0);
            check_identity(&path, path.piece[i].start, -2 * MM, -1.0);
        }
        quire_outline_clear(&path);
    }
}

Test(outline, pieces_join_smoothly)
{
    struct quire_outline path = winding_path(origin, 2.5, 1.0);
    for (size_t i = 1; i < path.n; i++) {
        const struct quire_piece *a = &path.piece[i - 1], *b = &path.piece[i];
        for (int k = 0; k < 2; k++) {
            cr_assert(eq(dbl, a->to[k], b->from[k]));
            cr_assert(eq(dbl, a->end_direction[k], b->direction[k]));
        }
        cr_assert(epsilon_eq(dbl, a->start + a->length, b->start, 1e-16));
        cr_assert(epsilon_eq(dbl, hypot(b->direction[0], b->direction[1]), 1.0, 1e-15));
    }
    cr_assert(epsilon_eq(dbl, path.length, (180 + 20 * M_PI + 60 + 25 * M_PI + 100) * MM, 1e-15));
    quire_outline_clear(&path);
}

/* 180 mm, a quarter turn of 40 mm to the left, 300 mm up. */
Test(outline, corners_of_a_right_angle_turn)
{
    struct quire_outline path;
    double p[2], t[2];
    quire_outline_begin(&path, origin, 0.0);
    quire_outline_add_line(&path, 180 * MM);
    quire_outline_add_arc(&path, 40 * MM, 90 * DEGREE, 1.0);
    quire_outline_add_line(&path, 300 * MM);
    quire_outline_at(&path, path.length, p, t);
    cr_assert(epsilon_eq(dbl, p[0], 220 * MM, 1e-15));
    cr_assert(epsilon_eq(dbl, p[1], 340 * MM, 1e-15));
    cr_assert(eq(dbl, t[0], 0.0));
    cr_assert(eq(dbl, t[1], 1.0));
    quire_outline_at(&path, -10 * MM, p, t);
    cr_assert(epsilon_eq(dbl, p[0], -10 * MM, 1e-17));
    quire_outline_clear(&path);
}

/* Moving, turning and mirroring the whole picture changes neither distance nor height (but its
 * sign, mirrored). */
Test(outline, project_does_not_depend_on_the_frame)
{
    const double shift[2] = {0.7, -1.3}, angle = 137 * DEGREE;
    const double c = cos(angle), e = sin(angle);
    struct quire_outline plain = winding_path(origin, 0.0, 1.0);
    struct quire_outline moved = winding_path(shift, angle, 1.0);
    struct quire_outline mirrored = winding_path(origin, 0.0, -1.0);
    for (int k = 0; k < 200; k++) {
        const double p[2] = {(k * 37 % 200 - 20) * 2 * MM, (k * 53 % 200 - 60) * MM};
        const double q[2] = {shift[0] + c * p[0] - e * p[1], shift[1] + e * p[0] + c * p[1]};
        const double m[2] = {p[0], -p[1]};
        double s, d, s_moved, d_moved, s_mirrored, d_mirrored;
        quire_outline_project(&plain, p, -1.0, &s, &d);
        quire_outline_project(&moved, q, -1.0, &s_moved, &d_moved);
        quire_outline_project(&mirrored, m, -1.0, &s_mirrored, &d_mirrored);
        cr_assert(epsilon_eq(dbl, fabs(d_moved), fabs(d), 1e-14));
        cr_assert(epsilon_eq(dbl, d_mirrored, -d, 1e-15));
        cr_assert(epsilon_eq(dbl, s_mirrored, s, 1e-15));
        cr_assert(epsilon_eq(dbl, s_moved, s, 1e-13));
    }
    quire_outline_clear(&plain);
    quire_outline_clear(&moved);
    quire_outline_clear(&mirrored);
}

/* The heading goes round more than once; nothing jumps. */
Test(outline, spiral_turns_through_many_full_circles)
{
    struct quire_outline path;
    quire_outline_begin(&path, origin, 170 * DEGREE);
    for (int i = 0; i < 8; i++) {
        quire_outline_add_arc(&path, (40 - 4 * i) * MM, 300 * DEGREE, 1.0);
    }
    for (double s = 0.0; s < path.length; s += 3.1 * MM) {
        check_identity(&path, s, 0.0, s); /* the end gone on with crosses the outer turns */
    }
    quire_outline_clear(&path);
}

/* A path that crosses itself: the hint says which branch is meant. */
Test(outline, hint_chooses_the_branch_at_a_crossing)
{
    struct quire_outline path;
    double p[2], s, d;
    quire_outline_begin(&path, origin, 0.0);
    quire_outline_add_line(&path, 200 * MM);
    quire_outline_add_arc(&path, 50 * MM, 270 * DEGREE, 1.0);
    quire_outline_add_line(&path, 200 * MM);
    /* the last line comes down at x = 150 mm and crosses the first */
    const double second = path.length - 150 * MM;
    quire_outline_at(&path, 150 * MM, p, NULL);
    quire_outline_project(&path, p, 140 * MM, &s, &d);
    cr_assert(epsilon_eq(dbl, s, 150 * MM, 1e-15));
    quire_outline_project(&path, p, second + 10 * MM, &s, &d);
    cr_assert(epsilon_eq(dbl, s, second, 1e-14));
    /* off the crossing by 1 and 0.8 mm both branches still count */
    p[0] += 1.0 * MM;
    p[1] += 0.8 * MM;
    quire_outline_project(&path, p, second, &s, &d);
    cr_assert(epsilon_eq(dbl, s, second - 0.8 * MM, 1e-14));
    cr_assert(epsilon_eq(dbl, d, 1.0 * MM, 1e-14));
    quire_outline_project(&path, p, -1.0, &s, &d);
    cr_assert(epsilon_eq(dbl, s, 151 * MM, 1e-14));
    quire_outline_clear(&path);
}

/* The hinted foot is a true foot, not the end of a neighbouring piece that happens to be near the
 * hint. */
Test(outline, hint_far_away_does_not_pull_the_foot_to_a_joint)
{
    struct quire_outline path = winding_path(origin, 0.0, 1.0);
    for (int k = 5; k < 470; k += 5) {
        check_identity(&path, k * MM, 1 * MM, 0.0);
        check_identity(&path, k * MM, 1 * MM, 0.5);
    }
    quire_outline_clear(&path);
}

Test(outline, full_circle_is_closed_and_has_no_ends)
{
    const double centre[2] = {30 * MM, -20 * MM};
    for (int turn = -1; turn <= 1; turn += 2) {
        struct quire_outline circle = {0};
        cr_assert(eq(int, quire_outline_add_circular(&circle, centre, 10 * MM, 0.0, 2 * M_PI, turn),
                     QUIRE_OK));
        cr_assert(circle.closed);
        cr_assert(eq(dbl, circle.piece[0].to[0], circle.piece[0].from[0]));
        for (int k = 0; k < 360; k += 7) {
            const double a = k * DEGREE;
            const double p[2] = {centre[0] + 12 * MM * cos(a), centre[1] + 12 * MM * sin(a)};
            double s, d;
            quire_outline_project(&circle, p, -1.0, &s, &d);
            cr_assert(epsilon_eq(dbl, d, -turn * 2 * MM, 1e-16));
            cr_assert(epsilon_eq(dbl, s, 10 * MM * (turn > 0 || k == 0 ? a : 2 * M_PI - a), 1e-15));
        }
        quire_outline_clear(&circle);
    }
}

/* Flat arcs keep their digits: a line of 100 mm bent to a radius of 100 km. */
Test(outline, flat_arcs_keep_their_digits)
{
    struct quire_outline path;
    double p[2], s, d;
    quire_outline_begin(&path, origin, 0.0);
    quire_outline_add_arc(&path, 1e5, 1e-6, 1.0);
    quire_outline_at(&path, 0.1, p, NULL);
    cr_assert(epsilon_eq(dbl, p[1], 0.1 * 0.1 / 2e5, 1e-20)); /* sagitta s^2/(2 R) */
    const double q[2] = {0.05, 1 * MM};
    quire_outline_project(&path, q, -1.0, &s, &d);
    cr_assert(epsilon_eq(dbl, d, 1 * MM - 0.05 * 0.05 / 2e5, 1e-15));
    quire_outline_clear(&path);
}

/* A rounding-sized piece between two others neither catches points nor loses them. */
Test(outline, tiny_pieces_do_no_harm)
{
    struct quire_outline path;
    quire_outline_begin(&path, origin, 0.4);
    quire_outline_add_line(&path, 50 * MM);
    quire_outline_add_arc(&path, 40 * MM, 1e-12, 1.0);
    quire_outline_add_line(&path, 1e-14);
    quire_outline_add_arc(&path, 40 * MM, 90 * DEGREE, -1.0);
    for (int k = -10; k < 150; k++) {
        check_identity(&path, k * MM, 3 * MM, -1.0);
        check_identity(&path, k * MM, -3 * MM, k * MM);
    }
    quire_outline_clear(&path);
}

/* A point beyond a kink is nearest to the kink itself, on the side of both pieces. */
Test(outline, kink_is_nearest_from_outside)
{
    const double a[2] = {0, 0}, b[2] = {10 * MM, 0}, c[2] = {10 * MM, 10 * MM},
                 p[2] = {13 * MM, -4 * MM};
    struct quire_outline path = {0};
    double s, d;
    quire_outline_add_segment(&path, a, b);
    quire_outline_add_segment(&path, b, c);
    quire_outline_project(&path, p, -1.0, &s, &d);
    cr_assert(epsilon_eq(dbl, s, 10 * MM, 1e-17));
    cr_assert(epsilon_eq(dbl, d, -5 * MM, 1e-17));
    quire_outline_clear(&path);
}

Test(outline, without_pieces_it_is_a_straight_line)
{
    const double at[2] = {1.0, 2.0}, p[2] = {0.0, 5.0};
    struct quire_outline path;
    double s, d;
    quire_outline_begin(&path, at, 90 * DEGREE);
    quire_outline_project(&path, p, -1.0, &s, &d);
    cr_assert(eq(dbl, s, 3.0));
    cr_assert(eq(dbl, d, 1.0));
}

Test(outline, impossible_pieces_are_refused)
{
    struct quire_outline path;
    quire_outline_begin(&path, origin, 0.0);
    cr_assert(eq(int, quire_outline_add_line(&path, 0.0), QUIRE_ERROR_INPUT));
    cr_assert(eq(int, quire_outline_add_line(&path, (double)NAN), QUIRE_ERROR_INPUT));
    cr_assert(eq(int, quire_outline_add_arc(&path, 0.0, 1.0, 1.0), QUIRE_ERROR_INPUT));
    cr_assert(eq(int, quire_outline_add_arc(&path, 1.0, 7.0, 1.0), QUIRE_ERROR_INPUT));
    cr_assert(eq(int, quire_outline_add_segment(&path, origin, origin), QUIRE_ERROR_INPUT));
    struct quire_piece piece;
    cr_assert_not(
        quire_piece_tangent_arc(&piece, path.origin, path.heading, (double[2]){-1.0, 0.0}));
    cr_assert(eq(sz, path.n, 0));
}

/* Tangent arc of a mouth: opening m over a length L has the radius (L^2 + m^2)/(2 m). */
Test(outline, tangent_arc_has_the_radius_of_its_chord)
{
    const double length = 8 * MM, mouth = 2 * MM;
    struct quire_outline path;
    struct quire_piece piece;
    quire_outline_begin(&path, origin, 0.0);
    cr_assert(
        quire_piece_tangent_arc(&piece, path.origin, path.heading, (double[2]){length, -mouth}));
    quire_outline_add_piece(&path, &piece);
    const struct quire_piece *arc = path.piece;
    cr_assert(epsilon_eq(dbl, arc->radius, (length * length + mouth * mouth) / (2 * mouth), 1e-16));
    cr_assert(eq(dbl, arc->turn, -1.0));
    cr_assert(epsilon_eq(dbl, arc->sweep, 2 * atan(mouth / length), 1e-15));
    double p[2];
    quire_outline_at(&path, arc->length, p, NULL);
    cr_assert(epsilon_eq(dbl, p[0], length, 1e-17));
    cr_assert(epsilon_eq(dbl, p[1], -mouth, 1e-17));
    quire_outline_clear(&path);
}

/* The parallel keeps its distance, its pieces join, and its length differs by offset times turned
 * angle. */
Test(outline, parallel_keeps_its_distance)
{
    for (int side = -1; side <= 1; side += 2) {
        struct quire_outline path = winding_path(origin, 1.0, 1.0), wall;
        const double offset = side * 1.5 * MM, from = -5 * MM, to = path.length + 7 * MM;
        cr_assert(quire_outline_parallel(&wall, &path, from, to, offset) == QUIRE_OK);
        /* a left quarter turn and a right half turn leave a right quarter turn */
        cr_assert(epsilon_eq(dbl, wall.length, to - from + offset * 90 * DEGREE, 1e-14));
        for (double s = 0.0; s < wall.length; s += 1 * MM) {
            double p[2], along, left;
            quire_outline_at(&wall, s, p, NULL);
            quire_outline_project(&path, p, s, &along, &left);
            cr_assert(epsilon_eq(dbl, left, offset, 1e-15));
        }
        for (size_t i = 1; i < wall.n; i++) {
            cr_assert(epsilon_eq(dbl, wall.piece[i].from[0], wall.piece[i - 1].to[0], 1e-16));
            cr_assert(epsilon_eq(dbl, wall.piece[i].from[1], wall.piece[i - 1].to[1], 1e-16));
            cr_assert(epsilon_eq(dbl, wall.piece[i].direction[0],
                                 wall.piece[i - 1].end_direction[0], 1e-15));
        }
        quire_outline_clear(&path);
        quire_outline_clear(&wall);
    }
}

Test(outline, parallel_from_joint_to_joint_has_no_slivers)
{
    struct quire_outline path = winding_path(origin, 0.0, 1.0), wall;
    cr_assert(quire_outline_parallel(&wall, &path, path.piece[1].start, path.piece[2].start,
                                     1 * MM) == QUIRE_OK);
    cr_assert(eq(sz, wall.n, 1));
    cr_assert(epsilon_eq(dbl, wall.piece[0].radius, 39 * MM, 1e-17));
    quire_outline_clear(&path);
    quire_outline_clear(&wall);
}

Test(outline, parallel_refuses_to_turn_a_radius_inside_out)
{
    struct quire_outline path = winding_path(origin, 0.0, 1.0), wall;
    cr_assert(quire_outline_parallel(&wall, &path, 0.0, path.length, 40 * MM) == QUIRE_ERROR_INPUT);
    cr_assert(eq(sz, wall.n, 0));
    cr_assert(quire_outline_parallel(&wall, &path, 0.0, path.length, -25 * MM) ==
              QUIRE_ERROR_INPUT);
    cr_assert(quire_outline_parallel(&wall, &path, 0.1, 0.1, 0.0) == QUIRE_ERROR_INPUT);
    cr_assert(quire_outline_parallel(&wall, &path, 0.0, 180 * MM, 40 * MM) ==
              QUIRE_OK); /* ends where the bend begins */
    quire_outline_clear(&wall);
    cr_assert(eq(dbl, quire_outline_tightest(&path, 0.0, path.length, 1.0), 40 * MM));
    cr_assert(eq(dbl, quire_outline_tightest(&path, 0.0, path.length, -1.0), 25 * MM));
    cr_assert(eq(dbl, quire_outline_tightest(&path, 0.0, 180 * MM, 1.0), (double)INFINITY));
    quire_outline_clear(&path);
}

Test(outline, bounds_include_the_bulge_of_arcs)
{
    double low[2], high[2];
    struct quire_outline arc = {0};
    quire_outline_add_circular(&arc, origin, 10 * MM, -60 * DEGREE, 120 * DEGREE, 1.0);
    quire_outline_bounds(&arc, low, high);
    cr_assert(epsilon_eq(dbl, low[0], 5 * MM, 1e-16));
    cr_assert(epsilon_eq(dbl, high[0], 10 * MM, 1e-16));
    cr_assert(epsilon_eq(dbl, high[1], 10 * MM * sin(60 * DEGREE), 1e-16));
    cr_assert(epsilon_eq(dbl, low[1], -high[1], 1e-16));
    quire_outline_clear(&arc);
}

/* Every link has the same length, on straight parts, in bends, and across their joints. */
Test(outline, placed_chain_has_equal_links)
{
    enum { N = 61 };
    double x[N], y[N];
    struct quire_outline path = winding_path(origin, 0.7, 1.0);
    for (int k = -1; k < 50; k++) {
        const double lead = k * 12 * MM, link = 297 * MM / (N - 1);
        cr_assert(quire_outline_place(&path, lead, 297 * MM, N, x, y));
        double p[2], s, left;
        quire_outline_at(&path, lead, p, NULL);
        cr_assert(eq(dbl, x[N - 1], p[0]));
        for (int i = 0; i + 1 < N; i++) {
            cr_assert(epsilon_eq(dbl, hypot(x[i + 1] - x[i], y[i + 1] - y[i]), link, 1e-15));
            quire_outline_project(&path, (double[2]){x[i], y[i]}, -1.0, &s, &left);
            cr_assert(epsilon_eq(dbl, left, 0.0, 1e-14));
        }
    }
    quire_outline_clear(&path);
}

/* On a circle of radius R each chord h turns by 2 asin(h / 2R). */
Test(outline, placed_chain_wraps_a_circle)
{
    enum { N = 11 };
    double x[N], y[N], s, left;
    struct quire_outline path;
    quire_outline_begin(&path, origin, 0.0);
    quire_outline_add_arc(&path, 20 * MM, 350 * DEGREE, -1.0);
    cr_assert(quire_outline_place(&path, 110 * MM, 100 * MM, N, x, y));
    quire_outline_project(&path, (double[2]){x[0], y[0]}, -1.0, &s, &left);
    cr_assert(epsilon_eq(dbl, s, 110 * MM - 10 * 40 * MM * asin(0.25), 1e-14));
    /* a link longer than the loops are wide finds no place on them */
    quire_outline_add_arc(&path, 20 * MM, 350 * DEGREE, -1.0);
    quire_outline_add_arc(&path, 20 * MM, 350 * DEGREE, -1.0);
    cr_assert(not(quire_outline_place(&path, path.length, 60 * MM, 2, x, y)));
    quire_outline_clear(&path);
}

/* Numbers in [0, 1) that are the same everywhere. */
static double
next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

/* Nothing on a random chain is nearer than what project and gap found: looked at every 0.05 mm. */
Test(outline, nearest_point_is_the_nearest_of_all)
{
    unsigned seed = 7;
    for (int k = 0; k < 20; k++) {
        struct quire_outline chain;
        quire_outline_begin(&chain, origin, 6 * next_random(&seed));
        for (int i = 0; i < 8; i++) {
            const double radius = (5 + 30 * next_random(&seed)) * MM;
            const double turn = next_random(&seed) < 0.5 ? -1.0 : 1.0;
            quire_outline_add_line(&chain, 30 * MM * next_random(&seed) + 1e-6);
            quire_outline_add_arc(&chain, radius, 0.01 + 6.2 * next_random(&seed), turn);
        }
        for (int j = 0; j < 10; j++) {
            const double p[2] = {200 * MM * (next_random(&seed) - 0.5),
                                 200 * MM * (next_random(&seed) - 0.5)};
            double s, left, q[2], nearest = (double)INFINITY, all = (double)INFINITY;
            for (double at = -0.4; at < chain.length + 0.4; at += 0.05 * MM) {
                quire_outline_at(&chain, at, q, NULL);
                const double distance = hypot(q[0] - p[0], q[1] - p[1]);
                all = fmin(all, distance);
                nearest = at < 0.0 || at > chain.length ? nearest : fmin(nearest, distance);
            }
            quire_outline_project(&chain, p, -1.0, &s, &left);
            cr_assert(le(dbl, fabs(left), all + 1e-15));
            cr_assert(ge(dbl, fabs(left), all - 0.05 * MM));
            const struct quire_gap gap = quire_outline_gap(&chain, 0.0, p);
            cr_assert(le(dbl, gap.distance, nearest + 1e-15));
            cr_assert(ge(dbl, gap.distance, nearest - 0.05 * MM));
        }
        quire_outline_clear(&chain);
    }
}

/* At kinks a parallel goes round what sticks out, and ends where it crosses itself in a hollow. */
Test(outline, parallel_keeps_its_distance_at_kinks)
{
    static const double corner[][2] = {{0, 0}, {0.1, 0}, {0.1, 0.05}, {0.2, 0.05}, {0.25, 0}};
    struct quire_outline in = {0}, out;
    for (int i = 0; i < 4; i++) {
        cr_assert(quire_outline_add_segment(&in, corner[i], corner[i + 1]) == QUIRE_OK);
    }
    for (int side = -1; side <= 1; side += 2) {
        const double offset = 5 * MM * side;
        cr_assert(quire_outline_parallel(&out, &in, 0.0, in.length, offset) == QUIRE_OK);
        cr_expect_eq(out.n, side > 0 ? 4 + 2 : 4 + 1); /* two kinks stick out to the left */
        double length = 0;
        for (size_t i = 0; i < out.n; i++) {
            const struct quire_piece *p = &out.piece[i];
            cr_expect_float_eq(p->start, length, 1e-12);
            length += p->length;
            cr_expect(i == 0 || hypot(p->from[0] - p[-1].to[0], p->from[1] - p[-1].to[1]) < 1e-12);
            for (int k = 0; k <= 10; k++) {
                double at[2];
                quire_piece_at(p, p->length * k / 10, at, NULL);
                const double d = quire_outline_gap(&in, 0, at).distance;
                cr_expect_float_eq(d, 5 * MM, 1e-12, "side %d piece %zu: %g", side, i, d);
            }
        }
        cr_expect_float_eq(out.length, length, 1e-12);
        quire_outline_clear(&out);
    }
    /* a step that is lower than the offset leaves nothing of its riser on one side */
    cr_expect(quire_outline_parallel(&out, &in, 0.0, in.length, 60 * MM) == QUIRE_ERROR_INPUT);
    quire_outline_clear(&in);
}

Test(outline, parallel_of_a_closed_outline_with_kinks_is_closed)
{
    static const double corner[][2] = {{0, 0}, {0.1, 0}, {0.1, 0.05}, {0, 0.05}, {0, 0}};
    struct quire_outline in = {0}, out;
    for (int i = 0; i < 4; i++) {
        cr_assert(quire_outline_add_segment(&in, corner[i], corner[i + 1]) == QUIRE_OK);
    }
    in.closed = true;
    cr_assert(quire_outline_parallel(&out, &in, 0.0, in.length, 5 * MM) == QUIRE_OK);
    cr_expect_float_eq(out.length, 2 * (0.09 + 0.04), 1e-12);
    quire_outline_clear(&out);
    cr_assert(quire_outline_parallel(&out, &in, 0.0, in.length, -5 * MM) == QUIRE_OK);
    cr_expect_float_eq(out.length, 2 * (0.1 + 0.05) + 2 * M_PI * 5 * MM, 1e-12);
    cr_expect_float_eq(out.piece[out.n - 1].to[0], out.piece[0].from[0], 1e-12);
    cr_expect_float_eq(out.piece[out.n - 1].to[1], out.piece[0].from[1], 1e-12);
    quire_outline_clear(&out);
    quire_outline_clear(&in);
}

/* The solid behind a surface: end walls as long as it is deep; a wall is closed. */
Test(outline, solid_has_end_walls)
{
    static const double a[2] = {0, 0}, b[2] = {0.1, 0}, c[2] = {0, 1 * MM}, d[2] = {0.1, 1 * MM};
    struct quire_outline right = {0}, left = {0}, out;
    cr_assert(quire_outline_add_segment(&right, a, b) == QUIRE_OK);
    cr_assert(quire_outline_add_segment(&left, c, d) == QUIRE_OK);
    for (int side = -1; side <= 1; side += 2) {
        cr_assert(quire_outline_solid(&out, &right, NULL, side, 2 * MM) == QUIRE_OK);
        cr_assert_eq(out.n, 3);
        cr_expect_float_eq(out.piece[0].from[1], -side * 2 * MM, 1e-15);
        cr_expect_float_eq(out.piece[2].to[1], -side * 2 * MM, 1e-15);
        cr_expect_float_eq(out.piece[2].to[0], 0.1, 1e-15);
        quire_outline_clear(&out);
    }
    cr_assert(quire_outline_solid(&out, &right, &left, 0, 0.5 * MM) == QUIRE_OK);
    cr_expect_eq(out.n, 4);
    cr_expect(out.closed);
    cr_expect_float_eq(out.length, 0.202, 1e-12);
    cr_expect_float_eq(quire_outline_gap(&out, 1, (double[]){0.05, 0.4 * MM}).distance, -0.4 * MM,
                       1e-12);
    quire_outline_clear(&out);
    quire_outline_clear(&right);
    quire_outline_clear(&left);
}
