#include "calibrate/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/covariance.h"
#include "math/least_squares.h"
#include "math/random.h"

#define TRIALS      3    /* steps of different damping that are tried at once */
#define WIDE        0.05 /* half-width of the first differences, of the range */
#define WIDEST      0.15
#define ROUNDS      10 /* of a start */
#define SMOOTH_MOST 300
#define POLISH_MOST 6
#define FAILURES    3    /* rounds in a row that gain nothing end a search */
#define ALIKE       0.02 /* minima so near, in parts of the range, are one */
#define ALMOST      4.0  /* another minimum deserves a word where its sum is not larger by more */
#define CANDIDATES  4    /* places tried for each start */

/* ---- points ---- */

bool
doe_point_init(struct doe_point *self, const struct doe_search_problem *p)
{
    self->x = calloc(p->n + p->m + p->n * p->m, sizeof *self->x);
    self->r = self->x != NULL ? self->x + p->n : NULL;
    self->jacobian = self->x != NULL ? self->r + p->m : NULL;
    self->sum = HUGE_VAL;
    return self->x != NULL;
}

void
doe_point_clear(struct doe_point *self)
{
    free(self->x);
    *self = (struct doe_point){0};
}

void
doe_point_copy(struct doe_point *self, const struct doe_point *other,
               const struct doe_search_problem *p)
{
    memcpy(self->x, other->x, (p->n + p->m + p->n * p->m) * sizeof *self->x);
    self->sum = other->sum;
    self->good = other->good;
}

static double
square(const double *r, size_t m)
{
    double sum = 0;

    for (size_t i = 0; i < m; i++) {
        sum += r[i] * r[i];
    }
    return isfinite(sum) ? sum : HUGE_VAL;
}

double
doe_search_variance(const struct doe_search_problem *p, const struct doe_point *at)
{
    return p->freedom > 0 ? 1 : at->sum / (double)(p->m - p->n);
}

void
doe_search_free(const struct doe_search_problem *p, const struct doe_point *at, double *free)
{
    for (size_t j = 0; j < p->n; j++) {
        double slope = 0;
        for (size_t i = 0; i < p->m; i++) {
            slope += at->jacobian[i * p->n + j] * at->r[i];
        }
        free[j] = (at->x[j] > 0 || slope < 0) && (at->x[j] < 1 || slope > 0) ? 1 : 0;
    }
}

/* ---- one search, of several that go side by side ---- */

struct course {
    struct doe_point at;
    double damping, width; /* width: half of the next differences */
    int rounds, failures;
    bool fresh; /* the derivatives are those of the point */
    bool done;
};

struct courses {
    const struct doe_search_problem *p;
    struct course *list;
    size_t n;
    double *x, *r; /* of a batch (most x n), (most x m) */
    bool *good;
    size_t count, most;
    double *room, *step;
};

static bool
create(struct courses *c, const struct doe_search_problem *p, size_t n)
{
    *c = (struct courses){.p = p, .n = n};
    c->most = n * (2 * p->n > TRIALS ? 2 * p->n : TRIALS);
    c->list = calloc(n, sizeof *c->list);
    c->x = calloc(c->most * p->n, sizeof *c->x);
    c->r = calloc(c->most * p->m, sizeof *c->r);
    c->good = calloc(c->most, sizeof *c->good);
    c->room = calloc(p->m * p->n + p->n * p->n + 2 * p->n, sizeof *c->room);
    c->step = c->room != NULL ? c->room + p->m * p->n + p->n * p->n + p->n : NULL;
    bool made =
        c->list != NULL && c->x != NULL && c->r != NULL && c->good != NULL && c->room != NULL;
    for (size_t i = 0; made && i < n; i++) {
        made = doe_point_init(&c->list[i].at, p);
    }
    return made;
}

static void
destroy(struct courses *c)
{
    for (size_t i = 0; c->list != NULL && i < c->n; i++) {
        doe_point_clear(&c->list[i].at);
    }
    free(c->list);
    free(c->x);
    free(c->r);
    free(c->good);
    free(c->room);
}

static bool
ask(struct courses *c)
{
    return c->count == 0 || c->p->residuals(c->p->user, c->count, c->x, c->r, c->good);
}

/* the next point of the batch */
static double *
add(struct courses *c, const double *x)
{
    return memcpy(c->x + c->count++ * c->p->n, x, c->p->n * sizeof *x);
}

static double
within(double x)
{
    return fmin(fmax(x, 0), 1);
}

/* half-width of the differences in direction j */
static double
width_of(const struct courses *c, const struct course *s, size_t j, bool central)
{
    const struct doe_search_problem *p = c->p;
    double information = 0;

    if (p->smooth || !central) {
        return p->smooth ? p->step : s->width;
    }
    for (size_t i = 0; i < p->m; i++) {
        information += s->at.jacobian[i * p->n + j] * s->at.jacobian[i * p->n + j];
    }
    /* three standard deviations of the unknown if the others were known: what the data resolve */
    return fmin(
        fmax(information > 0 ? 3 * sqrt(doe_search_variance(p, &s->at) / information) : WIDEST,
             p->step),
        WIDEST);
}

/* derivatives of every course that goes on, by differences */
static bool
differentiate(struct courses *c, bool central)
{
    const size_t n = c->p->n, m = c->p->m;

    c->count = 0;
    for (size_t k = 0; k < c->n; k++) {
        struct course *s = &c->list[k];
        for (size_t j = 0; !s->done && !s->fresh && j < n; j++) {
            const double w = width_of(c, s, j, central), x = s->at.x[j];
            if (central) {
                add(c, s->at.x)[j] = within(x - w);
                add(c, s->at.x)[j] = within(x + w);
            } else {
                add(c, s->at.x)[j] = x + w <= 1 ? x + w : x - w;
            }
        }
    }
    if (!ask(c)) {
        return false;
    }
    size_t b = 0;
    for (size_t k = 0; k < c->n; k++) {
        struct course *s = &c->list[k];
        for (size_t j = 0; !s->done && !s->fresh && j < n; j++, b += central ? 2 : 1) {
            const bool low = central && c->good[b], high = c->good[b + (central ? 1 : 0)];
            const double *less = low ? c->r + b * m : s->at.r,
                         *more = high ? c->r + (b + (central ? 1 : 0)) * m : s->at.r,
                         from = low ? c->x[b * n + j] : s->at.x[j],
                         to = high ? c->x[(b + (central ? 1 : 0)) * n + j] : s->at.x[j];
            for (size_t i = 0; i < m; i++) {
                const double d = to > from || to < from ? (more[i] - less[i]) / (to - from) : 0;
                s->at.jacobian[i * n + j] = isfinite(d) ? d : 0;
            }
        }
        s->fresh = s->fresh || !s->done;
    }
    return true;
}

/* how much less the sum becomes by the step if residuals were linear */
static double
promise(const struct courses *c, const struct course *s, const double *x)
{
    const size_t n = c->p->n, m = c->p->m;
    double sum = 0;

    for (size_t i = 0; i < m; i++) {
        double r = s->at.r[i];
        for (size_t j = 0; j < n; j++) {
            r += s->at.jacobian[i * n + j] * (x[j] - s->at.x[j]);
        }
        sum += r * r;
    }
    return s->at.sum - sum;
}

/* the largest diagonal element of J'J */
static double
stiffest(const struct courses *c, const struct course *s)
{
    double most = 0;

    for (size_t j = 0; j < c->p->n; j++) {
        double sum = 0;
        for (size_t i = 0; i < c->p->m; i++) {
            sum += s->at.jacobian[i * c->p->n + j] * s->at.jacobian[i * c->p->n + j];
        }
        most = fmax(most, sum);
    }
    return most;
}

/* a step that would leave the cube stops at its faces, and the other directions make up for it */
static void
take_step(const struct courses *c, const struct course *s, double damping, double *x)
{
    const struct doe_search_problem *p = c->p;
    double may[DOE_SEARCH_UNKNOWNS], r0[1];

    (void)r0;
    doe_search_free(p, &s->at, may);
    if (!quire_least_squares_step(p->m, p->n, s->at.jacobian, s->at.r, may,
                                  damping * stiffest(c, s) + 1e-300, c->room, c->step)) {
        memset(c->step, 0, p->n * sizeof *c->step);
    }
    for (size_t j = 0; j < p->n; j++) {
        x[j] = within(x[j] + c->step[j]);
    }
}

static void
judge(struct courses *c, struct course *s, size_t first)
{
    const struct doe_search_problem *p = c->p;
    static const double factor[TRIALS] = {0.1, 1, 10};
    size_t best = TRIALS;
    double sum = s->at.sum, gain = 0, way = 0;

    for (size_t t = 0; t < TRIALS; t++) {
        const double trial =
            c->good[first + t] ? square(c->r + (first + t) * p->m, p->m) : HUGE_VAL;
        gain = fmax(gain, promise(c, s, c->x + (first + t) * p->n));
        if (trial < sum) {
            sum = trial;
            best = t;
        }
    }
    s->rounds++;
    const double enough = p->enough * doe_search_variance(p, &s->at);
    if (best == TRIALS) {
        s->damping *= 100;
        s->done = !(gain > enough) || ++s->failures >= (p->smooth ? 4 * FAILURES : FAILURES);
        return;
    }
    s->done = !(s->at.sum - sum > enough) && !(gain > 4 * enough);
    s->failures = 0;
    s->damping = fmax(s->damping * factor[best] * 0.3, 1e-12);
    for (size_t j = 0; j < p->n; j++) {
        way = fmax(way, fabs(c->x[(first + best) * p->n + j] - s->at.x[j]));
    }
    s->width = fmin(fmax(0.5 * way, p->step), WIDE);
    memcpy(s->at.x, c->x + (first + best) * p->n, p->n * sizeof *s->at.x);
    memcpy(s->at.r, c->r + (first + best) * p->m, p->m * sizeof *s->at.r);
    s->at.sum = sum;
    s->fresh = false;
}

/* one step of every course that goes on */
static bool
advance(struct courses *c, int most)
{
    static const double factor[TRIALS] = {0.1, 1, 10};

    c->count = 0;
    for (size_t k = 0; k < c->n; k++) {
        for (size_t t = 0; !c->list[k].done && t < TRIALS; t++) {
            const struct course *s = &c->list[k];
            take_step(c, s, s->damping * factor[t], add(c, s->at.x));
        }
    }
    if (!ask(c)) {
        return false;
    }
    for (size_t k = 0, first = 0; k < c->n; k++) {
        struct course *s = &c->list[k];
        if (!s->done) {
            judge(c, s, first);
            first += TRIALS;
            s->done = s->done || s->rounds >= most;
        }
    }
    return true;
}

static bool
any_left(const struct courses *c)
{
    bool left = false;

    for (size_t k = 0; k < c->n; k++) {
        left = left || !c->list[k].done;
    }
    return left;
}

/* ---- where searches begin ---- */

static int
random_below(uint64_t seed, uint32_t dimension, uint32_t i, int n)
{
    const uint32_t place[4] = {i, QUIRE_RANDOM_ANALYSIS, dimension, 0x63616c69};

    return (int)(quire_random_uniform(seed, place) * n);
}

/* a Latin hypercube of `count` points */
static void
spread(size_t n, size_t count, uint64_t seed, double *x)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < count; i++) {
            x[i * n + j] = ((double)i + 0.5) / (double)count;
        }
        for (size_t i = count; i-- > 1;) {
            const size_t k = (size_t)random_below(seed, (uint32_t)j, (uint32_t)i, (int)i + 1);
            const double keep = x[i * n + j];
            x[i * n + j] = x[k * n + j];
            x[k * n + j] = keep;
        }
    }
}

/* the given start first, then the best of some others */
static enum doe_search_end
begin(struct courses *c, const double *start, uint64_t seed)
{
    const struct doe_search_problem *p = c->p;
    const size_t others = CANDIDATES * (c->n - 1), count = others + 1;
    double *x = calloc(count * (p->n + p->m) + 1, sizeof *x), *r = x != NULL ? x + count * p->n : x;
    bool *good = calloc(count, sizeof *good);
    enum doe_search_end end = x != NULL && good != NULL ? DOE_SEARCH_FOUND : DOE_SEARCH_STARVED;

    if (end == DOE_SEARCH_FOUND) {
        memcpy(x, start, p->n * sizeof *x);
        spread(p->n, others, seed, x + p->n);
        end = p->residuals(p->user, count, x, r, good) ? end : DOE_SEARCH_STOPPED;
    }
    for (size_t k = 0; end == DOE_SEARCH_FOUND && k < c->n; k++) {
        struct course *s = &c->list[k];
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            const double sum = good[i] ? square(r + i * p->m, p->m) : HUGE_VAL;
            if (sum < s->at.sum) {
                s->at.sum = sum;
                best = i;
            }
            if (i == 0 && k == 0 && good[0]) {
                break;
            }
        }
        s->at.good = best < count;
        s->done = !s->at.good;
        s->damping = 1e-3;
        s->width = WIDE;
        if (s->at.good) {
            memcpy(s->at.x, x + best * p->n, p->n * sizeof *x);
            memcpy(s->at.r, r + best * p->m, p->m * sizeof *r);
            good[best] = false;
        }
    }
    free(x);
    free(good);
    return end;
}

static double
apart(size_t n, const double *a, const double *b)
{
    double most = 0;

    for (size_t j = 0; j < n; j++) {
        most = fmax(most, fabs(a[j] - b[j]));
    }
    return most;
}

static const struct course *
deepest(const struct courses *c)
{
    const struct course *best = NULL;

    for (size_t k = 0; k < c->n; k++) {
        if (c->list[k].at.good && (best == NULL || c->list[k].at.sum < best->at.sum)) {
            best = &c->list[k];
        }
    }
    return best;
}

static void
compare(const struct courses *c, const struct doe_point *best, struct doe_search_report *report)
{
    const double variance = doe_search_variance(c->p, best);

    for (size_t k = 0; k < c->n; k++) {
        const struct doe_point *at = &c->list[k].at;
        const bool near = at->good && apart(c->p->n, at->x, best->x) < ALIKE;
        report->starts++;
        report->alike += at->good && (near || at->sum < best->sum + variance) ? 1 : 0;
        if (at->good && !near && at->sum < best->sum + ALMOST * variance && !report->second) {
            report->second = true;
            memcpy(report->other, at->x, c->p->n * sizeof *at->x);
        }
    }
}

enum doe_search_end
doe_search_polish(const struct doe_search_problem *p, struct doe_point *at)
{
    struct courses c;
    enum doe_search_end end = create(&c, p, 1) ? DOE_SEARCH_FOUND : DOE_SEARCH_STARVED;

    if (end == DOE_SEARCH_FOUND) {
        struct course *s = &c.list[0];
        doe_point_copy(&s->at, at, p);
        s->damping = 1e-6;
        const int most = p->smooth ? SMOOTH_MOST : POLISH_MOST;
        while (end == DOE_SEARCH_FOUND && !s->done) {
            end = differentiate(&c, true) && advance(&c, most) ? end : DOE_SEARCH_STOPPED;
        }
        s->done = false; /* of the last point too */
        if (end == DOE_SEARCH_FOUND && !differentiate(&c, true)) {
            end = DOE_SEARCH_STOPPED;
        }
        doe_point_copy(at, &s->at, p);
    }
    destroy(&c);
    return end;
}

enum doe_search_end
doe_search(const struct doe_search_problem *p, const double *start, size_t starts, uint64_t seed,
           struct doe_point *best, struct doe_search_report *report)
{
    struct courses c;
    enum doe_search_end end = create(&c, p, starts) ? begin(&c, start, seed) : DOE_SEARCH_STARVED;

    *report = (struct doe_search_report){0};
    while (end == DOE_SEARCH_FOUND && any_left(&c)) {
        end = differentiate(&c, false) && advance(&c, p->smooth ? SMOOTH_MOST : ROUNDS)
                  ? end
                  : DOE_SEARCH_STOPPED;
    }
    const struct course *least = end == DOE_SEARCH_FOUND ? deepest(&c) : NULL;
    if (end == DOE_SEARCH_FOUND && least == NULL) {
        end = DOE_SEARCH_NOWHERE;
    }
    if (end == DOE_SEARCH_FOUND) {
        doe_point_copy(best, &least->at, p);
        end = doe_search_polish(p, best);
    }
    if (end == DOE_SEARCH_FOUND) {
        compare(&c, best, report);
    }
    destroy(&c);
    return end;
}
