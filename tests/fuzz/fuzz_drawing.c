/* Drawings, DXF and SVG: reading, chaining, and the way back through what export writes. Bytes that
 * begin with "!" are choices of changes in a drawing that is kept. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cad/chain.h"
#include "cad/dxf/plan_dxf.h"
#include "cad/file/drawing_file.h"
#include "cad/svg/plan_svg.h"
#include "fuzz.h"
#include "geometry/outline.h"
#include "geometry/piece.h"

#define MOST_PIECES 200  /* of a drawing that is written and read again */
#define MOST_BACK   16   /* of its strokes */
#define SAMPLES     32   /* points of a stroke that are compared */
#define ROUNDED     5e-8 /* half a unit of the last digit that an SVG is written with [m] */

/* ---- sound geometry ---- */

static double
distance(const double a[2], const double b[2])
{
    return hypot(a[0] - b[0], a[1] - b[1]);
}

static void
check_unit(const double v[2])
{
    fuzz_must(fabs(hypot(v[0], v[1]) - 1.0) < 1e-9, "a direction is a unit vector");
}

static void
check_piece(const struct quire_piece *piece)
{
    double middle[2], end[2];
    fuzz_must(isfinite(piece->from[0]) && isfinite(piece->from[1]) && isfinite(piece->to[0]) &&
                  isfinite(piece->to[1]),
              "ends are finite");
    fuzz_must(isfinite(piece->length) && piece->length > 0.0, "a piece has a length");
    fuzz_must(piece->turn == 0.0 || (fabs(piece->turn) == 1.0 && piece->radius > 0.0 &&
                                     piece->sweep > 0.0 && piece->sweep <= 2.0 * M_PI + 1e-9),
              "an arc has a radius and turns by a full turn at most");
    check_unit(piece->direction);
    check_unit(piece->end_direction);
    quire_piece_at(piece, 0.5 * piece->length, middle, NULL);
    quire_piece_at(piece, piece->length, end, NULL);
    fuzz_must(isfinite(middle[0]) && isfinite(middle[1]), "points between the ends are finite");
    fuzz_must(distance(end, piece->to) <= 1e-9 + 1e-9 * (piece->radius + piece->length),
              "a piece leads to its end");
}

static void
check_chained(const struct quire_piece *piece, size_t n, double gap)
{
    for (size_t i = 0; i < n; i++) {
        check_piece(&piece[i]);
        fuzz_must(i == 0 || distance(piece[i - 1].to, piece[i].from) <= gap,
                  "a piece begins where the one before ends");
    }
}

static void
check_strokes(const struct quire_drawing *drawing)
{
    size_t first = 0;
    for (size_t i = 0; i < drawing->n; i++) {
        const struct quire_stroke *stroke = &drawing->stroke[i];
        fuzz_must(stroke->first == first && stroke->n > 0 && stroke->line > 0,
                  "strokes follow each other and have a line of the file");
        check_chained(&drawing->pieces.piece[first], stroke->n,
                      2.0 * QUIRE_DRAWING_RESOLUTION * (double)stroke->n);
        first += stroke->n;
    }
    fuzz_must(first == drawing->pieces.n && first <= QUIRE_DRAWING_LIMIT,
              "every piece is in one stroke");
}

static void
check_chain(const struct quire_drawing *drawing, double scale)
{
    const struct quire_chain_options options = {.join = 1e-5,
                                                .smooth = 0.01 * M_PI / 180.0,
                                                .start = {(double)NAN, (double)NAN},
                                                .scale = scale,
                                                .corners = true,
                                                .place = {"model.xml", 1, 1}};
    struct quire_outline out;
    quire_diag *diag = quire_diag_create();
    const quire_status status = quire_drawing_chain(&out, drawing, &options, diag);

    fuzz_must_explain(status, diag, true);
    fuzz_must((status == QUIRE_OK) == (out.n > 0),
              "an outline comes out if, and only if, it is accepted");
    check_chained(out.piece, out.n, options.join);
    fuzz_must(!out.closed || distance(out.piece[out.n - 1].to, out.piece[0].from) <= options.join,
              "a closed outline ends where it begins");
    quire_outline_clear(&out);
    quire_diag_destroy(diag);
}

/* ---- and back ---- */

/* a stroke's pieces as an outline; borrowed */
static struct quire_outline
outline_of(const struct quire_drawing *drawing, const struct quire_stroke *stroke)
{
    struct quire_outline out = {.piece = drawing->pieces.piece + stroke->first, .n = stroke->n};
    for (size_t i = 0; i < out.n; i++) {
        out.piece[i].start = out.length;
        out.length += out.piece[i].length;
    }
    out.closed = out.n > 1 &&
                 distance(out.piece[0].from, out.piece[out.n - 1].to) <= QUIRE_DRAWING_RESOLUTION;
    return out;
}

static quire_status
open_and_take(struct quire_drawing *out, const struct quire_text *bytes,
              const struct quire_drawing_options *options, quire_diag *diag)
{
    struct quire_arena *arena = quire_arena_create();
    struct quire_drawing_file *file = NULL;
    *out = (struct quire_drawing){0};
    fuzz_must(arena != NULL, "there is memory");
    quire_status status = quire_drawing_open(&file, bytes->data, bytes->size, options, arena, diag);
    if (status == QUIRE_OK) {
        status = quire_drawing_take(out, file, options, diag);
    }
    quire_arena_destroy(arena);
    return status;
}

static struct quire_drawing
read_back(const struct quire_text *text, const char *layer)
{
    const struct quire_drawing_options options = {
        .unit = (double)NAN, .scale = 1.0, .tolerance = 1e-7, .layer = layer, .file = "back"};
    struct quire_drawing out;
    quire_diag *diag = quire_diag_create();
    const quire_status status = open_and_take(&out, text, &options, diag);

    fuzz_must_explain(status, diag, true);
    fuzz_must(status == QUIRE_OK, "what is exported can be read");
    quire_diag_destroy(diag);
    return out;
}

/* every point of `a` lies on one of the outlines `b` */
static void
check_covered(const struct quire_outline *a, const struct quire_outline *b, size_t n,
              double tolerance, const char *promise)
{
    for (int k = 0; k <= SAMPLES; k++) {
        double p[2], nearest = HUGE_VAL;
        quire_outline_at(a, a->length * k / SAMPLES, p, NULL);
        for (size_t i = 0; i < n; i++) {
            nearest = fmin(nearest, quire_outline_gap(&b[i], 0.0, p).distance);
        }
        fuzz_must(nearest <= tolerance, promise);
    }
}

/* what is shorter than can be told from a point may go; the rest comes back as the same curve */
static void
check_back(const struct quire_outline *was, const struct quire_text *text, const char *layer,
           double tolerance)
{
    struct quire_outline is[MOST_PIECES];
    struct quire_drawing back = read_back(text, layer);
    const size_t n = back.n < MOST_PIECES ? back.n : MOST_PIECES;

    fuzz_must(n > 0 || was->length <= (double)(3 * was->n) * tolerance,
              "what is exported comes back");
    for (size_t i = 0; i < n; i++) {
        is[i] = outline_of(&back, &back.stroke[i]);
        check_covered(&is[i], was, 1, tolerance, "nothing else comes back");
    }
    if (n > 0) {
        check_covered(was, is, n, tolerance, "the same curve comes back");
    }
    quire_drawing_clear(&back);
}

/* the shape of arcs that turn by little depends on the digits of their bulge or radius */
static void
check_round_trip(const struct quire_drawing *drawing, bool dxf)
{
    const size_t n = drawing->n < MOST_BACK ? drawing->n : MOST_BACK;
    struct quire_outline outline[MOST_BACK];
    struct quire_plan_line line[MOST_BACK];
    char name[MOST_BACK][8];
    struct quire_text text = {0};

    for (size_t i = 0; i < n; i++) {
        snprintf(name[i], sizeof name[i], "%zu", i);
        outline[i] = outline_of(drawing, &drawing->stroke[i]);
        line[i] = (struct quire_plan_line){"STROKE", name[i], 1, &outline[i]};
    }
    (dxf ? quire_plan_write_dxf : quire_plan_write_svg)(&text, &(struct quire_plan){line, n});
    for (size_t i = 0; i < n; i++) {
        char layer[16];
        snprintf(layer, sizeof layer, "STROKE-%zu", i);
        const double digits =
            dxf ? QUIRE_DRAWING_RESOLUTION * (double)(outline[i].n + 1) : 20.0 * ROUNDED;
        check_back(&outline[i], &text, layer, digits + 1e-7 * outline[i].length);
    }
    quire_text_clear(&text);
}

/* ---- all ---- */

/* near the limit of what may be drawn it depends on the last digits whether it comes back, and arcs
 * and their centres lie beyond it */
static bool
is_well_inside(const struct quire_drawing *drawing)
{
    bool all = true;

    for (size_t i = 0; i < drawing->pieces.n; i++) {
        const struct quire_piece *p = drawing->pieces.piece + i;
        all = all &&
              fmax(fabs(p->from[0]), fabs(p->from[1])) + p->length < 0.8 * QUIRE_DRAWING_FARTHEST;
    }
    return all;
}

struct reading {
    char *problems;
    quire_status status;
    size_t n; /* pieces */
};

static struct reading
read_drawing(const struct quire_text *bytes, const struct quire_drawing_options *options,
             bool thorough)
{
    struct quire_drawing drawing;
    quire_diag *diag = quire_diag_create();
    const quire_status status = open_and_take(&drawing, bytes, options, diag);

    fuzz_must_explain(status, diag, true);
    fuzz_must(status == QUIRE_OK || drawing.n + drawing.pieces.n == 0,
              "nothing comes out of what is refused");
    check_strokes(&drawing);
    if (thorough && drawing.n > 0 && drawing.pieces.n <= MOST_PIECES) {
        check_chain(&drawing, options->scale);
        if (is_well_inside(&drawing)) {
            check_round_trip(&drawing, true);
            check_round_trip(&drawing, false);
        }
    }
    const struct reading out = {fuzz_problems(diag), status, drawing.pieces.n};
    quire_drawing_clear(&drawing);
    quire_diag_destroy(diag);
    return out;
}

/* reading leaves nothing behind that another reading sees */
static quire_status
read_twice(const struct quire_text *bytes, const struct quire_drawing_options *options)
{
    const struct reading first = read_drawing(bytes, options, true),
                         second = read_drawing(bytes, options, false);

    fuzz_must(first.status == second.status && first.n == second.n &&
                  strcmp(first.problems, second.problems) == 0,
              "the same file is read in the same way");
    free(first.problems);
    free(second.problems);
    return first.status;
}

/* a drawing that is kept, changed in a few places */
static void
change_seed(struct quire_text *out, struct fuzz_choices *how)
{
    static const char *const seed[] = {"lines.dxf",  "polylines.dxf", "spline.dxf", "mirrored.dxf",
                                       "shapes.svg", "path.svg",      "blocks.dxf", "clones.svg",
                                       "sheets.svg", "names.dxf"};
    struct quire_text name = {0};
    size_t size;

    quire_text_format(&name, "tests/fuzz/corpus/drawing/%s",
                      seed[fuzz_choose(how, sizeof seed / sizeof *seed)]);
    char *bytes = fuzz_source_file(name.data, &size);
    quire_text_add_bytes(out, bytes, size);
    free(bytes);
    quire_text_clear(&name);
    for (size_t n = 1 + fuzz_choose(how, 4); n > 0; n--) {
        fuzz_edit(out, how);
    }
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    struct quire_drawing_options options = {
        .unit = (double)NAN, .scale = 1.0, .tolerance = 1e-6, .file = "drawing"};
    struct quire_text bytes = {0};

    quire_text_add(&bytes, "");
    if (size > 0 && data[0] == '!') {
        change_seed(&bytes, &(struct fuzz_choices){data + 1, size - 1});
    } else {
        quire_text_add_bytes(&bytes, (const char *)data, size);
    }
    if (read_twice(&bytes, &options) != QUIRE_OK) { /* it may lack a unit */
        options.unit = 1e-3;
        read_twice(&bytes, &options);
    }
    options = (struct quire_drawing_options){
        .unit = 0.0254, .scale = 0.5, .tolerance = 1e-4, .layer = "A", .file = "drawing"};
    read_twice(&bytes, &options);
    quire_text_clear(&bytes);
}
