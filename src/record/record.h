/* The record of a run: everything that is kept in memory and written to its folder. */
#ifndef QUIRE_RECORD_RECORD_H
#define QUIRE_RECORD_RECORD_H

#include <quire/run.h>

#include "result/figures.h"
#include "result/result.h"
#include "trace/frames.h"
#include "trace/series_table.h"

struct quire_record;

/* A record for a run of `model`, which must outlive it. Of the options `directory` (NULL: memory
 * only) and `force` are used; the others go into the manifest. Refuses a folder that cannot be
 * written to or that holds another model's results (QUIRE_ERROR_FILE), but does not make it yet.
 * Free with quire_record_destroy(). */
quire_status quire_record_create(struct quire_record **out, const struct quire_model *model,
                                 const quire_run_options *options, quire_diag *diag);
void quire_record_destroy(struct quire_record *record);

/* Before begin(), of a record in memory: the files are made and compared with those of a folder,
 * all but the summary. */
quire_status quire_record_compare(struct quire_record *record, const char *directory);
/* After end(): where they differ, one line a file; "" where they do not. */
const char *quire_record_differences(const struct quire_record *record);

/* Before begin(), of a record in memory: what moved is kept too, as it is for files. */
void quire_record_keep_course(struct quire_record *record);

/* What moved and the series, of a record that keeps them. */
struct quire_record_course {
    const char *machine; /* the first line of a trajectory; NULL before end(), and of a run that did
                            not finish */
    const struct quire_frames *frames;
    const struct quire_series *series;
};
/* Valid as long as the record is. */
struct quire_record_course quire_record_course(const struct quire_record *record);

/* The recorder to be fed by the run. Its begin() makes the folder and takes it, its end() writes
 * the files, all or none, and leaves it to others. What goes wrong is added to diag, which must
 * outlive the feeding and may be NULL. end() with a NULL last view is for runs that failed before
 * their first. */
struct quire_recorder quire_record_interface(struct quire_record *record, quire_diag *diag);

/* Before the end: figures alone are wanted, neither of the texts of the summary. Files get theirs
 * all the same. */
void quire_record_spare_texts(struct quire_record *record);

/* Whether result files are written, or compared with those of a folder. */
bool quire_record_wants_files(const struct quire_record *record);

/* Before the end: the text of QUIRE_COMMANDS_FILE, borrowed until then (size bytes); none: the run
 * received no commands, and an older file of that name is removed. */
#define QUIRE_COMMANDS_FILE "commands.jsonl" /* doc/formats.md */
void quire_record_keep_commands(struct quire_record *record, const char *text, size_t size);

/* After begin(): makes room for so many samples at once. QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_record_expect(struct quire_record *record, size_t samples);

/* After begin(): whether one of these figures may be made from samples between the first and the
 * last (n). */
bool quire_record_needs_samples(const struct quire_record *record, const char *const *figure,
                                size_t n);

/* After begin(): the names of all figures that such a run may have, each with some value, those
 * included that may differ from one run to the next. `result` has the events and checks that may
 * come. Clear with quire_figures_clear(). */
quire_status quire_record_possible_figures(const struct quire_record *record,
                                           const struct quire_result *result,
                                           const struct quire_view *view,
                                           struct quire_figures *out);

/* For the functions of the same names in <quire/run.h>. */
double quire_record_figure(const struct quire_record *record, const char *name);
/* NULL: no such figure */
const char *quire_record_figure_unit(const struct quire_record *record, const char *name);
size_t quire_record_column_count(const struct quire_record *record);
/* NULL: no such column */
const char *quire_record_column_name(const struct quire_record *record, size_t column);
size_t quire_record_row_count(const struct quire_record *record);
double quire_record_value(const struct quire_record *record, size_t row, size_t column);
const char *quire_record_summary_text(const struct quire_record *record); /* "" before end() */
const char *quire_record_summary_json(const struct quire_record *record);
size_t quire_record_nodes(const struct quire_record *record, const char *sheet, double *x,
                          double *y, size_t capacity);

#endif
