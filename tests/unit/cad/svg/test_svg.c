/* Elements and commands of SVG files against the curves they stand for; y is turned upwards. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/drawn.h"
#include "geometry/outline.h"
#include "geometry/piece.h"

#define NEAR 1e-12

#define check_near(p, x, y)                                                                        \
    do {                                                                                           \
        cr_assert(epsilon_eq(dbl, (p)[0], (x), NEAR));                                             \
        cr_assert(epsilon_eq(dbl, (p)[1], (y), NEAR));                                             \
    } while (0)

Test(svg, straight_commands_absolute_and_relative)
{
    static const char *const d[] = {"M10 20L40,20 40 50H10V20", "m10,20 30,0 0,30h-30v-30",
                                    "M1e1,20l+30 0L40,50 10.0.5e2L10 20", "M10 20H40V50h-30z"};
    for (size_t i = 0; i < sizeof d / sizeof d[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "<path d='%s'/>", d[i]);
        struct quire_drawing drawing = good_svg(text);
        cr_assert_eq(drawing.n, 1);
        cr_assert_eq(drawing.pieces.n, 4, "%s", d[i]);
        cr_assert(epsilon_eq(dbl, drawing.pieces.length, 120 * MM, NEAR));
        check_near(drawing.pieces.piece[1].to, 40 * MM, -50 * MM);
        check_near(drawing.pieces.piece[3].to, 10 * MM, -20 * MM);
        quire_drawing_clear(&drawing);
    }
}

/* The four arcs with radius 10 between two points 10 apart, by their flags. */
Test(svg, arcs_by_their_flags)
{
    for (int large = 0; large < 2; large++) {
        for (int sweep = 0; sweep < 2; sweep++) {
            char text[200];
            snprintf(text, sizeof text, "<path d='M0 0a10,10 0 %d%d10 0'/>", large, sweep);
            struct quire_drawing drawing = good_svg(text);
            const struct quire_piece *arc = &drawing.pieces.piece[0];
            cr_assert_eq(drawing.pieces.n, 1);
            cr_assert(epsilon_eq(dbl, arc->radius, 10 * MM, NEAR));
            cr_assert(epsilon_eq(dbl, arc->sweep, large ? 5 * M_PI / 3 : M_PI / 3, NEAR));
            cr_assert_eq(arc->turn, sweep ? -1.0 : 1.0);
            check_near(arc->to, 10 * MM, 0.0);
            quire_drawing_clear(&drawing);
        }
    }
}

/* The cubic with control points on the legs of a right angle, 0.5522847 of them long, is a quarter
 * of a circle within 2.8e-4 of its radius; S mirrors it, Q by degree elevation is the cubic, T
 * mirrors Q. */
Test(svg, curves_and_their_smooth_successors)
{
    struct quire_drawing a =
        good_svg("<path d='M0 0C5.522847 0 10 4.477153 10 10S14.477153 20 20 20'/>");
    struct quire_drawing b = good_svg("<path d='M0 0Q10 0 10 10T20 20'/>");
    struct quire_drawing c = good_svg("<path d='M0 0c6.666666666666667 0 10 3.3333333333333335 10 "
                                      "10s3.333333333333333 10 10 10'/>");
    check_smooth_outline(&a.pieces);
    check_smooth_outline(&b.pieces);
    for (size_t i = 0; i < a.pieces.n; i++) {
        double p[2];
        quire_piece_at(&a.pieces.piece[i], 0.5 * a.pieces.piece[i].length, p, NULL);
        const double x = p[0] < 10 * MM ? p[0] : 20 * MM - p[0],
                     y = p[0] < 10 * MM ? -p[1] : 20 * MM + p[1];
        cr_assert(epsilon_eq(dbl, hypot(x, 10 * MM - y), 10 * MM, 4e-6));
    }
    cr_assert_eq(b.pieces.n, c.pieces.n);
    for (size_t i = 0; i < b.pieces.n; i++) {
        check_near(b.pieces.piece[i].to, c.pieces.piece[i].to[0], c.pieces.piece[i].to[1]);
    }
    cr_assert(epsilon_eq(dbl, b.pieces.piece[b.pieces.n - 1].end_direction[0], 1.0, NEAR));
    quire_drawing_clear(&a);
    quire_drawing_clear(&b);
    quire_drawing_clear(&c);
}

Test(svg, transformations_are_done_from_the_inside_out)
{
    struct quire_drawing d = good_svg(
        "<g transform='translate(10,20) rotate(90)'><g transform='scale(2) matrix(1 0 0 1 3 0)'>"
        "<line x1='0' y1='0' x2='5' y2='0'/><circle cx='0' cy='0' r='4'/></g></g>");
    cr_assert_eq(d.n, 2);
    check_near(d.pieces.piece[0].from, 10 * MM, -26 * MM);
    check_near(d.pieces.piece[0].to, 10 * MM, -36 * MM);
    cr_assert(epsilon_eq(dbl, d.pieces.piece[1].radius, 8 * MM, NEAR));
    check_near(d.pieces.piece[1].centre, 10 * MM, -26 * MM);
    quire_drawing_clear(&d);
}

/* A circle that is stretched is an ellipse: its points satisfy its equation. */
Test(svg, stretched_circles_are_ellipses)
{
    struct quire_drawing d = good_svg("<circle cx='0' cy='0' r='10' transform='scale(3,1)'/>");
    struct quire_drawing e = good_svg("<ellipse cx='0' cy='0' rx='30' ry='10'/>");
    cr_assert_eq(d.pieces.n, e.pieces.n);
    for (size_t i = 0; i < d.pieces.n; i++) {
        const double *p = d.pieces.piece[i].to;
        cr_assert(epsilon_eq(dbl, p[0] * p[0] / 9e-4 + p[1] * p[1] / 1e-4, 1.0, 1e-3));
        check_near(p, e.pieces.piece[i].to[0], e.pieces.piece[i].to[1]);
    }
    quire_drawing_clear(&d);
    quire_drawing_clear(&e);
}

Test(svg, rectangles_have_corners_or_round_ones)
{
    struct quire_drawing d = good_svg("<rect x='10' y='20' width='50' height='30'/>");
    cr_assert_eq(d.pieces.n, 4);
    check_length(&d, 160 * MM, NEAR);
    d = good_svg("<rect x='10' y='20' width='50' height='30' rx='5'/>");
    cr_assert_eq(d.n, 1);
    cr_assert(epsilon_eq(dbl, d.pieces.length, (160 - 40 + 10 * M_PI) * MM, NEAR));
    check_smooth_outline(&d.pieces);
    quire_drawing_clear(&d);
}

/* 90 user units on 45 mm, and an unit that is given. */
Test(svg, user_units_have_the_length_of_the_view_box)
{
    static const char text[] =
        "<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg' "
        "xmlns:x='urn:x' width='45mm' x:y='1' viewBox='0 0 90 20'><x:z/><title>t</title>"
        "<g id='a'><polyline id='b' points='0,0 10,0 10,10'/></g><path d='M0 0H3'/></svg>";
    struct quire_drawing_options options = drawn_in_mm();
    struct quire_drawing d;
    options.layer = "a";
    cr_assert_eq(read_drawing(&d, text, sizeof text - 1, &options, NULL), QUIRE_OK);
    check_length(&d, 10 * MM, NEAR);
    options.layer = "b";
    options.unit = 1e-2;
    cr_assert_eq(read_drawing(&d, text, sizeof text - 1, &options, NULL), QUIRE_OK);
    check_length(&d, 200 * MM, NEAR);
}

Test(svg, survives_cuts_and_changes)
{
    static const char text[] = "<svg width='9mm' viewBox='0 0 9 9'><path d='M0 0a1 1 0 012 2C1 2 3 "
                               "4 5 6S7 8 9 1q1 2 3 4t5 6z' "
                               "transform='rotate(3 4 5)skewX(3)'/></svg>";
    const struct quire_drawing_options options = drawn_in_mm();
    const size_t n = sizeof text - 1;
    for (size_t i = 0; i < n; i++) {
        for (const char *c = " 09-.eAzm('>"; *c != '\0'; c++) {
            char *copy = strdup(text);
            struct quire_drawing d;
            copy[i] = *c;
            read_drawing(&d, copy, n, &options, NULL);
            quire_drawing_clear(&d);
            free(copy);
        }
    }
}

/* A gentle arc keeps its shape although its circle reaches beyond a kilometre: sagitta = c^2 / 8 R,
 * c = 100 mm, R = 2 km, on the side that the flag tells, also when mirrored. */
Test(svg, arcs_of_large_circles)
{
    for (int k = 0; k < 4; k++) {
        char path[120];
        snprintf(path, sizeof path,
                 "<path transform='scale(%d 1)' d='M0 50A2e6 2e6 0 0 %d 100 50'/>", k < 2 ? 1 : -1,
                 k % 2);
        struct quire_drawing d = good_svg(path);
        double p[2];
        quire_outline_at(&d.pieces, 0.5 * d.pieces.length, p, NULL);
        cr_assert_eq(d.pieces.n, 1);
        cr_assert(epsilon_eq(dbl, p[0], k < 2 ? 0.05 : -0.05, 1e-15));
        const double sagitta = 0.1 * 0.1 / (8.0 * 2000.0);
        cr_assert(epsilon_eq(dbl, p[1], -0.05 + (k % 2 == 1 ? sagitta : -sagitta), 1e-15));
        quire_drawing_clear(&d);
    }
}

/* So does one of a smaller circle whose centre is there. */
Test(svg, arcs_whose_centre_is_far)
{
    struct quire_drawing d = good_svg("<path d='M0 800000A400000 400000 0 0 1 1000 800000'/>");
    double p[2];

    quire_outline_at(&d.pieces, 0.5 * d.pieces.length, p, NULL);
    cr_assert_eq(d.pieces.n, 1);
    cr_assert(epsilon_eq(dbl, d.pieces.piece[0].radius, 400.0, 1e-6));
    cr_assert(epsilon_eq(dbl, p[1], -800.0 + (400.0 - sqrt(400.0 * 400.0 - 0.25)), 1e-9));
    quire_drawing_clear(&d);
}
