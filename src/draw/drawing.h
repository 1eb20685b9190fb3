/* Pieces of a picture in SVG: from machine coordinates [m], y up, to pixels, y down. */
#ifndef QUIRE_DRAW_DRAWING_H
#define QUIRE_DRAW_DRAWING_H

#include "text/text.h"
#include "trace/frames.h"
#include "trace/machine_outline.h"

struct quire_frame_box {
    double x0, y0, x1, y1; /* [m] */
};

struct quire_scale {
    double factor; /* [px/m] */
    struct quire_frame_box box;
};

/* The colour of a sheet, by its index. */
const char *quire_drawing_colour(size_t sheet);

/* What stands between <style> and </style> for all that is drawn here and in filmstrips. */
void quire_drawing_style(struct quire_text *out);

/* The box around everything that is ever seen; false when nothing is. */
bool quire_drawing_bounds(struct quire_frame_box *box, const struct quire_machine *machine,
                          const struct quire_frames *frames);

/* Pixels from the box's upper left corner. */
double quire_scale_x(const struct quire_scale *scale, double x);
double quire_scale_y(const struct quire_scale *scale, double y);

/* Paths, guides that do not move, rollers and sensors without their names. */
void quire_drawing_machine(struct quire_text *out, const struct quire_machine *machine,
                           const struct quire_scale *scale);

/* Guides that move, where they are in a frame; as the model shows them where there is none. */
void quire_drawing_gates(struct quire_text *out, const struct quire_machine *machine,
                         const struct quire_frames *frames, size_t frame,
                         const struct quire_scale *scale);

/* The names of nips, rollers, sensors and guides, where they do not cover each other. */
void quire_drawing_names(struct quire_text *out, const struct quire_machine *machine,
                         const struct quire_scale *scale);

/* A sheet as the smooth curve through the middles of its segments. `at` holds n pairs of
 * coordinates [um]. */
void quire_drawing_sheet(struct quire_text *out, const int32_t *at, size_t n,
                         const struct quire_scale *scale, const char *colour);

/* All free bodies of a frame, or the outlines of soft rollers, which lie below the machine. */
void quire_drawing_bodies(struct quire_text *out, const struct quire_machine *machine,
                          const struct quire_frames *frames, size_t frame, bool rollers,
                          const struct quire_scale *scale);

/* A bar of a round length with its label, from (x, y) to the right, about `width` pixels long. */
void quire_drawing_bar(struct quire_text *out, double x, double y, double width, double factor);

#endif
