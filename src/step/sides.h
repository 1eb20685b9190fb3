/* From which side a sheet came to the faces of guides. A place that stands over a face keeps its
 * side, however deep it is pressed in; it comes to the back only round an end, by its way since the
 * last step. At the back of a face it does not meet it: it passes freely, until it is before the
 * face or beside it. This is remembered for each face and station, and changes between steps alone.
 * Theory: doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_STEP_SIDES_H
#define QUIRE_STEP_SIDES_H

#include "state/state.h"

#define QUIRE_SIDE_CHANGES 256 /* more are not told of */

/* Marks of stations that have changed. */
struct quire_side_changes {
    struct {
        struct quire_sheet_work *work;
        size_t at;
    } of[QUIRE_SIDE_CHANGES];
    int n;
};

/* Before a new step of a part, at (t, y): which stations are behind, and where that has changed.
 * Costs nothing where none can be. */
void quire_sides_commit(struct quire_state *state, const struct quire_part *part, double t,
                        const double *y, struct quire_side_changes *changes);
/* Back to what was before, and again to what is. */
void quire_sides_swap(const struct quire_side_changes *changes);

/* Whether it came to any face of a guide so. */
bool quire_sides_came_from_behind(const struct quire_state *state, int sheet, int guide, int node);

#endif
