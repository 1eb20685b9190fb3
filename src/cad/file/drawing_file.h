/* Files of drawings: of which format one is, its lines and its layers. */
#ifndef QUIRE_CAD_FILE_DRAWING_FILE_H
#define QUIRE_CAD_FILE_DRAWING_FILE_H

#include "cad/drawing.h"

struct quire_arena;
struct quire_drawing_file;

/* Looks through `size` bytes, once for all layers; bytes[size] must be NUL. Whether it is DXF or
 * SVG is seen from the bytes, which must outlive *out; *out lives in the arena. What is reported
 * concerns the whole file: E-ENCODING for binary files, E-DRAWING, E-LIMIT. Of the options `file`
 * and `object` count. */
quire_status quire_drawing_open(struct quire_drawing_file **out, const char *bytes, size_t size,
                                const struct quire_drawing_options *options,
                                struct quire_arena *arena, quire_diag *diag);

/* Reads the lines of a layer. Time and memory are bounded by the bytes and by limits, whatever they
 * say. All problems have a place in the file: E-DRAWING for what cannot be read or used, E-UNIT
 * where no unit is known, E-REFERENCE for a layer that is not there, E-LIMIT for more than
 * QUIRE_DRAWING_LIMIT pieces. On failure *out is empty. */
quire_status quire_drawing_take(struct quire_drawing *out, const struct quire_drawing_file *file,
                                const struct quire_drawing_options *options, quire_diag *diag);

#endif
