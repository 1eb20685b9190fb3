/* What drives a sheet. */
#ifndef QUIRE_CHECK_JAM_PUSH_H
#define QUIRE_CHECK_JAM_PUSH_H

#include "kind/view.h"

/* A drive roller that pulls at the sheet, the one that presses most; NULL when there is none, or
 * when a drive roller that stands holds the sheet: then it stands still because the control wants
 * it so. It turns from `drive_speed` on [m/s]. */
const struct quire_roller_view *quire_push_turning(const struct quire_view *view, size_t sheet,
                                                   double drive_speed);

#endif
