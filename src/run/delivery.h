/* Sheets that come into bins, or to the end of their path. */
#ifndef QUIRE_RUN_DELIVERY_H
#define QUIRE_RUN_DELIVERY_H

#include "run/running.h"

/* Refuses bins that begin beyond the end of their path, and such as hold less than lies in them at
 * the start; what lies there counts as delivered. */
quire_status quire_running_begin_bins(struct quire_run *run, quire_diag *diag);

/* Of a bin's signal, how the sheet is that comes into it. */
void quire_running_see_delivery(const struct quire_run *run, struct quire_pending_event *pending,
                                const struct quire_sheet_view *sheet);

/* A sheet comes into a bin now. */
void quire_running_deliver(struct quire_run *run, const struct quire_pending_event *event);

/* Delivers sheets whose leading edge has passed the end of their path and that no nip holds. */
void quire_running_look_at_ends(struct quire_run *run, const struct quire_view *view);

#endif
