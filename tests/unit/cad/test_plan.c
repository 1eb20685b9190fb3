/* Drawings that are written are read again as what they were. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

#include "cad/dxf/plan_dxf.h"
#include "cad/svg/plan_svg.h"
#include "fixtures/drawn.h"
#include "geometry/outline.h"

/* A line, three quarters of a circle, a gentle arc and a line; and a circle. */
static void
make_outlines(struct quire_outline *path, struct quire_outline *circle)
{
    quire_outline_begin(path, (const double[]){-0.0123456789012345, 0.1}, 0.3);
    cr_assert_eq(quire_outline_add_line(path, 0.0789), QUIRE_OK);
    cr_assert_eq(quire_outline_add_arc(path, 0.025, 1.5 * M_PI, 1.0), QUIRE_OK);
    cr_assert_eq(quire_outline_add_arc(path, 3.0, 0.01, -1.0), QUIRE_OK);
    cr_assert_eq(quire_outline_add_line(path, 0.05), QUIRE_OK);
    *circle = (struct quire_outline){0};
    cr_assert_eq(
        quire_outline_add_circular(circle, (const double[]){0.1, 0.2}, 0.01, 0.0, 2 * M_PI, 1.0),
        QUIRE_OK);
}

/* the same points at the same distances */
static void
check_same(const struct quire_outline *a, const struct quire_outline *b, double tolerance)
{
    cr_assert(epsilon_eq(dbl, a->length, b->length, tolerance));
    for (int i = 0; i <= 100; i++) {
        double p[2], q[2];
        quire_outline_at(a, a->length * i / 100, p, NULL);
        quire_outline_at(b, a->length * i / 100, q, NULL);
        cr_assert(epsilon_eq(dbl, p[0], q[0], tolerance));
        cr_assert(epsilon_eq(dbl, p[1], q[1], tolerance));
    }
}

static void
check_round_trip(void (*write)(struct quire_text *, const struct quire_plan *), double tolerance)
{
    struct quire_outline outline[2];
    struct quire_text text = {0};
    make_outlines(&outline[0], &outline[1]);
    const struct quire_plan_line line[2] = {{"PATH", "main", 3, &outline[0]},
                                            {"ROLLER", "n1.driver", 5, &outline[1]}};
    const struct quire_plan plan = {line, 2};
    write(&text, &plan);
    cr_assert_not(text.failed);
    for (int i = 0; i < 2; i++) {
        struct quire_drawing_options options = drawn_in_mm();
        struct quire_drawing drawing;
        const struct quire_chain_options chaining = chained_by_default();
        quire_diag *diag = quire_diag_create();
        options.layer = i == 0 ? "PATH-main" : "ROLLER-n1.driver";
        cr_assert_eq(read_drawing(&drawing, text.data, text.size, &options, diag), QUIRE_OK, "%s",
                     first_problem(diag));
        struct quire_outline again = chained(&drawing, &chaining);
        check_same(&outline[i], &again, tolerance);
        quire_outline_clear(&again);
        quire_outline_clear(&outline[i]);
        quire_diag_destroy(diag);
    }
    quire_text_clear(&text);
}

Test(plan, dxf_comes_back_to_a_nanometre)
{
    check_round_trip(quire_plan_write_dxf, 1e-12);
}

/* An SVG has four decimals of a millimetre. */
Test(plan, svg_comes_back_to_its_digits)
{
    check_round_trip(quire_plan_write_svg, 1e-6);
}
