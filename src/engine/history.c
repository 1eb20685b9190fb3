#include "engine/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/find/clear.h"
#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "engine/blocks.h"
#include "step/law_history.h"
#include "step/sides.h"
#include "step/stick_history.h"
#include "step/wraps.h"

/* places of the part's slots, where laws remember */
static size_t
memory_places(const struct quire_system *sys, const struct quire_part *part)
{
    size_t n = 0;

    QUIRE_EACH(k, part, slot)
    {
        n += (size_t)sys->slot[k].n_station;
    }
    return n;
}

bool
quire_engine_history_create(struct quire_engine *self)
{
    const size_t places = memory_places(self->state->system, self->part);

    self->last.seen = calloc(places + 1, 1);
    self->last.motion = calloc(places + 1, sizeof *self->last.motion);
    self->last.settled = true;
    return self->last.seen != NULL && self->last.motion != NULL;
}

void
quire_engine_history_destroy(struct quire_engine *self)
{
    free(self->last.slide);
    free(self->last.seen);
    free(self->last.motion);
}

/* ---- the end of a step ---- */

/* for so many slides; where memory runs out the next evaluation fails */
static bool
has_room(struct quire_engine *self, int n)
{
    if (n > self->last.cap_slide) {
        struct quire_slide *more = realloc(self->last.slide, sizeof *more * (size_t)n);
        self->state->failed = self->state->failed || more == NULL;
        self->last.slide = more != NULL ? more : self->last.slide;
        self->last.cap_slide = more != NULL ? n : self->last.cap_slide;
    }
    return n <= self->last.cap_slide;
}

void
quire_engine_keep_solution(void *user)
{
    struct quire_engine *self = user;

    if (self->part->n_grip > 0 && has_room(self, self->state->n_slide)) {
        self->last.n_slide = self->state->n_slide;
        if (self->last.n_slide > 0) { /* there may be no room yet */
            memcpy(self->last.slide, self->state->slide,
                   sizeof *self->last.slide * (size_t)self->last.n_slide);
        }
        self->last.settled = false;
    }
}

void
quire_engine_end_step(void *user, double t, double h, const double *y)
{
    struct quire_engine *self = user;

    self->last.length = h;
    self->last.since_wraps += h;
    if (self->part->n_slot == 0) {
        return;
    }
    quire_memory_observe(self->state, self->part, t, y);
    quire_memory_keep(self->state, self->part, self->last.seen, self->last.motion);
    self->last.settled = false;
}

/* ---- the start of one ---- */

double
quire_engine_begin_step(void *user, double t, const double *y, double *given)
{
    struct quire_engine *self = user;
    double lost = 0;

    if (self->part->n_slot > 0 && !self->last.settled) {
        lost = quire_memory_commit(self->state, self->part, self->last.seen, self->last.motion,
                                   self->last.length);
        self->last.settled = self->part->n_grip == 0;
    }
    if (self->part->n_grip > 0 && !self->last.settled) {
        quire_stick_commit(self->state, self->part, self->last.slide, self->last.n_slide,
                           self->last.length);
        self->last.settled = true;
    }
    quire_sides_commit(self->state, self->part, t, y);
    *given = quire_wraps_commit(self->state, self->part, t, y, self->last.since_wraps);
    self->last.since_wraps = 0;
    return lost - *given;
}

bool
quire_engine_relax(void *user, double *y)
{
    struct quire_engine *self = user;

    quire_parked_doubt(&self->parked);
    if (self->part->n_grip == 0) {
        return false;
    }
    quire_stick_rest(self->state, self->part, y + self->state->system->layout.z0);
    return true;
}

bool
quire_engine_may_miss_contact(void *user, double t, const double *y, double h)
{
    struct quire_engine *self = user;

    if (quire_parked_update(&self->parked, self->state, t, y, h)) {
        self->problem.reopened = self->parked.motion.reopened;
        quire_engine_group(self);
    }
    return h > quire_stick_longest_step(self->state, self->part) ||
           quire_clear_is_doubtful(self->state, quire_parked_rest(&self->parked), t, y, h);
}

double
quire_engine_longest_step(void *user, double t, const double *y, const double *rate, double h)
{
    const struct quire_engine *self = user;

    return fmin(quire_stick_longest_step(self->state, self->part),
                quire_clear_step(self->state, quire_parked_rest(&self->parked), t, y, rate, h));
}
