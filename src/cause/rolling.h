/* How rollers turn a sheet and take it aside by the way their surfaces run: one side faster than
 * the other, tapered, or with a shaft that is turned. A roller that runs as those beside it do,
 * straight on, does neither, though it may push or hold the sheet with a large moment.
 * doc/guide/jams.md, "Skew". */
#ifndef QUIRE_CAUSE_ROLLING_H
#define QUIRE_CAUSE_ROLLING_H

#include "result/result.h"

/* What each roller contributes now to the rate of yaw [rad/s], and to the velocity of the sheet's
 * middle across the feed [m/s] (n_roller); spatial models only. */
void quire_rolling_rates(const struct quire_view *view, size_t sheet, double *turn, double *aside);

#endif
