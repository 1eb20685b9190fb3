/* Which sheets and which clusters of small bodies are solved together, since something couples them
 * or soon may: a number for each. Theory: doc/theory/integrator.md, 7. */
#ifndef QUIRE_ISLANDS_GROUPING_H
#define QUIRE_ISLANDS_GROUPING_H

#include "contact/find/near.h"

struct quire_grouping {
    struct quire_state *state;
    /* number of the group of each: a group has the number of the first of its sheets */
    int *of_sheet, *of_cluster;
    const bool *rests; /* (n_sheet): which sheets rest, islands/resting.h; NULL: none ever does */
    bool *couples;     /* whether there is anything to be solved for in a cluster */
    /* how far each sheet may still go before it can be near a roller or sheet of another group [m]
     */
    double *travel_budget;
    struct quire_near_extent *extent; /* of each sheet, if `seen` */
    bool seen;
};

/* False when memory runs out; destroy() serves then, too. */
bool quire_grouping_create(struct quire_grouping *grouping, struct quire_state *state);
void quire_grouping_destroy(struct quire_grouping *grouping);

/* Groups as they are at y, where the state's carriers are. */
void quire_grouping_begin(struct quire_grouping *grouping, const double *y);

/* Where all sheets are at y. From forget() on, until then, needs_sight() where they may touch each
 * other. */
void quire_grouping_see(struct quire_grouping *grouping, const double *y);
void quire_grouping_forget(struct quire_grouping *grouping);
bool quire_grouping_needs_sight(const struct quire_grouping *grouping);

/* How far a sheet may go in one step so that it does not pass another group's unseen, where they
 * may touch each other; infinite elsewhere [m]. */
double quire_grouping_leash(const struct quire_grouping *grouping, int sheet);

/* A sheet has made a step of this length [s], which ends at `own` (its entries of y are enough):
 * whether it may be near anything of another group. Costs little. Then, with all sheets at `all`,
 * whether it is. */
bool quire_grouping_may_be_near(struct quire_grouping *grouping, const double *own, int sheet,
                                double step);
bool quire_grouping_is_near(struct quire_grouping *grouping, const double *own, const double *all,
                            int sheet, double step);
/* Then a sheet takes over the rollers it has come near to, or joins the group that still uses them,
 * and those of sheets that it has come near to. */
void quire_grouping_join(struct quire_grouping *grouping, const double *own, const double *all,
                         int sheet, double step);

/* The part has this number. Its sheets that share no roller any more and do not touch at y, which
 * see() was told, get groups of their own. Returns whether there are any. */
bool quire_grouping_take_apart(struct quire_grouping *grouping, const double *y,
                               const struct quire_part *part, int number);

/* Whether there is a group of this number; whether it consists of the part. */
bool quire_grouping_has(const struct quire_grouping *grouping, int number);
bool quire_grouping_is(const struct quire_grouping *grouping, int number,
                       const struct quire_part *part);

/* From now on nobody is sure how far a sheet may go. */
void quire_grouping_doubt(struct quire_grouping *grouping, int sheet);

#endif
