/* Where a sensor looks: the line square to a path at one place of it. */
#ifndef QUIRE_SENSOR_SIGHT_H
#define QUIRE_SENSOR_SIGHT_H

#include "kind/sensor.h"

struct quire_sight {
    double at[2], along[2]; /* the place on the path [m], the path's direction there */
};

void quire_sight_set(struct quire_sight *out, const struct quire_outline *path, double at);

/* How far a point is beyond the line, along the path's direction there, and to the left of that
 * [m]. */
double quire_sight_ahead(const struct quire_sight *self, const double point[2], double *left);

/* Where a hinge line of a spatial sheet is at z, counted from the trailing edge; false where it
 * does not reach so far. */
bool quire_sight_line_at(const struct quire_sheet_view *sheet, size_t line, double z, double at[2]);

/* Whether a piece of a sheet crosses the line between two heights: how far both its ends are beyond
 * the line and to the left. */
bool quire_sight_crosses(const double ahead[2], const double left[2], double from, double to);

/* The stretch of the line from a height to another, at z [m]. */
void quire_sight_stretch(const struct quire_sight *self, double from, double to, double z,
                         double out[2][3]);

/* How far a sheet may go until it begins or ceases to cross a stretch: a spatial sheet where it is
 * cut at the stretch's z; where that is NaN, as a planar one by its mid-line. */
void quire_sight_ways(const double stretch[2][3], const struct quire_sheet_view *sheet,
                      struct quire_sensor_ways *out);

/* The first of these alone, which asks for no more than the sheet's edges [m]. */
double quire_sight_way_of_edges(const double stretch[2][3], const struct quire_sheet_view *sheet);

/* ---- sensors of one line ----
 * Their parameters begin with quire_sensor_common, and struct quire_sight is all that they prepare;
 * signals are "covered", where its root rises, and "free". */

void quire_sight_prepare(const struct quire_object *self, const struct quire_outline *path,
                         void *prepared);

/* 1 while the first signal's root of some sheet is not negative, otherwise 0. */
double quire_sight_covered(const struct quire_object *self, const void *prepared,
                           const struct quire_view *view);

enum { QUIRE_SIGHT_COVERED, QUIRE_SIGHT_FREE, QUIRE_SIGHT_SIGNALS };
extern const char *const quire_sight_signals[QUIRE_SIGHT_SIGNALS];

#define QUIRE_SIGHT_OPS                                                                            \
    .n_signal = QUIRE_SIGHT_SIGNALS, .signal = quire_sight_signals, .value_name = "covered",       \
    .value_unit = "", .prepared_size = sizeof(struct quire_sight), .prepare = quire_sight_prepare, \
    .value = quire_sight_covered

#endif
