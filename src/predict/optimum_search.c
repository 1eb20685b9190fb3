/* Desirabilities, and searches over the numbers of a setting. */
#include "predict/optimum_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/box_minimise.h"
#include "math/detmath.h"
#include "math/random.h"

#define NEARLY_NONE 1e-4        /* desirabilities below go on along their tangent */
#define FINEST      1e-9        /* step of coded values at which a search ends */
#define DIRECTIONS  ((size_t)4) /* beside each axis, of a search step by step */
#define ROUNDS      5000        /* of such a search at most, as gains may become ever smaller */
#define SEED        1           /* of directions */

/* ---- desirability */

double
quire_desirability(double value, double worst, double best, double shape)
{
    const double t = best != worst ? (value - worst) / (best - worst) : 1;

    return !(t > 0) ? 0 : t >= 1 ? 1 : quire_exp(shape * quire_log(t));
}

/* Its logarithm, which falls on below 0. */
double
quire_log_desirability(double value, double worst, double best, double shape)
{
    const double t = best != worst ? (value - worst) / (best - worst) : 1;

    return t >= 1             ? 0
           : t >= NEARLY_NONE ? shape * quire_log(t)
                              : shape * (quire_log(NEARLY_NONE) + (t - NEARLY_NONE) / NEARLY_NONE);
}

/* What counts of a prediction: the mean, moved to the worse side by the noise. */
double
quire_judged_value(const struct quire_goal *goal, double mean, double noise, double deviations)
{
    return goal->better == QUIRE_BETTER_LESS   ? mean + deviations * noise
           : goal->better == QUIRE_BETTER_MORE ? mean - deviations * noise
                                               : mean;
}

/* Desirability of response k, by one of the two functions above. Of a target both ends of the noise
 * count; of limits alone the share of runs within them. */
double
quire_search_desirability(const struct quire_search *s, size_t k, double mean, double noise,
                          double (*of)(double value, double worst, double best, double shape))
{
    const struct quire_goal *goal = &s->runs->measured[k].goal;
    const struct quire_desired *d = &s->out->response[k];
    const double far = s->request->deviations * noise, shape = goal->shape,
                 error = s->space->a->measured[k].fit.deviation;

    if (goal->better == QUIRE_BETTER_TARGET) {
        const double above = fmax(mean + far, goal->target), below = fmin(mean - far, goal->target);
        return fmin(of(above, d->worst, goal->target, shape),
                    of(below, d->low_worst, goal->target, shape));
    }
    if (goal->better == QUIRE_BETTER_ANY) {
        const double deviation = sqrt(noise * noise + (isfinite(error) ? error * error : 0));
        return of(quire_share_within(mean, deviation, s->runs->measured[k].limits), 0, 1, 1);
    }
    return of(quire_judged_value(goal, mean, noise, s->request->deviations), d->worst, d->best,
              shape);
}

/* how far jams lie above their limit, in log odds */
double
quire_jam_excess(const struct quire_predicted_jam *jam, double limit)
{
    const double share = isnan(jam->of.high) ? jam->share : jam->of.high;

    return share > limit ? quire_log(fmin(share, 1 - 1e-12) / (1 - fmin(share, 1 - 1e-12))) -
                               quire_log(limit / (1 - limit))
                         : 0;
}

/* ---- searches over the numbers */

struct problem {
    struct quire_search *s;
    quire_loss_fn *loss;
};

static bool
evaluate(void *user, const double *x, double *value, double *gradient)
{
    const struct problem *p = user;

    (void)gradient;
    for (size_t i = 0; i < p->s->n_free; i++) {
        p->s->at[p->s->free[i]] = x[i];
    }
    *value = p->loss(p->s, p->s->at);
    return isfinite(*value);
}

/* direction number i: along an axis, or any, so that a search ends at no kink across the axes */
static void
take_direction(double *direction, size_t n, size_t i)
{
    double square = 0;

    for (size_t j = 0; j < n; j++) {
        const uint32_t place[] = {QUIRE_RANDOM_ANALYSIS, (uint32_t)i, (uint32_t)j, 0};
        direction[j] = i < n ? (i == j ? 1.0 : 0.0) : 2 * quire_random_uniform(SEED, place) - 1;
        square += direction[j] * direction[j];
    }
    for (size_t j = 0; j < n; j++) {
        direction[j] /= sqrt(square);
    }
}

/* Steps along the axes and other directions, halved where none helps: goes on from kinks, where
 * slopes say nothing. `room` (2 n). */
static double
go_step_by_step(struct problem *p, double *x, const double *low, const double *high, double value,
                double *room)
{
    const size_t n = p->s->n_free;
    double *direction = room, *next = room + n;

    double step = 0.25;
    for (int round = 0; round < ROUNDS && step > FINEST; round++) {
        bool moved = false;
        for (size_t i = 0; i < 2 * n * (1 + (n > 1 ? DIRECTIONS : 0)); i++) {
            double there;
            take_direction(direction, n, i / 2);
            for (size_t j = 0; j < n; j++) {
                next[j] = fmax(low[j], fmin(high[j], x[j] + (i % 2 ? step : -step) * direction[j]));
            }
            if (evaluate(p, next, &there, NULL) && there < value) {
                memcpy(x, next, n * sizeof *x);
                value = there;
                moved = true;
            }
        }
        step *= moved ? 1 : 0.5;
    }
    return value;
}

/* from s->at to a local minimum there */
bool
quire_search_polish(struct quire_search *s, quire_loss_fn *loss, double *value)
{
    const size_t n = s->n_free;
    double *room = calloc(6 * n + 1, sizeof *room), *x = room, *low = room + n, *high = low + n,
           *scale = high + n;
    struct problem p = {s, loss};
    struct quire_box_result result = {0};
    bool good = room != NULL;

    for (size_t i = 0; good && i < n; i++) {
        x[i] = s->at[s->free[i]];
        low[i] = s->space->low[s->free[i]];
        high[i] = s->space->high[s->free[i]];
        scale[i] = 1;
    }
    *value = loss(s, s->at);
    if (good && n > 0) {
        const struct quire_box_problem box = {
            .n = n, .lower = low, .upper = high, .scale = scale, .function = evaluate, .user = &p};
        if (quire_box_minimise(&box, x, &result)) {
            *value = result.value;
        }
        good = !result.starved;
        *value = go_step_by_step(&p, x, low, high, *value, scale + n);
        for (size_t i = 0; i < n; i++) {
            s->at[s->free[i]] = x[i];
        }
    }
    free(room);
    return good;
}

/* ---- words: all combinations */

static size_t
choices_of(const struct quire_search *s, size_t i)
{
    const struct quire_varied *v = &s->runs->varied[i];

    return !v->noise && v->words && isnan(s->request->held[i]) && v->n_level > 0 ? v->n_level : 1;
}

size_t
quire_search_combinations(const struct quire_search *s)
{
    size_t n = 1;

    for (size_t i = 0; i < s->runs->n_varied && n <= QUIRE_OPTIMUM_WORDS; i++) {
        n *= choices_of(s, i);
    }
    return n;
}

/* combination number c, held values, and 0 for numbers that may change */
void
quire_search_combine(struct quire_search *s, size_t c)
{
    for (size_t i = 0; i < s->runs->n_varied; i++) {
        const struct quire_varied *v = &s->runs->varied[i];
        const size_t n = choices_of(s, i);
        s->at[i] = v->noise                      ? (double)NAN
                   : !isnan(s->request->held[i]) ? s->request->held[i]
                   : v->words                    ? (double)(c % n)
                                                 : 0;
        c /= n;
    }
}

void
quire_search_point(struct quire_search *s, const struct quire_sobol *sobol, uint64_t index)
{
    for (size_t i = 0; i < s->n_free; i++) {
        const size_t v = s->free[i];
        s->at[v] = s->space->low[v] +
                   quire_sobol_share(sobol, index, i) * (s->space->high[v] - s->space->low[v]);
    }
}
