/* Whether sheets' segments are too long for the smallest thing they meet: the warning W-SEGMENTS.
 * doc/adr/0187-segments-that-are-enough.md */
#ifndef QUIRE_JUDGE_SEGMENT_CHECK_H
#define QUIRE_JUDGE_SEGMENT_CHECK_H

#include <quire/diag.h>

#include "kind/view.h"
#include "result/result.h"

/* What a sheet met that asks for the shortest segments. */
struct quire_segment_need {
    const struct quire_object *object; /* the sheet; NULL: its segments are short enough */
    const char *solid;
    int feature;            /* what it met: */
    double size, turn;      /* of that [m]; by how much the sheet turned there [rad] */
    double length, segment; /* of the sheet and of its segments [m] */
    double longest, time;   /* segments that are enough [m]; when [s] */
    bool folded;            /* at the end of the last step */
};

/* Beyond this a chain's joint stands for a bend that it cannot follow: buckles come out as zigzags,
 * whose ends slide off what would stop the sheet [rad]. The samples stay below 22 deg. */
#define QUIRE_FOLDED (40 * 3.14159265358979323846 / 180)

/* A bend asks for so many segments on its radius: each turns by 0.2 rad. The manual states it, and
 * `quire check` and runs warn by it. */
#define QUIRE_SEGMENTS_ON_RADIUS 5.0

/* Longest segment [m] that is enough in a bend of a radius [m] by an angle [rad] with that part of
 * the normal force as friction; friction 0: none, or not known yet. */
double quire_segment_longest_in_bend(double radius, double turn, double friction);
/* How many segments a sheet of a length has when each is at most so long. */
double quire_segments_enough(double length, double longest);

/* Start with {0}. */
struct quire_segment_check {
    struct quire_segment_need *sheet; /* (n) */
    size_t n;
    struct quire_fold fold;
    bool folds_matter; /* one began as a sheet had met something steep */
};

/* Looks at a view. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_segment_check_observe(struct quire_segment_check *self,
                                         const struct quire_view *view);
/* Looks at a sheet at the end of a step, whether it has come to be folded. */
bool quire_segment_check_track(struct quire_segment_check *self, const struct quire_view *view,
                               size_t sheet);
/* Warns of each sheet that met something too small for its segments. */
void quire_segment_check_warn(const struct quire_segment_check *self, quire_diag *diag);
void quire_segment_check_clear(struct quire_segment_check *self);

#endif
