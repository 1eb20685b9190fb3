#include "events/event_log.h"
#include "kind/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORD(kind, word) [QUIRE_EVENT_##kind] = word,

const char *
quire_event_word(enum quire_event_kind kind)
{
    static const char *const words[] = {QUIRE_EVENTS(WORD)};

    return words[kind];
}

struct quire_event
quire_event_at(double time, enum quire_event_kind kind, const char *source)
{
    return (struct quire_event){.time = time,
                                .kind = kind,
                                .source = source,
                                .x = (double)NAN,
                                .y = (double)NAN,
                                .path_distance = (double)NAN,
                                .value = (double)NAN};
}

/* room for one more */
static bool
make_room(struct quire_event_log *log)
{
    const size_t twice = 2 * log->capacity + 64,
                 capacity = twice < QUIRE_EVENTS_MOST ? twice : QUIRE_EVENTS_MOST;

    log->full = log->n == QUIRE_EVENTS_MOST;
    if (log->n < log->capacity || log->full) {
        return !log->full;
    }
    struct quire_event *more = realloc(log->event, capacity * sizeof *more);
    if (more != NULL) {
        log->event = more;
        log->capacity = capacity;
    }
    return more != NULL;
}

quire_status
quire_event_log_add(struct quire_event_log *log, const struct quire_event *event)
{
    size_t at = log->n;

    if (!make_room(log)) {
        return QUIRE_ERROR_LIMIT;
    }
    while (at > 0 && log->event[at - 1].time > event->time) {
        at--;
    }
    memmove(log->event + at + 1, log->event + at, (log->n - at) * sizeof *event);
    log->event[at] = *event;
    log->n++;
    return QUIRE_OK;
}

void
quire_event_log_clear(struct quire_event_log *log)
{
    free(log->event);
    memset(log, 0, sizeof *log);
}
