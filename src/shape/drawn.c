#include "shape/drawn.h"

#include <string.h>

#include "base/arena.h"
#include "cad/chain.h"
#include "cad/file/drawing_file.h"
#include "geometry/outline.h"
#include "model/named_file.h"
#include "shape/shapes.h"

#define LABEL_SIZE 300

/* pieces as they are in the arena */
static quire_status
keep(struct quire_drawn_params *drawn, const struct quire_outline *outline,
     struct quire_arena *arena, quire_diag *diag)
{
    drawn->outline = *outline;
    drawn->outline.capacity = 0;
    drawn->outline.piece = quire_arena_get(arena, outline->n, sizeof *outline->piece);
    if (drawn->outline.piece == NULL) {
        return quire_diag_memory_error(diag);
    }
    memcpy(drawn->outline.piece, outline->piece, outline->n * sizeof *outline->piece);
    return QUIRE_OK;
}

/* the file is looked through once for all that are drawn in it, and what is wrong with it told
 * once */
static quire_status
open_file(const struct quire_source *source, const struct quire_drawing_options *options,
          struct quire_arena *arena, quire_diag *diag)
{
    struct quire_looked *looked = quire_source_looked(source);
    if (!looked->done) {
        struct quire_drawing_file *file = NULL;
        looked->status =
            quire_drawing_open(&file, source->text, source->size, options, arena, diag);
        looked->found = file;
        looked->done = true;
    }
    return looked->status;
}

static quire_status
find_outline(struct quire_outline *out, const struct quire_object *self, const char *label,
             bool corners, struct quire_arena *arena, quire_diag *diag)
{
    const struct quire_drawn_params *drawn = self->params;
    const struct quire_drawing_options reading = {.unit = drawn->unit,
                                                  .scale = drawn->scale,
                                                  .mirrored = drawn->mirrored,
                                                  .rotation = drawn->rotation,
                                                  .origin = {drawn->origin[0], drawn->origin[1]},
                                                  .tolerance = drawn->tolerance,
                                                  .layer = drawn->layer,
                                                  .file = drawn->file->name,
                                                  .object = label};
    const struct quire_chain_options chaining = {.join = drawn->join,
                                                 .smooth = drawn->smooth,
                                                 .start = {drawn->start[0], drawn->start[1]},
                                                 .scale = drawn->scale,
                                                 .reverse = drawn->reverse,
                                                 .corners = corners,
                                                 .place = self->place,
                                                 .object = label};
    struct quire_drawing drawing;
    quire_status status = open_file(drawn->file, &reading, arena, diag);
    if (status == QUIRE_OK) {
        const struct quire_drawing_file *file = quire_source_looked(drawn->file)->found;
        status = quire_drawing_take(&drawing, file, &reading, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_drawing_chain(out, &drawing, &chaining, diag);
        quire_drawing_clear(&drawing);
    }
    return status;
}

quire_status
quire_drawn_load(struct quire_object *self, struct quire_arena *arena, bool corners,
                 quire_diag *diag)
{
    struct quire_drawn_params *drawn = self->params;
    struct quire_outline outline = {0};
    char label[LABEL_SIZE];
    quire_status status = find_outline(
        &outline, self, quire_object_label(self, label, sizeof label), corners, arena, diag);
    if (status == QUIRE_OK) {
        quire_outline_move(&outline, drawn->mirrored, drawn->rotation, drawn->origin);
        status = keep(drawn, &outline, arena, diag);
    }
    quire_outline_clear(&outline);
    return status;
}

quire_status
quire_drawn_trace(const struct quire_object *self, struct quire_outline *out, quire_diag *diag)
{
    const struct quire_drawn_params *drawn = self->params;
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < drawn->outline.n && status == QUIRE_OK; i++) {
        status = quire_outline_add_piece(out, &drawn->outline.piece[i]);
    }
    return quire_shape_added(self, diag, status);
}
