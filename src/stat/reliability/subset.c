/* Subset simulation: the probability as a product of shares that are not small (Au, Beck, Prob.
 * Eng. Mech. 16 (2001) 263), by chains of conditional sampling. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "stat/rate.h"
#include "stat/reliability/draws.h"
#include "stat/reliability/search.h"

#define INVERSE_SHARE 10 /* of a level: one in so many */
#define LEVELS        5  /* that the budget is for: down to 1e-5 */
#define MOST_LEVELS   12
#define LEAST_VALUES  50 /* different margins of the first level */
#define ACCEPT        0.44
#define BATCH         250
/* the stated variation is too small by so much, as the levels depend on each other */
#define UNDERSTATED 1.3

enum { STREAM_INPUTS, STREAM_CHAINS };

struct place {
    double margin;
    size_t i;
};

struct subset {
    struct quire_failure_search of;
    struct quire_draws inputs, chains;
    size_t size, seeds;  /* of a level; chains */
    double *u, *margin;  /* of the level (size * n), (size) */
    double *next;        /* room (size * n) */
    struct place *place; /* (size), by margin */
    double length;
    double probability, square; /* of the levels so far; its variation */
    double unknown;             /* what runs without a verdict may add */
};

static int
compare(const void *a, const void *b)
{
    const struct place *p = a, *q = b;

    return p->margin < q->margin ? -1 : p->margin > q->margin ? 1 : p->i < q->i ? -1 : p->i > q->i;
}

static void
sort(struct subset *self)
{
    for (size_t i = 0; i < self->size; i++) {
        /* without a verdict it counts as holding */
        self->place[i] = (struct place){isnan(self->margin[i]) ? HUGE_VAL : self->margin[i], i};
    }
    qsort(self->place, self->size, sizeof *self->place, compare);
}

static size_t
different(const struct subset *self)
{
    size_t n = 1;

    for (size_t i = 1; i < self->size; i++) {
        n += self->place[i].margin != self->place[i - 1].margin;
    }
    return n;
}

/* how much more than independent draws the states of chains vary: 1 + gamma of Au and Beck. States
 * are ordered by steps, `seeds` in each. */
static double
inflation(const struct subset *self, double at, double share)
{
    const size_t n = self->size, seeds = self->seeds;
    const double variance = share * (1 - share);
    double gamma = 0;

    for (size_t lag = seeds; lag < n && variance > 0; lag += seeds) {
        size_t both = 0;
        for (size_t i = 0; i + lag < n; i++) {
            both += self->margin[i] <= at && self->margin[i + lag] <= at;
        }
        const double pairs = (double)(n - lag);
        gamma += 2 * pairs / (double)n * ((double)both / pairs - share * share) / variance;
    }
    return 1 + fmax(0, gamma);
}

/* In batches; returns how many runs of the level there are. */
static size_t
draw_first(struct subset *self)
{
    const size_t n = self->of.problem->n;
    size_t done = 0;

    while (done < self->size) {
        const size_t left = self->size - done, count = left < BATCH ? left : BATCH;
        quire_draws_normal(&self->inputs, self->of.u, count * n);
        if (!quire_failure_try(&self->of, count)) {
            break;
        }
        memcpy(self->u + done * n, self->of.u, count * n * sizeof *self->u);
        memcpy(self->margin + done, self->of.margin, count * sizeof *self->margin);
        done += count;
    }
    return done;
}

/* The nearest to failure begin chains, in an order of their own. */
static void
take_seeds(struct subset *self)
{
    const size_t n = self->of.problem->n;

    for (size_t i = self->seeds; i-- > 1;) {
        const size_t j = quire_draws_below(&self->chains, i + 1);
        const struct place p = self->place[i];
        self->place[i] = self->place[j];
        self->place[j] = p;
    }
    for (size_t i = 0; i < self->seeds; i++) {
        memcpy(self->next + i * n, self->u + self->place[i].i * n, n * sizeof *self->u);
        self->margin[i] = self->place[i].margin;
    }
    memcpy(self->u, self->next, self->seeds * n * sizeof *self->u);
}

static bool
step_chains(struct subset *self, size_t step, double at)
{
    const size_t n = self->of.problem->n, seeds = self->seeds;
    const double length = fmin(1, self->length), stay = sqrt(1 - length * length);
    double *from = self->u + (step - 1) * seeds * n, *to = from + seeds * n,
           *margin = self->margin + step * seeds;
    size_t moved = 0, undecided = 0;

    quire_draws_normal(&self->inputs, self->of.u, seeds * n);
    for (size_t i = 0; i < seeds * n; i++) {
        self->of.u[i] = stay * from[i] + length * self->of.u[i];
    }
    if (!quire_failure_try(&self->of, seeds)) {
        return false;
    }
    for (size_t i = 0; i < seeds; i++) {
        const bool move = self->of.margin[i] <= at;
        memcpy(to + i * n, (move ? self->of.u : from) + i * n, n * sizeof *to);
        margin[i] = move ? self->of.margin[i] : (margin - seeds)[i];
        moved += move;
        undecided += isnan(self->of.margin[i]) ? 1 : 0;
    }
    self->unknown += self->probability * (double)undecided / (double)self->size;
    self->length *= quire_exp(((double)moved / (double)seeds - ACCEPT) / sqrt((double)step));
    self->length = fmin(1, fmax(0.05, self->length));
    return true;
}

/* The failures of the last level are the region: what is known of where they lie. */
static void
tell_region(struct subset *self)
{
    struct quire_failure *out = self->of.out;
    const size_t n = self->of.problem->n;

    for (size_t i = 0; i < self->size; i++) {
        for (size_t j = 0; self->margin[i] <= 0 && j < n; j++) {
            out->mode[j] += self->u[i * n + j] / (double)out->failures;
        }
    }
}

static void
conclude(struct subset *self, size_t failures)
{
    struct quire_failure *out = self->of.out;
    const double share = (double)failures / (double)self->size;

    self->square += (1 - share) / (share * (double)self->size) *
                    (out->levels > 1 ? inflation(self, 0, share) : 1);
    self->probability *= share;
    out->kind = QUIRE_FAILURE_SUBSET;
    out->final = out->runs;
    out->failures = failures;
    out->probability = self->probability;
    out->variation = UNDERSTATED * sqrt(self->square);
    out->interval = quire_failure_log_interval(self->probability, self->probability + self->unknown,
                                               out->variation, 1, self->of.problem->confidence);
    tell_region(self);
}

/* What the levels so far say: that it is less. */
static void
bound(struct subset *self)
{
    struct quire_failure *out = self->of.out;

    out->kind = QUIRE_FAILURE_BOUND;
    out->final = out->runs;
    out->variation = UNDERSTATED * sqrt(self->square);
    out->interval = quire_failure_log_interval(self->probability, self->probability + self->unknown,
                                               out->variation, 1, self->of.problem->confidence);
    out->interval.low = 0;
}

static bool
is_affordable(const struct subset *self)
{
    return quire_failure_left(&self->of) >= self->size - self->seeds &&
           self->of.out->levels < MOST_LEVELS;
}

/* Level by level; false where it has to end with a bound. */
static bool
descend(struct subset *self)
{
    struct quire_failure *out = self->of.out;

    for (;;) {
        size_t failures = 0;
        out->levels++;
        sort(self);
        for (size_t i = 0; i < self->size; i++) {
            failures += self->place[i].margin <= 0;
        }
        if (failures >= self->seeds) {
            conclude(self, failures);
            return true;
        }
        const double at = self->place[self->seeds - 1].margin, share = 1.0 / INVERSE_SHARE;
        if (!isfinite(at)) {
            return false;
        }
        self->square += (1 - share) / (share * (double)self->size) *
                        (out->levels > 1 ? inflation(self, at, share) : 1);
        self->probability *= share;
        if (!is_affordable(self)) {
            return false;
        }
        take_seeds(self);
        for (size_t step = 1; step < INVERSE_SHARE; step++) {
            if (!step_chains(self, step, at)) {
                return false;
            }
        }
    }
}

static void
estimate(struct subset *self)
{
    struct quire_failure *out = self->of.out;
    size_t failures = 0, undecided = 0;
    const size_t done = draw_first(self);

    for (size_t i = 0; i < done; i++) {
        failures += self->margin[i] <= 0;
        undecided += isnan(self->margin[i]) ? 1 : 0;
    }
    out->common = done == self->size && failures > self->seeds;
    if (done < self->size || out->common) {
        quire_failure_count(&self->of, failures, undecided, done);
        return;
    }
    sort(self);
    self->unknown = (double)undecided / (double)self->size;
    if (different(self) < LEAST_VALUES) {
        out->kind = QUIRE_FAILURE_TIED;
    } else if (!descend(self)) {
        bound(self);
    }
}

bool
quire_failure_subset(const struct quire_failure_problem *problem, struct quire_failure *out)
{
    const size_t seeds = (size_t)((double)problem->budget / (1 + 0.9 * LEVELS)) / INVERSE_SHARE,
                 size = seeds * INVERSE_SHARE, n = problem->n;
    struct subset self = {.inputs = {problem->seed, STREAM_INPUTS, 0},
                          .chains = {problem->seed, STREAM_CHAINS, 0},
                          .size = size,
                          .seeds = seeds,
                          .u = malloc(size * n * sizeof *self.u),
                          .margin = malloc(size * sizeof *self.margin),
                          .next = malloc(seeds * n * sizeof *self.next),
                          .place = malloc(size * sizeof *self.place),
                          .length = 0.6,
                          .probability = 1};
    bool good = quire_failure_begin(&self.of, problem, out, size) && self.u != NULL &&
                self.margin != NULL && self.next != NULL && self.place != NULL;

    if (good) {
        estimate(&self);
        good = !self.of.starved;
    }
    free(self.u);
    free(self.margin);
    free(self.next);
    free(self.place);
    quire_failure_end(&self.of);
    return good;
}
