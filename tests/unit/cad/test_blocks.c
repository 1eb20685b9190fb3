/* Blocks of a DXF and clones of an SVG, against the lines that they stand for. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/drawn.h"
#include "geometry/outline.h"
#include "text/text.h"

#define NEAR 1e-14

#define check_near(p, x, y)                                                                        \
    do {                                                                                           \
        cr_assert(epsilon_eq(dbl, (p)[0], (x), NEAR));                                             \
        cr_assert(epsilon_eq(dbl, (p)[1], (y), NEAR));                                             \
    } while (0)

/* the section of blocks behind that of entities */
#define BLOCKS " 0 ENDSEC 0 SECTION 2 BLOCKS "

/* Base point (1, 2), scale 2, a quarter turn, to (100, 50): a line of 10 becomes one of 20 upwards;
 * the centre of the arc, (10, 5) from the base, comes to (-10, 20) from the point. */
Test(blocks, are_shifted_turned_and_scaled)
{
    struct quire_drawing d =
        good_dxf("0 INSERT 8 A 2 part 10 100 20 50 41 2 42 2 50 90" BLOCKS
                 "0 BLOCK 8 0 2 PART 70 0 10 1 20 2 0 LINE 8 0 10 1 20 2 11 11 21 2 "
                 "0 ARC 8 0 10 11 20 7 40 5 50 270 51 360 0 ENDBLK");
    cr_assert_eq(d.n, 2);
    check_near(d.pieces.piece[0].from, 100 * MM, 50 * MM);
    check_near(d.pieces.piece[0].to, 100 * MM, 70 * MM);
    const struct quire_piece *arc = &d.pieces.piece[1];
    check_near(arc->centre, 90 * MM, 70 * MM);
    check_near(arc->from, 100 * MM, 70 * MM);
    cr_assert(epsilon_eq(dbl, arc->radius, 10 * MM, NEAR));
    cr_assert_eq(arc->turn, 1.0);
    quire_drawing_clear(&d);
}

/* A half circle below its chord, mirrored at the y axis by a negative scale or seen from behind. */
Test(blocks, are_mirrored)
{
    static const char *const how[] = {"41 -1", "230 -1"};
    for (int k = 0; k < 2; k++) {
        char text[300];
        double p[2];
        snprintf(text, sizeof text,
                 "0 INSERT 8 A 2 B 10 0 20 0 %s" BLOCKS "0 BLOCK 2 B 10 0 20 0 "
                 "0 LWPOLYLINE 8 0 90 2 70 0 10 0 20 0 42 1 10 10 20 0 0 ENDBLK",
                 how[k]);
        struct quire_drawing d = good_dxf(text);
        check_near(d.pieces.piece[0].to, -10 * MM, 0.0);
        quire_outline_at(&d.pieces, 0.5 * d.pieces.length, p, NULL);
        check_near(p, -5 * MM, -5 * MM);
        cr_assert_eq(d.pieces.piece[0].turn, -1.0);
        quire_drawing_clear(&d);
    }
}

/* Circles, arcs and bulges of a block that is stretched lie on the ellipse (x / 20)^2 + (y / 10)^2
 * = 1, within the tolerance of 1 um; a nearest point's error is at most that of the radius. */
Test(blocks, that_are_stretched_have_ellipses)
{
    static const char *const round[] = {
        "0 CIRCLE 8 0 10 0 20 0 40 10", "0 ARC 8 0 10 0 20 0 40 10 50 10 51 200",
        "0 LWPOLYLINE 8 0 90 2 70 1 10 10 20 0 42 1 10 -10 20 0 42 1",
        "0 ELLIPSE 8 0 10 0 20 0 11 0 21 10 40 1"};
    static const double length[] = {1.0, 190.0 / 360.0, 1.0, 1.0}; /* of the whole, roughly */
    for (size_t k = 0; k < 4; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "0 INSERT 8 A 2 B 10 0 20 0 41 2" BLOCKS "0 BLOCK 2 B 10 0 20 0 %s 0 ENDBLK",
                 round[k]);
        struct quire_drawing d = good_dxf(text);
        for (int i = 0; i <= 100; i++) {
            double p[2];
            quire_outline_at(&d.pieces, d.pieces.length * i / 100, p, NULL);
            const double u = p[0] / (20 * MM), v = p[1] / (10 * MM);
            cr_assert(epsilon_eq(dbl, sqrt(u * u + v * v), 1.0, 1e-6 / (10 * MM)));
        }
        /* 4 a E(e) */
        cr_assert(epsilon_eq(dbl, d.pieces.length / (96.884482205 * MM), length[k], 0.05));
        quire_drawing_clear(&d);
    }
}

static size_t
strokes_on(const char *layer, const char *entities)
{
    struct quire_drawing d;
    struct quire_drawing_options options = drawn_in_mm();
    quire_diag *diag;
    options.layer = layer;
    cr_assert_eq(drawn_dxf(&d, 4, entities, &options, &diag), QUIRE_OK, "%s", first_problem(diag));
    const size_t n = d.n;
    quire_drawing_clear(&d);
    quire_diag_destroy(diag);
    return n;
}

/* On layer 0 a line goes where its block is inserted, through blocks in blocks too; otherwise it
 * keeps its layer. */
Test(blocks, layer_0_is_that_of_the_insert)
{
    static const char nested[] =
        "0 INSERT 8 GUIDE 2 OUTER 10 0 20 0 0 LINE 8 0 10 0 20 0 11 1 21 0" BLOCKS
        "0 BLOCK 2 INNER 10 0 20 0 0 LINE 8 0 10 0 20 0 11 1 21 0 0 LINE 8 OWN 10 0 20 5 11 1 21 5 "
        "0 ENDBLK "
        "0 BLOCK 2 OUTER 10 0 20 0 0 INSERT 8 0 2 INNER 10 0 20 0 0 INSERT 8 EDGE 2 INNER 10 9 20 "
        "0 0 ENDBLK";
    cr_assert_eq(strokes_on("guide", nested), 1);
    cr_assert_eq(strokes_on("EDGE", nested), 1);
    cr_assert_eq(strokes_on("OWN", nested), 2);
    cr_assert_eq(strokes_on("0", nested), 1);
    cr_assert_eq(strokes_on(NULL, nested), 5);
}

static void
check_refused(const char *entities, quire_status status, const char *words)
{
    struct quire_drawing d;
    const struct quire_drawing_options options = drawn_in_mm();
    quire_diag *diag;
    cr_assert_eq(drawn_dxf(&d, 4, entities, &options, &diag), status);
    cr_assert_neq(strstr(first_problem(diag), words), NULL, "%s", first_problem(diag));
    cr_assert_eq(d.n, 0);
    quire_diag_destroy(diag);
}

#define LINE_BLOCK BLOCKS "0 BLOCK 2 B 10 0 20 0 0 LINE 8 0 10 0 20 0 11 1 21 0 0 ENDBLK"

Test(blocks, that_can_not_be_used_are_refused)
{
    check_refused("0 INSERT 8 A 2 NONE 10 0 20 0", QUIRE_ERROR_INPUT,
                  "t.dxf:16:1: error [E-DRAWING]: drawing: the block 'NONE'");
    check_refused("0 INSERT 8 A 2 B 10 0 20 0" BLOCKS
                  "0 BLOCK 2 B 10 0 20 0 0 INSERT 8 0 2 B 10 1 20 0 0 ENDBLK",
                  QUIRE_ERROR_INPUT, "contains itself");
    check_refused("0 INSERT 8 A 2 B 10 0 20 0 70 3 71 2" LINE_BLOCK, QUIRE_ERROR_INPUT,
                  "3 times 2 times");
    check_refused("0 INSERT 8 A 2 B 10 0 20 0 41 0" LINE_BLOCK, QUIRE_ERROR_INPUT,
                  "the scales 0 and 1");
    check_refused("0 INSERT 8 A 2 B 10 0 20 0 210 1 230 0" LINE_BLOCK, QUIRE_ERROR_INPUT,
                  "is not in the xy plane");
}

/* what is inserted on another layer is no obstacle */
Test(blocks, of_other_layers_may_be_anything)
{
    cr_assert_eq(strokes_on("A", "0 LINE 8 A 10 0 20 0 11 1 21 0 0 INSERT 8 C 2 NONE 0 INSERT 8 C "
                                 "2 B 10 0 20 0 70 3" LINE_BLOCK),
                 1);
}

/* A few hundred bytes that stand for 10^8 lines end soon. */
Test(blocks, that_multiply_are_bounded, .timeout = 30)
{
    struct quire_text text = {0};
    quire_text_add(&text, "0 INSERT 8 A 2 B0 10 0 20 0" BLOCKS);
    for (int k = 0; k < 8; k++) {
        quire_text_format(&text, "0 BLOCK 2 B%d 10 0 20 0 ", k);
        for (int i = 0; i < 10; i++) {
            quire_text_format(&text, "0 INSERT 8 0 2 B%d 10 0 20 0 ", k + 1);
        }
        quire_text_add(&text, "0 ENDBLK ");
    }
    quire_text_add(&text, "0 BLOCK 2 B8 10 0 20 0 0 TEXT 8 0 0 ENDBLK");
    check_refused(text.data, QUIRE_ERROR_LIMIT, "the blocks that are inserted have more than");
    quire_text_clear(&text);
}

/* <use> shows what it refers to where it stands, moved by x and y, then by its own transform. */
Test(blocks, clones_of_an_svg)
{
    struct quire_drawing d = good_svg(
        "<defs><symbol id='s'><path id='p' d='M0 0h10'/></symbol></defs>"
        "<g transform='translate(5 0)'><use href='#s' x='1' y='2' transform='rotate(90)'/></g>"
        "<use xmlns:l='http://www.w3.org/1999/xlink' l:href='#p'/>");
    cr_assert_eq(d.n, 2);
    check_near(d.pieces.piece[0].from, 3 * MM, -1 * MM);
    check_near(d.pieces.piece[0].to, 3 * MM, -11 * MM);
    check_near(d.pieces.piece[1].to, 10 * MM, 0.0);
    quire_drawing_clear(&d);
}

Test(blocks, clones_that_can_not_be_used_are_refused)
{
    static const char *const bad[][2] = {
        {"<use href='#x'/>", "shows '#x', which is not in the drawing"},
        {"<g id='x'><use href='#x'/></g>", "shows itself"},
        {"<use href='#x' width='0'/><symbol id='x' viewBox='0 0 1 1'/>", "no width or height"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct quire_text text = {0};
        struct quire_drawing d;
        const struct quire_drawing_options options = drawn_in_mm();
        quire_diag *diag = quire_diag_create();
        quire_text_format(
            &text,
            "<svg xmlns='http://www.w3.org/2000/svg' width='10mm' viewBox='0 0 10 10'>%s</svg>",
            bad[i][0]);
        cr_assert_eq(read_drawing(&d, text.data, text.size, &options, diag), QUIRE_ERROR_INPUT);
        cr_assert_neq(strstr(first_problem(diag), bad[i][1]), NULL, "%s", first_problem(diag));
        quire_text_clear(&text);
        quire_diag_destroy(diag);
    }
}
