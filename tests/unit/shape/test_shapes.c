/* The shapes of guides, one by one: what they trace and what they refuse. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "geometry/outline.h"
#include "shape/shapes.h"
#include "shape_object.h"

#define MM     1e-3
#define DEGREE (M_PI / 180.0)

static struct quire_outline
trace_good(struct quire_object *shape)
{
    struct quire_outline out = {0};
    const struct quire_shape_ops *ops = shape->kind->ops;
    cr_assert(eq(int, ops->trace(shape, &out, NULL), QUIRE_OK));
    free(shape->params);
    return out;
}

static void
check_bad(struct quire_object *shape, const char *code, const char *says)
{
    quire_diag *diag = quire_diag_create();
    cr_assert(eq(int, shape->kind->check(shape, diag), QUIRE_ERROR_INPUT));
    check_problem(diag, code, shape->place.line, says);
    quire_diag_destroy(diag);
    free(shape->params);
}

static void
check_point(const double p[2], double x, double y)
{
    cr_assert(epsilon_eq(dbl, p[0], x, 1e-15));
    cr_assert(epsilon_eq(dbl, p[1], y, 1e-15));
}

Test(shape_line, runs_from_point_to_point)
{
    struct quire_object line = make_object(&quire_kind_shape_line, 7);
    set_vector(&line, "from", -320 * MM, -0.2 * MM);
    set_vector(&line, "to", -9 * MM, -0.2 * MM);
    struct quire_outline out = trace_good(&line);
    cr_assert(eq(sz, out.n, 1));
    cr_assert(epsilon_eq(dbl, out.length, 311 * MM, 1e-16));
    quire_outline_clear(&out);
}

Test(shape_line, refuses_equal_points)
{
    struct quire_object line = make_object(&quire_kind_shape_line, 7);
    set_vector(&line, "from", 12 * MM, -3 * MM);
    set_vector(&line, "to", 12 * MM, -3 * MM);
    check_bad(&line, "E-MODEL", "same point (12 mm, -3 mm)");
}

static struct quire_object
make_arc(double start_angle, double angle)
{
    struct quire_object arc = make_object(&quire_kind_shape_arc, 9);
    set_vector(&arc, "centre", 10 * MM, 20 * MM);
    set_real(&arc, "radius", 5 * MM);
    set_real(&arc, "start-angle", start_angle);
    set_real(&arc, "angle", angle);
    return arc;
}

Test(shape_arc, sign_of_its_angle_is_its_sense)
{
    struct quire_object left = make_arc(90 * DEGREE, 90 * DEGREE),
                        right = make_arc(90 * DEGREE, -90 * DEGREE);
    struct quire_outline a = trace_good(&left), b = trace_good(&right);
    check_point(a.piece[0].from, 10 * MM, 25 * MM);
    check_point(a.piece[0].to, 5 * MM, 20 * MM);
    check_point(b.piece[0].from, 10 * MM, 25 * MM);
    check_point(b.piece[0].to, 15 * MM, 20 * MM);
    cr_assert(eq(dbl, a.piece[0].turn, 1.0));
    cr_assert(eq(dbl, b.piece[0].turn, -1.0));
    quire_outline_clear(&a);
    quire_outline_clear(&b);
}

/* Three points of a circle give it back, for short and long arcs in both senses. */
Test(shape_arc, through_three_points_is_their_circle)
{
    static const double sweep[] = {5, 60, 179, 181, 300, 355, -5, -60, -179, -181, -300, -355};
    for (size_t k = 0; k < sizeof sweep / sizeof sweep[0]; k++) {
        for (int part = 1; part < 5; part++) {
            const double a = 33 * DEGREE, b = a + sweep[k] * DEGREE * part / 5,
                         c = a + sweep[k] * DEGREE;
            struct quire_object arc = make_object(&quire_kind_shape_arc, 9);
            set_vector(&arc, "from", (10 + 5 * cos(a)) * MM, (20 + 5 * sin(a)) * MM);
            set_vector(&arc, "through", (10 + 5 * cos(b)) * MM, (20 + 5 * sin(b)) * MM);
            set_vector(&arc, "to", (10 + 5 * cos(c)) * MM, (20 + 5 * sin(c)) * MM);
            struct quire_outline out = trace_good(&arc);
            const struct quire_piece *piece = out.piece;
            cr_assert(epsilon_eq(dbl, piece->radius, 5 * MM, 1e-12));
            cr_assert(epsilon_eq(dbl, piece->sweep, fabs(sweep[k]) * DEGREE, 1e-9));
            cr_assert(eq(dbl, piece->turn, sweep[k] > 0 ? 1.0 : -1.0));
            cr_assert(epsilon_eq(dbl, piece->centre[0], 10 * MM, 1e-12));
            cr_assert(epsilon_eq(dbl, piece->centre[1], 20 * MM, 1e-12));
            quire_outline_clear(&out);
        }
    }
}

Test(shape_arc, refuses_what_is_no_arc)
{
    struct quire_object none = make_arc(0.0, 0.0);
    check_bad(&none, "E-RANGE", "must not be 0");

    struct quire_object mixed = make_arc(0.0, 1.0);
    set_vector(&mixed, "through", 0, 0);
    check_bad(&mixed, "E-MODEL", "either");

    struct quire_object part = make_object(&quire_kind_shape_arc, 3);
    set_vector(&part, "centre", 0, 0);
    check_bad(&part, "E-MISSING", "either");

    struct quire_object straight = make_object(&quire_kind_shape_arc, 3);
    set_vector(&straight, "from", 0, 0);
    set_vector(&straight, "through", 1 * MM, 1 * MM);
    set_vector(&straight, "to", 3 * MM, 3 * MM);
    check_bad(&straight, "E-MODEL", "straight line");

    struct quire_object equal = make_object(&quire_kind_shape_arc, 3);
    set_vector(&equal, "from", 0, 0);
    set_vector(&equal, "through", 1 * MM, 1 * MM);
    set_vector(&equal, "to", 0, 0);
    check_bad(&equal, "E-MODEL", "are the same");
}

/* Clockwise by default: a guide whose sheet runs on the left has it outside. */
Test(shape_circle, runs_clockwise_unless_told)
{
    for (int choice = 0; choice < 2; choice++) {
        struct quire_object circle = make_object(&quire_kind_shape_circle, 4);
        set_vector(&circle, "centre", 1 * MM, 2 * MM);
        set_real(&circle, "radius", 3 * MM);
        set_choice(&circle, "turn", choice);
        struct quire_outline out = trace_good(&circle);
        const struct quire_gap gap = quire_outline_gap(&out, 1.0, (double[2]){1 * MM, 7 * MM});
        cr_assert(epsilon_eq(dbl, gap.distance, choice == 1 ? 2 * MM : -2 * MM, 1e-17));
        cr_assert(out.closed);
        quire_outline_clear(&out);
    }
}

Test(shape_polyline, goes_through_all_points)
{
    double at[4][2] = {{0, 0}, {3 * MM, 4 * MM}, {3 * MM, 8 * MM}, {0, 8 * MM}};
    struct quire_object polyline = make_object(&quire_kind_shape_polyline, 4);
    set_points(&polyline, "points", at, 4);
    struct quire_outline out = trace_good(&polyline);
    cr_assert(eq(sz, out.n, 3));
    cr_assert(epsilon_eq(dbl, out.length, 12 * MM, 1e-17));
    quire_outline_clear(&out);
}

Test(shape_polyline, names_points_that_coincide)
{
    double at[4][2] = {{0, 0}, {3 * MM, 4 * MM}, {3 * MM, 4 * MM}, {0, 8 * MM}};
    struct quire_object polyline = make_object(&quire_kind_shape_polyline, 4);
    set_points(&polyline, "points", at, 4);
    check_bad(&polyline, "E-MODEL", "points 2 and 3 are the same (3 mm, 4 mm)");

    struct quire_object single = make_object(&quire_kind_shape_polyline, 4);
    set_points(&single, "points", at, 1);
    check_bad(&single, "E-MODEL", "two or more");
}

Test(shape_spline, goes_through_all_points_smoothly)
{
    double at[4][2] = {{0, 0}, {20 * MM, 4 * MM}, {30 * MM, 20 * MM}, {28 * MM, 45 * MM}};
    struct quire_object spline = make_object(&quire_kind_shape_spline, 4);
    set_points(&spline, "points", at, 4);
    set_real(&spline, "tolerance", 1e-6);
    struct quire_outline out = trace_good(&spline);
    for (int k = 0; k < 4; k++) {
        cr_assert(epsilon_eq(dbl, quire_outline_gap(&out, 0.0, at[k]).distance, 0.0, 1e-15));
    }
    quire_outline_clear(&out);
}

Test(shape_spline, refuses_equal_points_and_too_many_arcs)
{
    double at[3][2] = {{0, 0}, {20 * MM, 4 * MM}, {20 * MM, 4 * MM}};
    struct quire_object spline = make_object(&quire_kind_shape_spline, 4);
    set_points(&spline, "points", at, 3);
    set_real(&spline, "tolerance", 1e-6);
    check_bad(&spline, "E-MODEL", "points 2 and 3 are the same");
}

Test(path_piece, goes_on_from_the_end_of_the_outline)
{
    const double from[2] = {1 * MM, 2 * MM};
    struct quire_object line = make_object(&quire_kind_path_line, 2),
                        arc = make_object(&quire_kind_path_arc, 3);
    const struct quire_shape_ops *line_ops = line.kind->ops, *arc_ops = arc.kind->ops;
    struct quire_outline out;
    set_real(&line, "length", 10 * MM);
    set_real(&arc, "radius", 5 * MM);
    set_real(&arc, "angle", 90 * DEGREE);
    set_choice(&arc, "turn", 1);
    quire_outline_begin(&out, from, 90 * DEGREE);
    cr_assert(eq(int, line_ops->trace(&line, &out, NULL), QUIRE_OK));
    cr_assert(eq(int, arc_ops->trace(&arc, &out, NULL), QUIRE_OK));
    check_point(out.piece[1].to, 6 * MM, 17 * MM);
    quire_outline_clear(&out);
    free(line.params);
    free(arc.params);
}
