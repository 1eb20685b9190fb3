/* Importance sampling, after Au and Beck (Prob. Eng. Mech. 14 (1999) 135) and Kurtz and Song. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "stat/reliability/draws.h"
#include "stat/reliability/mixture.h"
#include "stat/reliability/modes.h"
#include "stat/reliability/search.h"

/* shares of the budget */
#define PLAIN   0.04
#define ROUND   0.08 /* of inflated sampling */
#define FITTING 0.09 /* one of two fits */

#define ROUNDS   4
#define INFLATED 2.0
#define FURTHER  1.25 /* inflation from round to round */
#define ENOUGH   20   /* failures that end inflated sampling */
#define COMMON   0.1  /* share of plain draws from which on failures are not rare */

#define CHAINS       0.008 /* so many for each run of the budget */
#define MOST_CHAINS  40
#define LEAST_CHAINS 16
#define STEPS        15
#define BURN_IN      6
#define ACCEPT       0.3 /* share of steps that the length of steps is adapted to */

#define LEAST_FAILURES 5 /* of a fit */
#define BATCH          250

/* beyond these the mixture does not cover the regions */
#define MOST_LARGEST   0.03
#define MOST_DEFENSIVE 0.1
#define LEAST_MODE     0.02

enum { STREAM_INPUTS, STREAM_COMPONENTS, STREAM_CHAINS };

struct importance {
    struct quire_failure_search of;
    struct quire_draws inputs, components, chains;
    struct quire_mixture mixture;
    size_t plain, plain_failures, plain_undecided;
};

static size_t
part_of(const struct importance *self, double share)
{
    return (size_t)(share * (double)self->of.problem->budget);
}

/* ---- failures to begin from ---- */

static bool
draw_wide(struct importance *self, size_t count, double inflation)
{
    const size_t n = self->of.problem->n;

    quire_draws_normal(&self->inputs, self->of.u, count * n);
    for (size_t i = 0; i < count * n; i++) {
        self->of.u[i] *= inflation;
    }
    return quire_failure_try(&self->of, count);
}

static bool
keep_failures(struct importance *self, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (self->of.margin[i] <= 0 &&
            !quire_failure_keep(&self->of, self->of.u + i * self->of.problem->n)) {
            return false;
        }
    }
    return true;
}

/* In batches, each of which counts if a later one is ended. */
static bool
draw_plain(struct importance *self, size_t count)
{
    while (count > 0) {
        const size_t n = count < BATCH ? count : BATCH;
        if (!draw_wide(self, n, 1)) {
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            self->plain_failures += self->of.margin[i] <= 0;
            self->plain_undecided += isnan(self->of.margin[i]) ? 1 : 0;
        }
        self->plain += n;
        count -= n;
        if (!keep_failures(self, n)) {
            return false;
        }
    }
    return true;
}

static bool
find_failures(struct importance *self)
{
    double inflation = INFLATED;
    const size_t count = part_of(self, ROUND);

    for (int round = 0; round < ROUNDS; round++) {
        if (!draw_wide(self, count, inflation) || !keep_failures(self, count)) {
            return false;
        }
        if (self->of.n_found >= ENOUGH) {
            break;
        }
        inflation *= FURTHER;
    }
    return true;
}

/* Nothing to begin from: all that is left are plain draws. */
static void
count_plain(struct importance *self)
{
    draw_plain(self, quire_failure_left(&self->of));
}

/* ---- chains ---- */

/* the failures in another order */
static void
shuffle(struct importance *self)
{
    const size_t n = self->of.problem->n;

    for (size_t i = self->of.n_found; i-- > 1;) {
        double *a = self->of.found + i * n,
               *b = self->of.found + quire_draws_below(&self->chains, i + 1) * n;
        for (size_t j = 0; j < n; j++) {
            const double x = a[j];
            a[j] = b[j];
            b[j] = x;
        }
    }
}

static size_t
chains_of(const struct importance *self)
{
    const size_t affordable = part_of(self, CHAINS), most = affordable < LEAST_CHAINS ? LEAST_CHAINS
                                                            : affordable > MOST_CHAINS ? MOST_CHAINS
                                                                                       : affordable;

    return self->of.n_found < most ? self->of.n_found : most;
}

/* Chains whose stationary distribution is that of failures: conditional sampling (Papaioannou et
 * al., Prob. Eng. Mech. 41 (2015) 89). What they come to after the first steps is kept in place of
 * the failures found before. */
static bool
run_chains(struct importance *self)
{
    struct quire_failure_search *of = &self->of;
    const size_t n = of->problem->n, chains = chains_of(self);
    double length = 0.8, *state = malloc(chains * n * sizeof *state);

    if (state == NULL) {
        of->starved = true;
        return false;
    }
    shuffle(self);
    memcpy(state, of->found, chains * n * sizeof *state);
    of->n_found = 0;
    bool good = true;
    for (int step = 0; step < STEPS && good; step++) {
        const double stay = sqrt(1 - length * length);
        size_t moved = 0;
        quire_draws_normal(&self->inputs, of->u, chains * n);
        for (size_t i = 0; i < chains * n; i++) {
            of->u[i] = stay * state[i] + length * of->u[i];
        }
        good = quire_failure_try(of, chains);
        for (size_t i = 0; good && i < chains; i++) {
            if (of->margin[i] <= 0) {
                memcpy(state + i * n, of->u + i * n, n * sizeof *state);
                moved++;
            }
            good = step < BURN_IN || quire_failure_keep(of, state + i * n);
        }
        length *= quire_exp(((double)moved / (double)chains - ACCEPT) / sqrt(step + 1.0));
        length = fmin(1, fmax(0.1, length));
    }
    free(state);
    return good;
}

/* ---- the mixture ---- */

static bool
begin_mixture(struct importance *self)
{
    struct quire_mixture *m = &self->mixture;

    m->n = self->of.problem->n;
    m->mean = malloc(QUIRE_FAILURE_MODES * m->n * sizeof *m->mean);
    m->share = malloc(QUIRE_FAILURE_MODES * sizeof *m->share);
    self->of.starved = m->mean == NULL || m->share == NULL ||
                       !quire_failure_modes(self->of.found, self->of.n_found, m->n,
                                            QUIRE_FAILURE_MODES, m->mean, m->share, &m->k);
    return !self->of.starved;
}

static bool
fit_mixture(struct importance *self)
{
    const size_t count = part_of(self, FITTING);

    for (int round = 0; round < 2; round++) {
        self->of.n_found = 0;
        quire_mixture_draw(&self->mixture, &self->components, &self->inputs, count, self->of.u);
        if (!quire_failure_try(&self->of, count) || !keep_failures(self, count)) {
            return false;
        }
        if (self->of.n_found > LEAST_FAILURES &&
            !quire_mixture_fit(&self->mixture, self->of.found, self->of.n_found)) {
            self->of.starved = true;
            return false;
        }
    }
    return true;
}

/* ---- the final sample ---- */

struct tally {
    double sum, square, largest, defensive, undecided;
    size_t n, failures;
    double part[QUIRE_FAILURE_MODES]; /* of the sum, by regions */
};

static void
add(struct importance *self, struct tally *t, const double *u, double margin)
{
    double part[QUIRE_FAILURE_MODES + 1];
    const size_t n = self->mixture.n;

    t->n++;
    if (margin > 0) {
        return;
    }
    const double weight = quire_mixture_weight(&self->mixture, u, part);
    if (isnan(margin)) {
        t->undecided += weight;
        return;
    }
    t->failures++;
    t->sum += weight;
    t->square += weight * weight;
    t->largest = fmax(t->largest, weight);
    t->defensive += weight * part[0];
    for (size_t k = 0; k < self->mixture.k; k++) {
        t->part[k] += weight * part[k + 1];
        for (size_t j = 0; j < n; j++) {
            self->of.out->mode[k * n + j] += weight * part[k + 1] * u[j];
        }
    }
}

static void
swap_modes(struct quire_failure *out, size_t n, size_t a, size_t b)
{
    const double share = out->share[a];

    out->share[a] = out->share[b];
    out->share[b] = share;
    for (size_t j = 0; j < n; j++) {
        const double x = out->mode[a * n + j];
        out->mode[a * n + j] = out->mode[b * n + j];
        out->mode[b * n + j] = x;
    }
}

/* the largest first, without those of next to no share */
static void
tell_modes(struct importance *self, const struct tally *t)
{
    struct quire_failure *out = self->of.out;
    const size_t n = self->mixture.n;

    for (size_t k = 0; k < self->mixture.k; k++) {
        out->share[k] = t->part[k] / (t->sum - t->defensive > 0 ? t->sum - t->defensive : 1);
        for (size_t j = 0; j < n && t->part[k] > 0; j++) {
            out->mode[k * n + j] /= t->part[k];
        }
    }
    for (size_t k = 0; k < self->mixture.k; k++) {
        size_t most = k;
        for (size_t i = k + 1; i < self->mixture.k; i++) {
            most = out->share[i] > out->share[most] ? i : most;
        }
        swap_modes(out, n, k, most);
        out->n_mode += out->share[k] > LEAST_MODE;
    }
}

static void
conclude(struct importance *self, const struct tally *t)
{
    struct quire_failure *out = self->of.out;
    const double n = (double)t->n, mean = t->sum / n,
                 variance = t->n > 1 ? (t->square / n - mean * mean) * n / (n - 1) : 0;

    out->kind = QUIRE_FAILURE_WEIGHED;
    out->final = t->n;
    out->failures = t->failures;
    out->probability = mean;
    out->variation = sqrt(fmax(0, variance) / n) / mean;
    out->largest = t->largest / t->sum;
    out->defensive = t->defensive / t->sum;
    out->effective = t->sum * t->sum / t->square;
    out->doubtful = out->largest >= MOST_LARGEST || out->defensive > MOST_DEFENSIVE;
    out->interval = quire_failure_log_interval(mean, (t->sum + t->undecided) / n, out->variation,
                                               out->doubtful ? 2 : 1, self->of.problem->confidence);
    tell_modes(self, t);
}

/* False where it has no failure, so that it says nothing. */
static bool
draw_final(struct importance *self)
{
    struct tally t = {0};
    const size_t n = self->mixture.n;

    for (size_t left = quire_failure_left(&self->of); left > 0;
         left = quire_failure_left(&self->of)) {
        const size_t count = left < BATCH ? left : BATCH;
        quire_mixture_draw(&self->mixture, &self->components, &self->inputs, count, self->of.u);
        if (!quire_failure_try(&self->of, count)) {
            break;
        }
        for (size_t i = 0; i < count; i++) {
            add(self, &t, self->of.u + i * n, self->of.margin[i]);
        }
    }
    if (t.failures < 2) {
        return false;
    }
    conclude(self, &t);
    return true;
}

/* ---- all of it ---- */

static void
estimate(struct importance *self)
{
    struct quire_failure *out = self->of.out;
    bool good = draw_plain(self, part_of(self, PLAIN));

    out->common = good && (double)self->plain_failures > COMMON * (double)self->plain;
    if (good && !out->common) {
        good = find_failures(self);
        if (good && self->of.n_found < 2) {
            count_plain(self);
        } else if (good && run_chains(self) && begin_mixture(self) && fit_mixture(self) &&
                   draw_final(self)) {
            return;
        }
    }
    quire_failure_count(&self->of, self->plain_failures, self->plain_undecided, self->plain);
}

bool
quire_failure_importance(const struct quire_failure_problem *problem, struct quire_failure *out)
{
    struct importance self = {.inputs = {problem->seed, STREAM_INPUTS, 0},
                              .components = {problem->seed, STREAM_COMPONENTS, 0},
                              .chains = {problem->seed, STREAM_CHAINS, 0}};
    const size_t widest = (size_t)(FITTING * (double)problem->budget) + BATCH;

    if (quire_failure_begin(&self.of, problem, out, widest)) {
        estimate(&self);
    }
    free(self.mixture.mean);
    free(self.mixture.share);
    quire_failure_end(&self.of);
    return !self.of.starved;
}
