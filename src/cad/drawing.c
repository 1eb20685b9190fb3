#include "cad/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cad/dxf/dxf.h"
#include "cad/svg/svg.h"
#include "geometry/outline.h"
#include "text/suggest.h"
#include "text/text.h"

#define LISTED 16 /* layers that a message names */

void
quire_drawing_clear(struct quire_drawing *drawing)
{
    quire_outline_clear(&drawing->pieces);
    free(drawing->stroke);
    *drawing = (struct quire_drawing){0};
}

struct quire_place
quire_drawing_place(const struct quire_drawing_options *options, int line)
{
    return (struct quire_place){options->file, line, line > 0};
}

quire_status
quire_drawing_check_point(const double at[2], int line, const struct quire_drawing_options *options,
                          quire_diag *diag)
{
    if (fabs(at[0]) <= QUIRE_DRAWING_FARTHEST && fabs(at[1]) <= QUIRE_DRAWING_FARTHEST) {
        return QUIRE_OK;
    }
    return quire_diag_error(diag, "E-DRAWING", quire_drawing_place(options, line), options->object,
                            "is the unit of the drawing right?",
                            "a point at (%g m, %g m) lies more than 1 km away", at[0], at[1]);
}

static bool
make_room(struct quire_drawing *out)
{
    if (out->n == out->capacity) {
        const size_t capacity = out->capacity > 0 ? 2 * out->capacity : 16;
        struct quire_stroke *grown = realloc(out->stroke, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        out->stroke = grown;
        out->capacity = capacity;
    }
    return true;
}

quire_status
quire_drawing_add(struct quire_drawing *out, const struct quire_outline *outline, int line,
                  const struct quire_drawing_options *options, quire_diag *diag)
{
    if (out->pieces.n + outline->n > QUIRE_DRAWING_LIMIT) {
        return quire_diag_error(diag, "E-LIMIT", quire_drawing_place(options, line),
                                options->object, "give what is needed a layer of its own",
                                "more than %d lines and arcs", QUIRE_DRAWING_LIMIT);
    }
    if (outline->n == 0) {
        return QUIRE_OK;
    }
    if (!make_room(out)) {
        return quire_diag_memory_error(diag);
    }
    out->stroke[out->n++] =
        (struct quire_stroke){.first = out->pieces.n, .n = outline->n, .line = line};
    for (size_t i = 0; i < outline->n; i++) {
        if (quire_outline_add_piece(&out->pieces, &outline->piece[i]) != QUIRE_OK) {
            return quire_diag_memory_error(diag);
        }
    }
    return QUIRE_OK;
}

/* ---- which format ---- */

static bool
begins_with(const char *bytes, size_t size, const char *mark)
{
    return size >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0;
}

static quire_status
refuse(const struct quire_drawing_options *options, quire_diag *diag, const char *hint,
       const char *what)
{
    return quire_diag_error(diag, "E-ENCODING", quire_drawing_place(options, 0), options->object,
                            hint, "%s", what);
}

static quire_status
check_bytes(const char *bytes, size_t size, const struct quire_drawing_options *options,
            quire_diag *diag)
{
    static const char hint[] = "save it as DXF in ASCII, such as 'DXF 2000'";
    if (begins_with(bytes, size, "AutoCAD Binary DXF")) {
        return refuse(options, diag, hint, "it is a binary DXF, which is not read");
    }
    if (begins_with(bytes, size, "AC10")) {
        return refuse(options, diag, hint, "it is a DWG, which is not read");
    }
    if (memchr(bytes, '\0', size) != NULL) {
        return refuse(options, diag, hint, "it is a binary file, no DXF or SVG");
    }
    return size > 0 ? QUIRE_OK : refuse(options, diag, NULL, "the file is empty");
}

/* ---- files ---- */

struct quire_drawing_file {
    struct quire_dxf_index *dxf; /* one of them */
    struct quire_svg_index *svg;
};

quire_status
quire_drawing_open(struct quire_drawing_file **out, const char *bytes, size_t size,
                   const struct quire_drawing_options *options, struct quire_arena *arena,
                   quire_diag *diag)
{
    const quire_status status = check_bytes(bytes, size, options, diag);
    struct quire_drawing_file *file = quire_arena_get(arena, 1, sizeof *file);
    if (status != QUIRE_OK || file == NULL) {
        return status != QUIRE_OK ? status : quire_diag_memory_error(diag);
    }
    *out = file;
    const size_t mark = begins_with(bytes, size, "\xEF\xBB\xBF") ? 3 : 0;
    const bool is_xml = bytes[mark + strspn(bytes + mark, " \t\r\n")] == '<';
    return is_xml ? quire_svg_look(&file->svg, bytes, size, options, arena, diag)
                  : quire_dxf_look(&file->dxf, bytes + mark, size - mark, options, arena, diag);
}

quire_status
quire_drawing_take(struct quire_drawing *out, const struct quire_drawing_file *file,
                   const struct quire_drawing_options *options, quire_diag *diag)
{
    *out = (struct quire_drawing){0};
    const quire_status status = file->svg != NULL ? quire_svg_read(out, file->svg, options, diag)
                                                  : quire_dxf_read(out, file->dxf, options, diag);
    if (status != QUIRE_OK) {
        quire_drawing_clear(out);
    }
    return status;
}

quire_status
quire_drawing_read(struct quire_drawing *out, const char *bytes, size_t size,
                   const struct quire_drawing_options *options, quire_diag *diag)
{
    struct quire_arena *arena = quire_arena_create();
    struct quire_drawing_file *file = NULL;
    *out = (struct quire_drawing){0};
    if (arena == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = quire_drawing_open(&file, bytes, size, options, arena, diag);
    if (status == QUIRE_OK) {
        status = quire_drawing_take(out, file, options, diag);
    }
    quire_arena_destroy(arena);
    return status;
}

/* ---- layers ---- */

const char *const *
quire_drawing_layers(const struct quire_drawing_file *file, struct quire_arena *arena, size_t *n)
{
    return file->svg != NULL ? quire_svg_ids(file->svg, n) : quire_dxf_layers(file->dxf, arena, n);
}

quire_status
quire_drawing_report_layer(const char *const *name, size_t n, const char *what,
                           const struct quire_drawing_options *options, quire_diag *diag)
{
    struct quire_suggest suggest = quire_suggest_begin(options->layer);
    struct quire_text list = {0};
    char hint[160];
    for (size_t i = 0; i < n; i++) {
        quire_suggest_offer(&suggest, name[i]);
        if (i < LISTED) {
            quire_text_format(&list, "%s'%.60s'", i > 0 ? ", " : "", name[i]);
        }
    }
    if (n > LISTED) {
        quire_text_format(&list, " and %zu more", n - LISTED);
    }
    const quire_status status =
        quire_diag_error(diag, "E-REFERENCE", quire_drawing_place(options, 0), options->object,
                         quire_suggest_hint(&suggest, hint, sizeof hint), "%s '%.80s'; there is %s",
                         what, options->layer, list.data != NULL ? list.data : "none at all");
    quire_text_clear(&list);
    return status;
}
