/* What was found in the steps of single islands and waits until all islands have come so far. */
#ifndef QUIRE_EVENTS_EVENT_QUEUE_H
#define QUIRE_EVENTS_EVENT_QUEUE_H

#include "events/event_log.h"
#include "kind/view.h"
#include "machine/subsystem.h"
#include "model/object.h"

struct quire_pending_event {
    struct quire_event event;
    int sheet;                         /* index of the sheet it happened to; -1: to none, but */
    int small;                         /* to this body */
    const struct quire_object *sensor; /* whose signal it is; NULL: nobody's */
    int signal;
    bool heard;  /* rules listen to it, or it lets a sheet in or out: */
    bool admits; /* it lets this sheet in, and is not logged: */
    int entrant;
    bool delivers; /* the sheet comes into the bin that is the sensor: */
    struct quire_delivery_view delivery;
};

struct quire_event_queue {
    struct quire_pending_event *at; /* in time order; those of one time as they were found (n) */
    size_t n, capacity;
};

/* QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_event_queue_add(struct quire_event_queue *self,
                                   const struct quire_pending_event *what);
/* Takes the first one, if it is not later than `until`. */
bool quire_event_queue_take(struct quire_event_queue *self, double until,
                            struct quire_pending_event *out);
/* The time of the first one that rules listen to; infinity if there is none. */
double quire_event_queue_next(const struct quire_event_queue *self);
/* The sheets of a part go back to time t: what was found for them after it will be found again. */
void quire_event_queue_forget(struct quire_event_queue *self, const struct quire_part *part,
                              double t);
void quire_event_queue_clear(struct quire_event_queue *self);

#endif
