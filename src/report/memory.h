/* The data of a page from a run in memory, in two parts: what is drawn at once, and the rest. */
#ifndef QUIRE_REPORT_MEMORY_H
#define QUIRE_REPORT_MEMORY_H

#include <quire/diag.h>

#include "base/json.h"
#include "kind/view.h"
#include "record/record.h"
#include "result/result.h"

/* about so many are in the first part at most */
#define QUIRE_MEMORY_FRAMES 64
#define QUIRE_MEMORY_ROWS   128

/* Writes JSON text of several lines as one line. */
void quire_memory_add_json(struct quire_json *json, const char *key, const char *text);

/* Writes an object of schema "quire-report-1" with one result: its summary, and of a run that has
 * finished the machine, few of its frames, and of its series few samples of the columns that a
 * drawing reads. A result in a folder has all of both (quire_report_data()). The record keeps its
 * course. */
quire_status quire_memory_write_picture(struct quire_json *json, const char *key,
                                        const struct quire_record *record, quire_diag *diag);

/* Writes the same object before the run: its machine and one frame, as they are at the start.
 * `result` has the model, and nothing happened yet. */
quire_status quire_memory_write_start(struct quire_json *json, const char *key,
                                      const struct quire_result *result,
                                      const struct quire_view *view, quire_diag *diag);

/* Writes the members "frames", where the first part left some out, and "series" with all columns.
 * Nothing of a run that did not finish. */
quire_status quire_memory_write_rest(struct quire_json *json, const struct quire_record *record,
                                     quire_diag *diag);

#endif
