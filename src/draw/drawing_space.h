/* Spatial machines in pictures: side, top and oblique views side by side, drawn by parallel
 * projection. */
#ifndef QUIRE_DRAW_DRAWING_SPACE_H
#define QUIRE_DRAW_DRAWING_SPACE_H

#include "draw/drawing.h"
#include "draw/projection.h"

/* One view: where it lies in the picture [px], and how much of the projected machine it shows. */
struct quire_panel {
    double x, y, width, height;
    struct quire_scale scale;
};

/* The side view stands over the top view, x over x; beside them the oblique one: seen from the
 * front, the right and above. */
struct quire_panels {
    struct quire_panel panel[QUIRE_PANEL_COUNT];
    double width, height; /* of all [px] */
};

/* Room for everything that is ever seen, `width` wide; false when nothing is. */
bool quire_panels_lay_out(struct quire_panels *panels, const struct quire_machine *machine,
                          const struct quire_frames *frames, double width);

/* The style of what the functions below draw, to go between <style> and </style>. */
void quire_panels_style(struct quire_text *out);

/* Groups #machine-side, #machine-top and #machine-oblique, to go between <defs> and </defs>: paths,
 * guides, and rollers that no carriage moves. */
void quire_panels_define(struct quire_text *out, const struct quire_panels *panels,
                         const struct quire_machine *machine, const struct quire_frames *frames);

/* The three views of a frame, from the corner (0, 0), with carried rollers, sensors and solids; the
 * groups are defined. */
void quire_panels_draw(struct quire_text *out, const struct quire_panels *panels,
                       const struct quire_machine *machine, const struct quire_frames *frames,
                       size_t frame);

#endif
