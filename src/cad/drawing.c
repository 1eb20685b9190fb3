#include "cad/drawing.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/outline.h"
#include "geometry/piece.h"
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

static bool
is_within(const double v[2], double most)
{
    return fabs(v[0]) <= most && fabs(v[1]) <= most;
}

quire_status
quire_drawing_check_size(const double v[2], int line, const struct quire_drawing_options *options,
                         quire_diag *diag)
{
    return is_within(v, QUIRE_DRAWING_FARTHEST)
               ? QUIRE_OK
               : quire_diag_error(diag, "E-DRAWING", quire_drawing_place(options, line),
                                  options->object, "is the unit of the drawing right?",
                                  "a radius or an axis of (%g m, %g m) is longer than 1 km", v[0],
                                  v[1]);
}

/* where a point of the drawing is in the machine: mirrored, turned, shifted */
static void
place(const struct quire_drawing_options *options, const double at[2], double out[2])
{
    const double y = options->mirrored ? -at[1] : at[1];
    double e[2];
    quire_direction_of(options->rotation, e);
    out[0] = e[0] * at[0] - e[1] * y + options->origin[0];
    out[1] = e[1] * at[0] + e[0] * y + options->origin[1];
}

quire_status
quire_drawing_check_point(const double at[2], int line, const struct quire_drawing_options *options,
                          quire_diag *diag)
{
    double placed[2];
    place(options, at, placed);
    if (is_within(placed, QUIRE_DRAWING_FARTHEST) && is_within(at, QUIRE_DRAWING_FARTHEST_DRAWN)) {
        return QUIRE_OK;
    }
    return quire_diag_error(diag, "E-DRAWING", quire_drawing_place(options, line), options->object,
                            "is the unit of the drawing right? 'origin' shifts a drawing that is "
                            "far from its origin",
                            "a point at (%g m, %g m) lies more than 1 km away", placed[0],
                            placed[1]);
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
                                options->object,
                                "put the lines that are needed on a layer of their own",
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
