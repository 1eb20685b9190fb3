/* Whether sheets' segments are too long for the smallest thing they meet: the warning W-SEGMENTS.
 * doc/adr/0187-segments-that-are-enough.md */
#ifndef QUIRE_JUDGE_SEGMENT_CHECK_H
#define QUIRE_JUDGE_SEGMENT_CHECK_H

#include <quire/diag.h>

#include "kind/view.h"

/* What a sheet met that asks for the shortest segments. */
struct quire_segment_need {
    const struct quire_object *object; /* the sheet; NULL: its segments are short enough */
    const char *solid;
    int feature;            /* what it met: */
    double size, turn;      /* of that [m]; by how much the sheet turned there [rad] */
    double length, segment; /* of the sheet and of its segments [m] */
    double longest, time;   /* segments that are enough [m]; when [s] */
};

/* Start with {0}. */
struct quire_segment_check {
    struct quire_segment_need *sheet; /* (n) */
    size_t n;
};

/* Looks at a view. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_segment_check_observe(struct quire_segment_check *self,
                                         const struct quire_view *view);
/* Warns of each sheet that met something too small for its segments. */
void quire_segment_check_warn(const struct quire_segment_check *self, quire_diag *diag);
void quire_segment_check_clear(struct quire_segment_check *self);

#endif
