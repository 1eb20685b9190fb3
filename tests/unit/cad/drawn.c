#include "drawn.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/outline.h"
#include "text/text.h"

struct quire_drawing_options
drawn_in_mm(void)
{
    return (struct quire_drawing_options){
        .unit = (double)NAN, .scale = 1.0, .tolerance = 1e-6, .file = "t.dxf", .object = "drawing"};
}

struct quire_chain_options
chained_by_default(void)
{
    return (struct quire_chain_options){.join = 1e-5,
                                        .smooth = 0.01 * M_PI / 180.0,
                                        .start = {(double)NAN, (double)NAN},
                                        .scale = 1.0,
                                        .corners = true};
}

/* blanks become ends of lines */
static void
add_lines(struct quire_text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        quire_text_add_char(text, *words == ' ' ? '\n' : *words);
    }
    quire_text_add(text, "\n");
}

quire_status
drawn_dxf(struct quire_drawing *out, int unit, const char *entities,
          const struct quire_drawing_options *options, quire_diag **diag)
{
    struct quire_text text = {0};
    add_lines(&text, "0 SECTION 2 HEADER 9 $INSUNITS 70");
    quire_text_integer(&text, unit);
    add_lines(&text, "\n0 ENDSEC 0 SECTION 2 ENTITIES");
    add_lines(&text, entities);
    add_lines(&text, "0 ENDSEC 0 EOF");
    *diag = quire_diag_create();
    const quire_status status = quire_drawing_read(out, text.data, text.size, options, *diag);
    quire_text_clear(&text);
    return status;
}

const char *
first_problem(const quire_diag *diag)
{
    static char text[1000];
    text[0] = '\0';
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, text, sizeof text);
    }
    return text;
}

struct quire_drawing
good_dxf(const char *entities)
{
    struct quire_drawing drawing;
    const struct quire_drawing_options options = drawn_in_mm();
    quire_diag *diag;
    cr_assert_eq(drawn_dxf(&drawing, 4, entities, &options, &diag), QUIRE_OK, "%s",
                 first_problem(diag));
    cr_assert_eq(quire_diag_count(diag), 0);
    quire_diag_destroy(diag);
    return drawing;
}

struct quire_drawing
good_svg(const char *elements)
{
    struct quire_drawing drawing;
    struct quire_text text = {0};
    const struct quire_drawing_options options = drawn_in_mm();
    quire_diag *diag = quire_diag_create();
    quire_text_format(&text,
                      "<svg xmlns='http://www.w3.org/2000/svg' width='200mm' height='100mm' "
                      "viewBox='0 0 200 100'>%s</svg>",
                      elements);
    cr_assert_eq(quire_drawing_read(&drawing, text.data, text.size, &options, diag), QUIRE_OK, "%s",
                 first_problem(diag));
    quire_text_clear(&text);
    quire_diag_destroy(diag);
    return drawing;
}

void
check_length(struct quire_drawing *drawing, double length, double tolerance)
{
    cr_assert(epsilon_eq(dbl, drawing->pieces.length, length, tolerance));
    quire_drawing_clear(drawing);
}

struct quire_outline
chained(struct quire_drawing *drawing, const struct quire_chain_options *options)
{
    struct quire_outline out;
    quire_diag *diag = quire_diag_create();
    cr_assert_eq(quire_drawing_chain(&out, drawing, options, diag), QUIRE_OK, "%s",
                 first_problem(diag));
    quire_diag_destroy(diag);
    quire_drawing_clear(drawing);
    return out;
}

void
check_smooth_outline(const struct quire_outline *in)
{
    for (size_t i = 1; i < in->n; i++) {
        const struct quire_piece *a = &in->piece[i - 1], *b = &in->piece[i];
        const double *u = a->end_direction, *v = b->direction;
        cr_assert(epsilon_eq(dbl, a->to[0], b->from[0], 1e-12));
        cr_assert(epsilon_eq(dbl, a->to[1], b->from[1], 1e-12));
        cr_assert(epsilon_eq(dbl, u[0] * v[1] - u[1] * v[0], 0.0, 1e-6));
        cr_assert(gt(dbl, u[0] * v[0] + u[1] * v[1], 0.0));
    }
}
