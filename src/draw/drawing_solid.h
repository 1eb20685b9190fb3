/* Solids in pictures of spatial machines: cuboids by the sides one sees, others by an ellipsoid
 * with rings about its axes, and by their balls. */
#ifndef QUIRE_DRAW_DRAWING_SOLID_H
#define QUIRE_DRAW_DRAWING_SOLID_H

#include "draw/drawing.h"
#include "draw/projection.h"

/* All solids of a frame in one view, those behind first. */
void quire_drawing_solids(struct quire_text *out, enum quire_panel_kind kind,
                          const struct quire_scale *scale, const struct quire_machine *machine,
                          const struct quire_frames *frames, size_t frame);

/* What is to go between <style> and </style>. */
void quire_drawing_solids_style(struct quire_text *out);

#endif
