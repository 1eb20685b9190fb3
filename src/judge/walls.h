/* Whether sheets have gone through walls: seen by where their mid-lines go past the surfaces of
 * guides, whatever contact knows of sides. doc/adr/0144-walls-by-geometry.md */
#ifndef QUIRE_JUDGE_WALLS_H
#define QUIRE_JUDGE_WALLS_H

#include "kind/view.h"
#include "state/state.h"

struct quire_walls;

/* A sheet's mid-line so deep behind a surface, or beyond the solid. */
struct quire_wall_crossing {
    int guide, sheet;
    double at[2], depth; /* [m] */
};
typedef void quire_wall_crossing_fn(void *user, const struct quire_wall_crossing *crossing);

/* NULL when memory runs out. */
struct quire_walls *quire_walls_create(const struct quire_system *system);
void quire_walls_destroy(struct quire_walls *self);

/* Shows where the sheets of the state's focus are; `y` is the state there and is asked only where
 * there are gates. Calls back for what has gone through a wall since the last time. What has hardly
 * moved since is looked at again when it has moved farther, or with `last`. False when memory runs
 * out. */
bool quire_walls_check(struct quire_walls *self, const struct quire_state *state,
                       const struct quire_view *view, const double *y, bool last,
                       quire_wall_crossing_fn *found, void *user);

#endif
