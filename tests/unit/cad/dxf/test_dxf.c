/* Entities of DXF files against the curves they stand for. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/drawn.h"
#include "geometry/outline.h"
#include "geometry/piece.h"

#define check_point(p, x, y)                                                                       \
    do {                                                                                           \
        cr_assert(epsilon_eq(dbl, (p)[0], (x), 1e-15));                                            \
        cr_assert(epsilon_eq(dbl, (p)[1], (y), 1e-15));                                            \
    } while (0)

Test(dxf, lines_arcs_and_circles_are_exact)
{
    struct quire_drawing d = good_dxf("0 LINE 8 A 10 10 20 -5 11 40 21 35 "
                                      "0 ARC 8 A 10 100 20 50 40 20 50 270 51 90 "
                                      "0 CIRCLE 8 A 10 1 20 2 40 3");
    cr_assert_eq(d.n, 3);
    const struct quire_piece *line = &d.pieces.piece[0], *arc = &d.pieces.piece[1],
                             *circle = &d.pieces.piece[2];
    check_point(line->from, 10 * MM, -5 * MM);
    check_point(line->to, 40 * MM, 35 * MM);
    cr_assert(epsilon_eq(dbl, line->length, 50 * MM, 1e-15));
    check_point(arc->from, 100 * MM, 30 * MM);
    check_point(arc->to, 100 * MM, 70 * MM);
    cr_assert_eq(arc->turn, 1.0);
    cr_assert(epsilon_eq(dbl, arc->sweep, M_PI, 1e-14));
    cr_assert(epsilon_eq(dbl, circle->length, 6 * M_PI * MM, 1e-15));
    quire_drawing_clear(&d);
}

/* $INSUNITS 1 is inches, 6 metres; an unit that is given counts. */
Test(dxf, lengths_have_the_unit_of_the_drawing)
{
    static const struct {
        int code;
        double given, metre;
    } unit[] = {{1, (double)NAN, 0.0254}, {4, (double)NAN, 1e-3},  {5, (double)NAN, 1e-2},
                {6, (double)NAN, 1.0},    {13, (double)NAN, 1e-6}, {0, 0.0254, 0.0254}};
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++) {
        struct quire_drawing_options options = drawn_in_mm();
        struct quire_drawing d;
        quire_diag *diag;
        options.unit = unit[i].given;
        options.scale = 2.0;
        cr_assert_eq(drawn_dxf(&d, unit[i].code, "0 LINE 10 0 20 0 11 3 21 0", &options, &diag),
                     QUIRE_OK);
        cr_assert(epsilon_eq(dbl, d.pieces.piece[0].length, 6 * unit[i].metre, 1e-15));
        quire_drawing_clear(&d);
        quire_diag_destroy(diag);
    }
}

/* A bulge is the tangent of a quarter of the angle: 1 is a half circle, counter-clockwise. */
Test(dxf, bulges_are_arcs)
{
    struct quire_drawing d = good_dxf(
        "0 LWPOLYLINE 8 A 90 3 70 0 10 0 20 0 42 1 10 10 20 0 42 -0.41421356237309503 10 20 20 10");
    cr_assert_eq(d.n, 1);
    cr_assert_eq(d.pieces.n, 2);
    const struct quire_piece *half = &d.pieces.piece[0], *quarter = &d.pieces.piece[1];
    double middle[2];
    quire_piece_at(half, 0.5 * half->length, middle, NULL);
    check_point(middle, 5 * MM, -5 * MM);
    cr_assert(epsilon_eq(dbl, half->radius, 5 * MM, 1e-15));
    cr_assert_eq(quarter->turn, -1.0);
    cr_assert(epsilon_eq(dbl, quarter->sweep, M_PI_2, 1e-14));
    cr_assert(epsilon_eq(dbl, quarter->radius, 10 * MM, 1e-15));
    check_point(quarter->centre, 20 * MM, 0.0);
    quire_drawing_clear(&d);
}

/* The same polyline as an entity, and as entities that follow each other. */
Test(dxf, old_polylines_are_the_same)
{
    struct quire_drawing a =
        good_dxf("0 LWPOLYLINE 8 A 90 3 70 1 10 0 20 0 42 0.3 10 10 20 0 10 20 20 10 42 -0.2");
    struct quire_drawing b = good_dxf("0 POLYLINE 8 A 66 1 10 0 20 0 30 0 70 1 "
                                      "0 VERTEX 8 A 10 0 20 0 30 0 42 0.3 0 VERTEX 8 A 10 10 20 0 "
                                      "0 VERTEX 8 A 10 20 20 10 42 -0.2 0 SEQEND 8 A");
    cr_assert_eq(a.pieces.n, 3);
    cr_assert_eq(b.pieces.n, 3);
    cr_assert_eq(memcmp(a.pieces.piece, b.pieces.piece, 3 * sizeof *a.pieces.piece), 0);
    quire_drawing_clear(&a);
    quire_drawing_clear(&b);
}

/* Seen from behind, x runs to the left: what AutoCAD makes of entities that were mirrored. */
Test(dxf, mirrored_entities_lie_at_minus_x)
{
    struct quire_drawing d = good_dxf("0 ARC 8 A 10 100 20 50 40 20 50 0 51 90 210 0 220 0 230 -1 "
                                      "0 LWPOLYLINE 8 A 90 2 70 0 10 0 20 0 42 1 10 10 20 0 230 -1 "
                                      "0 LINE 10 5 20 5 11 6 21 6 230 -1");
    const struct quire_piece *arc = &d.pieces.piece[0], *half = &d.pieces.piece[1];
    double middle[2];
    check_point(arc->from, -120 * MM, 50 * MM);
    check_point(arc->to, -100 * MM, 70 * MM);
    quire_piece_at(half, 0.5 * half->length, middle, NULL);
    check_point(middle, -5 * MM, -5 * MM);
    check_point(d.pieces.piece[2].from, 5 * MM, 5 * MM);
    quire_drawing_clear(&d);
}

/* Every point of the arcs lies on the ellipse (x/a)^2 + (y/b)^2 = 1 within the tolerance, and arcs
 * become more as its cube root falls. */
Test(dxf, ellipses_are_met_within_the_tolerance)
{
    const double a = 40 * MM, b = 15 * MM;
    size_t former = 0;
    for (double tolerance = 1e-5; tolerance > 1e-9; tolerance *= 0.125) {
        struct quire_drawing_options options = drawn_in_mm();
        struct quire_drawing d;
        quire_diag *diag;
        options.tolerance = tolerance;
        cr_assert_eq(
            drawn_dxf(&d, 4,
                      "0 ELLIPSE 8 A 10 0 20 0 11 40 21 0 40 0.375 41 0 42 6.283185307179586",
                      &options, &diag),
            QUIRE_OK);
        double worst = 0.0;
        for (size_t i = 0; i < d.pieces.n; i++) {
            const struct quire_piece *piece = &d.pieces.piece[i];
            for (int k = 0; k <= 20; k++) {
                double p[2];
                quire_piece_at(piece, piece->length * k / 20, p, NULL);
                const double f = p[0] * p[0] / (a * a) + p[1] * p[1] / (b * b) - 1.0;
                const double slope = 2.0 * sqrt(p[0] * p[0] / pow(a, 4) + p[1] * p[1] / pow(b, 4));
                worst = fmax(worst, fabs(f) / slope);
            }
        }
        cr_assert(le(dbl, worst, tolerance));
        check_smooth_outline(&d.pieces);
        if (former > 0) { /* half the length for an eighth of the tolerance */
            cr_assert(ge(dbl, (double)d.pieces.n, 1.3 * (double)former));
            cr_assert(le(dbl, (double)d.pieces.n, 3.0 * (double)former));
        }
        former = d.pieces.n;
        quire_drawing_clear(&d);
        quire_diag_destroy(diag);
    }
}

/* A quarter of an ellipse that is tilted and seen from behind: from the end of the major axis,
 * which is the drawing's, to the minor one, which the plane turns to the other side. Its points lie
 * on u cos t + v sin t. */
Test(dxf, tilted_ellipses_are_mirrored)
{
    struct quire_drawing d =
        good_dxf("0 ELLIPSE 8 A 10 5 20 7 11 30 21 40 40 0.4 41 0 42 1.5707963267948966 230 -1");
    const double u[2] = {30 * MM, 40 * MM}, v[2] = {16 * MM, -12 * MM};
    const struct quire_piece *last = &d.pieces.piece[d.pieces.n - 1];
    check_point(d.pieces.piece[0].from, 5 * MM + u[0], 7 * MM + u[1]);
    check_point(last->to, 5 * MM + v[0], 7 * MM + v[1]);
    for (size_t i = 0; i < d.pieces.n; i++) {
        double p[2];
        quire_piece_at(&d.pieces.piece[i], 0.3 * d.pieces.piece[i].length, p, NULL);
        const double x = p[0] - 5 * MM, y = p[1] - 7 * MM;
        const double along = (x * u[0] + y * u[1]) / pow(50 * MM, 2),
                     across = (x * v[0] + y * v[1]) / pow(20 * MM, 2);
        cr_assert(epsilon_eq(dbl, along * along + across * across, 1.0, 1e-3));
        cr_assert(ge(dbl, fmin(along, across), 0.0));
    }
    quire_drawing_clear(&d);
}

/* A polyline that was fitted by a spline holds the frame of the spline, too: points that it does
 * not go through, wherever they stand. */
Test(dxf, frames_of_splines_are_no_vertices)
{
    struct quire_drawing d = good_dxf("0 POLYLINE 8 A 66 1 10 0 20 0 30 0 70 4 "
                                      "0 VERTEX 8 A 10 -50 20 -50 70 16 0 VERTEX 8 A 10 0 20 0 70 "
                                      "8 0 VERTEX 8 A 10 50 20 50 70 16 "
                                      "0 VERTEX 8 A 10 10 20 0 70 8 0 VERTEX 8 A 10 20 20 10 70 8 "
                                      "0 VERTEX 8 A 10 90 20 90 70 17 0 SEQEND 8 A");
    cr_assert_eq(d.pieces.n, 2);
    check_point(d.pieces.piece[0].from, 0.0, 0.0);
    check_point(d.pieces.piece[0].to, 10 * MM, 0.0);
    check_point(d.pieces.piece[1].to, 20 * MM, 10 * MM);
    quire_drawing_clear(&d);
}

/* A rational spline of degree 2 with weights 1, cos 45 deg, 1 is a quarter of a circle, whose
 * biarcs are the circle itself. */
Test(dxf, a_rational_spline_is_a_circle)
{
    struct quire_drawing d = good_dxf(
        "0 SPLINE 8 A 70 4 71 2 72 6 73 3 40 0 40 0 40 0 40 1 40 1 40 1 "
        "41 1 41 0.7071067811865476 41 1 10 30 20 0 30 0 10 30 20 30 30 0 10 0 20 30 30 0");
    cr_assert_eq(d.n, 1);
    double length = 0.0;
    for (size_t i = 0; i < d.pieces.n; i++) {
        cr_assert(epsilon_eq(dbl, d.pieces.piece[i].radius, 30 * MM, 1e-12));
        length += d.pieces.piece[i].length;
    }
    cr_assert(epsilon_eq(dbl, length, 15 * M_PI * MM, 1e-12));
    quire_drawing_clear(&d);
}

/* Two spans of degree 3, control points (0,0) (0,1) (2,1) (2,0) (4,0), knots 0 0 0 0 1 2 2 2 2: by
 * knot insertion the point at 1 is P1/4 + P2/2 + P3/4 and the tangent there along P3 - P1; the
 * ends run along the polygon. */
Test(dxf, splines_go_through_their_knots)
{
    struct quire_drawing d =
        good_dxf("0 SPLINE 8 A 70 0 71 3 72 9 73 5 40 0 40 0 40 0 40 0 40 1 40 2 40 2 40 2 40 2 "
                 "10 0 20 0 10 0 20 10 10 20 20 10 10 20 20 0 10 40 20 0");
    const struct quire_piece *first = &d.pieces.piece[0], *last = &d.pieces.piece[d.pieces.n - 1];
    bool met = false;
    check_point(first->from, 0, 0);
    check_point(first->direction, 0, 1);
    check_point(last->to, 40 * MM, 0);
    check_point(last->end_direction, 1, 0);
    for (size_t i = 1; i < d.pieces.n; i++) {
        const struct quire_piece *piece = &d.pieces.piece[i];
        if (fabs(piece->from[0] - 15 * MM) < 1e-12) {
            met = true;
            check_point(piece->from, 15 * MM, 7.5 * MM);
            cr_assert(epsilon_eq(dbl, piece->direction[0], 2 / sqrt(5), 1e-12));
            cr_assert(epsilon_eq(dbl, piece->direction[1], -1 / sqrt(5), 1e-12));
        }
    }
    cr_assert(met);
    check_smooth_outline(&d.pieces);
    quire_drawing_clear(&d);
}

Test(dxf, only_the_wanted_layer_is_read)
{
    static const char entities[] =
        "0 LINE 8 WALLS 10 0 20 0 11 1 21 0 0 TEXT 8 GUIDE-UPPER 1 hello "
        "0 LINE 8 Guide-Upper 10 0 20 0 11 2 21 0 0 INSERT 8 0 2 BLOCK "
        "0 LINE 8 GUIDE-UPPER 67 1 10 0 20 0 11 9 21 0";
    struct quire_drawing_options options = drawn_in_mm();
    struct quire_drawing d;
    quire_diag *diag;
    options.layer = "GUIDE-UPPER"; /* names of layers do not tell small letters from capital ones */
    cr_assert_eq(drawn_dxf(&d, 4, entities, &options, &diag), QUIRE_OK);
    cr_assert_eq(d.n, 1);
    check_length(&d, 2 * MM, 1e-15);
    quire_diag_destroy(diag);
    options.layer = "GUIDE-UPER";
    cr_assert_eq(drawn_dxf(&d, 4, entities, &options, &diag), QUIRE_ERROR_INPUT);
    cr_assert(strstr(first_problem(diag), "did you mean 'GUIDE-UPPER'") != NULL ||
                  strstr(first_problem(diag), "did you mean 'Guide-Upper'") != NULL,
              "%s", first_problem(diag));
    quire_diag_destroy(diag);
}

/* Wherever a drawing is cut off it is refused, and whatever byte is changed it is read or refused.
 */
Test(dxf, survives_cuts_and_changes)
{
    static const char text[] =
        "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n"
        "0\nSPLINE\n8\nA\n71\n2\n40\n0\n40\n0\n40\n0\n40\n1\n40\n1\n40\n1\n10\n3\n20\n0\n10\n3\n20"
        "\n3\n10\n0\n20\n3\n"
        "0\nPOLYLINE\n8\nA\n70\n1\n0\nVERTEX\n10\n1\n20\n1\n42\n1\n0\nVERTEX\n10\n2\n20\n2\n0\nSEQE"
        "ND\n"
        "0\nARC\n10\n0\n20\n0\n40\n1\n50\n0\n51\n9\n0\nENDSEC\n0\nEOF\n";
    const struct quire_drawing_options options = drawn_in_mm();
    const size_t n = sizeof text - 1;
    for (size_t cut = 0; cut < n - 3; cut++) {
        char *copy = strndup(text, cut);
        struct quire_drawing d;
        cr_assert_neq(read_drawing(&d, copy, cut, &options, NULL), QUIRE_OK);
        free(copy);
    }
    for (size_t i = 0; i < n; i++) {
        for (const char *c = "\n 09-.eEL\x80"; *c != '\0'; c++) {
            char *copy = strdup(text);
            struct quire_drawing d;
            copy[i] = *c;
            read_drawing(&d, copy, n, &options, NULL);
            quire_drawing_clear(&d);
            free(copy);
        }
    }
}
