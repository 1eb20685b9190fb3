/* What holds a sheet's edges: of the guides that press on it near its leading edge, and near its
 * trail edge, the one that most opposes that edge going first. */
#ifndef QUIRE_OBSERVE_OBSERVE_FRONT_H
#define QUIRE_OBSERVE_OBSERVE_FRONT_H

#include "state/state.h"

/* What a guide does to a sheet near one of its edges: sums of normal forces [N], as vectors, with
 * friction, and weighted places [N m]. */
struct quire_front {
    double normal, push[2], all[2], at[2];
    bool counted; /* it may be anything but zero */
};

/* So many of a sheet with a guide: at its leading edge, at its trailing edge. */
#define QUIRE_FRONT_EDGES 2

/* The first of QUIRE_FRONT_EDGES of a touch's sheet and guide, among those of each sheet with each
 * guide of the view (n_sheet * n_guide * QUIRE_FRONT_EDGES). */
int quire_front_of(const struct quire_system *sys, const struct quire_touch *touch);
/* Counts those of n touches of a sheet with a guide that are near its edges; all are zeroed before.
 */
void quire_front_add(struct quire_front *front, const struct quire_system *sys,
                     const struct quire_view *view, const struct quire_touch *touch, int n);
/* Once all are counted. */
void quire_front_finish(const struct quire_front *front, const struct quire_view *view, int sheet,
                        struct quire_sheet_view *out);

#endif
