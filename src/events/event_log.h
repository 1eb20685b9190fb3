/* The log of a run: events in time order. */
#ifndef QUIRE_EVENTS_EVENT_LOG_H
#define QUIRE_EVENTS_EVENT_LOG_H

#include <stdbool.h>

#include "base/diag.h"
#include "kind/event.h"

#define QUIRE_EVENTS_MOST ((size_t)1000000) /* that a log holds */

struct quire_event_log {
    struct quire_event *event; /* (n) */
    size_t n, capacity;
    bool full; /* one more came than it holds */
};

/* An event with nothing but its time, kind and source; the rest is NaN or NULL. */
struct quire_event quire_event_at(double time, enum quire_event_kind kind, const char *source);

/* The word for events of this kind in all outputs: "nip-entry". */
const char *quire_event_word(enum quire_event_kind kind);

/* Adds a copy; events of one time keep the order in which they come. QUIRE_ERROR_LIMIT when memory
 * runs out, or when the log is full. */
quire_status quire_event_log_add(struct quire_event_log *log, const struct quire_event *event);
void quire_event_log_clear(struct quire_event_log *log);

#endif
