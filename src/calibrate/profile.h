/* Profile likelihood: how far an unknown can go while the others make up for it. */
#ifndef QUIRE_CALIBRATE_PROFILE_H
#define QUIRE_CALIBRATE_PROFILE_H

#include "calibrate/covariance.h"

#define DOE_PROFILE_POINTS 10 /* most of a side */

/* One side of one unknown. */
struct doe_profile_side {
    size_t n;
    /* places of the unknown, and there the signed root of the increase of the sum over the
     * variance, in units of the threshold: at 1 the interval ends (n) */
    double x[DOE_PROFILE_POINTS], root[DOE_PROFILE_POINTS];
    double end; /* of the interval; 0 or 1 where it is open */
    bool open;  /* the unknown may go to the end of its range */
};

struct doe_profile {
    struct doe_profile_side side[2]; /* down, up */
};

/* Fills profile (n). When a lower minimum is met, *at moves there with its derivatives, *lower is
 * set, and the profiles are void: the spread is to be made anew. */
enum doe_search_end doe_profile_make(const struct doe_search_problem *p, struct doe_point *at,
                                     const struct doe_spread *spread, struct doe_profile *profile,
                                     bool *lower);

#endif
