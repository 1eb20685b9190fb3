#include "state/room.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define FIRST 256 /* places that there is room for at the start */
/* most that are added together: with less room than that some may have been left out */
#define AT_ONCE 64

static bool
is_short(int n, int cap)
{
    return n > cap - AT_ONCE;
}

/* the same numbers on a boundary of vectors, with room for more; *at is NULL at first */
static bool
enlarge(void *at, size_t size, int n, int cap)
{
    void *old, *more = aligned_alloc(64, (size * (size_t)cap + 63) / 64 * 64);

    if (more == NULL) {
        return false;
    }
    memcpy(&old, at, sizeof old);
    if (n > 0) {
        memcpy(more, old, size * (size_t)n);
    }
    free(old);
    memcpy(at, &more, sizeof more);
    return true;
}

/* twice the room, if that can be counted */
static int
more_than(int cap)
{
    return cap > INT_MAX / 2 ? INT_MAX : cap > 0 ? 2 * cap : FIRST;
}

bool
quire_room_enlarge(void *at, size_t size, int n, int *cap)
{
    const int more = more_than(*cap);

    if (!enlarge(at, size, n, more)) {
        return false;
    }
    *cap = more; /* only now is there room for so many */
    return true;
}

static bool
space_couplings_are_short(const struct quire_state *st)
{
    return st->system->spatial && is_short(st->n_space_coupling, st->cap_space_coupling);
}

bool
quire_room_is_short(const struct quire_state *st)
{
    return is_short(st->n_touch, st->cap_touch) || is_short(st->n_coupling, st->cap_coupling) ||
           space_couplings_are_short(st);
}

bool
quire_room_grow(struct quire_state *st)
{
    bool good = true;

    if (is_short(st->n_touch, st->cap_touch)) {
        good = quire_room_enlarge(&st->touch, sizeof *st->touch, st->n_touch, &st->cap_touch);
    }
    if (good && is_short(st->n_coupling, st->cap_coupling)) {
        good = quire_room_enlarge(&st->coupling, sizeof *st->coupling, st->n_coupling,
                                  &st->cap_coupling);
    }
    if (good && space_couplings_are_short(st)) {
        good = quire_room_enlarge(&st->space_coupling, sizeof *st->space_coupling,
                                  st->n_space_coupling, &st->cap_space_coupling);
    }
    return good;
}

bool
quire_room_create(struct quire_state *st)
{
    return quire_room_grow(st); /* there is none yet */
}

void
quire_room_destroy(struct quire_state *st)
{
    free(st->touch);
    free(st->kept.touch);
    free(st->coupling);
    free(st->space_coupling);
}
