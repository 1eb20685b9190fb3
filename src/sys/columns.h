/* A sheet in space as contact sees it: its columns, each a curve in the plane for what is extruded across, and the sides on which pads act.
 * Theory: doc/theory/spatial-contact.md. */
#ifndef QUIRE_SYS_COLUMNS_H
#define QUIRE_SYS_COLUMNS_H

#include "sys/system.h"

/* One column of nodes. */
struct quire_column {
    struct quire_sheet_work work;      /* lists and curve points; nothing else of it is there */
    double *x, *y, *z, *vx, *vy, *vz;  /* of its nodes [m], [m/s] (stride), zero padded */
    int index;
    double share;                      /* of the width */
    double *force;                     /* of the sheet, while it is evaluated: its block in V, */
    const struct quire_slabs *slabs;   /* its matrix; NULL: forces only */
    struct quire_powers *power;
};

/* What the pads on one side of the middle do, summed up by itself: left and right are then added in one step, so that it does not matter
 * which of the two came first. Stations are cleared when something first acts there. */
struct quire_space_side {
    double *force;             /* as the sheet's block in V */
    struct quire_slabs slabs;
    struct quire_powers power;
    bool *open;                /* (n + 1) */
    int *opened;               /* which, in their order of opening */
    int n_opened;
};

struct quire_space_work {
    struct quire_column *column;   /* (m) */
    struct quire_reach *pad;       /* candidate stations of each pad that is near; target is the pad */
    int n_pad;
    double *low[2], *high[2];      /* scratch: bounds of each station's nodes along x and y (stride) */
    double *square;                /* scratch (stride) */
    double *strip[4];              /* scratch: a strip of the sheet as a curve in the plane, x, y and velocities (stride) */
    struct quire_space_side side[2];
};

/* The lists and curve points of one curve of a sheet's; false when memory runs out. */
bool quire_lists_create(const struct quire_system *system, const struct quire_sheet *sheet, struct quire_sheet_work *work);
void quire_lists_destroy(struct quire_sheet_work *work);

bool quire_space_work_create(const struct quire_system *system, const struct quire_sheet *sheet, struct quire_sheet_work *work);
void quire_space_work_destroy(struct quire_sheet_work *work);

/* Puts a sheet's places q and velocities v (blocks as in Q and V) into its columns. */
void quire_columns_fill(const struct quire_sheet *sheet, struct quire_space_work *work, const double *q, const double *v);

/* Makes the lists of all columns and pads where they are not good any more. */
void quire_space_reach(struct quire_state *state, int sheet);

/* Clears what a side has of the three stations from `first` on, if nothing acted there before. */
void quire_side_open(struct quire_space_side *side, const struct quire_sheet *sheet, int first, bool matrix);

/* Adds what both sides have come to, and empties them. */
void quire_sides_add(struct quire_space_work *work, const struct quire_sheet *sheet, double *force, const struct quire_slabs *slabs,
                     struct quire_powers *power);

#endif
