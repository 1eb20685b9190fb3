/* trajectory.jsonl: the machine in one line of JSON, then one line a frame (doc/formats.md). */
#ifndef QUIRE_TRACE_TRAJECTORY_H
#define QUIRE_TRACE_TRAJECTORY_H

#include <stdio.h>

#include "result/result.h"
#include "text/text.h"
#include "trace/frames.h"
#include "trace/machine_outline.h"

/* The first line of the file alone: the machine. */
void quire_trajectory_write_machine(struct quire_text *text, const struct quire_machine *machine,
                                    const struct quire_result *result,
                                    const struct quire_view *view);

/* Writes what moved in a run of result->model. `view` is any view of the run: it names the sheets.
 * QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_trajectory_write(FILE *file, const struct quire_frames *frames,
                                    const struct quire_machine *machine,
                                    const struct quire_result *result,
                                    const struct quire_view *view);

#endif
