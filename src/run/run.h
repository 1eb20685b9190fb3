/* What other rooms may see of a run beside its public face. */
#ifndef QUIRE_RUN_RUN_H
#define QUIRE_RUN_RUN_H

#include <quire/run.h>

#include "record/record.h"
#include "result/result.h"

/* What it has come to, complete after quire_run_execute(). */
const struct quire_result *quire_run_result(const quire_run *run);
/* What is kept of it. */
struct quire_record *quire_run_record(const quire_run *run);

/* Before it is executed: the machine at its start, until the next call. */
const struct quire_view *quire_run_start_view(quire_run *run);
/* Before it is executed: it ends at this time [s], if its own end is later (NaN: it is not), which
 * is returned [s]. Checks that fail only because something has not happened until then are not
 * evaluated. */
double quire_run_end_early(quire_run *run, double time);
/* Afterwards: whether it did, and neither a jam nor a rule had ended it before. */
bool quire_run_ended_early(const quire_run *run);

/* The traced outline of a <path>; NULL: there is none. */
const struct quire_outline *quire_run_path(const quire_run *run, const struct quire_object *path);

#endif
