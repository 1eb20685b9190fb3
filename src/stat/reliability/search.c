#include "stat/reliability/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "probability/families.h"
#include "stat/rate.h"

bool
quire_failure_begin(struct quire_failure_search *self, const struct quire_failure_problem *problem,
                    struct quire_failure *out, size_t room)
{
    const size_t n = problem->n;

    *out = (struct quire_failure){.distance = HUGE_VAL,
                                  .nearest = calloc(n, sizeof *out->nearest),
                                  .mode = calloc(QUIRE_FAILURE_MODES * n, sizeof *out->mode)};
    *self = (struct quire_failure_search){.problem = problem,
                                          .out = out,
                                          .u = malloc(room * n * sizeof *self->u),
                                          .margin = malloc(room * sizeof *self->margin),
                                          .room = room};
    self->starved =
        out->nearest == NULL || out->mode == NULL || self->u == NULL || self->margin == NULL;
    return !self->starved;
}

void
quire_failure_end(struct quire_failure_search *self)
{
    free(self->u);
    free(self->margin);
    free(self->found);
}

void
quire_failure_clear(struct quire_failure *self)
{
    free(self->nearest);
    free(self->mode);
    *self = (struct quire_failure){0};
}

static void
look_at(struct quire_failure_search *self, size_t i)
{
    const size_t n = self->problem->n;
    const double *u = self->u + i * n;
    double square = 0;

    self->out->undecided += isnan(self->margin[i]) ? 1 : 0;
    if (!(self->margin[i] <= 0)) {
        return;
    }
    for (size_t j = 0; j < n; j++) {
        square += u[j] * u[j];
    }
    if (sqrt(square) < self->out->distance) {
        self->out->distance = sqrt(square);
        memcpy(self->out->nearest, u, n * sizeof *u);
    }
}

bool
quire_failure_try(struct quire_failure_search *self, size_t count)
{
    if (self->starved || self->out->stopped) {
        return false;
    }
    if (!self->problem->attempt(self->problem->user, self->u, count, self->margin)) {
        self->out->stopped = true;
        return false;
    }
    self->out->runs += count;
    for (size_t i = 0; i < count; i++) {
        look_at(self, i);
    }
    return true;
}

bool
quire_failure_keep(struct quire_failure_search *self, const double *u)
{
    const size_t n = self->problem->n;

    if (self->n_found == self->found_room) {
        const size_t room = 2 * self->found_room + 64;
        double *found = realloc(self->found, room * n * sizeof *found);
        if (found == NULL) {
            self->starved = true;
            return false;
        }
        self->found = found;
        self->found_room = room;
    }
    memcpy(self->found + self->n_found++ * n, u, n * sizeof *u);
    return true;
}

size_t
quire_failure_left(const struct quire_failure_search *self)
{
    return self->problem->budget > self->out->runs ? self->problem->budget - self->out->runs : 0;
}

void
quire_failure_count(struct quire_failure_search *self, size_t failures, size_t undecided, size_t n)
{
    struct quire_failure *out = self->out;

    out->kind = QUIRE_FAILURE_COUNTED;
    out->final = n;
    out->failures = failures;
    out->interval = (struct quire_interval){0, 1};
    if (n == 0) {
        return;
    }
    const struct quire_rate rate = quire_rate_of(failures, undecided, n, self->problem->confidence);
    out->probability = (double)failures / (double)n;
    out->variation = failures > 0 ? sqrt((1 - out->probability) / (double)failures) : HUGE_VAL;
    out->interval = rate.exact;
    if (failures == 0) {
        out->interval = (struct quire_interval){0, rate.bound.high};
    }
}

struct quire_interval
quire_failure_log_interval(double low, double high, double variation, double factor,
                           double confidence)
{
    const double deviation = factor * sqrt(quire_log1p(variation * variation)),
                 reach = quire_exp(deviation *
                                   quire_upper_quantile(quire_normal(0, 1), (1 - confidence) / 2));

    return (struct quire_interval){low / reach, fmin(1, high * reach)};
}

double
quire_failure_plain_runs(double probability, double variation)
{
    return (1 - probability) / (probability * variation * variation);
}
