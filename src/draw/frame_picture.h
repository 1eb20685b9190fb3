/* Frames of a trajectory as pictures in SVG. */
#ifndef QUIRE_DRAW_FRAME_PICTURE_H
#define QUIRE_DRAW_FRAME_PICTURE_H

#include "draw/drawing_space.h"
#include "trace/trajectory_read.h"

/* The same for all frames, so that pictures can follow each other. */
struct quire_frame_picture {
    const struct quire_trajectory *trajectory;
    bool spatial;               /* it has sheets or rollers in space */
    struct quire_scale scale;   /* where it has not */
    struct quire_panels panels; /* where it has */
    double width, height;       /* of the machine in it [px] */
};

/* False when there is nothing to be seen. */
bool quire_frame_picture_begin(struct quire_frame_picture *self,
                               const struct quire_trajectory *trajectory);
void quire_frame_picture_write(struct quire_text *out, const struct quire_frame_picture *self,
                               size_t frame);

/* A few moments, evenly spaced, in one small picture; writes nothing when there is nothing to be
 * seen. */
void quire_frame_strip_write(struct quire_text *out, const struct quire_trajectory *trajectory);

#endif
