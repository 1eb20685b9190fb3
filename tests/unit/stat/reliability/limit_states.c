#include "stat/reliability/limit_states.h"

#include <math.h>

#include "math/detmath.h"
#include "probability/families.h"

static double
normal_at(double p)
{
    return quire_upper_quantile(quire_normal(0, 1), p);
}

static double
plane(const double *u, size_t n, double at)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += u[i];
    }
    return at - sum / sqrt((double)n);
}

static double
half_at(double p)
{
    return normal_at(0.5 * p);
}

static double
two_sides(const double *u, size_t n, double at)
{
    (void)n;
    return at - fabs(u[0]);
}

static double
corner_at(double p)
{
    return normal_at(1 - sqrt(1 - p));
}

static double
corner(const double *u, size_t n, double at)
{
    (void)n;
    return fmin(at - u[0], at - u[1]);
}

static double
ring_at(double p)
{
    return sqrt(-2 * quire_log(p));
}

static double
ring(const double *u, size_t n, double at)
{
    (void)n;
    return at - sqrt(u[0] * u[0] + u[1] * u[1]);
}

const struct limit_state limit_states[] = {
    {"plane of 1", 1, plane, normal_at, true},       {"plane of 2", 2, plane, normal_at, true},
    {"plane of 3", 3, plane, normal_at, true},       {"plane of 10", 10, plane, normal_at, true},
    {"two sides of 5", 5, two_sides, half_at, true}, {"corner of 5", 5, corner, corner_at, true},
    {"ring of 2", 2, ring, ring_at, false},          {"ring of 5", 5, ring, ring_at, false},
    {"plane of 20", 20, plane, normal_at, false},
};
const size_t n_limit_states = sizeof limit_states / sizeof *limit_states;

struct trial {
    const struct limit_state *state;
    enum limit_method method;
    double at;
};

static bool
attempt(void *user, const double *u, size_t count, double *margin)
{
    const struct trial *t = user;
    const size_t n = t->state->n;

    for (size_t i = 0; i < count; i++) {
        const double m = t->state->margin(u + i * n, n, t->at);
        margin[i] = t->method == SUBSET ? m : m > 0 ? 1 : -1;
    }
    return true;
}

struct limit_score
limit_score_of(const struct limit_state *state, enum limit_method method, double p, size_t budget,
               uint64_t seed, int count)
{
    struct limit_score s = {.n = count};
    double square = 0;

    for (int i = 0; i < count; i++) {
        struct trial t = {state, method, state->at(p)};
        struct quire_failure f;
        const struct quire_failure_problem problem = {.n = state->n,
                                                      .budget = budget,
                                                      .seed = seed + (uint64_t)i,
                                                      .confidence = 0.95,
                                                      .attempt = attempt,
                                                      .user = &t};
        if (method == SUBSET ? quire_failure_subset(&problem, &f)
                             : quire_failure_importance(&problem, &f)) {
            const bool hit = f.interval.low <= p && p <= f.interval.high;
            const bool weighed = f.kind == QUIRE_FAILURE_WEIGHED || f.kind == QUIRE_FAILURE_SUBSET;
            s.covered += hit;
            s.doubtful += f.doubtful;
            s.covered_of_sure += hit && !f.doubtful;
            s.answered += weighed;
            s.most_runs = f.runs > s.most_runs ? f.runs : s.most_runs;
            s.modes += f.n_mode;
            s.mean += f.probability / count;
            s.stated += weighed ? f.variation / count : 0;
            square += f.probability * f.probability / count;
        }
        quire_failure_clear(&f);
    }
    s.variation = s.mean > 0 ? sqrt(fmax(0, square - s.mean * s.mean)) / s.mean : 0;
    return s;
}
