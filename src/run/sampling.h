/* Looking at a run: pictures, energy, samples and checks. */
#ifndef QUIRE_RUN_SAMPLING_H
#define QUIRE_RUN_SAMPLING_H

#include "run/running.h"

/* Pictures at times of the last step; `user` is the run, what they return is borrowed until the
 * next. */
const struct quire_view *quire_running_motion(void *user, double t);
const struct quire_view *quire_running_view(struct quire_run *run, double t);
const double *quire_running_state(void *user, double t);
bool quire_running_touches(void *user, double t, int target, int sheet);

/* A picture also before the run has begun, when there is its start alone, of motion alone unless
 * `forces` are wanted; drives and switches in run->state are then as at that time. For struct
 * quire_quantities. */
const struct quire_view *quire_running_picture(void *user, double t, bool forces);

/* From here on the pictures show a part of the machine; NULL: all of it. */
void quire_running_focus(struct quire_run *run, const struct quire_part *part);

/* Energy stored at a state that no step has evaluated [J]. */
double quire_running_stored(struct quire_run *run, double t, const double *y);

/* Looks for sheets that have gone into solids or through walls, at the end of a step of the part in
 * focus, or at the end of the run. */
quire_status quire_running_check_penetration(struct quire_run *run, double t, bool last);

/* Samples, checks and audits that are due up to t. */
quire_status quire_running_observe(struct quire_run *run, double t);

#endif
