/* The log of a run: events in time order. */
#ifndef QUIRE_RUN_EVENTS_H
#define QUIRE_RUN_EVENTS_H

#include "kind/sensor.h"

struct quire_event_log {
    struct quire_event *event; /* (n) */
    size_t n, capacity;
};

/* An event with nothing but its time, kind and source; the rest is NaN or NULL. */
struct quire_event quire_event_at(double time, const char *kind, const char *source);

/* Adds a copy; events of one time keep the order in which they come. QUIRE_ERROR_LIMIT when memory runs out or there are too many. */
quire_status quire_event_log_add(struct quire_event_log *log, const struct quire_event *event);
void quire_event_log_clear(struct quire_event_log *log);

#endif
