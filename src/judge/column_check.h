/* Whether sheets of two node columns twist more than two columns can tell: the warning W-COLUMNS.
 * doc/theory/spatial-view.md */
#ifndef QUIRE_JUDGE_COLUMN_CHECK_H
#define QUIRE_JUDGE_COLUMN_CHECK_H

#include <quire/diag.h>

#include "kind/view.h"

/* The worst so far of one sheet. */
struct quire_columns_sheet {
    const struct quire_object *object;
    double width;
    /* root mean square over its length, beyond what it is too soft [rad/m]; when [s] */
    double twist, limit, time;
    double squeeze; /* the largest compressive strain */
};

/* Start with {0}. */
struct quire_columns {
    struct quire_columns_sheet *sheet; /* (n) */
    size_t n;
};

/* Looks at a view of a spatial model. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_columns_look(struct quire_columns *self, const struct quire_view *view);
/* Warns of each sheet that twisted too much. */
void quire_columns_warn(const struct quire_columns *self, quire_diag *diag);
void quire_columns_clear(struct quire_columns *self);

#endif
