/* What a run has come to, for other rooms and for callers of the library. */
#include <math.h>

#include "machine/lookup.h"
#include "run/run.h"
#include "run/running.h"

/* ---- for other rooms ---- */

const struct quire_result *
quire_run_result(const quire_run *run)
{
    return &run->result;
}

struct quire_record *
quire_run_record(const quire_run *run)
{
    return run->record;
}

const struct quire_view *
quire_run_start_view(quire_run *run)
{
    return quire_observe(run->observer, 0, run->y, NULL);
}

const struct quire_outline *
quire_run_path(const quire_run *run, const struct quire_object *path)
{
    return quire_system_path(run->system, path);
}

double
quire_run_end_early(quire_run *run, double time)
{
    const double own = run->end;
    run->early = time < own;
    run->end = run->early ? time : own;
    return own;
}

bool
quire_run_ended_early(const quire_run *run)
{
    return run->early && !run->stopped;
}

/* ---- for callers of the library ---- */

const char *
quire_run_directory(const quire_run *run)
{
    if (run == NULL) {
        return NULL;
    }
    return run->options.directory;
}

quire_verdict
quire_run_verdict(const quire_run *run)
{
    if (run == NULL) {
        return QUIRE_VERDICT_NONE;
    }
    return run->verdict;
}

bool
quire_run_passed(const quire_run *run)
{
    if (run == NULL) {
        return false;
    }
    return run->verdict == QUIRE_VERDICT_PASSED;
}

double
quire_run_figure(const quire_run *run, const char *name)
{
    if (run == NULL || name == NULL) {
        return (double)NAN;
    }
    return quire_record_figure(run->record, name);
}

size_t
quire_run_column_count(const quire_run *run)
{
    if (run == NULL) {
        return 0;
    }
    return quire_record_column_count(run->record);
}

const char *
quire_run_column_name(const quire_run *run, size_t column)
{
    if (run == NULL) {
        return NULL;
    }
    return quire_record_column_name(run->record, column);
}

size_t
quire_run_row_count(const quire_run *run)
{
    if (run == NULL) {
        return 0;
    }
    return quire_record_row_count(run->record);
}

double
quire_run_value(const quire_run *run, size_t row, size_t column)
{
    if (run == NULL) {
        return (double)NAN;
    }
    return quire_record_value(run->record, row, column);
}

size_t
quire_run_column(const quire_run *run, size_t column, double *values, size_t capacity)
{
    if (run == NULL) {
        return 0;
    }
    const size_t n = quire_run_row_count(run);

    capacity = values != NULL ? capacity : 0;
    for (size_t row = 0; row < n && row < capacity; row++) {
        values[row] = quire_run_value(run, row, column);
    }
    return n;
}

size_t
quire_run_event_count(const quire_run *run)
{
    if (run == NULL) {
        return 0;
    }
    return run->log.n;
}

quire_run_event
quire_run_event_at(const quire_run *run, size_t i)
{
    if (run == NULL || i >= run->log.n) {
        return (quire_run_event){.time = (double)NAN, .value = (double)NAN};
    }
    const struct quire_event *event = &run->log.event[i];

    return (quire_run_event){event->time,   quire_event_word(event->kind),
                             event->source, event->signal,
                             event->sheet,  event->detail,
                             event->value};
}

size_t
quire_run_nodes(const quire_run *run, const char *sheet, double *x, double *y, size_t capacity)
{
    if (run == NULL || sheet == NULL) {
        return 0;
    }
    return quire_record_nodes(run->record, sheet, x, y, capacity);
}

const char *
quire_run_summary_text(const quire_run *run)
{
    if (run == NULL) {
        return NULL;
    }
    return quire_record_summary_text(run->record);
}

const char *
quire_run_summary_json(const quire_run *run)
{
    if (run == NULL) {
        return NULL;
    }
    return quire_record_summary_json(run->record);
}
