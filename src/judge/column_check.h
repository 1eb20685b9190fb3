/* Whether sheets of two node columns twist more than two columns can tell: the warning W-COLUMNS.
 * doc/theory/spatial-view.md */
#ifndef QUIRE_JUDGE_COLUMN_CHECK_H
#define QUIRE_JUDGE_COLUMN_CHECK_H

#include <quire/diag.h>

#include "kind/view.h"

/* The worst so far of one sheet. */
struct quire_column_check_sheet {
    const struct quire_object *object;
    double width;
    /* root mean square over its length, beyond what it is too soft [rad/m]; when [s] */
    double twist, limit, time;
    double squeeze; /* the largest compressive strain */
};

/* Start with {0}. */
struct quire_column_check {
    struct quire_column_check_sheet *sheet; /* (n) */
    size_t n;
};

/* Looks at a view of a spatial model. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_column_check_observe(struct quire_column_check *self,
                                        const struct quire_view *view);
/* Warns of each sheet that twisted too much. */
void quire_column_check_warn(const struct quire_column_check *self, quire_diag *diag);
void quire_column_check_clear(struct quire_column_check *self);

#endif
