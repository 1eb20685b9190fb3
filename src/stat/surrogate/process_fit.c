#include "stat/surrogate/process_fit.h"

#include <math.h>
#include <string.h>

#include "math/box_minimise.h"
#include "math/detmath.h"
#include "stat/surrogate/spread.h"

#define STARTS      32
#define POLISHED    4     /* of the starts, the most likely ones */
#define LEAST_NOISE 1e-10 /* of the variance of the numbers */
#define SPREAD      1e3   /* the process's variance against that of the numbers, both ways */
#define PRIOR       1.5   /* deviation of the logarithms of lengths */

enum { MOST = QUIRE_PROCESS_PARAMETERS(QUIRE_PROCESS_INPUTS) };

struct search {
    struct quire_process *p;
    const struct quire_process_fit *fit;
    double lower[MOST], upper[MOST], scale[MOST];
};

#define ALIKE 1e-12 /* of their size: numbers that differ by rounding alone */

/* 0 of numbers that are all alike */
static double
variance_of(const double *y, size_t n)
{
    double mean = 0, square = 0, size = 0;

    for (size_t i = 0; i < n; i++) {
        mean += y[i] / (double)n;
        size = fmax(size, fabs(y[i]));
    }
    for (size_t i = 0; i < n; i++) {
        square += (y[i] - mean) * (y[i] - mean) / (double)n;
    }
    return square > ALIKE * ALIKE * size * size ? square : 0;
}

/* minus the likelihood, or the density that has it with the prior */
static bool
cost(void *user, const double *at, double *value, double *slope)
{
    struct search *s = user;
    const size_t k = s->p->of.k;

    if (!quire_process_set(s->p, at)) {
        return false;
    }
    *value = -s->p->likelihood;
    if (slope != NULL) {
        quire_process_slope(s->p, slope);
        for (size_t i = 0; i < QUIRE_PROCESS_PARAMETERS(k); i++) {
            slope[i] = -slope[i];
        }
    }
    for (size_t j = 0; s->fit->prior && j < k; j++) {
        *value += 0.5 * at[j] * at[j] / (PRIOR * PRIOR);
        if (slope != NULL) {
            slope[j] += at[j] / (PRIOR * PRIOR);
        }
    }
    return true;
}

static void
set_bounds(struct search *s, double variance)
{
    const size_t k = s->p->of.k;

    for (size_t j = 0; j < k; j++) {
        s->lower[j] = quire_log(QUIRE_PROCESS_SHORTEST);
        s->upper[j] = quire_log(QUIRE_PROCESS_LONGEST);
    }
    s->lower[k] = quire_log(variance / SPREAD);
    s->upper[k] = quire_log(variance * SPREAD);
    s->lower[k + 1] = quire_log(LEAST_NOISE * variance);
    s->upper[k + 1] = s->fit->estimate_noise ? quire_log(variance) : s->lower[k + 1];
    for (size_t i = 0; i < QUIRE_PROCESS_PARAMETERS(k); i++) {
        s->scale[i] = 1;
    }
}

/* lengths from 0.2 to 5, the variance of the numbers, noise from a millionth to a tenth of it */
static void
make_start(const struct search *s, size_t i, double variance, double *at)
{
    const size_t k = s->p->of.k;
    double u[MOST];

    quire_spread(i, k + 1, u);
    for (size_t j = 0; j < k; j++) {
        at[j] = quire_log(5.0) * (2 * u[j] - 1);
    }
    at[k] = quire_log(variance);
    at[k + 1] = s->fit->estimate_noise ? quire_log(variance) - quire_log(10) * (1 + 5 * u[k])
                                       : s->lower[k + 1];
}

/* the likeliest starts first, `found` of them */
static size_t
choose_starts(struct search *s, double variance, double start[POLISHED][MOST])
{
    const size_t size = QUIRE_PROCESS_PARAMETERS(s->p->of.k) * sizeof(double);
    double value[POLISHED], at[MOST], here;
    size_t found = 0;

    for (size_t i = 0; i < STARTS; i++) {
        make_start(s, i, variance, at);
        if (!cost(s, at, &here, NULL)) {
            continue;
        }
        size_t place = found < POLISHED ? found++ : POLISHED;
        while (place > 0 && here < value[place - 1]) {
            if (place < POLISHED) {
                value[place] = value[place - 1];
                memcpy(start[place], start[place - 1], size);
            }
            place--;
        }
        if (place < POLISHED) {
            value[place] = here;
            memcpy(start[place], at, size);
        }
    }
    return found;
}

bool
quire_process_fit(struct quire_process *p, const struct quire_process_fit *fit)
{
    struct search s = {.p = p, .fit = fit};
    const size_t n_parameter = QUIRE_PROCESS_PARAMETERS(p->of.k);
    const double variance = variance_of(p->of.y, p->of.n);
    double start[POLISHED][MOST], best[MOST] = {0}, least = HUGE_VAL;

    if (!(variance > 0) || !isfinite(variance)) {
        return false;
    }
    set_bounds(&s, variance);
    const struct quire_box_problem problem = {.n = n_parameter,
                                              .lower = s.lower,
                                              .upper = s.upper,
                                              .scale = s.scale,
                                              .function = cost,
                                              .user = &s,
                                              .has_gradient = true,
                                              .enough = 1e-6,
                                              .most_steps = 100};
    const size_t found = choose_starts(&s, variance, start);
    /* without noise there may be a likelier place that no slope leads to */
    for (size_t i = 0; i < (fit->estimate_noise ? 2 : 1) * found; i++) {
        double at[MOST];
        struct quire_box_result result;
        memcpy(at, start[i % found], sizeof at);
        at[p->of.k + 1] = i < found ? at[p->of.k + 1] : s.lower[p->of.k + 1];
        if (quire_box_minimise(&problem, at, &result) && result.value < least) {
            least = result.value;
            memcpy(best, at, n_parameter * sizeof *best);
        }
        p->starved = p->starved || result.starved;
    }
    return !p->starved && isfinite(least) && quire_process_set(p, best);
}
