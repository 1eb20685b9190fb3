#include "events/event_queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

quire_status
quire_event_queue_add(struct quire_event_queue *h, const struct quire_pending_event *what)
{
    size_t i = h->n;

    if (h->n == h->capacity) {
        const size_t capacity = 2 * h->capacity + 16;
        struct quire_pending_event *more = realloc(h->at, capacity * sizeof *more);
        if (more == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        h->at = more;
        h->capacity = capacity;
    }
    while (i > 0 && h->at[i - 1].event.time > what->event.time) {
        i--;
    }
    memmove(h->at + i + 1, h->at + i, (h->n - i) * sizeof *what);
    h->at[i] = *what;
    h->n++;
    return QUIRE_OK;
}

double
quire_event_queue_next(const struct quire_event_queue *h)
{
    for (size_t i = 0; i < h->n; i++) {
        if (h->at[i].heard) {
            return h->at[i].event.time;
        }
    }
    return INFINITY;
}

bool
quire_event_queue_take(struct quire_event_queue *h, double until, struct quire_pending_event *out)
{
    if (h->n == 0 || h->at[0].event.time > until) {
        return false;
    }
    *out = h->at[0];
    memmove(h->at, h->at + 1, --h->n * sizeof *out);
    return true;
}

void
quire_event_queue_forget(struct quire_event_queue *h, const struct quire_part *part, double t)
{
    size_t kept = 0;

    for (size_t i = 0; i < h->n; i++) {
        const bool concerned =
            h->at[i].sheet >= 0 ? part->has_sheet[h->at[i].sheet] : part->has_small[h->at[i].small];
        if (!(concerned && h->at[i].event.time > t)) {
            h->at[kept++] = h->at[i];
        }
    }
    h->n = kept;
}

void
quire_event_queue_clear(struct quire_event_queue *h)
{
    free(h->at);
    memset(h, 0, sizeof *h);
}
