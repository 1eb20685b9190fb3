/* The sheets' shapes over time: some of the samples, evenly spaced, in whole micrometres. */
#ifndef QUIRE_REC_FRAMES_H
#define QUIRE_REC_FRAMES_H

#include <stdint.h>

#include "kind/view.h"

#define QUIRE_FRAMES_MOST 400         /* beyond this, every second frame is dropped */
#define QUIRE_FRAMES_ABSENT INT32_MIN /* coordinate of a node that is not there */

struct quire_frames {
    size_t n_sheet;
    size_t *first;   /* index of each sheet's first node in a frame (n_sheet + 1) */
    size_t n_roller, n_body;
    size_t width;    /* numbers in a frame: x, y of all nodes, then x, y of all rollers' centres, then
                      * of four points of each free body: a block's corners, or where two diameters end */
    double *time;    /* [s] (n) */
    int32_t *place;  /* [um] (n, width) */
    size_t n, capacity;
    size_t stride, seen; /* every stride-th sample is kept */
};

/* QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_frames_begin(struct quire_frames *self, const struct quire_view *view);
quire_status quire_frames_add(struct quire_frames *self, const struct quire_view *view);
void quire_frames_clear(struct quire_frames *self);

/* Keeps this view whatever the stride, replacing a frame of the same time. */
quire_status quire_frames_add_last(struct quire_frames *self, const struct quire_view *view);

/* x, y pairs of a sheet's nodes, trail edge first; NULL while it is not in the machine. *n receives the number of nodes. */
const int32_t *quire_frames_sheet(const struct quire_frames *self, size_t frame, size_t sheet, size_t *n);

/* x, y of a roller's centre. */
const int32_t *quire_frames_roller(const struct quire_frames *self, size_t frame, size_t roller);

/* x, y of four points around a free body; the first of a disc's is the one that turns with it. */
const int32_t *quire_frames_body(const struct quire_frames *self, size_t frame, size_t body);

/* The frame nearest to a time; 0 if there is none. */
size_t quire_frames_nearest(const struct quire_frames *self, double time);

#endif
