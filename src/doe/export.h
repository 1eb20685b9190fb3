/* The table of a study, one row a run, for other programs: its runs, or its design alone. */
#ifndef QUIRE_DOE_EXPORT_H
#define QUIRE_DOE_EXPORT_H

#include <stdio.h>

#include "store/store.h"

/* Write the runs that are done, in the order of the plan: the same bytes whatever workers, order
 * and interruptions there were. Nothing of when and where they were done is in them.
 * QUIRE_ERROR_FILE when a row is damaged; whether `file` took all is the caller's to see.
 * Without a store all runs of the plan are written, without results. */
quire_status doe_export_csv(FILE *file, const struct doe_work *work, struct doe_store *store,
                            quire_diag *diag);
quire_status doe_export_json(FILE *file, const struct doe_work *work, struct doe_store *store,
                             quire_diag *diag);

#endif
