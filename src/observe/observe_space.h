/* What observers see of spatial models beyond the planar picture. The caller (observe/observe.c)
 * keeps the views, this fills their spatial members. */
#ifndef QUIRE_OBSERVE_OBSERVE_SPACE_H
#define QUIRE_OBSERVE_OBSERVE_SPACE_H

#include "state/state.h"

struct quire_space_observer;

/* NULL when memory runs out */
struct quire_space_observer *quire_space_observer_create(const struct quire_system *system);
void quire_space_observer_destroy(struct quire_space_observer *o);

/* Nodes and mid-line of a sheet at y; x, y, vx, vy of the view are the mid-line's. Edges follow
 * with quire_space_edges(). */
void quire_space_observe_motion(struct quire_space_observer *o, int sheet, const double *y,
                                struct quire_sheet_view *view);

/* Pads of all rollers, whose views are placed already, and no force yet. */
void quire_space_observe_begin(struct quire_space_observer *o, struct quire_roller_view *roller,
                               struct quire_sheet_view *sheet);

/* One touching place of a sheet with a roller or guide; sheets' shapes are known. */
void quire_space_observe_touch(struct quire_space_observer *o, const struct quire_touch *touch,
                               const struct quire_sheet_view *sheet,
                               struct quire_roller_view *roller, struct quire_guide_view *guide);

/* Means, and what steers each sheet. */
void quire_space_observe_end(struct quire_space_observer *o, struct quire_sheet_view *sheet,
                             struct quire_roller_view *roller, const struct quire_nip_view *nip,
                             const struct quire_guide_view *guide);

#endif
