/* Sheets that rest: what lies still under others is left out of the equations until the forces on
 * it would move it. Those that move touch it where it lies. Theory: doc/theory/stacks.md, 11.
 *
 * A sheet may rest if an implicit step of one second, which lets it go where all others are now,
 * would move it by less than a bound, and friction would hold it with something left over. */
#ifndef QUIRE_ISLANDS_RESTING_H
#define QUIRE_ISLANDS_RESTING_H

#include "islands/grouping.h"
#include "step/stick_history.h"

struct quire_resting {
    struct quire_state *state;
    double bound; /* by which what rests may be away from where it would be [m] */
    bool *rests;  /* (n_sheet) */
    bool *still;  /* (n_grip): a place of a sheet that rests, and does not touch one that moves */
    double *y;    /* of those that rest, as y */
    double next, next_all; /* when they are judged again, and when all are [s] */
    double pause;          /* until then [s] */
    bool all;              /* now all are */
    double lost;           /* kinetic energy of what has come to rest, all in all [J] */
    bool shaken;           /* forces have changed so much that they are judged before that, */
    bool shaken_deep;      /* and that all are, for those far below may no longer be held */
    double margin;         /* least friction margin further down when all were judged [N] */
    bool failed;           /* memory has run out */
    /* of each that rests (n_sheet): */
    double (*pressed)[3]; /* the sum of forces on it when it was judged [N] */
    double *holds;        /* what friction can hold [N]; */
    bool *known;          /* whether `pressed` is known */
    double *change;       /* of that sum since then, and */
    double *drift;        /* of it before that, since all were judged, at most [N] */
    double *room;         /* how far rollers may still come nearer [m] */
    /* what friction, or weight, did not hold when it was judged last makes of it since then: */
    struct quire_slipping {
        double at, pull, speed, way; /* [s], [m/s^2], [m/s], [m] */
    } * slipping;
    /* scratch */
    bool *candidate, *moves, *fixed;
    int *layer;      /* how many sheets lie between it and one that moves, and 1 */
    int *no_cluster; /* (n_cluster): -1 */
    double *trial, *step, *block;
    double *beyond; /* the force on a sheet that friction does not hold [N]; */
    double *lift;   /* with which others would have to hold it down [N]; */
    double *way;    /* how far it would go [m] */
    struct quire_stick_strain *strain;
    struct quire_stick_between *between;
    int n_between, cap_between;
};

/* bound 0: no sheet ever rests. False when memory runs out; destroy() serves then, too. */
bool quire_resting_create(struct quire_resting *resting, struct quire_state *state, double bound);
void quire_resting_destroy(struct quire_resting *resting);

/* A step of a part, in focus, has ended after h: looks at the forces on what stands still for it,
 * and at rollers that come near. */
void quire_resting_watch(struct quire_resting *resting, const struct quire_part *part, double h);

/* Whether sheets are to be judged at t; before they are; and those of a group at (t, y), where the
 * state's carriers are. Of those that come to rest the velocities in y become 0. Returns whether
 * any of them begins or ends to rest. */
bool quire_resting_is_due(const struct quire_resting *resting, double t);
void quire_resting_begin(struct quire_resting *resting, double t);
bool quire_resting_judge(struct quire_resting *resting, const struct quire_grouping *grouping,
                         int number, double t, double *y);

/* Puts those that rest into y. */
void quire_resting_put(const struct quire_resting *resting, double *y);

#endif
