/* The sheets' shapes over time: some of the samples, evenly spaced, in whole micrometres. */
#ifndef QUIRE_TRACE_FRAMES_H
#define QUIRE_TRACE_FRAMES_H

#include <stdint.h>

#include "kind/view.h"

#define QUIRE_FRAMES_MOST   400       /* beyond this, every second frame is dropped */
#define QUIRE_FRAMES_POSE   3         /* numbers of a guide that moves */
#define QUIRE_FRAMES_ABSENT INT32_MIN /* coordinate of a node that is not there */

struct quire_frames {
    size_t n_sheet;
    size_t *first;  /* index of each sheet's first node in a frame (n_sheet + 1) */
    size_t *column; /* nodes across of each spatial sheet, 0 of planar ones (n_sheet) */
    size_t *more;   /* index of each sheet's first number besides its mid-line (n_sheet + 1) */
    size_t n_gate;  /* guides that move, in the order of the view */
    size_t n_roller, n_body; /* soft rollers come behind the free bodies, as such */
    size_t n_solid;          /* the first of the bodies are solids */
    size_t solid;            /* index of the first solid's first number */
    /* numbers in a frame: x, y of all nodes, then x, y of all rollers' centres, then of four points
     * of each free body: a block's corners, or where two diameters end; then of each sheet tension
     * of segments, between x, y, z of all nodes of all columns and contact of stations of a spatial
     * one, whose nodes before those are the mid-line's; then of spatial models how far each
     * roller's carriage has moved it along its shaft; then x, y, z of each solid's centre, and of
     * the ways from there to the ends of its half axes; and of each guide that moves where the
     * model's origin has come to with it, and the angle by which it has turned [urad] */
    size_t width;
    double *time;   /* [s] (n) */
    int32_t *place; /* [um], of forces [uN] (n, width) */
    size_t n, capacity;
    size_t stride, seen; /* every stride-th sample is kept */
};

/* Nodes along and across (0: planar) of a sheet whose frames are kept. */
struct quire_frames_sheet {
    size_t n_node, n_column;
};

/* Frames of n_sheet sheets that are filled by hand. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_frames_shape(struct quire_frames *self, const struct quire_frames_sheet *sheet,
                                size_t n_sheet, size_t n_roller, size_t n_body, size_t n_solid);
/* Guides that move among what such frames hold; while there is none. */
void quire_frames_add_gates(struct quire_frames *self, size_t n);
/* One more, all of it absent; false when memory runs out. */
bool quire_frames_append(struct quire_frames *self, double time);

/* QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_frames_begin(struct quire_frames *self, const struct quire_view *view);
/* Room for what is kept of so many samples; more may come, or fewer. */
quire_status quire_frames_expect(struct quire_frames *self, size_t samples);
quire_status quire_frames_add(struct quire_frames *self, const struct quire_view *view);
void quire_frames_clear(struct quire_frames *self);

/* Keeps this view whatever the stride, replacing a frame of the same time. */
quire_status quire_frames_add_last(struct quire_frames *self, const struct quire_view *view);

/* x, y pairs of a sheet's nodes, trailing edge first; NULL while it is not in the machine. *n
 * receives the number of nodes. */
const int32_t *quire_frames_sheet(const struct quire_frames *self, size_t frame, size_t sheet,
                                  size_t *n);

/* x, y of a roller's centre. */
const int32_t *quire_frames_roller(const struct quire_frames *self, size_t frame, size_t roller);

/* x, y of four points around a free body; the first of a disc's is the one that turns with it. */
const int32_t *quire_frames_body(const struct quire_frames *self, size_t frame, size_t body);

/* The numbers of a frame, to be filled: x, y of a sheet's mid-line, of a roller's centre, of a
 * body's four points; tension of a sheet's segments; and of a spatial sheet x, y, z of its nodes
 * (station by station, from the least z) and contact of its stations. */
static inline int32_t *
quire_frames_line_at(const struct quire_frames *self, size_t frame, size_t sheet)
{
    return self->place + frame * self->width + 2 * self->first[sheet];
}

static inline int32_t *
quire_frames_roller_at(const struct quire_frames *self, size_t frame, size_t roller)
{
    return quire_frames_line_at(self, frame, self->n_sheet) + 2 * roller;
}

static inline int32_t *
quire_frames_body_at(const struct quire_frames *self, size_t frame, size_t body)
{
    return quire_frames_roller_at(self, frame, self->n_roller) + 8 * body;
}

#define QUIRE_FRAMES_SOLID 12
static inline int32_t *
quire_frames_solid_at(const struct quire_frames *self, size_t frame, size_t solid)
{
    return self->place + frame * self->width + self->solid + QUIRE_FRAMES_SOLID * solid;
}

/* A solid's centre and half axes [m]; false if it is not there. */
bool quire_frames_solid(const struct quire_frames *self, size_t frame, size_t solid,
                        double centre[3], double axis[3][3]);

static inline size_t
quire_frames_node_count(const struct quire_frames *self, size_t sheet)
{
    return self->first[sheet + 1] - self->first[sheet];
}

static inline int32_t *
quire_frames_nodes_at(const struct quire_frames *self, size_t frame, size_t sheet)
{
    return self->place + frame * self->width + self->more[sheet];
}

static inline int32_t *
quire_frames_tension_at(const struct quire_frames *self, size_t frame, size_t sheet)
{
    return quire_frames_nodes_at(self, frame, sheet) +
           3 * quire_frames_node_count(self, sheet) * self->column[sheet];
}

static inline int32_t *
quire_frames_contact_at(const struct quire_frames *self, size_t frame, size_t sheet)
{
    return quire_frames_tension_at(self, frame, sheet) + quire_frames_node_count(self, sheet) - 1;
}

/* How far a roller's carriage has moved it along its shaft [m]; 0 if it has none. */
double quire_frames_shift(const struct quire_frames *self, size_t frame, size_t roller);
/* Whether it is ever moved. */
bool quire_frames_shifts(const struct quire_frames *self, size_t roller);

static inline bool
quire_frames_has_shifts(const struct quire_frames *self)
{
    return self->solid > self->more[self->n_sheet];
}

/* The shifts of all rollers of a spatial model in a frame; ABSENT of those without a carriage
 * (n_roller). */
static inline int32_t *
quire_frames_shifts_at(const struct quire_frames *self, size_t frame)
{
    return quire_frames_nodes_at(self, frame, self->n_sheet);
}

/* The place of a guide that moves: x, y of the model's origin as it has moved with it [um], its
 * angle [urad]. */
static inline int32_t *
quire_frames_gate_at(const struct quire_frames *self, size_t frame, size_t gate)
{
    return self->place + (frame + 1) * self->width - QUIRE_FRAMES_POSE * (self->n_gate - gate);
}

/* x, y, z of all nodes of a spatial sheet, station by station; NULL of planar ones and while it is
 * not in the machine. */
const int32_t *quire_frames_nodes(const struct quire_frames *self, size_t frame, size_t sheet);

/* The frame nearest to a time; 0 if there is none. */
size_t quire_frames_nearest(const struct quire_frames *self, double time);

#endif
