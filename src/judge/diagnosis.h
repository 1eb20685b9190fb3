/* What sheets do all the time, from which a verdict learns what went wrong first, and the facts
 * that name its cause. */
#ifndef QUIRE_JUDGE_DIAGNOSIS_H
#define QUIRE_JUDGE_DIAGNOSIS_H

#include "result/result.h"

/* The definitions, in doc/guide/jams.md too. */
/* a guide stands in the way from here on: 20 deg to the feed [rad] */
#define QUIRE_DIAGNOSIS_STEEP  0.34906585039886592
#define QUIRE_DIAGNOSIS_SLIP   0.1 /* of its surface speed: a roller slips */
#define QUIRE_DIAGNOSIS_BEHIND 0.5 /* of the drive's speed: a lead edge falls behind */
/* a sheet is so much shorter along its path than it is long: it stands out [m] */
#define QUIRE_DIAGNOSIS_SHORT 5e-3
/* friction over normal force: a nip that slips below has too little grip, above it is held back */
#define QUIRE_DIAGNOSIS_GRIP 0.4
#define QUIRE_DIAGNOSIS_SPEEDS                                                                     \
    0.02 /* two drives that hold a sheet differ by more than this part                             \
          */
/* a sheet that leaves its channel so near its lead edge has missed it [m] */
#define QUIRE_DIAGNOSIS_FRONT  0.02
#define QUIRE_DIAGNOSIS_DRIVEN 0.02  /* slower drives stand [m/s] */
#define QUIRE_DIAGNOSIS_LOST   0.005 /* a drive that has driven a sheet so much less is slow [m] */
#define QUIRE_DIAGNOSIS_BREAK  0.03  /* what is gone for longer is over [s] */

struct quire_diagnosis;

/* NULL when memory runs out. */
struct quire_diagnosis *quire_diagnosis_create(const struct quire_view *view);
void quire_diagnosis_destroy(struct quire_diagnosis *self);

/* Shows it a view; times must rise. */
void quire_diagnosis_observe(struct quire_diagnosis *self, const struct quire_view *view);

/* Shows it an event: what a lead edge touches for the first time may be a sign. */
void quire_diagnosis_event(struct quire_diagnosis *self, const struct quire_view *view,
                           const struct quire_event *event);

/* Shows it a sheet at the end of a step: signs of speed and place have their time by these. A step
 * that is taken back is shown anew. */
void quire_diagnosis_track(struct quire_diagnosis *self, const struct quire_view *view,
                           size_t sheet);

/* Fills why a check that is about this (bits of enum quire_check_about) failed with this result, at
 * the time of the view; leaves it empty for no sheet, for one without a path, and for checks that
 * are about something else than sheets that do not get on. */
void quire_diagnosis_find(const struct quire_diagnosis *self, const struct quire_view *view,
                          unsigned about, const struct quire_check_result *result,
                          struct quire_why *out);

#endif
