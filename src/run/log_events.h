/* Events that need not be located: drives that are told something else, ends that are let go,
 * verdicts, and what ended the run. */
#ifndef QUIRE_RUN_LOG_EVENTS_H
#define QUIRE_RUN_LOG_EVENTS_H

#include "run/running.h"

/* A drive gets another value, by whom or why. */
quire_status quire_running_log_drive(struct quire_run *run, double t,
                                     const struct quire_drive *drive, double value,
                                     const char *why);
/* A nip begins to open or to close, a clutch to engage or to let go; by whom. */
quire_status quire_running_log_switch(struct quire_run *run, double t,
                                      const struct quire_object *what, const char *why, bool on);
/* Ends of a part's holds that are due at t, where the state is in run->y. */
quire_status quire_running_log_releases(struct quire_run *run, const struct quire_part *part,
                                        double t);
/* What drives' courses said up to t, verdicts, and the jam that ended the run then. */
quire_status quire_running_log_end(struct quire_run *run, double t);

#endif
