/* The tunnelling audit: sheets that have gone into solids, through walls or through each other. */
#ifndef QUIRE_JUDGE_PENETRATION_H
#define QUIRE_JUDGE_PENETRATION_H

#include "kind/view.h"
#include "result/result.h"
#include "state/state.h"

struct quire_penetration;

/* NULL when memory runs out. */
struct quire_penetration *quire_penetration_create(const struct quire_system *system);
void quire_penetration_destroy(struct quire_penetration *self);

/* Where to look. */
enum quire_penetration_extent {
    QUIRE_PENETRATION_TOUCHED, /* at solids that sheets touch */
    QUIRE_PENETRATION_PLACES,  /* at all guides: the view knows where things are, but no forces */
    QUIRE_PENETRATION_ALL,     /* at all solids */
};

/* Looks for sheets that have gone through walls, at the end of each step of the part in the state's
 * focus, and with `last` at the end of the run. `y` is asked only where there are gates. False when
 * memory runs out. */
bool quire_penetration_check_walls(struct quire_penetration *self, const struct quire_state *state,
                                   const struct quire_view *view, const double *y, bool last);

/* Looks for stations of the sheets in the state's focus deep inside guides that they did not come
 * to from behind, for sheets deep inside rollers, and for sheets through each other; each pair of
 * sheet and target is reported once. */
void quire_penetration_check(struct quire_penetration *self, const struct quire_state *state,
                             const struct quire_view *view, enum quire_penetration_extent extent);
/* Warns of what was found, at the solids. */
void quire_penetration_warn(const struct quire_penetration *self, quire_diag *diag);
const struct quire_tunnelling *quire_penetration_found(const struct quire_penetration *self,
                                                       size_t *n);

#endif
