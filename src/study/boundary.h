/* The failure nearest to a design: how far away it is, in units of the tolerances, and which
 * factors lead there.
 *
 * What is known of a design is only whether it fails. The search goes out from the present design
 * along the axes, then in directions that fill the sphere evenly, never farther than the nearest
 * failure so far; near the nearest it lays a plane through points of the boundary and goes along
 * its normal, as the iteration of Hasofer and Lind (1974) does with gradients, and tries directions
 * round about for corners of the boundary, where there is no normal. Derived in
 * doc/theory/boundary.md. */
#ifndef QUIRE_STUDY_BOUNDARY_H
#define QUIRE_STUDY_BOUNDARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quire/status.h>

#define QUIRE_BOUNDARY_FACTORS 100 /* most factors */

/* undecided: no verdict; counts neither way */
enum quire_design_outcome { QUIRE_HOLDS, QUIRE_FAILS, QUIRE_UNDECIDED };

struct quire_boundary_problem {
    size_t n; /* factors; 1 to QUIRE_BOUNDARY_FACTORS */
    /* how far each may go [1] (n): low <= 0 <= high; NULL: as far as `reach` */
    const double *low, *high;
    /* of each factor the direction in which it changes alone, of unit length or 0 (n * n); NULL:
     * the axes */
    const double *alone;
    double reach;      /* how far away is looked at all [1]; > 0 */
    double resolution; /* to which the distance is found [1]; > 0 */
    size_t budget;     /* most designs that are tried */
    uint64_t seed;     /* of the directions */
    /* Tries `count` designs, each of n deviations from the present one, in units of the tolerances
     * (count * n). The order in which they are tried changes nothing. Anything but QUIRE_OK ends
     * the search. */
    quire_status (*attempt)(void *user, const double *designs, size_t count,
                            enum quire_design_outcome *outcome);
    void *user;
};

struct quire_boundary {
    bool found;   /* a failure within reach */
    bool unknown; /* the present design has no verdict, so nothing was searched */
    /* of the nearest failure found; 0: the present design fails; INFINITY: none was found [1] */
    double distance;
    /* along the way there the design holds at least so far [1]: the boundary is between */
    double held;
    double *nearest; /* where it is (n); zeros where none was found */
    double *share;   /* of each factor in the square of the distance, in all 1 (n) */
    /* distance to failure where one factor alone is changed, down and up (2n); INFINITY: none
     * within its limits; NaN: not looked at, or it cannot change alone */
    double *axis;
    size_t attempts, undecided;
    bool spent; /* the budget ended the search before it was through */
};

/* QUIRE_ERROR_LIMIT without memory. *out is to be cleared in any case. */
quire_status quire_boundary_search(const struct quire_boundary_problem *problem,
                                   struct quire_boundary *out);
void quire_boundary_clear(struct quire_boundary *boundary);

#endif
